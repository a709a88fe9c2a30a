//! Texts of boards of single games, with right values: labels, heaps, piles, hands, and games without a board.

use boardwright_game::any::AnyState;
use boardwright_game::ids::Player;
use boardwright_library::load::{LoadedGame, load};

use crate::position::play;
use crate::view::{board_of, board_text};

/// A game of the test data.
fn game(name: &str) -> LoadedGame {
    let path = format!("{}/tests/data/games/{name}.game", env!("CARGO_MANIFEST_DIR"));
    load(&path).unwrap_or_else(|error| panic!("{name}: {error:?}"))
}

/// A game with these sections after the players Ann and Ben.
fn small(sections: &str) -> LoadedGame {
    let folder = tempfile::tempdir().expect("there is room for a folder");
    let path = folder.path().join("small.game");
    let players = "[GAME]\nedition = 2026\ntitle = Small\n[PLAYERS]\n1 = Ann\n2 = Ben\n";
    std::fs::write(&path, format!("{players}{sections}")).expect("it can be written");
    load(path.to_str().expect("it is UTF-8")).unwrap_or_else(|error| panic!("{error:?}"))
}

/// The board and the lists, without the legend.
fn text_of(loaded: &LoadedGame, state: &AnyState, viewer: Option<Player>) -> String {
    board_text(loaded, board_of(loaded).as_ref(), state, viewer).text
}

/// The text of the position after a line.
fn after(loaded: &LoadedGame, line: &str, viewer: Option<Player>) -> String {
    let reached = play(loaded, line).unwrap_or_else(|error| panic!("{line}: {error:?}"));
    text_of(loaded, &reached.state, viewer)
}

fn legend(loaded: &LoadedGame, line: &str) -> Vec<String> {
    let reached = play(loaded, line).expect("the line is legal");
    board_text(loaded, board_of(loaded).as_ref(), &reached.state, None).legend
}

/// The dice and labels of a game without pieces say everything.
#[test]
fn labels_made_of_text_are_shown() {
    let craps = game("craps");
    let start = "numbers: dice(1..2) 0\nlabels: table \"bank 5\", stake \"bet 0\", puck \"off\"\n";
    assert_eq!(after(&craps, "", None), start);
    let point = "numbers: dice(1) 2, dice(2) 6\nlabels: table \"bank 2\", stake \"bet 3\", puck \"point 8\"\n";
    assert_eq!(after(&craps, "bet 3; throw 26", None), point);
    assert_eq!(
        after(&craps, "bet 3; throw 26; throw 44", None),
        "numbers: dice(1..2) 4\n\
                labels: table \"bank 8\", stake \"bet 0\", puck \"off\"\n"
    );
    let liars = load("liars-dice").unwrap();
    assert_eq!(
        after(&liars, "cast 4; cast 2; bid 2 x 5", Player::new(1)),
        "numbers: cup(1,1) of First: 4, cup(2,1) of Second: ?\nlabels: called \"2 x 5\"\n"
    );
}

/// Labels beside the rows of a board are its headings, and are not repeated below it.
#[test]
fn labels_beside_rows_are_headings() {
    let rows = after(&load("yahtzee").unwrap(), "", None);
    for line in ["                 0 0", "ones             .  .", "three of a kind", "Yahtzee"] {
        let compact = line.split_whitespace().collect::<Vec<_>>();
        let found = rows.lines().any(|row| row.split_whitespace().collect::<Vec<_>>().starts_with(&compact));
        assert!(found, "{line}: {rows}");
    }
    assert!(!rows.contains("labels:"), "{rows}");
}

/// Pieces that lie face down are one entry of their place, however many places there are.
#[test]
fn hidden_piles_are_counted() {
    let seen = |name: &str| after(&game(name), "", Player::new(1));
    assert!(seen("blackjack").contains("shoe: 52 cards face down\n"), "{}", seen("blackjack"));
    assert!(seen("golf").contains("stock: 52 cards face down\n"), "{}", seen("golf"));
    assert!(seen("gofish").contains("stock: 24 cards face down\n"), "{}", seen("gofish"));
    for (name, lines) in [("blackjack", 6), ("golf", 8), ("gofish", 9)] {
        assert!(seen(name).lines().count() <= lines, "{name}: {}", seen(name));
    }
    let dealt =
        "card(3,1) shoe(9) hand(1); card(10,1) shoe(37) dealer(1); card(4,1) shoe(13) hand(2); card(5,1) shoe(17) hole";
    let blackjack = game("blackjack");
    let table = after(&blackjack, dealt, Player::new(1));
    for line in ["shoe: 48 cards face down\n", "hand: 3 4\n", "dealer: 10\n", "hole: 1 card face down\n"] {
        assert!(table.contains(line), "{line} in {table}");
    }
    let open = after(&blackjack, dealt, None);
    assert!(open.contains("hole: 5\n") && !open.contains("face down"), "{open}");
}

/// Cards of the other player are counted, own cards are shown.
#[test]
fn hands_are_named_by_their_owners() {
    let kuhn = load(concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/data/kuhn-file.game")).unwrap();
    let line = "card(3) deck(3) hand(1); card(1) deck(1) hand(2)";
    let hands = |viewer| after(&kuhn, line, Player::new(viewer));
    let first = "deck: 1 card face down\nhand(1) of First: K\nhand(2) of Second: 1 card face down\n";
    assert!(hands(1).starts_with(first), "{}", hands(1));
    let second = "deck: 1 card face down\nhand(1) of First: 1 card face down\nhand(2) of Second: J\n";
    assert!(hands(2).starts_with(second), "{}", hands(2));
}

const HEAPS: &str = "[ELEMENT TYPES]\nname = seed\nname = nut\n\
    [LOCATION TYPES]\nname = square\nshape = rectangle(60, 60)\nname = store\nrelevant = no\nshape = circle(20)\n\
    name = pile\nshape = rectangle(40, 40)\n\
    [LOCATIONS]\nname = sq($X: 1..3, $Y: 1..2)\ntype = square\npoint = 60 * $X, 180 - 60 * $Y\n\
    name = store\ntype = store\ncapacity = 90\npoint = 400, 100\n\
    name = pile($I: 1..90)\ntype = pile\npoint = 500 + $I, 100\n\
    [ELEMENTS]\nname = s($I: 1..80)\ntype = seed\nlocation = store($I)\n\
    name = n($I: 1..90)\ntype = nut\nlocation = pile($I)\n\
    [RULES]\nname = take\nelement = n($I)\nfrom = pile\nto = sq(1..3, 1..2)\n";

/// A heap of equal pieces and a pile of ninety places are a line each.
#[test]
fn heaps_and_piles_of_equal_pieces_are_short() {
    let heaps = small(HEAPS);
    let board = "    a b c\n2   . . .\n1   . . .\n";
    assert_eq!(after(&heaps, "", None), format!("{board}pile: 90xN\noff the board: 80 S (store)\n"));
    let moved = after(&heaps, "n(90) pile(90) sq(2,1)", None);
    assert_eq!(moved, "    a b c\n2   . . .\n1   . N .\npile: 89xN\noff the board: 80 S (store)\n");
}

/// Towers of one field are one cell: up to three pieces from the lowest to the topmost, of more the number and the topmost.
#[test]
fn stacks_are_one_cell() {
    let high = small(
        "[ELEMENT TYPES]\nname = seed\n[LOCATION TYPES]\nname = square\nshape = rectangle(60, 60)\n\
         name = upper\nshape = rectangle(60, 60)\n\
         [LOCATIONS]\nname = t($X: 1..4, $Y: 1..4, $Z: 1..30)\ntype = IF($Z == 1, square, upper)\n\
         point = 60 * $X, 60 * (5 - $Y) - 5 * ($Z - 1)\n\
         [ELEMENTS]\nname = s($Z: 1..30)\ntype = seed\nlocation = t(2, 3, $Z)\n[RULES]\nname = pass\n",
    );
    let start =
        "      1   2   3   4\n4     .   .   .   .\n3     . 30S   .   .\n2     .   .   .   .\n1     .   .   .   .\n";
    assert_eq!(after(&high, "", None), start);
    let towers = |height: usize| {
        let stones: String = (1..=height)
            .map(|level| {
                format!(
                    "name = s({level})\ntype = {}\nlocation = t(1, 1, {level})\n",
                    if level % 2 == 1 { "seed" } else { "nut" }
                )
            })
            .collect();
        small(&format!(
            "[ELEMENT TYPES]\nname = seed\nname = nut\n[LOCATION TYPES]\nname = level\nshape = rectangle(60, 60)\n\
             [LOCATIONS]\nname = t($X: 1..2, $Y: 1..2, $Z: 1..9)\ntype = level\npoint = 80 * $X, 80 * $Y + 5 * $Z\n\
             [ELEMENTS]\n{stones}[RULES]\nname = pass\n"
        ))
    };
    let first_row = |height: usize| text_of(&towers(height), &towers(height).game().initial_state(), None);
    assert!(first_row(1).contains(" S ."), "{}", first_row(1));
    assert!(first_row(3).contains(" SNS   ."), "{}", first_row(3));
    assert!(first_row(5).contains(" 5S  ."), "{}", first_row(5));
    assert!(first_row(5).contains("stacks, from the lowest piece: t(1,1,1) S N S N S\n"), "{}", first_row(5));
}

/// The points of backgammon have their numbers at the edge; more than five checkers are a number.
#[test]
fn backgammon_has_point_numbers() {
    let backgammon = load("backgammon").unwrap();
    let board = after(&backgammon, "", None);
    let lines: Vec<Vec<&str>> = board.lines().map(|line| line.split_whitespace().collect()).collect();
    let upper = ["13", "14", "15", "16", "17", "18", "bar", "19", "20", "21", "22", "23", "24"];
    let lower = ["12", "11", "10", "9", "8", "7", "bar", "6", "5", "4", "3", "2", "1"];
    assert_eq!(lines[0], upper);
    assert_eq!(lines[12], lower, "{board}");
    let column = board.lines().next().unwrap().find("bar").unwrap() + 2;
    assert!(
        board.lines().skip(1).take(11).all(|line| line.chars().nth(column).is_none_or(|mark| mark == '.')),
        "{board}"
    );
    let line = "White throws 6, Black 5; 13/7; 13/8; the dice show 2 and 1; 1/3; 1/2; the dice show 2 and 1; 8/6; 8/7";
    let six = after(&backgammon, line, None);
    let lines: Vec<Vec<&str>> = six.lines().map(|line| line.split_whitespace().collect()).collect();
    // Six checkers on point 6, in the column of its number.
    assert_eq!([lines[7][7], lines[8][7], lines[11][7]], ["6", "W", "W"], "{six}");
}

#[test]
fn cards_and_ranks_are_their_own_symbols() {
    let nine = load("nine-tricks").unwrap();
    assert!(after(&nine, "", None).starts_with("deck: 9c Tc Jc Qc Kc Ac 9d "), "{}", after(&nine, "", None));
    assert_eq!(legend(&nine, ""), ["9c, Tc, ..., As: card"]);
    assert_eq!(legend(&load("puzzle8").unwrap(), ""), ["a number: tile with that number"]);
    let stratego = load("stratego-6x6").unwrap();
    let set = after(&stratego, "flag on a1; spy on a2; general on b1", Player::new(1));
    assert!(set.contains("\n2   RS  .") && set.contains("\n1   RF R9 "), "{set}");
    let other = after(&stratego, "flag on a1; spy on a2; general on b1", Player::new(2));
    assert!(other.contains("\n2   ? .") && other.contains("\n1   ? ? ."), "{other}");
}

/// Boards whose edges say nothing have a guide to the names of their places.
#[test]
fn places_without_headings_have_a_guide() {
    let guide = |name: &str| {
        let loaded = load(name).unwrap();
        board_of(&loaded).unwrap().guide(loaded.spec().unwrap().rules())
    };
    assert_eq!([guide("chess"), guide("backgammon"), guide("draughts")], [None, None, None]);
    let kalah = guide("kalah").expect("pits are numbered");
    let words: Vec<&str> = kalah.split_whitespace().collect();
    assert_eq!(words, ["13", "12", "11", "10", "9", "8", "14", "7", "1", "2", "3", "4", "5", "6"]);
    assert!(guide("dots-and-boxes").expect("lines are named").contains(" a1 "), "{:?}", guide("dots-and-boxes"));
}
