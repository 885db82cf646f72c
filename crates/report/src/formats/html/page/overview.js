// The overview: the answer, what it rests on, and where the time went.
function answer() {
  const texts = { safe: "No property is violated.", unsafe: `${plural(violated, "property", "properties")} violated.`, unknown: "No answer." };
  const why = report.reason && report.reason.text.replace(/^unknown: /, "");
  return h("section", { class: "card wide" },
    h("p", { class: `lead ${report.verdict}` }, texts[report.verdict]),
    why ? h("p", {}, report.verdict === "unsafe" ? ["Others were left open: ", rich(why)] : rich(why), report.reason.place ? [" (", placeLink(report.reason.place), ")"] : null) : null,
    report.advice.map(advice => [h("p", {}, rich(advice.text)), advice.command ? copyable(advice.command) : null]),
    counts());
}

/** Properties by status as one bar. */
function counts() {
  if (!properties.length) return null;
  const count = status => properties.filter(property => property.status === status).length;
  const hold = count("proved") + count("unreachable"), open = count("bounded") + count("open"), bad = count("violated");
  const share = (kind, number) => {
    if (!number) return null;
    const piece = h("span", { class: kind });
    piece.style.flex = number;
    return piece;
  };
  return [h("div", { class: "bar", "aria-hidden": "true" }, share("violated", bad), share("open", open), share("proved", hold)),
    h("p", { class: "small" }, h("a", { href: "#properties" }, plural(properties.length, "property", "properties")), ": ",
      h("a", { href: "#properties//holds" }, `${hold} hold`), ", ", h("a", { href: "#properties//violated" }, `${bad} violated`), ", ", h("a", { href: "#properties//open" }, `${open} open`))];
}

function findingCard(finding, index) {
  return h("section", { class: "card finding wide" },
    h("h2", {}, h("a", { href: `#finding/${index}` }, rich(words(finding)))),
    h("p", { class: "small soft" }, chip("violated", finding.class), " ", finding.title, finding.cwe ? [", ", h("a", { href: `https://cwe.mitre.org/data/definitions/${finding.cwe}.html`, rel: "noreferrer" }, `CWE-${finding.cwe}`)] : null, " · ", placeLink(finding.place), ` in ${finding.function}`),
    snippet(finding),
    finding.related.map(related => h("p", { class: "small" }, placeLink(related.place), " ", rich(related.text))),
    h("p", {}, h("a", { href: `#finding/${index}/0` }, finding.states.length ? `Step through ${plural(finding.states.length + finding.hidden.count, "state")}` : "Every execution gets there")));
}

function overview() {
  const { run, ledger } = report;
  const rest = findings.length - 5;
  const assumptions = ledger.assumptions.filter(assumption => assumption.may_hide).length;
  const facts = [["Command", run.command.length ? h("code", {}, run.command.join(" ")) : null], ...Object.entries(run.settings), ...Object.entries(run.limits),
    ["Bound", run.bound || null], ["Passes", run.passes || null], ["Calls of solvers", run.solver_calls],
    ["Memory", memory(run.peak_memory)], ["Cassay", report.tool.version]];
  const stages = run.stages.filter(stage => stage.cpu_seconds > 0).map(stage => ({ name: stage.name, value: stage.cpu_seconds, text: time(stage.cpu_seconds) }));
  return h("div", { class: "grid" },
    answer(),
    findings.slice(0, 5).map(findingCard),
    rest > 0 ? h("p", { class: "wide" }, h("a", { href: "#properties//violated" }, `${rest} more`)) : null,
    stages.length ? h("section", { class: "card" }, h("h2", {}, "Time"), chart(stages), h("p", { class: "soft small" }, `Processor time of each stage`, run.wall_seconds ? `; ${time(run.wall_seconds)} on the clock` : "", ". ", h("a", { href: "#costs" }, "What cost the time"))) : null,
    h("section", { class: "card" }, h("h2", {}, "What the answer rests on"),
      bases.length ? chart(bases.map(basis => ({ name: basis.text, value: basis.properties, text: String(basis.properties) }))) : h("p", { class: "soft" }, "No property was decided."),
      h("p", { class: "small" }, h("a", { href: "#assumptions" }, plural(ledger.assumptions.length, "assumption")), assumptions ? `, of which ${assumptions} could hide a violation` : "", "; ", h("a", { href: "#assumptions" }, plural(ledger.loops.length, "loop")))),
    h("section", { class: "card" }, h("h2", {}, "The run"),
      h("dl", { class: "facts" }, facts.filter(fact => fact[1] !== null && fact[1] !== "" && fact[1] !== undefined).map(([name, value]) => [h("dt", {}, name), h("dd", {}, value)]))));
}
