//! Lists of players on the command line. `boardwright-players` parses the single players.

use boardwright_players::registry::PlayerEntry;

/// A player of a list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ListedPlayer {
    /// Label before the player, as in `strong=mcts:nodes=2000`.
    pub label: Option<String>,
    /// The player: `name:key=value,...`.
    pub text: String,
}

/// Splits a list of players at commas. A part of the form `key=value` belongs to the player before it, or begins a player
/// with a label.
pub fn split_players(text: &str) -> Vec<ListedPlayer> {
    let mut players: Vec<ListedPlayer> = Vec::new();
    for part in text.split(',') {
        let key_and_value = part.split_once('=').filter(|(key, _)| !key.contains(':'));
        match (players.last_mut(), key_and_value) {
            (Some(player), Some((key, value))) if is_option_of(&player.text, key.trim(), value.trim()) => {
                player.text.push(',');
                player.text.push_str(part);
            }
            (_, Some((label, text))) => {
                players.push(ListedPlayer { label: Some(label.trim().to_owned()), text: text.trim().to_owned() });
            }
            (_, None) => players.push(ListedPlayer { label: None, text: part.trim().to_owned() }),
        }
    }
    players
}

/// `true` if `key=value` after a player is one of its options, perhaps misspelt, and not the next player with a label.
fn is_option_of(player: &str, key: &str, value: &str) -> bool {
    let Some((name, _)) = player.split_once(':') else { return false };
    let is_player = |name: &str| PlayerEntry::by_name(name).is_some();
    let is_known =
        PlayerEntry::by_name(name).is_some_and(|entry| entry.options.iter().any(|option| option.has_key(key)));
    is_known || !is_player(value.split(':').next().unwrap_or(value))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn split(text: &str) -> Vec<(Option<String>, String)> {
        split_players(text).into_iter().map(|ListedPlayer { label, text }| (label, text)).collect()
    }

    fn player(label: &str, text: &str) -> (Option<String>, String) {
        (Some(label).filter(|label| !label.is_empty()).map(str::to_owned), text.to_owned())
    }

    #[test]
    fn lists_are_split_between_players_only() {
        assert_eq!(split("human,random:seed=3"), [player("", "human"), player("", "random:seed=3")]);
        let players = [player("", "a:x=1,y=2"), player("", "b:z=3"), player("", "c")];
        assert_eq!(split("a:x=1,y=2,b:z=3, c"), players);
    }

    #[test]
    fn players_can_have_labels() {
        assert_eq!(split("a=random,b=random"), [player("a", "random"), player("b", "random")]);
        let players = [player("strong", "mcts:nodes=9,seed=1"), player("weak", "mcts:nodes=2"), player("", "greedy")];
        assert_eq!(split("strong=mcts:nodes=9,seed=1, weak = mcts:nodes=2,greedy"), players);
        // A misspelt option stays with its player, a misspelt player with its label.
        assert_eq!(split("mcts:nodes=9,sed=1"), [player("", "mcts:nodes=9,sed=1")]);
        assert_eq!(split("random,b=randm"), [player("", "random"), player("b", "randm")]);
        // `heuristic` is an option, whatever its value is.
        assert_eq!(split("mcts:nodes=9,heuristic=greedy"), [player("", "mcts:nodes=9,heuristic=greedy")]);
    }
}
