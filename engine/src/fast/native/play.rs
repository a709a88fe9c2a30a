//! Last pass, for random games: the whole of a playout as one function.
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

use super::board::table64;
use super::draw::{Chosen, Entry, Way, nth_bits};
use super::groups::Source;
use super::making::{Lane, Looping, Moves};
use super::offer::offer_lanes;
use super::ready::{Making, Offered, Offers, Ready};
use super::{Beyond, GOES_ON, past};

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

/// From so many lanes on, one of them is guessed before all moves are worked out.
const MANY: usize = 65;
/// So often, each time so many at once.
const GUESSES: u64 = 3;
const AT_ONCE: usize = 2;

/// A program that plays games out.
pub(super) struct Playing {
    pub(super) program: Program,
    pub(super) play: FunctionId,
}

/// Writes it.
///
/// In games that remember positions there must be room for one more than are made.
pub(super) fn playing(rules: &RuleSet, layout: &Layout, fast: &Fast) -> Result<Playing, Beyond> {
    let (mut moves, offers) = Moves::new(rules, layout, fast)?;
    let w = &mut moves.board.w;
    let scratch = w.memory(Memory::Given(scratch::BYTES));
    moves.past = layout.repeats.then(|| w.memory(Memory::Given(past::BYTES)));
    let nth = w.memory(nth_bits());
    let [random, take, length, mover, pending] = [(); 5].map(|()| w.variable());
    moves.looping = Some(Looping { told: (scratch, scratch::LENGTH), length, mover, pending });
    let mut play = Play { moves, scratch, nth, length, random, take, mover, pending };
    play.write(&offers)?;
    let id = play.moves.board.w.end_function();
    Ok(Playing { program: play.moves.finish()?, play: id })
}

pub(super) struct Play<'a> {
    pub(super) moves: Moves<'a>,
    scratch: MemoryId,
    pub(super) nth: MemoryId,
    length: Var,
    pub(super) random: Var,
    take: Var,
    mover: Var,
    pending: Var,
}

impl Play<'_> {
    fn write(&mut self, offers: &[Offers]) -> Result<(), Beyond> {
        let w = &mut self.moves.board.w;
        for (variable, at) in [(self.random, scratch::RANDOM), (self.take, scratch::TAKE)] {
            let word = w.load(self.scratch, Width::Eight, 0, at);
            w.set(variable, word);
        }
        let outcome = w.load(self.moves.board.state, Width::Byte, 0, header::OUTCOME);
        self.moves.when(outcome, |moves| {
            moves.leave(outcome);
            Ok(())
        })?;
        self.moves.leave_if_unfit()?;
        let mover = self.moves.board.mover();
        self.moves.board.w.set(self.mover, mover);
        self.moves.board.w.open();
        for (player, offers) in self.moves.board.layout.players().zip(offers) {
            let turn = self.moves.board.w.binary(Binary::Equal, self.mover, player.number() as u64);
            self.when(turn, |this| this.turn(player, offers))?;
        }
        let round = self.moves.board.w.close();
        self.moves.board.w.rounds(round);
        Ok(())
    }

    /// Runs what `then` writes if a word is not 0.
    fn when(&mut self, condition: Arg, then: impl FnOnce(&mut Self) -> Result<(), Beyond>) -> Result<(), Beyond> {
        self.moves.board.w.open();
        then(self)?;
        let list = self.moves.board.w.close();
        self.moves.board.w.branch(condition, list, Vec::new());
        Ok(())
    }

    /// A player's turn: the rules of the highest priority that allow something.
    fn turn(&mut self, player: Player, offers: &Offers) -> Result<(), Beyond> {
        let fast = self.moves.fast;
        self.guess(player, offers)?;
        for &priority in &fast.priorities {
            let mut ways: Vec<Way<'_>> = Vec::new();
            let mut total = Arg::Word(0);
            for offer in offers.offered.iter().filter(|offer| offer.priority == priority) {
                let words = offer_lanes(&mut self.moves.board, offer)?;
                let w = &mut self.moves.board.w;
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
            self.when(total, |this| this.choose(player, &ways, &offers.makings, total))?;
        }
        self.moves.stuck(self.pending)
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
        let w = &mut self.moves.board.w;
        let limit = w.load(self.scratch, Width::Eight, 0, scratch::LIMIT);
        let goes_on = w.binary(Binary::Unequal, self.length, limit);
        let drawn = w.binary(Binary::Equal, self.take, 0);
        let may = w.binary(Binary::And, goes_on, drawn);
        self.when(may, |this| this.guessed(player, (&places, kind), &offers.makings[*making]))
    }

    /// The same for the places, and pieces of the kind.
    fn guessed(&mut self, player: Player, (places, kind): (&[usize], KindId), making: &Making) -> Result<(), Beyond> {
        let [place, found, guesses] = [(); 3].map(|()| self.moves.board.w.variable());
        self.moves.board.w.set(guesses, 0);
        self.moves.board.w.set(found, 0);
        self.moves.board.w.open();
        let spread: Option<MemoryId> = (places.last() != Some(&(places[0] + places.len() - 1))).then(|| {
            let table = places.iter().flat_map(|&place| (place as u16).to_le_bytes()).collect();
            self.moves.board.w.memory(Memory::Table(table))
        });
        // Of several at once the first that is free is taken without a branch: whether it is can hardly be foretold.
        let mut there = Arg::Word(0);
        let mut content = Arg::Word(1);
        for _ in 0..AT_ONCE {
            let guess = self.draw(Arg::Word(places.len() as u64));
            let board = &mut self.moves.board;
            let next = match spread {
                None => board.w.binary(Binary::Add, guess, places[0] as u64),
                Some(table) => {
                    let at = board.w.binary(Binary::ShiftLeft, guess, 1);
                    board.w.load(table, Width::Two, at, 0)
                }
            };
            let next = board.within(next);
            let its = board.content(next);
            there = board.w.choose(content, next, there);
            content = board.w.choose(content, its, content);
        }
        let board = &mut self.moves.board;
        let there = board.within(there);
        board.w.set(place, there);
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
        self.when(found.into(), |this| {
            let w = &mut this.moves.board.w;
            let longer = w.binary(Binary::Add, this.length, 1);
            w.set(this.length, longer);
            let place = Arg::from(place);
            let lane = Lane { from: place, to: place, kind: Arg::Word(u64::from(kind.0)), piece: Some(place) };
            this.moves.make(player, making, lane)
        })
    }

    /// Draws one of the moves and makes it.
    fn choose(&mut self, player: Player, ways: &[Way<'_>], makings: &[Making], total: Arg) -> Result<(), Beyond> {
        let w = &mut self.moves.board.w;
        let limit = w.load(self.scratch, Width::Eight, 0, scratch::LIMIT);
        let enough = w.binary(Binary::Equal, self.length, limit);
        self.moves.when(enough, |moves| {
            moves.leave(Arg::Word(GOES_ON));
            Ok(())
        })?;
        let drawn = self.draw(total);
        let w = &mut self.moves.board.w;
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
        let from = self.moves.board.w.binary(Binary::Add, slots.first, bit);
        let from = self.moves.board.within(from);
        let by: Vec<u64> = groups.iter().map(|group| group.target.distance()).collect();
        let by = self.by_group(slots.group.into(), by);
        let to = self.moves.board.w.binary(Binary::Add, from, by);
        let to = self.moves.board.within(to);
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
        self.moves.make_one(player, &used, which, Lane { from, to, kind, piece: None })
    }

    /// A word for each group.
    fn by_group(&mut self, group: Arg, words: Vec<u64>) -> Arg {
        if words.iter().all(|word| *word == words[0]) {
            return Arg::Word(words[0]);
        }
        let table = self.moves.board.w.memory(table64(words));
        let at = self.moves.board.w.binary(Binary::ShiftLeft, group, 3);
        self.moves.board.w.load(table, Width::Eight, at, 0)
    }
}
