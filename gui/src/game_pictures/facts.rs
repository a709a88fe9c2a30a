//! Facts about a game that are known only after it was loaded.

use boardwright_library::LoadedGame;
use serde::{Deserialize, Serialize};

use crate::pages::new_game::player_range;

/// Facts about a game.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct GameFacts {
    /// First sentence of its description.
    pub summary: String,
    /// Least and greatest number of players.
    pub players: Option<(usize, usize)>,
}

impl GameFacts {
    /// Facts about a loaded game.
    pub fn of(loaded: &LoadedGame) -> Self {
        Self { summary: first_sentence(loaded.about().unwrap_or_default()), players: Some(player_range(loaded)) }
    }
}

/// Returns the first sentence of a description, on one line and without its full stop. The stop of an initial and one in parentheses end no sentence.
fn first_sentence(text: &str) -> String {
    let line = text.split_whitespace().collect::<Vec<_>>().join(" ");
    let is_end = |at: &usize| {
        let before = &line[..*at];
        let mut letters = before.chars().rev();
        let (last, previous) = (letters.next(), letters.next());
        let is_initial =
            last.is_some_and(char::is_uppercase) && previous.is_none_or(|letter| !letter.is_alphanumeric());
        !is_initial && before.matches('(').count() == before.matches(')').count()
    };
    let end = line.match_indices(". ").map(|(at, _)| at).find(is_end).unwrap_or(line.len());
    line[..end].trim_end_matches('.').to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;
    use boardwright_games::rust_games::RUST_GAMES;
    use boardwright_games::shipped_games;

    #[test]
    fn every_shipped_game_has_a_summary_and_a_number_of_players() {
        let names = shipped_games().iter().map(|game| game.name);
        for name in names.chain(RUST_GAMES.iter().map(|game| game.info.name)) {
            let loaded = boardwright_library::load(name).expect("it ships");
            let GameFacts { summary, players } = GameFacts::of(&loaded);
            assert!(summary.len() > 10 && !summary.contains('\n'), "{name}: {summary:?}");
            let (least, most) = players.expect("it is loaded");
            assert!((least..=most).contains(&loaded.game().players()), "{name}: {least} to {most}");
            let (open, close) = (summary.matches('(').count(), summary.matches(')').count());
            assert_eq!(open, close, "{name}: {summary:?} breaks off");
        }
    }

    #[test]
    fn initials_end_no_sentence() {
        assert_eq!(
            first_sentence("Poker (H. W. Kuhn 1950):\n  each antes. A bet"),
            "Poker (H. W. Kuhn 1950): each antes"
        );
        assert_eq!(
            first_sentence("The base game (K.-J. Wrede 2000) of tiles."),
            "The base game (K.-J. Wrede 2000) of tiles"
        );
        assert_eq!(first_sentence("Player A. B"), "Player A. B");
        assert_eq!(first_sentence(""), "");
    }
}
