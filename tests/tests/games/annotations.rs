//! Comments, marks and variations in PGN, PDN and SGF: games as books and programs write them, and random ones, which are
//! written as they were read.

use boardwright_compiler::game::CompiledGame;
use boardwright_game::game::{Game, GameExt as _, Turn};
use boardwright_game::playout::random_below;
use boardwright_game::record::{
    Annotations, FORMAT, GameMetadata, MoveRecord, Note, Record, RecordHeader, Seat, Variation, VariationMove,
};
use boardwright_games::notation::{self, Notation};
use boardwright_interpreter::state::State;
use boardwright_tests::compiled;
use rand::SeedableRng as _;
use rand_pcg::Pcg64Mcg;

fn read(game: &CompiledGame, text: &str) -> Vec<notation::TextGame> {
    let notation = Notation::of_game(&game.rules().name).unwrap();
    notation::read_games(notation, &mut |_, _| Ok(game.clone()), text).unwrap()
}

/// The only game of a text, which must be read without warnings.
fn record(game: &CompiledGame, text: &str) -> Record {
    let read = read(game, text).remove(0);
    assert!(read.warnings.is_empty(), "{:?} in\n{text}", read.warnings);
    read.record.unwrap_or_else(|error| panic!("{error} in\n{text}"))
}

/// The words of a text, so that lines may be broken elsewhere.
fn words(text: &str) -> Vec<&str> {
    text.split_whitespace().collect()
}

fn pgn(movetext: &str) -> String {
    format!(
        "[Event \"Casual\"]\n[Site \"?\"]\n[Date \"????.??.??\"]\n[Round \"?\"]\n[White \"Ann\"]\n[Black \"Ben\"]\n\
         [Result \"*\"]\n[Termination \"unterminated\"]\n\n{movetext}\n"
    )
}

#[test]
fn annotated_chess_is_written_as_it_was_read() {
    let game = compiled("chess");
    for movetext in [
        // Comments before the first move, after moves and after variations.
        "{A game (with] signs; and $3} 1. e4 e5 {best} 2. Nf3 Nc6 (2... d6 3. d4) {the main line} 3. Bb5 *",
        // Marks as signs and as numbers.
        "1. e4! $14 e5?? 2. Qh5!? g6?! 3. Qxe5+ $1 *",
        // Variations at the first move, side by side and one inside the other, with comments before their first moves.
        "1. e4 (1. d4 d5 (1... Nf6 2. c4 (2. Nf3 {quiet} 2... g6)) 2. c4) ({also} 1. c4 $5) 1... c5 *",
        // A comment of a clock, with blanks of its own.
        "1. e4 { [%clk 0:10:00] } 1... e5 { [%eval 0.2]  [%clk 0:09:58] } *",
        // A longer comment than fits in a line, and words of other notations.
        "1. e4 {In this position, which has been reached in very many games, Black has several good replies: \
         1...c5, 1...e5, 1...e6 and 1...c6; and [Event \"none\"] is no tag.} 1... c5 {%} *",
        "1. e4 e5 2. Nf3 (2. f4 exf4 $6 (2... d5) 3. Nf3 {gambit} (3. Bc4 Qh4+ 4. Kf1)) 2... Nc6 {two} {comments} *",
    ] {
        let text = pgn(movetext);
        let read = record(&game, &text);
        assert_eq!(words(&notation::write(&game, &read).unwrap()), words(&text));
    }
    // A comment with a brace ends with its line.
    let text = pgn("1. e4 ; the } sign\n1... e5 (1... c5 ; }\n) *");
    assert_eq!(words(&notation::write(&game, &record(&game, &text)).unwrap()), words(&text));
    // Black to move.
    let fen = "[SetUp \"1\"]\n[FEN \"4k3/8/8/8/8/8/4P3/4K3 b - - 0 30\"]\n[Termination";
    let text = pgn("{Black moves} 30... Kd7 (30... Ke7 {or} 31. Kd2) 31. e4 (31. e3) 31... Ke6 *");
    let text = text.replace("[Termination", fen);
    assert_eq!(words(&notation::write(&game, &record(&game, &text)).unwrap()), words(&text));
}

#[test]
fn notes_belong_to_their_moves() {
    let read = record(&compiled("chess"), &pgn("{x} 1. e4! {y} (1. d4 {z}) e5 *"));
    let annotations = read.header.metadata.annotations;
    assert_eq!(annotations.before, ["x"]);
    let [Note::Mark(mark), Note::Comment(comment), Note::Variation(variation)] = annotations.at(1) else {
        panic!("{annotations:?}")
    };
    assert_eq!((mark.as_str(), comment.as_str(), variation.back), ("!", "y", 1));
    assert_eq!(variation.moves[0].text, "man(4,2) sq(4,2) sq(4,4)");
    assert_eq!(variation.moves[0].notes, [Note::Comment("z".to_owned())]);
    assert!(annotations.at(2).is_empty());
}

#[test]
fn annotated_draughts_is_written_as_it_was_read() {
    let game = compiled("draughts");
    let tags = "[Event \"Casual\"]\n[Site \"?\"]\n[Date \"????.??.??\"]\n[Round \"?\"]\n[Black \"Ann\"]\n[White \"Ben\"]\n\
                [Result \"*\"]\n[GameType \"21\"]\n[Termination \"unterminated\"]\n\n";
    for movetext in [
        "{first} 1. 11-15! 23-19 (1... 22-17 {dundee} 2. 8-11) 2. 8-11* $2 {forced} 2... 22-17 *",
        // A variation in place of a capture of two jumps, which are two moves of the game.
        "1. 11-15 22-18 2. 15x22 25x18 (2... 26x17 {other} 3. 8-11) 3. 8-11 29-25 *",
        "1. 11-15 24-19 2. 15x24 28x19 3. 8-11 22-18 4. 11-16 (4. 4-8) 4... 18-14 5. 9x18 23x14 6. 16x23 26x19 *",
    ] {
        let text = format!("{tags}{movetext}\n");
        let read = record(&game, &text);
        assert_eq!(words(&notation::write(&game, &read).unwrap()), words(&text));
    }
    // The capture of two jumps and what replaces it.
    let text = "[FEN \"B:W18,25,22:B15,11\"]\n\n1. 15x22x29 {both} (1. 15x22 {one}) *";
    let variations = |record: &Record| {
        let notes = record.header.metadata.annotations.moves.values().flatten();
        notes.filter(|note| matches!(note, Note::Variation(_))).count()
    };
    if let Ok(read) = &read(&game, text)[0].record {
        let written = notation::write(&game, read).unwrap();
        let again = record(&game, &written);
        assert_eq!((variations(&again), notation::write(&game, &again).unwrap()), (variations(read), written));
    }
}

#[test]
fn annotated_sgf_is_written_as_it_was_read() {
    for (name, text) in [
        (
            "gomoku",
            "(;FF[4]CA[UTF-8]GM[4]SZ[15]RU[freestyle]PB[Ann]PW[Ben]C[A game\nof two lines \\] and \\\\]\n\
             ;B[hh]TE[1]C[good]\n(;W[ii]LB[hh:1][ii:2];B[hi]\n(;W[ih])\n(;W[hg]BM[2]C[odd])\n(;W[gh];B[gi]))\n\
             (;W[jj]C[far];B[ji]))\n",
        ),
        (
            "hex",
            "(;FF[4]CA[UTF-8]GM[11]SZ[11]RU[no swap]PB[?]PW[?]\n\n(;B[f6];W[g5]IT[]DM[1])\n(;B[c3]C[corner];W[d4]))\n",
        ),
    ] {
        let game = compiled(name);
        let read = record(&game, text);
        let compact = |text: &str| text.replace(['\n', ' '], "");
        assert_eq!(compact(&notation::write(&game, &read).unwrap()), compact(text));
    }
}

const COMMENTS: [&str; 9] =
    ["a", "two words", "a } brace", "[Event \"x\"]", "; half", "ends \\", "a ] and (", "ä % 1. e4", "a  b { c"];
const MARKS: [&str; 5] = ["!?", "$14", "±", "??", "N"];

/// Random notes on the last of the moves that lead to `state`; variations begin in `before`.
fn random_notes(game: &CompiledGame, before: &State, depth: usize, random: &mut Pcg64Mcg) -> Vec<Note> {
    let mut notes = Vec::new();
    let chance = |of: usize, random: &mut Pcg64Mcg| random_below(of, random) == 0;
    if chance(6, random) {
        notes.push(Note::Mark(MARKS[random_below(MARKS.len(), random)].to_owned()));
    }
    while chance(4, random) {
        notes.push(Note::Comment(COMMENTS[random_below(COMMENTS.len(), random)].to_owned()));
    }
    while depth > 0 && chance(4, random) {
        let length = 1 + random_below(4, random);
        let moves = random_line(game, before, length, depth - 1, random);
        let moves = moves.into_iter().map(|(played, notes)| {
            let MoveRecord { player, text, .. } = played;
            VariationMove { player, text, notes }
        });
        let before = if chance(4, random) { vec!["before".to_owned()] } else { Vec::new() };
        let moves: Vec<VariationMove> = moves.collect();
        notes.extend((!moves.is_empty()).then_some(Note::Variation(Variation { back: 1, before, moves })));
    }
    notes
}

/// Random moves with random notes.
fn random_line(
    game: &CompiledGame,
    state: &State,
    length: usize,
    depth: usize,
    random: &mut Pcg64Mcg,
) -> Vec<(MoveRecord, Vec<Note>)> {
    let (mut state, mut moves, mut line) = (state.clone(), Vec::new(), Vec::new());
    while let Turn::Player(player) = game.legal_moves(&state, &mut moves).unwrap() {
        if line.len() == length {
            break;
        }
        let mv = moves[random_below(moves.len(), random)];
        let text = game.move_text(&state, mv);
        let before = state.clone();
        game.apply(&mut state, mv).unwrap();
        let notes = random_notes(game, &before, depth, random);
        line.push((MoveRecord { ply: line.len() + 1, player: Some(player), text, rule: None }, notes));
    }
    line
}

fn random_record(game: &CompiledGame, seed: u64) -> Record {
    let mut random = Pcg64Mcg::seed_from_u64(seed);
    let line = random_line(game, &game.initial_state(), 30, 3, &mut random);
    let (mut moves, mut annotations) = (Vec::new(), Annotations::default());
    if seed.is_multiple_of(2) {
        annotations.before.push("a beginning".to_owned());
    }
    for (played, notes) in line {
        if !notes.is_empty() {
            annotations.moves.insert(played.ply, notes);
        }
        moves.push(played);
    }
    let name = game.rules().name.clone();
    let person = Seat { player: "human".to_owned(), parameters: [].into() };
    let header = RecordHeader {
        format: FORMAT,
        game: name.clone(),
        name,
        hash: Some(game.rules().hash.clone()),
        options: [].into(),
        players: vec![person; 2],
        seed: 0,
        position: None,
        opening: Vec::new(),
        metadata: GameMetadata { annotations, ..GameMetadata::default() },
    };
    Record { header, moves, end: None }
}

#[test]
fn random_annotations_are_written_as_they_were_read() {
    for name in ["chess", "draughts", "gomoku", "hex"] {
        let game = compiled(name);
        let mut variations = 0;
        for seed in 1..=12 {
            let random = random_record(&game, seed);
            let mut text = notation::write(&game, &random).unwrap();
            if Notation::of_game(name) == Some(Notation::Sgf) {
                // What replaces the first move of a variation is another variation beside it.
                text = notation::write(&game, &record(&game, &text)).unwrap();
            }
            let read = record(&game, &text);
            assert_eq!(notation::write(&game, &read).unwrap(), text, "{name}, seed {seed}");
            if name == "chess" {
                assert_eq!(read.header.metadata.annotations, random.header.metadata.annotations, "{text}");
            }
            let moves: Vec<&str> = read.moves.iter().map(|played| played.text.as_str()).collect();
            assert_eq!(moves, random.moves.iter().map(|played| played.text.as_str()).collect::<Vec<_>>());
            variations += text.matches('(').count();
        }
        assert!(variations > 20, "{name}: {variations}");
    }
}

#[test]
fn variations_that_cannot_be_played_are_refused() {
    let game = compiled("chess");
    let mut read = record(&game, &pgn("1. e4 (1. d4) e5 *"));
    let notes = read.header.metadata.annotations.moves.get_mut(&1).unwrap();
    let Note::Variation(variation) = &mut notes[0] else { panic!("{notes:?}") };
    variation.back = 2;
    let error = notation::write(&game, &read).unwrap_err();
    assert_eq!(error, "a variation replaces 2 moves, but only 1 are before it");
    let notes = read.header.metadata.annotations.moves.get_mut(&1).unwrap();
    let Note::Variation(variation) = &mut notes[0] else { panic!("{notes:?}") };
    (variation.back, variation.moves[0].text) = (1, "nonsense".to_owned());
    assert!(notation::write(&game, &read).unwrap_err().starts_with("in a variation: "));
}
