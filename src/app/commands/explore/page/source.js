// Where the page has everything from: the program, or the file that it stands in. Both answer the same questions; what only a
// program can do, such as to search and to save, is not shown where there is none (`data-live` in the page).

import { embedded } from "./embedded.js";
import { server } from "./server.js";
import { byId } from "./text.js";

const data = byId("tree-data");

export const source = data ? embedded(data.textContent) : server;
