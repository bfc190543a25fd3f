
// -- drawing: the visible part and its margin ----------------------------------------------------------

const canvas = byId("canvas"), view = byId("view"), overview = byId("overview");
const MOST_DRAWN = 1500; // cells drawn in detail; beyond that, only outlines
const MOST_NAMED = 20; // values in the tooltip of an arrow
const MARGIN = 0.5; // of the window size, on each side
let drawn = null; // the drawn part, and its scale

function render() {
  arrange();
  draw();
  drawOverview();
}

function visible(margin) {
  const { clientWidth: width, clientHeight: height } = canvas;
  const [more, higher] = [width * margin, height * margin];
  return {
    left: (-more - state.x) / state.scale, top: (-higher - state.y) / state.scale,
    right: (width + more - state.x) / state.scale, bottom: (height + higher - state.y) / state.scale,
  };
}

function isIn(part, { x, y, width, height }) {
  return x <= part.right && x + width >= part.left && y <= part.bottom && y + height >= part.top;
}

function draw() {
  const part = visible(MARGIN);
  const within = (list) => list.filter((each) => isIn(part, each));
  const [scopes, arrows, cells] = [within(picture.scopes), within(picture.arrows), within(picture.cells)];
  drawn = { ...part, scale: state.scale };
  const rest = document.createDocumentFragment();
  if (cells.length > MOST_DRAWN) drawOutlines(rest, scopes, arrows, cells);
  else drawDetails(rest, scopes, arrows, cells);
  view.replaceChildren(rest);
  move();
}

// The current view as an SVG file, styled as the page.
function pictureFile() {
  const { width, height } = picture, edge = 20;
  const image = shape("svg", { xmlns: "http://www.w3.org/2000/svg", width: width + 2 * edge, height: height + 2 * edge,
    viewBox: `${-edge} ${-edge} ${width + 2 * edge} ${height + 2 * edge}` });
  const style = getComputedStyle(document.documentElement);
  const [, rules] = document.querySelector("style").textContent.split("/* -- the graph -- */");
  image.append(shape("style", {}, rules.replace(/var\((--\w+)\)/g, (_, name) => style.getPropertyValue(name).trim())));
  image.append(canvas.querySelector("defs").cloneNode(true));
  image.append(shape("rect", { x: -edge, y: -edge, width: width + 2 * edge, height: height + 2 * edge, fill: style.getPropertyValue("--ground").trim() }));
  const rest = document.createDocumentFragment();
  drawDetails(rest, picture.scopes, picture.arrows, picture.cells);
  image.append(rest);
  return new XMLSerializer().serializeToString(image).replace(/[^\t\n -\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, "\ufffd");
}

function pictureBlob() {
  return new Blob([pictureFile()], { type: "image/svg+xml" });
}

function download(blob, ending) {
  const address = URL.createObjectURL(blob);
  element("a", { href: address, download: `${program.name.replace(/\.\w+$/, "")}.${ending}` }).click();
  setTimeout(() => URL.revokeObjectURL(address), 60000);
}

function save() {
  download(pictureBlob(), "svg");
}

const MOST_PIXELS = 2 ** 26, LONGEST_SIDE = 2 ** 14; // of a PNG: limits of browsers, 256 MB
const SHARP = 2; // PNG pixels per page pixel, within the limits

// The scale of a PNG.
function pngScale(width, height) {
  return Math.min(SHARP, LONGEST_SIDE / Math.max(width, height), Math.sqrt(MOST_PIXELS / width / height));
}

// The SVG file, rendered as pixels.
async function drawnInPixels(blob) {
  const address = URL.createObjectURL(blob), image = new Image(), pixels = document.createElement("canvas");
  await new Promise((done, failed) => Object.assign(image, { onload: done, onerror: failed, src: address }));
  const { naturalWidth: width, naturalHeight: height } = image, scale = pngScale(width, height);
  Object.assign(pixels, { width: Math.max(1, Math.floor(width * scale)), height: Math.max(1, Math.floor(height * scale)) });
  pixels.getContext("2d").drawImage(image, 0, 0, pixels.width, pixels.height);
  URL.revokeObjectURL(address);
  return { pixels, scale };
}

async function savePng() {
  const { pixels, scale } = await drawnInPixels(pictureBlob());
  const blob = await new Promise((done) => pixels.toBlob(done, "image/png"));
  if (!blob) { notify("The browser cannot draw a PNG this large. Collapse some boxes, or save an SVG."); return; }
  download(blob, "png");
  if (scale < 1) notify(`The PNG is scaled to ${(100 * scale).toPrecision(2)}%. Collapse some boxes, or save an SVG.`);
}

let silence = null;
function notify(text) {
  clearTimeout(silence);
  byId("notice").textContent = text;
  byId("notice").hidden = false;
  silence = setTimeout(() => { byId("notice").hidden = true; }, 10000);
}

// By depth, since inner boxes cover outer ones.
function drawDetails(into, scopes, arrows, cells) {
  const depths = Math.max(0, ...scopes.map((each) => each.depth)) + 1;
  const byDepth = (list) => list.reduce((all, each) => { all[each.depth].push(each); return all; }, Array.from({ length: depths }, () => []));
  const [allScopes, allArrows, allCells] = [byDepth(scopes), byDepth(arrows), byDepth(cells)];
  const labelled = new Set();
  for (let depth = 0; depth < depths; depth += 1) {
    into.append(...allScopes[depth].flatMap(scopeShapes));
    for (const each of allArrows[depth]) into.append(...arrowShapes(each, labelled));
    into.append(...allCells[depth].map(cellShape));
  }
}

const LEAST_SEEN = 1.5; // pixels; smaller cells are drawn as a tint of their box

// One shape for all cells of a color, which is fast for thousands of them.
function drawOutlines(into, allScopes, allArrows, allCells) {
  const isSeen = ({ width, height }) => Math.max(width, height) * state.scale > LEAST_SEEN;
  const [scopes, arrows, cells] = [allScopes, allArrows, allCells].map((list) => list.filter(isSeen));
  into.append(...scopes.map((each) => shape("rect", { class: "scope", ...corners(each), rx: 8 })));
  for (const each of cells.filter((cell) => cell.isOpen)) {
    into.append(shape("rect", { class: "node outline", ...corners(each), rx: 8, fill: fillOf(each.node, overlay(), true), "fill-opacity": 0.35 }));
  }
  into.append(shape("path", { class: "arrow", d: arrows.map(pathOf).join("") }));
  const byFill = new Map();
  for (const each of cells.filter((cell) => !cell.isOpen && !cell.isStub)) {
    const fill = fillOf(each.node, overlay());
    byFill.set(fill, (byFill.get(fill) || "") + outlineOf(each));
  }
  for (const [fill, d] of byFill) into.append(shape("path", { class: "node outline", d, fill }));
  into.append(shape("path", { class: "found", d: allCells.filter(isHit).map(outlineOf).join("") }));
  const selected = picture.byPath.get(state.path);
  if (selected) into.append(shape("rect", { class: "chosen", ...corners(selected), rx: 6 }));
  into.append(...cells.filter((cell) => cell.isOpen && cell.width * state.scale > 40).map(bigTitle));
}

function outlineOf({ x, y, width, height }) {
  return `M${x} ${y}h${width}v${height}h${-width}z`;
}

// A title that is legible when zoomed out.
function bigTitle({ node, x, y, width, height }) {
  const size = Math.min(13 / state.scale, width / (node.title.length + 2) / 0.62, height / 2);
  const title = shape("text", { class: "title", x: x + size * 0.6, y: y + size * 1.2 }, node.title);
  title.style.fontSize = `${size}px`; // the page's policy allows no style in an attribute
  return title;
}

function corners({ x, y, width, height }) {
  return { x, y, width, height };
}

function overlay() {
  return byId("colour").value;
}

function scopeShapes({ title, x, y, width, height }) {
  if (!title) return [];
  return [shape("rect", { class: "scope", x, y, width, height, rx: 8 }), shape("text", { class: "title", x: x + 11, y: y + 18 }, title)];
}

// Curves between rows, straight lines through rows and beside taller boxes.
function pathOf({ route, rows, x0, y0, start, bottom }) {
  let [x, y] = [x0 + route[0], y0 + bottom];
  let path = `M${x} ${y0 + start}`;
  if (bottom > start) path += `V${y}`;
  rows.forEach(([top, height], index) => {
    const to = x0 + route[index + 1], middle = (y + y0 + top) / 2;
    path += `C${x} ${middle} ${to} ${middle} ${to} ${y0 + top}`;
    if (height) path += `V${y0 + top + height}`;
    [x, y] = [to, y0 + top + height];
  });
  return path;
}

function arrowShapes(each, labelled) {
  const { arrow: { bytes, values, source }, from, to } = each;
  const texts = values.slice(0, MOST_NAMED).map(([node, port]) => nodes[node].outputs[port]).map(([name, type]) => `${name}: ${type}`);
  if (values.length > MOST_NAMED) texts.push(`and ${values.length - MOST_NAMED} more`);
  const isPath = state.path !== "";
  const related = isPath && to === state.path ? " in" : isPath && from === state.path ? " out" : "";
  const width = bytes ? Math.max(1, Math.log2(bytes) / 4 - 1) : 1;
  const drawing = shape("path", { class: `arrow${related}`, d: pathOf(each), "stroke-width": width, "marker-end": `url(#head${related.trim()})` });
  drawing.append(shape("title", {}, texts.join("\n") + (bytes === null ? "" : `\n${quantity(bytes, "B")}`)));
  const [x, y] = [each.x0 + each.route[0] + 5, each.y0 + each.start + 12], label = `${x} ${y} ${source} ${values}`;
  if (!byId("sizes").checked || bytes === null || labelled.has(label)) return [drawing];
  labelled.add(label);
  return [drawing, shape("text", { class: "size", x, y }, quantity(bytes, "B"))];
}

// Whether a cell matches the search, or is a collapsed box around a match.
function isHit({ cell, isOpen, isStub }) {
  return !isOpen && !isStub && marked.has(cell.node);
}

function cellShape(each) {
  const { cell, node, x, y, width, height, isOpen, isStub, path } = each;
  const classes = ["cell", isOpen && "open", isStub && "stub", isHit(each) && "hit", !isStub && path === state.path && "selected"];
  const group = shape("g", { class: classes.filter(Boolean).join(" "), "data-node": cell.node, "data-path": path });
  const fill = isStub ? {} : { fill: fillOf(node, overlay(), isOpen) };
  group.append(shape("rect", { class: "node", x, y, width, height, rx: cell.lines.length === 1 ? 11 : 6, ...fill }));
  const opens = !isStub && insides(node).length > 0;
  if (isOpen) group.append(shape("text", { class: "title", x: x + 24, y: y + 18 }, node.title));
  else cell.lines.forEach((line, index) => group.append(lineShape(each, line, index, opens)));
  if (opens) group.append(shape("path", { class: "toggle", d: isOpen ? `M${x + 9} ${y + 11}l4 5l4 -5z` : `M${x + 9} ${y + 9}l5 4l-5 4z` }));
  if (!isStub && node.worst < 3) group.append(shape("circle", { class: `${SEVERITIES[node.worst]}-dot`, cx: x + width, cy: y, r: 5 }));
  return group;
}

// The shift of the title of an expanded box, so that it is visible while the box is.
function titleShift({ node, x, width }) {
  const room = width - 2 * PADDING - 24 - 8 * node.title.length;
  return Math.max(0, Math.min(visible(0).left - x, room));
}

function shiftTitles() {
  for (const group of view.querySelectorAll(".cell.open")) {
    const shift = titleShift(picture.byPath.get(group.dataset.path));
    for (const part of group.querySelectorAll(".title, .toggle")) part.setAttribute("transform", `translate(${shift} 0)`);
  }
}

function lineShape({ cell, x, y, width }, line, index, opens) {
  const isSmall = index > 0 || cell.lines.length === 1;
  const at = { x: x + width / 2 + (opens && !index ? 7 : 0), y: y + (index ? 32 : isSmall ? 15 : 17), "text-anchor": "middle" };
  return shape("text", isSmall ? { ...at, class: "small" } : at, line);
}

// -- the minimap in the corner -------------------------------------------------------------------------

const FOUND = "#e0a100";
const small = { image: document.createElement("canvas"), scale: 1 };

function drawOverview() {
  const { width, height } = picture;
  const most = [Math.min(200, canvas.clientWidth / 4), Math.min(canvas.clientHeight * 0.5, 420)];
  small.scale = Math.min(most[0] / width, most[1] / height, 0.15);
  const sharp = devicePixelRatio || 1;
  for (const each of [small.image, overview]) {
    each.width = Math.max(8, Math.ceil(width * small.scale)) * sharp;
    each.height = Math.max(8, Math.ceil(height * small.scale)) * sharp;
  }
  overview.style.width = `${overview.width / sharp}px`;
  overview.style.height = `${overview.height / sharp}px`;
  const pen = small.image.getContext("2d"), by = small.scale * sharp;
  const isSeen = ({ width, height }) => Math.max(width, height) * by > LEAST_SEEN / 2;
  for (const each of picture.cells.filter((cell) => !cell.isStub && isSeen(cell))) {
    pen.globalAlpha = each.isOpen ? 0.35 : 1;
    pen.fillStyle = isHit(each) ? FOUND : fillOf(each.node, overlay(), each.isOpen);
    pen.fillRect(each.x * by, each.y * by, Math.max(1, each.width * by), Math.max(1, each.height * by));
    if (each.isOpen) continue;
    pen.fillStyle = "#6d778055";
    pen.fillRect(each.x * by, (each.y + each.height) * by, Math.max(1, each.width * by), 1);
  }
  frame();
}

// The window in the minimap, which is hidden if everything is visible.
function frame() {
  const { left, top, right, bottom } = visible(0);
  overview.hidden = left <= 0 && top <= 0 && right >= picture.width && bottom >= picture.height;
  if (overview.hidden) return;
  const pen = overview.getContext("2d"), by = small.scale * (devicePixelRatio || 1);
  pen.clearRect(0, 0, overview.width, overview.height);
  pen.drawImage(small.image, 0, 0);
  pen.lineWidth = 2;
  pen.strokeStyle = isDark() ? "#58a6ff" : "#0b5cad";
  const at = (value, most) => Math.min(most - 1, Math.max(1, value * by));
  const [x, y] = [at(left, overview.width), at(top, overview.height)];
  pen.strokeRect(x, y, Math.max(3, at(right, overview.width) - x), Math.max(3, at(bottom, overview.height) - y));
}
