//! Last pass, for playouts: a whole random playout as one function.
//!
//! Each iteration of its loop is a move: the lanes of all groups of the player to move are evaluated, one move is drawn
//! uniformly and made. The code accesses only the state, the [`scratch`] memory and the position history.

use boardwright_jit::{Arg, Binary, FunctionId, Memory, MemoryId, Program, Unary, Var, Width, Writer};

use crate::tables::CompiledRules;
use boardwright_game::ids::Player;
use boardwright_interpreter::kinds::PieceKindId;
use boardwright_interpreter::layout::Layout;
use boardwright_interpreter::state::header;
use boardwright_rules::RuleSet;

use super::availability::movable_lanes;
use super::board::word_table;
use super::make_move::{MoveOperands, MoveWriter, PlayoutLoop};
use super::move_groups::Source;
use super::player_kernels::{GroupKernels, MakeKernel, PlayerOffers, RuleOffer};
use super::random_move::{DrawnMove, LaneWord, OfferWords, select_table};
use super::{CONTINUES, Unsupported, history};

/// Layout of the scratch memory: arguments and results of a call.
pub(super) mod scratch {
    /// State of the random number generator.
    pub(crate) const RANDOM: usize = 0;
    /// Maximum number of moves.
    pub(crate) const LIMIT: usize = 8;
    /// Number of moves made.
    pub(crate) const LENGTH: usize = 16;
    /// Number of moves from which the last one was drawn.
    pub(crate) const TOTAL: usize = 24;
    /// 0, or one plus the number of the move to make instead of a random one, in generation order.
    pub(crate) const CHOSEN: usize = 32;
    /// Length in bytes.
    pub(crate) const BYTES: usize = 40;
}

/// Minimum number of lanes for which rejection sampling precedes the evaluation of all moves.
const MIN_SAMPLED_LANES: usize = 65;
/// Maximum number of rejection rounds, and number of samples of a round.
const MAX_ROUNDS: u64 = 3;
const SAMPLES_PER_ROUND: usize = 2;

/// A program for playouts.
pub(super) struct PlayoutProgram {
    pub(super) program: Program,
    pub(super) play: FunctionId,
}

/// Writes the playout program of a game.
///
/// In games that test for repetitions the history must have room for one position more than moves are made.
pub(super) fn write_playout_program(
    rules: &RuleSet,
    layout: &Layout,
    fast: &CompiledRules,
) -> Result<PlayoutProgram, Unsupported> {
    let (mut moves, offers) = MoveWriter::new(rules, layout, fast)?;
    let w = &mut moves.board.w;
    let scratch = w.add_memory(Memory::Buffer(scratch::BYTES));
    moves.history = layout.counts_repetitions.then(|| w.add_memory(Memory::Buffer(history::BYTES)));
    let nth = w.add_memory(select_table());
    let [random, take, length, mover, pending] = [(); 5].map(|()| w.add_variable());
    moves.playout_loop = Some(PlayoutLoop { length_slot: (scratch, scratch::LENGTH), length, mover, pending });
    let mut play = PlayoutWriter { moves, scratch, select_table: nth, length, random, chosen: take, mover, pending };
    play.write(&offers)?;
    let id = play.moves.board.w.end_function();
    Ok(PlayoutProgram { program: play.moves.finish()?, play: id })
}

pub(super) struct PlayoutWriter<'a> {
    pub(super) moves: MoveWriter<'a>,
    scratch: MemoryId,
    pub(super) select_table: MemoryId,
    length: Var,
    pub(super) random: Var,
    chosen: Var,
    mover: Var,
    pending: Var,
}

impl PlayoutWriter<'_> {
    fn write(&mut self, offers: &[PlayerOffers]) -> Result<(), Unsupported> {
        let w = &mut self.moves.board.w;
        for (variable, at) in [(self.random, scratch::RANDOM), (self.chosen, scratch::CHOSEN)] {
            let word = w.load(self.scratch, Width::Eight, 0, at);
            w.set(variable, word);
        }
        let outcome = w.load(self.moves.board.state, Width::Byte, 0, header::OUTCOME);
        self.moves.if_then(outcome, |moves| {
            moves.return_code(outcome);
            Ok(())
        })?;
        self.moves.return_if_unsupported()?;
        let mover = self.moves.board.mover();
        self.moves.board.w.set(self.mover, mover);
        self.moves.board.w.open_list();
        for (player, offers) in self.moves.board.layout.players().zip(offers) {
            let turn = self.moves.board.w.binary(Binary::Equal, self.mover, player.number() as u64);
            self.if_then(turn, |this| this.write_turn(player, offers))?;
        }
        let round = self.moves.board.w.close_list();
        self.moves.board.w.write_loop(round);
        Ok(())
    }

    /// Writes a conditional whose body is written by `then`.
    fn if_then(
        &mut self,
        condition: Arg,
        then: impl FnOnce(&mut Self) -> Result<(), Unsupported>,
    ) -> Result<(), Unsupported> {
        self.moves.board.w.open_list();
        then(self)?;
        let list = self.moves.board.w.close_list();
        self.moves.board.w.write_if(condition, list, Vec::new());
        Ok(())
    }

    /// A turn of a player: the rules of the highest priority that allow a move.
    fn write_turn(&mut self, player: Player, offers: &PlayerOffers) -> Result<(), Unsupported> {
        let fast = self.moves.fast;
        self.try_sampling(player, offers)?;
        for &priority in &fast.priorities {
            let mut offer_words: Vec<OfferWords<'_>> = Vec::new();
            let mut total = Arg::Word(0);
            for offer in offers.rule_offers.iter().filter(|offer| offer.priority == priority) {
                let words = movable_lanes(&mut self.moves.board, offer)?;
                let w = &mut self.moves.board.w;
                let mut sum = Arg::Word(0);
                let mut entries = Vec::new();
                for (group, words) in offer.groups.iter().zip(words) {
                    for (index, word) in words.into_iter().enumerate().filter(|(_, word)| *word != Arg::Word(0)) {
                        let count = w.unary(Unary::CountOnes, word);
                        sum = w.binary(Binary::Add, sum, count);
                        entries.push(LaneWord { group, first: 64 * index as u64, word, count });
                    }
                }
                total = w.binary(Binary::Add, total, sum);
                if !entries.is_empty() {
                    offer_words.push(OfferWords { entries, sum });
                }
            }
            self.if_then(total, |this| this.draw_and_make(player, &offer_words, &offers.make_kernels, total))?;
        }
        self.moves.end_without_moves(self.pending)
    }

    /// Rejection sampling, for pieces that enter on any empty location of many: sampling finds such a location faster
    /// than the evaluation of all lanes, and the distribution stays uniform. The piece is the one with the number of
    /// the location, if that is in the off-board supply; pieces of a kind are interchangeable.
    fn try_sampling(&mut self, player: Player, offers: &PlayerOffers) -> Result<(), Unsupported> {
        let [RuleOffer { gates, captures: false, groups, .. }] = &offers.rule_offers[..] else { return Ok(()) };
        let ([], [GroupKernels { source: Source::Supply(kinds), lanes, condition: None, make_kernel, .. }]) =
            (&gates[..], &groups[..])
        else {
            return Ok(());
        };
        let places: Vec<usize> = lanes.members().collect();
        if places.len() < MIN_SAMPLED_LANES {
            return Ok(());
        }
        let kind = PieceKindId(kinds.trailing_zeros() as u16 - 1);
        let w = &mut self.moves.board.w;
        let limit = w.load(self.scratch, Width::Eight, 0, scratch::LIMIT);
        let goes_on = w.binary(Binary::NotEqual, self.length, limit);
        let drawn = w.binary(Binary::Equal, self.chosen, 0);
        let may = w.binary(Binary::And, goes_on, drawn);
        self.if_then(may, |this| this.sample_location(player, &places, kind, &offers.make_kernels[*make_kernel]))
    }

    /// Rejection sampling over these locations, for pieces of this kind.
    fn sample_location(
        &mut self,
        player: Player,
        places: &[usize],
        kind: PieceKindId,
        make_kernel: &MakeKernel,
    ) -> Result<(), Unsupported> {
        let [place, found, guesses] = [(); 3].map(|()| self.moves.board.w.add_variable());
        self.moves.board.w.set(guesses, 0);
        self.moves.board.w.set(found, 0);
        self.moves.board.w.open_list();
        let spread: Option<MemoryId> = (places.last() != Some(&(places[0] + places.len() - 1))).then(|| {
            let table = places.iter().flat_map(|&place| (place as u16).to_le_bytes()).collect();
            self.moves.board.w.add_memory(Memory::Table(table))
        });
        // The first free sample of a round is selected without a branch, which would be mispredicted.
        let mut there = Arg::Word(0);
        let mut content = Arg::Word(1);
        for _ in 0..SAMPLES_PER_ROUND {
            let guess = self.random_below(Arg::Word(places.len() as u64));
            let board = &mut self.moves.board;
            let next = match spread {
                None => board.w.binary(Binary::Add, guess, places[0] as u64),
                Some(table) => {
                    let at = board.w.binary(Binary::ShiftLeft, guess, 1);
                    board.w.load(table, Width::Two, at, 0)
                }
            };
            let next = board.masked_index(next);
            let its = board.content(next);
            there = board.w.select(content, next, there);
            content = board.w.select(content, its, content);
        }
        let board = &mut self.moves.board;
        let there = board.masked_index(there);
        board.w.set(place, there);
        let free = board.w.binary(Binary::Equal, content, 0);
        let waits = board.is_in_supply(there, kind)?;
        board.w.set(found, waits);
        board.w.if_then(free, Writer::break_loop);
        board.w.set(found, 0);
        let more = board.w.binary(Binary::Add, guesses, 1);
        board.w.set(guesses, more);
        let enough = board.w.binary(Binary::Equal, guesses, MAX_ROUNDS);
        board.w.if_then(enough, Writer::break_loop);
        let round = board.w.close_list();
        board.w.write_loop(round);
        self.if_then(found.into(), |this| {
            let w = &mut this.moves.board.w;
            let longer = w.binary(Binary::Add, this.length, 1);
            w.set(this.length, longer);
            let place = Arg::from(place);
            let operands =
                MoveOperands { from: place, to: place, kind: Arg::Word(u64::from(kind.0)), piece: Some(place) };
            this.moves.make_move(player, make_kernel, operands)
        })
    }

    /// Draws one of the moves and makes it.
    fn draw_and_make(
        &mut self,
        player: Player,
        offer_words: &[OfferWords<'_>],
        make_kernels: &[MakeKernel],
        total: Arg,
    ) -> Result<(), Unsupported> {
        let w = &mut self.moves.board.w;
        let limit = w.load(self.scratch, Width::Eight, 0, scratch::LIMIT);
        let enough = w.binary(Binary::Equal, self.length, limit);
        self.moves.if_then(enough, |moves| {
            moves.return_code(Arg::Word(CONTINUES));
            Ok(())
        })?;
        let drawn = self.random_below(total);
        let w = &mut self.moves.board.w;
        let taken = w.binary(Binary::Sub, self.chosen, 1);
        let drawn = w.select(self.chosen, taken, drawn);
        w.store(self.scratch, Width::Eight, 0, scratch::TOTAL, total);
        let longer = w.binary(Binary::Add, self.length, 1);
        w.set(self.length, longer);
        let groups: Vec<&GroupKernels> =
            offer_words.iter().flat_map(|offer| &offer.entries).map(|entry| entry.group).collect();
        // Without a lane that can ever move, the total is the constant 0.
        if groups.is_empty() {
            return Ok(());
        }
        let slots = DrawnMove {
            group: w.add_variable(),
            first: w.add_variable(),
            word: w.add_variable(),
            rank: w.add_variable(),
        };
        self.select_word(offer_words, 0, drawn, &slots);
        let bit = self.select_bit(slots.word.into(), slots.rank.into());
        let from = self.moves.board.w.binary(Binary::Add, slots.first, bit);
        let from = self.moves.board.masked_index(from);
        let by: Vec<u64> = groups.iter().map(|group| group.target.distance()).collect();
        let by = self.lookup_by_group(slots.group.into(), by);
        let to = self.moves.board.w.binary(Binary::Add, from, by);
        let to = self.moves.board.masked_index(to);
        let kind = |group: &&GroupKernels| match group.source {
            Source::Supply(kinds) => u64::from(kinds.trailing_zeros()) - 1,
            _ => 0,
        };
        let kind = self.lookup_by_group(slots.group.into(), groups.iter().map(kind).collect());
        let mut used: Vec<usize> = groups.iter().map(|group| group.make_kernel).collect();
        used.sort_unstable();
        used.dedup();
        let number = |group: &&GroupKernels| used.iter().position(|make_kernel| *make_kernel == group.make_kernel);
        let numbers = groups.iter().filter_map(number).map(|number| number as u64).collect();
        let which = self.lookup_by_group(slots.group.into(), numbers);
        let used: Vec<&MakeKernel> = used.into_iter().map(|make_kernel| &make_kernels[make_kernel]).collect();
        self.moves.make_by_number(player, &used, which, MoveOperands { from, to, kind, piece: None })
    }

    /// Table lookup of a word by group.
    fn lookup_by_group(&mut self, group: Arg, words: Vec<u64>) -> Arg {
        if words.iter().all(|word| *word == words[0]) {
            return Arg::Word(words[0]);
        }
        let table = self.moves.board.w.add_memory(word_table(words));
        let at = self.moves.board.w.binary(Binary::ShiftLeft, group, 3);
        self.moves.board.w.load(table, Width::Eight, at, 0)
    }
}
