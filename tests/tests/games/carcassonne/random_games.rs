//! Random games of the game and of the reference implementation side by side, under all options.

use std::collections::BTreeSet;

use boardwright_game::game::{Game as _, GameExt as _, Turn};
use boardwright_game::ids::Player;
use boardwright_game::playout::draw_chance;
use boardwright_games::carcassonne::scoring::{FarmRule, ScoringRules};
use boardwright_games::carcassonne::{Carcassonne, CarcassonneMove, CarcassonneOptions, CarcassonneState, Placement};
use boardwright_tests::effort::repetitions;
use rand::SeedableRng as _;
use rand_pcg::Pcg64Mcg;

use super::by_kind;
use super::reference::Reference;

/// Number of games in a usual run.
const GAMES: u64 = 1000;

#[test]
fn random_games_agree_with_the_reference_implementation() {
    let games = repetitions(GAMES);
    for number in 0..games {
        let farms = [FarmRule::First, FarmRule::Second, FarmRule::Third][number as usize % 3];
        let scoring = ScoringRules { farms, has_small_cities: number % 2 == 1 };
        let (players, meeples) = (2 + number as usize % 4, 3 + (number % 9) as u8);
        play(CarcassonneOptions { players, meeples, scoring, is_fair: number % 5 == 0 }, number);
    }
}

fn play(options: CarcassonneOptions, seed: u64) {
    let game = Carcassonne::new(options);
    let CarcassonneOptions { players, meeples, scoring, .. } = options;
    let mut reference =
        Reference::new(game.tile_set(), players, meeples.into(), scoring.farms, scoring.has_small_cities);
    let mut random = Pcg64Mcg::seed_from_u64(seed);
    let (mut state, mut moves) = (game.initial_state(), Vec::new());
    let mut saved: Option<(CarcassonneState, String)> = None;
    loop {
        match game.legal_moves(&state, &mut moves).unwrap() {
            Turn::Over(_) => break,
            Turn::Chance => {
                let mv = draw_chance(&game, &state, &moves, &mut Vec::new(), &mut random).unwrap();
                game.apply(&mut state, mv).unwrap();
                if let (CarcassonneMove::Draw(kind), None) = (mv, state.drawn()) {
                    assert!(reference.placements(kind.into()).is_empty(), "seed {seed}: the tile fits somewhere");
                }
            }
            Turn::Player(player) => {
                let CarcassonneMove::Place(placement) = game.random_move(&state, &moves, &mut random) else {
                    panic!("seed {seed}: a player places a tile")
                };
                check_moves(&game, &state, &mut reference, placement, seed);
                let Placement { x, y, rotation, meeple } = placement;
                let kind = state.drawn().expect("a tile is drawn");
                game.apply(&mut state, CarcassonneMove::Place(placement)).unwrap();
                let place = (x.into(), y.into(), rotation.into());
                reference.place(player.index(), kind.into(), place, meeple.map(usize::from));
                for player in (1..=players).filter_map(Player::new) {
                    let (free, points) = (state.free_meeples(player), by_kind(state.points(player)));
                    assert_eq!(u32::from(free), reference.free[player.index()], "seed {seed}: meeples of {player}");
                    assert_eq!(points.map(u32::from), reference.points[player.index()], "seed {seed}: {player}");
                    let placed = state.meeples().iter().filter(|meeple| meeple.player == player).count();
                    assert_eq!(usize::from(free) + placed, usize::from(meeples), "seed {seed}: meeples are conserved");
                }
            }
        }
        // A copy is the undo of later moves: it stays as it was.
        match &saved {
            None if state.tiles().len() == 30 => saved = Some((state.clone(), game.state_text(&state))),
            _ => {}
        }
    }
    if let Some((copy, text)) = saved {
        assert_eq!(game.state_text(&copy), text, "seed {seed}: the copy changed");
        let back = game.parse_state(&text).unwrap();
        let encoding = |state| {
            let mut bytes = Vec::new();
            game.encode(state, &mut bytes);
            bytes
        };
        assert_eq!(encoding(&back), encoding(&copy), "seed {seed}: the text is the whole position");
    }
    let points = reference.final_points();
    for player in (1..=players).filter_map(Player::new) {
        let details = game.score_details(&state, player).into_iter().map(|(_, points)| points as u32);
        assert_eq!(details.collect::<Vec<_>>(), points[player.index()], "seed {seed}: final points of {player}");
    }
    if options.is_fair {
        let turns = state.tiles().len() - 1;
        assert_eq!(turns % players, 0, "seed {seed}: everyone had equally many turns");
    }
}

/// Compares the places of the drawn tile, and those of meeples at one placement.
fn check_moves(
    game: &Carcassonne,
    state: &CarcassonneState,
    reference: &mut Reference<'_>,
    placement: Placement,
    seed: u64,
) {
    let kind = usize::from(state.drawn().expect("a tile is drawn"));
    let mut all = Vec::new();
    game.all_legal_moves(state, &mut all).unwrap();
    let places = all.iter().filter_map(|mv| match *mv {
        CarcassonneMove::Place(Placement { x, y, rotation, .. }) => Some((x.into(), y.into(), usize::from(rotation))),
        CarcassonneMove::Draw(_) => None,
    });
    assert_eq!(places.collect::<BTreeSet<_>>(), reference.placements(kind), "seed {seed}: placements");
    if state.free_meeples(state.mover()) > 0 {
        let Placement { x, y, rotation, .. } = placement;
        let legal: Vec<usize> = game.legal_meeples(state, x, y, rotation).into_iter().map(usize::from).collect();
        let places = reference.meeple_places(kind, (x.into(), y.into(), rotation.into()));
        assert_eq!(legal, places, "seed {seed}: meeples");
    }
}
