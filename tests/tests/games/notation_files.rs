//! Files as people exchange them, in `tests/data/notations` and written here: everything of a game is kept, named in a
//! warning with its line, or refused with a reason.

use std::path::Path;

use boardwright_compiler::game::CompiledGame;
use boardwright_game::game::{Game as _, GameExt as _, Outcome};
use boardwright_game::ids::Player;
use boardwright_game::record::{EndReason, Note, Record, ReplayError, replay};
use boardwright_games::notation::{self, Notation, Options, TextGame, decode_text};
use boardwright_interpreter::state::State;
use boardwright_tests::compiled;

/// Loads every game once.
struct Loader(Vec<(String, Options, CompiledGame)>);

impl Loader {
    fn load(&mut self, name: &str, options: &Options) -> Result<CompiledGame, String> {
        if let Some((_, _, game)) = self.0.iter().find(|(known, with, _)| known == name && with == options) {
            return Ok(game.clone());
        }
        let game = if options.is_empty() { compiled(name) } else { notation::load(name, options)? };
        self.0.push((name.to_owned(), options.clone(), game.clone()));
        Ok(game)
    }

    fn read(&mut self, notation: Notation, text: &str) -> Vec<TextGame> {
        let read = notation::read_games(notation, &mut |name, options| self.load(name, options), text);
        read.unwrap_or_else(|error| panic!("{error} in\n{text}"))
    }

    /// Last position of a record, all of whose moves must be legal.
    fn last(&mut self, record: &Record) -> (CompiledGame, State) {
        let game = self.load(&record.header.name, &record.header.options).unwrap();
        let state = replay(&game, record, &mut |_| Ok::<(), ReplayError>(())).expect("a record that was read replays");
        (game, state)
    }

    /// The record, written again in its notation.
    fn rewrite(&mut self, record: &Record) -> String {
        let game = self.load(&record.header.name, &record.header.options).unwrap();
        notation::write(&game, record).unwrap()
    }
}

/// Right answer for a game of a file.
enum Answer {
    /// Number of moves, and the end: `*`, or the reason with the winner.
    Read(usize, &'static str),
    /// A part of the error.
    Refused(&'static str),
}

use Answer::{Read, Refused};

const FILES: [(&str, &[Answer]); 24] = [
    ("abandoned.pgn", &[Read(2, "Left 1")]),
    ("compact-moves-mixed.pdn", &[Refused("line 6, column 4: \"3228\" is not legal for Black")]),
    ("compact-moves.pdn", &[Read(4, "*")]),
    ("ep-suffix.pgn", &[Read(6, "*")]),
    ("evaluation-marks.pgn", &[Read(4, "*")]),
    ("forced-move-star.pdn", &[Read(4, "*")]),
    ("glued-star.pgn", &[Read(4, "*")]),
    ("gomoku-mail-header.sgf", &[Read(2, "*")]),
    ("hex-resign-upper.sgf", &[Read(1, "Resigned 1")]),
    ("hex-swap-sides.sgf", &[Read(3, "*")]),
    ("hex-swap-upper.sgf", &[Read(3, "*")]),
    ("move-number-38.pgn", &[Read(3, "Resigned 2")]),
    ("null-move.pgn", &[Refused("line 6, column 14: \"--\" is a null move")]),
    ("one-bad-game.pgn", &[Read(2, "Resigned 1"), Refused("\"Kxe5\" is not legal"), Read(2, "Resigned 2")]),
    ("pinned-en-passant-threefold.pgn", &[Refused("the game is over")]),
    ("quotes-in-tag.pgn", &[Refused("line 1, column 13: this quote (\") ends the value of Event")]),
    ("result-twice.pgn", &[Read(4, "Resigned 1")]),
    ("tags-lost.pgn", &[Read(4, "Resigned 1")]),
    ("utf16.pgn", &[Read(2, "*")]),
    ("variant-antichess.pgn", &[Refused("the tag Variant says Antichess")]),
    ("variant-chess960.pgn", &[Refused("the tag Variant says Chess960")]),
    ("variant-crazyhouse.pgn", &[Refused("the tag Variant says Crazyhouse")]),
    ("lichess.pgn", &[Read(7, "Finished 1"), Read(4, "Time 2")]),
    ("draughts-club.pdn", &[Read(8, "Agreement 0"), Read(2, "Resigned 2")]),
];

fn end_text(record: &Record) -> String {
    let Some(end) = &record.end else { return "*".to_owned() };
    let winner = match end.outcome {
        Some(Outcome::Won(player)) => player.to_string(),
        Some(Outcome::Draw) => "0".to_owned(),
        None => "-".to_owned(),
    };
    format!("{:?} {winner}", end.reason)
}

#[test]
fn files_have_their_right_answers() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("data/notations");
    let mut loader = Loader(Vec::new());
    let mut names: Vec<String> =
        folder.read_dir().unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    for (name, answers) in FILES {
        names.retain(|other| other != name);
        let bytes = std::fs::read(folder.join(name)).unwrap();
        let text = decode_text(&bytes);
        let games = loader.read(Notation::of_file(name, &text).unwrap(), &text);
        assert_eq!(games.len(), answers.len(), "{name}");
        for (game, answer) in games.iter().zip(answers) {
            match (&game.record, answer) {
                (Ok(record), Read(moves, end)) => {
                    assert_eq!((record.moves.len(), end_text(record).as_str()), (*moves, *end), "{name}");
                    loader.last(record);
                    // Writing keeps everything that is in the record.
                    let again = loader.rewrite(record);
                    let back = loader.read(Notation::of_game(&record.header.name).unwrap(), &again).remove(0);
                    assert_eq!(back.record.as_ref(), Ok(record), "{name}\n{again}");
                    assert!(back.warnings.is_empty(), "{name}: {:?}", back.warnings);
                }
                (Err(error), Refused(reason)) => {
                    assert!(error.to_string().contains(reason), "{name}: {error}");
                }
                (Ok(_), Refused(_)) => panic!("{name} should be refused"),
                (Err(error), Read(..)) => panic!("{name}: {error}"),
            }
        }
    }
    assert!(names.is_empty(), "files without an answer: {names:?}");
}

fn file(name: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("data/notations").join(name);
    decode_text(&std::fs::read(path).unwrap()).into_owned()
}

fn pgn(text: &str) -> TextGame {
    let mut games = Loader(Vec::new()).read(Notation::Pgn, text);
    assert_eq!(games.len(), 1, "{text}");
    games.remove(0)
}

fn refusal(notation: Notation, text: &str) -> String {
    let game = Loader(Vec::new()).read(notation, text).remove(0);
    game.record.expect_err(text).to_string()
}

fn warnings(game: &TextGame) -> Vec<String> {
    game.warnings.iter().map(ToString::to_string).collect()
}

#[test]
fn games_of_other_variants_are_refused_by_name() {
    for variant in
        ["Crazyhouse", "Antichess", "Atomic", "King of the Hill", "Three-check", "Horde", "Racing Kings", "Suicide"]
    {
        let text = format!("[Variant \"{variant}\"]\n\n1. e4 e5 1-0");
        assert!(refusal(Notation::Pgn, &text).contains(&format!("Variant says {variant}, ")), "{variant}");
    }
    for variant in ["Chess960", "chess 960", "Fischerandom", "Fischer Random"] {
        let text = format!("[White \"A\"]\n[Variant \"{variant}\"]\n\n1. e4 e5 1-0");
        assert!(
            refusal(Notation::Pgn, &text).starts_with("line 2, column 1: the tag Variant says Chess960"),
            "{variant}"
        );
    }
    for variant in ["Standard", "chess", "From Position", "?"] {
        assert!(pgn(&format!("[Variant \"{variant}\"]\n\n1. e4 e5 1-0")).record.is_ok(), "{variant}");
    }
    assert!(refusal(Notation::Pdn, "[Variant \"Italian\"]\n1. 11-15 *").contains("Variant says Italian"));
    let fen = "[FEN \"qrkbbnrn/pppppppp/8/8/8/8/PPPPPPPP/QRKBBNRN w KQkq - 0 1\"]\n1. d4 *";
    assert!(refusal(Notation::Pgn, fen).ends_with("king and rook stand as in Chess960, which is not read"));
    let shredder = fen.replace("KQkq", "GBgb");
    assert!(refusal(Notation::Pgn, &shredder).ends_with("files are rights of Chess960, which is not read"));
    assert!(refusal(Notation::Pgn, "1. e4 e5 2. P@e6 *").contains("drops a piece, as in Crazyhouse"));
}

#[test]
fn null_moves_are_named() {
    for word in ["--", "Z0", "null", "0000", "@@@@"] {
        let reason = refusal(Notation::Pgn, &format!("1. e4 {word} 2. d4 *"));
        assert_eq!(
            reason,
            format!("line 1, column 7: \"{word}\" is a null move: it passes, which chess does not allow")
        );
    }
}

#[test]
fn moves_written_together_never_vanish() {
    let mut loader = Loader(Vec::new());
    let mut moves = |text: &str| {
        let game = loader.read(Notation::Pdn, &format!("[GameType \"21\"]\n{text}")).remove(0);
        game.record.map(|record| loader.rewrite(&record).lines().last().unwrap().to_owned())
    };
    let right = Ok("1. 11-15 23-19 2. 8-11 22-17 *".to_owned());
    for text in
        ["1. 1115 2319 2. 811 2217 *", "1.1115 2319 2.811 2217", "1 1115 2319 2 811 2217", "1115 2319 811 2217 *"]
    {
        assert_eq!(moves(text), right, "{text}");
    }
    assert_eq!(moves("1. 1115 2218 2. 1522 2518 *"), Ok("1. 11-15 22-18 2. 15x22 25x18 *".to_owned()));
    for (text, reason) in [
        ("1. 3228 1823 *", "\"3228\" is not legal for Black; legal are "),
        ("11152319 *", "\"11152319\" is several moves written together; write them apart, as 11-15 23-19"),
        ("1. 1115 2319 2. 99 *", "\"99\" is not legal for Black"),
        ("1. 1115 1923 *", "\"1923\" is not legal for White"),
        ("1. 11-1523-19 *", "\"11-1523-19\" is no move of draughts"),
    ] {
        let error = moves(text).unwrap_err();
        assert!(error.reason.starts_with(reason), "{text}: {error}");
    }
    // Numeric notation of correspondence chess is no sequence of move numbers either.
    assert!(refusal(Notation::Pgn, "1. 5254 5755 *").contains("\"5254\" is no move of chess"));
}

#[test]
fn a_capture_in_passing_may_be_marked_and_only_that() {
    for text in ["exd6 e.p.", "exd6e.p.", "exd6 ep", "exd6ep!", "exd6 e.p.+"] {
        let game = pgn(&format!("1. e4 c6 2. e5 d5 3. {text} exd6 *"));
        let record = game.record.unwrap_or_else(|error| panic!("{text}: {error}"));
        assert_eq!(record.moves[4].rule.as_deref(), Some("in passing"), "{text}");
    }
    let reason = refusal(Notation::Pgn, "1. e4 d5 2. exd5 e.p. *");
    assert_eq!(reason, "line 1, column 18: \"e.p.\" stands at a move that is no en passant capture");
}

#[test]
fn evaluations_are_no_moves_and_are_kept() {
    for mark in ["+=", "=", "±", "∓", "‼", "⁉", "+-", "-/+", "∞", "⩲", "□", "!?", "N", "$14", "=/+"] {
        for text in [format!("1. d4 d5 {mark} 2. c4 e6 *"), format!("1. d4 d5\n2. c4 {mark} e6 {mark} *")] {
            let game = pgn(&text);
            assert_eq!(game.record.as_ref().map(|record| record.moves.len()), Ok(4), "{text}");
            assert!(game.warnings.is_empty(), "{text}: {:?}", game.warnings);
            let annotations = game.record.unwrap().header.metadata.annotations;
            assert!(annotations.moves.values().flatten().all(|note| *note == Note::Mark(mark.to_owned())), "{text}");
            assert!((1..=2).contains(&annotations.moves.len()), "{text}");
        }
    }
    let glued = pgn("1. d4± d5‼ 2. c4+= e6⩲ 3. Nc3+- *");
    assert_eq!(glued.record.as_ref().map(|record| record.moves.len()), Ok(5));
    let annotations = glued.record.unwrap().header.metadata.annotations;
    let marks: Vec<&Note> = annotations.moves.values().flatten().collect();
    assert_eq!(marks, ["±", "‼", "+=", "⩲", "+-"].map(|mark| Note::Mark(mark.to_owned())).each_ref());
}

#[test]
fn lines_for_programs_are_named() {
    let game = pgn("[White \"A\"]\n\n1. e4 {best} e5 $1\n2. Nf3 ; to the end\n% escaped\n Nc6 (=) *");
    assert_eq!(game.record.as_ref().map(|record| record.moves.len()), Ok(4));
    assert_eq!(
        warnings(&game),
        [
            "line 5: left out is a comment (line 5)",
            "line 6: the rest of this variation is left out: \"=\" is no move, and no move is before it",
        ]
    );
    assert!(pgn("1. e4 e5 2. Nf3+ Nc6# *").warnings.is_empty(), "check and mate are no annotations");
}

#[test]
fn the_number_of_the_first_move_is_kept() {
    let mut loader = Loader(Vec::new());
    let game = loader.read(Notation::Pgn, &file("move-number-38.pgn")).remove(0);
    let record = game.record.unwrap();
    assert_eq!(record.header.metadata.move_number, Some(38));
    let written = loader.rewrite(&record);
    assert!(written.contains("[FEN \"3r2k1/5ppp/8/8/8/8/5PPP/2R3K1 b - - 5 38\"]"), "{written}");
    assert!(written.contains("\n38... g6 39. h3 Rd2 0-1\n"), "{written}");
    for (fen, moves) in [
        ("4k3/8/8/8/8/8/4P3/4K3 w - - 0 77", "77. e4 Kd7 78. Kd2 *"),
        ("4k3/8/8/8/8/8/4P3/4K3 b - - 3 2", "2... Kd7 3. e4 *"),
    ] {
        let game = loader.read(Notation::Pgn, &format!("[FEN \"{fen}\"]\n\n{moves}\n")).remove(0);
        let written = loader.rewrite(&game.record.unwrap());
        assert!(written.contains(fen) && written.ends_with(&format!("\n{moves}\n")), "{written}");
    }
    let other = pgn("[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 77\"]\n\n1. e4 Kd7 2. Kd2 *");
    assert_eq!(warnings(&other), ["line 3: the number 1 stands at move 77"]);
    // A FEN of draughts has no number, so that the moves decide.
    let draughts = loader.read(Notation::Pdn, "[FEN \"W:W31:B1\"]\n40... 31-27 41. 1-5 *").remove(0).record.unwrap();
    assert!(loader.rewrite(&draughts).ends_with("\n40... 31-27 41. 1-5 *\n"));
}

#[test]
fn tags_are_kept() {
    let mut loader = Loader(Vec::new());
    let text = "[Event \"Town \\\"Cup\\\"\"]\n[Site \"Town\"]\n[Date \"2024.05.06\"]\n[Round \"3\"]\n[White \"A\"]\n[Black \"B\"]\n\
                [Result \"1-0\"]\n[WhiteElo \"2100\"]\n[ECO \"D30\"]\n[Annotator \"C\"]\n[TimeControl \"300+3\"]\n\
                [WhiteType \"human\"]\n\n1. d4 d5 2. c4 e6 1-0\n";
    let game = loader.read(Notation::Pgn, text).remove(0);
    assert!(game.warnings.is_empty(), "{:?}", game.warnings);
    let record = game.record.unwrap();
    let written = loader.rewrite(&record);
    let kept: Vec<&str> = text.lines().filter(|line| line.starts_with('[') && !line.contains("Type")).collect();
    assert!(kept.iter().all(|line| written.contains(line)), "{written}");
    assert!(written.starts_with(&kept[..7].join("\n")), "the roster comes first\n{written}");
    let double = pgn("[Event \"a\"]\n[Event \"b\"]\n[Round \"1\"]\n[round \"1\"]\n\n1. e4 *");
    assert_eq!(warnings(&double), ["line 2: the tag Event is given twice; \"b\" is left out"]);
    let none = pgn("[Event \"?\"]\n[Site \"?\"]\n[Date \"????.??.??\"]\n\n1. e4 *").record.unwrap();
    assert!(none.header.metadata.is_empty());
    let missing = pgn("[SetUp \"1\"]\n\n1. e4 *");
    assert_eq!(warnings(&missing), ["line 1: SetUp announces a position, but FEN is missing"]);
    let sgf = "(;GM[4]SZ[9]EV[Town Cup]PC[Town]DT[2024-05-06]RO[3]BR[2d]PB[A]PW[B];B[aa];W[bb])";
    let record = loader.read(Notation::Sgf, sgf).remove(0).record.unwrap();
    assert_eq!(record.header.metadata.tags["Date"], "2024-05-06");
    let written = loader.rewrite(&record);
    for property in ["EV[Town Cup]", "PC[Town]", "DT[2024-05-06]", "RO[3]", "BR[2d]"] {
        assert!(written.contains(property), "{property} in {written}");
    }
    assert_eq!(loader.read(Notation::Sgf, &written).remove(0).record, Ok(record));
}

#[test]
fn the_end_of_a_game_is_not_always_a_resignation() {
    for (termination, result, end, by) in [
        ("abandoned", "1-0", "Left 1", 2),
        ("Abandoned", "0-1", "Left 2", 1),
        ("White won - game abandoned", "1-0", "Left 1", 2),
        ("abandoned", "*", "Left -", 0),
        ("death", "0-1", "Left 2", 1),
        ("unterminated", "1-0", "Left 1", 0),
        ("Time forfeit", "1-0", "Time 1", 2),
        ("rules infraction", "0-1", "Illegal 2", 1),
        ("adjudication", "1-0", "Adjudicated 1", 0),
        ("drawn by repetition", "1/2-1/2", "Repetition 0", 0),
        ("normal", "1-0", "Resigned 1", 2),
        ("unterminated", "*", "*", 0),
    ] {
        let text = format!("[Result \"{result}\"]\n[Termination \"{termination}\"]\n\n1. d4 d5 {result}");
        let record = pgn(&text).record.unwrap();
        assert_eq!(end_text(&record), end, "{termination} {result}");
        assert_eq!(record.end.as_ref().and_then(|end| end.by), Player::new(by), "{termination} {result}");
        let written = Loader(Vec::new()).rewrite(&record);
        assert!(written.contains(&format!("[Termination \"{termination}\"]")), "{written}");
        assert_eq!(pgn(&written).record, Ok(record), "{written}");
    }
    let odd = pgn("[Termination \"bored\"]\n\n1. e4 1-0");
    assert_eq!(warnings(&odd), ["line 1: Termination \"bored\" says nothing that is known about the end"]);
    assert_eq!(odd.record.unwrap().end.unwrap().reason, EndReason::Resigned);
}

#[test]
fn an_en_passant_square_is_shown_only_if_a_legal_move_uses_it() {
    let chess = compiled("chess");
    let mut loader = Loader(vec![("chess".to_owned(), Options::new(), chess.clone())]);
    let mut fen = |text: &str| {
        let record = loader.read(Notation::Pgn, text).remove(0).record.unwrap();
        let (_, state) = loader.last(&record);
        notation::write_fen(&chess, &state, record.moves.len()).unwrap()
    };
    for (text, square) in [
        ("1. e4 *", "-"),
        ("[FEN \"3k4/8/8/8/3p4/8/4P3/3R2K1 w - - 0 1\"] 1. e4 *", "-"),
        ("[FEN \"3k4/8/8/8/3p4/8/4P3/4R1K1 w - - 0 1\"] 1. e4 *", "e3"),
        // Both pawns leave the row of king and rook.
        ("[FEN \"8/8/8/8/k2p3R/8/4P3/6K1 w - - 0 1\"] 1. e4 *", "-"),
        // The pawn is pinned along the diagonal of the capture, or another piece gives check.
        ("[FEN \"7k/8/8/8/3p4/8/1B2P3/6K1 w - - 0 1\"] 1. e4 *", "-"),
        ("[FEN \"8/8/4k3/8/3p4/8/4P3/4R1K1 w - - 0 1\"] 1. e4 *", "e3"),
        ("1. e4 a6 2. e5 d5 *", "d6"),
        ("1. e4 a6 2. e5 f5 *", "f6"),
    ] {
        let fen = fen(text);
        assert_eq!(fen.split(' ').nth(3), Some(square), "{text}: {fen}");
    }
    let given = "3k4/8/8/8/3pP3/8/8/3R2K1 b - e3 0 1";
    let state = notation::read_fen(&chess, given).unwrap().state;
    assert_eq!(notation::write_fen(&chess, &state, 1).unwrap(), given.replace("e3", "-"));
}

#[test]
fn values_of_sgf_are_read_in_any_case() {
    let mut loader = Loader(Vec::new());
    let mut read = |text: &str| loader.read(Notation::Sgf, text).remove(0);
    let places = |game: &TextGame| {
        let record = game.record.as_ref().unwrap_or_else(|error| panic!("{error}"));
        let words = record.moves.iter().map(|mv| mv.text.split(' ').next_back().unwrap().to_owned());
        (words.collect::<Vec<_>>().join(" "), end_text(record))
    };
    let root = "(;GM[11]SZ[5]PB[A]PW[B]";
    let lower = places(&read(&format!("{root};B[b1];W[swap-pieces];B[c3])")));
    assert_eq!(lower.0, "c(2,1) swap c(3,3)");
    for swap in ["SWAP-PIECES", "Swap-Pieces", "swap", "SWAP", " swap-pieces "] {
        assert_eq!(places(&read(&format!("{root};B[b1];W[{swap}];B[C3])"))), lower, "{swap}");
    }
    for (text, end) in [
        (";B[b1];W[resign])", "Resigned 1"),
        (";B[b1];W[RESIGN])", "Resigned 1"),
        (";B[b1];W[Forfeit])", "Illegal 1"),
        (";B[b1];W[c3];B[forfeit])", "Illegal 2"),
        ("RE[b+r];B[b1])", "Resigned 1"),
        ("RE[White+RESIGN];B[b1])", "Resigned 2"),
        ("RE[w+TIME];B[b1])", "Time 2"),
        ("RE[B+F];B[b1])", "Illegal 1"),
        ("RE[DRAW];B[b1])", "Agreement 0"),
        ("RE[void];B[b1])", "*"),
        ("RU[SWAP]PL[B];B[b1])", "*"),
        ("PL[black];B[b1];PL[w]W[c3])", "*"),
    ] {
        assert_eq!(places(&read(&format!("{root}{text}"))).1, end, "{text}");
    }
    let reason = |game: TextGame| game.record.unwrap_err().to_string();
    assert_eq!(
        reason(read(&format!("{root}\nPL[W];W[b1])"))),
        "line 2, column 1: PL[W] says whose turn it is, and it is the turn of B"
    );
    let points = read(&format!("{root}RE[B+3.5];B[b1])"));
    assert_eq!(warnings(&points), ["line 1: of RE[B+3.5] only the winner is read"]);
}

/// After `swap-sides` the colours stay on the board and the players change; the game is the same as with `swap-pieces` and
/// the mirror images of all places.
#[test]
fn a_swap_of_sides_is_the_mirrored_swap_of_pieces() {
    let mut loader = Loader(Vec::new());
    let sides = loader.read(Notation::Sgf, "(;GM[11]SZ[5];B[b1]\n;W[swap-sides];W[c4];B[a5];W[e2]RE[b+])").remove(0);
    let pieces = loader.read(Notation::Sgf, "(;GM[11]SZ[5];B[b1];W[swap-pieces];B[d3];W[e1];B[b5])").remove(0);
    assert!(warnings(&sides)[0].starts_with("line 2: swap-sides is read as swap-pieces"), "{:?}", sides.warnings);
    let (sides, pieces) = (sides.record.unwrap(), pieces.record.unwrap());
    assert_eq!(sides.moves, pieces.moves);
    let (game, last) = loader.last(&sides);
    assert_eq!(game.key(&last), game.key(&loader.last(&pieces).1));
    let resigned = loader.read(Notation::Sgf, "(;GM[11]SZ[5];B[b1];W[swap-sides];W[resign])").remove(0).record.unwrap();
    assert_eq!(end_text(&resigned), "Resigned 2", "White is the first player by then");
    let stated =
        loader.read(Notation::Sgf, "(;GM[11]SZ[5]RE[W+R];B[b1];W[swap-sides];W[c3])").remove(0).record.unwrap();
    assert_eq!(end_text(&stated), "Resigned 1");
}

#[test]
fn parts_of_sgf_without_a_place_are_named() {
    let text = "Mail (1)\n(;GM[4]SZ[9]PB[Long\\\nName]C[root]KM[0]LB[bb:2];B[aa]C[a\nb]LB[aa:1]\n(;W[bb];B[cc])(;W[dd])\n(;W[ee](;B[ff])))\n";
    let game = Loader(Vec::new()).read(Notation::Sgf, text).remove(0);
    assert_eq!(
        warnings(&game),
        ["line 1: the text before the game is left out", "line 3: left out is the property LB (line 3)",]
    );
    let record = game.record.unwrap();
    assert_eq!((record.moves.len(), record.header.players[0].parameters["name"].as_str()), (3, "LongName"));
    assert_eq!(record.header.metadata.tags["KM"], "0");
}

/// Forms that python-chess and published collections of draughts games have: missing tags, line ends of Windows, a byte
/// order mark, Latin-1, nested variations with comments, empty lines, and no final newline.
#[test]
fn common_forms_are_read() {
    let plain = "[White \"Müller\"]\n[Black \"Ben\"]\n\n1. e4 e5 2. Nf3 {a (b) [c]} Nc6 (2... Nf6 3. d4 (3. Nc3 {x ) y} Bb4) d6)\n\
                 3. Bb5 a6 $6 4. O-O 1/2-1/2";
    let mut loader = Loader(Vec::new());
    let first = loader.read(Notation::Pgn, plain).remove(0).record.unwrap();
    assert_eq!((first.moves.len(), end_text(&first).as_str()), (7, "Agreement 0"));
    let latin_1: Vec<u8> = plain.chars().map(|letter| letter as u8).collect();
    let utf_16: Vec<u8> = "\u{feff}".encode_utf16().chain(plain.encode_utf16()).flat_map(u16::to_be_bytes).collect();
    for bytes in [
        plain.replace('\n', "\r\n").into_bytes(),
        format!("\u{feff}{plain}\n\n\n").into_bytes(),
        latin_1,
        utf_16,
        plain.replace("\n3.", "\n\n\n3.").into_bytes(),
        plain.replace("1/2-1/2", "½-½").into_bytes(),
        plain.replace(" 1/2-1/2", "\n\n1/2").into_bytes(),
        plain.replace("O-O", "0-0").replace("1. e4 e5 2.", "1.e2e4 e7-e5 2").into_bytes(),
        plain.replace("\n\n1.", "\n1.").replace("e5 2.", "e5\n% a line\n2.").into_bytes(),
    ] {
        let text = decode_text(&bytes);
        let games = loader.read(Notation::Pgn, &text);
        assert_eq!(games.len(), 1, "{text}");
        assert_eq!(games[0].record.as_ref(), Ok(&first), "{text}");
    }
    // Games without tags, or with nothing but tags.
    let bare =
        loader.read(Notation::Pgn, "1. e4 e5 *\n\n1. d4 *\n\nc4 1-0\n[Event \"empty\"]\n\n*\n\n[Event \"none\"]\n");
    let moves: Vec<usize> = bare.iter().map(|game| game.record.as_ref().unwrap().moves.len()).collect();
    assert_eq!(moves, [2, 1, 1, 0, 0]);
    let draughts = "[Event \"1867 match\"]\n[Black \"Martins\"]\n[White \"Wyllie\"]\n[Result \"1/2-1/2\"]\n\
                    1. 11-15 23-19 2. 8-11 22-17 3. 11-16! 24-20 4. 16x23 27x11 5. 7x16 20x11 {level} 1/2-1/2\n\n";
    let first = loader.read(Notation::Pdn, draughts).remove(0).record.unwrap();
    for text in [
        draughts.replace('x', ":"),
        draughts.replace("1. ", "1.").replace("5. ", "5."),
        draughts.replace("1/2-1/2\n1.", "1-1\n1."),
        draughts.replace('\n', "\r\n"),
    ] {
        let games = loader.read(Notation::Pdn, &text.repeat(3));
        assert!(games.len() == 3 && games.iter().all(|game| game.record.as_ref() == Ok(&first)), "{text}");
    }
}

/// Forms in which other programs write games: an empty line among the tags, moves as from and to without numbers, engines'
/// comments, lines that end within a move number, and analyses that pass.
#[test]
fn forms_of_other_programs_are_read() {
    const NULL_MOVE: &str =
        "line 2: the rest of this variation is left out: \"--\" is a null move: it passes, which chess does not allow";
    let mut loader = Loader(Vec::new());
    for (text, moves, last, warning) in [
        (
            "[Event \"A\"]\n\n[White \"S\"]\n[Black \"Z\"]\n\n1. e4  e5  2.\nNf3  Nc6 \n 3. Bb5  1-0\n",
            5,
            "Bb5 1-0",
            None,
        ),
        ("[Event \"A\"]\n\ng1f3 c7c5 e2e4 d7d6 f1e2 g8f6 e1g1 *\n", 7, "4. O-O *", None),
        (
            "[TimeControl \"900+5\"]\n\n1. e4 {book} a6 {0.00/31 48s} 2. d4 {+0.69/29 36s,\nWhite wins by adjudication} 1-0",
            3,
            "White wins by\nadjudication} 1-0",
            None,
        ),
        (
            "{ Main: } 1. e4 c5 { S} ( { D: } 1... d5 ) (\n1... h5 $2 { x} ) ( 1... e5 2. Qf3 $2 -- 3. Bc4 (3. -- Z0)) 2. Nf3 *",
            3,
            "2. Nf3 *",
            Some(NULL_MOVE),
        ),
        (
            "1. e4 { [%clk 0:10:00] } 1... e5 { [%clk 0:09:58] [%eval 0.2] } 2. Nf3 { [%csl Gd4][%cal Re2e4] } *",
            3,
            "2. Nf3 { [%csl\nGd4][%cal Re2e4] } *",
            None,
        ),
        ("[FEN \"8/P6k/8/8/8/8/8/K7 w - - 0 1\"]\n\na7a8q h7g7 a8e8 *", 3, "1. a8=Q Kg7 2. Qe8 *", None),
    ] {
        let games = loader.read(Notation::Pgn, text);
        assert_eq!(games.len(), 1, "{text}");
        let record = games[0].record.as_ref().unwrap_or_else(|error| panic!("{error} in {text}"));
        assert_eq!(record.moves.len(), moves, "{text}");
        let written = loader.rewrite(record);
        assert!(written.ends_with(&format!("{last}\n")), "{written}");
        assert_eq!(warnings(&games[0]), Vec::from_iter(warning), "{text}");
    }
}

#[test]
fn a_second_result_makes_no_second_game() {
    let game = pgn(&file("result-twice.pgn"));
    assert_eq!(warnings(&game), ["line 6: the result 1-0 is given a second time"]);
    for text in ["1. d4 d5 * *", "1. d4 d5 1-0\n\n1:0\n", "1. d4 1/2-1/2 ½-½ 1/2"] {
        assert!(pgn(text).record.is_ok(), "{text}");
    }
    for (text, reason) in [
        ("1. d4 d5 1-0 0-1", "line 1, column 14: the result 0-1 follows the result 1-0 of the same game"),
        ("1. d4 d5 * 2. c4 e6 *", "line 1, column 12: \"2.\" follows the result * of the game"),
    ] {
        assert_eq!(pgn(text).record.unwrap_err().to_string(), reason);
    }
}

#[test]
fn single_moves_are_found_as_readers_find_them() {
    let found = |name: &str, text: &str| {
        let game = compiled(name);
        let state = game.initial_state();
        let moves = notation::find_moves(&game, &state, text);
        moves.iter().map(|&mv| game.move_text(&state, mv)).collect::<Vec<_>>().join("; ")
    };
    for text in ["e4", "e2e4", "e2-e4", "e4!", "Pe4", "e4±"] {
        assert_eq!(found("chess", text), "man(5,2) sq(5,2) sq(5,4)", "{text}");
    }
    for text in ["11-15", "1115", "11-15*", "11x15"] {
        assert!(found("draughts", text).ends_with("sq(4,4)"), "{text}: {}", found("draughts", text));
    }
    assert!(found("gomoku", "hh").ends_with("p(8,8)") && found("hex", "C3").ends_with("c(3,3)"));
    for (name, text) in [("chess", "e5"), ("chess", "--"), ("draughts", "11-14"), ("nim", "e4"), ("hex", "swap-pieces")]
    {
        assert_eq!(found(name, text), "", "{name} {text}");
    }
    assert_eq!(notation::strip_marks("exd6 e.p."), "exd6");
}
