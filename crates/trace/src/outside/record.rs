//! Records what an execution receives from its environment while it is replayed.

use super::texts::{MOST_LONG, MOST_TEXTS, Text, bytes_of, complete_texts, row_of, text, text_at};
use super::{Argument, External, Given, Gives, Order, Outside, Scalar, Written};
use cassay_base::Id;
use cassay_bv::Bv;
use cassay_interp::{Base, Byte, Context, Event, Memory, ObjectKind, Observer, Pointer, Value};
use cassay_ir::{
    AllocKind, Block, BlockId, CallTarget, Expr, FuncId, Initializer, InputSource, Program, START,
    StmtKind, Type, TypeId, TypeTable,
};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// Prefix of functions of Cassay, which no program has.
const OURS: &str = "__cassay_";
/// Prefixes of functions that return any value.
const INPUTS: [&str; 3] = ["__VERIFIER_nondet_", "nondet_", "nd_"];
/// The function that assigns arbitrary contents to memory.
const NONDET_MEMORY: &str = "__VERIFIER_nondet_memory";
/// Variables that the library defines.
const LIBRARY_VARIABLES: [&str; 8] = [
    "stdin", "stdout", "stderr", "environ", "optarg", "optind", "opterr", "optopt",
];
/// Library functions that return a string of their own.
const GIVE_TEXT: [&str; 2] = ["getenv", "secure_getenv"];
/// Functions that the sanitizers call themselves, so that they cannot be replaced.
const OF_SANITIZERS: [&str; 4] = ["mmap", "mmap64", "mprotect", "munmap"];
/// Library functions whose result is new memory even if it equals an argument.
const MOVES_MEMORY: [&str; 2] = ["realloc", "reallocarray"];
/// The maximal number of bytes that one library call may write.
const MOST_BYTES: usize = 1 << 16;
/// The maximal number of listed things that cannot be given.
const MOST_OPEN: usize = 20;

/// What an argument of the entry is before its contents are known.
enum Shape {
    Value(Scalar),
    Object(u64),
    Texts(Vec<Text>),
}

/// Functions of the program that are defined nowhere, by name.
fn declared(program: &Program) -> Vec<(Arc<str>, bool)> {
    let mut names: BTreeMap<Arc<str>, bool> = BTreeMap::new();
    for function in program.functions.iter().filter(|function| !function.model) {
        if !function.has_body() && !function.library && !function.name.starts_with(OURS) {
            names.insert(function.symbol().clone(), function.ret != TypeTable::VOID);
        }
        for stmt in function.blocks.iter().flat_map(|block| &block.stmts) {
            if let StmtKind::Havoc {
                source: InputSource::Call(name),
                ..
            } = &stmt.kind
                && INPUTS.iter().any(|prefix| name.starts_with(prefix))
            {
                names.insert(name.clone(), true);
            }
            if let StmtKind::MemHavoc {
                source: InputSource::NondetMemory,
                ..
            } = &stmt.kind
            {
                names.insert(NONDET_MEMORY.into(), true);
            }
        }
    }
    names.into_iter().collect()
}

/// An active library call.
struct Call {
    frame: u64,
    function: Arc<str>,
    args: Vec<Value>,
    /// The number of named arguments; the block of variable ones follows them.
    named: usize,
    inputs: usize,
    /// Whether an input decided more than the success of an allocation.
    decided: bool,
    touched: BTreeSet<(u64, u64)>,
    too_much: bool,
}

/// Observes an execution and records what it receives.
pub(crate) struct Recorder<'p> {
    program: &'p Program,
    start: FuncId,
    outside: Outside,
    started: bool,
    shapes: Vec<Shape>,
    /// Initial contents and sizes of the objects of the start function and of the library.
    contents: BTreeMap<u64, (u64, BTreeMap<u64, u8>)>,
    /// Variables without a definition, by object.
    externals: BTreeMap<u64, usize>,
    /// Answers that are allocations, by object.
    allocations: BTreeMap<u64, usize>,
    /// Strings of the library: answer, object, and the bytes written at that time.
    texts: Vec<(usize, u64, BTreeMap<u64, u8>)>,
    /// The allocation whose object is made next.
    announced: Option<usize>,
    /// By thread.
    calls: BTreeMap<u32, Call>,
    /// The call of a function without body whose writes were recorded last: activation, block
    /// and statement.
    stub: Option<(u64, BlockId, usize)>,
    /// The call whose result was recorded last.
    parts: Option<(u64, BlockId, usize)>,
    /// Library functions that used inputs.
    asked: BTreeSet<Arc<str>>,
    /// Library functions with a call that cannot be replayed by a compiled program.
    unplayable: BTreeSet<Arc<str>>,
}

impl<'p> Recorder<'p> {
    pub(crate) fn new(program: &'p Program, start: FuncId) -> Self {
        let main = program.find_function("main");
        // Before `main` is called, constructors run: a compiled program runs them by itself.
        let entry = program.functions.get(start);
        let entry = entry.filter(|entry| &**entry.symbol() != START);
        let outside = Outside {
            has_main: main.is_some_and(|main| program.functions[main].has_body()),
            entry: entry.map_or_else(|| "main".into(), |f| f.symbol().clone()),
            declared: declared(program),
            ..Outside::default()
        };
        Recorder {
            program,
            start,
            outside,
            started: false,
            shapes: Vec::new(),
            contents: BTreeMap::new(),
            externals: BTreeMap::new(),
            allocations: BTreeMap::new(),
            texts: Vec::new(),
            announced: None,
            calls: BTreeMap::new(),
            stub: None,
            parts: None,
            asked: BTreeSet::new(),
            unplayable: BTreeSet::new(),
        }
    }

    /// Returns everything that was recorded, with the order of threads or why it cannot be told.
    pub(crate) fn finish(mut self, order: Result<Option<Order>, String>) -> Outside {
        match order {
            Ok(order) => {
                for function in order.iter().flat_map(|order| &order.inside) {
                    self.leave_open(format!("the order of accesses in {function}()"));
                }
                self.outside.order = order;
            }
            Err(what) => self.leave_open(what),
        }
        let calls = std::mem::take(&mut self.calls);
        for call in calls.into_values().filter(|call| call.inputs > 0) {
            self.leave_open(format!(
                "inputs of {}(), which does not return",
                call.function
            ));
        }
        let contents = std::mem::take(&mut self.contents);
        let bytes = |object: u64, otherwise: u8| bytes_of(&contents, object, otherwise);
        for shape in std::mem::take(&mut self.shapes) {
            self.outside.arguments.push(match shape {
                Shape::Value(value) => Argument::Value(value),
                Shape::Object(object) => Argument::Object(bytes(object, 0)),
                Shape::Texts(texts) => {
                    let few = texts.len() <= MOST_LONG;
                    let one = |at: Text| match at.row {
                        None => text(bytes(at.object, b'x')),
                        Some(row) => text(row_of(&contents, at.object, row, few)),
                    };
                    Argument::Texts(texts.into_iter().map(one).collect())
                }
            });
        }
        complete_texts(&mut self.outside.arguments);
        for (index, object, written) in std::mem::take(&mut self.texts) {
            if let Some(Given::Library { gives, .. }) = self.outside.given.get_mut(index) {
                let mut whole = bytes(object, b'x');
                for (at, byte) in written {
                    if let Some(place) = whole.get_mut(at as usize) {
                        *place = byte;
                    }
                }
                *gives = Gives::Text(text(whole));
            }
        }
        let asked = std::mem::take(&mut self.asked);
        for function in std::mem::take(&mut self.unplayable).intersection(&asked) {
            self.leave_open(format!("what {function}() does"));
        }
        self.outside.given.retain(|given| match given {
            Given::Library { function, .. } => asked.contains(function),
            Given::Result { .. } | Given::Allocation { .. } => true,
        });
        self.outside
    }

    /// Finds the variables that are defined nowhere, with their objects.
    fn find_externals(&mut self, memory: &Memory) {
        for (id, global) in self.program.globals.iter_enumerated() {
            if let Some(name) = &global.address_of {
                // Somewhere it must be, and nothing more is known.
                self.outside.externals.push(External {
                    name: name.clone(),
                    size: 16,
                    align: 16,
                    bytes: Vec::new(),
                });
                continue;
            }
            let number = id.index() as u64;
            let library = LIBRARY_VARIABLES.contains(&&*global.name);
            if global.init == Initializer::External
                && !global.device
                && !library
                && let Some(object) = memory.object(number)
            {
                self.externals.insert(number, self.outside.externals.len());
                self.outside.externals.push(External {
                    name: global.name.clone(),
                    size: object.size,
                    align: object.align,
                    bytes: Vec::new(),
                });
            }
        }
    }

    fn leave_open(&mut self, what: String) {
        let open = &mut self.outside.open;
        if open.len() < MOST_OPEN && !open.contains(&what) {
            open.push(what);
        }
    }

    fn is_model(&self, function: FuncId) -> bool {
        let function = self.program.functions.get(function);
        function.is_some_and(|function| function.model)
    }

    /// The name of a function for linkers.
    fn name(&self, function: FuncId) -> Arc<str> {
        match self.program.functions.get(function) {
            Some(of) if of.symbol.is_some() => of.symbol().clone(),
            Some(_) | None => crate::function_name(self.program, function),
        }
    }

    /// The types of the parts of the result of the call or input at a site.
    fn result_types(&self, context: &Context<'_>) -> Vec<&'p Type> {
        let types = &self.program.types;
        let Some(ty) = self.result_type(context) else {
            return Vec::new();
        };
        let parts = match types.lookup(ty) {
            Some(Type::Array { .. } | Type::Struct(_)) => {
                let parts = types.components(ty);
                parts.into_iter().map(|(_, part)| part).collect()
            }
            Some(Type::Void | Type::Int(_) | Type::Float(_) | Type::Ptr | Type::Vector { .. })
            | None => vec![ty],
        };
        parts
            .into_iter()
            .filter_map(|part| types.lookup(part))
            .collect()
    }

    fn result_type(&self, context: &Context<'_>) -> Option<TypeId> {
        let function = self.program.functions.get(context.site.function)?;
        let block = function.blocks.get(context.site.block)?;
        let at = context.site.stmt;
        let call = block.call(at);
        let dst = match block.stmts.get(at) {
            Some(stmt) => stmt.kind.defines(),
            None => block.terminator.defines(),
        };
        match (dst, call.map(|call| call.target)) {
            (Some(dst), _) => Some(function.temps.get(dst)?.ty),
            (None, Some(CallTarget::Direct(callee))) => {
                Some(self.program.functions.get(*callee)?.ret)
            }
            (None, Some(CallTarget::Indirect(_)) | None) => None,
        }
    }

    fn input(&mut self, source: &InputSource, value: &Bv, context: &Context<'_>) {
        let function = context.site.function;
        if function == self.start {
            return;
        }
        if self.is_model(function) {
            if let Some(call) = self.calls.get_mut(&context.thread)
                && !source.is_inexact()
                && !matches!(source, InputSource::Known | InputSource::Goal(_))
            {
                call.inputs += 1;
                let fails = matches!(source, InputSource::AllocationFails(_));
                call.decided |= !fails || !value.is_zero();
            }
            return;
        }
        // No reported violation depends on it: the actual result of the function will do.
        if source.is_inexact() {
            return;
        }
        match source {
            InputSource::AllocationFails(function) => {
                self.announced = Some(self.outside.given.len());
                self.outside.given.push(Given::Allocation {
                    function: function.clone(),
                    fails: !value.is_zero(),
                    bytes: Vec::new(),
                });
            }
            InputSource::Call(function) => self.result(function, value, context),
            // It says what a test is for, and nothing about the program.
            InputSource::Goal(_) => {}
            InputSource::Undefined => {
                self.leave_open("a value that the compiler left open".to_owned());
            }
            InputSource::Approximate(_)
            | InputSource::Unmodelled(_)
            | InputSource::Written { .. }
            | InputSource::NondetMemory
            | InputSource::Argument(_)
            | InputSource::ArgumentIsNull(_)
            | InputSource::Device(_)
            | InputSource::Volatile(_)
            | InputSource::Known
            | InputSource::Guard(_)
            | InputSource::State(_)
            | InputSource::Interrupt(_)
            | InputSource::Chosen(_) => self.leave_open(source.to_string()),
        }
    }

    /// One part of the result of a function without body.
    fn result(&mut self, function: &str, bits: &Bv, context: &Context<'_>) {
        let key = (context.frame, context.site.block, context.site.stmt);
        let types = self.result_types(context);
        let done = match (&self.parts, self.outside.given.last()) {
            (Some(open), Some(Given::Result { parts, .. }))
                if *open == key && parts.len() < types.len() =>
            {
                parts.len()
            }
            _ => 0,
        };
        let Some(part) = types.get(done).and_then(|ty| typed(ty, bits)) else {
            self.leave_open(format!("the result of {function}()"));
            return;
        };
        if self.stub.take() == Some(key)
            && let Some(Given::Library { gives, .. }) = self.outside.given.last_mut()
        {
            *gives = Gives::Value(part);
            return;
        }
        self.parts = Some(key);
        match self.outside.given.last_mut() {
            Some(Given::Result { parts, .. }) if done > 0 => parts.push(part),
            Some(_) | None => self.outside.given.push(Given::Result {
                function: function.into(),
                parts: vec![part],
            }),
        }
    }

    /// Memory was written: by the environment, if the statement says so.
    fn overwritten(&mut self, object: u64, offset: u64, len: u64, context: &Context<'_>) {
        let site = context.site;
        let function = self.program.functions.get(site.function);
        let Some(block) = function.and_then(|function| function.blocks.get(site.block)) else {
            return;
        };
        let Some(StmtKind::MemHavoc {
            dst,
            len: given_len,
            source,
            among: _,
        }) = block.stmts.get(site.stmt).map(|stmt| &stmt.kind)
        else {
            return;
        };
        if source.is_inexact() {
            return;
        }
        let bytes: Option<Vec<u8>> = (offset..offset + len.min(MOST_BYTES as u64 + 1))
            .map(|at| match context.memory.byte(object, at) {
                Some(Byte::Number(byte)) => Some(byte),
                Some(Byte::Indeterminate | Byte::Part(_, _)) | None => None,
            })
            .collect();
        let bytes = bytes.filter(|bytes| bytes.len() <= MOST_BYTES);
        if given_len.is_some() && *source == InputSource::NondetMemory {
            if let Some(bytes) = bytes {
                self.outside.given.push(Given::Library {
                    function: NONDET_MEMORY.into(),
                    named: 2,
                    gives: Gives::Nothing,
                    written: vec![Written {
                        argument: 0,
                        offset: 0,
                        bytes,
                    }],
                });
                self.asked.insert(NONDET_MEMORY.into());
                return;
            }
        } else if let Some(stub) = stub_call(block, site.stmt, dst)
            && let Some(bytes) = bytes
        {
            let name = self.name(stub.function);
            let key = (context.frame, site.block, stub.stmt);
            let written = Written {
                argument: stub.argument,
                offset: 0,
                bytes,
            };
            match (self.stub == Some(key)).then(|| self.outside.given.last_mut()) {
                Some(Some(Given::Library { written: all, .. })) => all.push(written),
                Some(_) | None => {
                    self.stub = Some(key);
                    self.asked.insert(name.clone());
                    self.outside.given.push(Given::Library {
                        named: stub.argument + 1,
                        function: name,
                        gives: Gives::Nothing,
                        written: vec![written],
                    });
                }
            }
            return;
        }
        self.leave_open(source.to_string());
    }

    fn allocated(&mut self, object: u64, context: &Context<'_>) {
        let announced = self.announced.take();
        let Some(new) = context.memory.object(object) else {
            return;
        };
        if context.site.function == self.start || new.kind == ObjectKind::Alloc(AllocKind::Static) {
            self.contents.insert(object, (new.size, BTreeMap::new()));
        }
        if self.is_model(context.site.function) || !new.kind.is_heap() {
            return;
        }
        let index = announced.unwrap_or_else(|| {
            let zeroed = new.kind == ObjectKind::Alloc(AllocKind::ZeroedHeap);
            self.outside.given.push(Given::Allocation {
                function: if zeroed { "calloc" } else { "malloc" }.into(),
                fails: false,
                bytes: Vec::new(),
            });
            self.outside.given.len() - 1
        });
        self.allocations.insert(object, index);
    }

    fn uninitialised(&mut self, object: u64, offset: u64, value: u8, context: &Context<'_>) {
        if let Some((_, bytes)) = self.contents.get_mut(&object) {
            bytes.entry(offset).or_insert(value);
            return;
        }
        if let Some(index) = self.externals.get(&object) {
            self.outside.externals[*index].bytes.push((offset, value));
            return;
        }
        let index = self.allocations.get(&object).copied();
        if let Some(Given::Allocation { bytes, .. }) =
            index.and_then(|index| self.outside.given.get_mut(index))
        {
            bytes.push((offset, value));
            return;
        }
        let program = self.program;
        let name = match context.memory.object(object).map(|object| object.kind) {
            // A compiled program uses another implementation of the library.
            Some(ObjectKind::Local(function, _)) if self.is_model(function) => {
                format!("a variable of {}", self.name(function))
            }
            Some(ObjectKind::Local(function, local)) => {
                let function = program.functions.get(function);
                let local = function.and_then(|function| function.locals.get(local));
                let named = local.filter(|local| !local.name.is_empty());
                named.map_or_else(|| "a variable".to_owned(), |local| local.name.to_string())
            }
            Some(ObjectKind::Global(id)) => program.globals[id].name.to_string(),
            Some(ObjectKind::Alloc(_) | ObjectKind::Contents) | None => "memory".to_owned(),
        };
        self.leave_open(format!("the first value of {name}"));
    }

    fn called(&mut self, callee: FuncId, frame: u64, args: &[Value], context: &Context<'_>) {
        if context.site.function == self.start {
            let name = self.name(callee);
            if !name.starts_with(OURS) {
                self.outside.entry = name;
                self.shapes = args
                    .iter()
                    .map(|arg| self.shape(arg, context.memory))
                    .collect();
                let most = MOST_TEXTS as usize;
                let is_long =
                    |shape: &Shape| matches!(shape, Shape::Texts(texts) if texts.len() >= most);
                if self.shapes.iter().any(is_long) {
                    self.leave_open(format!("{MOST_TEXTS} strings or more"));
                }
            }
        } else if !self.calls.contains_key(&context.thread)
            && self.is_model(callee)
            && !self.is_model(context.site.function)
        {
            let function = &self.program.functions[callee];
            let call = Call {
                frame,
                function: function.name.clone(),
                args: args.to_vec(),
                named: args.len() - usize::from(self.ends_with_block(args, context.memory)),
                inputs: 0,
                decided: false,
                touched: BTreeSet::new(),
                too_much: false,
            };
            self.calls.insert(context.thread, call);
        }
    }

    /// Whether the last argument is the block of variable ones.
    fn ends_with_block(&self, args: &[Value], memory: &Memory) -> bool {
        let Some(Value::Pointer(Pointer {
            base: Base::Object(object),
            ..
        })) = args.last()
        else {
            return false;
        };
        let Some(ObjectKind::Local(function, local)) = memory.object(*object).map(|o| o.kind)
        else {
            return false;
        };
        let function = self.program.functions.get(function);
        let local = function.and_then(|function| function.locals.get(local));
        local.is_some_and(|local| local.block)
    }

    fn shape(&self, arg: &Value, memory: &Memory) -> Shape {
        if let Value::Pointer(Pointer {
            base: Base::Object(object),
            offset: 0,
        }) = arg
        {
            let texts = pointers_in(
                memory,
                *object,
                0,
                u64::from(self.program.layout.pointer_bits / 8),
            );
            return match &*self.outside.entry {
                "main" => Shape::Texts(
                    texts
                        .into_iter()
                        .filter_map(|text| text_at(memory, text))
                        .collect(),
                ),
                _ => Shape::Object(*object),
            };
        }
        Shape::Value(scalar(arg).unwrap_or(Scalar::Pointer(0)))
    }

    /// A call ends by an exception, which a compiled function cannot be made to throw.
    fn left(&mut self, context: &Context<'_>) {
        let under_way = self.calls.get(&context.thread);
        if under_way.is_some_and(|call| call.frame == context.frame)
            && let Some(call) = self.calls.remove(&context.thread)
        {
            self.unplayable.insert(call.function);
        }
    }

    fn returned(&mut self, value: Option<&Value>, context: &Context<'_>) {
        let under_way = self.calls.get(&context.thread);
        if under_way.is_none_or(|call| call.frame != context.frame) {
            return;
        }
        let Some(call) = self.calls.remove(&context.thread) else {
            return;
        };
        if call.inputs > 0 {
            self.asked.insert(call.function.clone());
        }
        if OF_SANITIZERS.contains(&&*call.function) {
            self.unplayable.insert(call.function);
            return;
        }
        let memory = context.memory;
        let targets = call.targets(memory, u64::from(self.program.layout.pointer_bits / 8));
        let gives = match value {
            _ if call.inputs > 0 && !call.decided => Some(Gives::Memory),
            None => Some(Gives::Nothing),
            Some(value) => gives(&call.function, value, &targets, memory),
        };
        let written = match gives {
            Some(Gives::Memory) => Some(Vec::new()),
            Some(Gives::Nothing | Gives::Value(_) | Gives::Argument(_, _) | Gives::Text(_))
            | None => self.written(&call, &targets, memory),
        };
        let (Some(gives), Some(written)) = (gives, written) else {
            self.unplayable.insert(call.function);
            return;
        };
        if let (Gives::Text(_), Some(Value::Pointer(pointer))) = (&gives, value)
            && let Base::Object(object) = pointer.base
        {
            let size = memory.object(object).map_or(0, |object| object.size);
            let number = |at| match memory.byte(object, at)? {
                Byte::Number(byte) => Some((at, byte)),
                Byte::Indeterminate | Byte::Part(_, _) => None,
            };
            let written = (0..size.min(MOST_BYTES as u64))
                .filter_map(number)
                .collect();
            self.texts.push((self.outside.given.len(), object, written));
        }
        self.outside.given.push(Given::Library {
            function: call.function,
            named: call.named,
            gives,
            written,
        });
    }

    /// The bytes a call wrote into objects of the program; `None` if it did not write through
    /// arguments.
    fn written(
        &self,
        call: &Call,
        targets: &[Option<Pointer>],
        memory: &Memory,
    ) -> Option<Vec<Written>> {
        if call.too_much {
            return None;
        }
        let mut all: Vec<Written> = Vec::new();
        for &(object, offset) in &call.touched {
            if !self.is_of_program(memory, object) {
                continue;
            }
            let through = |target: &Option<Pointer>| {
                target.is_some_and(|target| target.base == Base::Object(object))
            };
            let Some(argument) = targets.iter().position(through) else {
                // The library keeps its state in its own globals.
                if let ObjectKind::Global(_) = memory.object(object)?.kind {
                    continue;
                }
                return None;
            };
            let Byte::Number(byte) = memory.byte(object, offset)? else {
                return None;
            };
            let offset = offset as i64 - targets[argument].map_or(0, |target| target.offset);
            match all.last_mut() {
                Some(last)
                    if last.argument == argument
                        && last.offset + last.bytes.len() as i64 == offset =>
                {
                    last.bytes.push(byte);
                }
                Some(_) | None => all.push(Written {
                    argument,
                    offset,
                    bytes: vec![byte],
                }),
            }
        }
        Some(all)
    }

    /// Whether an object is the program's and not the library's own.
    fn is_of_program(&self, memory: &Memory, object: u64) -> bool {
        match memory.object(object).map(|object| object.kind) {
            Some(ObjectKind::Local(function, _)) => !self.is_model(function),
            Some(ObjectKind::Global(_)) => true,
            Some(ObjectKind::Alloc(kind)) => match kind {
                AllocKind::Heap
                | AllocKind::ZeroedHeap
                | AllocKind::New
                | AllocKind::NewArray
                | AllocKind::NewAligned
                | AllocKind::NewArrayAligned
                | AllocKind::Stack => true,
                AllocKind::Static => false,
            },
            Some(ObjectKind::Contents) | None => false,
        }
    }
}

impl Call {
    /// What the arguments point to: the named ones, then the variable ones.
    fn targets(&self, memory: &Memory, pointer_bytes: u64) -> Vec<Option<Pointer>> {
        let target = |value: &Value| match value {
            Value::Pointer(pointer) => Some(*pointer),
            Value::Int(_) | Value::Float(_, _) | Value::Address(_) | Value::Aggregate(_) => None,
        };
        let mut all: Vec<Option<Pointer>> = self.args.iter().take(self.named).map(target).collect();
        if let Some(Value::Pointer(Pointer {
            base: Base::Object(block),
            offset,
        })) = self.args.get(self.named)
        {
            let first = u64::try_from(*offset).unwrap_or(0);
            all.extend(
                pointers_in(memory, *block, first, pointer_bytes)
                    .into_iter()
                    .map(Some),
            );
        }
        all
    }
}

/// The pointers stored in an object from an offset on.
fn pointers_in(memory: &Memory, object: u64, first: u64, pointer_bytes: u64) -> Vec<Pointer> {
    let count = memory.object(object).map_or(0, |object| {
        object.size.saturating_sub(first) / pointer_bytes
    });
    (0..count.min(MOST_TEXTS))
        .map_while(
            |index| match memory.byte(object, first + index * pointer_bytes)? {
                Byte::Part(pointer, 0) => Some(pointer),
                Byte::Part(_, _) | Byte::Number(_) | Byte::Indeterminate => None,
            },
        )
        .collect()
}

/// Bits as a value of a type, when that has no parts.
fn typed(ty: &Type, bits: &Bv) -> Option<Scalar> {
    match ty {
        Type::Int(_) => Some(Scalar::Int(bits.clone())),
        Type::Float(kind) => Some(Scalar::Float(*kind, bits.clone())),
        Type::Ptr => Some(Scalar::Pointer(bits.to_u64().unwrap_or(0))),
        Type::Void | Type::Array { .. } | Type::Struct(_) | Type::Vector { .. } => None,
    }
}

fn scalar(value: &Value) -> Option<Scalar> {
    match value {
        Value::Int(bits) => Some(Scalar::Int(bits.clone())),
        Value::Float(kind, bits) => Some(Scalar::Float(*kind, bits.clone())),
        Value::Pointer(Pointer {
            base: Base::Null | Base::Invalid,
            offset,
        }) => Some(Scalar::Pointer(*offset as u64)),
        Value::Pointer(Pointer {
            base: Base::Object(_) | Base::Function(_),
            ..
        })
        | Value::Address(_)
        | Value::Aggregate(_) => None,
    }
}

/// The result of a library call; the contents of a string are recorded later.
fn gives(
    function: &str,
    value: &Value,
    targets: &[Option<Pointer>],
    memory: &Memory,
) -> Option<Gives> {
    if let Some(scalar) = scalar(value) {
        return Some(Gives::Value(scalar));
    }
    let Value::Pointer(pointer) = value else {
        return None;
    };
    let at_start = match pointer.base {
        Base::Object(object) if pointer.offset == 0 => memory.object(object),
        Base::Object(_) | Base::Null | Base::Function(_) | Base::Invalid => None,
    };
    let on_heap = at_start.is_some_and(|object| object.kind.is_heap());
    let same = |target: &Option<Pointer>| target.is_some_and(|target| target.base == pointer.base);
    match targets.iter().position(same) {
        Some(index) if !(on_heap && MOVES_MEMORY.contains(&function)) => {
            let start = targets[index].map_or(0, |target| target.offset);
            Some(Gives::Argument(index, pointer.offset - start))
        }
        Some(_) | None if on_heap => Some(Gives::Memory),
        Some(_) | None => {
            (at_start.is_some() && GIVE_TEXT.contains(&function)).then(|| Gives::Text(Vec::new()))
        }
    }
}

impl Observer for Recorder<'_> {
    fn event(&mut self, event: Event<'_>, context: &Context<'_>) {
        if !std::mem::replace(&mut self.started, true) {
            self.find_externals(context.memory);
        }
        match event {
            Event::Nondet { source, value } => self.input(source, value, context),
            Event::Alloc { object } => self.allocated(object, context),
            Event::Uninitialised {
                object,
                offset,
                value,
            } => self.uninitialised(object, offset, value, context),
            Event::Call {
                callee,
                frame,
                args,
            } => self.called(callee, frame, args, context),
            Event::Return { value } => self.returned(value, context),
            Event::Unwind => self.left(context),
            Event::Written {
                object,
                offset,
                len,
            } => {
                if self.is_model(context.site.function) {
                    if let Some(call) = self.calls.get_mut(&context.thread) {
                        call.too_much |= len > MOST_BYTES as u64 || call.touched.len() > MOST_BYTES;
                        if !call.too_much {
                            call.touched
                                .extend((offset..offset + len).map(|at| (object, at)));
                        }
                    }
                } else {
                    self.overwritten(object, offset, len, context);
                }
            }
            Event::Step
            | Event::Declare { .. }
            | Event::Dead { .. }
            | Event::Free { .. }
            | Event::Read { .. }
            | Event::Write { .. }
            | Event::Committed { .. }
            | Event::Violated { .. }
            | Event::Inspect { .. }
            | Event::Spawn { .. }
            | Event::EndThread { .. }
            | Event::Race { .. } => {}
        }
    }
}

/// A call of a function without body.
struct Stub {
    function: FuncId,
    stmt: usize,
    argument: usize,
}

/// The call whose effect a havoc of the variable at `dst` represents; it follows the havoc.
fn stub_call(block: &Block, havoc: usize, dst: &Expr) -> Option<Stub> {
    if !matches!(dst, Expr::AddrOf(_)) {
        return None;
    }
    let mut later = block.stmts.iter().enumerate().skip(havoc + 1);
    let call = later.find(|(_, next)| !matches!(next.kind, StmtKind::MemHavoc { .. }))?;
    let (stmt, StmtKind::Call { target, args, .. }) = (call.0, &call.1.kind) else {
        return None;
    };
    let CallTarget::Direct(function) = target else {
        return None;
    };
    Some(Stub {
        function: *function,
        stmt,
        argument: args.iter().position(|arg| arg == dst)?,
    })
}
