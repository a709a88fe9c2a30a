//! Kernels: conditions, values and effects, written once for all lanes of a move group.

use std::collections::BTreeMap;

use crate::tables::code::NodeId;
use crate::tables::value::Value;
use boardwright_game::ids::{GlobalId, LocationId, Player, VarId};
use boardwright_rules::{ArithmeticOp, Effect};

/// A location relative to a lane.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum CellRef {
    /// A location that is the same for all lanes.
    Uniform(LocationId),
    /// The location at this distance from the lane.
    Relative(i32),
    /// Table by lane.
    PerLane(BTreeMap<u16, LocationId>),
}

/// A set of locations or lanes, as a bit set.
#[derive(Clone, Default, PartialEq, Eq)]
pub(super) struct LaneSet(pub(super) Vec<u64>);

/// Writes the words in hexadecimal, the first 64 members first.
impl std::fmt::Debug for LaneSet {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let words: Vec<String> = self.0.iter().map(|word| format!("{word:#x}")).collect();
        write!(f, "lanes {}", words.join(" "))
    }
}

/// A kernel that is masked to some lanes (predicated).
#[derive(Clone, Debug)]
pub(super) struct MaskedKernel {
    /// `None`: all lanes.
    pub(super) lanes: Option<LaneSet>,
    pub(super) kernel: Kernel,
}

/// A kernel: nodes of the same structure, one of each lane, merged into one tree.
#[derive(Clone, Debug)]
pub(super) enum Kernel {
    Const(Value),
    /// A constant location.
    Location(CellRef),
    /// Test whether the kind on a cell (0: empty) is in the mask.
    Cell {
        at: CellRef,
        mask: u64,
    },
    /// As [`Ray`](crate::tables::code::Ray): the cells from distance `first` on, `step` apart. The ray continues from
    /// every cell in `next`.
    Ray {
        first: i32,
        step: i32,
        stop: u64,
        yes: u64,
        end: bool,
        next: LaneSet,
    },
    /// Follows a ray and, if it ends at a cell whose kind is in `yes`, applies an effect to the element on each cell
    /// before that. Each of these cells is occupied, because empty cells stop the ray.
    Walk {
        ray: Box<Kernel>,
        deed: Effect,
        number: i32,
    },
    /// Test whether all cells of one of several lines have kinds in the mask. Lines by lane; one row for all lanes if
    /// `is_uniform`.
    Lines {
        mask: u64,
        is_uniform: bool,
        rows: BTreeMap<u16, Vec<Vec<LocationId>>>,
    },
    /// Conjunction; masked-out parts are true.
    All(Vec<MaskedKernel>),
    /// Disjunction; masked-out parts are false.
    Any(Vec<MaskedKernel>),
    /// The part whose mask contains the lane.
    PerLane(Vec<MaskedKernel>),
    Not(Box<Kernel>),
    If(Box<[Kernel; 3]>),
    Seq(Vec<MaskedKernel>),
    Same(Box<[Kernel; 2]>),
    Less(Box<[Kernel; 2]>),
    Arith(ArithmeticOp, Box<[Kernel; 2]>),
    /// Number of parts that are true.
    Count(Vec<MaskedKernel>),
    /// Number of cells of a set whose kinds are in a mask.
    CountCells {
        cells: LaneSet,
        mask: u64,
    },
    /// Number of pieces, on or off the board, whose kinds are in a mask.
    CountKinds {
        mask: u64,
    },
    /// First of some elements that is off the board; `mask` has the kinds that they can be of.
    FirstOff {
        elements: LaneSet,
        mask: u64,
    },
    /// Number of occurrences of the position.
    Repeats,
    Global(GlobalId),
    /// The element that moves.
    Moved,
    /// The captured element.
    Captured,
    ElementOn(CellRef),
    Score(Player),
    NoMoves,
    Store(VarId, Box<Kernel>),
    Variable(VarId),
    SetMover(Player),
    Do(Effect, Vec<Kernel>),
}

impl LaneSet {
    pub(super) fn empty(words: usize) -> Self {
        Self(vec![0; words])
    }

    pub(super) fn from_members(words: usize, members: impl IntoIterator<Item = usize>) -> Self {
        let mut lanes = Self::empty(words);
        members.into_iter().for_each(|member| lanes.insert(member));
        lanes
    }

    pub(super) fn insert(&mut self, member: usize) {
        self.0[member / 64] |= 1 << (member % 64);
    }

    pub(super) fn contains(&self, member: usize) -> bool {
        self.0[member / 64] >> (member % 64) & 1 == 1
    }

    /// The set translated by a distance; members that would leave the words are dropped.
    pub(super) fn translated(&self, by: i32) -> Self {
        let mut moved = Self::empty(self.0.len());
        for member in self.members() {
            let to = member as i32 + by;
            if (0..64 * self.0.len() as i32).contains(&to) {
                moved.insert(to as usize);
            }
        }
        moved
    }

    /// Intersection.
    pub(super) fn intersection(&self, other: &Self) -> Self {
        Self(self.0.iter().zip(&other.0).map(|(one, other)| one & other).collect())
    }

    pub(super) fn members(&self) -> impl Iterator<Item = usize> {
        (0..64 * self.0.len()).filter(|&member| self.contains(member))
    }

    pub(super) fn is_empty(&self) -> bool {
        self.0.iter().all(|&word| word == 0)
    }
}

impl Kernel {
    /// `true` if the value is uniform, that is, the same for every lane.
    pub(super) fn is_uniform(&self) -> bool {
        let all = |kernels: &[Self]| kernels.iter().all(Self::is_uniform);
        match self {
            Self::Const(_)
            | Self::CountCells { .. }
            | Self::CountKinds { .. }
            | Self::FirstOff { .. }
            | Self::Repeats
            | Self::Global(_)
            | Self::Score(_)
            | Self::NoMoves
            | Self::Variable(_)
            | Self::Captured
            | Self::SetMover(_) => true,
            Self::Cell { at, .. } | Self::ElementOn(at) | Self::Location(at) => matches!(at, CellRef::Uniform(_)),
            Self::Lines { is_uniform: fixed, .. } => *fixed,
            Self::Ray { .. } | Self::Walk { .. } | Self::Moved => false,
            Self::All(parts) | Self::Any(parts) | Self::PerLane(parts) | Self::Seq(parts) | Self::Count(parts) => {
                parts.iter().all(|part| part.lanes.is_none() && part.kernel.is_uniform())
            }
            Self::Not(inner) | Self::Store(_, inner) => inner.is_uniform(),
            Self::If(kernels) => all(&kernels[..]),
            Self::Same(kernels) | Self::Less(kernels) | Self::Arith(_, kernels) => all(&kernels[..]),
            Self::Do(_, kernels) => all(kernels),
        }
    }

    /// `true` if the kernel tests whether a player can move.
    pub(super) fn tests_for_moves(&self) -> bool {
        let any = |kernels: &[Self]| kernels.iter().any(Self::tests_for_moves);
        match self {
            Self::NoMoves => true,
            Self::All(parts) | Self::Any(parts) | Self::PerLane(parts) | Self::Seq(parts) | Self::Count(parts) => {
                parts.iter().any(|part| part.kernel.tests_for_moves())
            }
            Self::Not(inner) | Self::Store(_, inner) => inner.tests_for_moves(),
            Self::If(kernels) => any(&kernels[..]),
            Self::Same(kernels) | Self::Less(kernels) | Self::Arith(_, kernels) => any(&kernels[..]),
            Self::Do(_, kernels) => any(kernels),
            _ => false,
        }
    }

    /// `true` if evaluation has no side effect.
    pub(super) fn is_pure(&self) -> bool {
        let all = |kernels: &[Self]| kernels.iter().all(Self::is_pure);
        match self {
            Self::Store(..) | Self::SetMover(_) | Self::Do(..) | Self::Walk { .. } => false,
            Self::All(parts) | Self::Any(parts) | Self::PerLane(parts) | Self::Seq(parts) | Self::Count(parts) => {
                parts.iter().all(|part| part.kernel.is_pure())
            }
            Self::Not(inner) => inner.is_pure(),
            Self::If(kernels) => all(&kernels[..]),
            Self::Same(kernels) | Self::Less(kernels) | Self::Arith(_, kernels) => all(&kernels[..]),
            _ => true,
        }
    }
}

impl MaskedKernel {
    /// Splits off the first effect if it changes the kind of the moving piece for all lanes; returns the change and the
    /// rest.
    pub(super) fn split_first_kind_change(&self) -> Option<((Effect, i32), Self)> {
        let change = |kernel: &Kernel| match kernel {
            Kernel::Do(deed @ (Effect::SetOwner | Effect::SetState), operands) => match operands[..] {
                [Kernel::Moved, Kernel::Const(Value::Int(number))] => Some((*deed, number)),
                _ => None,
            },
            _ => None,
        };
        if self.lanes.is_some() {
            return None;
        }
        let nothing = Self { lanes: None, kernel: Kernel::Seq(Vec::new()) };
        match &self.kernel {
            Kernel::Seq(parts) => {
                let (first, rest) = parts.split_first()?;
                let found = change(&first.kernel).filter(|_| first.lanes.is_none())?;
                Some((found, Self { lanes: None, kernel: Kernel::Seq(rest.to_vec()) }))
            }
            kernel => change(kernel).map(|found| (found, nothing)),
        }
    }
}

/// The node of a lane.
pub(super) type LaneNode = (u16, NodeId);
