//! Matches of many deals: [`Deals`] turns a game of one deal into a match in which the scores of its deals are added up.
//! The rules of a deal, and who deals next, are those of the [`DealtGame`].

use std::time::Duration;

use rand::Rng;
use rand_pcg::Pcg64Mcg;

use crate::betting::{Betting, RangeModel, Stakes, Wager};
use crate::dialog::{Dialog, capitalized};
use crate::fault::Fault;
use crate::features::{FeatureSet, Features, WeightSet};
use crate::game::{
    Acceleration, Chance, DealMatch, DealReader, Display, Game, GameExt, Hidden, MoveError, Outcome, OwnPlayer,
    OwnPlayers, OwnRating, Preparation, StateError, Texts, Turn, normalize_spaces,
};
use crate::ids::Player;
use crate::payoff::Payoff;
use crate::playout::Playout;
use crate::structure::Structure;
use crate::table::{ObjectKind, Table, TableGroup, TableObject};
use crate::tile_board::TileBoard;

/// A game of one deal, several of which make a match.
pub trait DealtGame: Game<State: 'static, Move: 'static> {
    /// The chance move that ends a deal and begins the next one. The game itself never lists it.
    const NEXT_DEAL: Self::Move;

    /// State at the beginning of the deal after `finished`, a deal that is over; `None` if the match ends with it
    /// because a player has nothing left. `totals` are the scores of all deals so far, by player.
    fn next_deal(&self, finished: &Self::State, totals: &[f64]) -> Option<Self::State>;

    /// States in which a deal can begin, one for each dealer.
    fn deal_starts(&self) -> Vec<Self::State>;

    /// Name of a deal in the words of the game, such as `hand`.
    fn deal_name(&self) -> &'static str {
        "deal"
    }

    /// Course of a deal in lines of text, as the reader may know it: number `number` from 1, cards, actions, and the
    /// result once the deal is over. The default has the number and the result.
    fn deal_text(&self, deal: &Self::State, number: u32, reader: DealReader<'_>) -> String {
        let title = format!("{} {number}", capitalized(DealtGame::deal_name(self)));
        if matches!(self.outcome(deal), Ok(Some(_))) {
            format!("{title}: {}", DealtGame::deal_result(self, deal, reader))
        } else {
            title
        }
    }

    /// Result of a deal that is over in words, as the reader may know it. The default has the score of each player.
    fn deal_result(&self, finished: &Self::State, reader: DealReader<'_>) -> String {
        let players = (1..=self.players()).filter_map(Player::new);
        let scores = players.map(|player| format!("{} {:+}", reader.name(player), self.score(finished, player)));
        scores.collect::<Vec<_>>().join(", ")
    }
}

/// Largest number of deals of a match.
pub const MAX_DEALS: u32 = 1_000_000;
/// Largest number of players of a game with deals.
const MAX_PLAYERS: usize = 8;
/// Text of the chance move between two deals.
const NEXT_DEAL_TEXT: &str = "next deal";

/// A match of a number of deals. A match of one deal has the states, moves and texts of the deal itself.
#[derive(Clone, Debug)]
pub struct Deals<G> {
    game: G,
    /// Number of deals.
    count: u32,
    /// `true` for the part of the match that players search: the current deal.
    is_single: bool,
}

/// State of a match: the current deal, its number and the scores of earlier deals.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct DealsState<S> {
    deal: S,
    /// Number of the deal, from 0.
    number: u32,
    /// Scores of the earlier deals, by player.
    totals: [f64; MAX_PLAYERS],
}

impl<S> DealsState<S> {
    /// State of the first deal of a match.
    pub fn first(deal: S) -> Self {
        Self { deal, number: 0, totals: [0.0; MAX_PLAYERS] }
    }

    /// State of the current deal.
    pub fn deal(&self) -> &S {
        &self.deal
    }

    /// Number of the current deal, from 0.
    pub fn number(&self) -> u32 {
        self.number
    }
}

impl<G: DealtGame> Deals<G> {
    /// A match of `deals` deals, from 1 to [`MAX_DEALS`].
    ///
    /// # Panics
    /// If the number of deals is out of range.
    pub fn new(game: G, deals: u32) -> Self {
        assert!((1..=MAX_DEALS).contains(&deals), "a match has 1 to {MAX_DEALS} deals, not {deals}");
        assert!(game.players() <= MAX_PLAYERS, "matches of deals are for at most {MAX_PLAYERS} players");
        Self { game, count: deals, is_single: false }
    }

    /// The game of one deal.
    pub fn game(&self) -> &G {
        &self.game
    }

    /// Number of deals.
    pub fn deals(&self) -> u32 {
        self.count
    }

    /// `true` if deal numbers and totals belong to the position.
    fn is_match(&self) -> bool {
        self.count > 1 && !self.is_single
    }

    fn totals(&self, state: &DealsState<G::State>) -> Vec<f64> {
        (1..=self.game.players()).filter_map(Player::new).map(|player| self.total(state, player)).collect()
    }

    /// Score of a player over all deals, the current one included.
    fn total(&self, state: &DealsState<G::State>, player: Player) -> f64 {
        state.totals[player.index()] + self.game.score(&state.deal, player)
    }

    /// First state of the next deal, after a deal that is over.
    fn next(&self, state: &DealsState<G::State>) -> Option<DealsState<G::State>> {
        if state.number + 1 >= self.count {
            return None;
        }
        let now = self.totals(state);
        let deal = self.game.next_deal(&state.deal, &now)?;
        let mut totals = state.totals;
        totals[..now.len()].copy_from_slice(&now);
        Some(DealsState { deal, number: state.number + 1, totals })
    }

    /// Outcome by the totals: the player with the highest one wins, and a tie is a draw.
    fn match_outcome(&self, state: &DealsState<G::State>) -> Outcome {
        let totals = self.totals(state);
        let most = totals.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let mut best = (1..).zip(&totals).filter(|&(_, &total)| total >= most);
        match (best.next(), best.next()) {
            (Some((number, _)), None) => Player::new(number).map_or(Outcome::Draw, Outcome::Won),
            _ => Outcome::Draw,
        }
    }

    /// Bytes that distinguish the deals of a match.
    fn encode_match(&self, state: &DealsState<G::State>, out: &mut Vec<u8>) {
        if self.is_match() {
            out.extend(state.number.to_le_bytes());
            state.totals[..self.game.players()].iter().for_each(|total| out.extend(total.to_le_bytes()));
        }
    }
}

impl<G: DealtGame> Game for Deals<G>
where
    G: Clone,
{
    type State = DealsState<G::State>;
    type Move = G::Move;

    fn players(&self) -> usize {
        self.game.players()
    }

    fn is_history_dependent(&self) -> bool {
        self.game.is_history_dependent()
    }

    fn payoff(&self) -> Payoff {
        if self.is_match() { self.game.payoff().times(self.count) } else { self.game.payoff() }
    }

    fn score_parts(&self) -> u32 {
        self.game.score_parts()
    }

    fn can_keep_turn(&self) -> bool {
        self.game.can_keep_turn()
    }

    fn initial_state(&self) -> Self::State {
        DealsState::first(self.game.initial_state())
    }

    fn legal_moves(&self, state: &Self::State, moves: &mut Vec<Self::Move>) -> Result<Turn, Fault> {
        let turn = self.game.legal_moves(&state.deal, moves)?;
        if turn.outcome().is_none() || !self.is_match() {
            return Ok(turn);
        }
        if self.next(state).is_some() {
            moves.push(G::NEXT_DEAL);
            return Ok(Turn::Chance);
        }
        Ok(Turn::Over(self.match_outcome(state)))
    }

    fn all_legal_moves(&self, state: &Self::State, moves: &mut Vec<Self::Move>) -> Result<Turn, Fault> {
        match self.game.all_legal_moves(&state.deal, moves)? {
            Turn::Over(_) => self.legal_moves(state, moves),
            turn => Ok(turn),
        }
    }

    fn is_legal(&self, state: &Self::State, mv: Self::Move) -> Result<bool, Fault> {
        if mv == G::NEXT_DEAL {
            let mut moves = Vec::new();
            self.legal_moves(state, &mut moves)?;
            return Ok(moves.contains(&mv));
        }
        self.game.is_legal(&state.deal, mv)
    }

    fn random_move(&self, state: &Self::State, moves: &[Self::Move], rng: &mut Pcg64Mcg) -> Self::Move {
        self.game.random_move(&state.deal, moves, rng)
    }

    fn apply(&self, state: &mut Self::State, mv: Self::Move) -> Result<(), Fault> {
        if mv == G::NEXT_DEAL {
            // The move is listed only where there is a next deal.
            if let Some(next) = self.next(state) {
                *state = next;
            }
            return Ok(());
        }
        self.game.apply(&mut state.deal, mv)
    }

    fn score(&self, state: &Self::State, player: Player) -> f64 {
        if self.is_match() { self.total(state, player) } else { self.game.score(&state.deal, player) }
    }

    fn key(&self, state: &Self::State) -> u64 {
        let key = self.game.key(&state.deal);
        if !self.is_match() {
            return key;
        }
        let number = u64::from(state.number).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        state
            .totals
            .iter()
            .fold(key ^ number, |key, total| (key.rotate_left(9) ^ total.to_bits()).wrapping_mul(0x9e37_79b9_7f4a_7c15))
    }

    fn encode(&self, state: &Self::State, out: &mut Vec<u8>) {
        self.encode_match(state, out);
        self.game.encode(&state.deal, out);
    }

    fn betting(&self) -> Option<&dyn Betting<Self::State, Self::Move>> {
        self.game.betting().is_some().then_some(self)
    }

    fn texts(&self) -> &dyn Texts<Self::State, G::Move> {
        self
    }

    fn chance(&self) -> Option<&dyn Chance<Self::State, G::Move>> {
        (self.game.chance().is_some() || self.is_match()).then_some(self)
    }

    fn hidden(&self) -> Option<&dyn Hidden<Self::State, G::Move>> {
        self.game.hidden().is_some().then_some(self)
    }

    fn deal_match(&self) -> Option<&dyn DealMatch<Self>> {
        Some(self)
    }

    fn acceleration(&self) -> Option<&dyn Acceleration<Self::State>> {
        self.game.acceleration().is_some().then_some(self)
    }

    fn display(&self) -> Option<&dyn Display<Self::State>> {
        self.game.display().is_some().then_some(self)
    }

    fn features(&self) -> Option<&dyn Features<Self::State, G::Move>> {
        self.game.features().is_some().then_some(self)
    }

    fn own_players(&self) -> Option<&dyn OwnPlayers<Self::State, G::Move>> {
        self.game.own_players().is_some().then_some(self)
    }

    /// A match has no structure: boards are not dealt.
    fn structure(&self) -> Option<&dyn Structure<Self::State, G::Move>> {
        None
    }
}

impl<G: DealtGame + Clone> Texts<DealsState<G::State>, G::Move> for Deals<G> {
    fn player_name(&self, player: Player) -> String {
        self.game.player_name(player)
    }

    fn move_text(&self, state: &DealsState<G::State>, mv: G::Move) -> String {
        if mv == G::NEXT_DEAL {
            return NEXT_DEAL_TEXT.to_owned();
        }
        self.game.move_text(&state.deal, mv)
    }

    fn parse_move(&self, state: &DealsState<G::State>, text: &str) -> Option<Result<G::Move, MoveError>> {
        let text = normalize_spaces(text);
        if text != NEXT_DEAL_TEXT {
            return Some(self.game.parse_move(&state.deal, &text));
        }
        let reason = "the deal is not over, or it is the last one";
        Some(if self.is_match() && self.next_is_due(state) {
            Ok(G::NEXT_DEAL)
        } else {
            Err(MoveError::Illegal { text, reason: reason.into() })
        })
    }

    fn state_text(&self, state: &DealsState<G::State>) -> String {
        let deal = self.game.state_text(&state.deal);
        if self.count == 1 {
            return deal;
        }
        let totals: Vec<String> = state.totals[..self.game.players()].iter().map(f64::to_string).collect();
        format!("deal {} of {}\ntotals {}\n{deal}", state.number + 1, self.count, totals.join(" "))
    }

    fn parse_state(&self, text: &str) -> Result<DealsState<G::State>, StateError> {
        if self.count == 1 {
            return self.game.parse_state(text).map(DealsState::first);
        }
        let refuse = |line, reason: String| Err(StateError { line, reason });
        let mut rest = text.splitn(3, '\n');
        let first: Vec<&str> = rest.next().unwrap_or_default().split_whitespace().collect();
        let number = match first[..] {
            ["deal", number, "of", deals] if deals == self.count.to_string() => {
                number.parse().ok().filter(|number| (1..=self.count).contains(number))
            }
            _ => None,
        };
        let Some(number) = number else {
            return refuse(1, format!("this should be: deal, a number from 1 to {0}, of {0}", self.count));
        };
        let players = self.game.players();
        let words = rest.next().unwrap_or_default();
        let values: Option<Vec<f64>> = words.trim().strip_prefix("totals").and_then(|words| {
            words.split_whitespace().map(|word| word.parse().ok().filter(|total: &f64| total.is_finite())).collect()
        });
        let Some(values) = values.filter(|values| values.len() == players) else {
            return refuse(2, format!("this should be: totals, and a number for each of the {players} players"));
        };
        let deal = self.game.parse_state(rest.next().unwrap_or_default());
        let deal = deal.map_err(|error| StateError { line: error.line + 2, ..error })?;
        let mut totals = [0.0; MAX_PLAYERS];
        totals[..players].copy_from_slice(&values);
        Ok(DealsState { deal, number: number - 1, totals })
    }

    fn view_text(&self, state: &DealsState<G::State>, player: Player) -> String {
        let deal = self.game.view_text(&state.deal, player);
        if self.count == 1 {
            return deal;
        }
        let totals: Vec<String> = state.totals[..self.game.players()].iter().map(f64::to_string).collect();
        format!("deal {} of {}, scores before it: {}\n{deal}", state.number + 1, self.count, totals.join(", "))
    }
}

impl<G: DealtGame + Clone> Chance<DealsState<G::State>, G::Move> for Deals<G> {
    fn probabilities(&self, state: &DealsState<G::State>, chances: &mut Vec<f64>) {
        self.game.chance_probabilities(&state.deal, chances);
        if chances.is_empty() && self.is_match() && self.next_is_due(state) {
            chances.push(1.0);
        }
    }

    fn sample(&self, state: &DealsState<G::State>, rng: &mut Pcg64Mcg) -> Option<Result<G::Move, Fault>> {
        if self.is_match() && self.next_is_due(state) {
            return Some(Ok(G::NEXT_DEAL));
        }
        self.game.chance()?.sample(&state.deal, rng)
    }

    fn play(&self, state: &mut DealsState<G::State>, rng: &mut Pcg64Mcg) -> bool {
        self.game.play_chance(&mut state.deal, rng)
    }
}

impl<G: DealtGame + Clone> Hidden<DealsState<G::State>, G::Move> for Deals<G> {
    fn information_state(&self, state: &DealsState<G::State>, player: Player, out: &mut Vec<u8>) {
        self.encode_match(state, out);
        self.game.information_state(&state.deal, player, out);
    }

    fn resample(
        &self,
        state: &DealsState<G::State>,
        player: Player,
        rng: &mut dyn Rng,
    ) -> Result<DealsState<G::State>, Fault> {
        Ok(DealsState { deal: self.game.resample(&state.deal, player, rng)?, ..*state })
    }

    fn move_seen(&self, state: &DealsState<G::State>, mv: G::Move, viewer: Player) -> String {
        if mv == G::NEXT_DEAL {
            return NEXT_DEAL_TEXT.to_owned();
        }
        self.game.move_seen(&state.deal, mv, viewer)
    }

    fn hides_after_end(&self) -> bool {
        self.game.hides_after_end()
    }
}

impl<G: DealtGame + Clone> DealMatch<Self> for Deals<G> {
    fn single_deal(&self) -> Option<Self> {
        self.is_match().then(|| Self { is_single: true, ..self.clone() })
    }

    fn initial_states(&self) -> Vec<DealsState<G::State>> {
        if self.is_single {
            self.game.deal_starts().into_iter().map(DealsState::first).collect()
        } else {
            vec![self.initial_state()]
        }
    }

    fn deal_number(&self, state: &DealsState<G::State>) -> u64 {
        u64::from(state.number)
    }

    fn deal_name(&self) -> &'static str {
        DealtGame::deal_name(&self.game)
    }

    fn is_deal_over(&self, state: &DealsState<G::State>) -> bool {
        self.is_over(state)
    }

    fn deal_text(&self, state: &DealsState<G::State>, reader: DealReader<'_>) -> String {
        DealtGame::deal_text(&self.game, &state.deal, state.number + 1, reader)
    }

    fn deal_result(&self, state: &DealsState<G::State>, reader: DealReader<'_>) -> Option<String> {
        self.is_over(state).then(|| DealtGame::deal_result(&self.game, &state.deal, reader))
    }
}

impl<G: DealtGame + Clone> Acceleration<DealsState<G::State>> for Deals<G> {
    fn prepare(&self) {
        self.game.prepare();
    }

    fn prepare_within(&self, part: Preparation, patience: Duration) -> bool {
        self.game.prepare_within(part, patience)
    }

    fn play_out(
        &self,
        from: &DealsState<G::State>,
        state: &mut DealsState<G::State>,
        max_moves: u64,
        rng: &mut Pcg64Mcg,
    ) -> Option<Result<Playout, Fault>> {
        if self.is_match() {
            return None;
        }
        (state.number, state.totals) = (from.number, from.totals);
        self.game.play_out(&from.deal, &mut state.deal, max_moves, rng)
    }
}

impl<G: DealtGame + Clone> Display<DealsState<G::State>> for Deals<G> {
    fn table(&self, state: &DealsState<G::State>, viewer: Option<Player>) -> Option<Table> {
        let mut table = self.game.table(&state.deal, viewer)?;
        if self.count > 1 {
            let label = format!("deal {} of {}", state.number + 1, self.count);
            for (seat, total) in table.seats.iter_mut().zip(&state.totals) {
                let points = total.round() as i64;
                let score = ObjectKind::Score { points, unit: "before this deal".to_owned() };
                seat.push(TableGroup::new("score", vec![TableObject::new(score, format!("score {points}"))]));
            }
            if let Some(first) = table.centre.first_mut() {
                first.label = format!("{label}: {}", first.label);
            }
        }
        Some(table)
    }

    fn dialog(&self, state: &DealsState<G::State>) -> Option<Dialog> {
        self.game.dialog(&state.deal)
    }

    fn tile_board(&self, state: &DealsState<G::State>) -> Option<TileBoard> {
        self.game.tile_board(&state.deal)
    }

    fn score_details(&self, state: &DealsState<G::State>, player: Player) -> Vec<(&'static str, f64)> {
        self.game.score_details(&state.deal, player)
    }
}

/// The features of the current deal.
impl<G: DealtGame + Clone> Features<DealsState<G::State>, G::Move> for Deals<G> {
    fn sets(&self) -> &[FeatureSet] {
        self.game.feature_sets()
    }

    fn values(
        &self,
        state: &DealsState<G::State>,
        set: usize,
        player: Player,
        values: &mut Vec<f32>,
    ) -> Result<(), Fault> {
        self.game.feature_values(&state.deal, set, player, values)
    }

    fn progress(&self, state: &DealsState<G::State>) -> f32 {
        self.game.progress(&state.deal)
    }

    fn weight_sets(&self) -> Vec<WeightSet> {
        self.game.weight_sets()
    }
}

/// The players of the game of one deal. They remember what they see from deal to deal.
impl<G: DealtGame> OwnPlayers<DealsState<G::State>, G::Move> for Deals<G> {
    fn create(
        &self,
        name: &str,
        option: &dyn Fn(&str) -> Option<f64>,
        random: Pcg64Mcg,
    ) -> Option<Box<dyn OwnPlayer<DealsState<G::State>, G::Move>>> {
        let player = self.game.own_players()?.create(name, option, random)?;
        Some(Box::new(DealPlayer(player)))
    }
}

/// A player of a deal in a match of deals.
struct DealPlayer<S, M>(Box<dyn OwnPlayer<S, M>>);

impl<S, M> OwnPlayer<DealsState<S>, M> for DealPlayer<S, M> {
    fn rate(
        &mut self,
        state: &DealsState<S>,
        player: Player,
        is_over: &(dyn Fn(u64) -> bool + Sync),
    ) -> Result<OwnRating<M>, Fault> {
        self.0.rate(&state.deal, player, is_over)
    }

    fn description(&self) -> String {
        self.0.description()
    }
}

/// The betting of the current deal, in games that have one.
impl<G: DealtGame> Betting<DealsState<G::State>, G::Move> for Deals<G> {
    fn stakes(&self, state: &DealsState<G::State>) -> Stakes {
        self.game.betting().map_or_else(Stakes::default, |betting| betting.stakes(&state.deal))
    }

    fn wager(&self, state: &DealsState<G::State>, mv: G::Move) -> Option<Wager> {
        self.game.betting()?.wager(&state.deal, mv)
    }

    fn equity(
        &self,
        state: &DealsState<G::State>,
        player: Player,
        range: RangeModel,
        samples: u32,
        rng: &mut dyn Rng,
    ) -> f64 {
        self.game.betting().map_or(0.5, |betting| betting.equity(&state.deal, player, range, samples, rng))
    }
}

impl<G: DealtGame> Deals<G> {
    /// `true` if the current deal is over. Games with deals are written in Rust and never fail.
    fn is_over(&self, state: &DealsState<G::State>) -> bool {
        matches!(self.game.outcome(&state.deal), Ok(Some(_)))
    }

    /// `true` if the current deal is over and another one follows.
    fn next_is_due(&self, state: &DealsState<G::State>) -> bool {
        self.is_over(state) && self.next(state).is_some()
    }
}
