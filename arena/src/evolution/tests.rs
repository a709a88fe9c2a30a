//! Tests of whole runs on Carcassonne: threads, stops at any contest, inputs.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};

use boardwright_games::carcassonne::{Carcassonne, CarcassonneOptions};
use boardwright_players::evolution::{Competitor, Contest, Opponent, Subject, SubjectSpec};

use super::*;

/// Counts contests, and stops the run after some of them.
struct Counter<'a> {
    contests: usize,
    games: usize,
    stop_after: usize,
    stop: &'a AtomicBool,
}

impl Observer for Counter<'_> {
    fn contest_played(&mut self, games: usize) {
        self.contests += 1;
        self.games += games;
        if self.contests == self.stop_after {
            self.stop.store(true, Ordering::Relaxed);
        }
    }

    fn generation(&mut self, _generation: usize, _rows: &[FitnessRow], _is_measured: bool) {}
}

const SMALL: &str = "game = \"carcassonne\"\n[subject]\nfeatures = \"potential\"\nphases = 2\n[genetic]\npopulation = 4\n\
                     generations = 2\nparental-games = 2\nenvironment-games = 2\n[fitness]\nevery = 1\ngames = 2\n\
                     [[opponent]]\nplayer = \"random\"\n";

fn subject<'g>(game: &'g Carcassonne, config: &EvolutionConfig) -> Subject<'g, Carcassonne> {
    let spec = config.subject.spec().expect("the subject is valid");
    let mut subject = Subject::new(game, &spec, config.subject.range).expect("the game has the features");
    let random = boardwright_players::parse("random").expect("it is listed");
    subject.add_opponent(Opponent::Player(random)).expect("random plays all games");
    subject
}

/// Runs a description in a folder; returns the end and the number of contests that were played.
fn run_text(text: &str, folder: &Path, threads: usize, stop_after: usize) -> Result<(Finished, usize), EvolutionError> {
    let description = Description::parse("small", "small.toml", text).expect("it is valid");
    let (game, config) = (Carcassonne::new(CarcassonneOptions::default()), &description.config);
    let (subject, stop) = (subject(&game, config), AtomicBool::new(false));
    let inputs = Inputs { start: vec![vec![1.0; 4]], texts: vec![("game".to_owned(), "1".to_owned())] };
    let run = EvolutionRun { config, subject: &subject, players: 2, inputs: &inputs, folder };
    let mut counter = Counter { contests: 0, games: 0, stop_after, stop: &stop };
    evolve(&run, &mut LocalExecutor { subject: &subject, threads }, &mut counter, &stop)
        .map(|finished| (finished, counter.contests))
}

/// Contents of the files on which later steps depend.
fn results(folder: &Path) -> BTreeMap<&'static str, Vec<u8>> {
    let read = |name| (name, std::fs::read(folder.join(name)).expect("the run wrote it"));
    [BEST, POPULATION, "fitness.csv", "fitness.svg"].map(read).into()
}

#[test]
fn runs_are_equal_for_any_number_of_threads_and_after_stops_at_any_contest() {
    let whole = tempfile::tempdir().expect("a folder");
    let (finished, contests) = run_text(SMALL, whole.path(), 1, 0).expect("it runs");
    // Each of two generations has two selections of 4 groups; the fitness of 4 individuals is measured 3 times.
    assert_eq!((finished.is_complete, contests, finished.rows.len()), (true, 2 * 8 + 3 * 4, 3));
    let expected = results(whole.path());
    let stopped = tempfile::tempdir().expect("a folder");
    let mut played = 0;
    for stop_after in [1, 3, 2, 9, 0] {
        let (finished, contests) = run_text(SMALL, stopped.path(), 2, stop_after).expect("it goes on");
        assert_eq!(finished.is_complete, stop_after == 0);
        played += contests;
    }
    assert_eq!(played, contests, "no contest is played twice");
    assert_eq!(results(stopped.path()), expected);
    let (_, again) = run_text(SMALL, stopped.path(), 2, 0).expect("it is complete");
    assert_eq!(again, 0, "a complete run has nothing left to play");
}

#[test]
fn a_folder_of_other_settings_is_refused_but_other_texts_are_not() {
    let folder = tempfile::tempdir().expect("a folder");
    run_text(SMALL, folder.path(), 2, 1).expect("it runs");
    let changed = SMALL.replace("population = 4", "population = 5");
    let error = run_text(&changed, folder.path(), 2, 0).expect_err("the settings differ").to_string();
    assert!(error.contains("settings.genetic.population is 4 there and 5 here"), "{error}");
    let texts = format!("about = \"another text\"\nthreads = 7\n{SMALL}");
    assert!(run_text(&texts, folder.path(), 2, 0).is_ok_and(|(finished, _)| finished.is_complete));
}

#[test]
fn cma_es_runs_and_resumes_too() {
    let text = SMALL.replace(
        "[genetic]\npopulation = 4\ngenerations = 2\nparental-games = 2\nenvironment-games = 2",
        "[cma-es]\npopulation = 6\ngenerations = 3",
    );
    let [whole, stopped] = [(), ()].map(|()| tempfile::tempdir().expect("a folder"));
    let (finished, contests) = run_text(&text, whole.path(), 2, 0).expect("it runs");
    assert_eq!((finished.is_complete, contests), (true, 18));
    run_text(&text, stopped.path(), 1, 7).expect("it runs");
    run_text(&text, stopped.path(), 1, 0).expect("it goes on");
    assert_eq!(results(stopped.path()), results(whole.path()));
}

#[test]
fn a_player_that_maximises_its_points_beats_a_random_one() {
    let description = Description::parse("small", "small.toml", &SMALL.replace("phases = 2", "phases = 1"));
    let (game, config) = (Carcassonne::new(CarcassonneOptions::default()), description.expect("it is valid").config);
    let subject = subject(&game, &config);
    let competitors = vec![Competitor::Individual(vec![1.0, 0.0]), Competitor::Opponent(0)];
    let contest = Contest { competitors, games: 2, seed: 1 };
    let stop = AtomicBool::new(false);
    let points = subject.play(&contest, &stop).expect("the rules do not fail");
    assert!(points[0] > points[1] + 60.0, "{points:?}");
    assert_eq!(subject.play(&contest, &stop), Ok(points), "games are repeatable");
    let other = Contest { seed: 2, ..contest };
    assert_ne!(subject.play(&other, &stop), subject.play(&Contest { seed: 3, ..other.clone() }, &stop));
}

#[test]
fn subjects_of_games_are_checked() {
    let game = Carcassonne::new(CarcassonneOptions::default());
    let error = |spec: &SubjectSpec, range| {
        Subject::new(&game, spec, range).map(|_| ()).expect_err("it is refused").to_string()
    };
    let features = |set: &str| SubjectSpec::Features { set: set.to_owned(), phases: 3 };
    assert_eq!(error(&features("pt"), None), "the game has no feature set \"pt\", did you mean \"pr\"?");
    assert!(error(&SubjectSpec::Board { nodes: None }, None).contains("two players without chance"));
    assert!(error(&features("pr"), Some([3.0, -1.0])).contains("from 3 to -1 is empty"));
    let subject = Subject::new(&game, &features("pr"), None).expect("the game has the features");
    let genome = subject.genome();
    assert_eq!((genome.genes.len(), genome.genes[0].range), (57, [-2.0, 20.0]));
    assert!(genome.genes[4].name.ends_with("(phase 2)"), "{}", genome.genes[4].name);
}
