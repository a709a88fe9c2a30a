//! Series: tallies of repeated games in rotating seats, players that fail, and interruption.

use std::sync::atomic::AtomicBool;

use boardwright_arena::series::{Seating, Series, SeriesError, SeriesResults};
use boardwright_arena::tournament::{Budget, Entrant, GameLoader as _, PlayerConfig};
use boardwright_library::tournament_games::LibraryLoader;

/// A series of a game between players, or shell scripts where the text begins with `$`.
fn series(game: &str, players: &[&str]) -> Series {
    let entrant = |text: &&str| {
        let player = match text.strip_prefix('$') {
            Some(program) => PlayerConfig {
                player: None,
                program: ["sh", "-c", program].map(str::to_owned).to_vec(),
                label: Some("program".to_owned()),
            },
            None => PlayerConfig::player(text),
        };
        Entrant::new(&player, &Budget::default()).expect("the player exists")
    };
    let game = LibraryLoader { warn: |text| panic!("{text}") }.load(game).expect("the game ships");
    Series { game, entrants: players.iter().map(entrant).collect(), seating: Seating::Rotating }
}

fn play(series: &Series, games: u32, stop: bool) -> Result<(SeriesResults, Vec<u32>), SeriesError> {
    let mut numbers = Vec::new();
    let results = series.play(games, 7, &AtomicBool::new(stop), |number, finished| {
        assert!(finished.record.end.is_some());
        numbers.push(number);
        Ok::<_, SeriesError>(())
    })?;
    numbers.sort_unstable();
    Ok((results, numbers))
}

#[test]
fn every_game_is_counted_once_and_equal_seeds_give_equal_tallies() {
    let series = series("pig:target=30", &["random", "random"]);
    let (results, numbers) = play(&series, 10, false).unwrap();
    assert_eq!(numbers, (0..10).collect::<Vec<_>>());
    assert!(results.failures.is_empty());
    let wins: Vec<u32> = results.tallies.iter().map(|tally| tally.wins).collect();
    assert!(results.tallies.iter().all(|tally| tally.games() == 10), "{results:?}");
    assert_eq!(wins.iter().sum::<u32>(), 10, "{results:?}");
    let totals = |results: &SeriesResults| results.tallies.iter().map(|tally| tally.total).collect::<Vec<_>>();
    let (again, _) = play(&series, 10, false).unwrap();
    assert_eq!(totals(&results), totals(&again));
}

#[test]
fn participants_move_on_by_a_seat_in_each_game() {
    let mut series = series("pig", &["random", "random"]);
    assert_eq!([0, 1, 2].map(|number| series.participant_at(0, number)), [0, 1, 0]);
    series.seating = Seating::Fixed;
    assert_eq!([0, 1, 2].map(|number| series.participant_at(1, number)), [1, 1, 1]);
}

#[test]
#[cfg(unix)]
fn a_program_that_fails_loses_to_all_others() {
    let (results, numbers) = play(&series("pig", &["$read word; exit 3", "random"]), 4, false).unwrap();
    assert_eq!((numbers.len(), results.failures.len()), (4, 4));
    assert_eq!([results.tallies[0].wins, results.tallies[1].wins], [0, 4]);
    assert!(results.tallies.iter().all(|tally| tally.games() == 0));
    let (number, failure) = &results.failures[0];
    assert!(*number == 1 && failure.starts_with("game 1, turn 1, seat 1, program: "), "{failure}");
}

#[test]
fn an_interrupted_series_has_no_results() {
    let ended = play(&series("pig", &["random", "random"]), 4, true);
    assert!(matches!(ended, Err(SeriesError::Stopped)));
}
