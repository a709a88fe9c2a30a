//! Small games of the edition 2026 whose moves show the meaning of a construct. The reference interpreter lists and makes the
//! moves; the compiled form is compared with it elsewhere.

use boardwright_game::game::{Game as _, GameExt as _};
use boardwright_interpreter::game::InterpretedGame;
use boardwright_interpreter::state::State;
use boardwright_lang::{LoadRequest, Source, load_with, render};

/// Three squares in a row and two men, without rules.
const BOARD: &str = "
[GAME]
edition = 2026
[PLAYERS]
1 = White #eeeeee
2 = Black #222222
[ELEMENT TYPES]
name = man
draw = disc(owner)
[LOCATION TYPES]
name = cell
shape = circle(30)
[LOCATIONS]
name = a($X: 1..4)
type = cell
point = 60 * $X, 60
[ELEMENTS]
name = m($P: 1..2)
type = man
player = $P
location = a($P)
[DIRECTIONS]
name = step($D: -1..1)
where = $D != 0
from = a($X)
to = a($X + $D)
name = round
from = a($X)
to = a($X % 4 + 1)
name = stuck
from = a($X)
to = a($X + 9)
[VARIABLES]
name = chosen
initial = 0
[EXPRESSIONS]
Steps = step(-1..1)
";

fn game(rules: &str) -> InterpretedGame {
    let source = Source::new("small.game", format!("{BOARD}{rules}").as_bytes());
    let loaded = load_with(&source, &LoadRequest::default());
    let sources: Vec<&Source> = loaded.sources.iter().collect();
    let rules = loaded.rules.unwrap_or_else(|| panic!("{}", render(&loaded.diagnostics, &sources, false)));
    InterpretedGame::new(rules).expect("the game is small")
}

/// Texts of the legal moves.
fn moves(game: &InterpretedGame, state: &State) -> Vec<String> {
    let mut moves = Vec::new();
    game.legal_moves(state, &mut moves).expect("no faults");
    moves.iter().map(|&mv| game.move_text(state, mv)).collect()
}

/// The position after moves with these texts.
fn play(game: &InterpretedGame, texts: &[&str]) -> State {
    let mut state = game.initial_state();
    for text in texts {
        let mv = game.parse_move(&state, text).unwrap_or_else(|error| panic!("{text}: {error}"));
        game.apply(&mut state, mv).expect("no faults");
    }
    state
}

/// Contents of the four places as element numbers, 0 for none.
fn contents(game: &InterpretedGame, state: &State) -> Vec<usize> {
    let locations = (0..4).map(boardwright_game::ids::LocationId::new);
    locations.map(|at| game.content(state, at).map_or(0, |element| element.index() + 1)).collect()
}

#[test]
fn a_rule_without_element_makes_a_move_for_each_choice() {
    let game = game(
        "[RULES]\nname = drop\nfor = $I: 3..4\nchoice = $I\ncondition = EMPTY(a($I))\n\
                     followup = MOVE(m(PLAYER), a($I))\n",
    );
    assert_eq!(moves(&game, &game.initial_state()), ["drop 3", "drop 4"]);
    let state = play(&game, &["drop 4"]);
    assert_eq!(contents(&game, &state), [0, 2, 0, 1]);
    assert_eq!(moves(&game, &state), ["drop 3"]);
}

#[test]
fn numbers_and_places_can_be_chosen() {
    let game = game(
        "[RULES]\nname = take\nchoice = 1..3\ncondition = CHOICE != 2\nfollowup = chosen = CHOICE\n\
                     name = go\nfor = $L: a(3..4), $N: 1..2\nchoice = $L\ncondition = $N == 2\n\
                     followup = MOVE(m(PLAYER), $L)\n  chosen = $N\n",
    );
    assert_eq!(moves(&game, &game.initial_state()), ["take 1", "take 3", "go a(3)", "go a(4)"]);
    let state = play(&game, &["go a(4)"]);
    assert_eq!(contents(&game, &state), [0, 2, 0, 1]);
}

#[test]
fn a_direction_that_leads_back_is_the_opposite() {
    let game = game(
        "[RULES]\nname = back\nfor = $D: {step(1), step(-1), round, stuck}\nchoice = $D\n\
                     condition = BACK($D) == step(-INDEX(step(1)))\n  NEXT(BACK($D), NEXT($D, a(2))) == a(2)\n",
    );
    assert_eq!(moves(&game, &game.initial_state()), ["back step(1)"]);
}

#[test]
fn a_member_is_followed_by_the_next_one() {
    let game = game(
        "[RULES]\nname = turn\nfor = $D: Steps, $N: {-3, 1, 2}\nchoice = $N\n\
                     condition = $D == step(1)\n  ROTATE({step(1), round, step(-1)}, $D, $N) IN {round, step(1)}\n  \
                     ROTATE({1, 2}, PLAYER, $N) == ROTATE({2, 1}, PLAYER, -$N)\n  \
                     ROTATE({step(-1)}, $D, 1) != round\n",
    );
    assert_eq!(moves(&game, &game.initial_state()), ["turn -3", "turn 1"]);
}

#[test]
fn a_search_follows_steps_with_a_condition_of_their_own() {
    // From the first place over the man on the second one, but not on to the fourth, over an empty place.
    let game = game(
        "[RULES]\nname = jump\nelement = man\nfrom = any\n\
                     to = REACH($L, {FROM}, WHERE($K, a(1..4), ABS(INDEX($K) - INDEX($L)) == 2 AND EMPTY($K) \
                     AND FULL(a((INDEX($K) + INDEX($L)) / 2))))\n",
    );
    assert_eq!(moves(&game, &game.initial_state()), ["m(1) a(1) a(3)"]);
    // A single place as the next one, and NOWHERE at the end.
    let game =
        self::game("[RULES]\nname = run\nelement = man\nfrom = any\nto = REACH($L, {FROM}, NEXT(step(1), $L))\n");
    assert_eq!(moves(&game, &game.initial_state()), ["m(1) a(1) a(3)", "m(1) a(1) a(4)"]);
}

#[test]
fn a_permutation_moves_everything_at_once() {
    let game = game(
        "[RULES]\nname = turn\nfollowup = PERMUTE({a(1), a(2), a(3)}, {a(2), a(3), a(1)})\n\
                     name = fail\nfollowup = PERMUTE({a(1), a(2)}, {a(2), a(3)})\n",
    );
    let state = play(&game, &["turn"]);
    assert_eq!(contents(&game, &state), [0, 1, 2, 0]);
    let state = play(&game, &["turn", "turn"]);
    assert_eq!(contents(&game, &state), [2, 0, 1, 0]);
    let mut state = game.initial_state();
    let mv = game.parse_move(&state, "fail").expect("it is listed");
    let fault = game.apply(&mut state, mv).expect_err("the sets differ");
    assert!(fault.to_string().contains("in another order"), "{fault}");
}

const SUPERKO: &str =
    "[RULES]\nname = go\nelement = man\nfrom = any\nto = NEIGHBOURS(Steps, FROM)\nafter = REPEATS == 0\n";

#[test]
fn a_position_must_not_come_back() {
    let game = game(SUPERKO);
    assert_eq!(moves(&game, &game.initial_state()), Vec::<String>::new(), "the neighbour is occupied");
    let game = self::game(&SUPERKO.replace("element = man", "element = man\nowner = any"));
    let state = play(&game, &["m(2) a(2) a(3)"]);
    // Black cannot go back to a(2), because that is the first position with White to move.
    assert_eq!(moves(&game, &state), ["m(1) a(1) a(2)", "m(2) a(3) a(4)"]);
    // Without the condition there are three moves, and the position after the move back occurs a second time.
    let game = self::game(&SUPERKO.replace("element = man", "element = man\nowner = any").replace("== 0", "<= 1"));
    assert_eq!(moves(&game, &state).len(), 3);
    let state = play(&game, &["m(2) a(2) a(3)", "m(2) a(3) a(2)", "m(2) a(2) a(3)"]);
    assert_eq!(moves(&game, &state), ["m(1) a(1) a(2)", "m(2) a(3) a(4)"], "the first position occurred twice");
}

#[test]
fn a_move_must_leave_a_reply() {
    const RULES: &str = "[RULES]\nname = go\nelement = man\nfrom = any\nto = NEXT(step(1), FROM)\nafter = NOT NOREPLY\n\
                         [END OF GAME]\nsituation = NOMOVES\nwinner = MOVER\n";
    // White's only move would be to a(2), which is occupied; Black can step twice if White can still move.
    let game = game(&RULES.replace("step(1)", "round"));
    // Black's answer a(2) a(3) itself leaves White a reply, but that is not asked any more.
    assert_eq!(moves(&game, &game.initial_state()), Vec::<String>::new());
    let game = self::game(&format!(
        "{}name = pass\nplayer = 1\npriority = -1\n",
        RULES.split("[END").next().unwrap_or_default()
    ));
    let state = play(&game, &["pass"]);
    // After a(2) a(3), White can go to a(2): there is a reply.
    assert_eq!(moves(&game, &state), ["m(2) a(2) a(3)"]);
    let state = play(&game, &["pass", "m(2) a(2) a(3)"]);
    // White's a(1) a(2) leaves Black the step to a(4), whose own reply is not asked for.
    assert_eq!(moves(&game, &state), ["m(1) a(1) a(2)"]);
    let state = play(&game, &["pass", "m(2) a(2) a(3)", "m(1) a(1) a(2)"]);
    assert_eq!(moves(&game, &state), ["m(2) a(3) a(4)"]);
    let state = play(&game, &["pass", "m(2) a(2) a(3)", "m(1) a(1) a(2)", "m(2) a(3) a(4)"]);
    // Black could not move after a(2) a(3), so White has to pass.
    assert_eq!(moves(&game, &state), ["pass"]);
}

#[test]
fn options_choose_the_number_of_players() {
    let text = format!("{BOARD}[OPTIONS]\nname = seats\nvalues = 2..3\ndefault = 2\n[RULES]\nname = pass\n")
        .replace("2 = Black #222222", "2 = Black #222222\n3 = Red #c0392b\nwhere = seats == 3");
    for (seats, players) in [("2", 2), ("3", 3)] {
        let options = [("seats".to_owned(), seats.to_owned())];
        let loaded = load_with(
            &Source::new("small.game", text.as_bytes()),
            &LoadRequest { options: &options, ..LoadRequest::default() },
        );
        let rules = loaded.rules.expect("no errors");
        assert_eq!((rules.players.len(), rules.player_colours.len()), (players, players));
    }
}
