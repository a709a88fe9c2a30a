//! Last pass, for tree search: functions that list the moves of a player and make one of them.

use boardwright_jit::{Arg, Binary, FunctionId, Memory, MemoryId, Program, Width};

use crate::tables::CompiledRules;
use boardwright_game::ids::Player;
use boardwright_interpreter::layout::Layout;
use boardwright_rules::RuleSet;

use super::availability::movable_lanes;
use super::make_move::{MoveOperands, MoveWriter};
use super::move_groups::{Source, Target};
use super::player_kernels::{MakeKernel, PlayerOffers};
use super::{CONTINUES, Unsupported};

/// Layout of a request to make a move in the memory that accompanies the state. Move lists are returned in the same
/// memory, a word for each [`ListedWord`].
pub(super) mod request {
    /// Index of the make kernel.
    pub(crate) const MAKE_KERNEL: usize = 0;
    /// Source location; the target for a piece that enters.
    pub(crate) const FROM: usize = 8;
    /// Target location; the source for a piece that leaves the board.
    pub(crate) const TO: usize = 16;
    /// Kind of the piece.
    pub(crate) const KIND: usize = 24;
    /// Number of the piece, from 0.
    pub(crate) const PIECE: usize = 32;
    /// Length in bytes.
    pub(crate) const BYTES: usize = 40;
}

/// A program with functions for each player.
pub(super) struct MoveProgram {
    pub(super) program: Program,
    pub(super) players: Vec<PlayerFunctions>,
    /// Length in bytes of the memory that accompanies the state.
    pub(super) scratch_bytes: usize,
    /// `true` if some move may fail.
    pub(super) can_fail: bool,
}

/// Functions of a player.
#[derive(Debug)]
pub(super) struct PlayerFunctions {
    /// Lists the words of the highest priority that has moves; returns the index of the priority plus one, or 0.
    pub(super) list: FunctionId,
    /// Makes a move and returns the code that a playout returns. `None` in games that test for repetitions, because the
    /// history would have to be copied for each move.
    pub(super) make: Option<FunctionId>,
    /// Returns 1 if there is a move, else 0.
    pub(super) can_move: FunctionId,
    /// By index of the priority: meaning of the listed words.
    pub(super) listed_words: Vec<Vec<ListedWord>>,
    pub(super) groups: Vec<ListedGroup>,
}

/// A listed word: moves of one group in 64 consecutive lanes.
#[derive(Clone, Copy, Debug)]
pub(super) struct ListedWord {
    /// Index among the [`ListedGroup`]s of the player.
    pub(super) group: u32,
    /// Lane of the lowest bit.
    pub(super) first: u16,
}

/// Common properties of the moves of a group.
#[derive(Clone, Debug)]
pub(super) struct ListedGroup {
    pub(super) table: usize,
    pub(super) source: Source,
    pub(super) target: Target,
    /// Index of the combination of the `for` parameters of the rule.
    pub(super) for_index: u32,
    /// Index of the make kernel.
    pub(super) make_kernel: u32,
    pub(super) lanes: Vec<u64>,
}

/// Writes the program of a game.
pub(super) fn write_move_program(
    rules: &RuleSet,
    layout: &Layout,
    fast: &CompiledRules,
) -> Result<MoveProgram, Unsupported> {
    let (mut moves, offers) = MoveWriter::new(rules, layout, fast)?;
    let words = |offers: &PlayerOffers| {
        offers.rule_offers.iter().flat_map(|offer| &offer.groups).map(|group| group.lanes.0.len()).sum::<usize>()
    };
    let scratch_bytes = request::BYTES.max(8 * offers.iter().map(words).max().unwrap_or(0));
    let memory = moves.board.w.add_memory(Memory::Buffer(scratch_bytes));
    let mut players = Vec::new();
    for (player, offers) in layout.players().zip(&offers) {
        players.push(write_player_functions(&mut moves, memory, player, offers)?);
    }
    let can_fail = moves.can_fail;
    Ok(MoveProgram { program: moves.finish()?, players, scratch_bytes, can_fail })
}

fn write_player_functions(
    moves: &mut MoveWriter<'_>,
    memory: MemoryId,
    player: Player,
    offers: &PlayerOffers,
) -> Result<PlayerFunctions, Unsupported> {
    let groups = offers.rule_offers.iter().flat_map(|offer| &offer.groups).map(|group| ListedGroup {
        table: group.table,
        source: group.source,
        target: group.target,
        for_index: group.for_index,
        make_kernel: group.make_kernel as u32,
        lanes: group.lanes.0.clone(),
    });
    let groups = groups.collect();
    moves.return_if_unsupported()?;
    let mut entries = Vec::new();
    for (number, &priority) in moves.fast.priorities.iter().enumerate() {
        let mut listed = Vec::new();
        let mut any = Arg::Word(0);
        let mut group = 0;
        for offer in &offers.rule_offers {
            if offer.priority != priority {
                group += offer.groups.len() as u32;
                continue;
            }
            for words in movable_lanes(&mut moves.board, offer)? {
                for (index, word) in words.into_iter().enumerate().filter(|(_, word)| *word != Arg::Word(0)) {
                    moves.board.w.store(memory, Width::Eight, 0, 8 * listed.len(), word);
                    any = moves.board.w.binary(Binary::Or, any, word);
                    listed.push(ListedWord { group, first: 64 * index as u16 });
                }
                group += 1;
            }
        }
        entries.push(listed);
        moves.board.w.if_then(any, |w| w.return_word(1 + number as u64));
    }
    let list = moves.board.w.end_function();

    let make =
        if moves.board.layout.counts_repetitions { None } else { Some(write_make(moves, memory, player, offers)?) };

    moves.return_if_unsupported()?;
    let can_move = moves.can_move[player.index()];
    let answer = moves.board.w.call(can_move, &[]);
    moves.board.w.return_word(answer);
    Ok(PlayerFunctions { list, make, can_move: moves.board.w.end_function(), listed_words: entries, groups })
}

fn write_make(
    moves: &mut MoveWriter<'_>,
    memory: MemoryId,
    player: Player,
    offers: &PlayerOffers,
) -> Result<FunctionId, Unsupported> {
    moves.return_if_unsupported()?;
    let asked = [request::MAKE_KERNEL, request::FROM, request::TO, request::KIND, request::PIECE];
    let [make_kernel, from, to, kind, piece] = asked.map(|at| moves.board.w.load(memory, Width::Eight, 0, at));
    let [from, to] = [from, to].map(|place| moves.board.masked_index(place));
    let make_kernels: Vec<&MakeKernel> = offers.make_kernels.iter().collect();
    if !make_kernels.is_empty() {
        moves.make_by_number(
            player,
            &make_kernels,
            make_kernel,
            MoveOperands { from, to, kind, piece: Some(piece) },
        )?;
    }
    moves.board.w.return_word(CONTINUES);
    Ok(moves.board.w.end_function())
}
