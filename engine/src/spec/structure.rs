//! What a game of a rule set tells of its board, for players that look ahead. It chooses no moves.

use std::cell::RefCell;

use crate::change;
use crate::fast::{Fast, Rows};
use crate::fault::Fault;
use crate::game::{Game, Outcome};
use crate::ids::{ElementId, ExprId, LocationId, Player};
use crate::kinds::KindId;
use crate::rules::{Award, Capture, Deed, Expr, Reset, RuleSet};
use crate::state::{self, State};
use crate::structure::{Effect, Goal, Line, Structure, Symmetric, Tally};
use crate::symmetry::Among;

use super::{Move, Shared, SpecGame};

/// Does something with a copy of a state. Copies are kept, so that nothing is allocated for them.
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
    let done = work(&mut copy);
    COPIES.with_borrow_mut(|copies| copies.push(copy));
    done
}

/// Whether working out an expression always removes an element.
fn removes(rules: &RuleSet, expr: ExprId) -> bool {
    match &rules.exprs[expr] {
        Expr::Do(Deed::Remove, _) => true,
        Expr::Lines(lines) => lines.iter().any(|&line| removes(rules, line)),
        _ => false,
    }
}

/// Whether some expression sets a score.
fn sets_scores(rules: &RuleSet) -> bool {
    rules.exprs.iter().any(|(_, expr)| matches!(expr, Expr::Do(Deed::SetScore, _)))
}

/// What rules and scorings give.
fn awards(rules: &RuleSet) -> impl Iterator<Item = &Award> {
    let of_rules = rules.rules.iter().flat_map(|rule| &rule.awards);
    of_rules.chain(rules.scorings.iter().flat_map(|scoring| &scoring.awards))
}

impl SpecGame {
    /// What `look` sees of the position after a move, and how the game has ended by it.
    fn after<T>(&self, state: &State, mv: Move, look: impl FnOnce(&State) -> T) -> Result<(T, Option<Outcome>), Fault> {
        with_copy(state, |after| {
            self.apply(after, mv)?;
            Ok((look(after), self.outcome(after)?))
        })
    }

    /// Keeps those of some moves with which a player, who is to move, wins at once.
    fn keep_wins(&self, state: &State, player: Player, moves: &mut Vec<Move>) -> Result<(), Fault> {
        with_copy(state, |after| {
            let mut kept = 0;
            for index in 0..moves.len() {
                let mv = moves[index];
                if index > 0 {
                    after.clone_from(state);
                }
                self.apply(after, mv)?;
                // Nobody wins because the next player cannot move, if no end says so: that need not be found out.
                if after.outcome() == Some(Outcome::Won(player)) {
                    moves[kept] = mv;
                    kept += 1;
                }
            }
            moves.truncate(kept);
            Ok(())
        })
    }

    /// The lines of the game, found when they are first asked for.
    fn rows(&self) -> Option<&Rows> {
        let Shared { rules, layout, fast, rows, start, .. } = &*self.shared;
        let fast = fast.as_ref()?;
        Some(rows.get_or_init(|| Rows::new(rules, layout, fast, start)))
    }

    /// Whether the turn can be handed over in any position: either it always passes with a move, or only pieces and
    /// variables that begin anew with each turn tell what may follow in it.
    fn passes(&self) -> bool {
        let of_the_turn = |reset| matches!(reset, Reset::Turn | Reset::Move);
        self.shared.rules.globals.iter().all(|global| of_the_turn(global.reset))
            || self.shared.fast.as_ref().is_some_and(Fast::alternates)
    }
}

impl Structure<State, Move> for SpecGame {
    fn locations(&self) -> usize {
        self.shared.rules.locations.len()
    }

    fn mover(&self, state: &State) -> Player {
        state.mover()
    }

    fn point(&self, location: LocationId) -> (i32, i32) {
        self.shared.rules.locations[location.index()].point
    }

    fn relevant(&self, location: LocationId) -> bool {
        self.shared.rules.locations[location.index()].relevant
    }

    fn neighbours(&self, location: LocationId, near: &mut Vec<LocationId>) {
        match &self.shared.fast {
            Some(fast) => fast.neighbours(self.layout(), location, near),
            None => near.clear(),
        }
    }

    fn elements(&self) -> usize {
        self.shared.rules.elements.len()
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

    fn classes(&self) -> usize {
        self.layout().kinds.len()
    }

    fn class_owner(&self, class: usize) -> Option<Player> {
        self.layout().kinds[KindId(class as u16)].owner
    }

    fn class_at(&self, state: &State, location: LocationId) -> Option<usize> {
        state.kind_at(self.layout(), location).checked_sub(1)
    }

    fn changes(&self, before: &State, after: &State, changed: &mut Vec<LocationId>) {
        changed.clear();
        state::changes(self.layout(), before, after, |location| changed.push(location));
    }

    fn moved(&self, mv: Move) -> Option<(ElementId, LocationId)> {
        mv.element.zip(mv.to)
    }

    fn takes(&self, state: &State, mv: Move) -> bool {
        let rule = &self.shared.rules.rules[mv.rule.index()];
        let onto = |to: LocationId| rule.capture != Capture::Never && !state.is_empty(self.layout(), to);
        mv.to.is_some_and(onto) || rule.followup.is_some_and(|followup| removes(&self.shared.rules, followup))
    }

    fn effect(&self, state: &State, mv: Move) -> Result<Effect, Fault> {
        let layout = self.layout();
        let look = |after: &State| {
            let changed = |&element: &ElementId| {
                state.location(layout, element) != after.location(layout, element)
                    || state.kind(layout, element) != after.kind(layout, element)
            };
            let gain = |player| after.score(layout, player).wrapping_sub(state.score(layout, player));
            let scores = layout.players().map(gain).collect();
            Effect { elements: layout.elements().filter(changed).collect(), scores, outcome: None }
        };
        let (effect, outcome) = self.after(state, mv, look)?;
        Ok(Effect { outcome, ..effect })
    }

    fn ends(&self, state: &State, mv: Move) -> Result<Option<Outcome>, Fault> {
        Ok(self.after(state, mv, |_| ())?.1)
    }

    fn winning_moves(&self, state: &State, player: Player, moves: &[Move], wins: &mut Vec<Move>) -> Result<(), Fault> {
        wins.clear();
        wins.extend_from_slice(moves);
        self.keep_wins(state, player, wins)
    }

    fn winning_replies(&self, state: &State, player: Player, wins: &mut Vec<Move>) -> Result<bool, Fault> {
        wins.clear();
        if self.outcome(state)?.is_some() || state.mover() == player || !self.passes() {
            return Ok(false);
        }
        with_copy(state, |passed| {
            passed.set_mover(player);
            for time in [Reset::Move, Reset::Turn] {
                change::reset(&self.shared.rules, self.layout(), passed, time);
            }
            // Rules need not hold in a position that no line of play leads to.
            let asked = self.turn(passed, wins).and_then(|_| self.keep_wins(passed, player, wins));
            if asked.is_err() {
                wins.clear();
            }
            Ok(asked.is_ok())
        })
    }

    fn scores(&self) -> bool {
        sets_scores(&self.shared.rules) || awards(&self.shared.rules).next().is_some()
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

    fn lines(&self) -> &[Line] {
        self.rows().map_or(&[], |rows| &rows.lines)
    }

    fn lines_through(&self, location: LocationId) -> &[u32] {
        self.rows().map_or(&[], |rows| rows.through(location))
    }

    fn tally(&self, state: &State, line: usize) -> Tally {
        self.rows().expect("a game with lines").tally(self.layout(), state, line)
    }

    fn to_come(&self, state: &State) -> Option<(u64, usize)> {
        let Shared { rules, adds_up, .. } = &*self.shared;
        let adds_up = *adds_up.get_or_init(|| super::to_come::adds_up(rules));
        adds_up.then(|| self.symmetries().to_come(rules, self.layout(), state))
    }

    fn symmetries(&self) -> Option<&dyn Symmetric<State, Move>> {
        Some(self)
    }

    fn measures(&self) -> Vec<String> {
        self.shared.rules.heuristics.iter().map(|heuristic| heuristic.name.clone()).collect()
    }

    fn measure(&self, state: &State, index: usize, player: Player) -> Result<f64, Fault> {
        Self::measure(self, state, index, player).map(f64::from)
    }

    fn scores_only_grow(&self) -> bool {
        let rules = &self.shared.rules;
        let grows = |award: &Award| matches!(rules.exprs[award.amount], Expr::Int(points) if points >= 0);
        !sets_scores(rules) && awards(rules).all(grows)
    }

    fn goal(&self, player: Player) -> Option<&Goal> {
        let Shared { layout, fast, goals, .. } = &*self.shared;
        let fast = fast.as_ref()?;
        let goals = goals.get_or_init(|| layout.players().map(|player| fast.goal(layout, player)).collect());
        goals[player.index()].as_ref()
    }

    fn slides(&self) -> bool {
        self.shared.fast.as_ref().is_some_and(|fast| fast.slides(self.layout()))
    }
}

impl Symmetric<State, Move> for SpecGame {
    fn count(&self, among: Among) -> usize {
        self.symmetries().count(among)
    }

    fn canonical_key(&self, state: &State, among: Among) -> (u64, usize) {
        self.symmetries().canonical_key(&self.shared.rules, self.layout(), among, state)
    }

    fn image(&self, which: usize, state: &State) -> State {
        self.symmetries().image(&self.shared.rules, self.layout(), which, state)
    }

    fn move_image(&self, which: usize, state: &State, mv: Move) -> Option<Move> {
        self.symmetries().move_image(which, state, mv)
    }

    fn place_image(&self, which: usize, location: LocationId) -> LocationId {
        self.symmetries().location(which, location)
    }

    fn class_image(&self, which: usize, class: usize) -> usize {
        usize::from(self.symmetries().kind(which, KindId(class as u16)).0)
    }

    fn player_image(&self, which: usize, player: Player) -> Player {
        self.symmetries().player(which, player)
    }

    fn inverse(&self, which: usize) -> usize {
        self.symmetries().inverse(which)
    }
}
