//! The rules as a [`Game`]: deals, moves, scores, and the match of many deals.

use boardwright_game::deals::DealtGame;
use boardwright_game::dialog::Dialog;
use boardwright_game::fault::Fault;
use boardwright_game::game::{self, DealReader, Game, MoveError, Outcome, StateError, Turn, normalize_spaces};
use boardwright_game::ids::Player;
use boardwright_game::payoff::{Payoff, PayoffUnit, ScorePayoff};
use boardwright_game::playout::{Playout, random_below};
use boardwright_game::table::Table;
use rand::Rng;
use rand_pcg::Pcg64Mcg;

use super::contract::{Bonus, FourOptions};
use super::move_text::{move_text, parse_move};
use super::moves::{list_moves, refusal};
use super::scoring::{HALF, SCORE_KINDS, score_sheet};
use super::state::{DealtCards, FourMove, FourState, HAND, PLAYERS, Stage, seats};
use super::{deal_text, dialog, knowledge, picture, position};
use crate::tarok::dealing::{self, random_card};

/// One deal of Taroky for four. A match of many deals is [`Deals<Four>`](boardwright_game::deals::Deals).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Four {
    options: FourOptions,
}

impl Four {
    /// The game with these rules.
    pub fn new(options: FourOptions) -> Self {
        Self { options }
    }

    /// Rules on which sources differ.
    pub fn options(&self) -> FourOptions {
        self.options
    }
}

/// Deals all cards; every deal is equally likely.
pub fn deal_cards(rng: &mut dyn Rng) -> DealtCards {
    dealing::deal_cards(rng)
}

/// Outcome of a deal that is over: the player with the highest score wins.
fn outcome(state: &FourState, options: FourOptions) -> Outcome {
    let totals = score_sheet(state, options).totals();
    let best = totals.into_iter().max();
    let mut winners = seats().into_iter().filter(|player| Some(totals[player.index()]) == best);
    match (winners.next(), winners.next()) {
        (Some(winner), None) => Outcome::Won(winner),
        _ => Outcome::Draw,
    }
}

/// Largest sum of the values of bonuses that hands reveal to one side.
const MOST_REVEALED: i32 = 60;

impl Game for Four {
    type State = FourState;
    type Move = FourMove;

    fn players(&self) -> usize {
        PLAYERS
    }

    fn payoff(&self) -> Payoff {
        // A declarer who plays alone wins everything, with all fleks.
        let factor = i32::from(self.options.solo_factor).max(3);
        let flekked = HALF * factor + Bonus::Pagat.value() + Bonus::Valat.value();
        let one = (flekked << self.options.fleks) + MOST_REVEALED + Bonus::Valat.value() / 2;
        let most = f64::from(one * (PLAYERS as i32 - 1));
        Payoff::Score(ScorePayoff { unit: PayoffUnit::Points, is_zero_sum: true, min: -most, max: most })
    }

    fn can_keep_turn(&self) -> bool {
        true
    }

    fn initial_state(&self) -> FourState {
        FourState::new(Player::FIRST)
    }

    fn legal_moves(&self, state: &FourState, moves: &mut Vec<FourMove>) -> Result<Turn, Fault> {
        moves.clear();
        list_moves(state, self.options, moves);
        Ok(match (state.stage, state.to_act()) {
            (Stage::Over, _) => Turn::Over(outcome(state, self.options)),
            (_, Some(player)) => Turn::Player(player),
            (_, None) => Turn::Chance,
        })
    }

    fn is_legal(&self, state: &FourState, mv: FourMove) -> Result<bool, Fault> {
        Ok(refusal(state, self.options, mv).is_none())
    }

    fn apply(&self, state: &mut FourState, mv: FourMove) -> Result<(), Fault> {
        state.act(mv, self.options);
        Ok(())
    }

    /// Score of the deal; 0 while it runs.
    fn score(&self, state: &FourState, player: Player) -> f64 {
        f64::from(score_sheet(state, self.options).total(player))
    }

    fn key(&self, state: &FourState) -> u64 {
        position::key(state)
    }

    fn encode(&self, state: &FourState, out: &mut Vec<u8>) {
        knowledge::encode(state, out);
    }

    fn texts(&self) -> &dyn game::Texts<FourState, FourMove> {
        self
    }

    fn chance(&self) -> Option<&dyn game::Chance<FourState, FourMove>> {
        Some(self)
    }

    fn hidden(&self) -> Option<&dyn game::Hidden<FourState, FourMove>> {
        Some(self)
    }

    fn acceleration(&self) -> Option<&dyn game::Acceleration<FourState>> {
        Some(self)
    }

    fn display(&self) -> Option<&dyn game::Display<FourState>> {
        Some(self)
    }

    fn own_players(&self) -> Option<&dyn game::OwnPlayers<FourState, FourMove>> {
        Some(self)
    }
}

impl game::Texts<FourState, FourMove> for Four {
    fn move_text(&self, state: &FourState, mv: FourMove) -> String {
        move_text(state, mv)
    }

    fn parse_move(&self, state: &FourState, text: &str) -> Option<Result<FourMove, MoveError>> {
        let text = normalize_spaces(text);
        Some(parse_move(state, self.options, &text).map_err(|reason| MoveError::Illegal { text, reason }))
    }

    fn state_text(&self, state: &FourState) -> String {
        position::text(state, self.options)
    }

    fn parse_state(&self, text: &str) -> Result<FourState, StateError> {
        position::parse(text, self.options)
    }

    fn view_text(&self, state: &FourState, player: Player) -> String {
        position::view_text(state, player, self.options)
    }
}

impl game::Chance<FourState, FourMove> for Four {
    fn probabilities(&self, _state: &FourState, chances: &mut Vec<f64>) {
        chances.clear();
    }

    fn sample(&self, _state: &FourState, rng: &mut Pcg64Mcg) -> Option<Result<FourMove, Fault>> {
        Some(Ok(FourMove::Deal(deal_cards(rng))))
    }

    fn play(&self, state: &mut FourState, rng: &mut Pcg64Mcg) -> bool {
        let is_deal = state.stage == Stage::Deal;
        if is_deal {
            state.deal(&deal_cards(rng));
        }
        is_deal
    }
}

impl game::Hidden<FourState, FourMove> for Four {
    fn information_state(&self, state: &FourState, player: Player, out: &mut Vec<u8>) {
        knowledge::encode_information(state, player, self.options, out);
    }

    /// All divisions of the unseen cards that agree with what the player has seen are equally likely. Bids, discards and
    /// cards that were chosen among others would be evidence only under a model of the players.
    fn resample(&self, state: &FourState, player: Player, rng: &mut dyn Rng) -> Result<FourState, Fault> {
        knowledge::resample(state, player, self.options, rng)
    }

    fn move_seen(&self, state: &FourState, mv: FourMove, viewer: Player) -> String {
        match mv {
            FourMove::Deal(cards) => cards.text_seen(viewer),
            FourMove::LayAside(card) if state.to_act() != Some(viewer) && !card.is_tarok() => {
                "lay aside a card".to_owned()
            }
            _ => move_text(state, mv),
        }
    }
}

impl game::Acceleration<FourState> for Four {
    fn prepare(&self) {}

    fn play_out(
        &self,
        from: &FourState,
        state: &mut FourState,
        max_moves: u64,
        rng: &mut Pcg64Mcg,
    ) -> Option<Result<Playout, Fault>> {
        *state = *from;
        let mut moves = Vec::with_capacity(HAND);
        let mut length = 0;
        while state.stage != Stage::Over {
            if length == max_moves {
                return Some(Ok(Playout { length, outcome: None }));
            }
            match state.stage {
                Stage::Deal => state.deal(&deal_cards(rng)),
                Stage::Play(_) => {
                    if let Some(card) = random_card(state.legal_cards(), rng) {
                        state.play(card);
                    }
                }
                _ => {
                    moves.clear();
                    list_moves(state, self.options, &mut moves);
                    state.act(moves[random_below(moves.len(), rng)], self.options);
                }
            }
            length += 1;
        }
        Some(Ok(Playout { length, outcome: Some(outcome(state, self.options)) }))
    }
}

impl game::Display<FourState> for Four {
    fn table(&self, state: &FourState, viewer: Option<Player>) -> Option<Table> {
        Some(picture::table(state, viewer, self.options))
    }

    fn dialog(&self, state: &FourState) -> Option<Dialog> {
        dialog::dialog(state, self.options)
    }

    fn score_details(&self, state: &FourState, player: Player) -> Vec<(&'static str, f64)> {
        let sheet = score_sheet(state, self.options);
        SCORE_KINDS.into_iter().zip(sheet.kinds[player.index()].map(f64::from)).collect()
    }
}

impl DealtGame for Four {
    const NEXT_DEAL: FourMove = FourMove::NextDeal;

    fn next_deal(&self, finished: &FourState, _totals: &[f64]) -> Option<FourState> {
        Some(FourState::new(finished.forehand.next(PLAYERS)))
    }

    fn deal_starts(&self) -> Vec<FourState> {
        seats().map(FourState::new).to_vec()
    }

    fn deal_text(&self, deal: &FourState, number: u32, reader: DealReader<'_>) -> String {
        deal_text::deal_text(deal, self.options, number, reader)
    }

    fn deal_result(&self, finished: &FourState, reader: DealReader<'_>) -> String {
        deal_text::result_text(finished, self.options, reader)
    }
}
