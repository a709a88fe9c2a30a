//! Levels of play: each must win most games against the next lower one.

use boardwright_compiler::game::CompiledGame;
use boardwright_game::game::Outcome;
use boardwright_tests::playing::play;
use boardwright_tests::with_options;

/// Score of the first player, as a share of the points, over `seeds` pairs of games with swapped sides.
fn score_share(game: &CompiledGame, players: [&str; 2], seeds: u64) -> f64 {
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
            shares.push((score_share(&game, [&above, &below], 30), name, level));
        }
    }
    assert!(shares.iter().all(|&(share, ..)| share >= 0.6), "shares against the level below: {shares:?}");
}
