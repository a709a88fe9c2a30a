//! Third pass, for what a move does and whether it ends the game: a [`Form`] worked out for the one lane of the move.

use std::collections::{BTreeMap, BTreeSet};

use boardwright_jit::{Arg, Binary, FunctionId, Memory, Unary, Var, Width};
use rustc_hash::FxHashMap;

use crate::fast::value::Value;
use crate::ids::{LocationId, Player, VarId};
use crate::rules::{Arith, Deed, GlobalKind, Thing};

use super::Beyond;
use super::board::Board;
use super::form::{At, Form, Lanes, Part};

/// What is known of the move while code for it is written.
#[derive(Clone, Default)]
pub(super) struct One {
    /// Its lane, where forms differ by it.
    pub(super) lane: Option<Arg>,
    /// The element that moves, counted from 1.
    pub(super) moved: Option<Arg>,
    /// The element that was captured, counted from 1; 0 for none.
    pub(super) captured: Option<Arg>,
    /// Whose turn it is, if that is known.
    pub(super) mover: Option<Player>,
    /// By player: the function that tells whether they can move.
    pub(super) can_move: Vec<FunctionId>,
    /// How often the position has stood, where that may be asked.
    pub(super) repeats: Option<Arg>,
    /// Where something fails that the plain form would tell as a fault, this is set.
    pub(super) failed: Option<Var>,
    pub(super) variables: FxHashMap<VarId, Var>,
}

impl One {
    /// For what is the same for all moves.
    pub(super) fn fixed() -> Self {
        Self::default()
    }

    fn lane(&self) -> Result<Arg, Beyond> {
        self.lane.ok_or(Beyond("what differs from place to place where nothing moves"))
    }

    fn at(&self, board: &mut Board<'_>, at: &At) -> Result<Arg, Beyond> {
        Ok(match at {
            At::Fixed(location) => Arg::Word(u64::from(location.0)),
            At::Lane(by) => {
                let lane = self.lane()?;
                board.w.binary(Binary::Add, lane, i64::from(*by) as u64)
            }
            At::Table(places) => {
                let last = places.keys().next_back().copied().unwrap_or(0);
                let place = |lane: u16| places.get(&lane).map_or(0, |place| place.0);
                let table = Memory::Table((0..=last).flat_map(|lane| place(lane).to_le_bytes()).collect());
                let table = board.w.memory(table);
                let lane = self.lane()?;
                let at = board.w.binary(Binary::ShiftLeft, lane, 1);
                board.w.load(table, Width::Two, at, 0)
            }
        })
    }

    /// Whether the lane is one of some.
    fn among(&self, board: &mut Board<'_>, lanes: &Lanes) -> Result<Arg, Beyond> {
        let lane = self.lane()?;
        if let [word] = lanes.0[..] {
            let bit = board.w.binary(Binary::ShiftRight, word, lane);
            return Ok(board.w.binary(Binary::And, bit, 1));
        }
        let bytes = (0..64 * lanes.0.len()).map(|lane| u8::from(lanes.has(lane)));
        let table = board.w.memory(Memory::Table(bytes.collect()));
        Ok(board.w.load(table, Width::Byte, lane, 0))
    }

    /// Runs what `then` writes for a part that the lane has.
    fn part(
        &mut self,
        board: &mut Board<'_>,
        part: &Part,
        then: impl FnOnce(&mut Self, &mut Board<'_>, &Form) -> Result<(), Beyond>,
    ) -> Result<(), Beyond> {
        match &part.lanes {
            None => then(self, board, &part.form),
            Some(lanes) => {
                let here = self.among(board, lanes)?;
                board.branch(here, |board| then(self, board, &part.form))
            }
        }
    }

    /// 1 or 0: whether a form holds.
    pub(super) fn test(&mut self, board: &mut Board<'_>, form: &Form) -> Result<Arg, Beyond> {
        match form {
            Form::Const(Value::Bool(yes)) => Ok(Arg::Word(u64::from(*yes))),
            Form::Cell { at, mask } => {
                let at = self.at(board, at)?;
                Ok(board.cell(at, *mask))
            }
            Form::Not(inner) => {
                let inner = self.test(board, inner)?;
                Ok(board.w.binary(Binary::Xor, inner, 1))
            }
            Form::All(parts) => self.parts(board, parts, true),
            Form::Any(parts) => self.any_part(board, parts),
            Form::Lines { mask, rows, .. } => self.lines(board, *mask, rows),
            Form::Ray { .. } => Ok(self.ray(board, form)?.0),
            Form::Less(forms) => {
                let (left, right) = (self.number(board, &forms[0])?, self.number(board, &forms[1])?);
                Ok(board.w.binary(Binary::Less, left, right))
            }
            Form::Same(forms) => {
                let (left, right) = (self.value(board, &forms[0])?, self.value(board, &forms[1])?);
                Ok(board.w.binary(Binary::Equal, left, right))
            }
            Form::Global(id) if board.rules.globals[id.index()].kind == GlobalKind::Bool => board.global(*id),
            Form::NoMoves => {
                let mover = self.mover.ok_or(Beyond("asking for moves of whoever is to move"))?;
                let function = *self.can_move.get(mover.index()).ok_or(Beyond("asking for moves in a condition"))?;
                let can_move = board.w.call(function, &[]);
                Ok(board.w.binary(Binary::Equal, can_move, 0))
            }
            Form::Variable(variable) => self.variable(*variable),
            Form::If(_) | Form::One(_) => self.chosen(board, form, Self::test),
            _ => Err(Beyond("a condition of a rare kind")),
        }
    }

    /// Whether one of some parts holds that the lane has.
    pub(super) fn any_part(&mut self, board: &mut Board<'_>, parts: &[Part]) -> Result<Arg, Beyond> {
        self.parts(board, parts, false)
    }

    /// All parts (`all`), or one of them: those that are quickly asked for at once, others only if they matter.
    fn parts(&mut self, board: &mut Board<'_>, parts: &[Part], all: bool) -> Result<Arg, Beyond> {
        let quick = |part: &&Part| part.lanes.is_none() && matches!(part.form, Form::Cell { .. } | Form::Const(_));
        let op = if all { Binary::And } else { Binary::Or };
        let mut answer = Arg::Word(u64::from(all));
        for part in parts.iter().filter(quick) {
            let one = self.test(board, &part.form)?;
            answer = board.w.binary(op, answer, one);
        }
        if parts.iter().all(|part| quick(&part)) {
            return Ok(answer);
        }
        let result = board.w.variable();
        board.w.set(result, answer);
        for part in parts.iter().filter(|part| !quick(part)) {
            let open = if all { result.into() } else { board.w.binary(Binary::Xor, result, 1) };
            board.branch(open, |board| {
                self.part(board, part, |this, board, form| {
                    let one = this.test(board, form)?;
                    board.w.set(result, one);
                    Ok(())
                })
            })?;
        }
        Ok(result.into())
    }

    /// What one of several forms gives.
    fn chosen(
        &mut self,
        board: &mut Board<'_>,
        form: &Form,
        give: fn(&mut Self, &mut Board<'_>, &Form) -> Result<Arg, Beyond>,
    ) -> Result<Arg, Beyond> {
        let result = board.w.variable();
        match form {
            Form::If(forms) => {
                let condition = self.test(board, &forms[0])?;
                let mut other = self.clone();
                board.either(
                    condition,
                    |board| {
                        let yes = give(self, board, &forms[1])?;
                        board.w.set(result, yes);
                        Ok(())
                    },
                    |board| {
                        let no = give(&mut other, board, &forms[2])?;
                        board.w.set(result, no);
                        Ok(())
                    },
                )?;
            }
            Form::One(parts) => {
                board.w.set(result, 0);
                for part in parts {
                    self.part(board, part, |this, board, form| {
                        let value = give(this, board, form)?;
                        board.w.set(result, value);
                        Ok(())
                    })?;
                }
            }
            _ => unreachable!("only asked for these"),
        }
        Ok(result.into())
    }

    /// A number with sign.
    pub(super) fn number(&mut self, board: &mut Board<'_>, form: &Form) -> Result<Arg, Beyond> {
        match form {
            Form::Const(Value::Int(number)) => Ok(Arg::Word(i64::from(*number) as u64)),
            Form::Global(id) if matches!(board.rules.globals[id.index()].kind, GlobalKind::Int { .. }) => {
                board.global(*id)
            }
            Form::Score(player) => Ok(board.score(*player)),
            Form::CountCells { cells, mask } => {
                let mut count = Arg::Word(0);
                for (index, &word) in cells.0.iter().enumerate().filter(|(_, word)| **word != 0) {
                    let set = board.set(*mask, index);
                    let set = board.w.binary(Binary::And, set, word);
                    let ones = board.w.unary(Unary::CountOnes, set);
                    count = board.w.binary(Binary::Add, count, ones);
                }
                Ok(count)
            }
            Form::Count(parts) => {
                let mut count = Arg::Word(0);
                for part in parts {
                    let one = self.any_part(board, std::slice::from_ref(part))?;
                    count = board.w.binary(Binary::Add, count, one);
                }
                Ok(count)
            }
            Form::CountKinds { mask } => board.count_kinds(*mask),
            Form::Repeats => self.repeats.ok_or(Beyond("asking for repetitions elsewhere than at the end")),
            Form::Arith(op, forms) => {
                let (left, right) = (self.number(board, &forms[0])?, self.number(board, &forms[1])?);
                let op = match op {
                    Arith::Add => Binary::Add,
                    Arith::Subtract => Binary::Sub,
                    Arith::Multiply => Binary::Mul,
                    Arith::Divide | Arith::Remainder => return Err(Beyond("division")),
                };
                let result = board.w.binary(op, left, right);
                let fits = range(board, form)
                    .is_some_and(|(least, most)| i32::try_from(least).and(i32::try_from(most)).is_ok());
                if !fits {
                    let low = board.w.unary(Unary::SignExtend32, result);
                    let outside = board.w.binary(Binary::Unequal, result, low);
                    self.fail_if(board, outside)?;
                }
                Ok(result)
            }
            Form::Variable(variable) => self.variable(*variable),
            Form::If(_) | Form::One(_) => self.chosen(board, form, Self::number),
            _ => Err(Beyond("a number of a rare kind")),
        }
    }

    /// A thing counted from 1, 0 for none.
    fn thing(&mut self, board: &mut Board<'_>, form: &Form) -> Result<Arg, Beyond> {
        match form {
            Form::Const(Value::Thing(Thing::Element(element))) => {
                Ok(Arg::Word(element.map_or(0, |element| u64::from(element.0) + 1)))
            }
            Form::Const(Value::Thing(Thing::Location(location))) => {
                Ok(Arg::Word(location.map_or(0, |location| u64::from(location.0) + 1)))
            }
            Form::Global(id) => board.global(*id),
            Form::FirstOff { elements, mask } => board.first_off(elements, *mask),
            Form::Moved => self.moved.ok_or(Beyond("the moved piece where nothing moves")),
            Form::Captured => Ok(self.captured.unwrap_or(Arg::Word(0))),
            Form::ElementOn(at) => {
                let at = self.at(board, at)?;
                Ok(board.content(at))
            }
            Form::Place(at) => {
                let at = self.at(board, at)?;
                Ok(board.w.binary(Binary::Add, at, 1))
            }
            Form::Variable(variable) => self.variable(*variable),
            Form::If(_) | Form::One(_) => self.chosen(board, form, Self::thing),
            _ => Err(Beyond("a thing of a rare kind")),
        }
    }

    /// A value of whatever type; those of one type are the same word just if they are the same.
    fn value(&mut self, board: &mut Board<'_>, form: &Form) -> Result<Arg, Beyond> {
        match form {
            Form::Const(Value::Int(_))
            | Form::Score(_)
            | Form::CountCells { .. }
            | Form::CountKinds { .. }
            | Form::Repeats
            | Form::Count(_)
            | Form::Arith(..) => self.number(board, form),
            Form::Const(Value::Thing(_))
            | Form::Moved
            | Form::Captured
            | Form::ElementOn(_)
            | Form::Place(_)
            | Form::FirstOff { .. } => self.thing(board, form),
            Form::Global(id) => board.global(*id),
            Form::Variable(variable) => self.variable(*variable),
            Form::If(_) | Form::One(_) => self.chosen(board, form, Self::value),
            _ => self.test(board, form),
        }
    }

    fn variable(&self, variable: VarId) -> Result<Arg, Beyond> {
        let known = self.variables.get(&variable).copied();
        known.map(Arg::Var).ok_or(Beyond("variables that are bound by patterns while a game is played"))
    }

    /// Does what a form does.
    pub(super) fn act(&mut self, board: &mut Board<'_>, form: &Form) -> Result<(), Beyond> {
        match form {
            _ if form.only_looks() => Ok(()),
            Form::Seq(parts) | Form::One(parts) => parts.iter().try_for_each(|part| self.act_part(board, part)),
            Form::If(forms) => {
                let condition = self.test(board, &forms[0])?;
                // What one branch stores the other does not know.
                let (mut yes, mut no) = (self.clone(), self.clone());
                board.either(condition, |board| yes.act(board, &forms[1]), |board| no.act(board, &forms[2]))?;
                self.mover = yes.mover.filter(|_| yes.mover == no.mover);
                Ok(())
            }
            Form::Store(variable, value) => {
                let value = self.value(board, value)?;
                let slot = *self.variables.entry(*variable).or_insert_with(|| board.w.variable());
                board.w.set(slot, value);
                Ok(())
            }
            Form::SetMover(player) => {
                board.set_mover(self.mover, *player);
                self.mover = Some(*player);
                Ok(())
            }
            Form::Do(deed, operands) => self.deed(board, *deed, operands),
            Form::Walk { ray, deed, number } => self.walk(board, ray, (*deed, *number)),
            _ => Err(Beyond("a change of a rare kind")),
        }
    }

    /// Does what a part does, if the lane has it.
    pub(super) fn act_part(&mut self, board: &mut Board<'_>, part: &Part) -> Result<(), Beyond> {
        let before = (part.lanes.is_some(), self.mover);
        self.part(board, part, Self::act)?;
        if before.0 && self.mover != before.1 {
            self.mover = None;
        }
        Ok(())
    }

    fn deed(&mut self, board: &mut Board<'_>, deed: Deed, operands: &[Form]) -> Result<(), Beyond> {
        match deed {
            Deed::Remove => self.with_element(board, &operands[0], |this, board, element| {
                let room = board.remove(element)?;
                let full = board.w.binary(Binary::Equal, room, 0);
                this.fail_if(board, full)
            }),
            Deed::SetOwner | Deed::SetState => {
                let Form::Const(Value::Int(number)) = operands[1] else {
                    return Err(Beyond("owners and states that are worked out"));
                };
                let table = board.kinds_table(deed, number)?;
                self.with_element(board, &operands[0], |_, board, element| board.change_kind(element, table))
            }
            Deed::Set(global) => {
                let kind = &board.rules.globals[global.index()].kind;
                let GlobalKind::Int { least, most } = *kind else {
                    let value = self.value(board, &operands[0])?;
                    return board.hold(global, value);
                };
                let value = self.number(board, &operands[0])?;
                let inside = range(board, &operands[0])
                    .is_some_and(|(low, high)| i64::from(least) <= low && high <= i64::from(most));
                if !inside {
                    let below = board.w.binary(Binary::Less, value, i64::from(least) as u64);
                    let above = board.w.binary(Binary::Less, i64::from(most) as u64, value);
                    let outside = board.w.binary(Binary::Or, below, above);
                    self.fail_if(board, outside)?;
                }
                board.hold(global, value)
            }
            Deed::SetScore => {
                let Form::Const(Value::Int(number)) = operands[0] else {
                    return Err(Beyond("scores of players who are worked out"));
                };
                let player = usize::try_from(number).ok().and_then(Player::new);
                let player = player.filter(|player| player.number() <= board.layout.players);
                let points = self.number(board, &operands[1])?;
                board.set_score(player.ok_or(Beyond("a score of nobody"))?, points)
            }
            Deed::Move => {
                let place = self.thing(board, &operands[1])?;
                self.with_element(board, &operands[0], |this, board, element| {
                    let fails = board.put(element, place)?;
                    this.fail_if(board, fails)
                })
            }
            Deed::SetMember(_) => Err(Beyond("members of families of variables")),
        }
    }

    /// Does something with an element, which fails if there is none.
    fn with_element(
        &mut self,
        board: &mut Board<'_>,
        form: &Form,
        then: impl FnOnce(&mut Self, &mut Board<'_>, Arg) -> Result<(), Beyond>,
    ) -> Result<(), Beyond> {
        let element = self.thing(board, form)?;
        if matches!(form, Form::Moved) {
            let index = board.w.binary(Binary::Sub, element, 1);
            return then(self, board, index);
        }
        let none = board.w.binary(Binary::Equal, element, 0);
        self.fail_if(board, none)?;
        let there = board.w.binary(Binary::Unequal, element, 0);
        board.branch(there, |board| {
            let index = board.w.binary(Binary::Sub, element, 1);
            then(self, board, index)
        })
    }

    /// Notes that the move fails if a word is not 0; the rest of it does not matter then.
    pub(super) fn fail_if(&mut self, board: &mut Board<'_>, condition: Arg) -> Result<(), Beyond> {
        let failed = self.failed.ok_or(Beyond("a condition that may fail"))?;
        board.may_fail = true;
        let both = board.w.binary(Binary::Or, failed, condition);
        board.w.set(failed, both);
        Ok(())
    }

    /// Does something with the elements on the cells before the end of a ray.
    fn walk(&mut self, board: &mut Board<'_>, ray: &Form, (deed, number): (Deed, i32)) -> Result<(), Beyond> {
        let Form::Ray { first, step, .. } = ray else { unreachable!("a walk goes along a ray") };
        let (there, end) = self.ray(board, ray)?;
        let table = board.kinds_table(deed, number)?;
        let start = self.at(board, &At::Lane(*first))?;
        board.branch(there, |board| {
            let cell = board.w.variable();
            board.w.set(cell, start);
            board.w.open();
            let done = board.w.binary(Binary::Equal, cell, end);
            board.w.when(done, |w| w.leave());
            let element = board.content(cell.into());
            let index = board.w.binary(Binary::Sub, element, 1);
            board.change_kind(index, table)?;
            let further = board.w.binary(Binary::Add, cell, i64::from(*step) as u64);
            board.w.set(cell, further);
            let round = board.w.close();
            board.w.rounds(round);
            Ok(())
        })
    }

    /// Whether a ray comes to a cell as asked, and the cell at which it ends.
    fn ray(&mut self, board: &mut Board<'_>, ray: &Form) -> Result<(Arg, Var), Beyond> {
        let &Form::Ray { first, step, stop, yes, end, ref next } = ray else { unreachable!("it is one") };
        let (cell, result) = (board.w.variable(), board.w.variable());
        let start = self.at(board, &At::Lane(first))?;
        board.w.set(cell, start);
        board.w.open();
        let stops = board.cell(cell.into(), stop);
        board.branch(stops, |board| {
            let answer = board.cell(cell.into(), yes);
            board.w.set(result, answer);
            board.w.leave();
            Ok(())
        })?;
        let here = Self { lane: Some(cell.into()), ..Self::default() }.among(board, next)?;
        board.either(
            here,
            |board| {
                let further = board.w.binary(Binary::Add, cell, i64::from(step) as u64);
                board.w.set(cell, further);
                Ok(())
            },
            |board| {
                board.w.set(result, u64::from(end));
                board.w.leave();
                Ok(())
            },
        )?;
        let body = board.w.close();
        board.w.rounds(body);
        Ok((result.into(), cell))
    }

    /// Whether all cells of one of the lane's lines are as asked.
    fn lines(
        &mut self,
        board: &mut Board<'_>,
        mask: u64,
        rows: &BTreeMap<u16, Vec<Vec<LocationId>>>,
    ) -> Result<Arg, Beyond> {
        let words = board.words();
        let cells = Lanes::of(words, rows.values().flatten().flatten().map(|cell| cell.index()));
        let used: Vec<usize> = (0..words).filter(|&word| cells.0[word] != 0).collect();
        let most = rows.values().map(Vec::len).max().unwrap_or(0);
        let patterns: BTreeSet<Vec<u16>> = rows.values().flatten().map(|line| pattern(line)).collect();
        // Each pattern takes some shifts, each line a comparison.
        let by_shifts: usize =
            patterns.iter().map(|pattern| used.len() * (3 + 3 * pattern.len().ilog2() as usize)).sum();
        // Counting how far a line goes on takes some ten looks, and a wrong guess or two at what is found.
        if rows.len() > 1
            && let Some(runs) = runs(rows, &patterns)
            && 12 * runs.len() < by_shifts.min(3 * most * used.len())
        {
            return self.runs(board, mask, &runs);
        }
        let sets = board.sets(mask, &cells);
        if 3 * most * used.len() <= by_shifts {
            self.each_line(board, &sets, &used, (rows, most))
        } else {
            self.by_patterns(board, &sets, &cells, rows, &patterns)
        }
    }

    /// Whether the cells that are as asked go on from the lane far enough in one of some directions.
    fn runs(&mut self, board: &mut Board<'_>, mask: u64, runs: &[Run]) -> Result<Arg, Beyond> {
        let lane = self.lane()?;
        let result = board.w.variable();
        board.w.set(result, 0);
        let itself = board.cell_near(lane, 0, mask);
        board.branch(itself, |board| {
            for run in runs {
                let length = board.w.variable();
                board.w.set(length, 1);
                for (by, most) in [(run.step, &run.forward), (-run.step, &run.backward)] {
                    let next = board.cell_near(lane, by, mask);
                    board.branch(next, |board| {
                        let table = board.w.memory(Memory::Table(most.clone().into()));
                        let most = board.w.load(table, Width::Byte, lane, 0);
                        let (cell, count) = (board.w.variable(), board.w.variable());
                        board.w.set(cell, lane);
                        board.w.set(count, 0);
                        board.w.open();
                        let end = board.w.binary(Binary::Equal, count, most);
                        board.w.when(end, |w| w.leave());
                        let further = board.w.binary(Binary::Add, cell, i64::from(by) as u64);
                        let further = board.within(further);
                        board.w.set(cell, further);
                        let there = board.cell_near(further, 0, mask);
                        let none = board.w.binary(Binary::Equal, there, 0);
                        board.w.when(none, |w| w.leave());
                        let more = board.w.binary(Binary::Add, count, 1);
                        board.w.set(count, more);
                        let round = board.w.close();
                        board.w.rounds(round);
                        let sum = board.w.binary(Binary::Add, length, count);
                        board.w.set(length, sum);
                        Ok(())
                    })?;
                }
                let short = board.w.binary(Binary::Below, length, run.length as u64);
                let long = board.w.binary(Binary::Xor, short, 1);
                let any = board.w.binary(Binary::Or, result, long);
                board.w.set(result, any);
            }
            Ok(())
        })?;
        Ok(result.into())
    }

    /// Where a lane's words begin in a table that has so many for each; lanes follow each other from 0.
    fn row(&self, board: &mut Board<'_>, fixed: bool, words: usize) -> Result<Arg, Beyond> {
        if fixed {
            return Ok(Arg::Word(0));
        }
        let lane = self.lane()?;
        Ok(board.w.binary(Binary::Mul, lane, 8 * words as u64))
    }

    /// Line by line: none of its cells may be missing.
    fn each_line(
        &mut self,
        board: &mut Board<'_>,
        sets: &[Arg],
        used: &[usize],
        (rows, most): (&BTreeMap<u16, Vec<Vec<LocationId>>>, usize),
    ) -> Result<Arg, Beyond> {
        let fixed = rows.len() == 1;
        let lanes = if fixed { 1 } else { usize::from(*rows.keys().next_back().expect("some lane")) + 1 };
        let mut table = vec![0; lanes * most * used.len()];
        for (&lane, lines) in rows {
            let lane = if fixed { 0 } else { usize::from(lane) };
            for number in 0..most {
                // A lane with fewer lines asks for its last one again.
                let Some(line) = lines.get(number).or(lines.last()) else { continue };
                let line = Lanes::of(sets.len(), line.iter().map(|cell| cell.index()));
                for (index, &word) in used.iter().enumerate() {
                    table[(lane * most + number) * used.len() + index] = line.0[word];
                }
            }
        }
        let mut any = Arg::Word(0);
        let row = self.row(board, fixed, most * used.len())?;
        let memory = (!fixed).then(|| board.w.memory(super::board::table64(table.iter().copied())));
        for number in 0..most {
            let mut missing = Arg::Word(0);
            for (index, &word) in used.iter().enumerate() {
                let at = number * used.len() + index;
                let line = match memory {
                    Some(memory) => board.w.load(memory, Width::Eight, row, 8 * at),
                    None => Arg::Word(table[at]),
                };
                let not_there = board.w.binary(Binary::AndNot, line, sets[word]);
                missing = board.w.binary(Binary::Or, missing, not_there);
            }
            let whole = board.w.binary(Binary::Equal, missing, 0);
            any = board.w.binary(Binary::Or, any, whole);
        }
        // A lane without lines has none.
        if rows.values().any(Vec::is_empty) {
            let some =
                Lanes::of(sets.len(), rows.iter().filter(|(_, l)| !l.is_empty()).map(|(lane, _)| usize::from(*lane)));
            let has_some = if fixed { Arg::Word(0) } else { self.among(board, &some)? };
            any = board.w.binary(Binary::And, any, has_some);
        }
        Ok(any)
    }

    /// Pattern by pattern: all lines of one pattern at once, of which those of the lane count.
    fn by_patterns(
        &mut self,
        board: &mut Board<'_>,
        sets: &[Arg],
        cells: &Lanes,
        rows: &BTreeMap<u16, Vec<Vec<LocationId>>>,
        patterns: &BTreeSet<Vec<u16>>,
    ) -> Result<Arg, Beyond> {
        let words = sets.len();
        let fixed = rows.len() == 1;
        let lanes = if fixed { 1 } else { usize::from(*rows.keys().next_back().expect("some lane")) + 1 };
        let mut found = Arg::Word(0);
        let row = self.row(board, fixed, words)?;
        for pattern_of in patterns {
            let mut table = vec![0; lanes * words];
            let mut starts = Lanes::none(words);
            for (&lane, lines) in rows {
                let lane = if fixed { 0 } else { usize::from(lane) };
                for line in lines.iter().filter(|line| pattern(line) == *pattern_of) {
                    let start = line[0].index();
                    starts.add(start);
                    table[lane * words + start / 64] |= 1 << (start % 64);
                }
            }
            let whole = whole(board, sets, cells, pattern_of);
            let memory = (!fixed).then(|| board.w.memory(super::board::table64(table.iter().copied())));
            for word in (0..words).filter(|&word| starts.0[word] != 0) {
                let start = match memory {
                    Some(memory) => board.w.load(memory, Width::Eight, row, 8 * word),
                    None => Arg::Word(table[word]),
                };
                let here = board.w.binary(Binary::And, whole[word], start);
                found = board.w.binary(Binary::Or, found, here);
            }
        }
        Ok(board.w.binary(Binary::Unequal, found, 0))
    }
}

/// Lines in one direction that are all there are through a lane: whether one is whole is a matter of how far the cells that are
/// as asked go on.
struct Run {
    step: i32,
    /// Cells of a line.
    length: usize,
    /// By lane: how many cells further some line goes, in the direction and against it.
    forward: Vec<u8>,
    backward: Vec<u8>,
}

/// The lines of every pattern as runs, if they are.
fn runs(rows: &BTreeMap<u16, Vec<Vec<LocationId>>>, patterns: &BTreeSet<Vec<u16>>) -> Option<Vec<Run>> {
    let lanes = usize::from(*rows.keys().next_back()?) + 1;
    let run = |pattern_of: &Vec<u16>| {
        let length = pattern_of.len();
        let step = *pattern_of.get(1)?;
        let straight = pattern_of.iter().enumerate().all(|(index, &by)| usize::from(by) == index * usize::from(step));
        (straight && length <= usize::from(u8::MAX)).then_some(())?;
        let (mut forward, mut backward) = (vec![0; lanes], vec![0; lanes]);
        for (&lane, lines) in rows {
            let places = lines.iter().filter(|line| pattern(line) == *pattern_of);
            // How far into each line the lane is.
            let mut places: Vec<usize> =
                places.map(|line| line.iter().position(|cell| cell.0 == lane)).collect::<Option<_>>()?;
            places.sort_unstable();
            places.dedup();
            let (Some(&first), Some(&last)) = (places.first(), places.last()) else { continue };
            (last - first + 1 == places.len()).then_some(())?;
            backward[usize::from(lane)] = last as u8;
            forward[usize::from(lane)] = (length - 1 - first) as u8;
        }
        Some(Run { step: i32::from(step), length, forward, backward })
    };
    patterns.iter().map(run).collect()
}

/// How far the cells of a line are from its first one.
fn pattern(line: &[LocationId]) -> Vec<u16> {
    line.iter().map(|cell| cell.0 - line[0].0).collect()
}

/// By cell: whether the line of a pattern that begins there is whole.
fn whole(board: &mut Board<'_>, sets: &[Arg], cells: &Lanes, pattern: &[u16]) -> Vec<Arg> {
    let mut found = sets.to_vec();
    let step = pattern.get(1).copied().unwrap_or(0);
    let straight = pattern.iter().enumerate().all(|(index, &by)| usize::from(by) == index * usize::from(step));
    let and = |board: &mut Board<'_>, found: &[Arg], with: &[Arg], by: i32| -> Vec<Arg> {
        let with = board.shifted(with, by, cells);
        found.iter().zip(with).map(|(&found, with)| board.w.binary(Binary::And, found, with)).collect()
    };
    if straight {
        // Lines of two are made of single cells, of four of two of two, and so on.
        let mut length = 1;
        while length < pattern.len() {
            let more = length.min(pattern.len() - length);
            let same = found.clone();
            found = and(board, &found, &same, (more * usize::from(step)) as i32);
            length += more;
        }
    } else {
        for &by in &pattern[1..] {
            found = and(board, &found, sets, i32::from(by));
        }
    }
    found
}

/// The least and the greatest that a number can be, if that is plain to see.
fn range(board: &Board<'_>, form: &Form) -> Option<(i64, i64)> {
    Some(match form {
        Form::Const(Value::Int(number)) => (i64::from(*number), i64::from(*number)),
        Form::Global(id) => match board.rules.globals[id.index()].kind {
            GlobalKind::Int { least, most } => (i64::from(least), i64::from(most)),
            _ => return None,
        },
        Form::CountCells { cells, .. } => (0, cells.members().count() as i64),
        Form::CountKinds { .. } => (0, board.layout.first_kind.len() as i64),
        Form::Count(parts) => (0, parts.len() as i64),
        Form::If(forms) => {
            let (yes, no) = (range(board, &forms[1])?, range(board, &forms[2])?);
            (yes.0.min(no.0), yes.1.max(no.1))
        }
        Form::One(parts) => {
            let ranges: Option<Vec<_>> = parts.iter().map(|part| range(board, &part.form)).collect();
            let ranges = ranges?;
            (ranges.iter().map(|range| range.0).min()?, ranges.iter().map(|range| range.1).max()?)
        }
        Form::Arith(op, forms) => {
            let (left, right) = (range(board, &forms[0])?, range(board, &forms[1])?);
            let of = |left: i64, right: i64| match op {
                Arith::Add => Some(left + right),
                Arith::Subtract => Some(left - right),
                Arith::Multiply => left.checked_mul(right),
                Arith::Divide | Arith::Remainder => None,
            };
            let corners: Option<Vec<i64>> =
                [of(left.0, right.0), of(left.0, right.1), of(left.1, right.0), of(left.1, right.1)]
                    .into_iter()
                    .collect();
            let corners = corners?;
            (*corners.iter().min()?, *corners.iter().max()?)
        }
        _ => return None,
    })
}
