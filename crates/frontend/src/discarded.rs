//! Structures that are read and discarded: `*p;`, `(void)*p;`.
//!
//! C reads the structure (C17 6.3.2.1p2), so the pointer must be valid; clang evaluates the pointer
//! and reads nothing. In the preprocessed text such an expression is assigned to a variable, which
//! makes the read visible. If a function computes a pointer that is never used, clang is asked for
//! the syntax tree of that function.

use std::collections::{BTreeSet, HashMap};

/// The text before and after a structure that is discarded.
pub(crate) const BEFORE: &[u8] = b"({ __auto_type __cassay_discarded = ";
pub(crate) const BEHIND: &[u8] = b"; })";

/// The functions that compute a pointer that is never used, in the text of a module.
pub(crate) fn suspects(module: &[u8]) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    let mut function: Option<String> = None;
    let mut computed: HashMap<&[u8], u32> = HashMap::new();
    for line in module.split(|byte| *byte == b'\n') {
        if line.starts_with(b"define ") {
            function = defined_name(line);
            computed.clear();
        } else if line == b"}" {
            let unused = computed.values().any(|uses| *uses == 0);
            found.extend(function.take().filter(|_| unused));
        } else if function.is_some() {
            note(line, &mut computed);
        }
    }
    found
}

/// The name of the function that a line of LLVM assembly defines.
fn defined_name(line: &[u8]) -> Option<String> {
    let text = std::str::from_utf8(line).ok()?;
    let (_, rest) = text.split_once('@')?;
    let end = rest.find('(')?;
    Some(rest[..end].trim_matches('"').to_owned())
}

fn note<'t>(line: &'t [u8], computed: &mut HashMap<&'t [u8], u32>) {
    let line = line.trim_ascii_start();
    let mut rest = line;
    if let Some((name, value)) = split_definition(line) {
        let value = value.trim_ascii_start();
        let pointer = [b"load ptr," as &[u8], b"getelementptr ", b"call ptr "]
            .iter()
            .any(|start| value.starts_with(start));
        if pointer {
            computed.insert(name, 0);
        }
        rest = value;
    }
    let mut at = 0;
    while let Some(next) = rest[at..].iter().position(|byte| *byte == b'%') {
        let start = at + next;
        let length = name_length(&rest[start..]);
        if let Some(uses) = computed.get_mut(&rest[start..start + length]) {
            *uses += 1;
        }
        at = start + length.max(1);
    }
}

/// `%name = value`.
fn split_definition(line: &[u8]) -> Option<(&[u8], &[u8])> {
    if line.first() != Some(&b'%') {
        return None;
    }
    let (name, rest) = line.split_at(name_length(line));
    Some((name, rest.strip_prefix(b" = ")?))
}

fn name_length(text: &[u8]) -> usize {
    let part = |byte: &u8| byte.is_ascii_alphanumeric() || b"._-$".contains(byte);
    1 + text[1..].iter().take_while(|byte| part(byte)).count()
}

/// A node of a syntax tree, read so far.
#[derive(Default)]
struct Node {
    kind: String,
    cast: String,
    opcode: String,
    ty: String,
    begin: Option<usize>,
    end: Option<usize>,
    /// The number of children read so far.
    children: usize,
    /// Its index among the children of its parent, from 1.
    position: usize,
    /// The indentation of its members.
    indent: usize,
}

/// First and last byte of every structure that is discarded, from clang's syntax tree as JSON, one
/// member a line. General JSON readers do not support trees of this depth.
pub(crate) fn reads(tree: &str) -> BTreeSet<(usize, usize)> {
    let mut found = BTreeSet::new();
    let mut stack: Vec<Node> = Vec::new();
    let mut side = "";
    let mut offset = None;
    for line in tree.lines() {
        let text = line.trim_start();
        let indent = line.len() - text.len();
        let Some((key, value)) = text.split_once(": ") else {
            continue;
        };
        let value = value.trim_end_matches(',').trim_matches('"');
        if key == "\"id\"" {
            while stack.last().is_some_and(|node| node.indent >= indent) {
                close(&mut stack, &mut found);
            }
            let position = stack.last_mut().map_or(0, |node| {
                node.children += 1;
                node.children
            });
            stack.push(Node {
                indent,
                position,
                ..Node::default()
            });
            side = "";
            continue;
        }
        let Some(node) = stack.last_mut() else {
            continue;
        };
        if indent == node.indent {
            match key {
                "\"kind\"" => node.kind = value.to_owned(),
                "\"castKind\"" => node.cast = value.to_owned(),
                "\"opcode\"" => node.opcode = value.to_owned(),
                _ => {}
            }
            side = key;
        } else if side == "\"type\"" {
            let plain = key == "\"qualType\"" && node.ty.is_empty();
            if plain || key == "\"desugaredQualType\"" {
                node.ty = value.to_owned();
            }
        } else if side == "\"range\"" {
            match key {
                "\"offset\"" => offset = value.parse::<usize>().ok(),
                "\"tokLen\"" => {
                    let Some(at) = offset.take() else { continue };
                    if node.begin.is_none() {
                        node.begin = Some(at);
                    } else if let Ok(length) = value.parse::<usize>() {
                        node.end = Some(at + length);
                    }
                }
                _ => {}
            }
        }
    }
    while !stack.is_empty() {
        close(&mut stack, &mut found);
    }
    found
}

/// Ends the innermost node.
fn close(stack: &mut Vec<Node>, found: &mut BTreeSet<(usize, usize)>) {
    let is_read = stack.last().is_some_and(|node| {
        let structure = ["struct ", "union "].iter().any(|word| {
            let ty = node.ty.trim_start_matches("const ");
            ty.trim_start_matches("volatile ").starts_with(word) && !ty.contains(['*', '('])
        });
        node.cast == "LValueToRValue" && structure
    });
    let discarded = is_read && is_discarded(stack);
    if let Some(Node {
        begin: Some(begin),
        end: Some(end),
        ..
    }) = stack.pop()
        && discarded
    {
        found.insert((begin, end));
    }
}

/// Whether the innermost node is a value that is not used.
fn is_discarded(stack: &[Node]) -> bool {
    let mut at = stack.len() - 1;
    while let Some(outer) = at.checked_sub(1) {
        let (node, around) = (&stack[at], &stack[outer]);
        match around.kind.as_str() {
            "CStyleCastExpr" => return around.cast == "ToVoid",
            "BinaryOperator" if around.opcode == "," && node.position == 1 => return true,
            "BinaryOperator" if around.opcode != "," => return false,
            "BinaryOperator" | "ParenExpr" => at = outer,
            // The last value of a statement expression is used.
            "CompoundStmt" => {
                return outer
                    .checked_sub(1)
                    .is_none_or(|outer| stack[outer].kind != "StmtExpr");
            }
            "LabelStmt" | "CaseStmt" | "DefaultStmt" | "IfStmt" | "WhileStmt" | "DoStmt"
            | "ForStmt" | "SwitchStmt" => return true,
            _ => return false,
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn unused_pointers_make_suspects() {
        let module = b"define i32 @f(ptr %0) {\n  %2 = load ptr, ptr %1, align 8\n  ret i32 0\n}\n\
            define i32 @g(ptr %0) {\n  %2 = load ptr, ptr %1, align 8\n  store ptr %2, ptr %3\n}\n";
        assert_eq!(suspects(module), BTreeSet::from(["f".to_owned()]));
    }

    #[test]
    fn a_tree_tells_what_is_thrown_away() {
        let node = |indent: usize, members: &[&str]| {
            let pad = " ".repeat(indent);
            let lines = members.iter().map(|member| format!("{pad}{member}\n"));
            lines.collect::<String>()
        };
        let read = [
            "\"id\": \"0x3\",",
            "\"kind\": \"ImplicitCastExpr\",",
            "\"range\": {",
            "  \"begin\": {",
            "    \"offset\": 80,",
            "    \"tokLen\": 1",
            "  \"end\": {",
            "    \"offset\": 81,",
            "    \"tokLen\": 1",
            "\"type\": {",
            "  \"qualType\": \"struct S\"",
            "\"castKind\": \"LValueToRValue\",",
        ];
        let outer = ["\"id\": \"0x1\",", "\"kind\": \"CompoundStmt\","];
        let tree = node(2, &outer) + &node(6, &read);
        assert_eq!(reads(&tree), BTreeSet::from([(80, 82)]));
        let used = ["\"id\": \"0x1\",", "\"kind\": \"VarDecl\","];
        let tree = node(2, &used) + &node(6, &read);
        assert!(reads(&tree).is_empty());
    }
}
