//! Names of players for people, and descriptions of the occupants of their seats.

use boardwright_game::dialog::capitalized;
use boardwright_game::ids::Player;
use boardwright_library::LoadedGame;

use crate::session::{Occupant, SeatChoice, Session};
use crate::texts::{t, with};

/// Name of a player: the name of the occupant, or the game's name of the player.
pub fn player_name(session: &Session, player: Player) -> String {
    let own = session.shown_seats().get(player.index()).map(|seat| seat.name.trim()).filter(|name| !name.is_empty());
    own.map_or_else(|| game_name(session.loaded(), player), str::to_owned)
}

/// The game's name of a player, or the number of the player.
pub fn game_name(loaded: &LoadedGame, player: Player) -> String {
    let name = loaded.game().player_name(player);
    if !name.is_empty() {
        return capitalized(&name);
    }
    if loaded.game().players() == 1 { t("play.only_player").to_owned() } else { with("play.player", &[&player]) }
}

/// Description of an occupant: a person, or a computer with its strength.
pub fn occupant(seat: &SeatChoice) -> String {
    match &seat.who {
        Occupant::Person => t("seats.person").to_owned(),
        Occupant::Level(level) => with("seats.at_level", &[level]),
        Occupant::Player(text) => text.clone(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::open_game;

    #[test]
    fn players_have_the_names_of_the_game_or_numbers() {
        let first = Player::FIRST;
        for (game, name) in [("chess", "White"), ("2048", "Player"), ("holdem", "Player 1")] {
            let opened = open_game(game).expect("it ships");
            assert_eq!(game_name(&opened.loaded, first), name, "{game}");
        }
    }
}
