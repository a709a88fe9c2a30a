//! The rules as a [`Game`]: deals, moves, scores, and the match of many deals with its radelci.

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

use super::contract::{Item, ThreeOptions};
use super::moves::{list_moves, move_text, parse_move, refusal};
use super::scoring::{MOND_LOSS, SCORE_KINDS, next_radelci, score_sheet, summary};
use super::state::{DealtCards, HAND, PLAYERS, Stage, ThreeMove, ThreeState, seats};
use super::{deal_text, dialog, knowledge, picture, position};
use crate::tarok::dealing::{self, random_card};

/// One deal of three-handed Slovenian tarok. A match of many deals is [`Deals<Three>`](boardwright_game::deals::Deals).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Three {
    options: ThreeOptions,
}

impl Three {
    /// The game with these rules.
    pub fn new(options: ThreeOptions) -> Self {
        Self { options }
    }

    /// Rules on which sources differ.
    pub fn options(&self) -> ThreeOptions {
        self.options
    }
}

/// Deals all cards; every deal is equally likely.
pub fn deal_cards(rng: &mut dyn Rng) -> DealtCards {
    dealing::deal_cards(rng)
}

/// Outcome of a deal that is over: the player with the highest score wins.
fn outcome(state: &ThreeState, options: ThreeOptions) -> Outcome {
    let sheet = score_sheet(state, options);
    let best = seats().map(|player| sheet.total(player)).into_iter().max();
    let mut winners = seats().into_iter().filter(|&player| Some(sheet.total(player)) == best);
    match (winners.next(), winners.next()) {
        (Some(winner), None) => Outcome::Won(winner),
        _ => Outcome::Draw,
    }
}

impl Game for Three {
    type State = ThreeState;
    type Move = ThreeMove;

    fn players(&self) -> usize {
        PLAYERS
    }

    fn payoff(&self) -> Payoff {
        // A valat with all doublings and a radelc, the greatest part of a score, and the other bonuses where they count too.
        let others = if self.options.valat_replaces { 0 } else { 500 };
        let most = f64::from((Item::Valat.value() + others) * 2 * (1 << self.options.doublings) + MOND_LOSS);
        Payoff::Score(ScorePayoff { unit: PayoffUnit::Points, is_zero_sum: false, min: -most, max: most })
    }

    fn can_keep_turn(&self) -> bool {
        true
    }

    fn initial_state(&self) -> ThreeState {
        ThreeState::new(Player::FIRST, [0; PLAYERS], None)
    }

    fn legal_moves(&self, state: &ThreeState, moves: &mut Vec<ThreeMove>) -> Result<Turn, Fault> {
        moves.clear();
        list_moves(state, self.options, moves);
        Ok(match (state.stage, state.to_act()) {
            (Stage::Over, _) => Turn::Over(outcome(state, self.options)),
            (_, Some(player)) => Turn::Player(player),
            (_, None) => Turn::Chance,
        })
    }

    fn is_legal(&self, state: &ThreeState, mv: ThreeMove) -> Result<bool, Fault> {
        Ok(refusal(state, self.options, mv).is_none())
    }

    fn apply(&self, state: &mut ThreeState, mv: ThreeMove) -> Result<(), Fault> {
        state.act(mv, self.options);
        Ok(())
    }

    /// Score of the deal; 0 while it runs.
    fn score(&self, state: &ThreeState, player: Player) -> f64 {
        f64::from(score_sheet(state, self.options).total(player))
    }

    fn key(&self, state: &ThreeState) -> u64 {
        position::key(state)
    }

    fn encode(&self, state: &ThreeState, out: &mut Vec<u8>) {
        knowledge::encode(state, out);
    }

    fn texts(&self) -> &dyn game::Texts<ThreeState, ThreeMove> {
        self
    }

    fn chance(&self) -> Option<&dyn game::Chance<ThreeState, ThreeMove>> {
        Some(self)
    }

    fn hidden(&self) -> Option<&dyn game::Hidden<ThreeState, ThreeMove>> {
        Some(self)
    }

    fn acceleration(&self) -> Option<&dyn game::Acceleration<ThreeState>> {
        Some(self)
    }

    fn display(&self) -> Option<&dyn game::Display<ThreeState>> {
        Some(self)
    }

    fn own_players(&self) -> Option<&dyn game::OwnPlayers<ThreeState, ThreeMove>> {
        Some(self)
    }
}

impl game::Texts<ThreeState, ThreeMove> for Three {
    fn move_text(&self, state: &ThreeState, mv: ThreeMove) -> String {
        move_text(state, mv)
    }

    fn parse_move(&self, state: &ThreeState, text: &str) -> Option<Result<ThreeMove, MoveError>> {
        let text = normalize_spaces(text);
        Some(parse_move(state, self.options, &text).map_err(|reason| MoveError::Illegal { text, reason }))
    }

    fn state_text(&self, state: &ThreeState) -> String {
        position::text(state, self.options)
    }

    fn parse_state(&self, text: &str) -> Result<ThreeState, StateError> {
        position::parse(text, self.options)
    }

    fn view_text(&self, state: &ThreeState, player: Player) -> String {
        position::view_text(state, player, self.options)
    }
}

impl game::Chance<ThreeState, ThreeMove> for Three {
    fn probabilities(&self, _state: &ThreeState, chances: &mut Vec<f64>) {
        chances.clear();
    }

    fn sample(&self, _state: &ThreeState, rng: &mut Pcg64Mcg) -> Option<Result<ThreeMove, Fault>> {
        Some(Ok(ThreeMove::Deal(deal_cards(rng))))
    }

    fn play(&self, state: &mut ThreeState, rng: &mut Pcg64Mcg) -> bool {
        let is_deal = state.stage == Stage::Deal;
        if is_deal {
            state.deal(&deal_cards(rng));
        }
        is_deal
    }
}

impl game::Hidden<ThreeState, ThreeMove> for Three {
    fn information_state(&self, state: &ThreeState, player: Player, out: &mut Vec<u8>) {
        knowledge::encode_information(state, player, out);
    }

    /// All divisions of the unseen cards that agree with what the player has seen are equally likely. Bids, discards and
    /// cards that were chosen among others would be evidence only under a model of the players.
    fn resample(&self, state: &ThreeState, player: Player, rng: &mut dyn Rng) -> Result<ThreeState, Fault> {
        knowledge::resample(state, player, rng)
    }

    fn move_seen(&self, state: &ThreeState, mv: ThreeMove, viewer: Player) -> String {
        match mv {
            ThreeMove::Deal(cards) => cards.text_seen(viewer),
            ThreeMove::LayAway(card) if state.to_act() != Some(viewer) && !card.is_tarok() => {
                "lay away a card".to_owned()
            }
            _ => move_text(state, mv),
        }
    }
}

impl game::Acceleration<ThreeState> for Three {
    fn prepare(&self) {}

    fn play_out(
        &self,
        from: &ThreeState,
        state: &mut ThreeState,
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
                    if let Some(card) = random_card(state.legal_cards(self.options), rng) {
                        state.play(card, self.options);
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

impl game::Display<ThreeState> for Three {
    fn table(&self, state: &ThreeState, viewer: Option<Player>) -> Option<Table> {
        Some(picture::table(state, viewer, self.options))
    }

    fn dialog(&self, state: &ThreeState) -> Option<Dialog> {
        dialog::dialog(state, self.options)
    }

    fn score_details(&self, state: &ThreeState, player: Player) -> Vec<(&'static str, f64)> {
        let sheet = score_sheet(state, self.options);
        SCORE_KINDS.into_iter().zip(sheet.kinds[player.index()].map(f64::from)).collect()
    }
}

impl DealtGame for Three {
    const NEXT_DEAL: ThreeMove = ThreeMove::NextDeal;

    fn next_deal(&self, finished: &ThreeState, _totals: &[f64]) -> Option<ThreeState> {
        let radelci = next_radelci(finished, self.options);
        Some(ThreeState::new(finished.forehand.next(PLAYERS), radelci, summary(finished)))
    }

    fn deal_starts(&self) -> Vec<ThreeState> {
        seats().map(|forehand| ThreeState::new(forehand, [0; PLAYERS], None)).to_vec()
    }

    fn deal_text(&self, deal: &ThreeState, number: u32, reader: DealReader<'_>) -> String {
        deal_text::deal_text(deal, self.options, number, reader)
    }

    fn deal_result(&self, finished: &ThreeState, reader: DealReader<'_>) -> String {
        deal_text::result_text(finished, self.options, reader)
    }
}
