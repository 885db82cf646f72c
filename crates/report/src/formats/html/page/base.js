// Data, and how elements are made. Text from the program only ever becomes text nodes.
const data = JSON.parse(document.getElementById("data").textContent);
const report = data.report;
const findings = report.findings;
const main = document.getElementById("main");
const live = document.getElementById("live");

/** An element with attributes, listeners (functions) and children. */
function h(tag, attributes, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes || {})) {
    if (value === null || value === undefined || value === false) continue;
    if (typeof value === "function") element.addEventListener(name, value);
    else element.setAttribute(name, value === true ? "" : value);
  }
  element.append(...children.flat(Infinity).filter(child => child !== null && child !== undefined && child !== false));
  return element;
}

const plural = (count, one, many) => `${count.toLocaleString("en")} ${count === 1 ? one : many || one + "s"}`;
const baseName = file => file.slice(file.lastIndexOf("/") + 1);
const part = text => encodeURIComponent(text);

const sources = new Map(data.sources.map(source => [source.name, source]));
const lines = source => source.lines || (source.lines = source.text.replace(/\n$/, "").split(/\r?\n/));

const STATUS = { proved: "holds", unreachable: "unreachable", violated: "violated", bounded: "up to a bound", open: "not decided" };
const bases = report.ledger.bases;
const properties = data.rows.map(row => {
  const [number, group, message, func, file, line, column, status, basis, finding] = row;
  const kind = data.classes[group];
  return {
    id: typeof number === "number" ? `${data.words[func]}.${kind.name}.${number}` : number,
    kind, message: data.words[message], func: data.words[func], file: data.words[file], line, column, status,
    basis: bases[basis] ? bases[basis].text : STATUS[status], finding: finding < 0 ? null : finding,
  };
});
const byId = new Map(properties.map(property => [property.id, property]));
const byLine = new Map();
for (const property of properties) {
  const key = `${property.file}:${property.line}`;
  if (!byLine.has(key)) byLine.set(key, []);
  byLine.get(key).push(property);
}
/** The findings without a row of their own are properties too. */
const violated = Math.max(findings.length, properties.filter(property => property.status === "violated").length);

const chip = (status, text) => h("span", { class: `chip ${status}` }, text || STATUS[status]);

/** A link to a line of the source, or its text alone where there is no source. */
function placeLink(place, text) {
  if (!place || !place.line) return text ? h("span", {}, text) : null;
  const words = text || `${baseName(place.file)}:${place.line}${place.column ? ":" + place.column : ""}`;
  if (!sources.has(place.file)) return h("span", { title: place.file }, words);
  return h("a", { href: `#source/${part(place.file)}/${place.line}`, title: place.file }, words);
}

const words = finding => finding.explanation || finding.message;

/** Text in which `names` of the program are set as code. */
const rich = text => text.split(/`([^`]+)`/).map((piece, index) => index % 2 ? h("code", {}, piece) : piece);

/** A number of seconds for people. */
const time = seconds => seconds < 0.0995 ? `${Math.round(seconds * 1000)} ms` : seconds < 99.5 ? `${seconds.toFixed(seconds < 9.95 ? 2 : 1)} s` : `${Math.floor(seconds / 60)} min ${Math.round(seconds % 60)} s`;
const memory = bytes => bytes ? `${(bytes / 1048576).toFixed(0)} MiB` : "";

/** Bars with names and figures. The figures are text, so the bars say nothing that is not read out. */
function chart(rows) {
  const most = Math.max(...rows.map(row => row.value), 1e-9);
  return h("div", { class: "chart" }, rows.map(row => [
    h("span", {}, row.name),
    h("span", { class: "track", "aria-hidden": "true" }, bar(row.value / most)),
    h("span", { class: "number" }, row.text),
  ]));
}

function bar(share) {
  const inner = h("i");
  inner.style.width = `${Math.max(0, Math.min(1, share)) * 100}%`;
  return inner;
}

function copyable(command) {
  const button = h("button", { type: "button", click: async () => {
    try { await navigator.clipboard.writeText(command); button.textContent = "Copied"; }
    catch { getSelection().selectAllChildren(code); button.textContent = "Selected"; }
  } }, "Copy");
  const code = h("code", {}, command);
  return h("div", { class: "copy" }, code, button);
}

function say(text) { live.textContent = text; }
