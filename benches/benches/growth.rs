//! How the time of a random move grows with the board: Gomoku, Hex and Reversi with sides of 6 to 26 places.
//!
//!     cargo bench -p boardwright-benches --bench growth
//!
//! Prints tables, and draws `docs/growth.svg`.

use std::path::Path;
use std::time::{Duration, Instant};

use boardwright_benches::plot::{Guide, Plot, Series};
use boardwright_engine::game::Game as _;
use boardwright_engine::playout::{Sampler, Tally};
use boardwright_engine::spec::SpecGame;
use boardwright_games::{ShippedFiles, named};
use boardwright_lang::{Request, load_with};
use rand_pcg::Pcg64Mcg;

/// The games, and with which power of the number of places a move may grow at most.
const GAMES: [(&str, &str, f64, &str); 3] =
    [("gomoku", "Gomoku", 0.5, "#b8791b"), ("hex", "Hex", 1.0, "#2663a8"), ("reversi", "Reversi", 1.0, "#2f8557")];
/// Turns of each board, and how long one is.
const TURNS: usize = 60;
const TURN: Duration = Duration::from_millis(20);
/// Most moves of a random game.
const MOST_MOVES: u64 = 1000;

/// A game on a board of one size, and what it came to.
struct Board {
    size: usize,
    game: SpecGame,
    tally: Tally,
    /// Nanoseconds a move in the turn in which it took least: what else runs on the machine can only add to it.
    time: f64,
}

impl Board {
    fn cells(&self) -> f64 {
        (self.size * self.size) as f64
    }
}

fn main() {
    let mut games = GAMES.map(|(name, ..)| (6..=26).step_by(2).map(|size| board(name, size)).collect::<Vec<Board>>());
    // In turns, so that each board has its share of the time in which the machine is quiet.
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
        let doublings = [36.0, 72.0, 144.0, 288.0].map(|cells| (at(&points, 2.0 * cells) / at(&points, cells)).log2());
        let doublings = doublings.map(|exponent| format!("{exponent:.2}")).join(" | ");
        println!("| {title} | {:.2} | {most} | {doublings} |", slope(&points));
    }
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/growth.svg");
    std::fs::write(&file, plot(&games).svg()).expect("the folder of the docs can be written");
    println!("\ndrawn: docs/growth.svg");
}

fn board(name: &str, size: usize) -> Board {
    let options = [("size".to_owned(), size.to_string())];
    let request = Request { options: &options, files: &ShippedFiles, ..Request::default() };
    let loaded = load_with(&named(name).expect("it ships").source(), &request);
    let game = SpecGame::new(loaded.rules.expect("shipped games have no errors")).expect("it is within the limits");
    Board { size, game, tally: Tally::none(2), time: f64::INFINITY }
}

/// Plays for the time of one turn; nanoseconds a move.
fn play(board: &mut Board, seed: u64) -> f64 {
    let start = board.game.start();
    let mut sampler = Sampler::new(&board.game, &start, MOST_MOVES, Pcg64Mcg::new(u128::from(seed)));
    let (mut moves, mut playouts, mut at_once) = (0, 0, 1);
    let began = Instant::now();
    loop {
        let mut tally = Tally::none(2);
        sampler.run(at_once, &mut tally).expect("shipped games have no faults");
        board.tally.add(&tally);
        moves += tally.moves;
        playouts += tally.playouts;
        let elapsed = began.elapsed();
        if elapsed >= TURN {
            return elapsed.as_nanos() as f64 / moves as f64;
        }
        // The clock is read some twenty times.
        at_once = (playouts as f64 * TURN.as_secs_f64() / elapsed.as_secs_f64() / 20.0).ceil() as u64;
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
            if board.game.native_summary().is_ok() { "yes" } else { "no" },
        );
    }
    println!();
}

/// The slope of the line through points, both coordinates as logarithms, with the least squares.
fn slope(points: &[(f64, f64)]) -> f64 {
    let logs: Vec<(f64, f64)> = points.iter().map(|(x, y)| (x.ln(), y.ln())).collect();
    let count = logs.len() as f64;
    let (x, y) = logs.iter().fold((0.0, 0.0), |(x, y), log| (x + log.0 / count, y + log.1 / count));
    let both: f64 = logs.iter().map(|log| (log.0 - x) * (log.1 - y)).sum();
    both / logs.iter().map(|log| (log.0 - x).powi(2)).sum::<f64>()
}

/// What lies on the straight line between the points beside `x`, both coordinates as logarithms.
fn at(points: &[(f64, f64)], x: f64) -> f64 {
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
    // Between Gomoku and Reversi there is room.
    let guide = |name: &str, slope| Guide { name: name.to_owned(), slope, from: (36.0, 1.4 * least), to: 676.0 };
    Plot {
        title: "Time of a random move on boards of 6 x 6 to 26 x 26".to_owned(),
        x: ("places of the board".to_owned(), 30.0..=800.0),
        y: ("nanoseconds a move".to_owned(), least / 2.0..=most * 1.5),
        series: series.collect(),
        guides: vec![guide("as the square root", 0.5), guide("in proportion", 1.0)],
    }
}
