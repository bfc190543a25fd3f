
"use strict";

const program = JSON.parse(document.getElementById("program").textContent);
const { nodes, sheets, findings } = program;
const byId = (id) => document.getElementById(id);
const canvas = byId("canvas"), view = byId("view"), details = byId("details");

const PADDING = 14, HEADER = 26, MOST_OPEN = 140;
const SEVERITIES = ["error", "warning", "note"];

// What is shown: `path` names a cell, since a function that is called twice can be open twice.
const state = { sheet: program.functions[0], open: new Set(), path: "", node: null, x: 0, y: 0, scale: 1 };

// -- elements: text of the program becomes text nodes, never markup --------------------------------

function element(name, attributes, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes || {})) {
    if (key.startsWith("on")) made.addEventListener(key.slice(2), value);
    else made.setAttribute(key, value);
  }
  made.append(...children.filter((child) => child !== null));
  return made;
}

function shape(name, attributes, text) {
  const made = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  if (text !== undefined) made.textContent = text;
  return made;
}

function quantity(count, unit) {
  const prefixes = ["", "k", "M", "G", "T", "P", "E"];
  let power = 0;
  while (count >= 1000 && power < prefixes.length - 1) { count /= 1000; power += 1; }
  return `${Number(count.toPrecision(3))} ${prefixes[power]}${unit}`.trimEnd();
}

// -- what is known of nodes ------------------------------------------------------------------------

for (const node of nodes) node.users = [];
nodes.forEach((node, number) => node.inputs.forEach(([source]) => {
  const users = nodes[source].users;
  if (users[users.length - 1] !== number) users.push(number);
}));

// Costs and findings of a node with all that is inside it; those of a function that is called are its own.
function gather(node) {
  const own = node.cost || [0, 0, 0];
  node.flops = own[1];
  node.bytes = own[2];
  node.worst = Math.min(3, ...node.findings.map((index) => SEVERITIES.indexOf(findings[index].severity)));
  for (const sheet of node.scopes) {
    for (const cell of sheets[sheet].cells) {
      if (cell.kind !== "node") continue;
      const inner = nodes[cell.node];
      gather(inner);
      node.flops += inner.flops;
      node.bytes += inner.bytes;
      node.worst = Math.min(node.worst, inner.worst);
    }
  }
}
for (const sheet of program.functions) {
  for (const cell of sheets[sheet].cells) if (cell.kind === "node") gather(nodes[cell.node]);
}
const most = { flops: 1, bytes: 1 };
for (const node of nodes) {
  if (node.kind === "part") continue;
  most.flops = Math.max(most.flops, node.flops);
  most.bytes = Math.max(most.bytes, node.bytes);
}

function insides(node) {
  return node.callee === null ? node.scopes : [node.callee];
}

function fill(node, isOpen) {
  const colour = byId("colour").value;
  if (colour === "kind") return program.fills[node.colour];
  if (isOpen) return "#ffffff";
  if (colour === "findings") return ["#f2b8b1", "#fbdca6", "#bcdcf3", "#ffffff"][node.worst];
  const share = Math.min(1, Math.sqrt(node[colour] / most[colour]));
  return `hsl(24 90% ${100 - 42 * share}%)`;
}

// -- places: an open box pushes those beside it aside ----------------------------------------------

// Where an x of each row is once boxes of it have grown: on both sides of their middles, which stay.
function aside(sheet, grown) {
  const pushes = sheet.rows.map(() => []);
  for (const [index, [width]] of grown) {
    const cell = sheet.cells[index];
    pushes[cell.row].push([cell.x, Math.max(0, width - cell.width) / 2]);
  }
  return (x, row) => pushes[row].reduce((sum, [middle, push]) => sum + push * Math.sign(x - middle), x);
}

function measure(number, path) {
  const sheet = sheets[number], grown = new Map(), inside = new Map();
  sheet.cells.forEach((cell, index) => {
    const here = `${path}/${cell.node}`;
    if (cell.kind !== "node" || !state.open.has(here)) return;
    const boxes = insides(nodes[cell.node]).map((each, scope) => measure(each, `${here}.${scope}`));
    const width = boxes.reduce((sum, box) => sum + box.width + PADDING, PADDING);
    const height = Math.max(...boxes.map((box) => box.height)) + HEADER + PADDING;
    grown.set(index, [Math.max(width, cell.width), height]);
    inside.set(index, boxes);
  });
  const rows = taller(sheet, grown);
  const at = aside(sheet, grown), fed = new Set(sheet.arrows.map((arrow) => arrow.target));
  const cells = sheet.cells.map((cell, index) => {
    const [width, height] = grown.get(index) || [cell.width, cell.height];
    const [top, tall] = rows[cell.row];
    const y = fed.has(index) ? top : top + tall - height; // what nothing goes into is near what it goes into
    return { cell, width, height, x: at(cell.x, cell.row), y, boxes: inside.get(index) };
  });
  const routes = sheet.arrows.map((arrow) => {
    const first = sheet.cells[arrow.source].row;
    return arrow.route.map((x, index) => at(x, Math.min(first + index, rows.length - 1)));
  });
  let [left, right] = [Infinity, -Infinity];
  for (const { x, width } of cells) [left, right] = [Math.min(left, x - width / 2), Math.max(right, x + width / 2)];
  for (const x of routes.flat()) [left, right] = [Math.min(left, x), Math.max(right, x)];
  for (const place of cells) place.x -= left;
  const [top, tall] = rows[rows.length - 1] || [0, 0];
  return {
    sheet, path, rows, cells, routes: routes.map((route) => route.map((x) => x - left)),
    width: Math.max(right - left, sheet.title.length * 8, 0) + 2 * PADDING, height: top + tall + HEADER + PADDING,
  };
}

// The top and the height of each row.
function taller(sheet, grown) {
  const heights = sheet.rows.map(([, height]) => height);
  for (const [index, [, height]] of grown) {
    const { row } = sheet.cells[index];
    heights[row] = Math.max(heights[row], height);
  }
  let added = 0;
  return sheet.rows.map(([top, height], row) => {
    const place = [top + added, heights[row]];
    added += heights[row] - height;
    return place;
  });
}

// -- drawing ---------------------------------------------------------------------------------------

let places = new Map(); // the middle of each cell that is drawn, by path

function render() {
  places = new Map();
  view.replaceChildren();
  const box = measure(state.sheet, `f${state.sheet}`);
  drawScope(box, 0, 0, view, 0, 0);
  state.box = box;
  move();
}

function drawScope(box, left, top, parent, fromX, fromY) {
  if (box.sheet.title) parent.append(shape("rect", { class: "scope", x: left, y: top, width: box.width, height: box.height, rx: 6 }));
  parent.append(shape("text", { x: left + 10, y: top + 17 }, box.sheet.title));
  const group = shape("g", { transform: `translate(${left + PADDING} ${top + HEADER})` });
  parent.append(group);
  const labelled = new Set();
  box.sheet.arrows.forEach((_, number) => drawArrow(box, number, group, labelled));
  for (const place of box.cells) {
    drawCell(box, place, group, fromX + left + PADDING, fromY + top + HEADER);
  }
}

function drawArrow(box, number, group, labelled) {
  const arrow = box.sheet.arrows[number];
  const [source, target] = [box.cells[arrow.source], box.cells[arrow.target]];
  const [first, last] = [source.cell.row, target.cell.row];
  const ends = box.rows.slice(first + 1, last).concat([[box.rows[last][0], 0]]);
  const route = box.routes[number].slice(), end = arrow.route.length - 1;
  route[end] = target.x + arrow.route[end] - target.cell.x;
  let [x, y] = [source.x, source.y + source.height];
  let path = `M${x} ${y}`;
  // beside a box that is higher it goes straight down, and bends in the gap between the rows
  const bottom = box.rows[first][0] + box.rows[first][1];
  if (last > first && bottom > y) path += `V${bottom}`;
  if (last > first) y = bottom;
  ends.forEach(([top, height], index) => {
    const to = route[index + 1], middle = (y + top) / 2;
    path += `C${x} ${middle} ${to} ${middle} ${to} ${top}`;
    if (height) path += `V${top + height}`;
    [x, y] = [to, top + height];
  });
  const { bytes } = arrow, values = arrow.values.map(([node, port]) => nodes[node].outputs[port]);
  const hint = values.map(([name, type]) => `${name}: ${type}`).join("\n");
  const width = bytes ? Math.max(1, Math.log2(bytes) / 4 - 1) : 1;
  const line = shape("path", { class: `arrow ${related(box, source, target)}`, d: path, "stroke-width": width });
  line.append(shape("title", {}, hint + (bytes === null ? "" : `, ${quantity(bytes, "B")}`)));
  group.append(line);
  const label = `${arrow.source} ${arrow.values.join(" ")}`;
  if (byId("sizes").checked && bytes !== null && !labelled.has(label)) {
    labelled.add(label);
    const place = { class: "size", x: source.x + 5, y: source.y + source.height + 12 };
    group.append(shape("text", place, quantity(bytes, "B")));
  }
}

function related(box, source, target) {
  if (state.path === "") return "";
  if (`${box.path}/${target.cell.node}` === state.path && target.cell.kind === "node") return "in";
  return `${box.path}/${source.cell.node}` === state.path && source.cell.kind === "node" ? "out" : "";
}

function drawCell(box, place, parent, fromX, fromY) {
  const { cell, width, height, x, y } = place;
  const node = nodes[cell.node], path = `${box.path}/${cell.node}`;
  const isOpen = place.boxes !== undefined, isStub = cell.kind !== "node";
  const classes = ["cell", isOpen && "open", isStub && "stub", !isStub && path === state.path && "selected"];
  const group = shape("g", { class: classes.filter(Boolean).join(" "), "data-node": cell.node });
  const rectangle = shape("rect", {
    class: "node", x: x - width / 2, y, width, height, rx: cell.lines.length === 1 ? 11 : 4,
  });
  if (!isStub) {
    rectangle.style.fill = fill(node, isOpen);
    places.set(path, [fromX + x, fromY + y + Math.min(height, 200) / 2]);
  }
  group.append(rectangle);
  const opens = !isStub && insides(node).length > 0;
  if (isOpen) {
    group.append(shape("text", { x: x - width / 2 + 22, y: y + 17 }, node.title));
  } else {
    cell.lines.forEach((line, index) => {
      const small = index || cell.lines.length === 1;
      const at = { x: x + (opens && !index ? 7 : 0), y: y + (index ? 32 : small ? 15 : 17), "text-anchor": "middle" };
      if (small) at.class = "small";
      group.append(shape("text", at, line));
    });
  }
  if (opens) {
    const toggle = shape("text", { class: "toggle", x: x - width / 2 + 7, y: y + 17 }, isOpen ? "▾" : "▸");
    toggle.addEventListener("click", (event) => { event.stopPropagation(); flip(path); });
    group.append(toggle);
    group.addEventListener("dblclick", (event) => { event.stopPropagation(); flip(path); });
  }
  if (!isStub && node.worst < 3) {
    group.append(shape("circle", { class: `${SEVERITIES[node.worst]}-dot`, cx: x + width / 2, cy: y, r: 5 }));
  }
  group.addEventListener("click", (event) => {
    event.stopPropagation();
    if (isStub) reveal(cell.node);
    else select(path, cell.node);
  });
  parent.append(group);
  if (!isOpen) return;
  let left = x - width / 2 + PADDING;
  for (const inner of place.boxes) {
    drawScope(inner, left, y + HEADER, group, fromX, fromY);
    left += inner.width + PADDING;
  }
}

function move() {
  view.setAttribute("transform", `translate(${state.x} ${state.y}) scale(${state.scale})`);
}

// Keeps where it is what was opened or closed.
function flip(path) {
  const before = places.get(path);
  if (!state.open.delete(path)) state.open.add(path);
  render();
  const after = places.get(path);
  state.x += (before[0] - after[0]) * state.scale;
  move();
}

function fit() {
  const { clientWidth: width, clientHeight: height } = canvas;
  const { width: wide, height: high } = state.box;
  state.scale = Math.min(1, (width - 20) / wide, (height - 20) / high);
  state.x = (width - wide * state.scale) / 2;
  state.y = Math.max(10, (height - high * state.scale) / 2);
  move();
}

// As `fit`, but no smaller than can be read: then it begins at the top, and above the first op if need be.
function begin() {
  fit();
  const { clientWidth: width } = canvas;
  if (state.scale >= 0.5) return;
  state.scale = Math.min(1, Math.max(0.5, (width - 20) / state.box.width));
  const first = state.box.cells.find((place) => place.cell.lines.length > 1);
  const isWide = state.box.width * state.scale > width;
  state.x = width / 2 - (isWide && first ? first.x + PADDING : state.box.width / 2) * state.scale;
  state.y = 10;
  move();
}

// -- opening ---------------------------------------------------------------------------------------

function openable(number, path, found) {
  for (const cell of sheets[number].cells) {
    const node = nodes[cell.node];
    if (cell.kind !== "node" || !node.scopes.length || node.said) continue;
    const here = `${path}/${cell.node}`;
    found.push([here, node]);
    node.scopes.forEach((each, scope) => openable(each, `${here}.${scope}`, found));
  }
  return found;
}

// At first as much is open as fits the eye; what is called stays closed.
function openSome() {
  let cells = sheets[state.sheet].cells.length;
  const shut = new Set();
  for (const [path, node] of openable(state.sheet, `f${state.sheet}`, [])) {
    const more = node.scopes.reduce((sum, each) => sum + sheets[each].cells.length, 0);
    const isIn = ![...shut].some((outer) => path.startsWith(`${outer}.`));
    if (isIn && cells + more <= MOST_OPEN) {
      cells += more;
      state.open.add(path);
    } else shut.add(path);
  }
}

function showFunction(sheet) {
  state.sheet = sheet;
  byId("function").value = String(program.functions.indexOf(sheet));
  if (!state.seen) state.seen = new Set();
  if (!state.seen.has(sheet)) openSome();
  state.seen.add(sheet);
}

// Opens what a node is in, and goes there.
function reveal(number) {
  const around = [];
  let sheet = nodes[number].sheet;
  while (sheets[sheet].owner !== null) {
    around.unshift([sheets[sheet].owner, sheet]);
    sheet = nodes[sheets[sheet].owner].sheet;
  }
  showFunction(sheet);
  let path = `f${sheet}`;
  for (const [owner, inside] of around) {
    path += `/${owner}`;
    state.open.add(path);
    path += `.${nodes[owner].scopes.indexOf(inside)}`;
  }
  select(`${path}/${number}`, number);
  state.scale = Math.max(state.scale, 0.7);
  const [x, y] = places.get(state.path);
  state.x = canvas.clientWidth / 2 - x * state.scale;
  state.y = canvas.clientHeight / 2 - y * state.scale;
  move();
}

function select(path, number) {
  state.path = path;
  state.node = number;
  render();
  describe();
}

// -- the side panel --------------------------------------------------------------------------------

function heading(text) { return element("h3", {}, text); }

function link(number, text) {
  return element("button", { class: "link mono", onclick: () => reveal(number) }, text);
}

function table(rows) {
  return element("table", {}, ...rows.map((row) => element("tr", {}, ...row.map((each, index) =>
    each instanceof Node ? element("td", {}, each) :
      element("td", { class: index && row.length > 2 ? "number" : "mono" }, each)))));
}

function values(list) {
  return element("ul", {}, ...list.map(([name, type, bytes, source]) => element("li", { class: "mono" },
    source === undefined ? name : link(source, name), `: ${type}`,
    element("span", { class: "quiet" }, bytes === null ? "" : `  ${quantity(bytes, "B")}`))));
}

function finding(each) {
  const place = each.node === null ? element("span", {}, each.code) : link(each.node, each.code);
  const lines = [...each.notes, ...each.helps].map((text) => element("p", { class: "quiet" }, text));
  const line = each.line === null ? "" : `  line ${each.line}`;
  return element("div", { class: `finding ${each.severity}` },
    element("p", {}, place, element("span", { class: "quiet" }, `  ${each.severity}${line}`)),
    element("p", {}, each.message), ...lines);
}

function describe() {
  details.replaceChildren(...(state.node === null ? ofProgram() : ofNode(nodes[state.node])));
  details.scrollTop = 0;
}

function ofProgram() {
  const { totals } = program;
  const kinds = Object.entries(program.fills).filter(([kind]) => nodes.some((node) => node.colour === kind));
  return [
    element("h2", {}, program.name),
    table(totals.map(([name, text]) => [name, text])),
    program.remark ? element("p", { class: "quiet" }, program.remark) : null,
    heading("colours"),
    element("ul", {}, ...kinds.map(([kind, colour]) => {
      const swatch = element("span", { class: "swatch" });
      swatch.style.background = colour;
      return element("li", {}, swatch, program.kinds[kind]);
    })),
    heading(`findings: ${findings.length}`),
    ...findings.slice(0, 200).map(finding),
    findings.length > 200 ? element("p", { class: "quiet" }, `and ${findings.length - 200} more`) : null,
    heading("how to look"),
    element("p", { class: "quiet" }, "Click an op for all that is known of it, ▸ or double-click to open it. Drag to move, " +
      "turn the wheel to zoom. / searches; ↑ and ↓ go to what the op uses and what uses it; Escape comes back here."),
  ].filter((each) => each !== null);
}

function ofNode(node) {
  const shown = [element("h2", { class: "mono" }, node.title || node.name)];
  const where = [node.line === null ? "" : `line ${node.line}`, node.origin].filter(Boolean).join(", written at ");
  shown.push(element("p", { class: "quiet" }, [node.name, where].filter(Boolean).join("; ")));
  if (insides(node).length) {
    shown.push(element("button", { onclick: () => flip(state.path) }, "open or close"));
  }
  if (node.findings.length) shown.push(heading("findings"), ...node.findings.map((index) => finding(findings[index])));
  if (node.outputs.length) shown.push(heading("computes"), values(node.outputs));
  if (node.inputs.length) {
    shown.push(heading("from"), values(node.inputs.map(([source, index]) => [...nodes[source].outputs[index], source])));
  }
  if (node.users.length) {
    shown.push(heading("used by"), element("ul", {}, ...node.users.slice(0, 100).map((number) =>
      element("li", {}, link(number, nodes[number].title || nodes[number].name)))));
  }
  if (node.attributes.length) {
    shown.push(heading("attributes"), ...node.attributes.map(([name, text]) =>
      element("p", { class: "mono" }, element("span", { class: "quiet" }, `${name} = `), text)));
  }
  if (node.cost || node.flops || node.bytes) {
    const rows = [["FLOPs", quantity(node.flops, "")], ["bytes moved", quantity(node.bytes, "B")]];
    if (node.cost) rows.unshift(["executed", String(node.cost[0])]);
    shown.push(heading("in one run"), table(rows));
  }
  return shown.concat(documentation(program.docs[node.name]));
}

// The specification marks formulas in prose; where it marks none, all is one formula.
function formulas(text) {
  if (!text.includes("`")) return [element("code", {}, text)];
  return text.split("`").map((part, index) => element(index % 2 ? "code" : "span", {}, part));
}

function documentation(doc) {
  if (!doc) return [];
  const more = element("a", { href: doc.reference, rel: "noopener noreferrer", target: "_blank" }, "specification");
  return [
    heading("what it does"),
    ...doc.text.split("\n\n").map((text) => element("p", {}, text)),
    heading("rules"),
    ...doc.rules.map(([id, text]) => element("p", {}, `(${id}) `, ...formulas(text))),
    element("p", {}, more),
  ];
}

// -- search ----------------------------------------------------------------------------------------

const search = byId("search"), found = byId("found");
let hits = [], hit = -1;

function haystack(node) {
  if (node.text === undefined) {
    node.text = [node.name, node.title, ...node.outputs.flatMap(([name, type]) => [name, type]),
      ...node.inputs.map(([source, port]) => nodes[source].outputs[port][1]), ...node.attributes.flat(),
      ...node.findings.map((index) => findings[index].code)].join("\n").toLowerCase();
  }
  return node.text;
}

function look() {
  const words = search.value.toLowerCase().split(/\s+/).filter(Boolean);
  hits = words.length ? nodes.flatMap((node, number) =>
    node.kind !== "part" && words.every((word) => haystack(node).includes(word)) ? [number] : []) : [];
  hit = -1;
  listHits();
}

function listHits() {
  const from = Math.max(0, hit - 50);
  found.replaceChildren(...hits.slice(from, from + 100).map((number, index) => {
    const node = nodes[number];
    const output = node.outputs.length ? `${node.outputs[0][0]}: ${node.outputs[0][1]}` : "";
    return element("li", { class: `mono${from + index === hit ? " on" : ""}`,
      onmousedown: (event) => { event.preventDefault(); go(from + index); found.hidden = true; } },
    `${node.title}  ${output}`);
  }));
  if (search.value.trim()) {
    found.prepend(element("li", { class: "quiet" }, `${hits.length} found${hits.length > 100 ? ", 100 shown" : ""}; Enter for the next`));
  }
  found.hidden = !search.value.trim();
}

function go(index) {
  if (!hits.length) return;
  hit = (index + hits.length) % hits.length;
  reveal(hits[hit]);
  listHits();
}

search.addEventListener("input", look);
search.addEventListener("blur", () => { found.hidden = true; });
search.addEventListener("keydown", (event) => {
  if (event.key === "Enter") go(event.shiftKey ? hit - 1 : hit + 1);
  if (event.key === "Escape") { search.value = ""; look(); search.blur(); }
  event.stopPropagation();
});

// -- moving about ----------------------------------------------------------------------------------

function zoom(factor, x, y) {
  const scale = Math.min(4, Math.max(0.02, state.scale * factor));
  state.x = x - (x - state.x) * scale / state.scale;
  state.y = y - (y - state.y) * scale / state.scale;
  state.scale = scale;
  move();
}

canvas.addEventListener("wheel", (event) => {
  event.preventDefault();
  const { left, top } = canvas.getBoundingClientRect();
  zoom(Math.exp(-event.deltaY * (event.deltaMode ? 0.05 : 0.0015)), event.clientX - left, event.clientY - top);
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
// a click that ends a drag is none
canvas.addEventListener("click", (event) => { if (drag && drag.moved) event.stopPropagation(); }, true);
window.addEventListener("pointerup", () => { canvas.classList.remove("dragging"); });
canvas.addEventListener("click", () => { clear(); });

function clear() {
  state.path = "";
  state.node = null;
  render();
  describe();
}

window.addEventListener("keydown", (event) => {
  if (event.target.matches("input, select")) return;
  if (event.key === "/") { event.preventDefault(); search.focus(); search.select(); }
  if (event.key === "Escape") clear();
  if (state.node === null) return;
  const { inputs, users } = nodes[state.node];
  if (event.key === "ArrowUp" && inputs.length) { event.preventDefault(); reveal(inputs[0][0]); }
  if (event.key === "ArrowDown" && users.length) { event.preventDefault(); reveal(users[0]); }
});

byId("fit").addEventListener("click", fit);
byId("colour").addEventListener("change", render);
byId("sizes").addEventListener("change", render);
byId("open").addEventListener("click", () => {
  for (const [path] of openable(state.sheet, `f${state.sheet}`, [])) state.open.add(path);
  render();
  begin();
});
byId("close").addEventListener("click", () => { state.open.clear(); render(); begin(); });
byId("function").addEventListener("change", (event) => {
  showFunction(program.functions[Number(event.target.value)]);
  clear();
  begin();
});

byId("name").textContent = program.name;
program.functions.forEach((sheet, index) => {
  byId("function").append(element("option", { value: index }, `${sheets[sheet].title}  (${program.sizes[index]} ops)`));
});

// `#12` in the address is a node, for links to one
const wanted = /^#(\d+)$/.exec(location.hash);
if (sheets.length) {
  showFunction(state.sheet);
  render();
  describe();
  begin();
  if (wanted && nodes[Number(wanted[1])]) reveal(Number(wanted[1]));
}
document.body.dataset.drawn = String(view.querySelectorAll(".cell").length);
