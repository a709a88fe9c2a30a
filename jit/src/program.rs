//! What programs consist of.

/// A variable of a function: a word, 0 at first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Var(pub(crate) u32);

/// What an instruction works on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Arg {
    /// What a variable holds.
    Var(Var),
    /// This word.
    Word(u64),
}

impl From<Var> for Arg {
    fn from(var: Var) -> Self {
        Self::Var(var)
    }
}

impl From<u64> for Arg {
    fn from(word: u64) -> Self {
        Self::Word(word)
    }
}

/// A memory of a program; its position in the list.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct MemoryId(pub(crate) u16);

/// A function of a program; its position in the list.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct FunctionId(pub(crate) u16);

/// How many bytes are read or written, the lowest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Width {
    /// One.
    Byte,
    /// Two.
    Two,
    /// Four.
    Four,
    /// Eight: a word.
    Eight,
}

impl Width {
    /// The number of bytes.
    pub fn bytes(self) -> usize {
        match self {
            Self::Byte => 1,
            Self::Two => 2,
            Self::Four => 4,
            Self::Eight => 8,
        }
    }
}

/// What is done with one word.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Unary {
    /// Every bit turned.
    Not,
    /// How many bits are 1.
    CountOnes,
    /// How many bits are 0 below the lowest that is 1; 64 if none is.
    TrailingZeros,
    /// How many bits are 0 above the highest that is 1; 64 if none is.
    LeadingZeros,
    /// The lowest 32 bits as a number with a sign.
    SignExtend32,
}

/// What is done with two words. Numbers wrap; what is asked gives 1 or 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Binary {
    /// The sum.
    Add,
    /// The difference.
    Sub,
    /// The product's lower half.
    Mul,
    /// The upper half of the product of numbers without sign.
    MulHigh,
    /// Bits that are in both.
    And,
    /// Bits that are in one or both.
    Or,
    /// Bits that are in one only.
    Xor,
    /// Bits that are in the first and not in the second.
    AndNot,
    /// To the left by the second's lowest six bits.
    ShiftLeft,
    /// To the right by the second's lowest six bits.
    ShiftRight,
    /// Round to the right by the second's lowest six bits.
    RotateRight,
    /// Whether both are the same.
    Equal,
    /// Whether both differ.
    Unequal,
    /// Whether the first is less, without sign.
    Below,
    /// Whether the first is less, with sign.
    Less,
}

impl Unary {
    /// All there are.
    pub const ALL: [Self; 5] =
        [Self::Not, Self::CountOnes, Self::TrailingZeros, Self::LeadingZeros, Self::SignExtend32];

    /// What it gives.
    pub fn of(self, word: u64) -> u64 {
        match self {
            Self::Not => !word,
            Self::CountOnes => u64::from(word.count_ones()),
            Self::TrailingZeros => u64::from(word.trailing_zeros()),
            Self::LeadingZeros => u64::from(word.leading_zeros()),
            Self::SignExtend32 => i64::from(word as u32 as i32) as u64,
        }
    }
}

impl Binary {
    /// All there are.
    pub const ALL: [Self; 15] = [
        Self::Add,
        Self::Sub,
        Self::Mul,
        Self::MulHigh,
        Self::And,
        Self::Or,
        Self::Xor,
        Self::AndNot,
        Self::ShiftLeft,
        Self::ShiftRight,
        Self::RotateRight,
        Self::Equal,
        Self::Unequal,
        Self::Below,
        Self::Less,
    ];

    /// What it gives.
    pub fn of(self, left: u64, right: u64) -> u64 {
        let by = (right & 63) as u32;
        match self {
            Self::Add => left.wrapping_add(right),
            Self::Sub => left.wrapping_sub(right),
            Self::Mul => left.wrapping_mul(right),
            Self::MulHigh => ((u128::from(left) * u128::from(right)) >> 64) as u64,
            Self::And => left & right,
            Self::Or => left | right,
            Self::Xor => left ^ right,
            Self::AndNot => left & !right,
            Self::ShiftLeft => left << by,
            Self::ShiftRight => left >> by,
            Self::RotateRight => left.rotate_right(by),
            Self::Equal => u64::from(left == right),
            Self::Unequal => u64::from(left != right),
            Self::Below => u64::from(left < right),
            Self::Less => u64::from((left as i64) < (right as i64)),
        }
    }
}

/// An instruction. Addresses are `at` and `offset` together, in bytes; they need not be multiples of the width.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Inst {
    /// Gives a variable a word.
    #[allow(missing_docs)]
    Set { to: Var, from: Arg },
    /// Works something out of one word.
    #[allow(missing_docs)]
    Unary { op: Unary, to: Var, of: Arg },
    /// Works something out of two words.
    #[allow(missing_docs)]
    Binary { op: Binary, to: Var, left: Arg, right: Arg },
    /// One of two words: `no` if the condition is 0.
    #[allow(missing_docs)]
    Choose { to: Var, condition: Arg, yes: Arg, no: Arg },
    /// Reads memory; what is read has no sign.
    #[allow(missing_docs)]
    Load { to: Var, memory: MemoryId, width: Width, at: Arg, offset: u32 },
    /// Writes memory: the lowest bytes of a word.
    #[allow(missing_docs)]
    Store { memory: MemoryId, width: Width, at: Arg, offset: u32, value: Arg },
    /// Runs one of two lists: `otherwise` if the condition is 0.
    #[allow(missing_docs)]
    If { condition: Arg, then: Vec<Self>, otherwise: Vec<Self> },
    /// Runs a list again and again.
    Loop(Vec<Self>),
    /// Leaves the innermost loop.
    Break,
    /// Begins the innermost loop's list anew.
    Again,
    /// Ends the function with a word.
    Return(Arg),
    /// Calls a function that was written before.
    #[allow(missing_docs)]
    Call { to: Var, function: FunctionId, arguments: Vec<Arg> },
}

/// A stretch of bytes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Memory {
    /// Given when the program is called; so many bytes, which can be written.
    Given(usize),
    /// Part of the program, never written.
    Table(Box<[u8]>),
}

impl Memory {
    /// Its length in bytes.
    pub fn bytes(&self) -> usize {
        match self {
            Self::Given(bytes) => *bytes,
            Self::Table(table) => table.len(),
        }
    }
}

/// A function: its first variables are the arguments. Without [`Inst::Return`] it gives 0.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Function {
    pub(crate) arguments: u32,
    pub(crate) variables: u32,
    pub(crate) body: Vec<Inst>,
}

/// Functions over memories. It is made by a [`Writer`](crate::Writer), which sees to it that all parts fit together.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Program {
    pub(crate) memories: Vec<Memory>,
    pub(crate) functions: Vec<Function>,
}

impl Program {
    /// How many instructions it has.
    pub fn size(&self) -> usize {
        fn size(list: &[Inst]) -> usize {
            let inner = |inst: &Inst| match inst {
                Inst::If { then, otherwise, .. } => 1 + size(then) + size(otherwise),
                Inst::Loop(body) => 1 + size(body),
                _ => 1,
            };
            list.iter().map(inner).sum()
        }
        self.functions.iter().map(|function| size(&function.body)).sum()
    }

    /// Bytes of its tables.
    pub fn table_bytes(&self) -> usize {
        let tables = self.memories.iter().filter(|memory| matches!(memory, Memory::Table(_)));
        tables.map(Memory::bytes).sum()
    }

    /// The lengths of the memories that must be given, in order.
    pub(crate) fn given(&self) -> impl Iterator<Item = usize> {
        self.memories.iter().filter_map(|memory| match memory {
            Memory::Given(bytes) => Some(*bytes),
            Memory::Table(_) => None,
        })
    }
}
