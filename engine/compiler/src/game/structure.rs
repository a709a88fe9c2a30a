//! Board structure of a compiled game, for players with a look-ahead search. It chooses no moves.

use std::cell::RefCell;

use crate::analyse::rows::WinLineTable;
use crate::tables::CompiledRules;
use boardwright_game::fault::Fault;
use boardwright_game::game::{Game, Outcome};
use boardwright_game::ids::{ElementId, ExprId, LocationId, Player};
use boardwright_game::structure::{
    BoardGeometry, BoardLine, DeclaredHeuristics, GoalCondition, Goals, LineContents, MoveEffect, Structure,
    SymmetryGroup, SymmetrySubset, Tactics, WinLines,
};
use boardwright_interpreter::change;
use boardwright_interpreter::kinds::PieceKindId;
use boardwright_interpreter::state::{self, State};
use boardwright_rules::{Award, Capture, Effect, Expr, Reset, RuleSet};

use super::{CompiledGame, Shared};
use boardwright_interpreter::moves::Move;

/// Runs `work` on a copy of a state. Copies are pooled per thread, so nothing is allocated in the long run.
fn with_copy<T>(state: &State, work: impl FnOnce(&mut State) -> T) -> T {
    thread_local! {
        static COPIES: RefCell<Vec<State>> = const { RefCell::new(Vec::new()) };
    }
    let mut copy = match COPIES.with_borrow_mut(Vec::pop) {
        Some(mut copy) => {
            copy.clone_from(state);
            copy
        }
        None => state.clone(),
    };
    let result = work(&mut copy);
    COPIES.with_borrow_mut(|copies| copies.push(copy));
    result
}

/// `true` if evaluating an expression always removes an element.
fn always_removes(rules: &RuleSet, expr: ExprId) -> bool {
    match &rules.exprs[expr] {
        Expr::Effect(Effect::Remove, _) => true,
        Expr::Lines(lines) => lines.iter().any(|&line| always_removes(rules, line)),
        _ => false,
    }
}

/// `true` if some expression sets a score.
fn sets_scores(rules: &RuleSet) -> bool {
    rules.exprs.iter().any(|(_, expr)| matches!(expr, Expr::Effect(Effect::SetScore, _)))
}

/// The awards of all rules and scorings.
fn awards(rules: &RuleSet) -> impl Iterator<Item = &Award> {
    let of_rules = rules.rules.iter().flat_map(|rule| &rule.awards);
    of_rules.chain(rules.scorings.iter().flat_map(|scoring| &scoring.awards))
}

impl CompiledGame {
    /// Applies `inspect` to the state after a move; returns its result and the outcome after the move.
    fn inspect_after<T>(
        &self,
        state: &State,
        mv: Move,
        inspect: impl FnOnce(&State) -> T,
    ) -> Result<(T, Option<Outcome>), Fault> {
        with_copy(state, |after| {
            self.apply(after, mv)?;
            Ok((inspect(after), self.outcome(after)?))
        })
    }

    /// Keeps those of some moves with which `player`, who is to move, wins at once.
    fn retain_wins(&self, state: &State, player: Player, moves: &mut Vec<Move>) -> Result<(), Fault> {
        with_copy(state, |after| {
            let mut write_index = 0;
            for index in 0..moves.len() {
                let mv = moves[index];
                if index > 0 {
                    after.clone_from(state);
                }
                self.apply(after, mv)?;
                // A missing legal move of the next player is a draw unless an end of the game says otherwise, never a
                // win. So the stored outcome suffices, and no moves need to be generated.
                if after.outcome() == Some(Outcome::Won(player)) {
                    moves[write_index] = mv;
                    write_index += 1;
                }
            }
            moves.truncate(write_index);
            Ok(())
        })
    }

    /// Lines of the game, found on first use.
    fn win_line_table(&self) -> Option<&WinLineTable> {
        let Shared { compiled, lines, .. } = &*self.shared;
        let (rules, layout, start) = (self.rules(), self.layout(), self.initial_state_ref());
        let compiled = compiled.as_ref()?;
        Some(lines.get_or_init(|| WinLineTable::new(rules, layout, compiled, start)))
    }

    /// `true` if the turn can be passed to another player in any position: either the turn passes with every move, or
    /// the continuation within a turn depends only on pieces and on variables that are reset with each turn.
    fn turn_can_pass(&self) -> bool {
        let is_reset_each_turn = |reset| matches!(reset, Reset::Turn | Reset::Move);
        self.rules().globals.iter().all(|global| is_reset_each_turn(global.reset))
            || self.shared.compiled.as_ref().is_some_and(CompiledRules::always_passes_turn)
    }
}

impl Structure<State, Move> for CompiledGame {
    fn win_lines(&self) -> Option<&dyn WinLines<State>> {
        let has_lines = self.win_line_table().is_some_and(|table| !table.lines.is_empty());
        has_lines.then_some(self)
    }

    #[inline]
    fn heuristics(&self) -> Option<&dyn DeclaredHeuristics<State>> {
        (!self.rules().heuristics.is_empty()).then_some(self)
    }

    fn goals(&self) -> Option<&dyn Goals> {
        Some(self)
    }

    fn symmetries(&self) -> Option<&dyn SymmetryGroup<State, Move>> {
        Some(self)
    }
}

impl BoardGeometry<State> for CompiledGame {
    fn location_count(&self) -> usize {
        self.rules().locations.len()
    }

    fn mover(&self, state: &State) -> Player {
        state.mover()
    }

    fn point(&self, location: LocationId) -> (i32, i32) {
        self.rules().locations[location.index()].point
    }

    fn is_relevant(&self, location: LocationId) -> bool {
        self.rules().locations[location.index()].is_relevant
    }

    fn neighbours(&self, location: LocationId, near: &mut Vec<LocationId>) {
        match &self.shared.compiled {
            Some(compiled) => compiled.neighbours(self.layout(), location, near),
            None => near.clear(),
        }
    }

    fn element_count(&self) -> usize {
        self.rules().elements.len()
    }

    fn content(&self, state: &State, location: LocationId) -> Option<ElementId> {
        state.content(self.layout(), location)
    }

    fn class(&self, state: &State, element: ElementId) -> usize {
        usize::from(state.kind(self.layout(), element).0)
    }

    fn owner(&self, state: &State, element: ElementId) -> Option<Player> {
        self.layout().kinds[state.kind(self.layout(), element)].owner
    }

    fn class_count(&self) -> usize {
        self.layout().kinds.len()
    }

    fn class_owner(&self, class: usize) -> Option<Player> {
        self.layout().kinds[PieceKindId(class as u16)].owner
    }

    fn class_at(&self, state: &State, location: LocationId) -> Option<usize> {
        state.kind_at(self.layout(), location).checked_sub(1)
    }

    fn changed_locations(&self, before: &State, after: &State, changed: &mut Vec<LocationId>) {
        changed.clear();
        state::for_each_changed_location(self.layout(), before, after, |location| changed.push(location));
    }
}

impl Tactics<State, Move> for CompiledGame {
    fn moved_element(&self, mv: Move) -> Option<(ElementId, LocationId)> {
        mv.element.zip(mv.to)
    }

    fn is_capture(&self, state: &State, mv: Move) -> bool {
        let rule = &self.rules().rules[mv.rule.index()];
        let is_occupied_target = |to: LocationId| rule.capture != Capture::Never && !state.is_empty(self.layout(), to);
        mv.to.is_some_and(is_occupied_target)
            || rule.followup.is_some_and(|followup| always_removes(self.rules(), followup))
    }

    fn move_effect(&self, state: &State, mv: Move) -> Result<MoveEffect, Fault> {
        let layout = self.layout();
        let inspect = |after: &State| {
            let changed = |&element: &ElementId| {
                state.location(layout, element) != after.location(layout, element)
                    || state.kind(layout, element) != after.kind(layout, element)
            };
            let score_change = |player| after.score(layout, player).wrapping_sub(state.score(layout, player));
            let scores = layout.players().map(score_change).collect();
            MoveEffect {
                changed_elements: layout.elements().filter(changed).collect(),
                score_changes: scores,
                outcome: None,
            }
        };
        let (effect, outcome) = self.inspect_after(state, mv, inspect)?;
        Ok(MoveEffect { outcome, ..effect })
    }

    fn outcome_after(&self, state: &State, mv: Move) -> Result<Option<Outcome>, Fault> {
        Ok(self.inspect_after(state, mv, |_| ())?.1)
    }

    fn winning_moves(&self, state: &State, player: Player, moves: &[Move], wins: &mut Vec<Move>) -> Result<(), Fault> {
        wins.clear();
        wins.extend_from_slice(moves);
        self.retain_wins(state, player, wins)
    }

    fn winning_replies(&self, state: &State, player: Player, wins: &mut Vec<Move>) -> Result<bool, Fault> {
        wins.clear();
        if self.outcome(state)?.is_some() || state.mover() == player || !self.turn_can_pass() {
            return Ok(false);
        }
        with_copy(state, |state_passed| {
            state_passed.set_mover(player);
            for reset in [Reset::Move, Reset::Turn] {
                change::reset(self.rules(), self.layout(), state_passed, reset);
            }
            // The rules may fail in a position that is unreachable by play.
            let listed =
                self.legal_moves(state_passed, wins).and_then(|_| self.retain_wins(state_passed, player, wins));
            if listed.is_err() {
                wins.clear();
            }
            Ok(listed.is_ok())
        })
    }

    fn has_scoring(&self) -> bool {
        sets_scores(self.rules()) || awards(self.rules()).next().is_some()
    }

    fn scoring_moves(&self, state: &State, moves: &[Move], which: &mut Vec<u32>) -> Result<(), Fault> {
        which.clear();
        let layout = self.layout();
        with_copy(state, |after| {
            for (index, &mv) in moves.iter().enumerate() {
                if index > 0 {
                    after.clone_from(state);
                }
                self.apply(after, mv)?;
                if layout.players().any(|player| after.score(layout, player) != state.score(layout, player)) {
                    which.push(index as u32);
                }
            }
            Ok(())
        })
    }

    fn has_nondecreasing_scores(&self) -> bool {
        let rules = self.rules();
        let is_nonnegative = |award: &Award| matches!(rules.exprs[award.amount], Expr::Int(points) if points >= 0);
        !sets_scores(rules) && awards(rules).all(is_nonnegative)
    }

    fn continuation_key(&self, state: &State) -> Option<(u64, usize)> {
        let Shared { has_continuation_key: has_key, .. } = &*self.shared;
        let rules = self.rules();
        let has_key = *has_key.get_or_init(|| super::continuation::has_accumulating_scores(rules));
        has_key.then(|| self.symmetries().remaining_game_key(rules, self.layout(), state))
    }
}

impl WinLines<State> for CompiledGame {
    fn lines(&self) -> &[BoardLine] {
        self.win_line_table().map_or(&[], |table| &table.lines)
    }

    fn lines_through(&self, location: LocationId) -> &[u32] {
        self.win_line_table().map_or(&[], |table| table.through(location))
    }

    fn line_contents(&self, state: &State, line: usize) -> LineContents {
        self.win_line_table().expect("a game with lines").tally(self.layout(), state, line)
    }
}

impl DeclaredHeuristics<State> for CompiledGame {
    fn heuristic_names(&self) -> Vec<String> {
        self.rules().heuristics.iter().map(|heuristic| heuristic.name.clone()).collect()
    }

    fn heuristic_value(&self, state: &State, index: usize, player: Player) -> Result<f64, Fault> {
        Self::heuristic_value(self, state, index, player).map(f64::from)
    }
}

impl Goals for CompiledGame {
    fn goal(&self, player: Player) -> Option<&GoalCondition> {
        let Shared { compiled, goals, .. } = &*self.shared;
        let layout = self.layout();
        let compiled = compiled.as_ref()?;
        let goals = goals.get_or_init(|| layout.players().map(|player| compiled.goal(layout, player)).collect());
        goals[player.index()].as_ref()
    }

    fn is_sliding_puzzle(&self) -> bool {
        self.shared.compiled.as_ref().is_some_and(|compiled| compiled.is_sliding_puzzle(self.layout()))
    }
}

impl SymmetryGroup<State, Move> for CompiledGame {
    fn count(&self, among: SymmetrySubset) -> usize {
        self.symmetries().count(among)
    }

    fn canonical_key(&self, state: &State, among: SymmetrySubset) -> (u64, usize) {
        self.symmetries().canonical_key(self.rules(), self.layout(), among, state)
    }

    fn image(&self, which: usize, state: &State) -> State {
        self.symmetries().image(self.rules(), self.layout(), which, state)
    }

    fn move_image(&self, which: usize, state: &State, mv: Move) -> Option<Move> {
        self.symmetries().move_image(which, state, mv)
    }

    fn location_image(&self, which: usize, location: LocationId) -> LocationId {
        self.symmetries().location(which, location)
    }

    fn class_image(&self, which: usize, class: usize) -> usize {
        usize::from(self.symmetries().kind(which, PieceKindId(class as u16)).0)
    }

    fn player_image(&self, which: usize, player: Player) -> Player {
        self.symmetries().player(which, player)
    }

    fn inverse(&self, which: usize) -> usize {
        self.symmetries().inverse(which)
    }
}
