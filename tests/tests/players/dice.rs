//! Players of game files with chance: the choice of the portfolio, and games that are played for points.

use std::sync::atomic::AtomicBool;

use boardwright_game::game::{Game as _, GameExt as _};
use boardwright_players::Limits;
use boardwright_players::portfolio::recommendation::{GameFeatures, Recommendation};
use boardwright_tests::pig::Pig;
use boardwright_tests::playing::choose;
use boardwright_tests::{compiled, with_options};

/// Path search and proofs cannot search chance moves, even if there is only one player.
#[test]
fn the_portfolio_samples_games_with_chance() {
    let stop = AtomicBool::new(false);
    for game in [compiled("2048"), with_options("yahtzee", &[("players", "1")]), compiled("pig"), compiled("ludo")] {
        let features = GameFeatures::measure(&game, false, &Limits::none(&stop)).expect("shipped games never fail");
        let (recommendation, why) = features.recommendation(None);
        assert_eq!(recommendation, Recommendation::Mcts, "{}: {why}", game.rules().name);
        assert!(why.contains("chance"), "{why}");
    }
}

#[test]
fn the_portfolio_solves_small_games_with_chance() {
    let (stop, game) = (AtomicBool::new(false), Pig::default());
    let features = GameFeatures::measure(&game, false, &Limits::none(&stop)).expect("shipped games never fail");
    let (recommendation, why) = features.recommendation(None);
    assert_eq!(recommendation, Recommendation::ValueIteration, "{why}");
    assert!(why.starts_with("value-iteration, because the game has chance and few positions ("), "{why}");
}

/// Small trees are solved; large ones, and games of more players, are sampled.
#[test]
fn the_portfolio_solves_small_games_of_hidden_information() {
    let stop = AtomicBool::new(false);
    for (name, expected) in [
        ("kuhn-file", Recommendation::Cfr),
        ("leduc-file", Recommendation::Cfr),
        ("battleship", Recommendation::Mcts),
        ("stratego-6x6", Recommendation::Mcts),
        ("mastermind-secret", Recommendation::Mcts),
    ] {
        let game = compiled(name);
        let features = GameFeatures::measure(&game, false, &Limits::none(&stop)).expect("shipped games never fail");
        let (recommendation, why) = features.recommendation(None);
        assert_eq!(recommendation, expected, "{name}: {why}");
        assert!(why.contains("hidden information"), "{why}");
    }
}

/// The only wins of 2048 are at its end, so that a player who plays for wins sees no difference.
#[test]
fn greedy_takes_points_where_the_payoff_is_the_score() {
    let game = compiled("2048");
    for (cells, merging) in
        [(["c(1,1)", "c(1,3)"], ["slide up", "slide down"]), (["c(4,2)", "c(2,2)"], ["slide left", "slide right"])]
    {
        let mut state = game.initial_state();
        for (tile, cell) in (1..).zip(cells) {
            let mv = game.parse_move(&state, &format!("tile({tile}) off {cell} 2")).expect("chance is to move");
            game.apply(&mut state, mv).expect("it is legal");
        }
        for seed in 0..5 {
            let chosen = game.move_text(&state, choose(&game, &state, "greedy", seed).mv);
            assert!(merging.contains(&chosen.as_str()), "{chosen} instead of {merging:?}");
        }
    }
}
