//! The order in which threads act, for a compiled program: tables, and the C text that makes threads follow
//! them.

use crate::report::Finding;
use crate::threads;
use cassay_trace::outside::{Act, Order, Shared, What};
use std::collections::BTreeSet;
use std::fmt::Write;

/// Functions of the library that the C text replaces.
const REPLACED: [&str; 33] = [
    "call_once",
    "cnd_timedwait",
    "cnd_wait",
    "free",
    "mtx_lock",
    "mtx_trylock",
    "mtx_unlock",
    "pthread_barrier_wait",
    "pthread_cond_timedwait",
    "pthread_cond_wait",
    "pthread_create",
    "pthread_exit",
    "pthread_join",
    "pthread_mutex_lock",
    "pthread_mutex_timedlock",
    "pthread_mutex_trylock",
    "pthread_mutex_unlock",
    "pthread_once",
    "pthread_rwlock_rdlock",
    "pthread_rwlock_tryrdlock",
    "pthread_rwlock_trywrlock",
    "pthread_rwlock_unlock",
    "pthread_rwlock_wrlock",
    "pthread_spin_lock",
    "pthread_spin_trylock",
    "pthread_spin_unlock",
    "sem_post",
    "sem_timedwait",
    "sem_trywait",
    "sem_wait",
    "thrd_create",
    "thrd_exit",
    "thrd_join",
];

/// Functions that are replaced in any case.
const ALWAYS: [&str; 11] = [
    "memcpy",
    "memmove",
    "memset",
    "pthread_create",
    "pthread_exit",
    "pthread_join",
    "pthread_mutex_lock",
    "pthread_mutex_unlock",
    "thrd_create",
    "thrd_exit",
    "thrd_join",
];

/// The types of the tables.
const TYPES: &str = "
/* What threads do, in this order. An object is a variable, or one that no name leads to. */
enum { CASSAY_READ = 1, CASSAY_WRITE = 2, CASSAY_CREATE = 4, CASSAY_CALL = 8, CASSAY_END = 16 };
struct cassay_object {
  const char *name;
  cassay_word size;
  int owner; /* the thread whose local variable it is, or -1 */
  cassay_word place;
};
struct cassay_act {
  int thread, what, object;
  long offset, size;
  const char *name;
};
";

/// What makes threads follow the tables.
const RUNTIME: &str = include_str!("harness_threads.c");

/// Whether the C text replaces a function of the library.
pub(super) fn is_replaced(function: &str) -> bool {
    REPLACED.contains(&function)
}

/// The functions that the linker must wrap.
pub(super) fn wrapped(order: &Order) -> BTreeSet<&str> {
    let acts = order.acts.iter().chain(&order.last);
    let called = acts.filter_map(|act| match &act.what {
        What::Call { function, .. } => Some(&**function),
        What::Access { .. } | What::Create(_) | What::End => None,
    });
    let called = called.filter(|function| is_replaced(function));
    called.chain(ALWAYS).collect()
}

/// Writes the tables and the text. Calls of functions that the harness does not define are no acts there.
pub(super) fn write(
    out: &mut String,
    order: &Order,
    finding: &Finding,
    defines: &dyn Fn(&str) -> bool,
) {
    out.push_str(TYPES);
    let _ = writeln!(out, "static struct cassay_object cassay_objects[] = {{");
    for object in &order.objects {
        write_object(out, object);
    }
    out.push_str("  {0}\n};\nstatic const struct cassay_act cassay_acts[] = {\n");
    for act in &order.acts {
        let known = match &act.what {
            What::Call { function, .. } => is_replaced(function) || defines(function),
            What::Access { .. } | What::Create(_) | What::End => true,
        };
        if known {
            write_act(out, order, act);
        }
    }
    out.push_str("  {0}\n};\n/* What they stand before in the end. */\n");
    out.push_str("static const struct cassay_act cassay_last[] = {\n");
    for act in &order.last {
        write_act(out, order, act);
    }
    out.push_str("  {0}\n};\n");
    out.push_str("static const char cassay_told[] =");
    let sentences = threads::sentences(&finding.positions);
    for (position, sentence) in finding.positions.iter().zip(sentences) {
        let (title, place) = (finding.class.title(), &position.place);
        let line = format!("counterexample: {title}: {place}: {sentence}\n");
        let _ = write!(out, "\n  {}", literal(&line));
    }
    out.push_str("\n  \"\";\n");
    let _ = writeln!(out, "enum {{ CASSAY_VIOLATOR = {} }};", order.violator);
    let _ = writeln!(
        out,
        "enum {{ CASSAY_DEADLOCK = {} }};",
        u8::from(order.deadlock)
    );
    out.push_str(RUNTIME);
}

fn write_object(out: &mut String, object: &Shared) {
    let name = match &object.name {
        Some(name) => literal(name),
        None => "0".to_owned(),
    };
    let owner = object.owner.map_or(-1, i64::from);
    let _ = writeln!(out, "  {{{name}, {}, {owner}, 0}},", object.size);
}

fn write_act(out: &mut String, order: &Order, act: &Act) {
    let Act {
        thread,
        place,
        what,
    } = act;
    let place = super::harness::plain(place);
    let _ = match what {
        What::Access {
            object,
            offset,
            len,
            reads,
            writes,
        } => {
            let what = match (reads, writes) {
                (true, true) => "CASSAY_READ | CASSAY_WRITE",
                (_, true) => "CASSAY_WRITE",
                (_, false) => "CASSAY_READ",
            };
            let named = order
                .objects
                .get(*object)
                .and_then(|object| object.name.as_deref());
            let named = super::harness::plain(named.unwrap_or("memory"));
            writeln!(
                out,
                "  {{{thread}, {what}, {object}, {offset}, {len}, 0}}, /* {place}: {named} */"
            )
        }
        What::Call {
            function,
            part,
            result,
        } => writeln!(
            out,
            "  {{{thread}, CASSAY_CALL, {part}, {}, 0, {}}}, /* {place} */",
            result.unwrap_or(0),
            literal(function)
        ),
        What::Create(child) => writeln!(
            out,
            "  {{{thread}, CASSAY_CREATE, 0, {child}, 0, \"create\"}}, /* {place} */"
        ),
        What::End => writeln!(
            out,
            "  {{{thread}, CASSAY_END, 0, 0, 0, \"end\"}}, /* {place} */"
        ),
    };
}

/// A string literal of C.
fn literal(text: &str) -> String {
    let byte = |byte: u8| match byte {
        b'"' | b'\\' => format!("\\{}", char::from(byte)),
        b' '..=b'~' => char::from(byte).to_string(),
        byte => format!("\\{byte:03o}"),
    };
    let bytes: String = text.bytes().map(byte).collect();
    format!("\"{bytes}\"")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn order(acts: Vec<What>) -> Order {
        let acts = acts.into_iter().map(|what| Act {
            thread: 1,
            place: "f.c:3".into(),
            what,
        });
        Order {
            threads: 2,
            objects: vec![Shared {
                name: Some("x".into()),
                owner: None,
                size: 4,
            }],
            acts: acts.collect(),
            last: Vec::new(),
            deadlock: false,
            violator: 0,
            inside: BTreeSet::new(),
        }
    }

    fn call(function: &str, result: Option<i32>) -> What {
        What::Call {
            function: function.into(),
            part: 0,
            result,
        }
    }

    #[test]
    fn only_functions_that_threads_call_are_wrapped() {
        let order = order(vec![call("sem_post", None), call("nondet_int", None)]);
        let wrapped = wrapped(&order);
        assert!(wrapped.contains("sem_post") && wrapped.contains("pthread_create"));
        assert!(!wrapped.contains("sem_wait") && !wrapped.contains("nondet_int"));
    }

    #[test]
    fn an_act_is_a_line_with_its_place() {
        let access = What::Access {
            object: 0,
            offset: 0,
            len: 4,
            reads: true,
            writes: false,
        };
        let order = order(vec![
            access,
            call("sem_trywait", Some(-1)),
            What::Create(2),
            What::End,
        ]);
        let mut out = String::new();
        for act in &order.acts {
            write_act(&mut out, &order, act);
        }
        let expected = "
  {1, CASSAY_READ, 0, 0, 4, 0}, /* f.c:3: x */
  {1, CASSAY_CALL, 0, -1, 0, \"sem_trywait\"}, /* f.c:3 */
  {1, CASSAY_CREATE, 0, 2, 0, \"create\"}, /* f.c:3 */
  {1, CASSAY_END, 0, 0, 0, \"end\"}, /* f.c:3 */
";
        assert_eq!(out, expected[1..]);
    }

    #[test]
    fn strings_are_those_of_c() {
        assert_eq!(literal("a\"b\\c\n?\u{e9}"), r#""a\"b\\c\012?\303\251""#);
    }
}
