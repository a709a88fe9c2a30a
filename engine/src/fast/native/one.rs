//! Third pass, for what a move does and whether it ends the game: a [`Form`] worked out for the one lane of the move.

use boardwright_jit::{Arg, Binary, FunctionId, Memory, Unary, Var, Width, Writer};
use rustc_hash::FxHashMap;

use crate::fast::value::Value;
use crate::ids::{Player, VarId};
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

    pub(super) fn lane(&self) -> Result<Arg, Beyond> {
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
    pub(super) fn among(&self, board: &mut Board<'_>, lanes: &Lanes) -> Result<Arg, Beyond> {
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
        if condition == Arg::Word(0) {
            return Ok(());
        }
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
            board.w.when(done, Writer::leave);
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
