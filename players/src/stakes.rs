//! Utility of a game: to win, or to get the highest score. It chooses no moves.
//!
//! In most games all wins count alike. In betting games the amount of a loss counts too: a player that counts wins only
//! never minds calling a bet that is lost. [`Stakes::detect`] detects the kind of a game.

use boardwright_game::game::{Game, Outcome, Turn};
use boardwright_game::ids::Player;
use boardwright_game::playout::{random_below, random_weighted_index};
use rand_pcg::Pcg64Mcg;

use crate::limits::{Limits, Watch};

/// Utility for which the players of a game play.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Stakes {
    /// The largest absolute score at the end of a game; `None` where only winning counts.
    max_score: Option<f64>,
}

/// Number of random games that are played to detect the utility.
const GAMES: u32 = 200;
/// Maximum length of these games in moves.
const MAX_MOVES: usize = 1000;

impl Stakes {
    /// Detects the utility of a game. The score counts if the game has hidden information, the final scores of all
    /// players add up to 0 in each of some random games (zero-sum), and they are not all 0 in a game that a player won:
    /// the others pay what one wins. Otherwise only winning counts. If the time of `limits` ends the detection, the games
    /// that were finished decide.
    pub fn detect<G: Game>(game: &G, limits: &Limits<'_>) -> Self {
        let to_win = Self { max_score: None };
        if !game.has_hidden_information() {
            return to_win;
        }
        let (mut random, mut most) = (Pcg64Mcg::new(1), 0.0_f64);
        let (mut moves, mut chances) = (Vec::new(), Vec::new());
        // The limit of nodes holds for the search only.
        let watch = Watch::new(Limits { nodes: None, ..*limits });
        let _deadline = limits.set_deadline();
        let mut made = 0;
        'games: for _ in 0..GAMES {
            let mut state = game.initial_state();
            for _ in 0..MAX_MOVES {
                if watch.is_reached(made) {
                    break 'games;
                }
                made += 1;
                let index = match game.legal_moves(&state, &mut moves) {
                    Ok(Turn::Over(outcome)) => {
                        let scores: Vec<f64> = players(game).map(|player| game.score(&state, player)).collect();
                        let paid = scores.iter().any(|&score| score != 0.0);
                        if scores.iter().sum::<f64>().abs() > 1e-9 || !paid && outcome != Outcome::Draw {
                            return to_win;
                        }
                        most = scores.iter().fold(most, |most, score| most.max(score.abs()));
                        break;
                    }
                    Ok(Turn::Chance) => {
                        game.chance_probabilities(&state, &mut chances);
                        random_weighted_index(&chances, &mut random)
                    }
                    Ok(Turn::Player(_)) => random_below(moves.len(), &mut random),
                    Err(fault) if fault.is_interruption() => break 'games,
                    // The fault is reported where the game is played.
                    Err(_) => return to_win,
                };
                match game.apply(&mut state, moves[index]) {
                    Ok(()) => {}
                    Err(fault) if fault.is_interruption() => break 'games,
                    Err(_) => return to_win,
                }
            }
        }
        Self { max_score: (most > 0.0).then_some(most) }
    }

    /// Payoff of a finished game for a player: 1 for a win, -1 for a loss; or the score.
    pub fn payoff<G: Game>(self, game: &G, state: &G::State, outcome: Outcome, player: Player) -> f64 {
        match (self.max_score, outcome) {
            (Some(_), _) => game.score(state, player),
            (None, Outcome::Draw) => 0.0,
            (None, Outcome::Won(winner)) => {
                if winner == player {
                    1.0
                } else {
                    -1.0
                }
            }
        }
    }

    /// Payoff of a finished game for a player, scaled to the range from -1 to 1.
    pub fn scaled_payoff<G: Game>(self, game: &G, state: &G::State, outcome: Outcome, player: Player) -> f64 {
        (self.payoff(game, state, outcome, player) / self.scale()).clamp(-1.0, 1.0)
    }

    /// Divisor that scales payoffs to the range from -1 to 1.
    pub fn scale(self) -> f64 {
        self.max_score.unwrap_or(1.0)
    }
}

/// The players of a game.
pub(crate) fn players<G: Game>(game: &G) -> impl Iterator<Item = Player> {
    (1..=game.players()).filter_map(Player::new)
}
