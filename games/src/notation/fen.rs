//! Forsyth-Edwards notation (FEN) of chess positions: parser and writer. Games are in [`pgn`](super::pgn).

use std::fmt::Write as _;

use boardwright_compiler::game::CompiledGame;
use boardwright_game::game::Game;
use boardwright_game::ids::ElementId;
use boardwright_interpreter::state::State;

use super::FenPosition;
use super::chess::{self, Board, Chess, KINDS, Man, Square, parse_square, player, side_name, square_name};
use super::scan::{NotationError, TextPosition, words};
use super::setup::{self, Piece};

/// Names of the fields.
pub(super) const FIELDS: [&str; 6] =
    ["pieces", "side to move", "castling", "en passant", "moves without capture or pawn's move", "number of the move"];

/// Formats a position as FEN; `plies` is the number of moves before it, which the game does not count.
///
/// # Errors
/// If the game is not the shipped chess.
pub(super) fn write(game: &CompiledGame, state: &State, plies: usize) -> Result<String, String> {
    let chess = Chess::new(game)?;
    let board = chess.board(state);
    let rows: Vec<String> = (0..8).rev().map(|row| row_text(&board[8 * row..8 * row + 8])).collect();
    let rights: String = CASTLING.iter().filter(|right| right.is_available(&board)).map(|right| right.letter).collect();
    let rights = if rights.is_empty() { "-" } else { &rights };
    let passed = chess.en_passant_target(state)?.map_or("-".to_owned(), square_name);
    let side = ["w", "b"][chess.side(state)];
    Ok(format!("{} {side} {rights} {passed} {} {}", rows.join("/"), chess.halfmove_clock(state), plies / 2 + 1))
}

fn row_text(row: &[Option<Man>]) -> String {
    let (mut text, mut empty) = (String::new(), 0);
    for man in row.iter().chain([&None]).zip(0..) {
        let (man, last) = (man.0, man.1 == 8);
        if man.is_none() && !last {
            empty += 1;
            continue;
        }
        if empty > 0 {
            write!(text, "{empty}").expect("writing to a text never fails");
            empty = 0;
        }
        text.extend(man.map(piece_letter));
    }
    text
}

fn piece_letter(man: Man) -> char {
    if man.side == 0 { man.kind } else { man.kind.to_ascii_lowercase() }
}

/// A castling right: its letter, and the squares of king and rook.
struct Castling {
    letter: char,
    side: usize,
    king: Square,
    rook: Square,
}

const CASTLING: [Castling; 4] = [
    Castling { letter: 'K', side: 0, king: 4, rook: 7 },
    Castling { letter: 'Q', side: 0, king: 4, rook: 0 },
    Castling { letter: 'k', side: 1, king: 60, rook: 63 },
    Castling { letter: 'q', side: 1, king: 60, rook: 56 },
];

impl Castling {
    fn is_available(&self, board: &Board) -> bool {
        let fresh = |square: Square, kind| board[square] == Some(Man { side: self.side, kind, is_unmoved: true });
        fresh(self.king, 'K') && fresh(self.rook, 'R')
    }
}

/// Parses a position. The two numbers at the end are optional, with defaults 0 and 1.
///
/// # Errors
/// If the text is not a legal position of chess.
pub(super) fn read(game: &CompiledGame, text: &str) -> Result<FenPosition, NotationError> {
    let chess = Chess::new(game).map_err(|reason| TextPosition::FIRST.error(reason))?;
    let fields = words(text);
    let (&[rows, side, rights, passed], rest) = fields.split_first_chunk::<4>().ok_or_else(|| {
        let reason = format!(
            "a FEN has six words, pieces, side, castling, en passant and two numbers; here are {}",
            fields.len()
        );
        TextPosition::FIRST.error(reason)
    })?;
    let mut board = read_rows(rows)?;
    let side = match side.0 {
        "w" => 0,
        "b" => 1,
        other => return Err(side.1.error(format!("\"{other}\" is nobody's turn: it is w or b"))),
    };
    read_rights(&mut board, rights)?;
    check_board(&board, side, rows.1)?;
    let passed = read_en_passant(&board, side, passed)?;
    let quiet = parse_number(rest.first(), 0, 0..=100, "moves without capture or pawn's move")?;
    let number = parse_number(rest.get(1), 1, 0..=9999, "the number of the move")?.max(1);
    if let Some((extra, place)) = rest.get(2) {
        return Err(place.error(format!("\"{extra}\" is one word too many for a FEN")));
    }
    let pieces = assign_elements(&chess, &board).map_err(|reason| rows.1.error(reason))?;
    let passed = passed.map_or("", |square| &game.rules().locations[chess.locations[square].index()].name).to_owned();
    let variables = [("passed", passed), ("quiet", quiet.to_string())];
    let state = setup::build_state(game, player(side), &variables, &pieces);
    Ok(FenPosition {
        state: state.map_err(|reason| TextPosition::FIRST.error(reason))?,
        plies: 2 * (number - 1) + side,
    })
}

fn parse_number(
    word: Option<&(&str, TextPosition)>,
    otherwise: usize,
    range: std::ops::RangeInclusive<usize>,
    what: &str,
) -> Result<usize, NotationError> {
    let Some((word, place)) = word else { return Ok(otherwise) };
    let wrong = || {
        place.error(format!(
            "\"{word}\" stands where {what} should: a number from {} to {}",
            range.start(),
            range.end()
        ))
    };
    word.parse().ok().filter(|number| range.contains(number)).ok_or_else(wrong)
}

fn read_rows((text, place): (&str, TextPosition)) -> Result<Board, NotationError> {
    let mut board: Board = [None; 64];
    let rows = text.split('/').count();
    if rows != 8 {
        return Err(place.error(format!("a board has 8 rows parted by /, here are {rows}")));
    }
    let mut column = place.column;
    for (row, letters) in (0..8).rev().zip(text.split('/')) {
        let mut file = 0;
        for (at, letter) in letters.chars().enumerate() {
            let here = TextPosition { column: column + at, ..place };
            let kind = letter.to_ascii_uppercase();
            if let Some(empty @ 1..=8) = letter.to_digit(10) {
                file += empty as usize;
            } else if KINDS.contains(&kind) {
                if file < 8 {
                    let side = usize::from(letter.is_ascii_lowercase());
                    board[8 * row + file] = Some(Man { side, kind, is_unmoved: false });
                }
                file += 1;
            } else {
                let reason =
                    format!("\"{letter}\" is no piece: they are PNBRQK and pnbrqk, and 1 to 8 are empty squares");
                return Err(here.error(reason));
            }
        }
        if file != 8 {
            let here = TextPosition { column, ..place };
            return Err(here.error(format!("row {} has {file} squares instead of 8", row + 1)));
        }
        column += letters.chars().count() + 1;
    }
    Ok(board)
}

fn read_rights(board: &mut Board, (text, place): (&str, TextPosition)) -> Result<(), NotationError> {
    if text == "-" {
        return Ok(());
    }
    for (at, letter) in text.chars().enumerate() {
        let here = TextPosition { column: place.column + at, ..place };
        let Some(right) = CASTLING.iter().find(|right| right.letter == letter) else {
            let chess960 = match letter.to_ascii_lowercase() {
                'a'..='h' => "; files are rights of Chess960, which is not read",
                _ => "",
            };
            let known = "they are K, Q, k and q, or - for none";
            return Err(here.error(format!("\"{letter}\" is no right to castle: {known}{chess960}")));
        };
        for (square, kind) in [(right.king, 'K'), (right.rook, 'R')] {
            match &mut board[square] {
                Some(man) if man.side == right.side && man.kind == kind => man.is_unmoved = true,
                _ => {
                    let what = if kind == 'K' { "king" } else { "rook" };
                    let (side, square) = (side_name(right.side), square_name(square));
                    let chess960 = if is_chess960_place(board, right) { CHESS960 } else { "" };
                    let reason = format!("to castle by \"{letter}\", {side} needs a {what} on {square}{chess960}");
                    return Err(here.error(reason));
                }
            }
        }
    }
    Ok(())
}

const CHESS960: &str = "; king and rook stand as in Chess960, which is not read";

/// `true` if king and rook of a right stand on other squares of their row than those of chess, the king between rooks.
fn is_chess960_place(board: &Board, right: &Castling) -> bool {
    let row = &board[right.king / 8 * 8..][..8];
    let is = |man: &Option<Man>, kind| man.is_some_and(|man| man.side == right.side && man.kind == kind);
    let Some(king) = row.iter().position(|man| is(man, 'K')).filter(|king| (1..7).contains(king)) else { return false };
    let side = if right.rook > right.king { &row[king + 1..] } else { &row[..king] };
    side.iter().any(|man| is(man, 'R'))
}

/// Rejects boards that are impossible in a game.
fn check_board(board: &Board, side: usize, place: TextPosition) -> Result<(), NotationError> {
    for side in 0..2 {
        let kings = board.iter().flatten().filter(|man| man.side == side && man.kind == 'K').count();
        if kings != 1 {
            return Err(place.error(format!("{} has {kings} kings instead of one", side_name(side))));
        }
    }
    let outer = (0..8).chain(56..64).find(|&square| board[square].is_some_and(|man| man.kind == 'P'));
    if let Some(square) = outer {
        return Err(place.error(format!("a pawn cannot stand on {}", square_name(square))));
    }
    if chess::is_king_attacked(board, 1 - side) {
        let reason =
            format!("{} could take the king: {} is in check and not to move", side_name(side), side_name(1 - side));
        return Err(place.error(reason));
    }
    Ok(())
}

/// Parses the en passant target. The result is `None` if no pawn can capture there, because the game stores only real
/// targets.
fn read_en_passant(
    board: &Board,
    side: usize,
    (text, place): (&str, TextPosition),
) -> Result<Option<Square>, NotationError> {
    if text == "-" {
        return Ok(None);
    }
    let (row, back) = if side == 0 { (5, -8_isize) } else { (2, 8) };
    let pawn = |of: usize| Some(Man { side: of, kind: 'P', is_unmoved: false });
    let found = parse_square(text).filter(|&square| {
        let behind = square.checked_add_signed(-back).filter(|&from| board.get(from).is_some_and(Option::is_none));
        let stands = square.checked_add_signed(back).filter(|&at| board.get(at) == Some(&pawn(1 - side)));
        square / 8 == row && board[square].is_none() && behind.is_some() && stands.is_some()
    });
    let Some(square) = found else {
        return Err(place.error(format!("no pawn of {} can just have passed \"{text}\"", side_name(1 - side))));
    };
    let stands = square.checked_add_signed(back).unwrap_or_default();
    let beside = [(stands % 8 > 0).then(|| stands - 1), (stands % 8 < 7).then_some(stands + 1)];
    Ok(beside.into_iter().flatten().any(|at| board[at] == pawn(side)).then_some(square))
}

/// Assigns elements to the men on the board: first elements that are on their initial squares, then others of the same
/// kind, then pawns that were promoted.
fn assign_elements(chess: &Chess<'_>, board: &Board) -> Result<Vec<Piece>, String> {
    let game = chess.game;
    let start = chess.board(&game.initial_state());
    // A bishop never leaves the squares of its colour.
    let sort =
        |man: Man, square: Square| (man.side, man.kind, man.kind == 'B' && (square / 8 + square).is_multiple_of(2));
    let mut free: Vec<Square> = (0..64).filter(|&square| start[square].is_some()).collect();
    let mut men: Vec<(Square, Man)> =
        board.iter().enumerate().filter_map(|(square, man)| Some((square, (*man)?))).collect();
    let mut pieces = Vec::new();
    let fits = |home: Square, square: Square, man: Man, round: usize| {
        start[home].is_some_and(|first| match round {
            0 => home == square && sort(first, home) == sort(man, square),
            1 => sort(first, home) == sort(man, square),
            _ => (first.side, first.kind) == (man.side, 'P') && !matches!(man.kind, 'P' | 'K'),
        })
    };
    for round in 0..3 {
        men.retain(|&(square, man)| {
            let Some(at) = free.iter().position(|&home| fits(home, square, man, round)) else { return true };
            let element = initial_element(chess, free.remove(at));
            pieces.push(Piece { element, location: chess.locations[square], state: chess.element_state(man) });
            false
        });
    }
    match men.first() {
        None => Ok(pieces),
        Some(&(_, Man { side, kind: 'P', .. })) => Err(format!("{} has more than 8 pawns", side_name(side))),
        Some(&(_, man)) => {
            let (side, kind) = (side_name(man.side), piece_letter(Man { side: 0, ..man }));
            Err(format!("{side} has more of {kind} and other pieces than pawns can have become"))
        }
    }
}

/// Element on a square in the initial state.
fn initial_element(chess: &Chess<'_>, square: Square) -> ElementId {
    let start = chess.game.initial_state();
    chess.game.content(&start, chess.locations[square]).expect("a man stands there at the start")
}
