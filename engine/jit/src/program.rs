//! The intermediate representation (IR): programs, functions, instructions and memories.

/// A local variable of a function: a 64-bit word, initially 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Var(pub(crate) u32);

/// An operand of an instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Arg {
    /// The value of a variable.
    Var(Var),
    /// A constant (immediate operand).
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

/// Index of a memory in its program.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct MemoryId(pub(crate) u16);

/// Index of a function in its program.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct FunctionId(pub(crate) u16);

/// Number of bytes of a memory access; little-endian.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Width {
    /// One byte.
    Byte,
    /// Two bytes.
    Two,
    /// Four bytes.
    Four,
    /// Eight bytes: a word.
    Eight,
}

impl Width {
    /// Number of bytes.
    pub fn bytes(self) -> usize {
        match self {
            Self::Byte => 1,
            Self::Two => 2,
            Self::Four => 4,
            Self::Eight => 8,
        }
    }
}

/// Operations on one word.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Unary {
    /// Bitwise NOT.
    Not,
    /// Population count: number of bits that are 1.
    CountOnes,
    /// Number of 0 bits below the lowest 1 bit; 64 if there is none.
    TrailingZeros,
    /// Number of 0 bits above the highest 1 bit; 64 if there is none.
    LeadingZeros,
    /// Sign extension of the lowest 32 bits.
    SignExtend32,
}

/// Operations on two words. Arithmetic wraps around; comparisons return 1 or 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Binary {
    /// Sum.
    Add,
    /// Difference.
    Sub,
    /// Lower half of the product.
    Mul,
    /// Upper half of the unsigned product.
    MulHigh,
    /// Bitwise AND.
    And,
    /// Bitwise OR.
    Or,
    /// Bitwise XOR.
    Xor,
    /// Bitwise AND of the first operand and the complement of the second.
    AndNot,
    /// Left shift by the lowest six bits of the second operand.
    ShiftLeft,
    /// Logical right shift by the lowest six bits of the second operand.
    ShiftRight,
    /// Right rotation by the lowest six bits of the second operand.
    RotateRight,
    /// 1 if the operands are equal.
    Equal,
    /// 1 if the operands differ.
    NotEqual,
    /// 1 if the first operand is less, unsigned.
    UnsignedLess,
    /// 1 if the first operand is less, signed.
    SignedLess,
}

impl Unary {
    /// All operations.
    pub const ALL: [Self; 5] =
        [Self::Not, Self::CountOnes, Self::TrailingZeros, Self::LeadingZeros, Self::SignExtend32];

    /// Evaluates the operation.
    pub fn eval(self, word: u64) -> u64 {
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
    /// All operations.
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
        Self::NotEqual,
        Self::UnsignedLess,
        Self::SignedLess,
    ];

    /// Evaluates the operation.
    pub fn eval(self, left: u64, right: u64) -> u64 {
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
            Self::NotEqual => u64::from(left != right),
            Self::UnsignedLess => u64::from(left < right),
            Self::SignedLess => u64::from((left as i64) < (right as i64)),
        }
    }
}

/// An instruction. An address is the sum of `at` and `offset`, in bytes; accesses need not be aligned.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Inst {
    /// Assigns an operand to a variable.
    #[allow(missing_docs)]
    Set { to: Var, from: Arg },
    /// Evaluates a unary operation.
    #[allow(missing_docs)]
    Unary { op: Unary, to: Var, of: Arg },
    /// Evaluates a binary operation.
    #[allow(missing_docs)]
    Binary { op: Binary, to: Var, left: Arg, right: Arg },
    /// Selects one of two words without a branch: `no` if the condition is 0.
    #[allow(missing_docs)]
    Select { to: Var, condition: Arg, yes: Arg, no: Arg },
    /// Reads memory with zero extension.
    #[allow(missing_docs)]
    Load { to: Var, memory: MemoryId, width: Width, at: Arg, offset: u32 },
    /// Writes the lowest bytes of a word to memory.
    #[allow(missing_docs)]
    Store { memory: MemoryId, width: Width, at: Arg, offset: u32, value: Arg },
    /// Conditional execution: runs `otherwise` if the condition is 0, else `then`.
    #[allow(missing_docs)]
    If { condition: Arg, then: Vec<Self>, otherwise: Vec<Self> },
    /// Repeats a list until [`Inst::Break`] or [`Inst::Return`].
    Loop(Vec<Self>),
    /// Leaves the innermost loop.
    Break,
    /// Continues with the next iteration of the innermost loop.
    Continue,
    /// Returns a word from the function.
    Return(Arg),
    /// Calls a function of the program; recursion uses the stack of the caller, so programs bound its depth.
    #[allow(missing_docs)]
    Call { to: Var, function: FunctionId, arguments: Vec<Arg> },
}

/// A byte array that programs access.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Memory {
    /// Passed with every call; writable; of this length in bytes.
    Buffer(usize),
    /// Constant data of the program, read only.
    Table(Box<[u8]>),
}

impl Memory {
    /// Length in bytes.
    pub fn bytes(&self) -> usize {
        match self {
            Self::Buffer(bytes) => *bytes,
            Self::Table(table) => table.len(),
        }
    }
}

/// A function; its first variables are the arguments. It returns 0 where the body ends without [`Inst::Return`].
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Function {
    pub(crate) arguments: u32,
    pub(crate) variables: u32,
    pub(crate) body: Vec<Inst>,
}

/// Functions over memories. A [`Writer`](crate::Writer) builds them and checks that all parts fit together.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Program {
    pub(crate) memories: Vec<Memory>,
    pub(crate) functions: Vec<Function>,
}

impl Program {
    /// Number of instructions, nested ones included.
    pub fn instruction_count(&self) -> usize {
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

    /// Total length of the tables in bytes.
    pub fn table_bytes(&self) -> usize {
        let tables = self.memories.iter().filter(|memory| matches!(memory, Memory::Table(_)));
        tables.map(Memory::bytes).sum()
    }

    /// Lengths of the buffers that a call passes, in order.
    pub(crate) fn buffer_lengths(&self) -> impl Iterator<Item = usize> {
        self.memories.iter().filter_map(|memory| match memory {
            Memory::Buffer(bytes) => Some(*bytes),
            Memory::Table(_) => None,
        })
    }
}
