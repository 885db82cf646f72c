//! Variables that are not decided yet, the most active first.

/// A heap of variables. Variables are offered cheaply and become part of it when one is asked for.
#[derive(Default)]
pub struct Heap {
    items: Vec<u32>,
    /// One more than the place of each variable, or 0.
    places: Vec<u32>,
    offered: Vec<i32>,
}

impl Heap {
    /// Makes room for so many variables.
    pub fn grow(&mut self, variables: usize) {
        self.places.resize(variables, 0);
    }

    /// Removes all.
    pub fn clear(&mut self) {
        for item in self.items.drain(..) {
            self.places[item as usize] = 0;
        }
        self.offered.clear();
    }

    /// Adds variables with the next one that is asked for.
    pub fn offer(&mut self, variables: &[i32]) {
        self.offered.extend_from_slice(variables);
    }

    /// Adds a variable that may be in already.
    pub fn insert(&mut self, variable: usize, activity: &[f64]) {
        if self.offered.is_empty() && self.places[variable] == 0 {
            self.items.push(variable as u32);
            self.places[variable] = self.items.len() as u32;
            self.up(self.items.len() - 1, activity);
        }
    }

    /// A variable has become more active.
    pub fn raise(&mut self, variable: usize, activity: &[f64]) {
        if self.places[variable] != 0 {
            self.up(self.places[variable] as usize - 1, activity);
        }
    }

    /// Takes the most active variable out.
    pub fn pop(&mut self, activity: &[f64]) -> Option<usize> {
        if !self.offered.is_empty() {
            self.fill(activity);
        }
        let first = *self.items.first()? as usize;
        let last = self.items.pop()?;
        self.places[first] = 0;
        if !self.items.is_empty() {
            self.items[0] = last;
            self.places[last as usize] = 1;
            self.down(0, activity);
        }
        Some(first)
    }

    fn fill(&mut self, activity: &[f64]) {
        for variable in std::mem::take(&mut self.offered) {
            let variable = variable.unsigned_abs();
            if self.places[variable as usize] == 0 {
                self.items.push(variable);
                self.places[variable as usize] = self.items.len() as u32;
            }
        }
        for place in (0..self.items.len() / 2).rev() {
            self.down(place, activity);
        }
    }

    fn put(&mut self, place: usize, item: u32) {
        self.items[place] = item;
        self.places[item as usize] = place as u32 + 1;
    }

    fn up(&mut self, mut place: usize, activity: &[f64]) {
        let item = self.items[place];
        while place > 0 {
            let above = (place - 1) / 2;
            if activity[self.items[above] as usize] >= activity[item as usize] {
                break;
            }
            self.put(place, self.items[above]);
            place = above;
        }
        self.put(place, item);
    }

    fn down(&mut self, mut place: usize, activity: &[f64]) {
        let item = self.items[place];
        loop {
            let mut below = 2 * place + 1;
            if below >= self.items.len() {
                break;
            }
            let of = |at: usize| activity[self.items[at] as usize];
            if below + 1 < self.items.len() && of(below + 1) > of(below) {
                below += 1;
            }
            if activity[item as usize] >= of(below) {
                break;
            }
            self.put(place, self.items[below]);
            place = below;
        }
        self.put(place, item);
    }
}
