
// -- navigation ----------------------------------------------------------------------------------------

function select(path, number) {
  state.path = path;
  state.node = number;
  draw();
  describe();
  history.replaceState(null, "", `#${number}`);
}

function clear() {
  state.path = "";
  state.node = null;
  draw();
  describe();
  history.replaceState(null, "", location.pathname + location.search);
}

// Expands the boxes around a node, and moves to it.
function reveal(number) {
  const path = opened(number);
  arrange();
  drawOverview();
  const { x, y, width, height } = picture.byPath.get(path);
  state.scale = Math.max(state.scale, 0.7);
  trail.hidden = false; // it is about to be shown
  const [middle, centre] = clearing(Math.min(width, 400) * state.scale, Math.min(height, 200) * state.scale);
  state.x = middle - (x + width / 2) * state.scale;
  state.y = centre - (y + Math.min(height, 200) / 2) * state.scale;
  select(path, number);
}

const STEPS = 24; // candidate positions along each side

// The position nearest to the center of the canvas at which no floating element covers a box of this size.
function clearing(width, height) {
  const { left, top, right, bottom } = canvas.getBoundingClientRect();
  const middle = [(right - left) / 2, (bottom - top) / 2];
  const floating = [overview, trail, byId("zoom"), byId("notice"), found].filter((each) => !each.hidden).map((each) => each.getBoundingClientRect());
  const isClear = ([x, y]) => floating.every((each) => x - width / 2 > each.right - left || x + width / 2 < each.left - left
    || y - height / 2 > each.bottom - top || y + height / 2 < each.top - top);
  const along = (from, to) => Array.from({ length: STEPS + 1 }, (_, step) => from + (to - from) * step / STEPS);
  const places = along(width / 2, right - left - width / 2).flatMap((x) => along(height / 2, bottom - top - height / 2).map((y) => [x, y]));
  const far = ([x, y]) => Math.hypot(x - middle[0], y - middle[1]);
  return [middle, ...places.sort((a, b) => far(a) - far(b))].find(isClear) || middle;
}

// Keeps the position of the expanded or collapsed box.
function flip(path) {
  const before = picture.byPath.get(path);
  if (!state.open.delete(path)) state.open.add(path);
  arrange();
  const after = picture.byPath.get(path);
  state.x += (before.x + before.width / 2 - after.x - after.width / 2) * state.scale;
  state.y += (before.y - after.y) * state.scale;
  if (after.isOpen) bringIn(after);
  draw();
  drawOverview();
  if (path === state.path) describe();
}

// Moves a box that has grown out of the window into it; a wider one keeps its center.
function bringIn({ x, width }) {
  const edge = 12, left = state.x + x * state.scale, most = canvas.clientWidth - edge - width * state.scale;
  if (most >= edge) state.x += Math.max(edge, Math.min(left, most)) - left;
}

// -- pan and zoom --------------------------------------------------------------------------------------

function move() {
  view.setAttribute("transform", `translate(${state.x} ${state.y}) scale(${state.scale})`);
  canvas.style.backgroundPosition = `${state.x}px ${state.y}px`;
  byId("scale").textContent = `${Math.round(100 * state.scale)}%`;
  frame();
  shiftTitles();
  const { left, top, right, bottom } = visible(0);
  const isDrawn = drawn && left >= drawn.left && top >= drawn.top && right <= drawn.right && bottom <= drawn.bottom;
  if (!isDrawn || Math.abs(Math.log2(state.scale / drawn.scale)) > 1) later(draw);
}

// Once per frame.
const waiting = new Set();
function later(work) {
  if (waiting.has(work)) return;
  waiting.add(work);
  requestAnimationFrame(() => { waiting.delete(work); work(); });
}

function fit() {
  const { clientWidth: width, clientHeight: height } = canvas;
  state.scale = Math.min(1, (width - 40) / picture.width, (height - 60) / picture.height);
  state.x = (width - picture.width * state.scale) / 2;
  state.y = Math.max(20, (height - picture.height * state.scale) / 2);
  draw();
}

// Like `fit`, but at a legible scale: a larger drawing begins at the top, above the first op.
let isUnseen = false; // in a frame that is hidden, which has no size yet
function begin() {
  fit();
  isUnseen = canvas.clientWidth === 0;
  const { clientWidth: width } = canvas;
  if (state.scale >= 0.6) return;
  state.scale = Math.min(1, Math.max(0.75, (width - 40) / picture.width));
  const first = picture.cells.find(({ cell, depth }) => depth === 0 && cell.lines.length > 1);
  const isWide = picture.width * state.scale > width;
  const middle = isWide && first ? first.x + first.width / 2 : picture.width / 2;
  state.x = width / 2 - middle * state.scale;
  state.y = 20;
  draw();
}

function zoom(factor, x = canvas.clientWidth / 2, y = canvas.clientHeight / 2) {
  const scale = Math.min(4, Math.max(0.01, state.scale * factor));
  state.x = x - (x - state.x) * scale / state.scale;
  state.y = y - (y - state.y) * scale / state.scale;
  state.scale = scale;
  move();
}

// Scrolling pans; pinching, Ctrl with scrolling, and a mouse wheel zoom.
canvas.addEventListener("wheel", (event) => {
  event.preventDefault();
  const { left, top } = canvas.getBoundingClientRect();
  zoom(Math.exp(-event.deltaY * (event.deltaMode ? 0.05 : event.ctrlKey ? 0.01 : 0.0015)), event.clientX - left, event.clientY - top);
}, { passive: false });

let drag = null;
canvas.addEventListener("pointerdown", (event) => {
  drag = { x: event.clientX - state.x, y: event.clientY - state.y, from: [event.clientX, event.clientY], moved: false };
});
window.addEventListener("pointermove", (event) => {
  if (!drag || !event.buttons) return;
  if (Math.hypot(event.clientX - drag.from[0], event.clientY - drag.from[1]) > 4) drag.moved = true;
  if (!drag.moved) return;
  canvas.classList.add("dragging");
  state.x = event.clientX - drag.x;
  state.y = event.clientY - drag.y;
  move();
});
window.addEventListener("pointerup", () => { canvas.classList.remove("dragging"); });

function lookAt(event) {
  if (!event.buttons) return;
  const { left, top } = overview.getBoundingClientRect();
  state.x = canvas.clientWidth / 2 - (event.clientX - left) / small.scale * state.scale;
  state.y = canvas.clientHeight / 2 - (event.clientY - top) / small.scale * state.scale;
  move();
}
overview.addEventListener("pointerdown", (event) => { overview.setPointerCapture(event.pointerId); lookAt(event); });
overview.addEventListener("pointermove", lookAt);

// -- clicks --------------------------------------------------------------------------------------------

// The cell at a place of the window; the innermost, which was drawn last.
function cellAt({ clientX, clientY }) {
  const { left, top } = canvas.getBoundingClientRect();
  const [x, y] = [(clientX - left - state.x) / state.scale, (clientY - top - state.y) / state.scale];
  const at = picture.cells.filter((each) => x >= each.x && x <= each.x + each.width && y >= each.y && y <= each.y + each.height);
  const cell = at.reduce((best, each) => (best && best.depth > each.depth ? best : each), null);
  if (!cell) return null;
  const from = cell.x + (cell.isOpen ? titleShift(cell) : 0);
  return { cell, isToggle: !cell.isStub && insides(cell.node).length > 0 && x >= from && x < from + 20 && y < cell.y + 24 };
}

canvas.addEventListener("click", (event) => {
  if (drag && drag.moved) return; // it ends a drag
  const found = cellAt(event);
  canvas.focus({ preventScroll: true });
  if (!found) clear();
  else if (found.isToggle) flip(found.cell.path);
  else if (found.cell.isStub) reveal(found.cell.cell.node);
  else if (event.detail === 2 && insides(found.cell.node).length) flip(found.cell.path);
  else select(found.cell.path, found.cell.cell.node);
});

// -- keys ----------------------------------------------------------------------------------------------

// The node beside another, in its row.
function beside(step) {
  const here = picture.byPath.get(state.path);
  if (!here) return;
  const row = picture.cells.filter((each) => !each.isStub && each.scope === here.scope && each.row === here.row).sort((a, b) => a.x - b.x);
  const next = row[row.indexOf(here) + step];
  if (next) reveal(next.cell.node);
}

function upTo([number]) {
  if (number !== undefined) reveal(number);
}

function nextFinding(step) {
  const placed = [...new Set(findings.map((each) => each.node).filter((number) => number !== null))].sort((a, b) => a - b);
  if (!placed.length) return;
  const here = state.node ?? -1;
  const later = step > 0 ? placed.find((number) => number > here) : placed.filter((number) => number < here).pop();
  reveal(later ?? placed.at(step > 0 ? 0 : -1));
}

const KEYS = {
  "/": () => { search.focus(); search.select(); },
  Escape: () => { if (byId("help").open) byId("help").close(); else clear(); },
  ArrowUp: () => { if (state.node !== null) upTo(nodes[state.node].inputs.map(([source]) => source)); },
  ArrowDown: () => { upTo(state.node === null ? picture.cells.map((each) => each.cell.node) : nodes[state.node].users); },
  ArrowLeft: () => beside(-1),
  ArrowRight: () => beside(1),
  Enter: () => { if (state.node !== null && insides(nodes[state.node]).length) flip(state.path); },
  n: () => nextFinding(1),
  p: () => nextFinding(-1),
  o: openAll,
  c: closeAll,
  f: fit,
  s: save,
  S: savePng,
  t: changeTheme,
  "+": () => zoom(1.25),
  "=": () => zoom(1.25),
  "-": () => zoom(0.8),
  "?": () => byId("help").showModal(),
};

window.addEventListener("keydown", (event) => {
  const isWriting = event.target.matches("input, select") || event.ctrlKey || event.metaKey || event.altKey;
  const isPressing = event.target.matches("button, summary, a") && event.key === "Enter";
  if (isWriting || isPressing || !Object.hasOwn(KEYS, event.key)) return;
  event.preventDefault();
  KEYS[event.key]();
});

// -- buttons -------------------------------------------------------------------------------------------

function openAll() {
  for (const [path] of openable(state.sheet, `f${state.sheet}`)) state.open.add(path);
  render();
  begin();
}

function closeAll() {
  state.open.clear();
  clear();
  render();
  begin();
}

function changeTheme() {
  document.documentElement.dataset.theme = isDark() ? "light" : "dark";
  render();
  describe();
}

function changeFunction(sheet) {
  state.node = null;
  state.path = "";
  showFunction(sheet);
  render();
  begin();
  describe();
}

const BUTTONS = {
  fit, save, savepng: savePng, open: openAll, close: closeAll, theme: changeTheme,
  in: () => zoom(1.25), out: () => zoom(0.8), keys: () => byId("help").showModal(),
};
for (const [id, press] of Object.entries(BUTTONS)) byId(id).addEventListener("click", press);
byId("colour").addEventListener("change", () => { render(); describe(); });
byId("sizes").addEventListener("change", draw);
byId("function").addEventListener("change", (event) => changeFunction(program.functions[Number(event.target.value)]));
window.addEventListener("resize", () => { if (isUnseen) begin(); later(render); });
matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => { render(); describe(); });

// -- the beginning -------------------------------------------------------------------------------------

for (const { key, title } of measured) byId("colour").append(element("option", { value: key }, title));
if (measured.length) byId("colour").value = (measured.find(({ title }) => title.startsWith("seconds")) ?? measured[0]).key;
byId("name").textContent = program.name;
byId("name").addEventListener("click", clear);
program.functions.forEach((sheet, index) => {
  byId("function").append(element("option", { value: index }, `${sheets[sheet].title}  (${program.sizes[index].toLocaleString("en")} ops)`));
});

// `#12` in the address is a node, for links to one
const wanted = /^#(\d+)$/.exec(location.hash);
if (sheets.length) changeFunction(state.sheet);
else {
  byId("nothing").hidden = false;
  describe();
}
if (wanted && nodes[Number(wanted[1])]) reveal(Number(wanted[1]));
document.body.dataset.drawn = String(view.querySelectorAll(".cell").length);
