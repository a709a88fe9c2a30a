//! Lists of players on the command line. What a player is asked for is read in `boardwright-players`.

/// The players of a list, apart by commas. A piece that is only `key=value` belongs to the player before it.
pub fn split(text: &str) -> Vec<String> {
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
        assert_eq!(split("human,random:seed=3"), ["human", "random:seed=3"]);
        assert_eq!(split("a:x=1,y=2,b:z=3, c"), ["a:x=1,y=2", "b:z=3", "c"]);
    }
}
