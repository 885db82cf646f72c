// A counterexample to step through. A position is an index into the states that the page has; behind the last of
// them is the violation itself.
let trace = null;

function traceView(index, position) {
  const finding = findings[index];
  if (!finding) return h("div", { class: "card" }, h("p", {}, "There is no such finding."));
  const picture = data.pictures[index] || null;
  trace = { index, finding, picture, at: -1, last: finding.states.length, files: new Map() };
  const choice = findings.length > 1 ? h("select", { "aria-label": "Finding", change: event => { location.hash = `#finding/${event.target.value}/0`; } },
    findings.map((other, number) => h("option", { value: number, selected: number === index }, `${number + 1}. ${words(other).replaceAll("`", "")} (${other.property})`))) : null;
  trace.list = h("ol", { class: "states", "aria-label": "States of the execution" });
  finding.states.forEach((state, number) => {
    if (finding.hidden.count && number === finding.hidden.from) trace.list.append(h("li", { class: "gap" }, `${plural(finding.hidden.count, "state")} left out`));
    trace.list.append(stateItem(state, number));
  });
  trace.list.append(h("li", { class: "end" }, stateButton(trace.last, "✗", finding.title, finding.place, finding.function)));
  trace.buttons = [...trace.list.querySelectorAll("button")];
  trace.slider = h("input", { type: "range", min: 0, max: trace.last, "aria-label": "State", input: event => step(Number(event.target.value)) });
  trace.output = h("output");
  const button = (label, sign, to) => h("button", { type: "button", "aria-label": label, title: label, click: () => step(to()) }, sign);
  const controls = h("div", { class: "controls", role: "toolbar", "aria-label": "Step" },
    button("First state", "|◀", () => 0), button("Previous state", "◀", () => trace.at - 1), button("Next state", "▶", () => trace.at + 1), button("Violation", "▶|", () => trace.last),
    trace.slider, trace.output);
  trace.pane = h("div", { class: "card pane" });
  trace.side = h("div", { class: "card side" });
  trace.memory = h("div", { class: "memory" });
  const head = h("section", { class: "card finding" },
    h("h2", { id: "finding" }, rich(words(finding))),
    h("p", { class: "small soft" }, chip("violated", finding.class), " ", finding.title, finding.cwe ? `, CWE-${finding.cwe}` : "", " · ", placeLink(finding.place), ` in ${finding.function}, property `, h("a", { href: `#property/${part(finding.property)}` }, finding.property)),
    finding.inside ? h("p", { class: "small" }, `inside of the library: ${finding.inside.function} `, placeLink(finding.inside.place)) : null,
    finding.positions.map(entry => h("p", { class: "small" }, placeLink(entry.place), " ", rich(entry.text))),
    finding.related.map(entry => h("p", { class: "small" }, placeLink(entry.place), " ", rich(entry.text))),
    finding.facts.length ? h("p", { class: "mono" }, finding.facts.map(fact => `${fact.name} = ${fact.value}`).join(",  ")) : null,
    choice);
  const view = h("div", {}, head, h("div", { class: "trace" }, h("div", { class: "card states-card" }, controls, trace.list), trace.pane, trace.side, trace.memory));
  head.style.marginBottom = "1.1rem";
  view.ready = () => step(position === undefined ? trace.last : Number(position) || 0);
  return view;
}

function stateItem(state, number) {
  return h("li", {}, stateButton(number, state.number, state.text, state.place, state.function, state));
}

function stateButton(number, label, text, place, func, state) {
  const several = trace.finding.threads.length > 1;
  return h("button", { type: "button", click: () => step(number) },
    h("span", { class: "num" }, label),
    h("span", { class: "what" }, several && state ? h("span", { class: `lane thread${state.thread % 4}`, title: `thread ${state.thread}` }) : null, text, state && state.origin ? h("span", { class: "input" }, state.origin) : null),
    h("span", { class: "at" }, `${place ? `${baseName(place.file)}:${place.line}` : ""} ${func}${several && state ? `, thread ${state.thread}` : ""}`));
}

/** Goes to a position. */
function step(to) {
  const at = Math.max(0, Math.min(trace.last, to));
  if (at === trace.at) return;
  trace.buttons[trace.at]?.removeAttribute("aria-current");
  trace.at = at;
  const button = trace.buttons[at];
  button.setAttribute("aria-current", "step");
  keepInView(trace.list, button);
  trace.slider.value = at;
  trace.output.textContent = `${at < trace.last ? at + 1 : "end"} / ${trace.last}`;
  const state = trace.finding.states[at];
  showSource(state ? state.place : trace.finding.place, !state);
  showSide(state, at);
  showMemory(state);
  say(state ? `State ${state.number}, ${state.function}: ${state.text}` : `Violation: ${words(trace.finding).replaceAll("`", "")}`);
  history.replaceState(null, "", `#finding/${trace.index}/${at}`);
}

/** Scrolls a list, never the page. */
function keepInView(box, element) {
  const a = box.getBoundingClientRect(), b = element.getBoundingClientRect();
  if (b.top < a.top + 30) box.scrollTop += b.top - a.top - 60;
  else if (b.bottom > a.bottom - 30) box.scrollTop += b.bottom - a.bottom + 60;
}

function showSource(place, end) {
  const source = place && sources.get(place.file);
  if (!source) {
    trace.pane.replaceChildren(h("h2", {}, "Source"), h("p", { class: "soft" }, place ? `${place.file} is not part of the report.` : "The place is not known."));
    return;
  }
  let box = trace.files.get(source.name);
  if (!box) {
    const passed = new Set(trace.picture && trace.picture.passed[source.name] || []);
    const faults = new Map(trace.finding.place && trace.finding.place.file === source.name ? [[trace.finding.place.line, trace.finding]] : []);
    const notes = new Map([...faults].map(([number, finding]) => [number, [rich(words(finding))]]));
    box = wholeFile(source, { passed, faults, notes });
    trace.files.set(source.name, box);
  }
  const title = h("h2", {}, placeLink(place));
  trace.pane.replaceChildren(title, box);
  box.querySelectorAll(".here").forEach(row => row.classList.remove("here"));
  const row = box.querySelector(`[data-line="${place.line}"]`);
  if (!row) return;
  if (!end) row.classList.add("here");
  const a = box.getBoundingClientRect(), b = row.getBoundingClientRect();
  if (b.top < a.top + 40 || b.bottom > a.bottom - 60) box.scrollTop += b.top - a.top - a.height / 2.5;
}

/** The calls under way, innermost first. */
function stackAt(state) {
  const picture = trace.picture;
  if (!state) {
    const { calls } = trace.finding;
    if (calls.length) {
      const inner = [...calls].reverse().map(call => ({ name: `${call.function}(${call.arguments.map(argument => `${argument.name} = ${argument.value}`).join(", ")})`, place: call.place }));
      return [...inner, { name: `${calls[0].caller}()` }];
    }
    state = trace.finding.states[trace.last - 1];
  }
  if (!picture || !state) return [{ name: state ? state.function : trace.finding.function }];
  const calls = [];
  for (let at = picture.stacks[state.number - 1]; at !== null && at !== undefined && picture.activations[at];) {
    const [caller, name, place] = picture.activations[at];
    calls.push({ name: `${name}()`, place: place && { file: place[0], line: place[1] } });
    at = caller;
  }
  return calls.length ? calls : [{ name: state.function }];
}

/** A name that breaks between its members only, if it has to. */
const breakable = name => name.split(/(?=\.)/).flatMap((piece, index) => index ? [h("wbr"), piece] : [piece]);

function showSide(state, at) {
  const values = new Map();
  const { states } = trace.finding;
  for (let number = 0; number <= Math.min(at, states.length - 1); number++) {
    const { target, value, kind, thread, function: func } = states[number];
    const key = `${thread} ${target}`;
    if (kind === "expire" || kind === "free") { if (values.has(key)) values.get(key).gone = true; }
    else if (value !== undefined) values.set(key, { target, value, number, input: states[number].origin, func, before: values.get(key) && values.get(key).value });
  }
  const list = [...values.values()].filter(entry => !entry.gone).sort((a, b) => b.number - a.number).slice(0, 60);
  const holds = state && state.holds || [];
  trace.side.replaceChildren(
    h("h3", {}, "Calls"),
    h("ol", { class: "stack" }, stackAt(state).map(call => h("li", {}, h("span", { class: "mono" }, call.name), call.place ? [" ", h("span", { class: "soft small" }, "called at ", placeLink(call.place))] : null))),
    holds.length ? [h("h3", {}, "Locks held"), h("p", { class: "mono" }, holds.join(", "))] : "",
    h("h3", {}, "Values"),
    list.length ? h("table", { class: "values" }, h("tbody", {}, list.map(entry => h("tr", { class: entry.number === at ? "changed" : null },
      h("th", { scope: "row" }, breakable(entry.target)), h("td", {}, entry.value, entry.input ? h("span", { class: "input" }, entry.input) : null, entry.number === at && entry.before !== undefined && entry.before !== entry.value ? h("span", { class: "soft" }, `  was ${entry.before}`) : null))))) : h("p", { class: "soft" }, "None yet."));
}

function showMemory(state) {
  const { picture, finding, memory: place, last } = trace;
  if (!picture) return place.replaceChildren();
  const number = state ? state.number - 1 : last + finding.hidden.count;
  const view = memoryView(picture, number);
  place.replaceChildren(...(view ? [view] : []));
  if (view) view.querySelector(".stage").arrows();
}
