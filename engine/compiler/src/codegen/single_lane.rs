//! Third pass, for effects and ends of the game: evaluation of a [`Kernel`] for the lane of one move.

use boardwright_jit::{Arg, Binary, FunctionId, Memory, Unary, Var, Width, Writer};
use rustc_hash::FxHashMap;

use crate::tables::value::Value;
use boardwright_game::ids::{Player, VarId};
use boardwright_rules::{ArithmeticOp, Effect, GlobalKind, Thing};

use super::Unsupported;
use super::board::Board;
use super::kernel::{CellRef, Kernel, LaneSet, MaskedKernel};

/// Properties of the current move that are known while code for it is generated.
#[derive(Clone, Default)]
pub(super) struct MoveContext {
    /// Lane of the move; `None` for uniform kernels.
    pub(super) lane: Option<Arg>,
    /// The element that moves, counted from 1.
    pub(super) moved: Option<Arg>,
    /// The captured element, counted from 1; 0 for none.
    pub(super) captured: Option<Arg>,
    /// Player to move, if known at compile time.
    pub(super) mover: Option<Player>,
    /// By player: the function that returns 1 if the player can move.
    pub(super) can_move: Vec<FunctionId>,
    /// Number of occurrences of the position, where kernels may read it.
    pub(super) repeats: Option<Arg>,
    /// Failure flag: set where the interpreter would report a fault.
    pub(super) failed: Option<Var>,
    pub(super) variables: FxHashMap<VarId, Var>,
}

impl MoveContext {
    /// A context for uniform kernels.
    pub(super) fn uniform() -> Self {
        Self::default()
    }

    pub(super) fn lane(&self) -> Result<Arg, Unsupported> {
        self.lane.ok_or(Unsupported("location-dependent expressions where nothing moves"))
    }

    fn location(&self, board: &mut Board<'_>, at: &CellRef) -> Result<Arg, Unsupported> {
        Ok(match at {
            CellRef::Uniform(location) => Arg::Word(u64::from(location.0)),
            CellRef::Relative(by) => {
                let lane = self.lane()?;
                board.w.binary(Binary::Add, lane, i64::from(*by) as u64)
            }
            CellRef::PerLane(places) => {
                let last = places.keys().next_back().copied().unwrap_or(0);
                let place = |lane: u16| places.get(&lane).map_or(0, |place| place.0);
                let table = Memory::Table((0..=last).flat_map(|lane| place(lane).to_le_bytes()).collect());
                let table = board.w.add_memory(table);
                let lane = self.lane()?;
                let at = board.w.binary(Binary::ShiftLeft, lane, 1);
                board.w.load(table, Width::Two, at, 0)
            }
        })
    }

    /// 1 if the lane is in a set, else 0.
    pub(super) fn lane_is_in(&self, board: &mut Board<'_>, lanes: &LaneSet) -> Result<Arg, Unsupported> {
        let lane = self.lane()?;
        if let [word] = lanes.0[..] {
            let bit = board.w.binary(Binary::ShiftRight, word, lane);
            return Ok(board.w.binary(Binary::And, bit, 1));
        }
        let bytes = (0..64 * lanes.0.len()).map(|lane| u8::from(lanes.contains(lane)));
        let table = board.w.add_memory(Memory::Table(bytes.collect()));
        Ok(board.w.load(table, Width::Byte, lane, 0))
    }

    /// Writes code for a masked part, executed if the lane is in the mask.
    fn masked(
        &mut self,
        board: &mut Board<'_>,
        part: &MaskedKernel,
        then: impl FnOnce(&mut Self, &mut Board<'_>, &Kernel) -> Result<(), Unsupported>,
    ) -> Result<(), Unsupported> {
        match &part.lanes {
            None => then(self, board, &part.kernel),
            Some(lanes) => {
                let here = self.lane_is_in(board, lanes)?;
                board.if_then(here, |board| then(self, board, &part.kernel))
            }
        }
    }

    /// Evaluates a condition: 1 or 0.
    pub(super) fn test(&mut self, board: &mut Board<'_>, kernel: &Kernel) -> Result<Arg, Unsupported> {
        match kernel {
            Kernel::Const(Value::Bool(yes)) => Ok(Arg::Word(u64::from(*yes))),
            Kernel::Cell { at, mask } => {
                let at = self.location(board, at)?;
                Ok(board.cell_matches(at, *mask))
            }
            Kernel::Not(inner) => {
                let inner = self.test(board, inner)?;
                Ok(board.w.binary(Binary::Xor, inner, 1))
            }
            Kernel::All(parts) => self.junction(board, parts, true),
            Kernel::Any(parts) => self.any_of(board, parts),
            Kernel::Lines { mask, rows, .. } => self.any_line_matches(board, *mask, rows),
            Kernel::Ray { .. } => Ok(self.ray(board, kernel)?.0),
            Kernel::Less(kernels) => {
                let (left, right) = (self.number(board, &kernels[0])?, self.number(board, &kernels[1])?);
                Ok(board.w.binary(Binary::SignedLess, left, right))
            }
            Kernel::Same(kernels) => {
                let (left, right) = (self.value(board, &kernels[0])?, self.value(board, &kernels[1])?);
                Ok(board.w.binary(Binary::Equal, left, right))
            }
            Kernel::Global(id) if board.rules.globals[id.index()].kind == GlobalKind::Bool => board.global(*id),
            Kernel::NoMoves => {
                let mover =
                    self.mover.ok_or(Unsupported("a test for legal moves of a player who is computed at run time"))?;
                let function =
                    *self.can_move.get(mover.index()).ok_or(Unsupported("a test for legal moves in a condition"))?;
                let can_move = board.w.call(function, &[]);
                Ok(board.w.binary(Binary::Equal, can_move, 0))
            }
            Kernel::Variable(variable) => self.variable(*variable),
            Kernel::If(_) | Kernel::PerLane(_) => self.alternatives(board, kernel, Self::test),
            _ => Err(Unsupported("an unsupported condition")),
        }
    }

    /// 1 if one of some parts holds for the lane, else 0.
    pub(super) fn any_of(&mut self, board: &mut Board<'_>, parts: &[MaskedKernel]) -> Result<Arg, Unsupported> {
        self.junction(board, parts, false)
    }

    /// Conjunction (`all`) or disjunction: cheap parts are evaluated without branches, others only if they matter.
    fn junction(&mut self, board: &mut Board<'_>, parts: &[MaskedKernel], all: bool) -> Result<Arg, Unsupported> {
        let is_cheap = |part: &&MaskedKernel| {
            part.lanes.is_none() && matches!(part.kernel, Kernel::Cell { .. } | Kernel::Const(_))
        };
        let op = if all { Binary::And } else { Binary::Or };
        let mut answer = Arg::Word(u64::from(all));
        for part in parts.iter().filter(is_cheap) {
            let one = self.test(board, &part.kernel)?;
            answer = board.w.binary(op, answer, one);
        }
        if parts.iter().all(|part| is_cheap(&part)) {
            return Ok(answer);
        }
        let result = board.w.add_variable();
        board.w.set(result, answer);
        for part in parts.iter().filter(|part| !is_cheap(part)) {
            let open = if all { result.into() } else { board.w.binary(Binary::Xor, result, 1) };
            board.if_then(open, |board| {
                self.masked(board, part, |this, board, kernel| {
                    let one = this.test(board, kernel)?;
                    board.w.set(result, one);
                    Ok(())
                })
            })?;
        }
        Ok(result.into())
    }

    /// Evaluates one of several alternatives.
    fn alternatives(
        &mut self,
        board: &mut Board<'_>,
        kernel: &Kernel,
        evaluate: fn(&mut Self, &mut Board<'_>, &Kernel) -> Result<Arg, Unsupported>,
    ) -> Result<Arg, Unsupported> {
        let result = board.w.add_variable();
        match kernel {
            Kernel::If(kernels) => {
                let condition = self.test(board, &kernels[0])?;
                let mut other = self.clone();
                board.if_else(
                    condition,
                    |board| {
                        let yes = evaluate(self, board, &kernels[1])?;
                        board.w.set(result, yes);
                        Ok(())
                    },
                    |board| {
                        let no = evaluate(&mut other, board, &kernels[2])?;
                        board.w.set(result, no);
                        Ok(())
                    },
                )?;
            }
            Kernel::PerLane(parts) => {
                board.w.set(result, 0);
                for part in parts {
                    self.masked(board, part, |this, board, kernel| {
                        let value = evaluate(this, board, kernel)?;
                        board.w.set(result, value);
                        Ok(())
                    })?;
                }
            }
            _ => unreachable!("only called for these"),
        }
        Ok(result.into())
    }

    /// Evaluates a signed number.
    pub(super) fn number(&mut self, board: &mut Board<'_>, kernel: &Kernel) -> Result<Arg, Unsupported> {
        match kernel {
            Kernel::Const(Value::Int(number)) => Ok(Arg::Word(i64::from(*number) as u64)),
            Kernel::Global(id) if matches!(board.rules.globals[id.index()].kind, GlobalKind::Int { .. }) => {
                board.global(*id)
            }
            Kernel::Score(player) => Ok(board.score(*player)),
            Kernel::CountCells { cells, mask } => {
                let mut count = Arg::Word(0);
                for (index, &word) in cells.0.iter().enumerate().filter(|(_, word)| **word != 0) {
                    let set = board.kind_set(*mask, index);
                    let set = board.w.binary(Binary::And, set, word);
                    let ones = board.w.unary(Unary::CountOnes, set);
                    count = board.w.binary(Binary::Add, count, ones);
                }
                Ok(count)
            }
            Kernel::Count(parts) => {
                let mut count = Arg::Word(0);
                for part in parts {
                    let one = self.any_of(board, std::slice::from_ref(part))?;
                    count = board.w.binary(Binary::Add, count, one);
                }
                Ok(count)
            }
            Kernel::CountKinds { mask } => board.count_kinds(*mask),
            Kernel::Repeats => {
                self.repeats.ok_or(Unsupported("a test for repetitions outside of the ends of the game"))
            }
            Kernel::Arith(op, kernels) => {
                let (left, right) = (self.number(board, &kernels[0])?, self.number(board, &kernels[1])?);
                let op = match op {
                    ArithmeticOp::Add => Binary::Add,
                    ArithmeticOp::Subtract => Binary::Sub,
                    ArithmeticOp::Multiply => Binary::Mul,
                    ArithmeticOp::Divide | ArithmeticOp::Remainder => return Err(Unsupported("division")),
                };
                let result = board.w.binary(op, left, right);
                let fits = value_range(board, kernel)
                    .is_some_and(|(least, most)| i32::try_from(least).and(i32::try_from(most)).is_ok());
                if !fits {
                    let low = board.w.unary(Unary::SignExtend32, result);
                    let outside = board.w.binary(Binary::NotEqual, result, low);
                    self.fail_if(board, outside)?;
                }
                Ok(result)
            }
            Kernel::Variable(variable) => self.variable(*variable),
            Kernel::If(_) | Kernel::PerLane(_) => self.alternatives(board, kernel, Self::number),
            _ => Err(Unsupported("an unsupported numeric expression")),
        }
    }

    /// Evaluates a thing, counted from 1; 0 for none.
    fn thing(&mut self, board: &mut Board<'_>, kernel: &Kernel) -> Result<Arg, Unsupported> {
        match kernel {
            Kernel::Const(Value::Thing(Thing::Element(element))) => {
                Ok(Arg::Word(element.map_or(0, |element| u64::from(element.0) + 1)))
            }
            Kernel::Const(Value::Thing(Thing::Location(location))) => {
                Ok(Arg::Word(location.map_or(0, |location| u64::from(location.0) + 1)))
            }
            Kernel::Global(id) => board.global(*id),
            Kernel::FirstOff { elements, mask } => board.first_off_board(elements, *mask),
            Kernel::Moved => self.moved.ok_or(Unsupported("the moved piece where nothing moves")),
            Kernel::Captured => Ok(self.captured.unwrap_or(Arg::Word(0))),
            Kernel::ElementOn(at) => {
                let at = self.location(board, at)?;
                Ok(board.content(at))
            }
            Kernel::Location(at) => {
                let at = self.location(board, at)?;
                Ok(board.w.binary(Binary::Add, at, 1))
            }
            Kernel::Variable(variable) => self.variable(*variable),
            Kernel::If(_) | Kernel::PerLane(_) => self.alternatives(board, kernel, Self::thing),
            _ => Err(Unsupported("an unsupported element or location expression")),
        }
    }

    /// Evaluates a value of any type; values of one type are equal exactly if the words are.
    fn value(&mut self, board: &mut Board<'_>, kernel: &Kernel) -> Result<Arg, Unsupported> {
        match kernel {
            Kernel::Const(Value::Int(_))
            | Kernel::Score(_)
            | Kernel::CountCells { .. }
            | Kernel::CountKinds { .. }
            | Kernel::Repeats
            | Kernel::Count(_)
            | Kernel::Arith(..) => self.number(board, kernel),
            Kernel::Const(Value::Thing(_))
            | Kernel::Moved
            | Kernel::Captured
            | Kernel::ElementOn(_)
            | Kernel::Location(_)
            | Kernel::FirstOff { .. } => self.thing(board, kernel),
            Kernel::Global(id) => board.global(*id),
            Kernel::Variable(variable) => self.variable(*variable),
            Kernel::If(_) | Kernel::PerLane(_) => self.alternatives(board, kernel, Self::value),
            _ => self.test(board, kernel),
        }
    }

    fn variable(&self, variable: VarId) -> Result<Arg, Unsupported> {
        let known = self.variables.get(&variable).copied();
        known.map(Arg::Var).ok_or(Unsupported("variables that patterns bind at run time"))
    }

    /// Executes an effect.
    pub(super) fn effect(&mut self, board: &mut Board<'_>, kernel: &Kernel) -> Result<(), Unsupported> {
        match kernel {
            _ if kernel.is_pure() => Ok(()),
            Kernel::Seq(parts) | Kernel::PerLane(parts) => {
                parts.iter().try_for_each(|part| self.masked_effect(board, part))
            }
            Kernel::If(kernels) => {
                let condition = self.test(board, &kernels[0])?;
                // Variables stored in one branch are unknown in the other.
                let (mut yes, mut no) = (self.clone(), self.clone());
                board.if_else(
                    condition,
                    |board| yes.effect(board, &kernels[1]),
                    |board| no.effect(board, &kernels[2]),
                )?;
                self.mover = yes.mover.filter(|_| yes.mover == no.mover);
                Ok(())
            }
            Kernel::Store(variable, value) => {
                let value = self.value(board, value)?;
                let slot = *self.variables.entry(*variable).or_insert_with(|| board.w.add_variable());
                board.w.set(slot, value);
                Ok(())
            }
            Kernel::SetMover(player) => {
                board.set_mover(self.mover, *player);
                self.mover = Some(*player);
                Ok(())
            }
            Kernel::Do(deed, operands) => self.state_effect(board, *deed, operands),
            Kernel::Walk { ray, deed, number } => self.walk_effect(board, ray, *deed, *number),
            _ => Err(Unsupported("an unsupported effect")),
        }
    }

    /// Executes a masked effect.
    pub(super) fn masked_effect(&mut self, board: &mut Board<'_>, part: &MaskedKernel) -> Result<(), Unsupported> {
        let before = (part.lanes.is_some(), self.mover);
        self.masked(board, part, Self::effect)?;
        if before.0 && self.mover != before.1 {
            self.mover = None;
        }
        Ok(())
    }

    fn state_effect(&mut self, board: &mut Board<'_>, deed: Effect, operands: &[Kernel]) -> Result<(), Unsupported> {
        match deed {
            Effect::Remove => self.with_element(board, &operands[0], |this, board, element| {
                let room = board.remove_element(element)?;
                let full = board.w.binary(Binary::Equal, room, 0);
                this.fail_if(board, full)
            }),
            Effect::SetOwner | Effect::SetState => {
                let Kernel::Const(Value::Int(number)) = operands[1] else {
                    return Err(Unsupported("owners or states that are computed at run time"));
                };
                let table = board.kind_table(deed, number)?;
                self.with_element(board, &operands[0], |_, board, element| board.change_kind(element, table))
            }
            Effect::Set(global) => {
                let kind = &board.rules.globals[global.index()].kind;
                let GlobalKind::Int { least, most } = *kind else {
                    let value = self.value(board, &operands[0])?;
                    return board.set_global(global, value);
                };
                let value = self.number(board, &operands[0])?;
                let inside = value_range(board, &operands[0])
                    .is_some_and(|(low, high)| i64::from(least) <= low && high <= i64::from(most));
                if !inside {
                    let below = board.w.binary(Binary::SignedLess, value, i64::from(least) as u64);
                    let above = board.w.binary(Binary::SignedLess, i64::from(most) as u64, value);
                    let outside = board.w.binary(Binary::Or, below, above);
                    self.fail_if(board, outside)?;
                }
                board.set_global(global, value)
            }
            Effect::SetScore => {
                let Kernel::Const(Value::Int(number)) = operands[0] else {
                    return Err(Unsupported("the score of a player who is computed at run time"));
                };
                let player = usize::try_from(number).ok().and_then(Player::new);
                let player = player.filter(|player| player.number() <= board.layout.player_count);
                let points = self.number(board, &operands[1])?;
                board.set_score(player.ok_or(Unsupported("a score of a player who is not in the game"))?, points)
            }
            Effect::Move => {
                let place = self.thing(board, &operands[1])?;
                self.with_element(board, &operands[0], |this, board, element| {
                    let fails = board.put_element(element, place)?;
                    this.fail_if(board, fails)
                })
            }
            Effect::SetMember(_) => Err(Unsupported("members of variable families")),
            Effect::Permute => Err(Unsupported("permutations of locations")),
        }
    }

    /// Applies an effect to an element; sets the failure flag if there is none.
    fn with_element(
        &mut self,
        board: &mut Board<'_>,
        kernel: &Kernel,
        then: impl FnOnce(&mut Self, &mut Board<'_>, Arg) -> Result<(), Unsupported>,
    ) -> Result<(), Unsupported> {
        let element = self.thing(board, kernel)?;
        if matches!(kernel, Kernel::Moved) {
            let index = board.w.binary(Binary::Sub, element, 1);
            return then(self, board, index);
        }
        let none = board.w.binary(Binary::Equal, element, 0);
        self.fail_if(board, none)?;
        let there = board.w.binary(Binary::NotEqual, element, 0);
        board.if_then(there, |board| {
            let index = board.w.binary(Binary::Sub, element, 1);
            then(self, board, index)
        })
    }

    /// Sets the failure flag if a word is not 0; the rest of the move does not matter then.
    pub(super) fn fail_if(&mut self, board: &mut Board<'_>, condition: Arg) -> Result<(), Unsupported> {
        if condition == Arg::Word(0) {
            return Ok(());
        }
        let failed = self.failed.ok_or(Unsupported("a condition that may fail"))?;
        board.may_fail = true;
        let both = board.w.binary(Binary::Or, failed, condition);
        board.w.set(failed, both);
        Ok(())
    }

    /// Applies an effect to the elements on the cells before the end of a ray.
    fn walk_effect(
        &mut self,
        board: &mut Board<'_>,
        ray: &Kernel,
        deed: Effect,
        number: i32,
    ) -> Result<(), Unsupported> {
        let Kernel::Ray { first, step, .. } = ray else { unreachable!("a walk goes along a ray") };
        let (there, end) = self.ray(board, ray)?;
        let table = board.kind_table(deed, number)?;
        let start = self.location(board, &CellRef::Relative(*first))?;
        board.if_then(there, |board| {
            let cell = board.w.add_variable();
            board.w.set(cell, start);
            board.w.open_list();
            let done = board.w.binary(Binary::Equal, cell, end);
            board.w.if_then(done, Writer::break_loop);
            let element = board.content(cell.into());
            let index = board.w.binary(Binary::Sub, element, 1);
            board.change_kind(index, table)?;
            let further = board.w.binary(Binary::Add, cell, i64::from(*step) as u64);
            board.w.set(cell, further);
            let round = board.w.close_list();
            board.w.write_loop(round);
            Ok(())
        })
    }

    /// Follows a ray. Returns its answer (1 or 0) and the cell at which it ends.
    fn ray(&mut self, board: &mut Board<'_>, ray: &Kernel) -> Result<(Arg, Var), Unsupported> {
        let &Kernel::Ray { first, step, stop, yes, end, ref next } = ray else { unreachable!("it is a ray") };
        let (cell, result) = (board.w.add_variable(), board.w.add_variable());
        let start = self.location(board, &CellRef::Relative(first))?;
        board.w.set(cell, start);
        board.w.open_list();
        let stops = board.cell_matches(cell.into(), stop);
        board.if_then(stops, |board| {
            let answer = board.cell_matches(cell.into(), yes);
            board.w.set(result, answer);
            board.w.break_loop();
            Ok(())
        })?;
        let here = Self { lane: Some(cell.into()), ..Self::default() }.lane_is_in(board, next)?;
        board.if_else(
            here,
            |board| {
                let further = board.w.binary(Binary::Add, cell, i64::from(step) as u64);
                board.w.set(cell, further);
                Ok(())
            },
            |board| {
                board.w.set(result, u64::from(end));
                board.w.break_loop();
                Ok(())
            },
        )?;
        let body = board.w.close_list();
        board.w.write_loop(body);
        Ok((result.into(), cell))
    }
}

/// Interval analysis: least and greatest possible value of a number, if derivable.
fn value_range(board: &Board<'_>, kernel: &Kernel) -> Option<(i64, i64)> {
    Some(match kernel {
        Kernel::Const(Value::Int(number)) => (i64::from(*number), i64::from(*number)),
        Kernel::Global(id) => match board.rules.globals[id.index()].kind {
            GlobalKind::Int { least, most } => (i64::from(least), i64::from(most)),
            _ => return None,
        },
        Kernel::CountCells { cells, .. } => (0, cells.members().count() as i64),
        Kernel::CountKinds { .. } => (0, board.layout.initial_kind.len() as i64),
        Kernel::Count(parts) => (0, parts.len() as i64),
        Kernel::If(kernels) => {
            let (yes, no) = (value_range(board, &kernels[1])?, value_range(board, &kernels[2])?);
            (yes.0.min(no.0), yes.1.max(no.1))
        }
        Kernel::PerLane(parts) => {
            let ranges: Option<Vec<_>> = parts.iter().map(|part| value_range(board, &part.kernel)).collect();
            let ranges = ranges?;
            (ranges.iter().map(|range| range.0).min()?, ranges.iter().map(|range| range.1).max()?)
        }
        Kernel::Arith(op, kernels) => {
            let (left, right) = (value_range(board, &kernels[0])?, value_range(board, &kernels[1])?);
            let of = |left: i64, right: i64| match op {
                ArithmeticOp::Add => Some(left + right),
                ArithmeticOp::Subtract => Some(left - right),
                ArithmeticOp::Multiply => left.checked_mul(right),
                ArithmeticOp::Divide | ArithmeticOp::Remainder => None,
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
