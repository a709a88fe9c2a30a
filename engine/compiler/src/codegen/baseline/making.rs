//! Making of moves: from the key of a move to the position after it, and the ends of the game.

use boardwright_game::ids::{ExprId, Player, VarId};
use boardwright_interpreter::kinds::PieceKindId;
use boardwright_jit::{Arg, Binary, FunctionId, Width};
use boardwright_rules::{Award, Capture, Expr, Guard, Next, Query, Reset, RulePlace, Winner};

use super::candidates::{PlayerRule, move_key};
use super::generator::{Context, Generated, Generator};
use super::scratch;
use super::untyped::Mentioned;
use super::values::{Number, ThingKind, Value};
use crate::Unsupported;
use crate::codegen::board::KindOf;
use crate::codegen::{CONTINUES, MOVE_FAILED, history};
use boardwright_game::game::Outcome;

/// Return code: the move is not legal, because its rule's condition `after` does not hold.
pub(super) const ILLEGAL: u64 = u64::MAX - 2;

impl<'a> Generator<'a> {
    /// Writes the function that makes a player's move, up to the scorings; with `TESTS_ONLY` it only tests it.
    pub(super) fn write_make(&mut self, id: FunctionId, player: Player, rules: &[PlayerRule<'a>]) -> Generated<()> {
        self.board.w.begin_declared(id);
        let written = self.write_make_body(player, rules);
        if let Err(reason) = written {
            self.board.w.discard_declared();
            return Err(reason);
        }
        self.board.w.end_declared(id);
        Ok(())
    }

    fn write_make_body(&mut self, player: Player, rules: &[PlayerRule<'a>]) -> Generated<()> {
        let key = self.board.w.load(self.scratch, Width::Eight, 0, scratch::MOVE);
        let which = self.op(Binary::ShiftRight, key, move_key::RULE);
        self.dispatch_rules(player, rules, key, which)?;
        // There is no such rule.
        self.fault_if(Arg::Word(1));
        Ok(())
    }

    /// Binary search for the rule of a move; `rules` are in the order of their numbers.
    fn dispatch_rules(&mut self, player: Player, rules: &[PlayerRule<'a>], key: Arg, which: Arg) -> Generated<()> {
        match rules {
            [] => Ok(()),
            [rule] => {
                let here = self.equal(which, rule.index as u64);
                self.when(here, |g| g.make_by_rule(player, rule, key))
            }
            _ => {
                let (low, high) = rules.split_at(rules.len() / 2);
                let lower = self.op(Binary::UnsignedLess, which, high[0].index as u64);
                self.choose(
                    lower,
                    |g| g.dispatch_rules(player, low, key, which),
                    |g| g.dispatch_rules(player, high, key, which),
                )
            }
        }
    }

    fn make_by_rule(&mut self, player: Player, rule: &PlayerRule<'a>, key: Arg) -> Generated<()> {
        self.env.fill(None);
        self.context = self.context_of(player);
        let field = |g: &mut Self, shift: u64, mask: u64| {
            let part = g.op(Binary::ShiftRight, key, shift);
            g.and(part, mask)
        };
        let element = field(self, move_key::ELEMENT, 0xffff);
        let to = field(self, move_key::TO, 0xffff);
        if rule.rule.element.is_some() {
            self.context.moved = element;
            self.context.from = match rule.rule.from {
                RulePlace::Off => Arg::Word(0),
                _ => self.location_of(element),
            };
            let to = match rule.rule.to {
                RulePlace::Off => Arg::Word(0),
                _ => to,
            };
            self.context.to = Value::Thing(ThingKind::Location, to);
        }
        // Variables of the condition that later parts read.
        let mut later = Vec::new();
        let next = if let Next::Is(id) = rule.rule.next { Some(id) } else { None };
        let weight = rule.rule.chance.and_then(|chance| chance.weight);
        let mut parts: Vec<ExprId> =
            [rule.rule.after, rule.rule.followup, next, weight].into_iter().flatten().collect();
        parts.extend(rule.rule.awards.iter().flat_map(|award| [award.player, award.amount]));
        if self.is_untyped {
            // Variables live on: later expressions may read those of the condition.
            parts.extend(self.parts_after_moves());
        }
        parts.iter().for_each(|part| self.collect_variables(*part, &mut later));
        let choices = &rule.rule.choices;
        if choices.len() > 1 {
            let tests: Vec<ExprId> = parts.iter().copied().chain(rule.rule.condition).collect();
            let depends = tests.iter().any(|id| self.asks_for(*id, Query::Choice));
            if depends {
                let word = field(self, move_key::CHOICE, 0xff);
                let context = self.context.clone();
                for (index, choice) in choices.iter().enumerate() {
                    let here = self.equal(word, index as u64);
                    self.when(here, |g| {
                        g.context = Context { choice: Some(choice.value), ..context.clone() };
                        g.make_with_bindings(player, rule, key, later.clone())
                    })?;
                }
                self.fault_if(Arg::Word(1));
                return Ok(());
            }
        }
        self.context.choice = choices.first().map(|choice| choice.value);
        self.make_with_bindings(player, rule, key, later)
    }

    /// Binds the variables that the rule reads, then makes the move.
    fn make_with_bindings(
        &mut self,
        player: Player,
        rule: &PlayerRule<'a>,
        key: Arg,
        later: Vec<VarId>,
    ) -> Generated<()> {
        if let Guard::Bind(variable) = rule.rule.player {
            self.env[variable.index()] = Some(Value::number(player.number() as i64));
        }
        // What the condition assigns.
        let tests = self.conjuncts(rule.rule);
        let mut assigned = Vec::new();
        tests.iter().for_each(|test| self.assigned_by(*test, &mut assigned));
        let redoes = later.iter().any(|variable| assigned.contains(variable));
        let mut wanted = later;
        if redoes {
            tests.iter().for_each(|test| self.collect_variables(*test, &mut wanted));
        }
        let needs_for = rule.rule.for_each.iter().any(|(variable, _)| wanted.contains(variable));
        if needs_for {
            rule.rule.for_each.iter().for_each(|(_, set)| self.collect_variables(*set, &mut wanted));
        }
        let for_index = self.and(key, 0xffff);
        self.with_combination(rule, needs_for, for_index, &mut |g| {
            g.bind_patterns(rule, &wanted);
            if redoes {
                // The condition holds; its variables are known within.
                let tests = tests.clone();
                g.where_all(&tests, &mut |g| g.make_bound(player, rule))?;
                g.fault_if(Arg::Word(1));
                Ok(())
            } else {
                g.make_bound(player, rule)
            }
        })
    }

    /// The variables that an expression assigns, not counting those of named expressions.
    fn assigned_by(&self, id: ExprId, assigned: &mut Vec<VarId>) {
        if self.is_untyped {
            assigned.extend(Mentioned::by(self.rules, id).assigned);
            return;
        }
        let expr = &self.rules.exprs[id];
        if let Expr::Assign(variable, _) = expr {
            assigned.push(*variable);
        }
        expr.operands().into_iter().for_each(|part| self.assigned_by(part, assigned));
    }

    fn bind_patterns(&mut self, rule: &PlayerRule<'a>, wanted: &[VarId]) {
        if let Some(pattern) = &rule.rule.element {
            let entries: Vec<(usize, Vec<(VarId, i32)>)> =
                pattern.entries.iter().map(|(element, bound)| (element.index(), bound.clone())).collect();
            let element = self.context.moved;
            self.bind(&entries, element, wanted);
            if let Guard::Bind(variable) = rule.rule.state {
                let state = self.state_of(element);
                self.env[variable.index()] = Some(Value::Number(state));
            }
            if let Guard::Bind(variable) = rule.rule.owner {
                let owner = self.owner_of(element);
                self.env[variable.index()] = Some(Value::Number(owner));
            }
        }
        let Value::Thing(_, to) = self.context.to else { return };
        for (place, counted) in [(&rule.rule.from, self.context.from), (&rule.rule.to, to)] {
            if let RulePlace::Listed(places) = place {
                let entries: Vec<(usize, Vec<(VarId, i32)>)> =
                    places.entries.iter().map(|(place, bound)| (place.index(), bound.clone())).collect();
                self.bind(&entries, counted, wanted);
            }
        }
    }

    /// Makes a move whose variables are bound.
    fn make_bound(&mut self, player: Player, rule: &PlayerRule<'a>) -> Generated<()> {
        if self.writes_weights {
            return self.return_weight(rule);
        }
        self.may_change = true;
        let made = self.make_changes(player, rule);
        self.may_change = false;
        made
    }

    fn make_changes(&mut self, player: Player, rule: &PlayerRule<'a>) -> Generated<()> {
        let mark = if rule.rule.after.is_some() { self.begin_journal()? } else { Arg::Word(0) };
        let made = self.make_displaced(player, rule, mark);
        self.board.keep_journal(None)?;
        made
    }

    fn make_displaced(&mut self, player: Player, rule: &PlayerRule<'a>, mark: Arg) -> Generated<()> {
        // Points are given before the move; a test of the position after it does not see them.
        let mut awards = Vec::new();
        if rule.rule.after.is_some() {
            let amounts = rule.rule.awards.iter().map(|award| &award.amount);
            let mut parts = rule.rule.followup.iter().chain(&rule.rule.after).chain(amounts);
            if !rule.rule.awards.is_empty() && parts.any(|part| self.asks_for(*part, Query::Score)) {
                return Err(Unsupported("a condition on the position after a move that reads scores of its rule"));
            }
            awards = self.awards(&rule.rule.awards)?;
        } else {
            self.give_awards(&rule.rule.awards)?;
        }
        self.displace(rule)?;
        if let Some(after) = rule.rule.after {
            self.context.after = Some(rule.index);
            let holds = self.shared_truth(after)?;
            self.context.after = None;
            let tests = self.board.w.load(self.scratch, Width::Eight, 0, scratch::TESTS_ONLY);
            let refused = self.negate(holds);
            let returns = self.or(refused, tests);
            self.when(returns, |g| {
                g.take_back(mark)?;
                let code = g.board.w.select(holds, CONTINUES, ILLEGAL);
                g.board.w.return_word(code);
                Ok(())
            })?;
            self.board.keep_journal(None)?;
            self.board.w.store(self.scratch, Width::Eight, 0, scratch::JOURNAL_TOP, mark);
        }
        for (player, points) in awards {
            self.add_score(player, points)?;
        }
        self.pass_turn_by(player, rule.rule.next)?;
        let scorings = &self.rules.scorings;
        for scoring in scorings {
            self.context.choice = None;
            let holds = self.truth(scoring.situation)?;
            self.where_assigning(holds, |g| {
                g.give_awards(&scoring.awards)?;
                if let Some(followup) = scoring.followup {
                    g.value(followup)?;
                }
                Ok(())
            })?;
        }
        // The ends of the game are tested by another function, unless they read variables of the move.
        let Value::Thing(_, to) = self.context.to else { return Err(Unsupported("a target that is not known")) };
        let words = [self.context.moved, self.context.from, to, self.context.captured];
        for (index, word) in words.into_iter().enumerate() {
            self.board.w.store(self.scratch, Width::Eight, 0, scratch::CONTEXT + 8 * index, word);
        }
        if self.tests_ends_when_made {
            self.board.w.store(self.scratch, Width::Eight, 0, scratch::END, CONTINUES);
            self.write_untyped_ends()?;
        }
        self.board.w.return_word(CONTINUES);
        Ok(())
    }

    /// Passes the turn as a rule says.
    fn pass_turn_by(&mut self, player: Player, next: Next) -> Generated<()> {
        match next {
            Next::Stays => {}
            Next::Following => {
                let next = player.next(self.layout.player_count);
                self.pass_turn(player, next)?;
                self.context.player = Arg::Word(next.number() as u64);
            }
            Next::Is(next) => {
                let number = self.number(next)?;
                let mut found = self.pass_turn_to_chance(number.arg)?;
                for next in self.layout.players() {
                    let here = self.equal(number.arg, next.number() as u64);
                    found = self.or(found, here);
                    self.when(here, |g| g.pass_turn(player, next))?;
                }
                let nobody = self.negate(found);
                self.fault_if(nobody);
                self.context.player = self.mover_of_position();
            }
        }
        Ok(())
    }

    /// Runs a closure in the position after the move that is tested, with the turn passed.
    fn with_turn_passed<T>(&mut self, rule: usize, run: impl FnOnce(&mut Self) -> Generated<T>) -> Generated<T> {
        let Arg::Word(mover) = self.context.mover else { return Err(Unsupported("a player who is not known")) };
        let player = Player::new(mover as usize).ok_or(Unsupported("a player who is not known"))?;
        if self.layout.scorings_change_position {
            return Err(Unsupported("REPEATS or NOREPLY in `after`, where scorings or `while` change the position"));
        }
        let mark = self.board.w.load(self.scratch, Width::Eight, 0, scratch::JOURNAL_TOP);
        let context = self.context.clone();
        self.pass_turn_by(player, self.rules.rules[rule].next)?;
        let result = run(self)?;
        self.context = context;
        self.take_back(mark)?;
        Ok(result)
    }

    /// 1 if the player who moves next has no legal move after the move that is tested.
    pub(super) fn has_no_reply(&mut self, rule: usize) -> Generated<Arg> {
        if !matches!(self.rules.rules[rule].next, Next::Following) || self.layout.player_count < 2 {
            return Err(Unsupported("NOREPLY where the next player is not known"));
        }
        let result = self.variable(0);
        let lists = self.board.w.load(self.scratch, Width::Eight, 0, scratch::LISTS_REPLIES);
        let tests = self.equal(lists, 0);
        self.when(tests, |g| {
            let none = g.with_turn_passed(rule, Self::list_replies)?;
            g.board.w.set(result, none);
            Ok(())
        })?;
        Ok(result.into())
    }

    /// 1 if the player to move has no legal move; the listed moves stay as they are.
    fn list_replies(&mut self) -> Generated<Arg> {
        let Arg::Word(next) = self.context.player else { return Err(Unsupported("a player who is not known")) };
        let can_move = self.can_move[next as usize - 1];
        let kept = [scratch::TESTS_ONLY, scratch::COUNT, scratch::SEGMENTS, scratch::BY_SEGMENTS, scratch::IS_LISTED]
            .map(|at| (at, self.board.w.load(self.scratch, Width::Eight, 0, at)));
        self.copy_moves(scratch::MOVES, scratch::OUTER_MOVES)?;
        self.board.w.store(self.scratch, Width::Eight, 0, scratch::LISTS_REPLIES, 1);
        let found = self.board.w.call(can_move, &[]);
        self.board.w.store(self.scratch, Width::Eight, 0, scratch::LISTS_REPLIES, 0);
        self.fault_after_call();
        for (at, word) in kept {
            self.board.w.store(self.scratch, Width::Eight, 0, at, word);
        }
        self.copy_moves(scratch::OUTER_MOVES, scratch::MOVES)?;
        Ok(self.equal(found, 0))
    }

    /// Copies the listed moves, with their preferences.
    fn copy_moves(&mut self, from: usize, to: usize) -> Generated<()> {
        let at = self.variable(0);
        let body = self.nested_loop(|g| {
            let end = g.equal(at, 2 * scratch::MOVES_BYTES as u64);
            g.board.w.if_then(end, boardwright_jit::Writer::break_loop);
            let word = g.board.w.load(g.scratch, Width::Eight, at, from);
            g.board.w.store(g.scratch, Width::Eight, at, to, word);
            let next = g.op(Binary::Add, at, 8);
            g.board.w.set(at, next);
            Ok(())
        })?;
        self.board.w.write_loop(body);
        Ok(())
    }

    /// Number of earlier occurrences of the position after the move that is tested.
    pub(super) fn repeats_after(&mut self, rule: usize) -> Generated<Number> {
        let Some(history) = self.history else { return Err(Unsupported("REPEATS without a history")) };
        self.reads_history = true;
        let arg = self.with_turn_passed(rule, |g| {
            let key = g.board.repetition_key()?;
            Ok(history::count_earlier(&mut g.board.w, history, key))
        })?;
        Ok(Number { arg, least: 0, most: i64::from(i32::MAX) })
    }

    fn give_awards(&mut self, awards: &[Award]) -> Generated<()> {
        for award in awards {
            for (player, points) in self.awards(std::slice::from_ref(award))? {
                self.add_score(player, points)?;
            }
        }
        Ok(())
    }

    /// Players and points of awards.
    fn awards(&mut self, awards: &[Award]) -> Generated<Vec<(Number, Number)>> {
        let players = self.layout.player_count as i64;
        let mut found = Vec::new();
        for award in awards {
            let player = self.number(award.player)?;
            let points = self.number(award.amount)?;
            if player.least < 1 || player.most > players {
                let from_one = self.op(Binary::Sub, player.arg, 1);
                let inside = self.op(Binary::UnsignedLess, from_one, players as u64);
                let outside = self.negate(inside);
                self.fault_if(outside);
            }
            found.push((player, points));
        }
        Ok(found)
    }

    /// Moves the piece, removes what it captures and evaluates the follow-up.
    fn displace(&mut self, rule: &PlayerRule<'a>) -> Generated<()> {
        self.reset(Reset::Move)?;
        if rule.rule.element.is_some() {
            let Value::Thing(_, to) = self.context.to else { return Err(Unsupported("a target that is not known")) };
            let goes_off = matches!(rule.rule.to, RulePlace::Off);
            if rule.rule.capture != Capture::Never && !goes_off {
                let captured = self.content_of(to);
                self.context.captured = captured;
                self.when(captured, |g| {
                    let element = g.op(Binary::Sub, captured, 1);
                    let room = g.board.remove_element(element)?;
                    let full = g.equal(room, 0);
                    g.fault_if(full);
                    Ok(())
                })?;
            }
            let index = self.op(Binary::Sub, self.context.moved, 1);
            let mut possible = rule.kinds.iter().enumerate().filter(|(_, wanted)| **wanted).map(|(kind, _)| kind);
            let kind = match (possible.next(), possible.next()) {
                (Some(kind), None) => KindOf::Constant(PieceKindId(kind as u16)),
                _ => KindOf::Computed(self.board.kind(index)),
            };
            let target = self.op(Binary::Sub, to, 1);
            let origin = self.op(Binary::Sub, self.context.from, 1);
            match (matches!(rule.rule.from, RulePlace::Off), goes_off) {
                // Never listed.
                (true, true) => self.fault_if(Arg::Word(1)),
                (true, false) => self.board.bring_in(index, target, kind, None),
                (false, true) => self.board.take_off(index, origin, kind),
                (false, false) => self.board.move_piece(index, origin, target, kind, None),
            }
        }
        if let Some(followup) = rule.rule.followup {
            self.value(followup)?;
        }
        Ok(())
    }

    // Ends of the game.

    /// Writes the function that tests the ends of the game after a player's move; it returns 0 or the winner plus 1.
    pub(super) fn write_ends(
        &mut self,
        id: FunctionId,
        player: Player,
        next: Option<Player>,
        lists: &[FunctionId],
    ) -> Generated<()> {
        self.board.w.begin_declared(id);
        let written = self.write_ends_body(player, next, lists);
        if let Err(reason) = written {
            self.board.w.discard_declared();
            return Err(reason);
        }
        self.board.w.end_declared(id);
        Ok(())
    }

    fn write_ends_body(&mut self, player: Player, next: Option<Player>, lists: &[FunctionId]) -> Generated<()> {
        if self.tests_ends_when_made {
            let code = self.board.w.load(self.scratch, Width::Eight, 0, scratch::END);
            self.board.w.return_word(code);
            return Ok(());
        }
        self.env.fill(None);
        let load =
            |g: &mut Self, index: usize| g.board.w.load(g.scratch, Width::Eight, 0, scratch::CONTEXT + 8 * index);
        let words: Vec<Arg> = (0..4).map(|index| load(self, index)).collect();
        let to_move = match next {
            Some(next) => Arg::Word(next.number() as u64),
            None => self.mover_of_position(),
        };
        let repeats = self.board.w.load(self.scratch, Width::Eight, 0, scratch::REPEATS);
        self.context = Context {
            mover: Arg::Word(player.number() as u64),
            moved: words[0],
            from: words[1],
            to: Value::Thing(ThingKind::Location, words[2]),
            captured: words[3],
            repeats: Some(repeats),
            lists: lists.to_vec(),
            ..Context::without_move(to_move)
        };
        if self.is_untyped {
            self.may_change = true;
            let written = self.write_untyped_ends();
            self.may_change = false;
            written?;
        } else {
            for end in &self.rules.ends {
                self.env.fill(None);
                self.where_true(end.situation, &mut |g| g.end_by(&end.winner))?;
            }
        }
        self.board.w.return_word(CONTINUES);
        Ok(())
    }

    /// Ends the game as one of its ends says.
    pub(super) fn end_by(&mut self, winner: &Winner) -> Generated<()> {
        let number = match winner {
            Winner::Is(winner) => self.number(*winner)?,
            Winner::Highest => self.highest_scorer(),
        };
        self.end_game(number)
    }

    /// Number of the only player with the highest score; 0 if several have it.
    fn highest_scorer(&mut self) -> Number {
        let players: Vec<Player> = self.layout.players().collect();
        let scores: Vec<Arg> = players.iter().map(|player| self.board.score(*player)).collect();
        let mut best = scores[0];
        for &score in &scores[1..] {
            let less = self.op(Binary::SignedLess, best, score);
            best = self.board.w.select(less, score, best);
        }
        let (mut count, mut leader) = (Arg::Word(0), Arg::Word(0));
        for (player, &score) in players.iter().zip(&scores) {
            let leads = self.equal(score, best);
            count = self.op(Binary::Add, count, leads);
            leader = self.board.w.select(leads, player.number() as u64, leader);
        }
        let alone = self.equal(count, 1);
        let arg = self.board.w.select(alone, leader, 0);
        Number { arg, least: 0, most: players.len() as i64 }
    }

    /// Ends the game with the winner of this number: 0 is a draw, and for -1 the game goes on.
    fn end_game(&mut self, winner: Number) -> Generated<()> {
        let players = self.layout.player_count as i64;
        let finish = |g: &mut Self, number: i64| match number {
            -1 => g.board.w.return_word(CONTINUES),
            _ => {
                let outcome = Player::new(number as usize).map_or(Outcome::Draw, Outcome::Won);
                g.board.set_outcome(outcome);
                g.return_end(number as u64 + 1);
            }
        };
        if let Some(known) = winner.known() {
            if (-1..=players).contains(&known) {
                finish(self, known);
            } else {
                self.fault_if(Arg::Word(1));
            }
            return Ok(());
        }
        for number in winner.least.max(-1)..=winner.most.min(players) {
            let here = self.equal(winner.arg, number as u64);
            self.when(here, |g| {
                finish(g, number);
                Ok(())
            })?;
        }
        self.board.w.store(self.scratch, Width::Eight, 0, scratch::FAULT, 1);
        self.faults += 1;
        self.board.w.return_word(MOVE_FAILED);
        Ok(())
    }

    /// 1 if the player to move has no legal move.
    pub(super) fn has_no_moves(&mut self) -> Generated<Arg> {
        let lists = self.context.lists.clone();
        let mover = self.context.player;
        let result = self.variable(0);
        let turn = self.turn_of(mover);
        for (index, list) in lists.iter().enumerate() {
            let here = self.equal(turn, index as u64 + 1);
            self.when(here, |g| {
                let can_move = g.board.w.call(*list, &[]);
                g.fault_after_call();
                let none = g.equal(can_move, 0);
                g.board.w.set(result, none);
                Ok(())
            })?;
        }
        Ok(result.into())
    }
}
