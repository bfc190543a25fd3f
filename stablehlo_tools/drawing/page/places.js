
// -- layout: an expanded box displaces its neighbors ----------------------------------------------------

const PADDING = 14, HEADER = 26;

// The view. A path identifies a cell, since a function that is called twice can be expanded twice.
const state = { sheet: program.functions[0], open: new Set(), seen: new Set(), path: "", node: null, x: 0, y: 0, scale: 1 };

// All cells in drawing order, in coordinates of the function.
const picture = { scopes: [], cells: [], arrows: [], byPath: new Map(), width: 0, height: 0 };

// The x of each row after boxes of it have grown, on both sides of their fixed centers.
function aside(sheet, grown) {
  const pushes = sheet.rows.map(() => []);
  for (const [index, [width]] of grown) {
    const cell = sheet.cells[index];
    pushes[cell.row].push([cell.x, Math.max(0, width - cell.width) / 2]);
  }
  return (x, row) => pushes[row].reduce((sum, [middle, push]) => sum + push * Math.sign(x - middle), x);
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
    const y = fed.has(index) ? top : top + tall - height; // cells without incoming arrows are near their users
    return { cell, width, height, x: at(cell.x, cell.row), y, boxes: inside.get(index) };
  });
  const routes = sheet.arrows.map((arrow) => {
    const first = sheet.cells[arrow.source].row;
    return arrow.route.map((x, index) => at(x, Math.min(first + index, rows.length - 1)));
  });
  let [left, right] = [Infinity, -Infinity];
  for (const { x, width } of cells) [left, right] = [Math.min(left, x - width / 2), Math.max(right, x + width / 2)];
  for (const route of routes) for (const x of route) [left, right] = [Math.min(left, x), Math.max(right, x)];
  if (left > right) [left, right] = [0, 0];
  for (const place of cells) place.x -= left;
  const [top, tall] = rows[rows.length - 1] || [0, 0];
  return {
    sheet, path, rows, cells, routes: routes.map((route) => route.map((x) => x - left)),
    width: Math.max(right - left, sheet.title.length * 8) + 2 * PADDING, height: top + tall + HEADER + PADDING,
  };
}

function arrange() {
  for (const part of [picture.scopes, picture.cells, picture.arrows]) part.length = 0;
  picture.byPath.clear();
  if (state.sheet === undefined) return;
  const box = measure(state.sheet, `f${state.sheet}`);
  Object.assign(picture, { width: box.width, height: box.height });
  put(box, 0, 0, 0);
}

function put(box, left, top, depth) {
  const { sheet, path } = box, [x0, y0] = [left + PADDING, top + HEADER];
  picture.scopes.push({ title: sheet.title, x: left, y: top, width: box.width, height: box.height, depth });
  sheet.arrows.forEach((arrow, index) => picture.arrows.push(line(box, arrow, box.routes[index], x0, y0, depth)));
  for (const place of box.cells) {
    const { cell, width, height, boxes } = place;
    const found = {
      cell, width, height, depth, node: nodes[cell.node], path: `${path}/${cell.node}`, isOpen: boxes !== undefined,
      isStub: cell.kind !== "node", x: x0 + place.x - width / 2, y: y0 + place.y, row: cell.row, scope: path,
    };
    picture.cells.push(found);
    if (!found.isStub) picture.byPath.set(found.path, found);
    let inner = found.x + PADDING;
    for (const each of boxes || []) {
      put(each, inner, found.y + HEADER, depth + 1);
      inner += each.width + PADDING;
    }
  }
}

// An arrow: its bounding box, and its ends and bends, from which its path is drawn.
function line(box, arrow, bends, x0, y0, depth) {
  const [source, target] = [box.cells[arrow.source], box.cells[arrow.target]];
  const [first, last] = [source.cell.row, target.cell.row];
  const rows = box.rows.slice(first + 1, last).concat([[box.rows[last][0], 0]]);
  const route = bends.slice(), end = route.length - 1;
  route[end] = target.x + arrow.route[end] - target.cell.x;
  route[0] = source.x;
  const [start, bottom] = [source.y + source.height, box.rows[first][0] + box.rows[first][1]];
  const [left, right] = [Math.min(...route), Math.max(...route)];
  return {
    arrow, depth, route, rows, x0, y0, start, bottom: last > first ? Math.max(start, bottom) : start,
    x: x0 + left, y: y0 + Math.min(start, box.rows[last][0]), width: right - left, height: Math.abs(box.rows[last][0] - start),
    from: source.cell.kind === "node" ? `${box.path}/${source.cell.node}` : null,
    to: target.cell.kind === "node" ? `${box.path}/${target.cell.node}` : null,
  };
}

// -- expanding -----------------------------------------------------------------------------------------

const MOST_OPEN = 100; // cells that are expanded initially
const MOST_ALONE = 400; // of a single box

// The expandable cells of a sheet, other than callees, regions described by a title, and lists of arguments.
function openableIn(number, path) {
  return (sheets[number]?.cells ?? []).filter((cell) => cell.kind === "node").map(({ node }) => [`${path}/${node}`, nodes[node]])
    .filter(([, node]) => node.scopes.length && !node.describes_region && node.kind !== "tree");
}

// The sheets of the node at a path, with their paths.
function within([path, node]) {
  return node.scopes.map((each, scope) => [each, `${path}.${scope}`]);
}

// All expandable cells.
function openable(number, path) {
  const found = [], pending = [[number, path]];
  for (const [each, here] of pending) {
    for (const box of openableIn(each, here)) {
      found.push(box);
      pending.push(...within(box));
    }
  }
  return found;
}

// Initially, boxes are expanded up to a limit, outer before inner ones, all of a level or none; callees stay
// collapsed.
function openSome() {
  let cells = sheets[state.sheet].cells.length;
  const pending = [[state.sheet, `f${state.sheet}`]];
  for (const [sheet, path] of pending) {
    const boxes = openableIn(sheet, path), inside = boxes.flatMap(within);
    const more = inside.reduce((sum, [each]) => sum + sheets[each].cells.length, 0);
    if (cells + more > (boxes.length === 1 ? MOST_ALONE : MOST_OPEN)) continue;
    cells += more;
    for (const [here] of boxes) state.open.add(here);
    pending.push(...inside);
  }
}

function showFunction(sheet) {
  state.sheet = sheet;
  if (!state.seen.has(sheet)) openSome();
  state.seen.add(sheet);
  byId("function").value = String(program.functions.indexOf(sheet));
}

// The path of a node in its function, with all boxes around it expanded.
function opened(number) {
  const around = owners(number);
  const { sheet } = nodes[around[0] ?? number];
  showFunction(sheet);
  let path = `f${sheet}`;
  around.forEach((owner, index) => {
    path += `/${owner}`;
    state.open.add(path);
    path += `.${nodes[owner].scopes.indexOf(nodes[around[index + 1] ?? number].sheet)}`;
  });
  return `${path}/${number}`;
}
