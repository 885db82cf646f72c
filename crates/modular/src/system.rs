//! A program with threads as a set of templates: what each kind of thread executes.

use crate::Refusal;
use crate::points::{Seen, split};
use crate::vars::{Var, accessed, is_word, written};
use cassay_base::Span;
use cassay_flat::{Flat, flatten, live_locals, live_temps, resolve};
use cassay_ir::sharing::THREAD_NUMBER;
use cassay_ir::{
    Accessed, BlockId, CallTarget, Constant, Expr, FuncId, Function, GlobalId, Initializer,
    LocalId, Note, NoteId, Program, StmtKind, TempId, TypeTable, Variable,
};
use std::collections::{BTreeMap, BTreeSet};

/// How often constants are looked for in what threads execute.
const ROUNDS: usize = 4;

/// The most points of all templates.
const MOST_POINTS: usize = 250;

/// What one kind of thread executes.
#[derive(Debug)]
pub(crate) struct Template {
    /// The function, with everything that it calls.
    pub function: Function,
    /// The blocks that begin at a point, the entry first.
    pub points: Vec<BlockId>,
    /// The temporaries that are needed behind each point.
    pub temps: Vec<BTreeSet<TempId>>,
    /// The local variables that are needed behind each point.
    pub locals: Vec<BTreeSet<LocalId>>,
    /// The number of its first point.
    pub first: usize,
    /// The scalars that belong to the thread.
    pub vars: Vec<Var>,
}

/// A program with threads.
#[derive(Debug)]
pub struct System {
    /// The program.
    pub(crate) program: Program,
    /// What threads execute; the first is what the first thread does.
    pub(crate) templates: Vec<Template>,
    /// The templates of thread functions.
    pub(crate) of_function: BTreeMap<FuncId, usize>,
    /// The scalars that all threads share.
    pub(crate) shared: Vec<Var>,
    /// The global variables that change.
    pub(crate) written: BTreeSet<GlobalId>,
    /// The thread-local variables in use.
    pub(crate) own: BTreeSet<GlobalId>,
    /// The variable that holds the number of the thread.
    pub(crate) number: Option<GlobalId>,
    notes: BTreeSet<NoteId>,
}

impl System {
    /// The templates of a program that starts at a function.
    pub fn new(program: &Program, entry: FuncId) -> Result<System, Refusal> {
        let globals = program.globals.iter_enumerated();
        let mut numbers = globals.filter(|(_, global)| &*global.name == THREAD_NUMBER);
        let mut system = System {
            program: program.clone(),
            templates: Vec::new(),
            of_function: BTreeMap::new(),
            shared: Vec::new(),
            written: BTreeSet::new(),
            own: BTreeSet::new(),
            number: numbers.next().map(|(id, _)| id),
            notes: BTreeSet::new(),
        };
        // The constant types of conjectures.
        system.program.types.int(32);
        let mut todo = vec![entry];
        while let Some(root) = todo.pop() {
            if system.of_function.contains_key(&root) {
                continue;
            }
            if !program.functions[root].has_body() {
                return Err(Refusal::new(
                    "a thread runs a function without body",
                    Span::NONE,
                ));
            }
            let number = system.templates.len();
            system.of_function.insert(root, number);
            let template = system.template(root)?;
            for stmt in template.function.statements() {
                if let StmtKind::Spawn { target, args, .. } = &stmt.kind {
                    let id = spawned(target)
                        .ok_or_else(|| Refusal::new("a thread runs any function", stmt.span))?;
                    if id == entry {
                        return Err(Refusal::new("a thread runs the entry", stmt.span));
                    }
                    if program.functions[id].params.len() != args.len() {
                        return Err(Refusal::new("a thread gets other arguments", stmt.span));
                    }
                    todo.push(id);
                }
            }
            system.templates.push(template);
        }
        system.find_written();
        system.find_points()?;
        system.finish()?;
        Ok(system)
    }

    /// Finds the global variables that change.
    fn find_written(&mut self) {
        let mut any = false;
        let statements = self.templates.iter().flat_map(|t| t.function.statements());
        for stmt in statements {
            match written(&stmt.kind) {
                Some(globals) => self.written.extend(globals),
                None => any = true,
            }
        }
        if any {
            self.written.extend(self.program.globals.ids());
        }
        let globals = &self.program.globals;
        self.written
            .retain(|id| !globals[*id].constant && !globals[*id].thread_local);
    }

    /// Splits what threads execute at the points where other threads matter.
    fn find_points(&mut self) -> Result<(), Refusal> {
        let seen = Seen {
            written: self.written.clone(),
            only_first: self.only_first(),
        };
        for (index, template) in self.templates.iter_mut().enumerate() {
            let points = split(&self.program, &mut template.function, &seen, index == 0)?;
            let temps = live_temps(&template.function);
            let locals = live_locals(&self.program, &template.function);
            template.temps = points.iter().map(|id| temps[*id].clone()).collect();
            template.locals = points.iter().map(|id| locals[*id].clone()).collect();
            template.points = points;
        }
        Ok(())
    }

    /// The global variables that nobody but the first thread mentions, and no initial contents lead to.
    fn only_first(&self) -> BTreeSet<GlobalId> {
        let mut found: BTreeSet<GlobalId> = self.written.clone();
        for (id, global) in self.program.globals.iter_enumerated() {
            let Initializer::Parts(parts) = &global.init else {
                found.remove(&id);
                continue;
            };
            for (_, part) in parts {
                if let Constant::GlobalAddr(other, _) = part {
                    found.remove(other);
                }
            }
        }
        for (index, template) in self.templates.iter().enumerate() {
            for stmt in template.function.statements() {
                // The first thread may name it as the place of an access, and nothing else.
                let mut places: Vec<&Expr> = Vec::new();
                stmt.kind.accesses(|access| match access.to {
                    Accessed::Variable(Variable::Global(id), _) if index > 0 => {
                        found.remove(&id);
                    }
                    Accessed::Variable(_, _) => {}
                    Accessed::Behind(pointer) => {
                        if index == 0 && cassay_flat::base(pointer).is_some() {
                            places.push(pointer);
                        }
                    }
                });
                stmt.kind.expressions(|expr| {
                    if !places.iter().any(|place| std::ptr::eq(*place, expr)) {
                        forget_mentioned(expr, &mut found);
                    }
                });
            }
            for block in template.function.blocks.iter() {
                block
                    .terminator
                    .expressions(|expr| forget_mentioned(expr, &mut found));
            }
        }
        found
    }

    fn template(&mut self, root: FuncId) -> Result<Template, Refusal> {
        let Flat {
            mut function,
            notes,
            ..
        } = flatten(&self.program, root)?;
        self.notes.extend(notes);
        for _ in 0..ROUNDS {
            if !resolve(&self.program, &mut function) {
                break;
            }
            let mut program = self.program.clone();
            program.functions[root] = function;
            let again = flatten(&program, root)?;
            self.notes.extend(again.notes);
            function = again.function;
        }
        Ok(Template {
            temps: Vec::new(),
            locals: Vec::new(),
            points: Vec::new(),
            function,
            first: 0,
            vars: Vec::new(),
        })
    }

    /// Numbers the points, and finds the variables.
    fn finish(&mut self) -> Result<(), Refusal> {
        let mut next = 0;
        for template in &mut self.templates {
            template.first = next;
            next += template.points.len();
        }
        if next > MOST_POINTS {
            return Err(Refusal::new("threads have too many points", Span::NONE));
        }
        let globals = &self.program.globals;
        for (id, global) in globals.iter_enumerated() {
            if global.thread_local && Some(id) != self.number && self.uses(id) {
                self.own.insert(id);
            }
        }
        let word = self.program.types.find_int(32);
        let mut shared = BTreeSet::new();
        for index in 0..self.templates.len() {
            let template = &self.templates[index];
            let mut vars = accessed(self, template);
            for (number, temps) in template.temps.iter().enumerate() {
                // Parameters at the entry are needed too.
                let params = template.function.params.iter().filter(|_| number == 0);
                for temp in temps.iter().chain(params) {
                    let ty = template.function.temps[*temp].ty;
                    if is_word(self, ty) {
                        vars.insert(Var::Temp(*temp, ty));
                    }
                }
            }
            vars.retain(|var| match var {
                Var::Own(id, _, _) => Some(*id) != self.number,
                Var::Shared(_, _, _) | Var::Local(_, _, _) | Var::Temp(_, _) | Var::Number(_) => {
                    true
                }
            });
            if let Some(word) = word.filter(|_| self.number.is_some()) {
                vars.insert(Var::Number(word));
            }
            let (common, own): (Vec<Var>, Vec<Var>) =
                vars.into_iter().partition(|var| var.is_shared());
            shared.extend(common);
            self.templates[index].vars = own;
        }
        // What nobody writes is a constant.
        shared.retain(|var| match var {
            Var::Shared(id, _, _) => self.written.contains(id),
            Var::Own(_, _, _) | Var::Local(_, _, _) | Var::Temp(_, _) | Var::Number(_) => false,
        });
        self.shared = shared.into_iter().collect();
        Ok(())
    }

    /// Whether some template mentions a variable.
    fn uses(&self, id: GlobalId) -> bool {
        let variable = cassay_ir::Variable::Global(id);
        self.templates.iter().any(|template| {
            let mut used = false;
            for stmt in template.function.statements() {
                stmt.kind.accesses(|access| {
                    used |= matches!(access.to, cassay_ir::Accessed::Variable(to, _) if to == variable);
                });
            }
            used || template
                .function
                .parts()
                .any(|part| matches!(part, Expr::AddrOf(of) if *of == variable))
        })
    }

    /// The program, with the functions of threads as they are here.
    pub(crate) fn executable(&self) -> Program {
        let mut program = self.program.clone();
        for (id, template) in &self.of_function {
            program.functions[*id] = self.templates[*template].function.clone();
        }
        program
    }

    /// The number of points.
    pub fn points(&self) -> usize {
        self.templates.iter().map(|t| t.points.len()).sum()
    }

    /// What the library functions that threads call assume.
    pub fn notes(&self) -> impl Iterator<Item = &Note> {
        self.notes.iter().map(|id| &self.program.notes[*id])
    }

    /// The template that a point belongs to, and its place in there.
    pub(crate) fn point(&self, number: usize) -> (usize, usize) {
        let mut index = self.templates.len() - 1;
        while index > 0 && self.templates[index].first > number {
            index -= 1;
        }
        (index, number - self.templates[index].first)
    }

    /// Whether a variable means something at a point: it is shared, or needed behind it.
    pub(crate) fn is_live(&self, point: usize, var: Var) -> bool {
        let (template, place) = self.point(point);
        let template = &self.templates[template];
        match var {
            Var::Shared(_, _, _) | Var::Own(_, _, _) | Var::Number(_) => true,
            Var::Local(id, _, _) => template.locals[place].contains(&id),
            Var::Temp(id, _) => {
                template.temps[place].contains(&id)
                    || place == 0 && template.function.params.contains(&id)
            }
        }
    }

    /// Whether a type is that of pointers.
    pub(crate) fn is_pointer(&self, var: Var) -> bool {
        var.ty() == TypeTable::PTR
    }
}

/// A variable whose address is part of an expression may be accessed anywhere.
fn forget_mentioned(expr: &Expr, found: &mut BTreeSet<GlobalId>) {
    for part in expr.parts() {
        if let Expr::AddrOf(Variable::Global(id)) = part {
            found.remove(id);
        }
    }
}

/// The function that a thread runs.
pub(crate) fn spawned(target: &CallTarget) -> Option<FuncId> {
    match target {
        CallTarget::Direct(id) | CallTarget::Indirect(Expr::FuncAddr(id)) => Some(*id),
        CallTarget::Indirect(_) => None,
    }
}
