// What has changed while nobody looked at the page.

import { byId, roughly, scoreText, setText } from "./text.js";
import { sideOf } from "./viewpoint.js";

/** Shorter absences are none: milliseconds. */
const LEAST = 5000;
const KEY = "left";

const standpoint = (look) => {
  const best = look.known_of_it?.candidates[0];
  return { moves: look.path.map(({ move }) => move), nodes: look.status.nodes, best: best && `${best.san} ${scoreText(best.score, sideOf(look))}` };
};

/** The message about two standpoints in the same position; nothing if nothing has changed. */
export function told(then, now) {
  if (then.moves.join() !== now.moves.join() || now.nodes <= then.nodes || !now.best) return "";
  const is = now.best;
  const was = then.best ?? "no move";
  const change = is === was ? `still ${is}` : `now ${is}, before ${was}`;
  return `Since you left: ${roughly(now.nodes - then.nodes)} more nodes; ${change}.`;
}

/** Remembers what was shown when the page is left, and tells what has changed when it is looked at again. */
export function watchAbsence(shown, latest) {
  const tell = async () => {
    const kept = sessionStorage.getItem(KEY);
    if (!kept) return;
    sessionStorage.removeItem(KEY);
    const { then, at } = JSON.parse(kept);
    if (Date.now() - at < LEAST) return;
    const look = await latest(then.moves);
    const text = look ? told(then, standpoint(look)) : "";
    byId("away").hidden = text === "";
    setText(byId("away"), text);
  };
  document.addEventListener("visibilitychange", () => {
    const look = shown();
    if (document.visibilityState === "visible") tell();
    else if (look) sessionStorage.setItem(KEY, JSON.stringify({ then: standpoint(look), at: Date.now() }));
  });
  tell();
}
