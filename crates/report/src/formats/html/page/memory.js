// Memory at a state: objects as tables, pointers as arrows over them.

/** What the cells of a picture hold once a state has happened: arrays by object and cell, with the state of the change. */
function contents(picture, state) {
  const cells = picture.objects.map(object => new Array(object.cells.length).fill(null));
  for (const [at, object, cell, text, bytes, target] of picture.changes) {
    if (at > state) break;
    cells[object][cell] = { at, text, bytes, target };
  }
  return cells;
}

const spaced = bytes => bytes.replace(/../g, "$& ").trim();

/** The objects that exist at a state and have a value or are pointed to. */
function memoryView(picture, state) {
  const cells = contents(picture, state);
  const pointed = new Set(cells.flat().filter(cell => cell && cell.target).map(cell => cell.target[0]));
  const gone = object => object.until !== undefined && object.until <= state;
  const shown = picture.objects.map((object, index) => ({ object, index })).filter(({ object, index }) =>
    object.from <= state && (pointed.has(index) || (!gone(object) && (object.storage !== "static" || cells[index].some(Boolean)))));
  if (!shown.length) return null;
  const stage = h("div", { class: "stage" });
  const boxes = new Map(), starts = [];
  for (const { object, index } of shown) {
    const rows = object.cells.map((cell, number) => {
      const value = cells[index][number];
      const row = h("tr", { class: value && value.at === state ? "changed" : null },
        h("th", { scope: "row" }, cell.path || object.name, h("span", { class: "hidden" }, value && value.at === state ? " (changed)" : "")),
        h("td", {}, value ? value.text : "?"),
        h("td", { class: "bytes", title: `byte ${cell.offset}${cell.bytes > 1 ? " to " + (cell.offset + cell.bytes - 1) : ""}` }, value ? value.bytes.startsWith("**") ? "pointer" : spaced(value.bytes.slice(0, 32)) : "??"));
      if (value && value.target && !gone(object)) starts.push({ row, from: index, to: value.target[0] });
      return row;
    });
    if (object.cut) rows.push(h("tr", { class: "cut" }, h("td", { colspan: 3 }, "… the rest is not drawn")));
    const box = h("table", { class: `object ${gone(object) ? "gone" : ""}`, "data-object": object.name },
      h("caption", { "data-gone": object.storage === "heap" ? "freed" : "out of scope" }, object.name, h("span", { class: "soft" }, ` ${object.type || ""} · ${plural(object.size, "byte")} · ${object.storage}`)),
      h("tbody", {}, rows));
    boxes.set(index, box);
    stage.append(box);
  }
  stage.arrows = () => arrows(stage, boxes, starts, index => gone(picture.objects[index]));
  return h("section", { class: "card memory" }, h("h2", {}, "Memory"), stage,
    picture.cut ? h("p", { class: "soft small" }, "The execution is long or has many objects; not everything is drawn.") : null);
}

/** Draws the arrows, once the boxes have their places. */
function arrows(stage, boxes, starts, gone) {
  stage.querySelector("svg")?.remove();
  const frame = stage.getBoundingClientRect(), space = "http://www.w3.org/2000/svg";
  const svg = document.createElementNS(space, "svg");
  svg.setAttribute("aria-hidden", "true");
  const path = (d, names) => {
    const line = document.createElementNS(space, "path");
    line.setAttribute("d", d);
    line.setAttribute("class", names);
    svg.append(line);
  };
  for (const { row, from, to } of starts) {
    const target = boxes.get(to);
    if (!target) continue;
    const a = row.getBoundingClientRect(), b = target.tBodies[0].getBoundingClientRect();
    const dead = gone(to) ? "dead" : "";
    const y1 = a.top + a.height / 2 - frame.top, y2 = b.top + Math.min(14, b.height / 2) - frame.top;
    const right = b.left >= a.right + 12;
    const x1 = a.right - frame.left, x2 = (right || from === to ? (from === to ? b.right : b.left) : b.right + 0) - frame.left;
    if (right) {
      const bend = Math.max(26, (x2 - x1) / 2);
      path(`M${x1} ${y1} C${x1 + bend} ${y1} ${x2 - bend} ${y2} ${x2 - 7} ${y2}`, dead);
      path(`M${x2} ${y2} l-8 -4.5 v9 z`, `head ${dead}`);
    } else {
      const out = Math.max(x1, x2) + 28;
      path(`M${x1} ${y1} C${out} ${y1} ${out} ${y2} ${x2 + 7} ${y2}`, dead);
      path(`M${x2} ${y2} l8 -4.5 v9 z`, `head ${dead}`);
    }
  }
  stage.append(svg);
}
