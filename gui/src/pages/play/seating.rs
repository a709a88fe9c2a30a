//! Places of the players around the board: whose bar is above it, whose below.

use boardwright_game::ids::Player;
use boardwright_library::LoadedGame;

use super::Play;
use crate::board::Board;

/// Mean place of each player's pieces in the initial position as the game file draws it, relative to the middle of all of
/// them; `None` for players without pieces on the board.
#[derive(Clone, Debug, Default)]
pub struct Seating {
    means: Vec<Option<(f64, f64)>>,
}

/// Distance from the middle, in board pixels, from which a player sits on one side.
const ASIDE: f64 = 1.0;

impl Seating {
    /// Seating of a game.
    pub fn of(loaded: &LoadedGame) -> Self {
        let start = loaded.game().initial_state();
        let mut means = vec![None; loaded.game().players()];
        let Some((game, state)) = loaded.as_spec(&start) else { return Self { means } };
        let rules = game.rules();
        let places = boardwright_draw::places(rules);
        for (player, mean) in loaded.players().zip(&mut means) {
            let own = boardwright_draw::pieces(game, state)
                .into_iter()
                .filter(|piece| piece.owner == Some(player) && rules.locations[piece.location.index()].is_relevant);
            let centres: Vec<_> = own.map(|piece| places[piece.location.index()].centre).collect();
            let count = centres.len() as f64;
            let sum = |value: fn(&boardwright_draw::Point) -> f64| centres.iter().map(value).sum::<f64>();
            *mean = (count > 0.0).then(|| (sum(|point| point.x) / count, sum(|point| point.y) / count));
        }
        let known: Vec<(f64, f64)> = means.iter().copied().flatten().collect();
        let count = known.len().max(1) as f64;
        let middle = (
            known.iter().map(|mean| mean.0).sum::<f64>() / count,
            known.iter().map(|mean| mean.1).sum::<f64>() / count,
        );
        for (x, y) in means.iter_mut().flatten() {
            *x -= middle.0;
            *y -= middle.1;
        }
        Self { means }
    }

    /// `true` if the pieces of a player begin above those of the others.
    pub fn begins_above(&self, player: Player) -> bool {
        self.mean(player).is_some_and(|(_, y)| y < -ASIDE)
    }

    fn mean(&self, player: Player) -> Option<(f64, f64)> {
        self.means.get(player.index()).copied().flatten()
    }

    /// The players above and below the board, from left to right. `bottom` sits below where the board does not say who
    /// does.
    fn rows(&self, bottom: Player, is_flipped: bool) -> (Vec<Player>, Vec<Player>) {
        let players: Vec<Player> = (1..=self.means.len()).filter_map(Player::new).collect();
        if players.len() < 2 {
            return (Vec::new(), players);
        }
        let is_aside = |player: &Player| self.mean(*player).is_some_and(|(_, y)| y.abs() > ASIDE);
        let (mut above, mut below): (Vec<Player>, Vec<Player>) = if players.iter().any(is_aside) {
            players.iter().partition(|player| self.begins_above(**player) != is_flipped)
        } else {
            // In the order of their turns, clockwise from the lower side.
            let order = (0..players.len()).map(|step| players[(bottom.index() + step) % players.len()]);
            let order: Vec<Player> = order.collect();
            let (below, above) = order.split_at(players.len() / 2);
            return (above.to_vec(), below.to_vec());
        };
        let x = |player: &Player| self.mean(*player).map_or(0.0, |(x, _)| if is_flipped { -x } else { x });
        above.sort_by(|one, other| x(one).total_cmp(&x(other)));
        below.sort_by(|one, other| x(one).total_cmp(&x(other)));
        (above, below)
    }
}

impl Play {
    /// The players whose bars are above and below the board, from left to right.
    pub(super) fn bar_rows(&self) -> (Vec<Player>, Vec<Player>) {
        let players = self.session.seats.len();
        let only = self.only_person().unwrap_or(Player::FIRST);
        let bottom = if self.is_turned { only.next(players) } else { only };
        self.seating.rows(bottom, self.board.as_ref().is_some_and(Board::is_flipped))
    }

    /// The person of the game, if there is only one.
    pub(super) fn only_person(&self) -> Option<Player> {
        let session = &self.session;
        let mut people = session
            .loaded()
            .players()
            .filter(|player| session.seats.get(player.index()).is_some_and(|seat| seat.who.is_person()));
        people.next().filter(|_| people.next().is_none())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::open_game;

    fn rows(game: &str, bottom: usize, is_flipped: bool) -> (Vec<usize>, Vec<usize>) {
        let opened = open_game(game).expect("it ships");
        let bottom = Player::new(bottom).expect("a player");
        let (above, below) = Seating::of(&opened.loaded).rows(bottom, is_flipped);
        let numbers = |players: Vec<Player>| players.into_iter().map(|player| player.index() + 1).collect();
        (numbers(above), numbers(below))
    }

    #[test]
    fn players_sit_where_their_pieces_begin() {
        assert_eq!(rows("chess", 1, false), (vec![2], vec![1]));
        assert_eq!(rows("chess", 1, true), (vec![1], vec![2]));
        // A board that is empty at first has no sides.
        assert_eq!(rows("hex", 1, false), (vec![2], vec![1]));
        assert_eq!(rows("hex", 2, false), (vec![1], vec![2]));
        assert_eq!(rows("2048", 1, false), (vec![], vec![1]));
        let (above, below) = rows("ludo:players=4", 1, false);
        assert_eq!((above.len(), below.len()), (2, 2), "{above:?} {below:?}");
    }
}
