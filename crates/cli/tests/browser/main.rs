//! The page of `--html-report` in a browser: stepping, filtering, addresses, keys, screens, and what goes wrong.
//!
//! With `CASSAY_BLESS=1` the pictures of the manual are taken again.

#[path = "../support/mod.rs"]
mod support;
mod webdriver;

use std::path::{Path, PathBuf};
use std::sync::{LazyLock, Mutex, MutexGuard};
use support::Folder;
use webdriver::Browser;

/// Keys as WebDriver names them.
const LEFT: &str = "\u{e012}";
const RIGHT: &str = "\u{e014}";
const HOME: &str = "\u{e011}";
const END: &str = "\u{e010}";
const TAB: &str = "\u{e004}";
const ENTER: &str = "\u{e007}";

/// The parts of the page, by the start of the fragment.
const VIEWS: [&str; 6] = [
    "overview",
    "finding/0/2",
    "properties",
    "source",
    "assumptions",
    "costs",
];

/// One browser at a time: machines have few cores.
fn alone() -> MutexGuard<'static, ()> {
    static ALONE: Mutex<()> = Mutex::new(());
    // A test that failed before does not concern this one.
    ALONE
        .lock()
        .unwrap_or_else(std::sync::PoisonError::into_inner)
}

/// The page of `readings.c`, with both violations.
static READINGS: LazyLock<(Folder, PathBuf)> = LazyLock::new(|| {
    let folder = Folder::new("browser");
    folder.write(
        "readings.c",
        include_str!("../../../../examples/readings.c"),
    );
    let page = report(
        &folder,
        &["--multi-property", "--unwind", "4", "readings.c"],
    );
    (folder, page)
});

/// Writes the page of a run.
fn report(folder: &Folder, args: &[&str]) -> PathBuf {
    let mut all = vec!["--html-report", "report.html"];
    all.extend(args);
    let output = folder.run(&all);
    let code = output.status.code();
    assert!(matches!(code, Some(0 | 1 | 3)), "{output:?}");
    folder.path().join("report.html")
}

fn address(page: &Path, fragment: &str) -> String {
    format!("file://{}#{fragment}", page.display())
}

/// Opens a part of a page, from disk and afresh.
fn open(browser: &Browser, page: &Path, fragment: &str) {
    browser.open("about:blank");
    browser.open(&address(page, fragment));
    browser.wait("return document.readyState === 'complete' && main.children.length > 0;");
}

/// A browser that shows a part of the page of `readings.c`.
fn readings(fragment: &str) -> Browser {
    let browser = Browser::start(1400, 900);
    open(&browser, &READINGS.1, fragment);
    browser
}

#[track_caller]
fn silent(browser: &Browser) {
    assert_eq!(browser.complaints(), Vec::<String>::new());
}

/// The text of the state that is shown.
fn current(browser: &Browser) -> String {
    browser
        .text("return document.querySelector('ol.states button[aria-current] .what').textContent;")
}

fn fragment(browser: &Browser) -> String {
    browser.text("return decodeURIComponent(location.hash);")
}

#[test]
fn every_part_opens_without_complaint() {
    let _alone = alone();
    let browser = readings("");
    assert!(
        browser
            .text("return document.title;")
            .starts_with("unsafe: readings.c")
    );
    for view in VIEWS {
        open(&browser, &READINGS.1, view);
        let name = view.split('/').next().unwrap_or(view);
        let chosen = "return document.querySelector('nav [aria-current]').dataset.view;";
        assert_eq!(browser.text(chosen), name);
        let text = browser.text("return main.innerText;");
        assert!(text.len() > 100, "{view}: {text}");
    }
    silent(&browser);
}

#[test]
fn the_trace_is_stepped_through_with_keys_buttons_and_the_slider() {
    let _alone = alone();
    let browser = readings("finding/0/0");
    let first = current(&browser);
    browser.press(&[RIGHT]);
    let second = current(&browser);
    assert_ne!(first, second);
    assert_eq!(fragment(&browser), "#finding/0/1");
    browser.press(&["j", "k", LEFT]);
    assert_eq!(current(&browser), first);
    browser.press(&[END]);
    let states = "return document.querySelectorAll('ol.states button').length - 1;";
    let last = browser.run(states).as_u64().expect("a number");
    assert_eq!(fragment(&browser), format!("#finding/0/{last}"));
    browser.press(&[RIGHT, HOME, LEFT]);
    assert_eq!(fragment(&browser), "#finding/0/0");
    browser.click("[aria-label='Next state']");
    assert_eq!(current(&browser), second);
    browser.run(
        "const slider = document.querySelector('input[type=range]');
         slider.value = 2; slider.dispatchEvent(new Event('input'));",
    );
    assert_eq!(fragment(&browser), "#finding/0/2");
    let third = current(&browser);
    let said = browser.text("return document.getElementById('live').textContent;");
    assert!(
        said.contains(&third.replace("input", "")),
        "{said} is about {third}"
    );
    silent(&browser);
}

#[test]
fn a_state_shows_its_line_its_values_its_calls_and_the_memory() {
    let _alone = alone();
    let browser = readings("finding/0/0");
    let states = browser.run("return document.querySelectorAll('ol.states button').length;");
    let (mut changed, mut arrows, mut freed) = (0, 0, 0);
    for _ in 0..states.as_u64().expect("a number") {
        let line =
            "const at = document.querySelector('ol.states button[aria-current] .at').textContent;
            const here = document.querySelector('.pane .here') || document.querySelector('.pane .fault');
            return at.includes(`:${here.dataset.line} `);";
        assert_eq!(browser.run(line), true, "{}", current(&browser));
        let count = |script: &str| browser.run(script).as_u64().expect("a number");
        changed += count("return document.querySelectorAll('.values tr.changed').length;");
        arrows += count("return document.querySelectorAll('.stage svg path.head').length;");
        freed += count("return document.querySelectorAll('.object.gone').length;");
        assert!(count("return document.querySelectorAll('ol.stack li').length;") > 0);
        browser.press(&["j"]);
    }
    assert!(changed > 3, "values that change are marked");
    assert!(arrows > 3, "pointers are drawn");
    assert!(freed > 0, "what is freed is shown as freed");
    let calls = browser.text("return document.querySelector('ol.stack').innerText;");
    assert!(calls.contains("main") && calls.contains("trim"), "{calls}");
    silent(&browser);
}

#[test]
fn properties_are_filtered_and_searched() {
    let _alone = alone();
    let browser = readings("properties");
    let rows = "return document.querySelectorAll('#list tbody tr').length;";
    let all = browser.run(rows).as_u64().expect("a number");
    assert!(all > 10);
    browser.click("[data-group=violated]");
    assert_eq!(browser.run(rows), 2);
    browser.click("[data-group=violated]");
    assert_eq!(browser.run(rows), all);
    browser.fill("#search", "average division-by-zero");
    assert_eq!(browser.run(rows), 1);
    let count = browser.text("return document.getElementById('count').textContent;");
    assert_eq!(count, format!("1 of {all} properties"));
    browser.fill("#search", "nothing like this");
    assert_eq!(browser.run(rows), 0);
    browser.fill("#search", "readings.c:48");
    assert!(
        browser
            .run(rows)
            .as_u64()
            .is_some_and(|found| found > 0 && found < all)
    );
    browser.run(
        "const kinds = document.querySelector('select[aria-label=Class]');
         kinds.value = 'division-by-zero'; kinds.dispatchEvent(new Event('change'));",
    );
    assert_eq!(browser.run(rows), 1);
    silent(&browser);
}

#[test]
fn addresses_lead_to_states_properties_and_lines() {
    let _alone = alone();
    let browser = readings("source/readings.c/48");
    let marked = "return document.querySelector('.row.target').dataset.line;";
    assert_eq!(browser.text(marked), "48");
    let seen = "const box = document.querySelector('.row.target').getBoundingClientRect();
        return box.top >= 0 && box.bottom <= innerHeight;";
    browser.wait(seen);
    let name = browser.text(
        "return [...document.querySelectorAll('.row.target .chip')].map(chip => chip.textContent).join();",
    );
    assert!(name.contains("division-by-zero"), "{name}");
    open(&browser, &READINGS.1, "finding/1/1");
    assert_eq!(fragment(&browser), "#finding/1/1");
    let property = browser.text(
        "return document.querySelector('.finding a[href^=\"#property/\"]').getAttribute('href');",
    );
    open(&browser, &READINGS.1, &property[1..]);
    let row = "return document.querySelector('#list tr.changed').dataset.id;";
    let id = browser.text(row);
    assert!(
        property.ends_with(&id.replace(' ', "%20")),
        "{property} leads to {id}"
    );
    // Back and forward are those of the browser.
    browser.click("nav [data-view=costs]");
    browser.run("history.back();");
    browser
        .wait("return document.querySelector('nav [aria-current]').dataset.view === 'properties';");
    for wrong in [
        "finding/99",
        "finding/x/y",
        "source/no.c/9",
        "source/readings.c/99999",
        "%E0%A4",
        "property/%",
    ] {
        open(&browser, &READINGS.1, wrong);
    }
    silent(&browser);
}

#[test]
fn keys_reach_everything() {
    let _alone = alone();
    let browser = readings("overview");
    browser.press(&[TAB]);
    let focused = "return document.activeElement.textContent;";
    assert_eq!(browser.text(focused), "Skip to the content");
    browser.press(&[ENTER]);
    browser.wait("return document.activeElement.id === 'main' && location.hash === '#overview';");
    browser.press(&["3"]);
    browser.wait("return location.hash === '#properties';");
    browser.press(&["/"]);
    browser.wait("return document.activeElement.id === 'search';");
    browser.press(&["n", "3"]);
    assert_eq!(
        browser.text("return document.getElementById('search').value;"),
        "n3"
    );
    browser.run("document.activeElement.blur();");
    browser.press(&["n"]);
    browser.wait("return location.hash.startsWith('#finding/');");
    browser.press(&["?"]);
    browser.wait("return document.getElementById('keys').open;");
    browser.press(&[ENTER]);
    browser.wait("return !document.getElementById('keys').open;");
    let theme = "return document.documentElement.dataset.theme;";
    let before = browser.text(theme);
    browser.press(&["t"]);
    assert_ne!(browser.text(theme), before);
    // From the start of the page the tabulator key gets to a state of the trace.
    browser.run("document.activeElement.blur();");
    let mut reached = false;
    for _ in 0..60 {
        browser.press(&[TAB]);
        reached |=
            browser.run("return document.activeElement.matches('ol.states button');") == true;
    }
    assert!(reached, "states have the focus in turn");
    silent(&browser);
}

#[test]
fn readers_of_screens_get_names_and_roles() {
    let _alone = alone();
    let browser = readings("");
    for view in VIEWS {
        open(&browser, &READINGS.1, view);
        let controls = browser.find("a[href], button, input, select, [role]");
        assert!(controls.len() > 8, "{view}");
        for control in controls.iter().take(60) {
            let (label, role) = browser.label(control);
            let hidden = ["", "none", "generic"].contains(&role.as_str());
            assert!(
                hidden || !label.trim().is_empty(),
                "{view}: a {role} without name"
            );
        }
        let structure = "return [document.querySelectorAll('main').length, document.querySelectorAll('h1').length,
            [...document.querySelectorAll('[id]')].length === new Set([...document.querySelectorAll('[id]')].map(e => e.id)).size,
            [...document.querySelectorAll('table')].every(t => t.querySelector('th')), document.documentElement.lang];";
        assert_eq!(
            browser.run(structure),
            serde_json::json!([1, 1, true, true, "en"]),
            "{view}"
        );
    }
    silent(&browser);
}

/// Pairs of text and ground whose contrast is less than WCAG 2 asks for (AA: 4.5 to 1).
const PALE: &str = r"
    const parse = text => { const c = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
        c.fillStyle = text; c.fillRect(0, 0, 1, 1); return [...c.getImageData(0, 0, 1, 1).data]; };
    const light = ([r, g, b]) => { const f = v => (v /= 255) <= 0.03928 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4;
        return 0.2126 * f(r) + 0.7152 * f(g) + 0.0722 * f(b); };
    const ground = e => { for (; e; e = e.parentElement) { const c = parse(getComputedStyle(e).backgroundColor);
        if (c[3] === 255) return c; } return [255, 255, 255]; };
    const pale = new Set();
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node; (node = texts.nextNode());) {
        const e = node.parentElement;
        if (!node.data.trim() || !e.checkVisibility() || e.closest('.hidden, script, .gone')) continue;
        const a = light(parse(getComputedStyle(e).color)), b = light(ground(e));
        const ratio = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
        if (ratio < 4.5) pale.add(`${e.tagName}.${e.className} ${node.data.trim().slice(0, 20)}: ${ratio.toFixed(2)}`);
    }
    return [...pale];
";

#[test]
fn text_stands_out_in_both_themes() {
    let _alone = alone();
    let browser = readings("");
    for scheme in ["light", "dark"] {
        browser.prefer(scheme);
        for view in VIEWS {
            open(&browser, &READINGS.1, view);
            let theme = "return document.documentElement.dataset.theme;";
            assert_eq!(browser.text(theme), scheme);
            assert_eq!(browser.run(PALE), serde_json::json!([]), "{scheme}, {view}");
        }
    }
}

#[test]
fn a_phone_shows_everything_without_scrolling_sideways() {
    let _alone = alone();
    let browser = readings("");
    browser.screen(390, 844, 1.0);
    for view in VIEWS {
        open(&browser, &READINGS.1, view);
        let wide = "return document.scrollingElement.scrollWidth - innerWidth;";
        assert_eq!(browser.run(wide), 0, "{view}");
    }
    silent(&browser);
}

#[test]
fn text_of_programs_is_never_markup() {
    let _alone = alone();
    let folder = Folder::new("markup");
    let text = "#include <assert.h>\n\
        int __VERIFIER_nondet_int(void);\n\
        // </script><script>window.broken = 1</script> {{style}} \u{2028} é 漢 <!-- <b>\n\
        int main(void) {\n\
        \x20 const char *s = \"</script><img src=x onerror='window.broken = 1'>\";\n\
        \x20 int größe = __VERIFIER_nondet_int();\n\
        \x20 assert(größe < 3 && s[0] == '<' && \"</script><i>&amp;\");\n\
        \x20 return 0;\n}\n";
    let name = "a </b>&'x.c".replace('/', "");
    folder.write(&name, text);
    let page = report(&folder, &[name.as_str()]);
    let browser = Browser::start(1200, 800);
    for view in ["overview", "finding/0/0", "properties", "source", "costs"] {
        open(&browser, &page, view);
        assert_eq!(
            browser.run("return window.broken === undefined;"),
            true,
            "{view}"
        );
        let foreign = "return document.querySelectorAll('main img, main script, main b, main i:not(.track > i)').length;";
        assert_eq!(browser.run(foreign), 0, "{view}");
    }
    open(&browser, &page, "source");
    let source = browser.text("return document.querySelector('.source').innerText;");
    assert!(
        source.contains("{{style}}") && source.contains("漢 <!-- <b>"),
        "{source}"
    );
    assert!(
        browser
            .text("return document.querySelector('h1').textContent;")
            .contains(&name)
    );
    silent(&browser);
}

#[test]
fn safe_and_unknown_runs_have_pages_too() {
    let _alone = alone();
    let folder = Folder::new("verdicts");
    folder.write(
        "safe.c",
        "int a[4];\nint main(void) { for (int i = 0; i < 4; i++) a[i] = i; return a[3]; }\n",
    );
    folder.write(
        "open.c",
        "unsigned __VERIFIER_nondet_uint(void);\nint main(void) { unsigned n = __VERIFIER_nondet_uint(); while (n) n--; return 8 / (int)(n + 1); }\n",
    );
    let browser = Browser::start(1200, 800);
    for (name, verdict) in [("safe.c", "safe"), ("open.c", "unknown")] {
        let page = report(&folder, &["--unwind", "5", name]);
        for view in [
            "",
            "properties",
            "source",
            "assumptions",
            "costs",
            "finding/0",
        ] {
            open(&browser, &page, view);
        }
        open(&browser, &page, "");
        assert_eq!(
            browser.text("return document.querySelector('.verdict').textContent;"),
            verdict
        );
        assert_eq!(browser.find("nav [data-view=finding]").len(), 0);
    }
    silent(&browser);
}

/// A program of ten thousand lines.
fn large() -> String {
    let mut text = String::from("unsigned __VERIFIER_nondet_uint(void);\nunsigned table[64];\n");
    for number in 0..1110 {
        text.push_str(&format!(
            "/* Number {number} of the filters. */\nstatic unsigned filter_{number}(unsigned value) {{\n\
             \x20   unsigned index = value % 64u;\n\x20   if (value > {number}u)\n\
             \x20       table[index] += value / (index + 1u);\n\x20   else\n\
             \x20       table[63u - index] = value << (index & 7u);\n\x20   return table[index] ^ {number}u;\n}}\n"
        ));
    }
    text.push_str("int main(void) {\n    unsigned value = __VERIFIER_nondet_uint();\n");
    for number in 0..40 {
        text.push_str(&format!("    value = filter_{number}(value);\n"));
    }
    text.push_str("    return (int)(value & 1u);\n}\n");
    text
}

#[test]
fn ten_thousand_lines_take_less_than_two_megabytes() {
    let _alone = alone();
    let folder = Folder::new("large");
    let text = large();
    assert!(text.lines().count() >= 10_000);
    folder.write("large.c", &text);
    let page = report(&folder, &["--unwind", "1", "large.c"]);
    let bytes = std::fs::metadata(&page).expect("written").len();
    assert!(bytes < 2_000_000, "{bytes} bytes");
    let browser = Browser::start(1400, 900);
    open(&browser, &page, "source/large.c/9000");
    let seen =
        "const row = document.querySelector('.row.target'), box = row.getBoundingClientRect();
        return row.dataset.line === '9000' && box.top >= 0 && box.bottom <= innerHeight;";
    browser.wait(seen);
    open(&browser, &page, "properties");
    silent(&browser);
}

/// Name, fragment, theme, width and height of the pictures of the manual.
const PICTURES: [(&str, &str, &str, u32, u32); 4] = [
    ("report-overview", "overview", "light", 1280, 860),
    ("report-trace", "finding/0/17", "light", 1360, 1320),
    ("report-trace-dark", "finding/0/99", "dark", 1360, 960),
    ("report-phone", "finding/0/99", "light", 390, 844),
];

#[test]
fn the_pictures_of_the_manual_are_there() {
    let _alone = alone();
    let manual = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/guide/pictures");
    let browser = readings("");
    for (name, view, scheme, width, height) in PICTURES {
        browser.prefer(scheme);
        browser.screen(width, height, 1.0);
        open(&browser, &READINGS.1, view);
        let picture = browser.picture();
        let size = picture.get(16..24).expect("the header of a PNG");
        assert_eq!(size[..4], width.to_be_bytes(), "{name}");
        let path = manual.join(format!("{name}.png"));
        if std::env::var_os("CASSAY_BLESS").is_some() {
            std::fs::create_dir_all(&manual).expect("a folder");
            std::fs::write(&path, &picture).expect("written");
        }
        let kept = std::fs::read(&path).expect("CASSAY_BLESS=1 takes the pictures");
        assert_eq!(kept.get(16..24), Some(size), "{name} has another size");
    }
    let page =
        std::fs::read_to_string(manual.join("../html.md")).expect("the page about the report");
    for (name, ..) in PICTURES {
        assert!(
            page.contains(&format!("pictures/{name}.png")),
            "{name} is not shown"
        );
    }
}

#[test]
fn the_page_is_one_file_that_asks_for_nothing() {
    let _alone = alone();
    let (folder, page) = &*READINGS;
    let moved = folder.path().join("moved");
    std::fs::create_dir_all(&moved).expect("a folder");
    let copy = moved.join("alone.html");
    std::fs::copy(page, &copy).expect("copied");
    let browser = Browser::start(1000, 700);
    for view in VIEWS {
        open(&browser, &copy, view);
        let asked = "return performance.getEntriesByType('resource').map(entry => entry.name)
            .filter(name => !name.startsWith('data:'));";
        assert_eq!(browser.run(asked), serde_json::json!([]), "{view}");
    }
    silent(&browser);
}
