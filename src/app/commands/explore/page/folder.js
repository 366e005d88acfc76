// The list of a folder: its trees, those that were changed last first.

import { byId, count, element, plural, setText } from "./text.js";

const DATES = new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeStyle: "short" });

let trees = [];

function row({ name, place, is_open: isOpen, changed_ms: changed, players, opening, answer, nodes, error }) {
  const link = element("a", { href: `tree-${place}/`, text: name });
  const cells = error
    ? [element("td", { class: "fault", colspan: 4, text: error })]
    : [
        element("td", { text: players }),
        element("td", { text: opening }),
        element("td", { class: "answer", text: answer ?? "" }),
        element("td", { class: "count", text: count(nodes) }),
      ];
  const first = element("td", { class: "name" }, [error ? name : link, isOpen ? " (open)" : ""]);
  return element("tr", {}, [first, ...cells, element("td", { text: DATES.format(changed) })]);
}

/** Shows the trees that have all words somewhere. */
function show() {
  const words = byId("find").value.toLowerCase().split(" ");
  const text = ({ name, players, opening }) => `${name} ${players ?? ""} ${opening ?? ""}`.toLowerCase();
  const found = trees.filter((tree) => words.every((word) => text(tree).includes(word)));
  byId("trees").replaceChildren(...found.map(row));
  const all = plural(trees.length, "tree");
  setText(byId("count"), found.length === trees.length ? all : `${count(found.length)} of ${all}`);
}

async function renew() {
  let problem = "";
  try {
    const answer = await fetch("trees");
    const told = await answer.json();
    if (answer.ok) trees = told;
    else problem = told.error;
  } catch {
    problem = "shans explore has ended.";
  }
  byId("problem").hidden = problem === "";
  setText(byId("problem"), problem);
  show();
}

byId("find").addEventListener("input", show);
document.addEventListener("visibilitychange", () => document.hidden || renew());
window.addEventListener("pageshow", renew);
