//! Functions over listed moves: legality, preferences, equal moves, and whether there is any legal move.

use boardwright_jit::{Arg, Binary, FunctionId, Var, Width, Writer};

use super::candidates::move_key;
use super::generator::{Generated, Generator};
use super::making::ILLEGAL;
use super::scratch;

/// The rules of one priority, for a player.
#[derive(Clone, Copy, Debug)]
pub(super) struct Group {
    /// Lists the candidates.
    pub(super) candidates: FunctionId,
    /// `true` if some rule has a condition on the position after the move.
    pub(super) has_after: bool,
    /// `true` if some rule has a preference.
    pub(super) has_preferences: bool,
    /// `true` if equal moves can be listed.
    pub(super) has_equal_moves: bool,
    /// `true` if the moves are listed by segments, without equal ones.
    pub(super) by_segments: bool,
    /// `true` if equal moves have the same legality.
    pub(super) equal_moves_are_alike: bool,
}

impl Generator<'_> {
    /// Writes a loop over the listed moves that keeps some of them.
    fn keep_moves(
        &mut self,
        count: Arg,
        with_preferences: bool,
        test: &mut dyn FnMut(&mut Self, Arg, Var) -> Generated<Arg>,
    ) -> Generated<Arg> {
        let (at, kept) = (self.variable(0), self.variable(0));
        let body = self.nested_loop(|g| {
            let end = g.equal(at, count);
            g.board.w.if_then(end, Writer::break_loop);
            let offset = g.op(Binary::ShiftLeft, at, 3);
            let key = g.board.w.load(g.scratch, Width::Eight, offset, scratch::MOVES);
            let keeps = test(g, key, at)?;
            g.when(keeps, |g| {
                let to = g.op(Binary::ShiftLeft, kept, 3);
                g.board.w.store(g.scratch, Width::Eight, to, scratch::MOVES, key);
                if with_preferences {
                    let preference = g.board.w.load(g.scratch, Width::Eight, offset, scratch::PREFERENCES);
                    g.board.w.store(g.scratch, Width::Eight, to, scratch::PREFERENCES, preference);
                }
                let more = g.op(Binary::Add, kept, 1);
                g.board.w.set(kept, more);
                Ok(())
            })?;
            let next = g.op(Binary::Add, at, 1);
            g.board.w.set(at, next);
            Ok(())
        })?;
        self.board.w.write_loop(body);
        self.board.w.store(self.scratch, Width::Eight, 0, scratch::COUNT, kept);
        Ok(kept.into())
    }

    /// 1 if a listed move is legal: tests its condition on the position after it.
    pub(super) fn is_legal(&mut self, make: FunctionId, key: Arg) -> Arg {
        self.board.w.store(self.scratch, Width::Eight, 0, scratch::MOVE, key);
        self.board.w.store(self.scratch, Width::Eight, 0, scratch::TESTS_ONLY, 1);
        let code = self.board.w.call(make, &[]);
        self.board.w.store(self.scratch, Width::Eight, 0, scratch::TESTS_ONLY, 0);
        self.fault_after_call();
        self.op(Binary::NotEqual, code, ILLEGAL)
    }

    /// Drops the moves that are not legal, if some rule of the group has a condition on the position after the move.
    pub(super) fn keep_legal(
        &mut self,
        group: &Group,
        make: FunctionId,
        has_after: &[bool],
        count: Arg,
    ) -> Generated<Arg> {
        if !group.has_after {
            return Ok(count);
        }
        let flags: Vec<u16> = has_after.iter().map(|flag| u16::from(*flag)).collect();
        if group.by_segments {
            let left = self.variable(count);
            self.for_each_in_segments(None, &mut |g, key, at, target| {
                let rule = g.op(Binary::ShiftRight, key, move_key::RULE);
                let tests = g.lookup(&flags, rule);
                g.when(tests, |g| {
                    let legal = g.is_legal(make, key);
                    let illegal = g.negate(legal);
                    g.when(illegal, |g| {
                        g.drop_from_segment(at, target);
                        let less = g.op(Binary::Sub, left, 1);
                        g.board.w.set(left, less);
                        Ok(())
                    })
                })
            })?;
            self.board.w.store(self.scratch, Width::Eight, 0, scratch::COUNT, left);
            return Ok(left.into());
        }
        self.keep_moves(count, group.has_preferences, &mut |g, key, _| {
            let rule = g.op(Binary::ShiftRight, key, move_key::RULE);
            let tests = g.lookup(&flags, rule);
            let legal = g.variable(1);
            g.when(tests, |g| {
                let holds = g.is_legal(make, key);
                g.board.w.set(legal, holds);
                Ok(())
            })?;
            Ok(legal.into())
        })
    }

    /// Keeps the moves with the greatest preference.
    pub(super) fn keep_preferred(&mut self, group: &Group, count: Arg) -> Generated<Arg> {
        if !group.has_preferences {
            return Ok(count);
        }
        let best = self.variable(i64::from(i32::MIN) as u64);
        let at = self.variable(0);
        let body = self.nested_loop(|g| {
            let end = g.equal(at, count);
            g.board.w.if_then(end, Writer::break_loop);
            let offset = g.op(Binary::ShiftLeft, at, 3);
            let preference = g.board.w.load(g.scratch, Width::Eight, offset, scratch::PREFERENCES);
            let more = g.op(Binary::SignedLess, best, preference);
            let better = g.board.w.select(more, preference, best);
            g.board.w.set(best, better);
            let next = g.op(Binary::Add, at, 1);
            g.board.w.set(at, next);
            Ok(())
        })?;
        self.board.w.write_loop(body);
        self.keep_moves(count, false, &mut |g, _, at| {
            let offset = g.op(Binary::ShiftLeft, at, 3);
            let preference = g.board.w.load(g.scratch, Width::Eight, offset, scratch::PREFERENCES);
            Ok(g.equal(preference, best))
        })
    }

    /// Keeps the first move of each class of equal moves, by a hash table.
    pub(super) fn keep_distinct(&mut self, group: &Group, count: Arg) -> Generated<Arg> {
        if !group.has_equal_moves || group.by_segments {
            return Ok(count);
        }
        let epoch = self.board.w.load(self.scratch, Width::Eight, 0, scratch::EPOCH);
        let epoch = self.op(Binary::Add, epoch, 1);
        self.board.w.store(self.scratch, Width::Eight, 0, scratch::EPOCH, epoch);
        self.keep_moves(count, false, &mut |g, key, _| {
            let class = g.class_of(key);
            let hash = g.op(Binary::Mul, class, 0x9e37_79b9_7f4a_7c15);
            let bits = u64::from(scratch::HASH_ENTRIES.trailing_zeros());
            let hash = g.op(Binary::ShiftRight, hash, 64 - bits);
            let (at, is_new) = (g.variable(hash), g.variable(0));
            let probe = g.nested_loop(|g| {
                let offset = g.op(Binary::Mul, at, scratch::HASH_ENTRY as u64);
                let known = g.board.w.load(g.scratch, Width::Eight, offset, scratch::HASH);
                let of = g.board.w.load(g.scratch, Width::Eight, offset, scratch::HASH + 8);
                let free = g.op(Binary::NotEqual, of, epoch);
                g.when(free, |g| {
                    g.board.w.store(g.scratch, Width::Eight, offset, scratch::HASH, class);
                    g.board.w.store(g.scratch, Width::Eight, offset, scratch::HASH + 8, epoch);
                    g.board.w.set(is_new, 1);
                    g.board.w.break_loop();
                    Ok(())
                })?;
                let same = g.equal(known, class);
                g.board.w.if_then(same, Writer::break_loop);
                let next = g.op(Binary::Add, at, 1);
                let next = g.and(next, scratch::HASH_ENTRIES as u64 - 1);
                g.board.w.set(at, next);
                Ok(())
            })?;
            g.board.w.write_loop(probe);
            Ok(is_new.into())
        })
    }

    /// Class of a move: equal moves have equal classes.
    fn class_of(&mut self, key: Arg) -> Arg {
        let field = |g: &mut Self, shift: u64, mask: u64| {
            let part = g.op(Binary::ShiftRight, key, shift);
            g.and(part, mask)
        };
        let element = field(self, move_key::ELEMENT, 0xffff);
        let to = field(self, move_key::TO, 0xffff);
        let rule_and_word = self.op(Binary::ShiftRight, key, move_key::CHOICE);
        let places: Vec<u16> = [self.layout.off_board_place as u16]
            .into_iter()
            .chain(self.layout.key_place.iter().map(|place| *place as u16))
            .collect();
        let from = self.location_of(element);
        let from = self.lookup(&places, from);
        let off = self.equal(to, move_key::OFF);
        let place = self.board.w.select(off, 0, to);
        let place = self.lookup(&places, place);
        let kind = self.kind_of(element);
        // Words by their text; for rules without an element the rule counts too.
        let mut texts: Vec<&str> = Vec::new();
        let mut words: Vec<u16> = vec![0; self.rules.rules.len() * 256];
        for (index, rule) in self.rules.rules.iter().enumerate() {
            for (number, choice) in rule.choices.iter().enumerate() {
                let text = texts.iter().position(|text| *text == choice.word).unwrap_or_else(|| {
                    texts.push(&choice.word);
                    texts.len() - 1
                });
                words[256 * index + number] = text as u16 + 1;
            }
        }
        let word = if texts.is_empty() { Arg::Word(0) } else { self.lookup(&words, rule_and_word) };
        let rule = self.op(Binary::ShiftRight, key, move_key::RULE);
        let rule = self.op(Binary::Add, rule, 1);
        let rule = self.board.w.select(element, 0, rule);
        let mut class = self.op(Binary::ShiftLeft, from, 48);
        for (part, shift) in [(place, 32), (kind, 16), (word, 8), (rule, 0)] {
            let part = self.op(Binary::ShiftLeft, part, shift);
            class = self.or(class, part);
        }
        class
    }

    /// Writes the function that lists the legal moves of a player, with equal ones unless it only `counts` them; it returns
    /// their number.
    pub(super) fn write_list(
        &mut self,
        id: FunctionId,
        groups: &[Group],
        make: FunctionId,
        has_after: &[bool],
        counts: bool,
    ) -> Generated<()> {
        self.board.w.begin_declared(id);
        for group in groups {
            let count = self.board.w.call(group.candidates, &[]);
            self.fault_after_call();
            let count = self.keep_legal(group, make, has_after, count)?;
            let count = self.keep_preferred(group, count)?;
            let count = if counts { self.keep_distinct(group, count)? } else { count };
            self.board.w.if_then(count, |w| w.return_word(count));
        }
        self.board.w.store(self.scratch, Width::Eight, 0, scratch::COUNT, 0);
        self.board.w.return_word(0);
        self.board.w.end_declared(id);
        Ok(())
    }

    /// Writes the function that finds out whether a player has a legal move. The candidates of the priority in which one
    /// was found stay listed.
    pub(super) fn write_can_move(
        &mut self,
        id: FunctionId,
        groups: &[Group],
        make: FunctionId,
        has_after: &[bool],
    ) -> Generated<()> {
        let flags: Vec<u16> = has_after.iter().map(|flag| u16::from(*flag)).collect();
        self.board.w.begin_declared(id);
        for (number, group) in groups.iter().enumerate() {
            let count = self.board.w.call(group.candidates, &[]);
            self.fault_after_call();
            let (at, found) = (self.variable(0), self.variable(0));
            if group.by_segments && !group.has_after {
                let some = self.op(Binary::NotEqual, count, 0);
                self.board.w.set(found, some);
            } else if group.by_segments {
                self.for_each_in_segments(Some(found), &mut |g, key, _, _| {
                    let legal = g.variable(1);
                    let rule = g.op(Binary::ShiftRight, key, move_key::RULE);
                    let tests = g.lookup(&flags, rule);
                    g.when(tests, |g| {
                        let holds = g.is_legal(make, key);
                        g.board.w.set(legal, holds);
                        Ok(())
                    })?;
                    g.board.w.set(found, legal);
                    Ok(())
                })?;
            }
            let body = self.nested_loop(|g| {
                let end = g.equal(at, count);
                let end = if group.by_segments { Arg::Word(1) } else { end };
                g.board.w.if_then(end, Writer::break_loop);
                let offset = g.op(Binary::ShiftLeft, at, 3);
                let key = g.board.w.load(g.scratch, Width::Eight, offset, scratch::MOVES);
                let legal = g.variable(1);
                if group.has_after {
                    let rule = g.op(Binary::ShiftRight, key, move_key::RULE);
                    let tests = g.lookup(&flags, rule);
                    g.when(tests, |g| {
                        let holds = g.is_legal(make, key);
                        g.board.w.set(legal, holds);
                        Ok(())
                    })?;
                }
                g.board.w.set(found, legal);
                g.board.w.if_then(legal, Writer::break_loop);
                let next = g.op(Binary::Add, at, 1);
                g.board.w.set(at, next);
                Ok(())
            })?;
            self.board.w.write_loop(body);
            self.when(found.into(), |g| {
                g.board.w.store(g.scratch, Width::Eight, 0, scratch::IS_LISTED, number as u64 + 1);
                g.board.w.return_word(1);
                Ok(())
            })?;
        }
        self.board.w.store(self.scratch, Width::Eight, 0, scratch::IS_LISTED, groups.len() as u64 + 1);
        self.board.w.return_word(0);
        self.board.w.end_declared(id);
        Ok(())
    }
}
