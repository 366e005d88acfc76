// Copies: text for the clipboard, files, pictures of the board and of the tree.

import { byId } from "./text.js";

const STYLES = ["fill", "stroke", "stroke-width", "stroke-opacity", "stroke-linejoin", "stroke-linecap", "stroke-dasharray", "opacity", "font-size", "font-weight", "text-anchor", "paint-order"];

/** Puts a text on the clipboard. Throws where the browser does not allow it. */
export const copyText = (text) => navigator.clipboard.writeText(text);

/** A picture that needs nothing of this page. */
export function standalone(svg) {
  const copy = svg.cloneNode(true);
  const box = svg.viewBox.baseVal;
  copy.setAttribute("xmlns", "http://www.w3.org/2000/svg");
  copy.setAttribute("width", box.width);
  copy.setAttribute("height", box.height);
  copy.setAttribute("font-family", "sans-serif");
  const shown = [svg, ...svg.querySelectorAll("*")];
  [copy, ...copy.querySelectorAll("*")].forEach((made, index) => {
    if (made.tagName === "title" || made.tagName === "g" || made === copy) return;
    const style = getComputedStyle(shown[index]);
    const set = STYLES.map((name) => [name, style.getPropertyValue(name)]);
    for (const [name, value] of set) if (value && value !== "none" || name === "fill") made.setAttribute(name, value);
    for (const name of ["style", "class", "role", "aria-label", "tabindex", "data-moves"]) made.removeAttribute(name);
  });
  return new XMLSerializer().serializeToString(copy);
}

/** The picture in pixels: two for each unit of the drawing, so that it is sharp in print. */
async function pixels(svg) {
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(standalone(svg))}`;
  await image.decode();
  const canvas = document.createElement("canvas");
  canvas.width = 2 * image.width;
  canvas.height = 2 * image.height;
  canvas.getContext("2d").drawImage(image, 0, 0, canvas.width, canvas.height);
  return new Promise((done) => canvas.toBlob(done, "image/png"));
}

/** Saves a picture as a file of this name: `kind` is "svg" or "png". */
export async function download(svg, name, kind) {
  const picture = kind === "png" ? await pixels(svg) : new Blob([standalone(svg)], { type: "image/svg+xml" });
  saveFile(picture, `${name}.${kind}`);
}

/** Saves a text as a file. */
export const downloadText = (text, name, type) => saveFile(new Blob([text], { type }), name);

function saveFile(content, name) {
  const address = URL.createObjectURL(content);
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 1000);
}

/** The picture in an element of the page; nothing where there is none. */
export const pictureIn = (id) => byId(id).querySelector("svg");
