//! Third pass, for conditions: bit-parallel evaluation of a [`Kernel`] for all lanes at once.
//!
//! The test of the cell at a fixed distance from each lane is a shift of the bit set of matching cells (bitboard
//! technique). Rays are parallel-prefix fills in doubling steps (Kogge-Stone).

use boardwright_jit::{Arg, Binary, Unary};

use boardwright_rules::GlobalKind;

use super::Unsupported;
use super::board::Board;
use super::kernel::{CellRef, Kernel, LaneSet, MaskedKernel};
use super::single_lane::MoveContext;

/// Kinds that end a ray, and its answer.
#[derive(Clone, Copy)]
struct RayTest {
    /// Mask of the kinds at which the ray stops.
    stop: u64,
    /// Mask of the kinds for which the answer is yes.
    yes: u64,
    /// Answer of a ray that does not stop.
    end: bool,
}

impl Board<'_> {
    /// Words of lanes for which a condition holds; bits of lanes not in `wanted` are undefined.
    pub(super) fn eval_lanes(&mut self, kernel: &Kernel, wanted: &LaneSet) -> Result<Vec<Arg>, Unsupported> {
        let none = || vec![Arg::Word(0); wanted.0.len()];
        if wanted.is_empty() {
            return Ok(none());
        }
        if kernel.is_uniform() {
            let yes = MoveContext::uniform().test(self, kernel)?;
            return Ok(self.broadcast(yes, wanted));
        }
        match kernel {
            Kernel::Cell { at: CellRef::Relative(by), mask } => {
                let cells = self.kind_sets(*mask, &wanted.translated(*by));
                Ok(self.shift_to_lanes(&cells, *by, wanted))
            }
            Kernel::Ray { first, step, stop, yes, end, next } => {
                let answers = self.fill_rays(
                    RayTest { stop: *stop, yes: *yes, end: *end },
                    *step,
                    next,
                    &wanted.translated(*first),
                );
                Ok(self.shift_to_lanes(&answers, *first, wanted))
            }
            Kernel::Not(inner) => {
                let words = self.eval_lanes(inner, wanted)?;
                Ok(words.into_iter().map(|word| self.w.unary(Unary::Not, word)).collect())
            }
            Kernel::All(parts) => {
                let mut all = vec![Arg::Word(u64::MAX); wanted.0.len()];
                for part in parts {
                    let lanes = self.eval_lanes(&part.kernel, &part.wanted_lanes(wanted))?;
                    for (index, word) in lanes.into_iter().enumerate() {
                        let unmasked = part.lanes.as_ref().map_or(0, |lanes| !lanes.0[index]);
                        let word = self.w.binary(Binary::Or, word, unmasked);
                        all[index] = self.w.binary(Binary::And, all[index], word);
                    }
                }
                Ok(all)
            }
            Kernel::Any(parts) | Kernel::PerLane(parts) => {
                let mut any = none();
                for part in parts {
                    let lanes = self.eval_lanes(&part.kernel, &part.wanted_lanes(wanted))?;
                    for (index, word) in lanes.into_iter().enumerate() {
                        let mask = part.lanes.as_ref().map_or(u64::MAX, |lanes| lanes.0[index]);
                        let word = self.w.binary(Binary::And, word, mask);
                        any[index] = self.w.binary(Binary::Or, any[index], word);
                    }
                }
                Ok(any)
            }
            Kernel::If(kernels) => {
                let [condition, yes, no] = &**kernels;
                let condition = self.eval_lanes(condition, wanted)?;
                let (yes, no) = (self.eval_lanes(yes, wanted)?, self.eval_lanes(no, wanted)?);
                let choose = |(condition, (yes, no))| {
                    let yes = self.w.binary(Binary::And, yes, condition);
                    let no = self.w.binary(Binary::AndNot, no, condition);
                    self.w.binary(Binary::Or, yes, no)
                };
                Ok(condition.into_iter().zip(yes.into_iter().zip(no)).map(choose).collect())
            }
            Kernel::Same(kernels) => match &**kernels {
                [Kernel::Global(id), Kernel::Moved] | [Kernel::Moved, Kernel::Global(id)]
                    if self.rules.globals[id.index()].kind == GlobalKind::Element =>
                {
                    let element = self.global(*id)?;
                    Ok(self.lane_of_element(element, wanted))
                }
                _ => Err(Unsupported("a comparison of location-dependent values")),
            },
            _ => Err(Unsupported("location-dependent numbers")),
        }
    }

    /// All wanted lanes if `yes`, else none.
    fn broadcast(&mut self, yes: Arg, wanted: &LaneSet) -> Vec<Arg> {
        let all = self.w.binary(Binary::Sub, 0, yes);
        wanted.0.iter().map(|&word| if word == 0 { Arg::Word(0) } else { all }).collect()
    }

    /// Set of the lane on which an element, counted from 1, stands; empty for 0.
    fn lane_of_element(&mut self, element: Arg, wanted: &LaneSet) -> Vec<Arg> {
        let before = self.w.binary(Binary::Sub, element, 1);
        let index = self.w.select(element, before, 0);
        let place = self.location(index);
        let place = self.w.select(element, place, 0);
        let lane = self.w.binary(Binary::Sub, place, 1);
        let bit = self.w.binary(Binary::ShiftLeft, 1, lane);
        let bit = self.w.select(place, bit, 0);
        let word = self.w.binary(Binary::ShiftRight, lane, 6);
        let of = |index: usize| {
            if wanted.0.len() == 1 {
                return bit;
            }
            let here = self.w.binary(Binary::Equal, word, index as u64);
            self.w.select(here, bit, 0)
        };
        (0..wanted.0.len()).map(of).collect()
    }

    /// Set of cells whose kinds are in the mask, in the words that contain wanted cells.
    pub(super) fn kind_sets(&mut self, mask: u64, wanted: &LaneSet) -> Vec<Arg> {
        let set = |(index, &word): (usize, &u64)| if word == 0 { Arg::Word(0) } else { self.kind_set(mask, index) };
        wanted.0.iter().enumerate().map(set).collect()
    }

    /// Translates a set of cells to a set of lanes: the bit of a lane is that of the cell at distance `by`.
    pub(super) fn shift_to_lanes(&mut self, words: &[Arg], by: i32, wanted: &LaneSet) -> Vec<Arg> {
        let word = |index: usize| {
            if wanted.0[index] == 0 {
                return Arg::Word(0);
            }
            let start = 64 * index as i32 + by;
            let (from, bit) = (start.div_euclid(64), start.rem_euclid(64) as u64);
            let of = |index: i32| usize::try_from(index).ok().and_then(|index| words.get(index)).copied();
            let low = of(from).unwrap_or(Arg::Word(0));
            let low = self.w.binary(Binary::ShiftRight, low, bit);
            // Only the bits of the next word that some lane needs.
            if bit == 0 || wanted.0[index] >> (64 - bit) == 0 {
                return low;
            }
            let high = of(from + 1).unwrap_or(Arg::Word(0));
            let high = self.w.binary(Binary::ShiftLeft, high, 64 - bit);
            self.w.binary(Binary::Or, low, high)
        };
        (0..words.len()).map(word).collect()
    }

    /// By cell: answer of a ray that has reached the cell (occluded fill).
    fn fill_rays(
        &mut self,
        RayTest { stop, yes, end }: RayTest,
        step: i32,
        next: &LaneSet,
        first: &LaneSet,
    ) -> Vec<Arg> {
        // All cells that a ray can reach, and the length of the longest ray.
        let mut wanted = first.clone();
        let mut longest = 1;
        let mut cells = next.intersection(first).translated(step);
        while !cells.is_empty() {
            for (all, more) in wanted.0.iter_mut().zip(&cells.0) {
                *all |= more;
            }
            longest += 1;
            cells = next.intersection(&cells).translated(step);
        }
        let stops = self.kind_sets(stop, &wanted);
        let answers = self.kind_sets(stop & yes, &wanted);
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
            let further = self.shift_to_lanes(&found, by, &wanted);
            for index in 0..wanted.0.len() {
                let seen = self.w.binary(Binary::And, open[index], further[index]);
                found[index] = self.w.binary(Binary::Or, found[index], seen);
            }
            reach *= 2;
            if reach < longest {
                let further = self.shift_to_lanes(&open, by, &wanted);
                for index in 0..wanted.0.len() {
                    open[index] = self.w.binary(Binary::And, open[index], further[index]);
                }
            }
        }
        found
    }
}

impl MaskedKernel {
    /// The wanted lanes that the mask contains.
    fn wanted_lanes(&self, wanted: &LaneSet) -> LaneSet {
        match &self.lanes {
            Some(lanes) => lanes.intersection(wanted),
            None => wanted.clone(),
        }
    }
}
