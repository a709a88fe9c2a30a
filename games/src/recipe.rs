//! The recipe for a game in Rust as a test: a card game for four with a dialog is this file, and one line in the list of
//! [`rust_games`](crate::rust_games). It exists in tests of this crate only.

use boardwright_game::dialog::{Amount, Answer, Dialog};
use boardwright_game::fault::Fault;
use boardwright_game::game::{self, Game, Outcome, StateError, Turn};
use boardwright_game::ids::Player;
use boardwright_game::table::{CardFace, Table, TableGroup, TableObject};
use rand::{Rng, RngExt};

use crate::rust_games::{Genre, RustGame, RustGameInfo, RustGameOption, RustGameOptions};

/// Number of players.
const PLAYERS: usize = 4;
/// Number of cards in the pack.
const PACK: u8 = 8;
/// Largest bid.
const MAX_BID: u32 = 9;

/// Each player gets a card. In turn, each passes or bids more than the bids before; the highest bidder wins with the
/// highest card.
#[derive(Clone, Copy, Debug)]
pub struct HighCard;

/// State: the cards from 1, in the order of the players, and what each has said.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct HighCardState {
    cards: Vec<u8>,
    bids: Vec<u32>,
}

/// A move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HighCardMove {
    /// The next player gets this card (chance).
    Deal(u8),
    /// The player to move bids; 0 passes.
    Bid(u32),
}

impl RustGame for HighCard {
    const INFO: RustGameInfo = RustGameInfo {
        name: "high-card",
        title: "High card",
        players: PLAYERS,
        genre: Genre::Cards,
        minutes: 5,
        about: "Each player gets a card and bids in turn; the highest bidder wins with the highest card.",
    };
    const OPTIONS: &'static [RustGameOption] = &[];

    fn with_options(_options: &RustGameOptions) -> Self {
        Self
    }
}

impl HighCardState {
    fn highest_bid(&self) -> u32 {
        self.bids.iter().copied().max().unwrap_or(0)
    }

    fn undealt(&self) -> impl Iterator<Item = u8> {
        (1..=PACK).filter(|card| !self.cards.contains(card))
    }

    /// The player who made the highest bid, and whether the highest card is that player's; `None` if all passed.
    fn declarer(&self) -> Option<(Player, bool)> {
        let highest = self.highest_bid();
        let seat = self.bids.iter().position(|&bid| bid == highest && bid > 0)?;
        Some((Player::new(seat + 1)?, self.cards.iter().max() == self.cards.get(seat)))
    }
}

impl Game for HighCard {
    type State = HighCardState;
    type Move = HighCardMove;

    fn players(&self) -> usize {
        PLAYERS
    }

    fn initial_state(&self) -> HighCardState {
        HighCardState::default()
    }

    fn legal_moves(&self, state: &HighCardState, moves: &mut Vec<HighCardMove>) -> Result<Turn, Fault> {
        moves.clear();
        if state.cards.len() < PLAYERS {
            moves.extend(state.undealt().map(HighCardMove::Deal));
            return Ok(Turn::Chance);
        }
        let Some(player) = Player::new(state.bids.len() + 1).filter(|_| state.bids.len() < PLAYERS) else {
            return Ok(Turn::Over(match state.declarer() {
                Some((declarer, true)) => Outcome::Won(declarer),
                _ => Outcome::Draw,
            }));
        };
        moves.push(HighCardMove::Bid(0));
        moves.extend((state.highest_bid() + 1..=MAX_BID).map(HighCardMove::Bid));
        Ok(Turn::Player(player))
    }

    fn apply(&self, state: &mut HighCardState, mv: HighCardMove) -> Result<(), Fault> {
        match mv {
            HighCardMove::Deal(card) => state.cards.push(card),
            HighCardMove::Bid(bid) => state.bids.push(bid),
        }
        Ok(())
    }

    fn score(&self, state: &HighCardState, player: Player) -> f64 {
        let is_over = state.bids.len() == PLAYERS;
        match state.declarer().filter(|(declarer, _)| is_over && *declarer == player) {
            Some((_, true)) => f64::from(state.highest_bid()),
            Some((_, false)) => -f64::from(state.highest_bid()),
            None => 0.0,
        }
    }

    fn key(&self, state: &HighCardState) -> u64 {
        let mut bytes = Vec::new();
        self.encode(state, &mut bytes);
        bytes.iter().fold(1, |key: u64, &byte| (key ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
    }

    fn encode(&self, state: &HighCardState, out: &mut Vec<u8>) {
        out.push(state.cards.len() as u8);
        out.extend(&state.cards);
        out.extend(state.bids.iter().map(|&bid| bid as u8));
    }

    fn texts(&self) -> &dyn game::Texts<HighCardState, HighCardMove> {
        self
    }

    fn chance(&self) -> Option<&dyn game::Chance<HighCardState, HighCardMove>> {
        Some(self)
    }

    fn hidden(&self) -> Option<&dyn game::Hidden<HighCardState, HighCardMove>> {
        Some(self)
    }

    fn display(&self) -> Option<&dyn game::Display<HighCardState>> {
        Some(self)
    }
}

impl game::Texts<HighCardState, HighCardMove> for HighCard {
    fn move_text(&self, _state: &HighCardState, mv: HighCardMove) -> String {
        match mv {
            HighCardMove::Deal(card) => format!("deal {card}"),
            HighCardMove::Bid(0) => "pass".to_owned(),
            HighCardMove::Bid(bid) => format!("bid {bid}"),
        }
    }

    fn state_text(&self, state: &HighCardState) -> String {
        format!("{:?}\n{:?}\n", state.cards, state.bids)
    }

    fn parse_state(&self, text: &str) -> Result<HighCardState, StateError> {
        fn numbers<T: std::str::FromStr>(text: Option<&str>, line: usize) -> Result<Vec<T>, StateError> {
            let list = text.and_then(|text| text.strip_prefix('[')?.strip_suffix(']')).unwrap_or("?");
            let parsed = list.split(',').map(str::trim).filter(|part| !part.is_empty()).map(str::parse);
            parsed
                .collect::<Result<_, _>>()
                .map_err(|_| StateError { line, reason: "a list of numbers is needed".into() })
        }
        let mut lines = text.lines();
        Ok(HighCardState { cards: numbers(lines.next(), 1)?, bids: numbers(lines.next(), 2)? })
    }
}

impl game::Chance<HighCardState, HighCardMove> for HighCard {
    fn probabilities(&self, state: &HighCardState, chances: &mut Vec<f64>) {
        let count = if state.cards.len() < PLAYERS { state.undealt().count() } else { 0 };
        chances.clear();
        chances.resize(count, 1.0 / count as f64);
    }
}

impl game::Hidden<HighCardState, HighCardMove> for HighCard {
    fn information_state(&self, state: &HighCardState, player: Player, out: &mut Vec<u8>) {
        out.push(state.cards.len() as u8);
        out.extend(state.cards.get(player.index()));
        out.extend(state.bids.iter().map(|&bid| bid as u8));
    }

    fn resample(&self, state: &HighCardState, player: Player, rng: &mut dyn Rng) -> Result<HighCardState, Fault> {
        let mut sample = HighCardState { cards: state.cards.clone(), bids: state.bids.clone() };
        let own = state.cards.get(player.index()).copied();
        let mut free: Vec<u8> = (1..=PACK).filter(|card| Some(*card) != own).collect();
        for (_, card) in sample.cards.iter_mut().enumerate().filter(|(seat, _)| *seat != player.index()) {
            *card = free.swap_remove(rng.random_range(0..free.len()));
        }
        Ok(sample)
    }

    fn move_seen(&self, state: &HighCardState, mv: HighCardMove, viewer: Player) -> String {
        match mv {
            HighCardMove::Deal(_) if state.cards.len() != viewer.index() => {
                format!("deal a card to player {}", state.cards.len() + 1)
            }
            _ => self.texts().move_text(state, mv),
        }
    }
}

impl game::Display<HighCardState> for HighCard {
    fn table(&self, state: &HighCardState, viewer: Option<Player>) -> Option<Table> {
        let seat = |seat: usize| {
            let card = state.cards.get(seat).map(|card| {
                let is_open = viewer.is_none_or(|viewer| viewer.index() == seat);
                TableObject::card(is_open.then(|| CardFace { rank: card.to_string(), suit: None }), "card")
            });
            vec![TableGroup::new("card", card.into_iter().collect())]
        };
        Some(Table { seats: (0..PLAYERS).map(seat).collect(), ..Table::default() })
    }

    fn dialog(&self, state: &HighCardState) -> Option<Dialog> {
        self.legal_moves(state, &mut Vec::new()).ok()?.player()?;
        let pass = Dialog::new("Is your card the highest?").with_answer(Answer::new("Pass", "pass").with_key('P'));
        let least = state.highest_bid() + 1;
        let can_bid = least <= MAX_BID;
        Some(if can_bid { pass.with_amount(Amount::new("Bid", "bid {}", least..=MAX_BID).with_key('B')) } else { pass })
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use boardwright_game::any::AnyGame;
    use boardwright_game::game::Hidden;
    use rand::SeedableRng as _;
    use rand_pcg::Pcg64Mcg;

    use super::*;
    use crate::rust_games::rust_game;

    /// The line of the registry suffices: the game is found by its name, and plays through types that are erased.
    #[test]
    fn a_game_is_one_file_and_one_line() {
        let entry = rust_game("high-card").expect("it is in the list");
        assert_eq!((entry.info.title, entry.info.players), ("High card", 4));
        let loaded = entry.load(&BTreeMap::new()).expect("it has no options");
        let game: &dyn AnyGame = loaded.game();
        let mut random = Pcg64Mcg::seed_from_u64(1);
        for _ in 0..50 {
            let mut state = game.initial_state();
            loop {
                let (turn, moves) = game.legal_moves(&state).expect("no faults");
                let texts: Vec<String> = moves.iter().map(|mv| game.move_text(&state, mv)).collect();
                match turn {
                    Turn::Over(_) => break,
                    Turn::Chance => assert_eq!(game.dialog(&state), None),
                    Turn::Player(_) => {
                        let dialog = game.dialog(&state).expect("a player is asked");
                        assert!(texts.iter().all(|text| dialog.has_move(text)), "{dialog:?} and {texts:?}");
                    }
                }
                let mv = game.parse_move(&state, &texts[random.random_range(0..texts.len())]).expect("it is listed");
                game.apply(&mut state, &mv).expect("it is legal");
            }
            assert_eq!(game.table(&state, None).map(|table| table.seats.len()), Some(4));
        }
    }

    #[test]
    fn samples_agree_with_what_a_player_sees() {
        let mut state = Game::initial_state(&HighCard);
        for mv in [1, 5, 8, 2].map(HighCardMove::Deal).into_iter().chain([HighCardMove::Bid(3)]) {
            Game::apply(&HighCard, &mut state, mv).expect("no faults");
        }
        let viewer = Player::new(2).expect("a player");
        let information = |state: &HighCardState| {
            let mut bytes = Vec::new();
            Hidden::information_state(&HighCard, state, viewer, &mut bytes);
            bytes
        };
        let mut random = Pcg64Mcg::seed_from_u64(2);
        let samples: Vec<HighCardState> =
            (0..40).map(|_| Hidden::resample(&HighCard, &state, viewer, &mut random).expect("no faults")).collect();
        assert!(samples.iter().all(|sample| information(sample) == information(&state)));
        assert!(samples.iter().any(|sample| *sample != state), "something is hidden");
    }
}
