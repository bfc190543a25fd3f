"use strict";

// -- the program ---------------------------------------------------------------------------------------

const program = JSON.parse(document.getElementById("program").textContent);
const { sheets } = program;
const SEVERITIES = ["error", "warning", "note"];

// Values that are shared are given by number; `rest` are fields that few nodes have.
const { labels, layouts, looks, types, origins, attributes, messages } = program.shared;
const nodes = program.nodes.map(([look, sheet, line, origin, own, inputs, outputs, ...rest]) => {
  const [name, kind, colour, title, cost] = looks[look];
  const node = { name, kind, colour, title, cost, sheet, line, inputs, scopes: [], callee: null, findings: [], users: [] };
  node.outputs = outputs.map(([result, type]) => [result, ...types[type]]);
  return Object.assign(node, { origin: origins[origin], attributes: attributes[own] }, ...rest);
});
const findings = program.findings.map(([message, line, node]) => ({ line, node, ...messages[message] }));
for (const sheet of sheets) {
  const { rows, cells, arrows } = layouts[sheet.layout];
  sheet.rows = rows;
  sheet.cells = sheet.cells.map(([node, label], index) => {
    const [[x, row, width, height], [kind, lines]] = [cells[index], labels[label]];
    return { node, kind, x, row, width, height, lines };
  });
  sheet.arrows = sheet.arrows.map((values, index) => {
    const [source, target, route] = arrows[index];
    return { source, target, bytes: bytesOf(values), route, values };
  });
}

// The bytes of outputs, as far as they are known; null if no size is known.
function bytesOf(values) {
  const known = values.map(([node, port]) => nodes[node].outputs[port][2]).filter((bytes) => bytes !== null);
  return known.length ? known.reduce((sum, bytes) => sum + bytes, 0) : null;
}

nodes.forEach((node, number) => node.inputs.forEach(([source]) => {
  const { users } = nodes[source];
  if (users[users.length - 1] !== number) users.push(number);
}));

// Whether a node only groups others: a part of the program, or a subtree of arguments.
function isBox({ kind }) {
  return kind === "part" || kind === "tree";
}

// The user's measurements are numbers of nodes, by the key of their color overlay.
const measured = program.measurements.map(({ title, adds_up: addsUp, numbers }, index) => ({ key: `measured${index}`, title, addsUp, numbers }));
for (const { key, numbers } of measured) for (const [number, value] of numbers) nodes[number][key] = value;

function together({ addsUp }, one, other) {
  if (one === undefined || other === undefined) return one ?? other;
  return addsUp ? one + other : Math.abs(one) >= Math.abs(other) ? one : other;
}

// Costs and findings of a node, including nested nodes but not callees.
function gather(node) {
  const [, flops, bytes] = node.cost || [0, 0, 0];
  Object.assign(node, { flops, bytes });
  node.worst = Math.min(3, ...node.findings.map((index) => SEVERITIES.indexOf(findings[index].severity)));
  for (const inner of node.scopes.flatMap(nodesOf)) {
    gather(inner);
    node.flops += inner.flops;
    node.bytes += inner.bytes;
    node.worst = Math.min(node.worst, inner.worst);
    for (const each of measured) node[each.key] = together(each, node[each.key], inner[each.key]);
  }
}

function nodesOf(sheet) {
  return sheets[sheet].cells.filter((cell) => cell.kind === "node").map((cell) => nodes[cell.node]);
}

program.functions.flatMap(nodesOf).forEach(gather);
const most = { flops: 1, bytes: 1, ...Object.fromEntries(measured.map(({ key }) => [key, Number.MIN_VALUE])) };
for (const node of nodes.filter((each) => !isBox(each))) {
  most.flops = Math.max(most.flops, node.flops);
  most.bytes = Math.max(most.bytes, node.bytes);
  for (const { key } of measured) most[key] = Math.max(most[key], Math.abs(node[key] ?? 0));
}

// The sheets that an expanded node shows.
function insides(node) {
  return node.callee === null ? node.scopes : [node.callee];
}

// The nodes around a node, outermost first.
function owners(number) {
  const around = [];
  for (let { owner } = sheets[nodes[number].sheet]; owner !== null; { owner } = sheets[nodes[owner].sheet]) around.unshift(owner);
  return around;
}

// -- elements: text of the program becomes text nodes, never markup ------------------------------------

const byId = (id) => document.getElementById(id);

function element(name, attributes, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
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

// -- colors --------------------------------------------------------------------------------------------

function isDark() {
  const { theme } = document.documentElement.dataset;
  return theme ? theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
}

// A color of the palette, which is for a light theme; the dark theme keeps the hue.
function tone(colour) {
  if (!isDark()) return colour;
  const parts = [1, 3, 5].map((from) => parseInt(colour.slice(from, from + 2), 16) / 255);
  const [red, green, blue] = parts, [high, low] = [Math.max(...parts), Math.min(...parts)], chroma = high - low;
  if (chroma < 0.05) return "hsl(214 8% 27%)";
  const sixth = high === red ? (green - blue) / chroma : high === green ? 2 + (blue - red) / chroma : 4 + (red - green) / chroma;
  return `hsl(${Math.round(60 * sixth)} ${Math.round(20 + 70 * chroma)}% 28%)`;
}

// An expanded box is transparent, since its nodes show their own numbers.
function fillOf(node, overlay, isOpen) {
  if (overlay === "kind") return tone(program.fills[node.colour]);
  if (isOpen) return "transparent";
  if (overlay === "findings") return tone(["#f2b8b1", "#fbdca6", "#bcdcf3", "#f3f5f7"][node.worst]);
  if (node[overlay] === undefined) return tone("#f3f5f7");
  return heat(Math.min(1, Math.sqrt(Math.abs(node[overlay]) / most[overlay])));
}

function heat(share) {
  return isDark() ? `hsl(22 75% ${14 + 32 * share}%)` : `hsl(24 90% ${98 - 40 * share}%)`;
}
