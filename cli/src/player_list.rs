//! Lists of players on the command line. `boardwright-players` parses the single players.

/// Splits a list of players at commas; a part of the form `key=value` belongs to the player before it.
pub fn split_players(text: &str) -> Vec<String> {
    let mut players: Vec<String> = Vec::new();
    for piece in text.split(',') {
        let key = piece.split_once('=').map(|(key, _)| key);
        match players.last_mut() {
            Some(player) if key.is_some_and(|key| !key.contains(':')) => {
                player.push(',');
                player.push_str(piece);
            }
            _ => players.push(piece.trim().to_owned()),
        }
    }
    players
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_are_split_between_players_only() {
        assert_eq!(split_players("human,random:seed=3"), ["human", "random:seed=3"]);
        assert_eq!(split_players("a:x=1,y=2,b:z=3, c"), ["a:x=1,y=2", "b:z=3", "c"]);
    }
}
