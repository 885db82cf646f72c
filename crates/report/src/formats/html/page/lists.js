// Lists: properties with filters and search, loops and assumptions, costs.
const GROUPS = { violated: ["violated"], open: ["bounded", "open"], holds: ["proved", "unreachable"] };
const SHOWN = 500;

function propertiesView(query, group, wanted) {
  const search = h("input", { type: "search", id: "search", placeholder: "Search: name, text, file:line, function", "aria-label": "Search properties", value: query || "" });
  const kinds = h("select", { "aria-label": "Class" }, h("option", { value: "" }, "every class"),
    [...new Set(properties.map(property => property.kind.name))].sort().map(name => h("option", { value: name }, name)));
  let chosen = GROUPS[group] ? group : "", limit = SHOWN;
  const buttons = Object.keys(GROUPS).map(name => {
    const count = properties.filter(property => GROUPS[name].includes(property.status)).length;
    return h("button", { type: "button", "data-group": name, "aria-pressed": "false", click: () => { chosen = chosen === name ? "" : name; limit = SHOWN; fill(); } }, `${name} ${count}`);
  });
  const body = h("tbody"), count = h("span", { class: "soft small", id: "count", role: "status", "aria-label": "Shown" });
  const more = h("button", { type: "button", click: () => { limit += 5 * SHOWN; fill(); } }, "Show more");
  const fill = () => {
    const words = search.value.toLowerCase().split(/\s+/).filter(Boolean);
    const found = properties.filter(property => (!chosen || GROUPS[chosen].includes(property.status)) && (!kinds.value || property.kind.name === kinds.value) && words.every(word => text(property).includes(word)));
    for (const button of buttons) button.setAttribute("aria-pressed", String(button.dataset.group === chosen));
    body.replaceChildren(...found.slice(0, limit).map(propertyRow));
    count.textContent = `${found.length.toLocaleString("en")} of ${plural(properties.length, "property", "properties")}`;
    more.hidden = found.length <= limit;
  };
  const text = property => property.text || (property.text = `${property.id} ${property.message} ${property.kind.title} ${baseName(property.file)}:${property.line}:${property.column} ${property.func}() ${property.basis}`.toLowerCase());
  search.addEventListener("input", () => { limit = SHOWN; fill(); });
  kinds.addEventListener("change", fill);
  fill();
  const view = h("div", { class: "card" }, h("h2", {}, "Properties"),
    h("div", { class: "filters", role: "search", "aria-label": "Properties" }, search, buttons, kinds, count),
    h("div", { class: "scroll" }, h("table", { class: "list stacked", id: "list" },
      h("thead", {}, h("tr", {}, ["Status", "Property", "What it says", "Where", "Rests on"].map(name => h("th", { scope: "col" }, name)))), body)), more);
  view.ready = () => {
    const row = wanted && body.querySelector(`[data-id="${CSS.escape(wanted)}"]`);
    if (!row) return;
    row.classList.add("changed");
    row.scrollIntoView({ block: "center" });
  };
  return view;
}

function propertyRow(property) {
  const status = chip(property.status);
  return h("tr", { "data-id": property.id },
    h("td", {}, property.finding === null ? status : h("a", { href: `#finding/${property.finding}` }, status)),
    h("td", { class: "mono" }, h("a", { href: `#property/${part(property.id)}` }, property.id)),
    h("td", {}, property.message, property.kind.cwe ? h("span", { class: "soft small" }, `  CWE-${property.kind.cwe}`) : null),
    h("td", { class: "mono" }, placeLink(property)),
    h("td", { class: "soft" }, property.basis));
}

function table(names, list) {
  return h("div", { class: "scroll" }, h("table", { class: "list stacked" }, h("thead", {}, h("tr", {}, names.map(name => h("th", { scope: "col" }, name)))), h("tbody", {}, list)));
}

function assumptionsView() {
  const { loops, assumptions } = report.ledger;
  const cells = (...list) => h("tr", {}, list.map(cell => h("td", {}, cell)));
  return h("div", { class: "grid" },
    h("section", { class: "card wide" }, h("h2", {}, "Loops"),
      loops.length ? table(["Loop", "Where", "Function", "Bound", "Why no further"], loops.map(entry => cells(h("code", {}, entry.id), placeLink(entry.place), entry.function, entry.bound === undefined ? "–" : entry.bound, h("span", {}, chip(entry.end === "bound" ? "open" : entry.end === "unneeded" ? "plain" : "proved", entry.end), " ", entry.text)))) : h("p", { class: "soft" }, "The program has no loops.")),
    h("section", { class: "card wide" }, h("h2", {}, "Assumptions"),
      assumptions.length ? table(["About", "What is assumed", "Where", "Kind"], assumptions.map(entry => cells(entry.subject, entry.text, placeLink(entry.place), entry.may_hide ? chip("open", "could hide a violation") : chip("plain", entry.kind.replaceAll("_", " "))))) : h("p", { class: "soft" }, "None.")),
    report.invariants.length ? h("section", { class: "card wide" }, h("h2", {}, "Invariants at the heads of loops"), table(["Function", "Where", "Holds"], report.invariants.map(entry => cells(entry.function, placeLink(entry.place), h("code", {}, entry.text))))) : null);
}

function costsView() {
  const all = [];
  for (const [file, costs] of Object.entries(data.costs)) for (const cost of costs) all.push({ file, ...cost });
  const total = all.reduce((sum, cost) => sum + cost.terms, 0) || 1;
  const most = Math.max(1, ...all.map(cost => cost.terms));
  all.sort((a, b) => b.terms - a.terms || b.steps - a.steps || a.line - b.line);
  const line = cost => sources.has(cost.file) ? (lines(sources.get(cost.file))[cost.line - 1] || "").trim() : "";
  const { figures, stages } = report.run;
  return h("div", { class: "grid" },
    h("section", { class: "card" }, h("h2", {}, "Time by stage"), chart(stages.map(stage => ({ name: stage.name, value: stage.cpu_seconds, text: time(stage.cpu_seconds) })))),
    Object.keys(figures).length ? h("section", { class: "card" }, h("h2", {}, "Figures"), h("dl", { class: "facts" }, Object.entries(figures).map(([name, value]) => [h("dt", {}, name), h("dd", {}, value.toLocaleString("en"))]))) : null,
    h("section", { class: "card wide" }, h("h2", {}, "The formula by line of the source"),
      h("p", { class: "soft small" }, "How often statements of a line were executed symbolically, and how many terms the formula got meanwhile, in all passes of this process and its workers."),
      all.length ? table(["Line", "Text", "Terms", "Share", "Statements", "Of the most"], all.slice(0, 100).map(cost => h("tr", {},
        h("td", { class: "mono" }, cost.file ? placeLink(cost) : "models of the library"), h("td", {}, h("code", {}, line(cost))),
        h("td", { class: "number" }, cost.terms.toLocaleString("en")), h("td", { class: "number" }, `${(100 * cost.terms / total).toFixed(1)} %`),
        h("td", { class: "number" }, cost.steps.toLocaleString("en")), h("td", { class: "share" }, h("span", { class: "track", "aria-hidden": "true" }, bar(cost.terms / most)))))) : h("p", { class: "soft" }, "Nothing was executed symbolically.")));
}
