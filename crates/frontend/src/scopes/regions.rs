//! The blocks and full expressions of functions, as ranges of text.
//!
//! C17 6.8p3-4 and 6.8.4p3, 6.8.5p5: compound statements, selection and iteration statements and their
//! substatements are blocks. A full expression is no part of another one; the initialiser of a
//! variable belongs to its declarator.

use super::tree::Node;

/// A range of bytes.
pub(crate) type Range = (u32, u32);

/// A variable of automatic storage duration.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct VariableAt {
    pub name: String,
    /// The offset of its name.
    pub at: u32,
}

/// The regions of a function.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Regions {
    pub function: Range,
    pub blocks: Vec<Range>,
    pub expressions: Vec<Range>,
    /// In the order of the text.
    pub variables: Vec<VariableAt>,
}

impl Regions {
    /// The innermost block around an offset.
    pub fn block_at(&self, place: u32) -> Option<Range> {
        innermost(&self.blocks, &[place])
    }

    /// The innermost full expression around all of some offsets.
    pub fn expression_around(&self, places: &[u32]) -> Option<Range> {
        innermost(&self.expressions, places)
    }
}

pub(crate) fn contains(range: Range, place: u32) -> bool {
    range.0 <= place && place < range.1
}

fn innermost(ranges: &[Range], places: &[u32]) -> Option<Range> {
    let around = |range: &&Range| places.iter().all(|place| contains(**range, *place));
    let width = |range: &&Range| range.1 - range.0;
    ranges.iter().filter(around).min_by_key(width).copied()
}

/// The regions of every function with a body among some nodes.
pub(crate) fn regions(nodes: &[Node], tops: &[usize]) -> Vec<Regions> {
    let mut found = Vec::new();
    let mut open = tops.to_vec();
    while let Some(index) = open.pop() {
        let node = &nodes[index];
        if node.kind == "FunctionDecl" {
            found.extend(function(nodes, node));
        } else {
            open.extend(&node.children);
        }
    }
    found
}

fn function(nodes: &[Node], node: &Node) -> Option<Regions> {
    let is_body = |child: &&usize| nodes[**child].kind == "CompoundStmt";
    let body = *node.children.iter().find(is_body)?;
    let mut regions = Regions {
        function: node.range,
        ..Regions::default()
    };
    // Nodes to visit, and whether an expression there is a full expression.
    let mut open = vec![(body, true)];
    while let Some((index, is_full)) = open.pop() {
        let node = &nodes[index];
        visit(nodes, node, is_full, &mut regions, &mut open);
    }
    regions.variables.sort_by_key(|variable| variable.at);
    Some(regions)
}

fn visit(
    nodes: &[Node],
    node: &Node,
    is_full: bool,
    regions: &mut Regions,
    open: &mut Vec<(usize, bool)>,
) {
    let mut children_are_full = true;
    match node.kind.as_str() {
        "CompoundStmt" => regions.blocks.push(node.range),
        "IfStmt" | "SwitchStmt" | "WhileStmt" | "DoStmt" | "ForStmt" => {
            regions.blocks.push(node.range);
            let parts = substatements(node).map(|child| nodes[child].range);
            regions.blocks.extend(parts);
        }
        "ReturnStmt" | "GCCAsmStmt" => {
            regions.expressions.push(node.range);
            children_are_full = false;
        }
        "VarDecl" => {
            if !node.is_static {
                regions.variables.push(VariableAt {
                    name: node.name.clone(),
                    at: node.at,
                });
            }
            regions.expressions.push((node.at, node.range.1));
            children_are_full = false;
        }
        kind if kind.ends_with("Stmt") || kind.ends_with("Decl") => {}
        _ => {
            if is_full {
                regions.expressions.push(node.range);
            }
            children_are_full = false;
        }
    }
    open.extend(
        node.children
            .iter()
            .map(|child| (*child, children_are_full)),
    );
}

/// The substatements of a selection or iteration statement.
fn substatements(node: &Node) -> impl Iterator<Item = usize> + '_ {
    let count = node.children.len();
    let is_sub = move |position: usize| match node.kind.as_str() {
        "IfStmt" => position > 0,
        "DoStmt" => position == 0,
        _ => position + 1 == count,
    };
    let all = node.children.iter().copied().enumerate();
    all.filter(move |(position, _)| is_sub(*position))
        .map(|(_, child)| child)
}
