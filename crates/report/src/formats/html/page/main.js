// Views by the fragment of the address, keys, and the theme.
const VIEWS = [
  ["overview", "Overview", null],
  ["finding", "Trace", () => findings.length],
  ["properties", "Properties", () => properties.length],
  ["source", "Source", null],
  ["assumptions", "Loops & assumptions", null],
  ["costs", "Costs", null],
];
const nav = document.getElementById("nav");
for (const [name, title, count] of VIEWS) {
  if (name === "finding" && !findings.length) continue;
  const number = count && count();
  nav.append(h("a", { href: `#${name}`, "data-view": name }, title, number ? h("span", { class: "count" }, number.toLocaleString("en")) : null));
}

/** Shows what the fragment asks for. */
function show() {
  const [name, ...rest] = location.hash.slice(1).split("/").map(text => { try { return decodeURIComponent(text); } catch { return text; } });
  const views = {
    overview, assumptions: assumptionsView, costs: costsView,
    source: () => sourceView(rest[0], rest[1]),
    properties: () => propertiesView(rest[0], rest[1]),
    property: () => propertiesView(rest.join("/"), "", rest.join("/")),
    finding: () => traceView(Number(rest[0]) || 0, rest[1]),
  };
  const chosen = views[name] ? name : "overview";
  if (chosen !== "finding") trace = null;
  const view = views[chosen]();
  main.replaceChildren(view);
  const current = chosen === "property" ? "properties" : chosen;
  for (const link of nav.children) {
    if (link.dataset.view === current) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
  }
  scrollTo(0, 0);
  if (view.ready) view.ready();
}

const KEYS = [
  ["→ or j", "next state"], ["← or k", "previous state"], ["Home, End", "first state, violation"], ["n, p", "next, previous finding"],
  ["1 … 6", "parts of the report"], ["/", "search properties"], ["t", "light or dark"], ["?", "these keys"],
];
const keys = document.getElementById("keys");
keys.append(h("h2", { id: "keys-title" }, "Keys"), h("dl", {}, KEYS.map(([key, what]) => [h("dt", {}, h("kbd", {}, key)), h("dd", {}, what)])),
  h("form", { method: "dialog" }, h("button", {}, "Close")));
document.getElementById("help").addEventListener("click", () => keys.showModal());

function otherFinding(by) {
  if (!findings.length) return;
  const at = trace ? trace.index : by > 0 ? -1 : 0;
  location.hash = `#finding/${(at + by + findings.length) % findings.length}/0`;
}

/** What a key does; none where a control has its own use for it. */
function keyed(event) {
  if (event.ctrlKey || event.metaKey || event.altKey || keys.open) return null;
  const typing = event.target.matches("input, select, textarea");
  const moves = trace && !event.target.matches("input[type=search], select");
  const steps = { ArrowRight: () => step(trace.at + 1), j: () => step(trace.at + 1), ArrowLeft: () => step(trace.at - 1), k: () => step(trace.at - 1), Home: () => step(0), End: () => step(trace.last) };
  if (moves && steps[event.key]) return steps[event.key];
  if (typing) return null;
  const links = [...nav.children];
  if (/^[1-6]$/.test(event.key)) return () => links[Number(event.key) - 1]?.click();
  return {
    "/": () => { location.hash = "#properties"; setTimeout(() => document.getElementById("search")?.focus(), 0); },
    n: () => otherFinding(1), p: () => otherFinding(-1), t: toggle, "?": () => keys.showModal(),
  }[event.key] || null;
}
addEventListener("keydown", event => {
  const act = keyed(event);
  if (!act) return;
  event.preventDefault();
  act();
});

const dark = matchMedia("(prefers-color-scheme: dark)");
let theme = null;
// Pages from disk may have no storage.
try { theme = localStorage.getItem("cassay-theme"); } catch { theme = null; }
function paint() { document.documentElement.dataset.theme = theme || (dark.matches ? "dark" : "light"); }
function toggle() {
  theme = document.documentElement.dataset.theme === "dark" ? "light" : "dark";
  try { localStorage.setItem("cassay-theme", theme); } catch { /* It lasts as long as the page. */ }
  paint();
}
dark.addEventListener("change", paint);
// The fragment says which part is shown, so that a link into the page itself must not change it.
document.querySelector(".skip").addEventListener("click", event => { event.preventDefault(); main.focus(); });
document.getElementById("theme").addEventListener("click", toggle);
addEventListener("hashchange", show);
addEventListener("resize", () => document.querySelector(".stage")?.arrows?.());
paint();
show();
