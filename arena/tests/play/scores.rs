//! Games of points: duplicate deals, shared wins, statistics of scores and the sequential test on them, with a game for
//! two to five players.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use boardwright_arena::results::journal::read_journal;
use boardwright_arena::results::ledger::{Ledger, LedgerRow};
use boardwright_arena::tournament::{
    Config, GameLoader, Pairing, PlayerConfig, RunOptions, Setup, SprtConfig, TournamentEnd, TournamentGame, run,
    seatings,
};
use boardwright_arena::{
    Computer, Decision, DrawOffer, Host, HostUnavailable, MoveRequest, NamedGame, Playable, Reply, Seat, SeatError,
};
use boardwright_game::any::AnyGame;
use boardwright_game::deals::Deals;
use boardwright_game::game::Outcome;
use boardwright_game::record::{self, RecordHeader};
use boardwright_players::PlayerSpec;
use boardwright_players::registry::PlayerArtifacts;

use crate::common::Ring;
use crate::common::numbers::{MOST_PLAYERS, Numbers};

/// A game whose player `greedy` always keeps its numbers, while `dfs` always halves them.
struct PointGame<G>(G);

struct FixedSeat(&'static str);

impl Seat for FixedSeat {
    fn record_seat(&self) -> record::Seat {
        record::Seat { player: self.0.to_owned(), parameters: BTreeMap::new() }
    }

    fn decide(&mut self, request: &MoveRequest<'_>, _: &mut dyn Host) -> Result<Reply, SeatError> {
        let (game, state) = (request.history.game(), request.history.state());
        Ok(Decision::Move(game.parse_move(state, self.0).expect("it is a move")).into())
    }

    fn accepts_draw(&mut self, _: &DrawOffer<'_>, _: &mut dyn Host) -> Result<bool, HostUnavailable> {
        Ok(false)
    }
}

impl<G: AnyGame> Playable for PointGame<G> {
    fn game(&self) -> &dyn AnyGame {
        &self.0
    }

    fn header(&self, players: Vec<record::Seat>, seed: u64, opening: Vec<String>) -> RecordHeader {
        NamedGame { name: "numbers", game: self.game() }.header(players, seed, opening)
    }
}

impl TournamentGame for PointGame<Deals<Numbers>> {
    fn seat(&self, spec: &PlayerSpec, seed: u64) -> Result<Box<dyn Seat>, String> {
        Ok(match spec.entry.name {
            "greedy" => Box::new(FixedSeat("keep")),
            "dfs" => Box::new(FixedSeat("halve")),
            _ => Box::new(
                Computer::from_spec(&self.0, spec, seed, &PlayerArtifacts::default())
                    .map_err(|error| error.to_string())?,
            ),
        })
    }
}

impl TournamentGame for PointGame<Ring> {
    fn seat(&self, _: &PlayerSpec, _: u64) -> Result<Box<dyn Seat>, String> {
        Ok(Box::new(FixedSeat("step")))
    }
}

/// Loads numbers from `players-numbers-deals`, or a game without chance from `ring`.
struct NumbersLoader;

impl GameLoader for NumbersLoader {
    fn load(&self, text: &str) -> Result<Arc<dyn TournamentGame>, String> {
        if text == "ring" {
            return Ok(Arc::new(PointGame(Ring { players: 2, steps: 3 })));
        }
        let parts: Vec<u32> = text.split('-').map(|part| part.parse().expect("a number")).collect();
        let [players, numbers, deals] = parts[..] else { return Err("there is no such game".to_owned()) };
        Ok(Arc::new(PointGame(Deals::new(Numbers { players: players as usize, numbers }, deals))))
    }
}

fn config(game: &str, players: &[&str], games: usize) -> Config {
    let entry = |(index, text): (usize, &&str)| PlayerConfig {
        label: Some(format!("{text} {index}")),
        ..PlayerConfig::player(text)
    };
    let players = players.iter().enumerate().map(entry).collect();
    Config {
        games_per_pairing: games as u32,
        duplicates: true,
        ..Config::with_defaults(vec![game.to_owned()], players)
    }
}

fn setup(config: Config) -> Result<Setup, String> {
    Setup::new(config, &NumbersLoader, Path::new(""))
}

fn play(config: Config, out: &Path, threads: usize) -> TournamentEnd {
    let setup = Arc::new(setup(config).expect("it is well described"));
    let options = RunOptions { out: out.to_owned(), resume: false, shard: None, threads };
    let ended = run(&setup, &options, &AtomicBool::new(false), &mut |_| {}).expect("it comes to its end");
    assert!(ended.complete);
    ended
}

fn ledger(config: Config, threads: usize) -> Ledger {
    let folder = tempfile::tempdir().expect("a folder");
    play(config, folder.path(), threads).results.ledger
}

/// The numbers that chance gave in each game, by start.
fn deals_by_start(out: &Path) -> BTreeMap<usize, Vec<Vec<String>>> {
    let mut starts: BTreeMap<usize, Vec<Vec<String>>> = BTreeMap::new();
    for (game, _) in read_journal(out).expect("it was just written").games {
        let given = game.moves.iter().filter(|played| played.player.is_none()).map(|played| played.text.clone());
        starts.entry(game.job.start).or_default().push(given.collect());
    }
    starts
}

#[test]
fn duplicates_have_the_same_deals_in_all_seatings_and_meetings() {
    for players in 2..=MOST_PLAYERS {
        let set = seatings(players).len();
        // One player more than seats: as many meetings as players.
        let entrants = vec!["random"; players + 1];
        let config = config(&format!("{players}-1000-1"), &entrants, 3 * set);
        let jobs = setup(config.clone()).expect("it is well described").round(&[], 1);
        let seeds: BTreeSet<u64> = jobs.iter().map(|job| job.seed).collect();
        assert_eq!(seeds.len(), jobs.len(), "no two games have players who draw alike");
        let decks: BTreeSet<(usize, Option<u64>)> = jobs.iter().map(|job| (job.start, job.deck_seed)).collect();
        assert_eq!(decks.len(), 3, "a deck for each start");
        let other = setup(Config { seed: 2, ..config.clone() }).expect("it is well described").round(&[], 1);
        assert!(jobs.iter().zip(&other).all(|(one, other)| one.deck_seed != other.deck_seed));

        let folder = tempfile::tempdir().expect("a folder");
        play(config.clone(), folder.path(), 2);
        let starts = deals_by_start(folder.path());
        for deals in starts.values() {
            assert_eq!(deals.len(), set * (players + 1));
            assert!(deals.iter().all(|given| given.len() == players && *given == deals[0]), "{deals:?}");
        }
        assert!(starts[&0][0] != starts[&1][0] && starts[&1][0] != starts[&2][0]);

        let folder = tempfile::tempdir().expect("a folder");
        play(Config { duplicates: false, ..config }, folder.path(), 2);
        let differ = |deals: &Vec<Vec<String>>| deals.iter().any(|given| *given != deals[0]);
        assert!(deals_by_start(folder.path()).values().all(differ), "without duplicates each game has its own deals");
    }
}

#[test]
fn each_deal_of_a_match_is_duplicated() {
    let folder = tempfile::tempdir().expect("a folder");
    play(config("2-1000-5", &["random", "greedy"], 4), folder.path(), 1);
    let starts = deals_by_start(folder.path());
    let numbers = |given: &[String]| given.iter().filter(|text| text.starts_with("give")).count();
    assert!(starts.values().flatten().all(|given| numbers(given) == 10));
    assert!(starts.values().all(|deals| deals.len() == 2 && deals[0] == deals[1]), "{starts:?}");
    let games = fs::read_to_string(folder.path().join("games.csv")).expect("it is there");
    let columns: Vec<Vec<&str>> = games.lines().map(|line| line.split(',').collect()).collect();
    assert_eq!(columns[0][5..7], ["seed", "deck"]);
    assert!(columns[1][6] == columns[2][6] && columns[2][6] != columns[3][6] && columns[3][6] == columns[4][6]);
}

#[test]
fn impossible_duplicates_are_refused() {
    let refused = |config| setup(config).expect_err("it is wrong");
    let none = refused(config("ring", &["random", "greedy"], 2));
    assert!(none.starts_with("ring has no chance, so that there is nothing to duplicate"), "{none}");
    let odd = refused(config("3-9-1", &["random", "greedy", "dfs"], 8));
    assert!(odd.contains("6 seatings; games-per-pairing must be a multiple of 6, not 8"), "{odd}");
    let scores =
        Config { duplicates: false, sprt: Some(SprtConfig::score(0.0, 1.0)), ..config("ring", &["random", "dfs"], 2) };
    assert!(refused(scores).contains("ring has no scores to play for; its sequential test needs elo0 and elo1"));
    let both = SprtConfig { score0: Some(1.0), ..SprtConfig::elo(0.0, 5.0) };
    let both = Config { sprt: Some(both), ..config("2-9-1", &["random", "dfs"], 2) };
    assert!(refused(both).contains("either elo0 and elo1 are needed, or score0 and score1"));
    // Hypotheses beyond the scale of normalized Elo are an error, too.
    let far = Config { sprt: Some(SprtConfig::elo(0.0, 900.0)), ..config("2-9-1", &["random", "dfs"], 2) };
    assert!(refused(far).contains("sprt: a hypothesis of 900 Elo cannot be tested"));
}

#[test]
fn players_with_equal_highest_scores_share_the_win() {
    let folder = tempfile::tempdir().expect("a folder");
    let ended = play(config("4-3-1", &["greedy", "dfs", "random", "greedy"], 40), folder.path(), 2);
    let (mut shared, mut won) = (0, 0);
    for row in ended.results.ledger.rows() {
        let most = row.end.scores.iter().copied().fold(0.0, f64::max);
        let best: Vec<usize> = (0..4).filter(|&seat| row.end.scores[seat] >= most).collect();
        let winners: Vec<usize> = row.end.winners.iter().map(|winner| winner.index()).collect();
        if best.len() == 1 {
            assert!(winners.is_empty() && row.end.outcome.is_some_and(|outcome| outcome != Outcome::Draw));
            won += 1;
        } else {
            assert_eq!((&winners, row.end.outcome), (&best, Some(Outcome::Draw)), "{row:?}");
            shared += 1;
        }
        for (seat, points) in row.game_points().0.into_iter().enumerate() {
            let expected = if best.contains(&seat) { 1.0 / best.len() as f64 } else { 0.0 };
            assert!((points - expected).abs() < 1e-12, "{row:?}");
        }
    }
    assert!(shared > 0 && won > 0, "{shared} shared and {won} won");
    let two = ledger(config("2-2-1", &["greedy", "dfs"], 40), 1);
    assert!(two.rows().all(|row: &LedgerRow| row.end.winners.is_empty()), "two players draw");
}

/// Players that play alike differ by their cards only, which duplicates remove completely.
#[test]
fn duplicates_remove_the_luck_of_the_deals() {
    for players in 2..=MOST_PLAYERS {
        let set = seatings(players).len();
        let game = format!("{players}-100-1");
        let config = config(&game, &vec!["greedy"; players], 20 * set);
        let folder = tempfile::tempdir().expect("a folder");
        let standings = play(config.clone(), folder.path(), 2).results.standings();
        let scores = standings.games[0].score_means.as_ref().expect("the payoff is the score");
        assert_eq!((scores.set_size, scores.games_left_out), (Some(set), 0));
        for (_, difference) in &scores.meetings {
            let (mean, error) = (difference.observations.mean(), difference.observations.error_95());
            assert!(mean.abs() < 1e-9 && error.is_some_and(|error| error < 1e-9), "{mean} {error:?}");
            assert!(difference.interval_ratio().is_some_and(|ratio| ratio < 1e-9));
            assert_eq!(difference.observations.count(), 20);
        }
        let summary = fs::read_to_string(folder.path().join("summary.md")).expect("it is there");
        assert!(summary.contains(&format!("the games with the same deals in {set} seatings are one observation")));
        assert!(summary.contains("|      0 % |") || summary.contains("| 0 % |"), "{summary}");
        let table = fs::read_to_string(folder.path().join("scores.csv")).expect("it is there");
        assert!(table.contains("deck set,0.00000\n"), "{table}");

        let folder = tempfile::tempdir().expect("a folder");
        let standings = play(Config { duplicates: false, ..config }, folder.path(), 2).results.standings();
        let scores = standings.games[0].score_means.as_ref().expect("the payoff is the score");
        assert!(scores.meetings.iter().all(|(_, difference)| difference.interval_ratio() == Some(1.0)));
    }
}

#[test]
fn scores_are_per_deal_and_by_category() {
    let folder = tempfile::tempdir().expect("a folder");
    let ended = play(config("2-101-10", &["greedy", "dfs"], 200), folder.path(), 2);
    for row in ended.results.ledger.rows() {
        assert_eq!(row.end.deals, 10);
        let [keeper, halver] = [0, 1].map(|player| row.job.seats.iter().position(|&seat| seat == player).unwrap());
        let details = &row.end.details;
        assert_eq!(details["kept"][keeper].to_bits(), row.end.scores[keeper].to_bits(), "{row:?}");
        assert_eq!((details["kept"][halver], details["halved"][halver]), (0.0, row.end.scores[halver]), "{row:?}");
    }
    let standings = ended.results.standings();
    let scores = standings.games[0].score_means.as_ref().expect("the payoff is the score");
    // Numbers from 0 to 100 have a mean of 50; half of them, rounded down, one of 24.75.
    for (mean, expected) in scores.players.iter().zip([50.0, 24.75]) {
        let (found, error) = (mean.observations.mean(), mean.observations.error_95().expect("there are many"));
        assert!((found - expected).abs() < 1.5 * error && error < 3.0, "{found} +- {error}");
        assert_eq!((mean.deals, mean.observations.count()), (2000, 100));
    }
    assert!(scores.categories["kept"][1].observations.mean().abs() < 1e-9);
    let report = fs::read_to_string(folder.path().join("report.html")).expect("it is there");
    assert!(report.contains("Mean scores by category") && report.contains("halved: dfs 1"), "{report}");
}

#[test]
fn rounds_that_depend_on_results_share_the_deals() {
    let mut config = config("2-1000-1", &["random", "greedy", "dfs", "random"], 2);
    config.pairing = Pairing::Swiss;
    let folder = tempfile::tempdir().expect("a folder");
    let ended = play(config, folder.path(), 2);
    assert!(ended.results.ledger.rows().any(|row| row.job.round > 1));
    let starts = deals_by_start(folder.path());
    assert!(starts.values().all(|deals| deals.iter().all(|given| *given == deals[0])), "{starts:?}");
}

#[test]
fn a_sequential_test_of_scores_ends_at_the_same_game_for_any_number_of_threads() {
    let played = |threads, score0, score1| {
        let sprt = Some(SprtConfig::score(score0, score1));
        let folder = tempfile::tempdir().expect("a folder");
        let ended = play(Config { sprt, ..config("2-100-1", &["greedy", "dfs"], 2000) }, folder.path(), threads);
        (ended.results.ledger.len(), fs::read_to_string(folder.path().join("summary.md")).expect("it is there"))
    };
    // The difference is 25: the mean of 0 to 99 is 49.5, and that of their halves, rounded down, 24.5.
    let (one, said) = played(1, 15.0, 20.0);
    assert_eq!(one, played(3, 15.0, 20.0).0);
    assert!((200..2000).contains(&one), "{one} games");
    let accepted = "sequential test of the mean score difference 15 against 20 accepts a difference of at least 20:";
    assert!(said.contains(accepted), "{said}");
    let (_, said) = played(2, 30.0, 35.0);
    assert!(said.contains("accepts a difference of at most 30:"), "{said}");
}
