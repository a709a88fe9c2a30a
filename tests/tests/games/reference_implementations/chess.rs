//! Chess in plain Rust, with repetition as the FIDE Laws of Chess (article 9.2) define it: two positions are the same if the
//! same player is to move, equal pieces stand on the same squares, and the possible moves of all pieces are the same. So a
//! right to castle counts while it lasts, and a capture in passing counts only if it is legal.

use boardwright_compiler::game::CompiledGame;
use boardwright_game::game::{Game, GameExt as _, Outcome};
use boardwright_game::playout::random_below;
use boardwright_games::notation;
use boardwright_interpreter::moves::Move;
use boardwright_interpreter::state::State;
use boardwright_tests::compiled;
use boardwright_tests::effort::repetitions;
use rand::SeedableRng as _;
use rand_pcg::Pcg64Mcg;

/// Square number: 0 is a1, 7 is h1, 63 is h8.
type Square = usize;

/// From, to, and the letter of the piece to which a pawn promotes.
type ChessMove = (Square, Square, Option<u8>);

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
const PROMOTIONS: &[u8; 4] = b"QRBN";
const STRAIGHT: [(i32, i32); 4] = [(0, 1), (0, -1), (1, 0), (-1, 0)];
const SLANTING: [(i32, i32); 4] = [(1, 1), (1, -1), (-1, 1), (-1, -1)];
const LEAPS: [(i32, i32); 8] = [(1, 2), (2, 1), (-1, 2), (-2, 1), (1, -2), (2, -1), (-1, -2), (-2, -1)];
/// Rights to castle: letter, square of the rook, target of the king.
const CASTLING: [(u8, Square, Square); 4] = [(b'K', 7, 6), (b'Q', 0, 2), (b'k', 63, 62), (b'q', 56, 58)];

/// Facts that tell positions apart when repetitions are counted.
#[derive(Clone, PartialEq, Eq)]
struct Position {
    /// Letters as in FEN, 0 for an empty square.
    board: [u8; 64],
    is_white_to_move: bool,
    /// In the order of [`CASTLING`].
    rights: [bool; 4],
    /// The square behind a pawn that has just gone two squares, if a legal move captures it there.
    passed: Option<Square>,
}

struct ChessGame {
    now: Position,
    /// Moves since the last capture or pawn's move.
    quiet: usize,
    history: Vec<Position>,
}

fn offset(square: Square, (x, y): (i32, i32)) -> Option<Square> {
    let (x, y) = (square as i32 % 8 + x, square as i32 / 8 + y);
    ((0..8).contains(&x) && (0..8).contains(&y)).then_some((y * 8 + x) as usize)
}

impl Position {
    fn from_fen(text: &str) -> Self {
        let fields: Vec<&str> = text.split(' ').collect();
        let mut board = [0; 64];
        for (row, letters) in (0..8).rev().zip(fields[0].split('/')) {
            let mut square = 8 * row;
            for letter in letters.bytes() {
                if letter.is_ascii_digit() {
                    square += usize::from(letter - b'0');
                } else {
                    board[square] = letter;
                    square += 1;
                }
            }
        }
        let rights = CASTLING.map(|(letter, ..)| fields[2].bytes().any(|given| given == letter));
        let passed = (fields[3] != "-").then(|| {
            let name = fields[3].as_bytes();
            usize::from(name[1] - b'1') * 8 + usize::from(name[0] - b'a')
        });
        let mut position = Self { board, is_white_to_move: fields[1] == "w", rights, passed };
        position.drop_unusable_target();
        position
    }

    fn is_own(&self, square: Square, of_white: bool) -> bool {
        self.board[square] != 0 && self.board[square].is_ascii_uppercase() == of_white
    }

    fn is_piece(&self, square: Square, kind: u8, of_white: bool) -> bool {
        self.board[square] == if of_white { kind } else { kind.to_ascii_lowercase() }
    }

    fn is_attacked(&self, square: Square, by_white: bool) -> bool {
        let stands = |step, kind| offset(square, step).is_some_and(|at| self.is_piece(at, kind, by_white));
        let back = if by_white { -1 } else { 1 };
        if stands((-1, back), b'P') || stands((1, back), b'P') || LEAPS.iter().any(|&leap| stands(leap, b'N')) {
            return true;
        }
        let along = |ways: [(i32, i32); 4], slider| {
            ways.into_iter().any(|way| {
                let mut at = offset(square, way);
                while let Some(here) = at.filter(|&here| self.board[here] == 0) {
                    at = offset(here, way);
                }
                let is_slider = |here| self.is_piece(here, slider, by_white) || self.is_piece(here, b'Q', by_white);
                stands(way, b'K') || at.is_some_and(is_slider)
            })
        };
        along(STRAIGHT, b'R') || along(SLANTING, b'B')
    }

    fn is_in_check(&self, white: bool) -> bool {
        (0..64).find(|&square| self.is_piece(square, b'K', white)).is_some_and(|king| self.is_attacked(king, !white))
    }

    /// Moves by the way in which pieces move, without regard to check.
    fn pseudo_legal_moves(&self) -> Vec<ChessMove> {
        let white = self.is_white_to_move;
        let mut moves = Vec::new();
        for from in (0..64).filter(|&square| self.is_own(square, white)) {
            let kind = self.board[from].to_ascii_uppercase();
            let steps: Vec<(i32, i32)> = match kind {
                b'P' => {
                    self.add_pawn_moves(from, &mut moves);
                    continue;
                }
                b'N' => LEAPS.to_vec(),
                b'R' => STRAIGHT.to_vec(),
                b'B' => SLANTING.to_vec(),
                _ => [STRAIGHT, SLANTING].concat(),
            };
            for step in steps {
                let mut at = offset(from, step);
                while let Some(to) = at.filter(|&to| !self.is_own(to, white)) {
                    moves.push((from, to, None));
                    let goes_on = self.board[to] == 0 && matches!(kind, b'R' | b'B' | b'Q');
                    at = if goes_on { offset(to, step) } else { None };
                }
            }
        }
        for (number, &(_, rook, target)) in CASTLING.iter().enumerate().filter(|(number, _)| (*number < 2) == white) {
            let king = if white { 4 } else { 60 };
            let between = king.min(rook) + 1..king.max(rook);
            let mut crossed = king.min(target)..=king.max(target);
            let is_free = self.rights[number] && between.clone().all(|square| self.board[square] == 0);
            if is_free && !crossed.any(|square| self.is_attacked(square, !white)) {
                moves.push((king, target, None));
            }
        }
        moves
    }

    fn add_pawn_moves(&self, from: Square, moves: &mut Vec<ChessMove>) {
        let white = self.is_white_to_move;
        let (up, first_row) = if white { (1, 1) } else { (-1, 6) };
        let mut add = |to: Square| {
            if matches!(to / 8, 0 | 7) {
                moves.extend(PROMOTIONS.iter().map(|&kind| (from, to, Some(kind))));
            } else {
                moves.push((from, to, None));
            }
        };
        if let Some(to) = offset(from, (0, up)).filter(|&to| self.board[to] == 0) {
            add(to);
            if let Some(far) = offset(to, (0, up)).filter(|&far| from / 8 == first_row && self.board[far] == 0) {
                add(far);
            }
        }
        for to in [-1, 1].into_iter().filter_map(|side| offset(from, (side, up))) {
            if self.is_own(to, !white) || self.passed == Some(to) {
                add(to);
            }
        }
    }

    fn legal_moves(&self) -> Vec<ChessMove> {
        let mut moves = self.pseudo_legal_moves();
        moves.retain(|&mv| !self.after(mv).is_in_check(self.is_white_to_move));
        moves
    }

    /// The position after a move, with a capture in passing that need not be legal.
    fn after(&self, (from, to, promotion): ChessMove) -> Self {
        let mut next = self.clone();
        let piece = self.board[from];
        let (kind, white) = (piece.to_ascii_uppercase(), self.is_white_to_move);
        next.board[from] = 0;
        next.board[to] = match promotion {
            Some(kind) if white => kind,
            Some(kind) => kind.to_ascii_lowercase(),
            None => piece,
        };
        if kind == b'P' && self.passed == Some(to) {
            next.board[if white { to - 8 } else { to + 8 }] = 0;
        }
        if kind == b'K' && from.abs_diff(to) == 2 {
            let &(_, rook, _) = CASTLING.iter().find(|(.., target)| *target == to).expect("castling has a rook");
            next.board[usize::midpoint(from, to)] = next.board[rook];
            next.board[rook] = 0;
        }
        for (right, (_, rook, _)) in next.rights.iter_mut().zip(CASTLING) {
            let king = if rook < 8 { 4 } else { 60 };
            *right &= ![king, rook].contains(&from) && to != rook;
        }
        next.passed = (kind == b'P' && from.abs_diff(to) == 16).then_some(usize::midpoint(from, to));
        next.is_white_to_move = !white;
        next
    }

    fn drop_unusable_target(&mut self) {
        if let Some(target) = self.passed {
            let captures = |&(from, to, _): &ChessMove| {
                to == target && self.board[from].eq_ignore_ascii_case(&b'P') && from % 8 != to % 8
            };
            if !self.legal_moves().iter().any(captures) {
                self.passed = None;
            }
        }
    }
}

impl ChessGame {
    fn new(fen: &str) -> Self {
        let now = Position::from_fen(fen);
        Self { history: vec![now.clone()], now, quiet: 0 }
    }

    fn play(&mut self, mv: ChessMove) {
        let is_capture = self.now.board[mv.1] != 0;
        let is_pawn = self.now.board[mv.0].eq_ignore_ascii_case(&b'P');
        self.quiet = if is_capture || is_pawn { 0 } else { self.quiet + 1 };
        self.now = self.now.after(mv);
        self.now.drop_unusable_target();
        self.history.push(self.now.clone());
    }

    /// Number of times that the position has occurred, now included.
    fn occurrences(&self) -> usize {
        self.history.iter().filter(|&earlier| *earlier == self.now).count()
    }

    /// The winner, 0 for a draw; `None` while the game runs.
    fn winner(&self, moves: &[ChessMove]) -> Option<usize> {
        let white = self.now.is_white_to_move;
        if moves.is_empty() {
            return Some(if !self.now.is_in_check(white) {
                0
            } else if white {
                2
            } else {
                1
            });
        }
        (self.quiet >= 100 || self.occurrences() >= 3).then_some(0)
    }
}

/// The game file with its moves as moves of the reference implementation.
struct GameFile {
    game: CompiledGame,
    /// By location.
    squares: Vec<Square>,
}

impl GameFile {
    fn new() -> Self {
        let game = compiled("chess");
        let square = |name: &str| {
            let digits: Vec<usize> =
                name.bytes().filter(u8::is_ascii_digit).map(|digit| usize::from(digit - b'1')).collect();
            digits[1] * 8 + digits[0]
        };
        let squares = game.rules().locations.iter().map(|location| square(&location.name)).collect();
        Self { game, squares }
    }

    fn translate(&self, mv: Move) -> ChessMove {
        let square =
            |location: Option<boardwright_game::ids::LocationId>| self.squares[location.expect("on the board").index()];
        let choice = self.game.rules().rules[mv.rule.index()].choices.get(usize::from(mv.choice));
        let promotion = choice
            .map(|choice| if choice.word == "knight" { b'N' } else { choice.word.as_bytes()[0].to_ascii_uppercase() });
        (square(mv.from), square(mv.to), promotion)
    }

    fn legal_moves(&self, state: &State) -> (Option<usize>, Vec<(ChessMove, Move)>) {
        let mut moves = Vec::new();
        let turn = self.game.legal_moves(state, &mut moves).expect("shipped games never fail");
        (turn.outcome().map(Outcome::winner), moves.into_iter().map(|mv| (self.translate(mv), mv)).collect())
    }
}

/// Names of squares and a promotion: `e7e8Q`.
fn parse_move(text: &str) -> ChessMove {
    let square = |at: usize| {
        let name = &text.as_bytes()[at..];
        usize::from(name[1] - b'1') * 8 + usize::from(name[0] - b'a')
    };
    (square(0), square(2), text.as_bytes().get(4).copied())
}

/// Plays moves on both sides, and returns the number of occurrences of the last position and its FEN.
fn play_line(fen: &str, line: &str) -> (usize, String) {
    let file = GameFile::new();
    let mut state = notation::read_fen(&file.game, fen).expect("a position").state;
    let mut reference = ChessGame::new(fen);
    for text in line.split_whitespace() {
        let wanted = parse_move(text);
        let (_, moves) = file.legal_moves(&state);
        let &(_, mv) = moves.iter().find(|(mv, _)| *mv == wanted).unwrap_or_else(|| panic!("{text} is not legal"));
        file.game.apply(&mut state, mv).expect("shipped games never fail");
        reference.play(wanted);
        assert_eq!(state.repetition_count(), reference.occurrences(), "{fen}: {line}, at {text}");
    }
    (state.repetition_count(), notation::write_fen(&file.game, &state, 0).expect("chess has FEN"))
}

#[test]
fn the_reference_implementation_has_the_published_perft_counts() {
    fn count(position: &Position, depth: u32) -> u64 {
        let mut moves = position.legal_moves();
        if depth == 0 {
            return 1;
        }
        moves.drain(..).map(|mv| count(&position.after(mv), depth - 1)).sum()
    }
    for (fen, counts) in [
        (START, [20, 400, 8902]),
        ("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", [48, 2039, 97862]),
        ("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", [14, 191, 2812]),
    ] {
        let position = Position::from_fen(fen);
        assert_eq!([1, 2, 3].map(|depth| count(&position, depth)), counts, "{fen}");
    }
}

/// Both sides go to and fro four plies at a time; the position before has occurred once more after each round.
const TO_AND_FRO: &str = "b1c3 b8c6 c3b1 c6b8";

#[test]
fn the_right_to_castle_counts_while_it_lasts() {
    // Nothing is lost by going to and fro with knights.
    assert_eq!(play_line(START, &[TO_AND_FRO; 2].join(" ")).0, 3);
    // The rook has moved: the first position is another one.
    let fen = "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1";
    assert_eq!(play_line(fen, "a1b1 e8d8 b1a1 d8e8").0, 1);
    assert_eq!(play_line(fen, "a1b1 e8d8 b1a1 d8e8 a1b1 e8d8 b1a1 d8e8").0, 2);
    // The king has moved: from then on it does not matter which rook has.
    assert_eq!(
        play_line(fen, "e1e2 e8d8 a1b1 d8e8 b1a1 e8d8 h1g1 d8e8 g1h1"),
        (3, "4k3/8/8/8/8/8/4K3/R6R b - - 9 1".to_owned())
    );
    // Both rooks have moved: from then on it does not matter whether the king has.
    assert_eq!(play_line(fen, "a1a2 e8d8 h1h2 d8e8 e1d1 e8d8 d1e1 d8e8").0, 2);
    // One of two rights is left: the king still counts.
    assert_eq!(play_line(fen, "a1a2 e8d8 a2a1 d8e8 e1d1 e8d8 d1e1 d8e8").0, 1);
}

#[test]
fn a_captured_rook_takes_the_right_to_castle_with_it() {
    // The bishop takes the only fresh rook; then it does not matter whether the king has moved.
    let fen = "4k3/8/8/8/8/8/6b1/4K2R b K - 0 1";
    assert_eq!(play_line(fen, "g2h1 e1d1 h1g2 d1e1 g2h1 e1d1 h1g2 d1e1 g2h1").0, 3);
    // The rook takes the other fresh rook: both lose a right, the other one is left to each.
    let fen = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
    assert_eq!(play_line(fen, "h1h8").1, "r3k2R/8/8/8/8/8/8/R3K3 b Qq - 0 1");
    // A pawn takes it and is promoted.
    let fen = "4k2r/6P1/8/8/8/8/8/4K3 w k - 0 1";
    assert_eq!(play_line(fen, "g7h8N e8d8 e1d1 d8e8 d1e1 e8d8 e1d1 d8e8 d1e1").0, 3);
    // A rook that comes to the corner later is not fresh.
    let fen = "4k3/8/8/8/8/8/6b1/R3K2R b KQ - 0 1";
    let (_, after) = play_line(fen, "g2h1 a1a2 h1f3 a2h2 f3e4 h2h1");
    assert_eq!(after, "4k3/8/8/8/4b3/8/8/4K2R b - - 5 1");
    // Castling uses both rights.
    let fen = "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1";
    assert_eq!(play_line(fen, "e1g1 e8d8 a1b1 d8e8 b1a1").0, 2);
}

#[test]
fn a_capture_in_passing_counts_only_if_it_is_legal() {
    // The fen after a double step, and if its target is there.
    for (fen, step, target) in [
        (START, "e2e4", "-"),
        ("4k3/8/8/8/3p4/8/4P3/4K3 w - - 0 1", "e2e4", "e3"),
        // Pinned on a file, on a diagonal that the capture leaves, and on one along which it goes.
        ("3k4/8/8/8/3p4/8/4P3/3RK3 w - - 0 1", "e2e4", "-"),
        ("8/8/8/k7/1p6/8/P7/4B1K1 w - - 0 1", "a2a4", "-"),
        ("8/8/1k6/8/3p4/8/4P3/6BK w - - 0 1", "e2e4", "e3"),
        // Both pawns leave the row between king and rook.
        ("8/8/8/8/k2p3R/8/4P3/6K1 w - - 0 1", "e2e4", "-"),
        ("8/8/8/8/k2p2pR/8/4P3/6K1 w - - 0 1", "e2e4", "e3"),
        // The pawn gives check itself; another piece gives check.
        ("8/8/8/3k4/3p4/8/4P3/6K1 w - - 0 1", "e2e4", "e3"),
        ("8/8/8/8/3pk3/8/4P3/4R1K1 w - - 0 1", "g1g2", "-"),
        ("6k1/8/8/8/2p5/1B6/3P4/6K1 w - - 0 1", "d2d4", "-"),
        // One of two pawns is pinned; both are.
        ("3k4/8/8/8/3p1p2/8/4P3/3RK3 w - - 0 1", "e2e4", "e3"),
        // The target lies between king and rook, so that taking blocks the check.
        ("8/8/8/7k/8/8/8/K7 w - - 0 1", "a1a2", "-"),
        // Black goes two squares.
        ("4k3/3p4/8/4P3/8/8/8/4K3 b - - 0 1", "d7d5", "d6"),
        ("4r1k1/3p4/8/4P3/8/8/8/4K3 b - - 0 1", "d7d5", "-"),
    ] {
        let (_, after) = play_line(fen, step);
        assert_eq!(after.split(' ').nth(3), Some(target), "{fen} {step}: {after}");
    }
    // A target that a text names is kept only if it can be used.
    let chess = compiled("chess");
    for (text, target) in [
        ("3k4/8/8/8/3pP3/8/8/3R2K1 b - e3 0 1", "-"),
        ("4k3/8/8/8/3pP3/8/8/3R2K1 b - e3 0 1", "e3"),
        ("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1", "-"),
    ] {
        let state = notation::read_fen(&chess, text).expect("a position").state;
        let again = notation::write_fen(&chess, &state, 1).expect("chess has FEN");
        assert_eq!(again, text.replace("e3", target));
    }
}

#[test]
fn pinned_en_passant_counts_for_threefold_repetition() {
    let text = include_str!("../../../data/notations/pinned-en-passant-threefold.pgn");
    let error = notation::read(notation::Notation::Pgn, &mut notation::load, text).expect_err("a move after the end");
    assert!(error.to_string().contains("Kd7"), "{error}");
    let ended = text.replace("5. Kg1 Kd7 *", "5. Kg1 1/2-1/2");
    let records = notation::read(notation::Notation::Pgn, &mut notation::load, &ended).expect("a draw");
    let outcome = records[0].end.as_ref().and_then(|end| end.outcome);
    assert_eq!(outcome, Some(Outcome::Draw));
    let line = "e2e4 d8d7 g1g2 d7d8 g2g1 d8d7 g1g2 d7d8 g2g1";
    assert_eq!(play_line("3k4/8/8/8/3p4/8/4P3/3R2K1 w - - 0 1", line).0, 3);
    // With a legal capture the position after the double step is another one.
    assert_eq!(play_line("4k3/8/8/8/3p4/8/4P3/3R2K1 w - - 0 1", "e2e4 e8e7 g1g2 e7e8 g2g1").0, 1);
}

/// Number of random games in a usual run; `EFFORT` multiplies it.
const GAMES: u64 = 200;
const LONGEST: usize = 400;

#[test]
fn random_games_repeat_positions_alike() {
    let file = GameFile::new();
    file.game.prepare();
    let (mut repeated, mut targets) = (0, 0);
    for seed in 0..repetitions(GAMES) {
        // Uniform games repeat little, so in two of three games players often take their last move back.
        let percent_back = [0, 50, 85][(seed % 3) as usize];
        let mut random = Pcg64Mcg::seed_from_u64(seed);
        let (mut state, mut reference) = (file.game.initial_state(), ChessGame::new(START));
        let mut played: Vec<ChessMove> = Vec::new();
        for ply in 0..LONGEST {
            let (winner, moves) = file.legal_moves(&state);
            let expected = reference.now.legal_moves();
            assert_eq!(state.repetition_count(), reference.occurrences(), "game {seed} after {ply} plies");
            assert_eq!(winner, reference.winner(&expected), "game {seed} after {ply} plies");
            if winner.is_some() {
                repeated += u64::from(reference.occurrences() >= 3);
                break;
            }
            let (mut here, mut there): (Vec<ChessMove>, _) = (moves.iter().map(|(mv, _)| *mv).collect(), expected);
            here.sort_unstable();
            there.sort_unstable();
            assert_eq!(here, there, "game {seed} after {ply} plies");
            let back = played.iter().nth_back(1).map(|&(from, to, _)| (to, from, None));
            let back = back.filter(|_| random_below(100, &mut random) < percent_back);
            let found = back.and_then(|back| moves.iter().find(|(mv, _)| *mv == back));
            let &(chosen, mv) = found.unwrap_or_else(|| &moves[random_below(moves.len(), &mut random)]);
            file.game.apply(&mut state, mv).expect("shipped games never fail");
            reference.play(chosen);
            played.push(chosen);
            if chosen.0.abs_diff(chosen.1) == 16 {
                let fen = notation::write_fen(&file.game, &state, ply + 1).expect("chess has FEN");
                let has_target = fen.split(' ').nth(3) != Some("-");
                assert_eq!(has_target, reference.now.passed.is_some(), "game {seed}: {fen}");
                targets += u64::from(has_target);
            }
        }
    }
    println!("{repeated} games end by repetition, {targets} captures in passing are possible");
    assert!(repeated * 10 > repetitions(GAMES), "only {repeated} games end by repetition");
    assert!(targets > 0, "no game has a capture in passing");
}
