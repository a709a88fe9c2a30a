//! What comes last in every move: scorings, remembering the position, ends. A second part of [`Moves`].
//!
//! In playouts it is found out anyway when the next turn begins whether that player can move. So an end that asks for it is put
//! off until then, unless the game ends otherwise, for which it matters which end comes first.

use boardwright_jit::{Arg, Binary, MemoryId, Var, Width, Writer};

use crate::game::Outcome;
use crate::ids::Player;

use super::Beyond;
use super::form::{Form, Part};
use super::making::Moves;
use super::one::One;
use super::past;
use super::ready::{End, Ending, Scoring};

impl Moves<'_> {
    /// Tests the ends of the game.
    pub(super) fn end(&mut self, one: &mut One, ending: &Ending) -> Result<(), Beyond> {
        let next = match one.mover {
            Some(mover) => Arg::Word(mover.number() as u64),
            None => self.board.mover(),
        };
        if let Some(looping) = self.looping {
            self.board.w.set(looping.mover, next);
        }
        for Scoring { situation, followup } in &ending.scorings {
            let holds = one.any_part(&mut self.board, std::slice::from_ref(situation))?;
            self.fail(one)?;
            if let Some(followup) = followup {
                let mut then = one.clone();
                self.board.branch(holds, |board| then.act(board, followup))?;
                if then.mover != one.mover {
                    return Err(Beyond("scorings that pass the turn"));
                }
                self.fail(one)?;
            }
        }
        if let Some(past) = self.past {
            one.repeats = Some(self.remember(past)?);
        }
        let late = late(&ending.ends).filter(|_| one.mover.is_some() && self.looping.is_some());
        let mut put_off = None;
        for (index, End { situation, winner }) in ending.ends.iter().enumerate() {
            let (parts, rest);
            if late == Some(index) {
                put_off = *winner;
                rest = without_moves(situation);
                parts = &rest[..];
            } else {
                parts = std::slice::from_ref(situation);
            }
            let holds = one.any_part(&mut self.board, parts)?;
            if put_off.is_some() && late != Some(index) && self.board.may_fail {
                return Err(Beyond("an end that may fail, after one that asks for moves"));
            }
            self.fail(one)?;
            self.when(holds, |this| {
                if let (Some(number), true) = (put_off, late != Some(index)) {
                    let stuck = one.test(&mut this.board, &Form::NoMoves)?;
                    this.when(stuck, |this| this.over_by(Some(number)))?;
                }
                this.over_by(*winner)
            })?;
        }
        self.put_off(put_off.map_or(0, |number| number as u64 + 1));
        self.goes_on();
        Ok(())
    }

    /// Ends the game with the winner of this number; `None` is the player with the highest score. Without a winner the game goes
    /// on, and no other end is asked for.
    fn over_by(&mut self, winner: Option<i32>) -> Result<(), Beyond> {
        match winner {
            Some(-1) => {
                self.put_off(0);
                self.goes_on();
            }
            Some(0) => self.over(Outcome::Draw),
            Some(number) => {
                let winner = usize::try_from(number).ok().and_then(Player::new);
                let winner = winner.filter(|winner| winner.number() <= self.board.layout.players);
                self.over(Outcome::Won(winner.ok_or(Beyond("a winner who does not play"))?));
            }
            None => {
                if self.board.layout.players != 2 {
                    return Err(Beyond("the highest score of more than two players"));
                }
                let scores = [1, 2].map(|number| {
                    let player = Player::new(number).expect("there are two");
                    self.board.score(player)
                });
                for (winner, [less, more]) in [(1, [scores[1], scores[0]]), (2, scores)] {
                    let wins = self.board.w.binary(Binary::Less, less, more);
                    self.when(wins, |this| {
                        this.over(Outcome::Won(Player::new(winner).expect("there are two")));
                        Ok(())
                    })?;
                }
                self.over(Outcome::Draw);
            }
        }
        Ok(())
    }

    /// Notes the outcome, as the state holds it, if the next player cannot move.
    fn put_off(&mut self, outcome: u64) {
        if let Some(looping) = self.looping {
            self.board.w.set(looping.pending, outcome);
        }
    }

    /// Ends the game if no turn can begin: as the end that was put off says, or else nobody has won.
    pub(super) fn stuck(&mut self, pending: Var) -> Result<(), Beyond> {
        let outcomes = (0..=self.board.layout.players).map(|number| match Player::new(number) {
            None => Outcome::Draw,
            Some(player) => Outcome::Won(player),
        });
        for outcome in outcomes {
            let this = self.board.w.binary(Binary::Equal, pending, outcome.winner() as u64 + 1);
            self.when(this, |this| {
                this.over(outcome);
                Ok(())
            })?;
        }
        self.leave(Arg::Word(1));
        Ok(())
    }

    /// Remembers the position. Gives how often it has stood, this time included.
    fn remember(&mut self, past: MemoryId) -> Result<Arg, Beyond> {
        let key = self.board.repetition_key()?;
        let w = &mut self.board.w;
        let count = w.load(past, Width::Eight, 0, past::COUNT);
        let at = w.binary(Binary::ShiftLeft, count, 3);
        w.store(past, Width::Eight, at, past::KEYS, key);
        let more = w.binary(Binary::Add, count, 1);
        w.store(past, Width::Eight, 0, past::COUNT, more);
        let hash = w.binary(Binary::And, key, past::HASHES - 1);
        let byte = w.binary(Binary::ShiftRight, hash, 3);
        let bit = w.binary(Binary::And, hash, 7);
        let bit = w.binary(Binary::ShiftLeft, 1, bit);
        let known = w.load(past, Width::Byte, byte, past::SEEN);
        let seen = w.binary(Binary::And, known, bit);
        let known = w.binary(Binary::Or, known, bit);
        w.store(past, Width::Byte, byte, past::SEEN, known);
        let (found, index) = (w.variable(), w.variable());
        w.set(found, 1);
        w.open();
        w.set(index, at);
        w.open();
        let none = w.binary(Binary::Equal, index, 0);
        w.when(none, Writer::leave);
        let before = w.binary(Binary::Sub, index, 8);
        w.set(index, before);
        let other = w.load(past, Width::Eight, index, past::KEYS);
        let same = w.binary(Binary::Equal, other, key);
        let sum = w.binary(Binary::Add, found, same);
        w.set(found, sum);
        let round = w.close();
        w.rounds(round);
        let compare = w.close();
        w.branch(seen, compare, Vec::new());
        Ok(found.into())
    }

    fn over(&mut self, outcome: Outcome) {
        self.board.end(outcome);
        self.leave(Arg::Word(outcome.winner() as u64 + 1));
    }
}

/// The end that can be put off: the only one that asks for moves, if it has a winner and asks for them by themselves or
/// beside other things.
fn late(ends: &[End]) -> Option<usize> {
    let mut asking = ends.iter().enumerate().filter(|(_, end)| end.situation.form.asks_for_moves());
    let (index, end) = asking.next()?;
    let rest = without_moves(&end.situation);
    let alone = end.situation.lanes.is_none() && !rest.iter().any(|part| part.form.asks_for_moves());
    (alone && asking.next().is_none() && end.winner.is_some_and(|winner| winner >= 0)).then_some(index)
}

/// What a situation asks for beside moves, any of which is enough.
fn without_moves(situation: &Part) -> Vec<Part> {
    let plain = |part: &&Part| part.lanes.is_some() || !matches!(part.form, Form::NoMoves);
    match &situation.form {
        Form::NoMoves => Vec::new(),
        Form::Any(parts) => parts.iter().filter(plain).cloned().collect(),
        _ => vec![situation.clone()],
    }
}
