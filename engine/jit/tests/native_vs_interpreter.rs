//! Differential test: native code agrees with the interpreter on random programs.
#![cfg(all(feature = "machine-code", any(target_arch = "x86_64", target_arch = "aarch64")))]

use boardwright_jit::{Arg, Binary, CompiledProgram, FunctionId, Memory, MemoryId, Program, Unary, Var, Width, Writer};
use proptest::prelude::*;

const WIDTHS: [Width; 4] = [Width::Byte, Width::Two, Width::Four, Width::Eight];
/// Length of the memory of the call.
const BYTES: usize = 40;

/// A statement of a random program; numbers select variables, constants and operations modulo their count.
#[derive(Clone, Debug)]
enum Statement {
    Unary(usize, u8, u8),
    Binary(usize, u8, u8, u8),
    Choose(u8, u8, u8, u8),
    /// Reads the memory of the call, or the table.
    Load(bool, usize, u8, u8, u8),
    Store(usize, u8, u8, u8),
    If(u8, Vec<Statement>, Vec<Statement>),
    /// A number of iterations; ends early if one variable is odd, skips the body if another is odd.
    Loop(u8, u8, u8, Vec<Statement>),
    Return(u8, u8),
    Call(u8, u8),
}

fn statement() -> impl Strategy<Value = Statement> {
    let leaf = prop_oneof![
        (0..Unary::ALL.len(), any::<u8>(), any::<u8>()).prop_map(|(op, to, of)| Statement::Unary(op, to, of)),
        (0..Binary::ALL.len(), any::<u8>(), any::<u8>(), any::<u8>())
            .prop_map(|(op, to, l, r)| Statement::Binary(op, to, l, r)),
        any::<[u8; 4]>().prop_map(|[to, condition, yes, no]| Statement::Choose(to, condition, yes, no)),
        (any::<bool>(), 0..4_usize, any::<[u8; 3]>())
            .prop_map(|(table, width, [to, at, offset])| Statement::Load(table, width, to, at, offset)),
        (0..4_usize, any::<[u8; 3]>())
            .prop_map(|(width, [at, offset, value])| Statement::Store(width, at, offset, value)),
        any::<[u8; 2]>().prop_map(|[condition, word]| Statement::Return(condition, word)),
        any::<[u8; 2]>().prop_map(|[to, argument]| Statement::Call(to, argument)),
    ];
    leaf.prop_recursive(3, 40, 6, |inner| {
        let list = || prop::collection::vec(inner.clone(), 0..6);
        prop_oneof![
            (any::<u8>(), list(), list()).prop_map(|(condition, then, other)| Statement::If(condition, then, other)),
            (0..4_u8, any::<u8>(), any::<u8>(), list())
                .prop_map(|(rounds, stop, anew, body)| Statement::Loop(rounds, stop, anew, body)),
        ]
    })
}

struct StatementWriter<'a> {
    writer: &'a mut Writer,
    variables: Vec<Var>,
    /// Results of earlier statements, each written once.
    results: Vec<Arg>,
    memory: MemoryId,
    table: MemoryId,
    helper: Option<FunctionId>,
}

impl StatementWriter<'_> {
    fn operand(&self, number: u8) -> Arg {
        const WORDS: [u64; 6] = [0, 1, 3, 33, u64::MAX, 0x8000_0000_0000_0001];
        let count = self.variables.len() + self.results.len();
        match usize::from(number) % (count + WORDS.len()) {
            index if index < self.variables.len() => self.variables[index].into(),
            index if index < count => self.results[index - self.variables.len()],
            index => WORDS[index - count].into(),
        }
    }

    /// Assigns a word to a variable, or keeps it as an operand of later statements.
    fn assign(&mut self, number: u8, word: Arg) {
        match self.variables.get(usize::from(number) % (2 * self.variables.len())) {
            Some(&variable) => self.writer.set(variable, word),
            None => self.results.push(word),
        }
    }

    fn write_all(&mut self, list: &[Statement]) {
        for statement in list {
            self.write_statement(statement);
        }
    }

    fn write_statement(&mut self, statement: &Statement) {
        match statement {
            Statement::Unary(op, to, of) => {
                let word = self.writer.unary(Unary::ALL[*op], self.operand(*of));
                self.assign(*to, word);
            }
            Statement::Binary(op, to, left, right) => {
                let word = self.writer.binary(Binary::ALL[*op], self.operand(*left), self.operand(*right));
                self.assign(*to, word);
            }
            Statement::Choose(to, condition, yes, no) => {
                let word = self.writer.select(self.operand(*condition), self.operand(*yes), self.operand(*no));
                self.assign(*to, word);
            }
            Statement::Load(table, width, to, at, offset) => {
                let memory = if *table { self.table } else { self.memory };
                let at = self.address(*at);
                let word = self.writer.load(memory, WIDTHS[*width], at, usize::from(offset % 24));
                self.assign(*to, word);
            }
            Statement::Store(width, at, offset, value) => {
                let (at, value) = (self.address(*at), self.operand(*value));
                self.writer.store(self.memory, WIDTHS[*width], at, usize::from(offset % 24), value);
            }
            Statement::If(condition, then, other) => {
                let (condition, state) = (self.operand(*condition), (self.variables.clone(), self.results.clone()));
                let (memory, table, helper) = (self.memory, self.table, self.helper);
                let branch = |list: &[Statement]| {
                    let (list, (variables, results)) = (list.to_vec(), state.clone());
                    move |writer: &mut Writer| {
                        StatementWriter { writer, variables, results, memory, table, helper }.write_all(&list);
                    }
                };
                self.writer.if_else(condition, branch(then), branch(other));
            }
            Statement::Loop(rounds, stop, anew, body) => {
                let counter = self.writer.add_variable();
                let (stop, anew) = (self.operand(*stop), self.operand(*anew));
                let (variables, results) = (self.variables.clone(), self.results.clone());
                let (memory, table, helper) = (self.memory, self.table, self.helper);
                self.writer.loop_body(|writer| {
                    let done = writer.binary(Binary::Equal, counter, u64::from(*rounds));
                    writer.if_then(done, Writer::break_loop);
                    let next = writer.binary(Binary::Add, counter, 1);
                    writer.set(counter, next);
                    let odd = writer.binary(Binary::And, anew, 1);
                    writer.if_then(odd, Writer::continue_loop);
                    StatementWriter { writer, variables, results, memory, table, helper }.write_all(body);
                    let odd = writer.binary(Binary::And, stop, 1);
                    writer.if_then(odd, Writer::break_loop);
                });
            }
            Statement::Return(condition, word) => {
                let (condition, word) = (self.operand(*condition), self.operand(*word));
                let rare = self.writer.binary(Binary::And, condition, 7);
                let rare = self.writer.binary(Binary::Equal, rare, 5);
                self.writer.if_then(rare, |writer| writer.return_word(word));
            }
            Statement::Call(to, argument) => {
                if let Some(helper) = self.helper {
                    let word = self.writer.call(helper, &[self.operand(*argument)]);
                    self.assign(*to, word);
                }
            }
        }
    }

    /// An address that is mostly inside.
    fn address(&mut self, number: u8) -> Arg {
        match number % 8 {
            0 => self.operand(number / 8),
            _ => self.writer.binary(Binary::And, self.operand(number / 8), 15),
        }
    }
}

fn program(helper: &[Statement], main: &[Statement]) -> (Program, FunctionId) {
    let mut writer = Writer::new();
    let memory = writer.add_memory(Memory::Buffer(BYTES));
    let table = writer.add_memory(Memory::Table((0..100_u8).map(|byte| byte.wrapping_mul(37)).collect()));
    let [argument] = writer.add_arguments();
    let mut variables = vec![argument, writer.add_variable()];
    StatementWriter { writer: &mut writer, variables: variables.clone(), results: vec![], memory, table, helper: None }
        .write_all(helper);
    writer.return_word(variables[1]);
    let helper = Some(writer.end_function());
    variables = (0..3).map(|_| writer.add_variable()).collect();
    for (index, &variable) in variables.iter().enumerate() {
        let word = writer.load(memory, Width::Eight, 0, 8 * index);
        writer.set(variable, word);
    }
    StatementWriter { writer: &mut writer, variables: variables.clone(), results: vec![], memory, table, helper }
        .write_all(main);
    writer.return_word(variables[0]);
    let function = writer.end_function();
    (writer.finish(), function)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, ..ProptestConfig::default() })]

    #[test]
    fn native_code_agrees_with_the_interpreter(
        helper in prop::collection::vec(statement(), 0..8),
        main in prop::collection::vec(statement(), 0..20),
        memory in any::<[u64; BYTES / 8]>(),
    ) {
        let (program, function) = program(&helper, &main);
        let machine = CompiledProgram::new(&program).unwrap();
        let mut mine: Vec<u8> = memory.iter().flat_map(|word| word.to_le_bytes()).collect();
        let mut theirs = mine.clone();
        let expected = program.run(function, &mut [&mut mine]);
        let found = machine.call(function, [&mut theirs, &mut [], &mut []]);
        // Out of bounds the interpreter stops, but native code continues inside of its memory.
        if let Ok(expected) = expected {
            prop_assert_eq!(found, expected);
            prop_assert_eq!(mine, theirs);
        }
    }
}

#[test]
fn an_address_outside_is_reported_by_the_interpreter_and_clamped_by_native_code() {
    let mut writer = Writer::new();
    let memory = writer.add_memory(Memory::Buffer(16));
    let at = writer.load(memory, Width::Eight, 0, 0);
    writer.store(memory, Width::Two, at, 8, 0xabcd);
    let word = writer.load(memory, Width::Byte, at, 0);
    writer.return_word(word);
    let function = writer.end_function();
    let (program, far) = (writer.finish(), 1_u64 << 40);
    let mut bytes = [0; 16];
    bytes[..8].copy_from_slice(&far.to_le_bytes());
    let error = program.run(function, &mut [&mut bytes.clone()]).unwrap_err();
    assert_eq!(error.to_string(), "address 1099511627784 of memory 0 is out of bounds: it has 16 bytes");
    let machine = CompiledProgram::new(&program).unwrap();
    assert_eq!(machine.call(function, [&mut bytes, &mut [], &mut []]), 0xab);
    assert_eq!(bytes[14..], [0xcd, 0xab], "the last place where two bytes fit");
}

#[test]
fn an_access_that_is_always_outside_is_refused() {
    let mut writer = Writer::new();
    let memory = writer.add_memory(Memory::Buffer(16));
    writer.load(memory, Width::Eight, 0, 9);
    writer.end_function();
    let error = CompiledProgram::new(&writer.finish()).unwrap_err();
    assert_eq!(error.to_string(), "offset 9 is out of bounds of memory 0, which has 16 bytes");
}

#[test]
#[should_panic(expected = "the memories have the declared lengths")]
fn memories_of_other_lengths_are_refused() {
    let mut writer = Writer::new();
    writer.add_memory(Memory::Buffer(16));
    let function = writer.end_function();
    CompiledProgram::new(&writer.finish()).unwrap().call(function, [&mut [0; 8], &mut [], &mut []]);
}
