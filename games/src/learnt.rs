//! What players learnt of the games that ship: weights of an evaluation as `boardwright tune` writes them, for the game without
//! options. Players of other boards do without.

/// The weights of a shipped game, if there are any.
pub fn learnt(name: &str) -> Option<&'static str> {
    LEARNT.iter().find(|(known, _)| *known == name).map(|&(_, text)| text)
}

macro_rules! weights {
    ($($name:literal),* $(,)?) => {
        &[$(($name, include_str!(concat!("../learnt/", $name, ".json")))),*]
    };
}

const LEARNT: &[(&str, &str)] = weights!["breakthrough", "connect-four", "reversi"];
