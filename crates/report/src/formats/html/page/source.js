// Source text: a little highlighting, marks of properties, lines that executions reach, and what lines cost.
const KEYWORDS = new Set(("alignas alignof auto bool break case catch char class const constexpr continue default delete do double else enum extern false final float for friend goto if inline int long namespace new noexcept nullptr operator override private protected public register restrict return short signed sizeof static static_assert struct switch template this thread_local throw true try typedef typename union unsigned using virtual void volatile while _Bool _Static_assert _Atomic").split(" "));
const TOKEN = /(\/\/.*|\/\*[^]*?(?:\*\/|$))|("(?:\\.|[^"\\])*"?|'(?:\\.|[^'\\])*'?)|\b(0[xX][\da-fA-F']+[uUlL]*|\d[\d']*\.?\d*(?:[eE][+-]?\d+)?[uUlLfF]*)\b|([A-Za-z_]\w*)/g;

/** For each line whether it begins inside of a comment. */
function commented(source) {
  if (source.inside) return source.inside;
  let inside = false;
  source.inside = lines(source).map(line => {
    const before = inside;
    let rest = line;
    for (;;) {
      if (inside) {
        const end = rest.indexOf("*/");
        if (end < 0) break;
        rest = rest.slice(end + 2);
        inside = false;
      } else {
        const found = rest.replace(/"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'/g, text => " ".repeat(text.length)).match(/\/\/|\/\*/);
        if (!found || found[0] === "//") break;
        rest = rest.slice(found.index + 2);
        inside = true;
      }
    }
    return before;
  });
  return source.inside;
}

/** The pieces of a line with their kinds. */
function pieces(text, inside) {
  const found = [];
  let at = 0;
  if (inside) {
    const end = text.indexOf("*/");
    at = end < 0 ? text.length : end + 2;
    found.push([text.slice(0, at), "c"]);
  }
  if (/^\s*#/.test(text) && !inside) return [[text, "p"]];
  TOKEN.lastIndex = at;
  for (let match; (match = TOKEN.exec(text));) {
    if (match.index > at) found.push([text.slice(at, match.index), ""]);
    const kind = match[1] ? "c" : match[2] ? "s" : match[3] ? "n" : KEYWORDS.has(match[4]) ? "k" : "";
    found.push([match[0], kind]);
    at = match.index + match[0].length;
  }
  if (at < text.length) found.push([text.slice(at), ""]);
  return found;
}

/** The index of the character at a column that counts bytes from 1. */
function characters(text, column) {
  let bytes = 1, index = 0;
  for (const character of text) {
    if (bytes >= column) break;
    const code = character.codePointAt(0);
    bytes += code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
    index += character.length;
  }
  return index;
}

/** A line as elements, with the characters from..to underlined. */
function code(text, inside, range) {
  const pre = h("pre");
  let at = 0;
  for (const [piece, kind] of pieces(text, inside)) {
    const cuts = range ? [range[0] - at, range[1] - at].filter(cut => cut > 0 && cut < piece.length) : [];
    let start = 0;
    for (const end of [...cuts, piece.length]) {
      const words = piece.slice(start, end);
      const marked = range && at + start >= range[0] && at + end <= range[1];
      if (!kind && !marked) pre.append(words);
      else pre.append(h(marked ? "u" : "span", { class: [kind, marked ? "range" : ""].filter(Boolean).join(" ") }, words));
      start = end;
    }
    at += piece.length;
  }
  return pre;
}

/** The characters of a line that a place is about. */
function rangeOf(place, text) {
  if (!place.column) return null;
  const from = characters(text, place.column);
  if (place.range && place.range[0] === place.line && place.range[2] === place.line)
    return [characters(text, place.range[1]), characters(text, place.range[3])];
  const word = /^\w+/.exec(text.slice(from));
  return [from, from + (word ? word[0].length : 1)];
}

/** Costs of a file by line. */
function costsOf(file) {
  return new Map((data.costs[file] || []).map(cost => [cost.line, cost]));
}

const MARK = { violated: ["✗", "violated"], open: ["?", "open"], bounded: ["?", "up to a bound"], proved: ["✓", "hold"], unreachable: ["○", "unreachable"] };
const ORDER = ["violated", "open", "bounded", "proved", "unreachable"];

/** Chips of the properties of a line: one for each status. */
function marks(file, number) {
  const found = byLine.get(`${file}:${number}`);
  if (!found) return null;
  return h("span", { class: "marks" }, ORDER.map(status => {
    const here = found.filter(property => property.status === status);
    if (!here.length) return null;
    const names = here.map(property => `${property.id}: ${property.message} (${property.basis})`).join("\n");
    const text = here.length === 1 ? here[0].kind.name : `${here.length} ${MARK[status][1]}`;
    return h("a", { class: `chip ${status}`, href: `#properties/${part(baseName(file) + ":" + number + ":")}`, title: names, "aria-label": `${text}: ${STATUS[status]}` }, `${MARK[status][0]} ${text}`);
  }));
}

/** Rows of a file from one line to another. Options: passed (lines of an execution), notes (texts under lines), faults. */
function rows(source, from, to, options) {
  const all = lines(source), inside = commented(source), file = source.name;
  const costs = options.costs || (options.costs = costsOf(file));
  const most = options.most || (options.most = Math.max(1, ...[...costs.values()].map(cost => cost.terms)));
  const made = [];
  for (let number = from; number <= to; number++) {
    const text = all[number - 1];
    if (text === undefined) break;
    const cost = costs.get(number);
    const reached = cost || (options.passed && options.passed.has(number));
    const fault = options.faults && options.faults.get(number);
    const heat = h("span", { class: "heat", "aria-hidden": "true" });
    if (cost && cost.terms) {
      heat.style.background = `color-mix(in srgb, var(--heat) ${Math.round(15 + 85 * Math.sqrt(cost.terms / most))}%, transparent)`;
      heat.title = `${plural(cost.terms, "term")}, ${plural(cost.steps, "statement")}`;
    }
    const row = h("div", { class: ["row", reached ? "reached" : "", options.passed && options.passed.has(number) ? "passed" : "", fault ? "fault" : ""].filter(Boolean).join(" "), "data-line": number },
      h("span", { class: "no" }, options.link ? h("a", { href: `#source/${part(file)}/${number}` }, number) : number), heat,
      code(text, inside[number - 1], fault ? rangeOf(fault.place, text) : null), marks(file, number));
    made.push(row);
    for (const note of options.notes && options.notes.get(number) || [])
      made.push(h("div", { class: "row note" }, h("div", {}, note)));
  }
  return made;
}

/** A whole file, in blocks that the browser draws when they are seen. */
function wholeFile(source, options) {
  const box = h("div", { class: "source", tabindex: "0", role: "region", "aria-label": `source of ${source.name}` });
  const count = lines(source).length;
  for (let from = 1; from <= count; from += 200)
    box.append(h("div", { class: "block" }, rows(source, from, Math.min(count, from + 199), options)));
  return box;
}

/** The violations of a file by line. */
function faultsOf(file) {
  const faults = new Map();
  for (const finding of findings) if (finding.place && finding.place.file === file && !faults.has(finding.place.line)) faults.set(finding.place.line, finding);
  return faults;
}

function snippet(finding) {
  const { place } = finding;
  const source = place && sources.get(place.file);
  if (!source) return null;
  const faults = new Map([[place.line, finding]]);
  return h("div", { class: "source" }, rows(source, Math.max(1, place.line - 2), place.line + 1, { faults }));
}

function sourceView(file, line) {
  const names = [...sources.keys()];
  const source = sources.get(file) || sources.get(names[0]);
  if (!source) return h("div", { class: "card" }, h("p", {}, "The report has no source."));
  const faults = faultsOf(source.name);
  const notes = new Map([...faults].map(([number, finding]) => [number, [h("a", { href: `#finding/${findings.indexOf(finding)}` }, rich(words(finding)))]]));
  const box = wholeFile(source, { link: true, faults, notes });
  const number = Number(line) || 0;
  const choice = h("select", { "aria-label": "File", change: event => { location.hash = `#source/${part(event.target.value)}`; } },
    names.map(name => h("option", { value: name, selected: name === source.name }, name)));
  const next = () => {
    const all = [...faults.keys()].sort((a, b) => a - b);
    const to = all.find(fault => fault > number) || all[0];
    location.hash = `#source/${part(source.name)}/${to}`;
  };
  const view = h("div", { class: "card" },
    h("h2", {}, "Source"),
    h("div", { class: "filters" }, choice, faults.size ? h("button", { type: "button", click: next }, "Next violation") : null,
      h("span", { class: "soft small" }, "green edge: executed symbolically · orange: terms made by the line · marks: properties of the line")),
    box,
    data.missing.length ? h("p", { class: "soft small" }, `Left out, too large: ${data.missing.join(", ")}`) : null);
  view.ready = () => {
    const row = box.querySelector(`[data-line="${number}"]`);
    if (!row) return;
    row.classList.add("target");
    row.scrollIntoView({ block: "center" });
  };
  return view;
}
