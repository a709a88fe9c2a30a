//! Connect Four told again on words of bits, to check proofs in the midst of the game. It knows one board and no engine.

use boardwright_engine::game::{Game as _, Turn};
use boardwright_engine::playout::below;
use boardwright_engine::spec::SpecGame;
use boardwright_engine::state::State;
use boardwright_players::Limits;
use boardwright_players::solve::proof::{Worth, prove};
use boardwright_players::table::Table;
use boardwright_tests::fast;
use rand::SeedableRng as _;
use rand_pcg::Pcg64Mcg;
use std::collections::HashMap;
use std::sync::atomic::AtomicBool;

const COLUMNS: u32 = 7;
/// Bits of a column: six cells, and one above them that stays empty.
const RISE: u32 = 7;
/// The lowest cell of each column.
const FLOOR: u64 = 0x0000_0408_1020_4081;
/// All cells.
const WALL: u64 = FLOOR * 0x3F;

/// The discs of the player to move, and those of the other.
type Position = (u64, u64);

fn column(number: u32) -> u64 {
    0x3F << (RISE * number)
}

/// The cells into which a disc can fall.
fn open((mine, theirs): Position) -> u64 {
    ((mine | theirs) + FLOOR) & WALL
}

fn dropped((mine, theirs): Position, cell: u64) -> Position {
    (theirs, mine | cell)
}

fn four(discs: u64) -> bool {
    [1, RISE - 1, RISE, RISE + 1].iter().any(|&step| {
        let twos = discs & discs >> step;
        twos & twos >> (2 * step) != 0
    })
}

/// The columns from the middle to the sides.
const ORDER: [u32; COLUMNS as usize] = [3, 2, 4, 1, 5, 0, 6];

/// What was asked, with the answers.
type Known = HashMap<(Position, bool), bool>;

/// Whether the player to move wins, or if it need not win, at least draws.
fn reaches(position: Position, win: bool, known: &mut Known) -> bool {
    let (mine, theirs) = position;
    let open = open(position);
    if open == 0 {
        return !win;
    }
    let cells = |within: u64| ORDER.map(|number| within & column(number)).into_iter().filter(|&cell| cell != 0);
    if cells(open).any(|cell| four(mine | cell)) {
        return true;
    }
    if let Some(&answer) = known.get(&(position, win)) {
        return answer;
    }
    // Where the other would win at once, nothing else helps.
    let threatened = cells(open).filter(|cell| four(theirs | cell)).fold(0, |all, cell| all | cell);
    let tried = if threatened == 0 { open } else { threatened };
    // It wins if the other cannot draw, and draws if the other cannot win.
    let answer = cells(tried).any(|cell| !reaches(dropped(position, cell), !win, known));
    known.insert((position, win), answer);
    answer
}

/// A position of the game after random plies, and the same in bits; it goes on there.
fn wandered(game: &SpecGame, plies: u32, random: &mut Pcg64Mcg) -> Option<(State, Position)> {
    let (mut state, mut position, mut moves) = (game.start(), (0, 0), Vec::new());
    for _ in 0..plies {
        let Turn::Player(_) = game.turn(&state, &mut moves).expect("no faults") else { return None };
        let mv = moves[below(moves.len(), random)];
        // A move reads "disc(1,1) stack(1,1) c(3,1)": where it goes comes last.
        let text = game.move_text(&state, mv);
        let (_, place) = text.rsplit_once("c(").expect("it goes to a cell");
        let number: u32 = place.split(',').next().and_then(|number| number.parse().ok()).expect("cells have a column");
        position = dropped(position, open(position) & column(number - 1));
        game.apply(&mut state, mv).expect("no faults");
    }
    let over = game.outcome(&state).expect("no faults").is_some();
    (!over).then_some((state, position))
}

#[test]
fn positions_after_fourteen_plies_are_worth_what_a_second_telling_finds() {
    let game = fast("connect-four");
    let (mut random, stop) = (Pcg64Mcg::seed_from_u64(14), AtomicBool::new(false));
    // Losses, draws and wins of the first player, whose turn it is after an even number of plies.
    let mut met = [0; 3];
    let table = Table::new(64).expect("there is memory");
    while met.iter().sum::<u32>() < 16 {
        let Some((state, position)) = wandered(&game, 14, &mut random) else { continue };
        let mut known = Known::new();
        let value = match (reaches(position, true, &mut known), reaches(position, false, &mut known)) {
            (true, drawn) => {
                assert!(drawn, "who wins need not draw");
                1
            }
            (false, true) => 0,
            (false, false) => -1,
        };
        let proof = prove(&game, &state, Worth::Outcome, &table, Limits::none(&stop), 1).expect("no faults");
        assert_eq!(proof.value, Some(value), "{}", game.state_text(&state));
        met[(value + 1) as usize] += 1;
    }
    assert!(met[0] > 1 && met[2] > 1, "{met:?}");
}
