//! Machine code does what the interpreter does.
#![cfg(all(feature = "machine-code", any(target_arch = "x86_64", target_arch = "aarch64")))]

use boardwright_jit::{Arg, Binary, FunctionId, Machine, Memory, MemoryId, Program, Unary, Var, Width, Writer};
use proptest::prelude::*;

const WIDTHS: [Width; 4] = [Width::Byte, Width::Two, Width::Four, Width::Eight];
/// Length of the memory given.
const BYTES: usize = 40;

/// A statement of a random program; numbers choose among what there is.
#[derive(Clone, Debug)]
enum Say {
    Unary(usize, u8, u8),
    Binary(usize, u8, u8, u8),
    Choose(u8, u8, u8, u8),
    /// From the memory given, or from the table.
    Load(bool, usize, u8, u8, u8),
    Store(usize, u8, u8, u8),
    If(u8, Vec<Say>, Vec<Say>),
    /// So many rounds, ended early where a variable is odd, or begun anew where one is.
    Loop(u8, u8, u8, Vec<Say>),
    Return(u8, u8),
    Call(u8, u8),
}

fn say() -> impl Strategy<Value = Say> {
    let leaf = prop_oneof![
        (0..Unary::ALL.len(), any::<u8>(), any::<u8>()).prop_map(|(op, to, of)| Say::Unary(op, to, of)),
        (0..Binary::ALL.len(), any::<u8>(), any::<u8>(), any::<u8>())
            .prop_map(|(op, to, l, r)| Say::Binary(op, to, l, r)),
        any::<[u8; 4]>().prop_map(|[to, condition, yes, no]| Say::Choose(to, condition, yes, no)),
        (any::<bool>(), 0..4_usize, any::<[u8; 3]>())
            .prop_map(|(table, width, [to, at, offset])| Say::Load(table, width, to, at, offset)),
        (0..4_usize, any::<[u8; 3]>()).prop_map(|(width, [at, offset, value])| Say::Store(width, at, offset, value)),
        any::<[u8; 2]>().prop_map(|[condition, word]| Say::Return(condition, word)),
        any::<[u8; 2]>().prop_map(|[to, argument]| Say::Call(to, argument)),
    ];
    leaf.prop_recursive(3, 40, 6, |inner| {
        let list = || prop::collection::vec(inner.clone(), 0..6);
        prop_oneof![
            (any::<u8>(), list(), list()).prop_map(|(condition, then, other)| Say::If(condition, then, other)),
            (0..4_u8, any::<u8>(), any::<u8>(), list())
                .prop_map(|(rounds, stop, anew, body)| Say::Loop(rounds, stop, anew, body)),
        ]
    })
}

struct Random<'a> {
    writer: &'a mut Writer,
    variables: Vec<Var>,
    /// What statements gave, written once each.
    given: Vec<Arg>,
    memory: MemoryId,
    table: MemoryId,
    helper: Option<FunctionId>,
}

impl Random<'_> {
    fn arg(&self, number: u8) -> Arg {
        const WORDS: [u64; 6] = [0, 1, 3, 33, u64::MAX, 0x8000_0000_0000_0001];
        let count = self.variables.len() + self.given.len();
        match usize::from(number) % (count + WORDS.len()) {
            index if index < self.variables.len() => self.variables[index].into(),
            index if index < count => self.given[index - self.variables.len()],
            index => WORDS[index - count].into(),
        }
    }

    /// Gives a word to a variable, or to nobody but those who come later.
    fn to(&mut self, number: u8, word: Arg) {
        match self.variables.get(usize::from(number) % (2 * self.variables.len())) {
            Some(&variable) => self.writer.set(variable, word),
            None => self.given.push(word),
        }
    }

    fn all(&mut self, list: &[Say]) {
        for say in list {
            self.one(say);
        }
    }

    fn one(&mut self, say: &Say) {
        match say {
            Say::Unary(op, to, of) => {
                let word = self.writer.unary(Unary::ALL[*op], self.arg(*of));
                self.to(*to, word);
            }
            Say::Binary(op, to, left, right) => {
                let word = self.writer.binary(Binary::ALL[*op], self.arg(*left), self.arg(*right));
                self.to(*to, word);
            }
            Say::Choose(to, condition, yes, no) => {
                let word = self.writer.choose(self.arg(*condition), self.arg(*yes), self.arg(*no));
                self.to(*to, word);
            }
            Say::Load(table, width, to, at, offset) => {
                let memory = if *table { self.table } else { self.memory };
                let at = self.near(*at);
                let word = self.writer.load(memory, WIDTHS[*width], at, usize::from(offset % 24));
                self.to(*to, word);
            }
            Say::Store(width, at, offset, value) => {
                let (at, value) = (self.near(*at), self.arg(*value));
                self.writer.store(self.memory, WIDTHS[*width], at, usize::from(offset % 24), value);
            }
            Say::If(condition, then, other) => {
                let (condition, state) = (self.arg(*condition), (self.variables.clone(), self.given.clone()));
                let (memory, table, helper) = (self.memory, self.table, self.helper);
                let branch = |list: &[Say]| {
                    let (list, (variables, given)) = (list.to_vec(), state.clone());
                    move |writer: &mut Writer| Random { writer, variables, given, memory, table, helper }.all(&list)
                };
                self.writer.either(condition, branch(then), branch(other));
            }
            Say::Loop(rounds, stop, anew, body) => {
                let counter = self.writer.variable();
                let (stop, anew) = (self.arg(*stop), self.arg(*anew));
                let (variables, given) = (self.variables.clone(), self.given.clone());
                let (memory, table, helper) = (self.memory, self.table, self.helper);
                self.writer.repeat(|writer| {
                    let done = writer.binary(Binary::Equal, counter, u64::from(*rounds));
                    writer.when(done, Writer::leave);
                    let next = writer.binary(Binary::Add, counter, 1);
                    writer.set(counter, next);
                    let odd = writer.binary(Binary::And, anew, 1);
                    writer.when(odd, Writer::again);
                    Random { writer, variables, given, memory, table, helper }.all(body);
                    let odd = writer.binary(Binary::And, stop, 1);
                    writer.when(odd, Writer::leave);
                });
            }
            Say::Return(condition, word) => {
                let (condition, word) = (self.arg(*condition), self.arg(*word));
                let rare = self.writer.binary(Binary::And, condition, 7);
                let rare = self.writer.binary(Binary::Equal, rare, 5);
                self.writer.when(rare, |writer| writer.give(word));
            }
            Say::Call(to, argument) => {
                if let Some(helper) = self.helper {
                    let word = self.writer.call(helper, &[self.arg(*argument)]);
                    self.to(*to, word);
                }
            }
        }
    }

    /// An address that is mostly inside.
    fn near(&mut self, number: u8) -> Arg {
        match number % 8 {
            0 => self.arg(number / 8),
            _ => self.writer.binary(Binary::And, self.arg(number / 8), 15),
        }
    }
}

fn program(helper: &[Say], main: &[Say]) -> (Program, FunctionId) {
    let mut writer = Writer::new();
    let memory = writer.memory(Memory::Given(BYTES));
    let table = writer.memory(Memory::Table((0..100_u8).map(|byte| byte.wrapping_mul(37)).collect()));
    let [argument] = writer.arguments();
    let mut variables = vec![argument, writer.variable()];
    Random { writer: &mut writer, variables: variables.clone(), given: vec![], memory, table, helper: None }
        .all(helper);
    writer.give(variables[1]);
    let helper = Some(writer.end_function());
    variables = (0..3).map(|_| writer.variable()).collect();
    for (index, &variable) in variables.iter().enumerate() {
        let word = writer.load(memory, Width::Eight, 0, 8 * index);
        writer.set(variable, word);
    }
    Random { writer: &mut writer, variables: variables.clone(), given: vec![], memory, table, helper }.all(main);
    writer.give(variables[0]);
    let function = writer.end_function();
    (writer.finish(), function)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, ..ProptestConfig::default() })]

    #[test]
    fn machine_code_does_what_the_interpreter_does(
        helper in prop::collection::vec(say(), 0..8),
        main in prop::collection::vec(say(), 0..20),
        memory in any::<[u64; BYTES / 8]>(),
    ) {
        let (program, function) = program(&helper, &main);
        let machine = Machine::new(&program).unwrap();
        let mut mine: Vec<u8> = memory.iter().flat_map(|word| word.to_le_bytes()).collect();
        let mut theirs = mine.clone();
        let expected = program.run(function, &mut [&mut mine]);
        let found = machine.call(function, [&mut theirs, &mut [], &mut []]);
        // Out of bounds the interpreter stops; the machine goes on inside of its memory.
        if let Ok(expected) = expected {
            prop_assert_eq!(found, expected);
            prop_assert_eq!(mine, theirs);
        }
    }
}

#[test]
fn an_address_outside_is_told_by_the_interpreter_and_moved_by_the_machine() {
    let mut writer = Writer::new();
    let memory = writer.memory(Memory::Given(16));
    let at = writer.load(memory, Width::Eight, 0, 0);
    writer.store(memory, Width::Two, at, 8, 0xabcd);
    let word = writer.load(memory, Width::Byte, at, 0);
    writer.give(word);
    let function = writer.end_function();
    let (program, far) = (writer.finish(), 1_u64 << 40);
    let mut bytes = [0; 16];
    bytes[..8].copy_from_slice(&far.to_le_bytes());
    let error = program.run(function, &mut [&mut bytes.clone()]).unwrap_err();
    assert_eq!(error.to_string(), "address 1099511627784 of memory 0 is out of bounds: it has 16 bytes");
    let machine = Machine::new(&program).unwrap();
    assert_eq!(machine.call(function, [&mut bytes, &mut [], &mut []]), 0xab);
    assert_eq!(bytes[14..], [0xcd, 0xab], "the last place where two bytes fit");
}

#[test]
fn what_is_never_inside_is_refused() {
    let mut writer = Writer::new();
    let memory = writer.memory(Memory::Given(16));
    writer.load(memory, Width::Eight, 0, 9);
    writer.end_function();
    let error = Machine::new(&writer.finish()).unwrap_err();
    assert_eq!(error.to_string(), "memory 0 of 16 bytes has nothing at 9");
}

#[test]
#[should_panic(expected = "memories have the lengths wanted")]
fn memories_of_other_lengths_are_refused() {
    let mut writer = Writer::new();
    writer.memory(Memory::Given(16));
    let function = writer.end_function();
    Machine::new(&writer.finish()).unwrap().call(function, [&mut [0; 8], &mut [], &mut []]);
}
