//! How a move ends the game, told by looking at the position before it, where nothing that the ends look at is changed
//! by the move. It saves making the move; what it cannot tell, making the move tells.

use crate::game::Outcome;
use crate::ids::{LocationId, Player};
use crate::layout::Layout;
use crate::rules::RuleSet;
use crate::spec::Move;
use crate::state::State;

use super::code::{Code, Node, NodeId};
use super::run::Run;
use super::tables::{EndCode, Fast, Make, NextCode};
use super::value::Value;

/// How the game ends by a move, before it is made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Foreseen {
    /// An end of the file comes about.
    Ends(Outcome),
    /// None does; whether the next player can move is not asked.
    NoEnd,
    /// That cannot be told.
    Unknown,
}

/// What can be told of moves before they are made.
#[derive(Debug, Default)]
pub(crate) struct Foresight {
    /// By making: whether only the cells that the move leads between change, and nothing fails.
    calm: Vec<bool>,
    /// By tail: its ends, up to the first that must wait for the move.
    ends: Vec<Vec<Ahead>>,
    /// By tail: whether these are all of its ends.
    whole: Vec<bool>,
}

/// An end that looks at cells only.
#[derive(Debug)]
struct Ahead {
    situation: NodeId,
    outcome: Outcome,
    /// Words of bits: the locations that it looks at.
    looks: Box<[u64]>,
}

impl Foresight {
    pub(crate) fn new(rules: &RuleSet, layout: &Layout, fast: &Fast) -> Self {
        let mut foresight = Self { calm: vec![true; fast.makes.len()], ..Self::default() };
        // Without masks the code asks for kinds one by one, and little can be told.
        let kinds = layout.all_kinds().map(|all| all & !1);
        for table in &fast.rules {
            let offers = table.by_player.iter().flatten();
            let aims = offers.flat_map(|offer| offer.targets.aims().chain(offer.bare.iter().copied()));
            for make in aims.map(|aim| aim.make as usize) {
                foresight.calm[make] &= kinds.is_some_and(|kinds| {
                    let touch = fast.touch(rules, layout, table, &fast.makes[make], kinds);
                    !touch.others && !touch.may_fail
                });
            }
        }
        for tail in &fast.tails {
            let ends: Vec<Ahead> = tail.ends.iter().map_while(|end| ahead(layout, &fast.code, end)).collect();
            foresight.whole.push(ends.len() == tail.ends.len());
            foresight.ends.push(if tail.scorings.is_empty() { ends } else { Vec::new() });
        }
        foresight
    }

    /// How the game ends by a legal move.
    pub(crate) fn of(&self, rules: &RuleSet, layout: &Layout, fast: &Fast, state: &State, mv: Move) -> Foreseen {
        self.seen(rules, layout, fast, (state, mv)).unwrap_or(Foreseen::Unknown)
    }

    fn seen(&self, rules: &RuleSet, layout: &Layout, fast: &Fast, (state, mv): (&State, Move)) -> Option<Foreseen> {
        let (_, make) = fast.aimed(state.mover().index(), mv)?;
        let tail = match (&fast.makes[make as usize], self.calm[make as usize]) {
            (Make { tails, next: NextCode::Stays | NextCode::Is(_), .. }, true) if tails.len() == 1 => tails[0],
            _ => return None,
        };
        let ends = &self.ends[tail as usize];
        let changes = |end: &Ahead| [mv.from, mv.to].into_iter().flatten().any(|cell| has(&end.looks, cell));
        let mut run = Run::new(rules, layout, &fast.code, 0, state);
        for end in ends {
            if changes(end) {
                return None;
            }
            if run.test(end.situation).ok()? {
                return Some(Foreseen::Ends(end.outcome));
            }
        }
        self.whole[tail as usize].then_some(Foreseen::NoEnd)
    }
}

/// An end as it can be asked for ahead, if it looks at cells only and says who wins.
fn ahead(layout: &Layout, code: &Code, end: &EndCode) -> Option<Ahead> {
    let outcome = match code[end.winner?] {
        Node::Const(Value::Int(0)) => Outcome::Draw,
        Node::Const(Value::Int(number)) => {
            let winner = usize::try_from(number).ok().filter(|&number| number <= layout.players);
            Outcome::Won(Player::new(winner?)?)
        }
        _ => return None,
    };
    let mut looks = vec![0; layout.place.len().div_ceil(64)].into_boxed_slice();
    looks_at(code, end.situation, &mut looks).then_some(Ahead { situation: end.situation, outcome, looks })
}

/// Notes which cells a node looks at; false if at anything else.
fn looks_at(code: &Code, id: NodeId, looks: &mut [u64]) -> bool {
    let mut look = |cell: LocationId| looks[cell.index() / 64] |= 1 << (cell.index() % 64);
    match code[id] {
        Node::CellIn { location, .. } | Node::CellThen { location, .. } | Node::CellElse { location, .. } => {
            look(location);
        }
        Node::CellsIn { start, end, .. } | Node::AnyIn { start, end, .. } => {
            code.cells[start as usize..end as usize].iter().copied().for_each(look);
        }
        Node::FirstIn { ray } => code.rays[ray as usize].cells.iter().copied().for_each(look),
        Node::Const(Value::Bool(_)) | Node::All(_) | Node::Any(_) | Node::Not(_) => {}
        _ => return false,
    }
    code.parts(id).into_iter().all(|part| looks_at(code, part, looks))
}

fn has(bits: &[u64], cell: LocationId) -> bool {
    bits[cell.index() / 64] >> (cell.index() % 64) & 1 == 1
}
