//! Third pass, for conditions: a [`Form`] worked out for all lanes at once.
//!
//! What a lane asks of a cell that lies so many locations further is asked of a whole word of lanes by shifting the set
//! of the cells that are as asked. Rays are filled from their ends, in steps that double.

use boardwright_jit::{Arg, Binary, Unary};

use crate::rules::GlobalKind;

use super::Beyond;
use super::board::Board;
use super::form::{At, Form, Lanes, Part};
use super::one::One;

impl Board<'_> {
    /// Words of lanes: whether the form holds for each that is wanted; the bits of others are of no meaning.
    pub(super) fn lanes(&mut self, form: &Form, wanted: &Lanes) -> Result<Vec<Arg>, Beyond> {
        let none = || vec![Arg::Word(0); wanted.0.len()];
        if wanted.is_empty() {
            return Ok(none());
        }
        if form.is_fixed() {
            let yes = One::fixed().test(self, form)?;
            return Ok(self.for_all(yes, wanted));
        }
        match form {
            Form::Cell { at: At::Lane(by), mask } => {
                let cells = self.sets(*mask, &wanted.moved(*by));
                Ok(self.shifted(&cells, *by, wanted))
            }
            Form::Ray { first, step, stop, yes, end, next } => {
                let answers = self.fill((*stop, *yes, *end), *step, next, &wanted.moved(*first));
                Ok(self.shifted(&answers, *first, wanted))
            }
            Form::Not(inner) => {
                let words = self.lanes(inner, wanted)?;
                Ok(words.into_iter().map(|word| self.w.unary(Unary::Not, word)).collect())
            }
            Form::All(parts) => {
                let mut all = vec![Arg::Word(u64::MAX); wanted.0.len()];
                for part in parts {
                    let lanes = self.lanes(&part.form, &part.among(wanted))?;
                    for (index, word) in lanes.into_iter().enumerate() {
                        let beside = part.lanes.as_ref().map_or(0, |lanes| !lanes.0[index]);
                        let word = self.w.binary(Binary::Or, word, beside);
                        all[index] = self.w.binary(Binary::And, all[index], word);
                    }
                }
                Ok(all)
            }
            Form::Any(parts) | Form::One(parts) => {
                let mut any = none();
                for part in parts {
                    let lanes = self.lanes(&part.form, &part.among(wanted))?;
                    for (index, word) in lanes.into_iter().enumerate() {
                        let beside = part.lanes.as_ref().map_or(u64::MAX, |lanes| lanes.0[index]);
                        let word = self.w.binary(Binary::And, word, beside);
                        any[index] = self.w.binary(Binary::Or, any[index], word);
                    }
                }
                Ok(any)
            }
            Form::If(forms) => {
                let [condition, yes, no] = &**forms;
                let condition = self.lanes(condition, wanted)?;
                let (yes, no) = (self.lanes(yes, wanted)?, self.lanes(no, wanted)?);
                let choose = |(condition, (yes, no))| {
                    let yes = self.w.binary(Binary::And, yes, condition);
                    let no = self.w.binary(Binary::AndNot, no, condition);
                    self.w.binary(Binary::Or, yes, no)
                };
                Ok(condition.into_iter().zip(yes.into_iter().zip(no)).map(choose).collect())
            }
            Form::Same(forms) => match &**forms {
                [Form::Global(id), Form::Moved] | [Form::Moved, Form::Global(id)]
                    if self.rules.globals[id.index()].kind == GlobalKind::Element =>
                {
                    let element = self.global(*id)?;
                    Ok(self.where_it_stands(element, wanted))
                }
                _ => Err(Beyond("comparing what differs from place to place")),
            },
            _ => Err(Beyond("numbers that differ from place to place")),
        }
    }

    /// All lanes wanted, or none.
    fn for_all(&mut self, yes: Arg, wanted: &Lanes) -> Vec<Arg> {
        let all = self.w.binary(Binary::Sub, 0, yes);
        wanted.0.iter().map(|&word| if word == 0 { Arg::Word(0) } else { all }).collect()
    }

    /// The lane on which an element, counted from 1, stands; none for none.
    fn where_it_stands(&mut self, element: Arg, wanted: &Lanes) -> Vec<Arg> {
        let before = self.w.binary(Binary::Sub, element, 1);
        let index = self.w.choose(element, before, 0);
        let place = self.location(index);
        let place = self.w.choose(element, place, 0);
        let lane = self.w.binary(Binary::Sub, place, 1);
        let bit = self.w.binary(Binary::ShiftLeft, 1, lane);
        let bit = self.w.choose(place, bit, 0);
        let word = self.w.binary(Binary::ShiftRight, lane, 6);
        let of = |index: usize| {
            if wanted.0.len() == 1 {
                return bit;
            }
            let here = self.w.binary(Binary::Equal, word, index as u64);
            self.w.choose(here, bit, 0)
        };
        (0..wanted.0.len()).map(of).collect()
    }

    /// The sets of cells whose kind is a bit of the mask, in words where some are wanted.
    pub(super) fn sets(&mut self, mask: u64, wanted: &Lanes) -> Vec<Arg> {
        let set = |(index, &word): (usize, &u64)| if word == 0 { Arg::Word(0) } else { self.set(mask, index) };
        wanted.0.iter().enumerate().map(set).collect()
    }

    /// A set by lane instead of by cell: the bit of a lane is that of the cell so many locations further.
    pub(super) fn shifted(&mut self, words: &[Arg], by: i32, wanted: &Lanes) -> Vec<Arg> {
        let word = |index: usize| {
            if wanted.0[index] == 0 {
                return Arg::Word(0);
            }
            let start = 64 * index as i32 + by;
            let (from, bit) = (start.div_euclid(64), start.rem_euclid(64) as u64);
            let of = |index: i32| usize::try_from(index).ok().and_then(|index| words.get(index)).copied();
            let low = of(from).unwrap_or(Arg::Word(0));
            let low = self.w.binary(Binary::ShiftRight, low, bit);
            // Of the next word only what some lane asks for.
            if bit == 0 || wanted.0[index] >> (64 - bit) == 0 {
                return low;
            }
            let high = of(from + 1).unwrap_or(Arg::Word(0));
            let high = self.w.binary(Binary::ShiftLeft, high, 64 - bit);
            self.w.binary(Binary::Or, low, high)
        };
        (0..words.len()).map(word).collect()
    }

    /// By cell: what a ray gives that has come to the cell.
    fn fill(&mut self, (stop, yes, end): (u64, u64, bool), step: i32, next: &Lanes, first: &Lanes) -> Vec<Arg> {
        // Every cell that a ray may come to, and how many cells the longest one has.
        let mut wanted = first.clone();
        let mut longest = 1;
        let mut cells = next.both(first).moved(step);
        while !cells.is_empty() {
            for (all, more) in wanted.0.iter_mut().zip(&cells.0) {
                *all |= more;
            }
            longest += 1;
            cells = next.both(&cells).moved(step);
        }
        let stops = self.sets(stop, &wanted);
        let answers = self.sets(stop & yes, &wanted);
        let mut found = Vec::new();
        let mut open = Vec::new();
        for index in 0..wanted.0.len() {
            let goes_on = self.w.binary(Binary::AndNot, next.0[index], stops[index]);
            let mut answer = answers[index];
            if end {
                let last = self.w.binary(Binary::AndNot, wanted.0[index] & !next.0[index], stops[index]);
                answer = self.w.binary(Binary::Or, answer, last);
            }
            found.push(answer);
            open.push(goes_on);
        }
        let mut reach = 1;
        while reach < longest {
            let by = step * reach;
            let further = self.shifted(&found, by, &wanted);
            for index in 0..wanted.0.len() {
                let seen = self.w.binary(Binary::And, open[index], further[index]);
                found[index] = self.w.binary(Binary::Or, found[index], seen);
            }
            reach *= 2;
            if reach < longest {
                let further = self.shifted(&open, by, &wanted);
                for index in 0..wanted.0.len() {
                    open[index] = self.w.binary(Binary::And, open[index], further[index]);
                }
            }
        }
        found
    }
}

impl Part {
    /// The lanes of it that are wanted.
    fn among(&self, wanted: &Lanes) -> Lanes {
        match &self.lanes {
            Some(lanes) => lanes.both(wanted),
            None => wanted.clone(),
        }
    }
}
