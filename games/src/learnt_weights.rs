//! Learnt evaluation weights of shipped games, in the format of `boardwright tune`, for the game without options. Games
//! on other boards have none.

/// Learnt weights of a shipped game, if there are any.
pub fn learnt_weights(name: &str) -> Option<&'static str> {
    LEARNT_WEIGHTS.iter().find(|(known, _)| *known == name).map(|&(_, text)| text)
}

macro_rules! weights {
    ($($name:literal),* $(,)?) => {
        &[$(($name, include_str!(concat!("../learnt/", $name, ".json")))),*]
    };
}

const LEARNT_WEIGHTS: &[(&str, &str)] = weights!["breakthrough", "connect-four", "reversi"];
