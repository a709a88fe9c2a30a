//! Questions to a game that its companions answer, with the answers of games that do not have them.

use std::time::Duration;

use rand::Rng;
use rand_pcg::Pcg64Mcg;

use super::{DealMatch, DealReader, Game, Hidden, MoveError, Preparation, StateError, normalize_spaces};
use crate::dialog::Dialog;
use crate::fault::Fault;
use crate::features::{FeatureSet, Features, WeightSet};
use crate::ids::Player;
use crate::playout::{Playout, random_weighted_index};
use crate::table::Table;
use crate::tile_board::TileBoard;

/// Questions to the companions of a [`Game`]. Every game has them by the implementation for all games, so that no wrapper
/// can forget one.
pub trait GameExt: Game {
    /// Display name of a player.
    fn player_name(&self, player: Player) -> String {
        self.texts().player_name(player)
    }

    /// Text of a move.
    fn move_text(&self, state: &Self::State, mv: Self::Move) -> String {
        self.texts().move_text(state, mv)
    }

    /// Parses the text of a legal move. Any move of a class of equal moves is accepted.
    ///
    /// # Errors
    /// If the text is not that of a legal move, or the rules fail.
    fn parse_move(&self, state: &Self::State, text: &str) -> Result<Self::Move, MoveError> {
        if let Some(parsed) = self.texts().parse_move(state, text) {
            return parsed;
        }
        let mut moves = Vec::new();
        self.all_legal_moves(state, &mut moves)?;
        let wanted = normalize_spaces(text);
        let found = moves.iter().copied().find(|&mv| normalize_spaces(&self.move_text(state, mv)) == wanted);
        found.ok_or_else(|| MoveError::Illegal { text: wanted, reason: "it is not one of the legal moves".into() })
    }

    /// Text of the whole state; the inverse of [`GameExt::parse_state`].
    fn state_text(&self, state: &Self::State) -> String {
        self.texts().state_text(state)
    }

    /// Parses the text that [`GameExt::state_text`] wrote.
    ///
    /// # Errors
    /// The line and the reason if the text is not that of a state.
    fn parse_state(&self, text: &str) -> Result<Self::State, StateError> {
        self.texts().parse_state(text)
    }

    /// Description of the position for people, as this player may see it. Not meant to be parsed.
    fn view_text(&self, state: &Self::State, player: Player) -> String {
        self.texts().view_text(state, player)
    }

    /// `true` if the game has chance moves: [`Turn::Chance`](super::Turn::Chance) can occur.
    fn has_chance(&self) -> bool {
        self.chance().is_some()
    }

    /// Probability of each move that [`Game::legal_moves`] listed with [`Turn::Chance`](super::Turn::Chance); `chances`
    /// is cleared first.
    fn chance_probabilities(&self, state: &Self::State, chances: &mut Vec<f64>) {
        match self.chance() {
            Some(chance) => chance.probabilities(state, chances),
            None => chances.clear(),
        }
    }

    /// Draws a chance move of a state in which chance is to move.
    ///
    /// # Errors
    /// A [`Fault`] if the rules of the game fail.
    fn sample_chance(&self, state: &Self::State, rng: &mut Pcg64Mcg) -> Result<Self::Move, Fault> {
        if let Some(sampled) = self.chance().and_then(|chance| chance.sample(state, rng)) {
            return sampled;
        }
        let (mut moves, mut chances) = (Vec::new(), Vec::new());
        self.legal_moves(state, &mut moves)?;
        self.chance_probabilities(state, &mut chances);
        Ok(moves[random_weighted_index(&chances, rng)])
    }

    /// Draws and makes a chance move by fast code. Returns `false`, with the state unchanged, if chance is not to move, or
    /// if the game has no fast code for it: then the moves are listed, and one is
    /// [drawn](crate::playout::draw_chance).
    fn play_chance(&self, state: &mut Self::State, rng: &mut Pcg64Mcg) -> bool {
        self.chance().is_some_and(|chance| chance.play(state, rng))
    }

    /// `true` if the game has hidden information: some player cannot see the whole state, and [`GameExt::resample`] may
    /// return a different state.
    fn has_hidden_information(&self) -> bool {
        self.hidden().is_some()
    }

    /// Appends an encoding of a player's information state to `out`. Two encodings are equal exactly if this player
    /// cannot distinguish the states. Without hidden information this is the encoding of the whole state.
    fn information_state(&self, state: &Self::State, player: Player, out: &mut Vec<u8>) {
        match self.hidden() {
            Some(hidden) => hidden.information_state(state, player, out),
            None => self.encode(state, out),
        }
    }

    /// Samples a state from the information set of `state` for this player (determinization); without hidden information
    /// the same state.
    ///
    /// # Errors
    /// As [`Hidden::resample`].
    fn resample(&self, state: &Self::State, player: Player, rng: &mut dyn Rng) -> Result<Self::State, Fault> {
        self.hidden().map_or_else(|| Ok(state.clone()), |hidden| hidden.resample(state, player, rng))
    }

    /// Text of a move as `viewer` sees it when it is made; without hidden information the
    /// [text](GameExt::move_text) itself.
    fn move_seen(&self, state: &Self::State, mv: Self::Move, viewer: Player) -> String {
        match self.hidden() {
            Some(hidden) => hidden.move_seen(state, mv, viewer),
            None => self.move_text(state, mv),
        }
    }

    /// `true` if what a player has not shown stays hidden after the end of the game.
    fn hides_after_end(&self) -> bool {
        self.hidden().is_some_and(Hidden::hides_after_end)
    }

    /// The part of the game that players search, if it is not the whole game: a match of many deals is searched one deal
    /// at a time. States and moves are the same in both.
    fn single_deal(&self) -> Option<Self> {
        self.deal_match().and_then(DealMatch::single_deal)
    }

    /// The states in which a game can begin: several, equally likely ones for a deal whose first player varies.
    fn initial_states(&self) -> Vec<Self::State> {
        self.deal_match().map_or_else(|| vec![self.initial_state()], DealMatch::initial_states)
    }

    /// Number of the deal in a match of many deals, from 0.
    fn deal_number(&self, state: &Self::State) -> u64 {
        self.deal_match().map_or(0, |deals| deals.deal_number(state))
    }

    /// Name of a deal, such as `hand`; `None` for games that are not dealt.
    fn deal_name(&self) -> Option<&'static str> {
        self.deal_match().map(DealMatch::deal_name)
    }

    /// `true` if the deal of a state is over.
    fn is_deal_over(&self, state: &Self::State) -> bool {
        self.deal_match().is_some_and(|deals| deals.is_deal_over(state))
    }

    /// Course of the deal of a state in lines of text, with its result once it is over, as the reader may know it; empty
    /// for games that are not dealt.
    fn deal_text(&self, state: &Self::State, reader: DealReader<'_>) -> String {
        self.deal_match().map_or_else(String::new, |deals| deals.deal_text(state, reader))
    }

    /// Result of the deal of a state in words, as the reader may know it; `None` while the deal runs.
    fn deal_result(&self, state: &Self::State, reader: DealReader<'_>) -> Option<String> {
        self.deal_match()?.deal_result(state, reader)
    }

    /// Prepares the game for bulk move generation. May take a tenth of a second.
    fn prepare(&self) {
        if let Some(acceleration) = self.acceleration() {
            acceleration.prepare();
        }
    }

    /// Prepares a part of the game and returns after about `patience` at the latest; returns `true` if the part is ready.
    fn prepare_within(&self, part: Preparation, patience: Duration) -> bool {
        self.acceleration().is_none_or(|acceleration| acceleration.prepare_within(part, patience))
    }

    /// Plays a random playout by native code; `None` if there is none, or none yet.
    #[inline]
    fn play_out(
        &self,
        from: &Self::State,
        state: &mut Self::State,
        max_moves: u64,
        rng: &mut Pcg64Mcg,
    ) -> Option<Result<Playout, Fault>> {
        self.acceleration()?.play_out(from, state, max_moves, rng)
    }

    /// Objects on the table as `viewer` sees them; all of them for `None`.
    fn table(&self, state: &Self::State, viewer: Option<Player>) -> Option<Table> {
        self.display()?.table(state, viewer)
    }

    /// Question to the player to move, with its answers; only that player may see it.
    fn dialog(&self, state: &Self::State) -> Option<Dialog> {
        self.display()?.dialog(state)
    }

    /// The board of a game whose board grows tile by tile.
    fn tile_board(&self, state: &Self::State) -> Option<TileBoard> {
        self.display()?.tile_board(state)
    }

    /// Scores of a player by category, in games whose scores have categories.
    fn score_details(&self, state: &Self::State, player: Player) -> Vec<(&'static str, f64)> {
        self.display().map_or_else(Vec::new, |display| display.score_details(state, player))
    }

    /// Sets of features of this game, for evaluations with weights.
    fn feature_sets(&self) -> &[FeatureSet] {
        self.features().map_or(&[], |features| features.sets())
    }

    /// Computes the values of the features of a set, by its index in [`GameExt::feature_sets`], for a player. `values` is
    /// cleared first.
    ///
    /// # Errors
    /// A [`Fault`] if the rules of the game fail.
    fn feature_values(
        &self,
        state: &Self::State,
        set: usize,
        player: Player,
        values: &mut Vec<f32>,
    ) -> Result<(), Fault> {
        values.clear();
        self.features().map_or(Ok(()), |features| features.values(state, set, player, values))
    }

    /// Computes the values of the features of a set after each of `moves`, for a player, and calls `each` with the index of
    /// the move, the [progress](GameExt::progress) after it and the values, until `each` returns `false`.
    ///
    /// # Errors
    /// A [`Fault`] if the rules of the game fail.
    fn feature_values_after(
        &self,
        state: &Self::State,
        moves: &[Self::Move],
        set: usize,
        player: Player,
        each: &mut dyn FnMut(usize, f32, &[f32]) -> bool,
    ) -> Result<(), Fault> {
        let Some(features) = self.features() else { return Ok(()) };
        if let Some(done) = features.values_after(state, moves, set, player, each) {
            return done;
        }
        let (mut next, mut values) = (state.clone(), Vec::new());
        for (index, &mv) in moves.iter().enumerate() {
            next.clone_from(state);
            self.apply(&mut next, mv)?;
            features.values(&next, set, player, &mut values)?;
            if !each(index, features.progress(&next), &values) {
                break;
            }
        }
        Ok(())
    }

    /// Progress of the game, from 0 at its beginning to 1 at its end, by which the phases of weights are chosen.
    fn progress(&self, state: &Self::State) -> f32 {
        self.features().map_or(0.0, |features| features.progress(state))
    }

    /// Weights for the feature sets that come with the game.
    fn weight_sets(&self) -> Vec<WeightSet> {
        self.features().map_or_else(Vec::new, Features::weight_sets)
    }
}

impl<G: Game> GameExt for G {}
