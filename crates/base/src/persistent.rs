//! A persistent map from small integers to values: a radix tree with shared nodes.
//!
//! Cloning is constant time, a write copies one path, and [`PersistentMap::diff`] visits only the
//! parts in which two versions differ. That makes forking a state at a branch free and merging
//! two states at a join proportional to what the branches wrote.

use std::rc::Rc;

const BITS: u32 = 5;
const WIDTH: usize = 1 << BITS;

#[derive(Debug)]
#[allow(clippy::large_enum_variant)] // a leaf's size is that of 32 entries, whatever they are
enum Node<T> {
    Inner([Option<Rc<Node<T>>>; WIDTH]),
    Leaf([Option<T>; WIDTH]),
}

impl<T: Clone> Clone for Node<T> {
    fn clone(&self) -> Self {
        match self {
            Node::Inner(children) => Node::Inner(children.clone()),
            Node::Leaf(items) => Node::Leaf(items.clone()),
        }
    }
}

/// A persistent map from `u64` keys. See the module documentation.
#[derive(Debug)]
pub struct PersistentMap<T> {
    root: Option<Rc<Node<T>>>,
    /// Number of levels below the root; keys at or above `WIDTH^(height+1)` are absent.
    height: u32,
}

impl<T> Clone for PersistentMap<T> {
    fn clone(&self) -> Self {
        PersistentMap {
            root: self.root.clone(),
            height: self.height,
        }
    }
}

impl<T> Default for PersistentMap<T> {
    fn default() -> Self {
        PersistentMap {
            root: None,
            height: 0,
        }
    }
}

fn slot(key: u64, level: u32) -> usize {
    ((key >> (level * BITS)) & (WIDTH as u64 - 1)) as usize
}

/// Whether `key` can be held by a tree of this height.
fn fits(key: u64, height: u32) -> bool {
    let bits = (height + 1) * BITS;
    bits >= u64::BITS || key >> bits == 0
}

impl<T: Clone> PersistentMap<T> {
    /// The empty map.
    pub fn new() -> Self {
        Self::default()
    }

    /// The value at `key`.
    pub fn get(&self, key: u64) -> Option<&T> {
        if !fits(key, self.height) {
            return None;
        }
        let mut node = self.root.as_deref()?;
        let mut level = self.height;
        loop {
            match node {
                Node::Inner(children) => {
                    node = children[slot(key, level)].as_deref()?;
                    level -= 1;
                }
                Node::Leaf(items) => return items[slot(key, 0)].as_ref(),
            }
        }
    }

    /// Sets the value at `key`.
    pub fn insert(&mut self, key: u64, value: T) {
        *self.entry(key) = Some(value);
    }

    /// Removes the value at `key`, and the nodes that hold nothing then: [`PersistentMap::diff`] would
    /// visit them for ever.
    pub fn remove(&mut self, key: u64) {
        if self.get(key).is_some() {
            remove_below(&mut self.root, key, self.height);
        }
    }

    /// Whether both maps are the same version (shared root): a fast, incomplete equality test.
    pub fn same_version(&self, other: &Self) -> bool {
        match (&self.root, &other.root) {
            (None, None) => true,
            (Some(a), Some(b)) => Rc::ptr_eq(a, b),
            (Some(_), None) | (None, Some(_)) => false,
        }
    }

    fn entry(&mut self, key: u64) -> &mut Option<T> {
        while !fits(key, self.height) {
            self.height += 1;
            if let Some(old) = self.root.take() {
                let mut children = [const { None }; WIDTH];
                children[0] = Some(old);
                self.root = Some(Rc::new(Node::Inner(children)));
            }
        }
        let mut level = self.height;
        let mut place = &mut self.root;
        loop {
            let node = Rc::make_mut(place.get_or_insert_with(|| Rc::new(empty_node(level))));
            match node {
                Node::Inner(children) => {
                    place = &mut children[slot(key, level)];
                    level -= 1;
                }
                Node::Leaf(items) => return &mut items[slot(key, 0)],
            }
        }
    }

    /// Calls `visit(key, value)` for every entry in key order.
    pub fn for_each<'a>(&'a self, mut visit: impl FnMut(u64, &'a T)) {
        if let Some(root) = &self.root {
            walk(root, 0, &mut visit);
        }
    }

    /// Calls `visit(key, left, right)` in key order for every key whose entry may differ between
    /// the two maps; subtrees shared by both are skipped whole.
    pub fn diff<'a>(
        &'a self,
        other: &'a Self,
        mut visit: impl FnMut(u64, Option<&'a T>, Option<&'a T>),
    ) {
        let height = self.height.max(other.height);
        diff_nodes(
            lifted(self, height),
            lifted(other, height),
            height,
            0,
            &mut visit,
        );
    }
}

fn remove_below<T: Clone>(place: &mut Option<Rc<Node<T>>>, key: u64, level: u32) {
    let Some(node) = place else { return };
    let empty = match Rc::make_mut(node) {
        Node::Inner(children) => {
            remove_below(&mut children[slot(key, level)], key, level - 1);
            children.iter().all(Option::is_none)
        }
        Node::Leaf(items) => {
            items[slot(key, 0)] = None;
            items.iter().all(Option::is_none)
        }
    };
    if empty {
        *place = None;
    }
}

fn empty_node<T>(level: u32) -> Node<T> {
    if level == 0 {
        Node::Leaf([const { None }; WIDTH])
    } else {
        Node::Inner([const { None }; WIDTH])
    }
}

/// A subtree seen from a level at or above its own root.
enum View<'a, T> {
    Empty,
    Node(&'a Rc<Node<T>>),
    /// The tree hangs this many levels below, along slot 0.
    Below(&'a Rc<Node<T>>, u32),
}

fn lifted<T>(map: &PersistentMap<T>, height: u32) -> View<'_, T> {
    match &map.root {
        None => View::Empty,
        Some(root) if map.height == height => View::Node(root),
        Some(root) => View::Below(root, height - map.height),
    }
}

impl<'a, T> View<'a, T> {
    fn child(&self, index: usize) -> View<'a, T> {
        match *self {
            View::Empty => View::Empty,
            View::Node(node) => match node.as_ref() {
                Node::Inner(children) => children[index].as_ref().map_or(View::Empty, View::Node),
                Node::Leaf(_) => View::Empty,
            },
            View::Below(_, _) if index != 0 => View::Empty,
            View::Below(node, 1) => View::Node(node),
            View::Below(node, depth) => View::Below(node, depth - 1),
        }
    }

    fn item(&self, index: usize) -> Option<&'a T> {
        match *self {
            View::Node(node) => match node.as_ref() {
                Node::Leaf(items) => items[index].as_ref(),
                Node::Inner(_) => None,
            },
            View::Empty | View::Below(_, _) => None,
        }
    }
}

fn diff_nodes<'a, T>(
    left: View<'a, T>,
    right: View<'a, T>,
    level: u32,
    prefix: u64,
    visit: &mut impl FnMut(u64, Option<&'a T>, Option<&'a T>),
) {
    match (&left, &right) {
        (View::Empty, View::Empty) => return,
        (View::Node(a), View::Node(b)) if Rc::ptr_eq(a, b) => return,
        _ => {}
    }
    for index in 0..WIDTH {
        let key = prefix << BITS | index as u64;
        if level == 0 {
            let (a, b) = (left.item(index), right.item(index));
            if a.is_some() || b.is_some() {
                visit(key, a, b);
            }
        } else {
            diff_nodes(left.child(index), right.child(index), level - 1, key, visit);
        }
    }
}

fn walk<'a, T>(node: &'a Node<T>, prefix: u64, visit: &mut impl FnMut(u64, &'a T)) {
    match node {
        Node::Inner(children) => {
            for (index, child) in children.iter().enumerate() {
                if let Some(child) = child {
                    walk(child, prefix << BITS | index as u64, visit);
                }
            }
        }
        Node::Leaf(items) => {
            for (index, item) in items.iter().enumerate() {
                if let Some(item) = item {
                    visit(prefix << BITS | index as u64, item);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeMap;

    fn nodes(place: &Option<Rc<Node<u32>>>) -> usize {
        match place.as_deref() {
            None => 0,
            Some(Node::Leaf(_)) => 1,
            Some(Node::Inner(children)) => 1 + children.iter().map(nodes).sum::<usize>(),
        }
    }

    #[test]
    fn what_is_removed_leaves_no_nodes_behind() {
        let mut map = PersistentMap::new();
        for key in 0..4000 {
            map.insert(key, 0);
        }
        let full = map.clone();
        for key in (40..4000).rev() {
            map.remove(key);
        }
        assert!(nodes(&map.root) <= 5, "two leaves and the way to them");
        assert_eq!(entries(&map).len(), 40);
        for key in 0..40 {
            map.remove(key);
        }
        assert!(map.same_version(&PersistentMap::new()));
        assert_eq!(entries(&full).len(), 4000);
    }

    fn entries(map: &PersistentMap<u32>) -> BTreeMap<u64, u32> {
        let mut all = BTreeMap::new();
        map.for_each(|key, value| {
            all.insert(key, *value);
        });
        all
    }

    #[test]
    fn behaves_like_a_btreemap_under_a_fixed_pseudorandom_script() {
        let mut map = PersistentMap::new();
        let mut model = BTreeMap::new();
        let mut seed = 7u64;
        for step in 0..20_000u32 {
            seed = seed
                .wrapping_mul(6364136223846793005)
                .wrapping_add(1442695040888963407);
            let key = match seed >> 61 {
                0 => seed >> 8 & 0xffff_ffff,
                1 => u64::MAX - (seed >> 40 & 7),
                _ => seed >> 33 & 0x3ff,
            };
            if seed & 3 == 0 {
                map.remove(key);
                model.remove(&key);
            } else {
                map.insert(key, step);
                model.insert(key, step);
            }
            assert_eq!(map.get(key), model.get(&key));
        }
        assert_eq!(entries(&map), model);
    }

    #[test]
    fn diff_visits_exactly_the_differences_of_distant_versions() {
        let mut base = PersistentMap::new();
        for key in 0..1000 {
            base.insert(key, 1u32);
        }
        let mut left = base.clone();
        let mut right = base.clone();
        left.insert(5, 2);
        right.insert(1 << 40, 3);
        right.remove(999);
        let mut seen = Vec::new();
        left.diff(&right, |key, a, b| {
            if a != b {
                seen.push((key, a.copied(), b.copied()));
            }
        });
        assert_eq!(
            seen,
            vec![
                (5, Some(2), Some(1)),
                (999, Some(1), None),
                (1 << 40, None, Some(3))
            ]
        );
        assert_eq!(entries(&base).len(), 1000, "the base version is untouched");
    }

    #[test]
    fn diff_skips_shared_parts() {
        let mut base = PersistentMap::new();
        for key in 0..100_000 {
            base.insert(key, 0u32);
        }
        let mut other = base.clone();
        other.insert(50_000, 1);
        let mut visits = 0;
        base.diff(&other, |_, _, _| visits += 1);
        assert!(visits <= WIDTH, "visited {visits}");
    }
}
