//! Last pass: the whole of a playout as one function.
//!
//! Every round of its loop is a move: all lanes of all groups of the player to move are worked out, one move is drawn
//! from them, each as likely as the others, and made. It goes on in memory of its own, so that nothing but the
//! state and the [`scratch`] is touched.

use boardwright_jit::{Arg, Binary, FunctionId, Memory, MemoryId, Program, Unary, Var, Width, Writer};

use crate::fast::tables::Fast;
use crate::ids::Player;
use crate::kinds::KindId;
use crate::layout::Layout;
use crate::rules::RuleSet;
use crate::state::header;

use super::Beyond;
use super::board::{Board, KindOf, table64};
use super::draw::{Chosen, Entry, Way, nth_bits};
use super::form::Part;
use super::groups::Source;
use super::offer::{offer_lanes, pieces, write_can_move};
use super::one::One;
use super::ready::{Making, Next, Offered, Offers, Ready, ready};
use super::waiting;

/// Where in the memory beside the state is what a call is told and tells.
pub(super) mod scratch {
    /// The state of the random number generator.
    pub(crate) const RANDOM: usize = 0;
    /// How many moves may be made.
    pub(crate) const LIMIT: usize = 8;
    /// How many were made.
    pub(crate) const LENGTH: usize = 16;
    /// Among how many moves the last one was drawn.
    pub(crate) const TOTAL: usize = 24;
    /// 0, or one more than the number of the move that is taken instead of one drawn, in the order in which they are found.
    pub(crate) const TAKE: usize = 32;
    /// How many bytes there are.
    pub(crate) const BYTES: usize = 40;
}

/// The memory in which positions that have stood are remembered, in games that ask for repetitions: how many there are, then
/// how many of them have a hash (so that mostly none need be compared), then their keys.
pub(super) mod past {
    /// How many there are.
    pub(crate) const COUNT: usize = 0;
    /// A bit for each hash: whether some position has it.
    pub(crate) const SEEN: usize = 8;
    /// How many different hashes there are: a key's lowest bits.
    pub(crate) const HASHES: u64 = 1 << 15;
    /// The keys, the oldest first.
    pub(crate) const KEYS: usize = SEEN + HASHES as usize / 8;
    /// Most positions.
    pub(crate) const MOST: usize = 1 << 14;
    /// How many bytes there are.
    pub(crate) const BYTES: usize = KEYS + 8 * MOST;
}

/// What a call gives: the game was stopped before its end.
pub(super) const STOPPED: u64 = 0;
/// Pieces are where no rule puts them.
pub(super) const UNFIT: u64 = u64::MAX - 1;
/// The last move fails. Between them: one more than the number of the winner, 1 for a draw.
pub(super) const FAILED: u64 = u64::MAX;

/// Most instructions; compiling so many takes a fifth of a second.
const MOST: usize = 60_000;
/// From so many lanes on, one of them is guessed before all moves are worked out.
const MANY: usize = 65;
/// So often.
const GUESSES: u64 = 6;

/// A program that plays games out.
pub(super) struct Playing {
    pub(super) program: Program,
    pub(super) play: FunctionId,
}

/// Writes it.
///
/// In games that remember positions there must be room for one more than are made.
pub(super) fn playing(rules: &RuleSet, layout: &Layout, fast: &Fast, bytes: usize) -> Result<Playing, Beyond> {
    if fast.listed_plainly || fast.rivals.contains(&true) || fast.doubles.contains(&true) {
        return Err(Beyond("moves of different rules that may be equal"));
    }
    let mut board = Board::new(rules, layout, bytes)?;
    let scratch = board.w.memory(Memory::Given(scratch::BYTES));
    let past = layout.repeats.then(|| board.w.memory(Memory::Given(past::BYTES)));
    let nth = board.w.memory(nth_bits());
    let waiting = waiting::kinds(rules, layout, fast);
    let offers: Vec<Offers> =
        layout.players().map(|player| ready(layout, fast, waiting, player)).collect::<Result<_, _>>()?;
    let mut can_move = Vec::new();
    for offers in &offers {
        can_move.push(write_can_move(&mut board, &offers.offered)?);
    }
    let length = board.w.variable();
    let [random, mover, take, pending] = [(); 4].map(|()| board.w.variable());
    let mut play = Play { board, scratch, past, nth, fast, can_move, length, random, take, mover, pending, waiting };
    play.write(&offers)?;
    let id = play.board.w.end_function();
    let program = play.board.w.finish();
    if program.size() > MOST {
        return Err(Beyond("more code than is worth its while"));
    }
    Ok(Playing { program, play: id })
}

/// The move that is drawn: from where to where (the same for what comes in or goes off), and, for what waits off the board, of
/// which kind.
#[derive(Clone, Copy)]
struct Lane {
    from: Arg,
    to: Arg,
    kind: Arg,
    /// The element that comes in, counted from 0, if it is known already.
    piece: Option<Var>,
}

pub(super) struct Play<'a> {
    pub(super) board: Board<'a>,
    scratch: MemoryId,
    pub(super) past: Option<MemoryId>,
    pub(super) nth: MemoryId,
    fast: &'a Fast,
    can_move: Vec<FunctionId>,
    length: Var,
    pub(super) random: Var,
    take: Var,
    pub(super) mover: Var,
    /// The outcome, as the state holds it, if the next player cannot move; 0 if no end asks for that.
    pub(super) pending: Var,
    /// Kinds of which pieces may wait off the board.
    waiting: u64,
}

impl Play<'_> {
    fn write(&mut self, offers: &[Offers]) -> Result<(), Beyond> {
        for (variable, at) in [(self.random, scratch::RANDOM), (self.take, scratch::TAKE)] {
            let word = self.board.w.load(self.scratch, Width::Eight, 0, at);
            self.board.w.set(variable, word);
        }
        let outcome = self.board.w.load(self.board.state, Width::Byte, 0, header::OUTCOME);
        self.board.w.open();
        self.leave(outcome);
        let over = self.board.w.close();
        self.board.w.branch(outcome, over, Vec::new());
        let unfit = self.unfit()?;
        self.board.w.open();
        self.leave(Arg::Word(UNFIT));
        let list = self.board.w.close();
        self.board.w.branch(unfit, list, Vec::new());
        let mover = self.board.mover();
        self.board.w.set(self.mover, mover);
        self.board.w.open();
        for (player, offers) in self.board.layout.players().zip(offers) {
            let turn = self.board.w.binary(Binary::Equal, self.mover, player.number() as u64);
            self.board.w.open();
            self.turn(player, offers)?;
            self.board.w.again();
            let list = self.board.w.close();
            self.board.w.branch(turn, list, Vec::new());
        }
        let round = self.board.w.close();
        self.board.w.rounds(round);
        Ok(())
    }

    /// Not 0 if pieces of other kinds wait off the board than come there by the rules.
    fn unfit(&mut self) -> Result<Arg, Beyond> {
        let board = &mut self.board;
        let mut any = Arg::Word(0);
        if board.layout.waiting.is_none() {
            return Ok(any);
        }
        for kind in (0..board.layout.kinds.len() as u16).filter(|kind| self.waiting >> (kind + 1) & 1 == 0) {
            for word in board.waiting(KindOf::Known(KindId(kind)))? {
                any = board.w.binary(Binary::Or, any, word);
            }
        }
        Ok(any)
    }

    /// Ends the call.
    pub(super) fn leave(&mut self, word: Arg) {
        self.board.w.store(self.scratch, Width::Eight, 0, scratch::LENGTH, self.length);
        self.board.w.give(word);
    }

    /// A player's turn: the rules of the highest priority that allow something.
    fn turn(&mut self, player: Player, offers: &Offers) -> Result<(), Beyond> {
        let fast = self.fast;
        self.guess(player, offers)?;
        for &priority in &fast.priorities {
            let mut ways: Vec<Way<'_>> = Vec::new();
            let mut total = Arg::Word(0);
            for offer in offers.offered.iter().filter(|offer| offer.priority == priority) {
                let words = offer_lanes(&mut self.board, offer)?;
                let w = &mut self.board.w;
                let mut sum = Arg::Word(0);
                let mut entries = Vec::new();
                for (group, words) in offer.groups.iter().zip(words) {
                    for (index, word) in words.into_iter().enumerate().filter(|(_, word)| *word != Arg::Word(0)) {
                        let count = w.unary(Unary::CountOnes, word);
                        sum = w.binary(Binary::Add, sum, count);
                        entries.push(Entry { group, first: 64 * index as u64, word, count });
                    }
                }
                total = w.binary(Binary::Add, total, sum);
                if !entries.is_empty() {
                    ways.push(Way { entries, sum });
                }
            }
            self.board.w.open();
            self.choose(player, &ways, &offers.makings, total)?;
            self.board.w.again();
            let list = self.board.w.close();
            self.board.w.branch(total, list, Vec::new());
        }
        self.stuck();
        Ok(())
    }

    /// Where a piece comes in on any empty place of many, such a place is soon found by guessing, and that takes less than working
    /// out which are empty. Each is as likely as the others then too. The piece is the one with the number of the place, if it
    /// waits; one is as good as another.
    fn guess(&mut self, player: Player, offers: &Offers) -> Result<(), Beyond> {
        let [Offered { gates, captures: false, groups, .. }] = &offers.offered[..] else { return Ok(()) };
        let ([], [Ready { source: Source::Waiting(kinds), lanes, condition: None, making, .. }]) =
            (&gates[..], &groups[..])
        else {
            return Ok(());
        };
        let places: Vec<usize> = lanes.members().collect();
        if places.len() < MANY {
            return Ok(());
        }
        let kind = KindId(kinds.trailing_zeros() as u16 - 1);
        let w = &mut self.board.w;
        let limit = w.load(self.scratch, Width::Eight, 0, scratch::LIMIT);
        let goes_on = w.binary(Binary::Unequal, self.length, limit);
        let drawn = w.binary(Binary::Equal, self.take, 0);
        let may = w.binary(Binary::And, goes_on, drawn);
        w.open();
        let [place, found, guesses] = [(); 3].map(|()| self.board.w.variable());
        self.board.w.set(guesses, 0);
        self.board.w.set(found, 0);
        self.board.w.open();
        let guess = self.draw(Arg::Word(places.len() as u64));
        let board = &mut self.board;
        let there = if places.last() == Some(&(places[0] + places.len() - 1)) {
            board.w.binary(Binary::Add, guess, places[0] as u64)
        } else {
            let table = places.iter().flat_map(|&place| (place as u16).to_le_bytes()).collect();
            let table = board.w.memory(Memory::Table(table));
            let at = board.w.binary(Binary::ShiftLeft, guess, 1);
            board.w.load(table, Width::Two, at, 0)
        };
        let there = board.within(there);
        board.w.set(place, there);
        let content = board.content(there);
        let free = board.w.binary(Binary::Equal, content, 0);
        let waits = board.waits(there, kind)?;
        board.w.set(found, waits);
        board.w.when(free, Writer::leave);
        board.w.set(found, 0);
        let more = board.w.binary(Binary::Add, guesses, 1);
        board.w.set(guesses, more);
        let enough = board.w.binary(Binary::Equal, guesses, GUESSES);
        board.w.when(enough, Writer::leave);
        let round = board.w.close();
        board.w.rounds(round);
        board.w.open();
        let longer = board.w.binary(Binary::Add, self.length, 1);
        board.w.set(self.length, longer);
        let lane =
            Lane { from: place.into(), to: place.into(), kind: Arg::Word(u64::from(kind.0)), piece: Some(place) };
        self.make(player, &offers.makings[*making], lane)?;
        self.board.w.again();
        let made = self.board.w.close();
        self.board.w.branch(found, made, Vec::new());
        let list = self.board.w.close();
        self.board.w.branch(may, list, Vec::new());
        Ok(())
    }

    /// Draws one of the moves and makes it.
    fn choose(&mut self, player: Player, ways: &[Way<'_>], makings: &[Making], total: Arg) -> Result<(), Beyond> {
        let w = &mut self.board.w;
        let limit = w.load(self.scratch, Width::Eight, 0, scratch::LIMIT);
        let enough = w.binary(Binary::Equal, self.length, limit);
        w.open();
        self.leave(Arg::Word(STOPPED));
        let stop = self.board.w.close();
        self.board.w.branch(enough, stop, Vec::new());
        let drawn = self.draw(total);
        let w = &mut self.board.w;
        let taken = w.binary(Binary::Sub, self.take, 1);
        let drawn = w.choose(self.take, taken, drawn);
        w.store(self.scratch, Width::Eight, 0, scratch::TOTAL, total);
        let longer = w.binary(Binary::Add, self.length, 1);
        w.set(self.length, longer);
        let groups: Vec<&Ready> = ways.iter().flat_map(|way| &way.entries).map(|entry| entry.group).collect();
        // Without a lane that can ever move, the total is a 0 that is known.
        if groups.is_empty() {
            return Ok(());
        }
        let slots = Chosen { group: w.variable(), first: w.variable(), word: w.variable(), rank: w.variable() };
        self.among(ways, 0, drawn, &slots);
        let bit = self.nth_bit(slots.word.into(), slots.rank.into());
        let from = self.board.w.binary(Binary::Add, slots.first, bit);
        let from = self.board.within(from);
        let by: Vec<u64> = groups.iter().map(|group| group.target.distance()).collect();
        let by = self.by_group(slots.group.into(), by);
        let to = self.board.w.binary(Binary::Add, from, by);
        let to = self.board.within(to);
        let kind = |group: &&Ready| match group.source {
            Source::Waiting(kinds) => u64::from(kinds.trailing_zeros()) - 1,
            _ => 0,
        };
        let kind = self.by_group(slots.group.into(), groups.iter().map(kind).collect());
        let mut used: Vec<usize> = groups.iter().map(|group| group.making).collect();
        used.sort_unstable();
        used.dedup();
        let number = |group: &&Ready| used.iter().position(|making| *making == group.making);
        let numbers = groups.iter().filter_map(number).map(|number| number as u64).collect();
        let which = self.by_group(slots.group.into(), numbers);
        let used: Vec<&Making> = used.into_iter().map(|making| &makings[making]).collect();
        self.dispatch(player, &used, 0, which, Lane { from, to, kind, piece: None })
    }

    /// A word for each group.
    fn by_group(&mut self, group: Arg, words: Vec<u64>) -> Arg {
        if words.iter().all(|word| *word == words[0]) {
            return Arg::Word(words[0]);
        }
        let table = self.board.w.memory(table64(words));
        let at = self.board.w.binary(Binary::ShiftLeft, group, 3);
        self.board.w.load(table, Width::Eight, at, 0)
    }

    /// Makes the move by the making that was chosen, one of those from number `first` on. They are tried in halves.
    fn dispatch(
        &mut self,
        player: Player,
        makings: &[&Making],
        first: usize,
        chosen: Arg,
        lane: Lane,
    ) -> Result<(), Beyond> {
        if let [making] = makings {
            return self.make(player, making, lane);
        }
        let (low, high) = makings.split_at(makings.len() / 2);
        let middle = first + low.len();
        let lower = self.board.w.binary(Binary::Below, chosen, middle as u64);
        self.board.w.open();
        self.dispatch(player, low, first, chosen, lane)?;
        let low = self.board.w.close();
        self.board.w.open();
        self.dispatch(player, high, middle, chosen, lane)?;
        let high = self.board.w.close();
        self.board.w.branch(lower, low, high);
        Ok(())
    }

    /// Makes a move.
    fn make(&mut self, player: Player, making: &Making, Lane { from, to, kind, piece }: Lane) -> Result<(), Beyond> {
        let board = &mut self.board;
        let failed = board.w.variable();
        board.w.set(failed, 0);
        let mut one = One { lane: Some(to), mover: Some(player), failed: Some(failed), ..One::default() };
        for &global in &self.fast.reset_moves {
            board.reset(global)?;
        }
        if making.captures && !making.goes_off {
            let there = board.content(to);
            one.captured = Some(there);
            board.branch(there, |board| {
                let element = board.w.binary(Binary::Sub, there, 1);
                let room = board.remove(element)?;
                let full = board.w.binary(Binary::Equal, room, 0);
                one.fail_if(board, full)
            })?;
        }
        // Where the first that follows gives the piece another kind, it is put down as that.
        let stays = !making.goes_off && making.source != Source::Bare;
        let (becomes, followup) = match making.followup.as_ref().filter(|_| stays).and_then(Part::first_change) {
            Some(((deed, number), rest)) => (Some(board.kinds_table(deed, number)?), Some(rest)),
            None => (None, making.followup.clone()),
        };
        match making.source {
            Source::Bare => {}
            Source::Board(kinds) => {
                let element = board.content(from);
                one.moved = Some(element);
                let index = board.w.binary(Binary::Sub, element, 1);
                let kind = match kinds.count_ones() {
                    1 => KindOf::Known(KindId(kinds.trailing_zeros() as u16 - 1)),
                    _ => KindOf::Found(board.kind(index)),
                };
                if making.goes_off {
                    board.take_off(index, from, kind);
                } else {
                    board.move_piece(index, from, to, kind, becomes);
                }
            }
            source @ Source::Waiting(_) => {
                let kind = match kind {
                    Arg::Word(kind) => KindOf::Known(KindId(kind as u16)),
                    found @ Arg::Var(_) => KindOf::Found(found),
                };
                let index = match piece {
                    Some(piece) => piece.into(),
                    None => {
                        let words = pieces(board, source, kind)?;
                        board.first(&words).0
                    }
                };
                one.moved = Some(board.w.binary(Binary::Add, index, 1));
                board.bring_in(index, to, kind, becomes);
            }
            source @ Source::Reserve(kind, _) => {
                let words = pieces(board, source, KindOf::Known(kind))?;
                let reserve = board.first(&words).0;
                let element = board.content(reserve);
                one.moved = Some(element);
                let index = board.w.binary(Binary::Sub, element, 1);
                board.move_piece(index, reserve, to, KindOf::Known(kind), becomes);
            }
        }
        one.can_move.clone_from(&self.can_move);
        if let Some(followup) = &followup {
            one.act_part(board, followup)?;
        }
        self.fail(&one);
        match &making.next {
            Next::Stays => self.end(&mut one, &making.tails[0]),
            Next::Is(next) => {
                self.board.pass_turn(one.mover, *next)?;
                one.mover = Some(*next);
                let tail = making.tails.get(next.index()).unwrap_or(&making.tails[0]);
                self.end(&mut one, tail)
            }
            Next::Worked(form) => {
                let number = one.number(&mut self.board, form)?;
                self.fail(&one);
                for next in self.board.layout.players() {
                    let here = self.board.w.binary(Binary::Equal, number, next.number() as u64);
                    self.board.w.open();
                    let mut then = one.clone();
                    self.board.pass_turn(one.mover, next)?;
                    then.mover = Some(next);
                    let tail = making.tails.get(next.index()).unwrap_or(&making.tails[0]);
                    self.end(&mut then, tail)?;
                    self.board.w.again();
                    let list = self.board.w.close();
                    self.board.w.branch(here, list, Vec::new());
                }
                // There is no such player.
                self.leave(Arg::Word(FAILED));
                Ok(())
            }
        }
    }

    /// Ends the call if something has failed that may.
    pub(super) fn fail(&mut self, one: &One) {
        let Some(failed) = one.failed.filter(|_| std::mem::take(&mut self.board.may_fail)) else { return };
        self.board.w.open();
        self.leave(Arg::Word(FAILED));
        let list = self.board.w.close();
        self.board.w.branch(failed, list, Vec::new());
    }
}
