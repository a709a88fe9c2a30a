//! Levels of play: each is to win most games against the one below.

use boardwright_engine::game::Outcome;
use boardwright_engine::spec::SpecGame;
use boardwright_tests::playing::play;
use boardwright_tests::with_options;

/// The share of the points that the first player makes over games of so many seeds, each from both sides.
fn share(game: &SpecGame, players: [&str; 2], seeds: u64) -> f64 {
    let mut points = 0.0;
    for seed in 0..2 * seeds {
        let own = (seed % 2) as usize;
        let seats = if own == 0 { players } else { [players[1], players[0]] };
        points += match play(game, seats, seed) {
            Outcome::Draw => 0.5,
            Outcome::Won(winner) => f64::from(u8::from(winner.index() == own)),
        };
    }
    points / (2 * seeds) as f64
}

#[test]
fn each_level_beats_the_one_below() {
    let mut shares = Vec::new();
    for (name, options, highest) in [
        ("breakthrough", &[][..], 3),
        ("connect-four", &[][..], 4),
        ("dots-and-boxes", &[("width", "4"), ("height", "4")][..], 3),
    ] {
        let game = with_options(name, options);
        for level in 2..=highest {
            let [above, below] = [level, level - 1].map(|level| format!("portfolio:memory=1,level={level}"));
            shares.push((share(&game, [&above, &below], 30), name, level));
        }
    }
    assert!(shares.iter().all(|&(share, ..)| share >= 0.6), "shares against the level below: {shares:?}");
}
