
// -- the side panel ------------------------------------------------------------------------------------

const details = byId("details"), trail = byId("trail");
const MOST_LISTED = 100, MOST_LEADING = 12;

function heading(text) { return element("h3", {}, text); }

function link(number, text) {
  return element("button", { class: "link mono", onclick: () => reveal(number) }, text);
}

function titleOf(number) {
  return nodes[number].title || nodes[number].name;
}

function table(rows) {
  return element("table", {}, ...rows.map((row) => element("tr", {}, ...row.map((each, index) =>
    element("td", { class: index ? "number" : "" }, each)))));
}

function values(list) {
  return element("ul", {}, ...list.map(([name, type, bytes, source]) => element("li", { class: "mono" },
    source === undefined ? name : link(source, name), `: ${type}`,
    element("span", { class: "quiet" }, bytes === null ? "" : `  ${quantity(bytes, "B")}`))));
}

// The first of a list, and how many more there are.
function listed(list, made, most = MOST_LISTED) {
  const rest = list.length - most;
  return [...list.slice(0, most).map(made), rest > 0 ? element("p", { class: "quiet" }, `and ${rest.toLocaleString("en")} more`) : null];
}

function paragraphs(text) {
  return text.split("\n\n").filter(Boolean).map((each) => element("p", {}, ...formulas(each)));
}

// Formats text between backticks as code.
function formulas(text) {
  return text.split("`").map((part, index) => element(index % 2 ? "code" : "span", {}, part));
}

function outside(address, text) {
  return element("a", { href: address, rel: "noopener noreferrer", target: "_blank" }, text);
}

function describe() {
  details.replaceChildren(...(state.node === null ? ofProgram() : ofNode(nodes[state.node])).filter((each) => each !== null));
  details.scrollTop = 0;
  const around = state.node === null ? [] : [...owners(state.node), state.node];
  trail.hidden = state.node === null;
  const { title } = sheets[state.sheet] || { title: "" };
  trail.replaceChildren(element("button", { class: "link", onclick: clear }, title), ...around.flatMap((each) =>
    [element("span", {}, "›"), each === state.node ? element("span", {}, titleOf(each)) : element("button", { class: "link", onclick: () => reveal(each) }, titleOf(each))]));
}

// -- program summary -----------------------------------------------------------------------------------

function ofProgram() {
  return [
    element("h2", {}, program.name),
    element("div", { class: "tiles" }, ...program.totals.map(([name, text]) =>
      element("div", {}, element("b", {}, text), element("span", { class: "quiet" }, name)))),
    ...program.remarks.map((text) => element("p", { class: "remark" }, ...formulas(text))),
    ...legend(),
    heading(findings.length ? `Diagnostics (${findings.length.toLocaleString("en")})` : "Diagnostics"),
    ...(findings.length ? byCode().map(ofCode) : [element("p", { class: "quiet" }, "No errors or warnings.")]),
    ...opsTable(),
    ...largest(),
  ];
}

function legend() {
  if (overlay() === "kind") {
    const kinds = Object.entries(program.fills).filter(([kind]) => kind !== "part" && nodes.some((node) => node.colour === kind));
    return [heading("Colors"), element("ul", { class: "legend" }, ...kinds.map(([kind, colour]) => swatch(tone(colour), program.kinds[kind])))];
  }
  if (overlay() === "findings") {
    return [heading("Colors"), element("ul", { class: "legend" }, ...SEVERITIES.map((severity, worst) =>
      swatch(fillOf({ worst }, "findings"), severity)))];
  }
  const bar = element("div", { class: "heat" });
  bar.style.background = `linear-gradient(to right, ${[0, 0.25, 0.5, 0.75, 1].map(heat)})`;
  const own = measured.find(({ key }) => key === overlay());
  const [name, end] = own ? [own.title, exact(most[own.key])] : overlay() === "flops"
    ? ["FLOPs of an op, in one run", quantity(most.flops, "")] : ["Bytes moved of an op, in one run", quantity(most.bytes, "B")];
  return [heading(name), bar, element("div", { class: "ends quiet" }, element("span", {}, "0"), element("span", {}, end)), ...(own ? leading(own) : [])];
}

function exact(number) {
  return String(Number(number.toPrecision(6)));
}

// The nodes with the largest numbers.
function leading({ numbers }) {
  const first = [...numbers].sort(([, a], [, b]) => Math.abs(b) - Math.abs(a)).slice(0, MOST_LEADING);
  return [table(first.map(([number, own]) => [link(number, `${titleOf(number)} ${nodes[number].outputs[0]?.[0] ?? ""}`), exact(own)]))];
}

function swatch(colour, text) {
  const mark = element("span", { class: "swatch" });
  mark.style.background = colour;
  return element("li", {}, mark, text);
}

function byCode() {
  const groups = new Map();
  for (const each of findings) {
    const key = `${each.severity} ${each.code}`;
    if (!groups.has(key)) groups.set(key, []);
    groups.get(key).push(each);
  }
  return [...groups.values()].sort(([a], [b]) => SEVERITIES.indexOf(a.severity) - SEVERITIES.indexOf(b.severity));
}

function ofCode(group) {
  const [first] = group, [name, summary] = program.codes[first.code];
  const head = element("summary", {}, element("b", { class: "mono" }, first.code), ` ${summary === first.code ? name : summary}`,
    group.length > 1 ? element("span", { class: "count" }, `${group.length}`) : null);
  const folded = element("details", { class: `finding ${first.severity}` }, head, ...listed(group, place), ...aboutCode(first.code));
  folded.open = group.length <= 3;
  return folded;
}

function place(each) {
  const line = each.line === null ? "" : `line ${each.line}: `;
  const text = `${line}${each.message}`;
  return element("p", {}, each.node === null ? text : element("button", { class: "link", onclick: () => reveal(each.node) }, text));
}

function aboutCode(code) {
  const [, , text, page] = program.codes[code];
  return [...paragraphs(text).map((each) => { each.className = "quiet"; return each; }), page ? element("p", {}, outside(page, "read more")) : null];
}

function opsTable() {
  const measured = overlay() === "flops" ? 2 : overlay() === "bytes" ? 3 : 1;
  const rows = program.ops.filter((row) => row[measured]).sort((a, b) => b[measured] - a[measured]);
  const largest = Math.max(1, ...rows.map((row) => row[measured]));
  const written = (count) => (measured === 1 ? count.toLocaleString("en") : quantity(count, measured === 3 ? "B" : ""));
  if (!rows.length) return [];
  const bars = element("div", { class: "bars" }, ...listed(rows, (row) => {
    const bar = element("span", { class: "bar" });
    bar.style.width = `${100 * row[measured] / largest}%`;
    return element("button", { title: `Search ${row[0]}`, onclick: () => searchFor(row[0]) },
      element("span", { class: "mono" }, row[0].replace("stablehlo.", "")), element("span", { class: "number" }, written(row[measured])), bar);
  }, 40));
  return [heading(["Ops", "FLOPs by op", "Bytes moved by op"][measured - 1]), bars];
}

function largest() {
  if (!program.constants.length) return [];
  return [heading("Largest constants"), table(program.constants.map(([number, bytes]) =>
    [link(number, `${nodes[number].outputs[0][0]}: ${nodes[number].outputs[0][1]}`), quantity(bytes, "B")]))];
}

// -- node details --------------------------------------------------------------------------------------

function ofNode(node) {
  const where = [node.line === null ? "" : `line ${node.line}`, node.origin && `from ${node.origin}`].filter(Boolean).join(", ");
  const isOpen = state.open.has(state.path);
  return [
    element("h2", { class: "mono" }, node.title || node.name),
    element("p", { class: "quiet" }, [node.name === node.title ? "" : node.name, where].filter(Boolean).join(" · ")),
    insides(node).length ? element("button", { class: "plain", onclick: () => flip(state.path) }, isOpen ? "Collapse" : "Expand") : null,
    ...(node.findings.length ? [heading("Diagnostics"), ...node.findings.map((index) => finding(findings[index]))] : []),
    ...(node.outputs.length ? [heading("Results"), values(node.outputs)] : []),
    ...(node.inputs.length ? [heading("Operands"), values(node.inputs.map(([source, index]) => [...nodes[source].outputs[index], source]))] : []),
    ...(node.users.length ? [heading("Used by"), ...listed(node.users, user)] : []),
    ...(node.attributes.length ? [heading("Attributes"), ...node.attributes.map(attribute)] : []),
    ...costs(node),
    ...documentation(program.docs[node.name]),
  ];
}

function user(number) {
  const { outputs: [output] } = nodes[number];
  return element("div", {}, link(number, titleOf(number)), output ? element("span", { class: "quiet mono" }, `  ${output[0]}`) : null);
}

function attribute([name, text]) {
  return element("p", { class: "mono" }, element("span", { class: "quiet" }, `${name} = `), text);
}

function finding(each) {
  const lines = [...each.notes, ...each.helps].map((text) => element("p", { class: "quiet" }, text));
  return element("div", { class: `finding ${each.severity}` },
    element("p", {}, element("b", { class: "mono" }, each.code), ` ${each.message}`), ...lines,
    element("details", {}, element("summary", {}, "About this rule"), element("p", {}, program.codes[each.code][1]), ...aboutCode(each.code)));
}

function costs(node) {
  const own = measured.filter(({ key }) => node[key] !== undefined).map(({ key, title }) => [title, exact(node[key])]);
  const ofUser = own.length ? [heading("Measured"), table(own)] : [];
  if (!node.cost && !node.flops && !node.bytes) return ofUser;
  const rows = [["FLOPs", quantity(node.flops, "")], ["bytes moved", quantity(node.bytes, "B")]];
  if (node.cost) rows.unshift(["executed", node.cost[0].toLocaleString("en")]);
  return [...ofUser, heading("In one run"), table(rows)];
}

function documentation(doc) {
  if (!doc) return [];
  // the specification marks formulas in prose; without marks, the text is a formula
  const rule = (text) => (text.includes("`") ? formulas(text) : [element("code", {}, text)]);
  return [
    heading("Semantics"), ...paragraphs(doc.text),
    ...(doc.rules.length ? [heading("Constraints")] : []),
    ...doc.rules.map(([id, text]) => element("p", {}, element("span", { class: "quiet" }, `(${id}) `), ...rule(text))),
    element("p", {}, outside(doc.reference, "specification")),
  ];
}
