//! Observations of one player in a game, and the moves that agree with them.

use std::sync::Arc;

use boardwright_game::deadline;
use boardwright_game::fault::{Fault, FaultContext, FaultKind, Span};
use boardwright_game::game::{Game, GameExt as _, Turn};
use boardwright_game::ids::Player;

use super::observation::{Observation, SeenMove};
use super::{SeenPlace, Viewpoint};
use crate::game::InterpretedGame;
use crate::moves::Move;
use crate::state::State;

/// The two forms of a game that a belief needs. They are one and the same where the interpreter makes the moves.
#[derive(Debug)]
pub struct GameForms<'a, G> {
    /// The game, which makes the moves.
    pub game: &'a G,
    /// The game as rules and layout.
    pub reference: &'a InterpretedGame,
}

// Derived implementations would ask the game to be `Copy`, too.
impl<G> Copy for GameForms<'_, G> {}

impl<G> Clone for GameForms<'_, G> {
    fn clone(&self) -> Self {
        *self
    }
}

/// Observations of a player in a game.
pub(super) struct Knowledge<'a, G> {
    pub forms: GameForms<'a, G>,
    pub viewer: Player,
    /// The observations from the first move on.
    pub chain: &'a [Arc<Observation>],
}

impl<G: Game<State = State, Move = Move>> Knowledge<'_, G> {
    /// The knowledge of the first observations, this many.
    pub fn up_to(&self, count: usize) -> Self {
        Self { forms: self.forms, viewer: self.viewer, chain: &self.chain[..count] }
    }

    /// The knowledge before the last observation.
    pub fn earlier(&self) -> Self {
        self.up_to(self.chain.len() - 1)
    }

    /// `true` if what is seen of move `number` and the position before it do not tell which move was made.
    pub fn is_open(&self, number: usize) -> bool {
        let observed = &self.chain[number];
        observed.by != Some(self.viewer)
            && match observed.seen[self.viewer.index()].mv {
                SeenMove::Hidden => true,
                SeenMove::Shown { back, from, to, .. } => {
                    from.is_vague() || to.is_vague() || (back.is_some() && from == SeenPlace::Off)
                }
            }
    }

    /// Moves that the maker of move `number` could make in a state and that may look like it, with their chances, which
    /// are 1 for players.
    ///
    /// # Errors
    /// If the deadline of the thread passes.
    pub fn candidates(&self, state: &State, number: usize) -> Result<Vec<(Move, f64)>, Fault> {
        if deadline::poll() {
            let context = FaultContext::Knowledge(self.viewer.number());
            return Err(Fault { kind: FaultKind::Interrupted, span: Span::default(), context });
        }
        let observed = &self.chain[number];
        let mut moves = Vec::new();
        let by = match self.forms.game.legal_moves(state, &mut moves) {
            Ok(Turn::Player(player)) => Some(player),
            Ok(Turn::Chance) => None,
            Err(fault) if fault.is_interruption() => return Err(fault),
            Ok(Turn::Over(_)) | Err(_) => return Ok(Vec::new()),
        };
        if by != observed.by {
            return Ok(Vec::new());
        }
        let mut chances = Vec::new();
        if by.is_none() {
            self.forms.game.chance_probabilities(state, &mut chances);
        }
        chances.resize(moves.len(), 1.0);
        let view = self.forms.reference.viewpoint(state, self.viewer);
        let found: Vec<_> = moves
            .iter()
            .copied()
            .zip(chances)
            .filter(|(mv, chance)| *chance > 0.0 && observed.may_be(&view, *mv))
            .collect();
        if !found.is_empty() || by.is_none() {
            return Ok(found);
        }
        // A player may have moved any one of several equal elements.
        match self.forms.game.all_legal_moves(state, &mut moves) {
            Err(fault) if fault.is_interruption() => Err(fault),
            Err(_) => Ok(Vec::new()),
            Ok(_) => Ok(moves.into_iter().filter(|mv| observed.may_be(&view, *mv)).map(|mv| (mv, 1.0)).collect()),
        }
    }

    /// The state after a move, if the move looks to the viewer like move `number`.
    ///
    /// # Errors
    /// If the deadline of the thread passes.
    pub fn successor(&self, state: &State, number: usize, mv: Move) -> Result<Option<State>, Fault> {
        let viewer = self.viewer.index();
        let mut after = state.clone();
        match self.forms.game.apply(&mut after, mv) {
            Err(fault) if fault.is_interruption() => return Err(fault),
            Err(_) => return Ok(None),
            Ok(()) => {}
        }
        let token = after.observation().map(|observed| observed.seen[viewer].token);
        Ok((token == Some(self.chain[number].seen[viewer].token)).then_some(after))
    }

    /// States after each of these moves that looks to the viewer like move `number`, with their chances.
    ///
    /// # Errors
    /// If the deadline of the thread passes.
    pub fn successors(
        &self,
        state: &State,
        number: usize,
        candidates: &[(Move, f64)],
    ) -> Result<Vec<(State, f64)>, Fault> {
        let mut found = Vec::new();
        for &(mv, chance) in candidates {
            found.extend(self.successor(state, number, mv)?.map(|after| (after, chance)));
        }
        Ok(found)
    }
}

impl Observation {
    /// `false` if the viewer sees before a move that it cannot look like the observed one.
    fn may_be(&self, before: &Viewpoint<'_>, mv: Move) -> bool {
        let Viewpoint { rules, viewer, .. } = *before;
        if self.by == Some(viewer) {
            return mv == self.mv;
        }
        let is_seen = before.sees_move(rules.rules[mv.rule.index()].audience, before.state.mover());
        let SeenMove::Shown { element, back, from, to } = self.seen[viewer.index()].mv else { return !is_seen };
        let word = |mv: Move| mv.word(rules).map(|_| mv.choice);
        let fits_element = match (element, back) {
            (Some(element), _) => mv.element == Some(element),
            (None, Some(owner)) => mv.element.is_some_and(|moved| before.owner(moved) == owner),
            (None, None) => mv.element.is_none() && mv.rule == self.mv.rule,
        };
        is_seen
            && fits_element
            && before.place(mv.from) == from
            && before.place(mv.to) == to
            && word(mv) == word(self.mv)
    }
}
