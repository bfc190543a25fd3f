
// -- search --------------------------------------------------------------------------------------------

const search = byId("search"), found = byId("found");
let hits = [], hit = -1;
let marked = new Set(); // matches, and the boxes around them

// The titles of the scopes around a node: `Model (backward) › layer_3 (backward) › attn`.
function around(number) {
  const sheet = sheets[nodes[number].sheet];
  sheet.around ??= owners(number).map(titleOf).join(" › ");
  return sheet.around;
}

function haystack(node, number) {
  node.text ??= [node.name, node.title, around(number), ...node.outputs.flatMap(([name, type]) => [name, type]),
    ...node.inputs.map(([source, port]) => nodes[source].outputs[port][1]), ...node.attributes.flat(),
    ...node.findings.map((index) => findings[index].code)].join("\n").toLowerCase();
  return node.text;
}

function look() {
  const words = search.value.toLowerCase().split(/\s+/).filter(Boolean);
  hits = words.length ? nodes.flatMap((node, number) =>
    !isBox(node) && words.every((word) => haystack(node, number).includes(word)) ? [number] : []) : [];
  hit = -1;
  marked = new Set(hits.flatMap((number) => [number, ...owners(number)]));
  listHits();
  later(render);
}

function listHits() {
  const from = Math.max(0, Math.min(hit - 50, hits.length - MOST_LISTED));
  const rows = hits.slice(from, from + MOST_LISTED).map((number, index) => {
    const { title, outputs: [output] } = nodes[number];
    return element("li", { class: from + index === hit ? "on" : "", onmousedown: (event) => { event.preventDefault(); go(from + index); found.hidden = true; } },
      element("b", {}, title), element("span", { class: "quiet where" }, element("bdi", {}, around(number))), output ? element("span", { class: "quiet" }, `${output[0]}: ${output[1]}`) : null);
  });
  const count = hits.length > MOST_LISTED ? `${hits.length.toLocaleString("en")} matches` : `${hits.length || "no"} ${hits.length === 1 ? "match" : "matches"}`;
  found.replaceChildren(element("li", { class: "quiet head" }, count, hits.length > 1 ? element("span", {}, "Enter: next, Shift+Enter: previous") : null), ...rows);
  found.classList.toggle("going", hit >= 0);
  const room = canvas.getBoundingClientRect().right - search.getBoundingClientRect().left - 12; // beside the panel
  found.style.maxWidth = `max(100%, ${room}px)`;
  found.hidden = !search.value.trim();
  const on = found.querySelector(".on");
  if (on) on.scrollIntoView({ block: "nearest" });
}

function go(index) {
  if (!hits.length) return;
  hit = (index + hits.length) % hits.length;
  listHits();
  reveal(hits[hit]);
}

function searchFor(text) {
  search.value = text;
  search.focus();
  look();
}

search.addEventListener("input", look);
search.addEventListener("focus", () => { found.hidden = !search.value.trim(); });
search.addEventListener("blur", () => { found.hidden = true; });
search.addEventListener("keydown", (event) => {
  event.stopPropagation();
  if (event.key === "Enter" || event.key === "ArrowDown") go(event.shiftKey ? hit - 1 : hit + 1);
  else if (event.key === "ArrowUp") go(hit - 1);
  else if (event.key === "Escape") { search.value = ""; look(); canvas.focus(); }
  else return;
  event.preventDefault();
});
