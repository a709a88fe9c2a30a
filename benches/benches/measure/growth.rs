//! Benchmark of the time per random move by board size: Gomoku, Hex and Reversi with sides of 6 to 26 places.
//!
//!     cargo bench -p boardwright-benches --bench measure -- growth
//!
//! Prints tables, and draws `docs/growth.svg`.

use std::path::Path;
use std::process::ExitCode;
use std::time::{Duration, Instant};

use boardwright_benches::plot::{Guide, Plot, Series};
use boardwright_compiler::game::CompiledGame;
use boardwright_game::game::Game as _;
use boardwright_game::playout::{PlayoutStatistics, Sampler};
use boardwright_games::{ShippedFiles, shipped_game};
use boardwright_lang::{LoadRequest, load_with};
use rand_pcg::Pcg64Mcg;

/// Games with their titles, the maximum exponent of the growth per move in the number of places, and their colours.
const GAMES: [(&str, &str, f64, &str); 3] =
    [("gomoku", "Gomoku", 0.5, "#b8791b"), ("hex", "Hex", 1.0, "#2663a8"), ("reversi", "Reversi", 1.0, "#2f8557")];
/// Number of turns of each board, and their duration.
const TURNS: usize = 60;
const TURN_DURATION: Duration = Duration::from_millis(20);
/// Maximum number of moves of a random game.
const MAX_MOVES: u64 = 1000;

/// A game on a board of one size, with its results.
struct Board {
    size: usize,
    game: CompiledGame,
    tally: PlayoutStatistics,
    /// Nanoseconds per move in the fastest turn, because interference only slows down.
    time: f64,
}

impl Board {
    fn cells(&self) -> f64 {
        (self.size * self.size) as f64
    }
}

/// Runs the benchmark, which has no arguments.
pub fn run(_: &[String]) -> ExitCode {
    let mut games = GAMES.map(|(name, ..)| (6..=26).step_by(2).map(|size| board(name, size)).collect::<Vec<Board>>());
    // Turns alternate, so that each board gets its share of quiet machine time.
    for turn in 0..TURNS {
        for board in games.iter_mut().flatten() {
            board.time = board.time.min(play(board, turn as u64));
        }
    }
    for ((_, title, ..), boards) in GAMES.iter().zip(&games) {
        print_boards(title, boards);
    }
    println!("| game | exponent | at most | from 36 places to 72 | to 144 | to 288 | to 576 |");
    println!("|---|---|---|---|---|---|---|");
    for ((_, title, most, _), boards) in GAMES.iter().zip(&games) {
        let points: Vec<(f64, f64)> = boards.iter().map(|board| (board.cells(), board.time)).collect();
        let doublings = [36.0, 72.0, 144.0, 288.0]
            .map(|cells| (interpolate(&points, 2.0 * cells) / interpolate(&points, cells)).log2());
        let doublings = doublings.map(|exponent| format!("{exponent:.2}")).join(" | ");
        println!("| {title} | {:.2} | {most} | {doublings} |", slope(&points));
    }
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/growth.svg");
    std::fs::write(&file, plot(&games).svg()).expect("the folder of the docs can be written");
    println!("\ndrawn: docs/growth.svg");
    ExitCode::SUCCESS
}

fn board(name: &str, size: usize) -> Board {
    let options = [("size".to_owned(), size.to_string())];
    let request = LoadRequest { options: &options, files: &ShippedFiles, ..LoadRequest::default() };
    let loaded = load_with(&shipped_game(name).expect("it ships").source(), &request);
    let game = CompiledGame::new(loaded.rules.expect("shipped games have no errors")).expect("it is within the limits");
    Board { size, game, tally: PlayoutStatistics::empty(2), time: f64::INFINITY }
}

/// Plays for the duration of one turn; returns nanoseconds per move.
fn play(board: &mut Board, seed: u64) -> f64 {
    let start = board.game.initial_state();
    let mut sampler = Sampler::new(&board.game, &start, MAX_MOVES, Pcg64Mcg::new(u128::from(seed)));
    let (mut moves, mut playouts, mut at_once) = (0, 0, 1);
    let began = Instant::now();
    loop {
        let mut tally = PlayoutStatistics::empty(2);
        sampler.run(at_once, &mut tally).expect("shipped games have no faults");
        board.tally.merge(&tally);
        moves += tally.moves;
        playouts += tally.playouts;
        let elapsed = began.elapsed();
        if elapsed >= TURN_DURATION {
            return elapsed.as_nanos() as f64 / moves as f64;
        }
        // The clock is read about twenty times per turn.
        at_once = (playouts as f64 * TURN_DURATION.as_secs_f64() / elapsed.as_secs_f64() / 20.0).ceil() as u64;
    }
}

fn print_boards(title: &str, boards: &[Board]) {
    println!("| {title} | places | mean length | playouts/s | moves/s | ns a move | machine code |");
    println!("|---|---|---|---|---|---|---|");
    for board in boards {
        let (time, length) = (board.time, board.tally.mean_length());
        println!(
            "| {0} x {0} | {1} | {length:.1} | {2:.0} | {3:.0} | {time:.1} | {4} |",
            board.size,
            board.cells(),
            1e9 / (time * length),
            1e9 / time,
            if board.game.native_playouts_summary().is_ok() { "yes" } else { "no" },
        );
    }
    println!();
}

/// Slope of the least squares line through the points in log-log coordinates.
fn slope(points: &[(f64, f64)]) -> f64 {
    let logs: Vec<(f64, f64)> = points.iter().map(|(x, y)| (x.ln(), y.ln())).collect();
    let count = logs.len() as f64;
    let (x, y) = logs.iter().fold((0.0, 0.0), |(x, y), log| (x + log.0 / count, y + log.1 / count));
    let both: f64 = logs.iter().map(|log| (log.0 - x) * (log.1 - y)).sum();
    both / logs.iter().map(|log| (log.0 - x).powi(2)).sum::<f64>()
}

/// Linear interpolation at `x` in log-log coordinates.
fn interpolate(points: &[(f64, f64)], x: f64) -> f64 {
    let right = points.iter().position(|point| point.0 >= x).expect("it is among the points").max(1);
    let ((x0, y0), (x1, y1)) = (points[right - 1], points[right]);
    y0 * (y1 / y0).powf((x / x0).ln() / (x1 / x0).ln())
}

fn plot(games: &[Vec<Board>]) -> Plot {
    let series = GAMES.iter().zip(games).map(|((_, title, _, colour), boards)| Series {
        name: (*title).to_owned(),
        colour: (*colour).to_owned(),
        points: boards.iter().map(|board| (board.cells(), board.time)).collect(),
    });
    let times = || games.iter().flatten().map(|board| board.time);
    let (least, most) = (times().fold(f64::INFINITY, f64::min), times().fold(0.0, f64::max));
    // The guides start between the lines of Gomoku and Reversi.
    let guide = |name: &str, slope| Guide { name: name.to_owned(), slope, from: (36.0, 1.4 * least), to: 676.0 };
    Plot {
        title: "Time of a random move on boards of 6 x 6 to 26 x 26".to_owned(),
        x: ("places of the board".to_owned(), 30.0..=800.0),
        y: ("nanoseconds a move".to_owned(), least / 2.0..=most * 1.5),
        series: series.collect(),
        guides: vec![guide("as the square root", 0.5), guide("in proportion", 1.0)],
    }
}
