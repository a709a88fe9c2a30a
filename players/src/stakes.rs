//! What players of a game play for: to win, or for as much as they can get. It plays no moves for anybody.
//!
//! In most games a win is a win. In betting games it matters how much is lost: whoever counts wins only never minds
//! calling a bet that is lost. Which kind a game is can be known from itself, see [`Stakes::of`].

use boardwright_engine::game::{Game, Outcome, Turn};
use boardwright_engine::ids::Player;
use boardwright_engine::playout::{below, weighted};
use rand_pcg::Pcg64Mcg;

/// What players of a game play for.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Stakes {
    /// The most that somebody won or lost; `None` where only winning counts.
    most: Option<f64>,
}

/// So many random games tell what is played for.
const GAMES: u32 = 200;
/// Of at most so many moves.
const LONGEST: usize = 1000;

impl Stakes {
    /// What a game is played for. For the score, if something is hidden in it, what all players have at the end adds up to nothing in
    /// each of some random games, and it is never 0 for all in a game that somebody won: what one wins the others pay. Otherwise
    /// for winning.
    pub fn of<G: Game>(game: &G) -> Self {
        let to_win = Self { most: None };
        if !game.hides() {
            return to_win;
        }
        let (mut random, mut most) = (Pcg64Mcg::new(1), 0.0_f64);
        let (mut moves, mut chances) = (Vec::new(), Vec::new());
        for _ in 0..GAMES {
            let mut state = game.start();
            for _ in 0..LONGEST {
                let index = match game.turn(&state, &mut moves) {
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
                        game.chances(&state, &mut chances);
                        weighted(&chances, &mut random)
                    }
                    Ok(Turn::Player(_)) => below(moves.len(), &mut random),
                    // It will be told where the game is played.
                    Err(_) => return to_win,
                };
                if game.apply(&mut state, moves[index]).is_err() {
                    return to_win;
                }
            }
        }
        Self { most: (most > 0.0).then_some(most) }
    }

    /// What a finished game is worth to a player: 1 for a win, -1 for a loss; or the score.
    pub fn worth<G: Game>(self, game: &G, state: &G::State, outcome: Outcome, player: Player) -> f64 {
        match (self.most, outcome) {
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

    /// The same between -1 and 1.
    pub fn share<G: Game>(self, game: &G, state: &G::State, outcome: Outcome, player: Player) -> f64 {
        (self.worth(game, state, outcome, player) / self.unit()).clamp(-1.0, 1.0)
    }

    /// What the worth of a game is divided by to lie between -1 and 1.
    pub fn unit(self) -> f64 {
        self.most.unwrap_or(1.0)
    }
}

/// The players of a game.
pub(crate) fn players<G: Game>(game: &G) -> impl Iterator<Item = Player> {
    (1..=game.players()).filter_map(Player::new)
}
