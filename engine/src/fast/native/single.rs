//! Last pass, for players that look for themselves: functions that list a player's moves and make one of them.

use boardwright_jit::{Arg, Binary, FunctionId, Memory, MemoryId, Program, Width};

use crate::fast::tables::Fast;
use crate::ids::Player;
use crate::layout::Layout;
use crate::rules::RuleSet;

use super::groups::{Source, Target};
use super::making::{Lane, Moves};
use super::offer::offer_lanes;
use super::ready::{Making, Offers};
use super::{Beyond, GOES_ON};

/// Where in the memory beside the state is which move is to be made. Lists are told in the same memory, a word for each
/// [`Entry`].
pub(super) mod request {
    /// The number of the making.
    pub(crate) const MAKING: usize = 0;
    /// Where the piece stands, for one that comes in where it goes.
    pub(crate) const FROM: usize = 8;
    /// Where it goes, for one that goes off where it stands.
    pub(crate) const TO: usize = 16;
    /// Of which kind the piece is.
    pub(crate) const KIND: usize = 24;
    /// Its number, from 0.
    pub(crate) const PIECE: usize = 32;
    /// How many bytes there are.
    pub(crate) const BYTES: usize = 40;
}

/// A program with functions for each player.
pub(super) struct Singly {
    pub(super) program: Program,
    pub(super) players: Vec<OfPlayer>,
    /// Bytes of the memory beside the state.
    pub(super) beside: usize,
    /// Some move may fail.
    pub(super) can_fail: bool,
}

/// What a player can do.
#[derive(Debug)]
pub(super) struct OfPlayer {
    /// Tells the entries of the highest priority that has some; gives this priority's number from 1, or 0.
    pub(super) list: FunctionId,
    /// Makes a move and gives what a playout gives; not in games that remember positions, which would have to be handed over
    /// with each move.
    pub(super) make: Option<FunctionId>,
    /// Whether there is a move, 1 or 0.
    pub(super) can_move: FunctionId,
    /// By number of the priority: what is told.
    pub(super) entries: Vec<Vec<Entry>>,
    pub(super) ways: Vec<Way>,
}

/// A word of moves that are alike but for the lane.
#[derive(Clone, Copy, Debug)]
pub(super) struct Entry {
    /// Which of the player's [`Way`]s.
    pub(super) way: u32,
    /// The lane of the lowest bit.
    pub(super) first: u16,
}

/// What moves that are alike have in common.
#[derive(Clone, Debug)]
pub(super) struct Way {
    pub(super) table: usize,
    pub(super) source: Source,
    pub(super) target: Target,
    /// Which combination of what the rule says `for` each.
    pub(super) number: u32,
    /// What makes them.
    pub(super) making: u32,
    pub(super) lanes: Vec<u64>,
}

/// Writes it.
pub(super) fn singly(rules: &RuleSet, layout: &Layout, fast: &Fast) -> Result<Singly, Beyond> {
    let (mut moves, offers) = Moves::new(rules, layout, fast)?;
    let words = |offers: &Offers| {
        offers.offered.iter().flat_map(|offer| &offer.groups).map(|group| group.lanes.0.len()).sum::<usize>()
    };
    let beside = request::BYTES.max(8 * offers.iter().map(words).max().unwrap_or(0));
    let memory = moves.board.w.memory(Memory::Given(beside));
    let mut players = Vec::new();
    for (player, offers) in layout.players().zip(&offers) {
        players.push(of_player(&mut moves, memory, player, offers)?);
    }
    let can_fail = moves.can_fail;
    Ok(Singly { program: moves.finish()?, players, beside, can_fail })
}

fn of_player(moves: &mut Moves<'_>, memory: MemoryId, player: Player, offers: &Offers) -> Result<OfPlayer, Beyond> {
    let ways = offers.offered.iter().flat_map(|offer| &offer.groups).map(|group| Way {
        table: group.table,
        source: group.source,
        target: group.target,
        number: group.way,
        making: group.making as u32,
        lanes: group.lanes.0.clone(),
    });
    let ways = ways.collect();
    moves.leave_if_unfit()?;
    let mut entries = Vec::new();
    for (number, &priority) in moves.fast.priorities.iter().enumerate() {
        let mut told = Vec::new();
        let mut any = Arg::Word(0);
        let mut way = 0;
        for offer in &offers.offered {
            if offer.priority != priority {
                way += offer.groups.len() as u32;
                continue;
            }
            for words in offer_lanes(&mut moves.board, offer)? {
                for (index, word) in words.into_iter().enumerate().filter(|(_, word)| *word != Arg::Word(0)) {
                    moves.board.w.store(memory, Width::Eight, 0, 8 * told.len(), word);
                    any = moves.board.w.binary(Binary::Or, any, word);
                    told.push(Entry { way, first: 64 * index as u16 });
                }
                way += 1;
            }
        }
        entries.push(told);
        moves.board.w.when(any, |w| w.give(1 + number as u64));
    }
    let list = moves.board.w.end_function();

    let make = if moves.board.layout.repeats { None } else { Some(write_make(moves, memory, player, offers)?) };

    moves.leave_if_unfit()?;
    let can_move = moves.can_move[player.index()];
    let answer = moves.board.w.call(can_move, &[]);
    moves.board.w.give(answer);
    Ok(OfPlayer { list, make, can_move: moves.board.w.end_function(), entries, ways })
}

fn write_make(moves: &mut Moves<'_>, memory: MemoryId, player: Player, offers: &Offers) -> Result<FunctionId, Beyond> {
    moves.leave_if_unfit()?;
    let asked = [request::MAKING, request::FROM, request::TO, request::KIND, request::PIECE];
    let [making, from, to, kind, piece] = asked.map(|at| moves.board.w.load(memory, Width::Eight, 0, at));
    let [from, to] = [from, to].map(|place| moves.board.within(place));
    let makings: Vec<&Making> = offers.makings.iter().collect();
    if !makings.is_empty() {
        moves.make_one(player, &makings, making, Lane { from, to, kind, piece: Some(piece) })?;
    }
    moves.board.w.give(GOES_ON);
    Ok(moves.board.w.end_function())
}
