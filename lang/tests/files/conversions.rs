//! Tests of the conversion of single constructs whose meaning differs between the editions 2013 and 2026.
//! Whole games are converted in `converted.rs`.

use std::ops::ControlFlow;

use boardwright_game::game::Game as _;
use boardwright_game::perft::{DepthUnit, perft};
use boardwright_interpreter::game::InterpretedGame;
use boardwright_lang::{AllPictures, Source, convert, load, render};

/// Returns a game with nine cells and three boxes, three stones of the first player and a coin of the second or only
/// one.
fn file(players: usize, rest: &str) -> Source {
    let mut text = "[BOARD]\n[ELEMENT TYPES]\nname=stone\nstates=3\nname=coin\nstates=1\n\
                    [LOCATION TYPES]\nname=cell\nimage=c.svg\npoint=0,0\nname=box\nimage=b.svg\npoint=0,0\n[PLAYER NAMES]\n"
        .to_owned();
    let mut line = |line: String| text.extend([line.as_str(), "\n"]);
    (1..=players).for_each(|player| line(format!("{player}=Player {player}")));
    line("[LOCATIONS]".to_owned());
    for (x, y) in (1..=3).flat_map(|x| (1..=3).map(move |y| (x, y))) {
        line(format!("name=c({x},{y})\ntype=cell\npoint={},{}", 10 * x, 10 * y));
    }
    (1..=3).for_each(|at| line(format!("name=b({at})\ntype=box\npoint=100,{}", 10 * at)));
    line("[MOVABLE ELEMENTS]".to_owned());
    (1..=3).for_each(|at| line(format!("name=s({at})\ntype=stone\nplayer=1\nlocation=c({at},1)")));
    line(format!("name=t(1)\ntype=coin\nplayer={}\nlocation=c(2,3)", players.min(2)));
    text.push_str(rest);
    Source::new("small.game", text.as_bytes())
}

/// Converts a game and checks that both versions have the same perft counts. Returns the converted file.
fn convert_and_compare(players: usize, rest: &str) -> String {
    let old = file(players, rest);
    let text = convert(&old).unwrap_or_else(|list| panic!("{}", render(&list, &[&old], false)));
    let new = Source::new("small.game", text.as_bytes());
    let [before, after] = [&old, &new].map(|source| {
        let loaded = load(source, &AllPictures);
        let Some(rules) = loaded.rules else { panic!("{}\n{text}", render(&loaded.diagnostics, &[source], false)) };
        let game = InterpretedGame::new(rules).unwrap();
        let depths = (0..=3).map(|depth| {
            perft(&game, &game.initial_state(), depth, DepthUnit::Moves, &mut |_| ControlFlow::Continue(()))
        });
        depths.collect::<Result<Vec<_>, _>>().unwrap_or_else(|error| panic!("{error}\n{text}"))
    });
    assert!(before[1].nodes > 0, "no moves: {}", old.text());
    assert_eq!(before, after, "{text}");
    text
}

/// Returns a rule that moves a stone, with these keys.
fn rule(keys: &str) -> String {
    format!("[GAME RULES]\nname=go\nelement=s($I)\nfrom=c($A,$B)\nto=c($X,$Y)\n{keys}\n")
}

#[track_caller]
fn assert_line(text: &str, expected: &str) {
    assert!(text.lines().any(|line| line.trim() == expected), "no line `{expected}` in\n{text}");
}

#[track_caller]
fn assert_refused(players: usize, rest: &str, message: &str) {
    let list = convert(&file(players, rest)).expect_err("it cannot be said");
    assert!(
        list.iter().any(|diagnostic| diagnostic.message.contains(message) && diagnostic.code == "no-2026"),
        "{list:?}"
    );
}

#[test]
fn operators_are_right_associative() {
    assert_line(&convert_and_compare(1, &rule("condition=$X==$A-1-1")), "condition = $X == $A");
    assert_line(&convert_and_compare(1, &rule("condition=$X==2*$A-1")), "condition = $X == 2 * ($A - 1)");
    assert_line(
        &convert_and_compare(1, &rule("condition=NOT ($X==1) AND $Y==2")),
        "condition = NOT ($X == 1 AND $Y == 2)",
    );
    let text = convert_and_compare(1, &rule("condition=($X==1) AND ($Y==1) OR $Y==2"));
    assert_line(&text, "condition = $X == 1");
    assert_line(&text, "$Y == 1 OR $Y == 2");
    assert_line(&convert_and_compare(1, &rule("condition=3==ABS($X-$A)+2")), "condition = 3 == ABS($X - $A + 2)");
}

#[test]
fn loops_downwards_are_not_empty() {
    let text = convert_and_compare(1, &rule("condition=FORSOME($K,3,2,$X==$K)"));
    assert_line(&text, "condition = FORSOME($K, 2..3, $X == $K)");
    let text = convert_and_compare(1, &rule("condition=FORALL($K,$A,$X,EMPTY(\"c($K,2)\"))"));
    assert_line(&text, "condition = FORALL($K, $A..$X UNION $X..$A, NOT FULL(c($K, 2)))");
}

#[test]
fn missing_locations_are_empty() {
    let text = convert_and_compare(1, &rule("condition=($U=$X+1) AND EMPTY(\"c($U,$Y)\")"));
    assert_line(&text, "condition = NOT FULL(c($X + 1, $Y))");
    assert_line(&convert_and_compare(1, &rule("condition=NOT EMPTY(\"c($X,1)\")")), "condition = FULL(c($X, 1))");
    assert_line(&convert_and_compare(1, &rule("condition=EMPTY(\"c($X,2)\")")), "condition = EMPTY(c($X, 2))");
}

#[test]
fn texts_become_names() {
    assert_line(
        &convert_and_compare(1, &rule("condition=ELTYPE(CONTENT(\"c(2,3)\"))==\"coin\"")),
        "condition = ELTYPE(CONTENT(c(2, 3))) == coin",
    );
    assert_line(
        &convert_and_compare(1, &rule("condition=CONTENT(\"c($X,2)\")==\"\"")),
        "condition = NOT FULL(c($X, 2))",
    );
    assert_line(
        &convert_and_compare(1, &rule("condition=LOCTYPE(\"c($X,4)\")==\"\"")),
        "condition = c($X, 4) == NOWHERE",
    );
    assert_line(
        &convert_and_compare(1, &rule("condition=LOCATION(\"t(1)\")==\"c(2,3)\"")),
        "condition = LOCATION(t(1)) == c(2, 3)",
    );
    assert_line(
        &convert_and_compare(1, &rule("condition=UNINDEX(CONTENT(\"c(2,3)\"))==\"t\"")),
        "condition = CONTENT(c(2, 3)) IN t(1..1)",
    );
}

#[test]
fn global_variables_become_parameters() {
    let text = convert_and_compare(
        1,
        &format!("[EXPRESSIONS]\nBeside\n$D=$X-$A\n($D==1) OR $D==-1\nEND\n{}", rule("condition=Beside")),
    );
    assert_line(&text, "Beside($A, $X) = $X - $A == 1 OR $X - $A == -1");
    assert_line(&text, "condition = Beside($A, $X)");
    // The caller knows the variables that an expression writes.
    let text = convert_and_compare(
        1,
        &format!(
            "[EXPRESSIONS]\nMiddle\n$M=($A+$X)/2\n$M!=$A\nEND\n{}",
            rule("condition=Middle AND EMPTY(\"c($M,2)\")")
        ),
    );
    assert_line(&text, "EMPTY(c(($A + $X) / 2, 2))");
}

#[test]
fn a_variable_of_two_patterns_is_two() {
    let text =
        convert_and_compare(1, "[GAME RULES]\nname=go\nelement=s($A)\nfrom=c($A,$B)\nto=c($A,$A)\ncondition=$A==2\n");
    assert_line(&text, "element = s($A)");
    assert_line(&text, "from = c($A2, $B)");
    assert_line(&text, "to = c($A3, $A4)");
    assert_line(&text, "condition = $A4 == 2");
}

#[test]
fn moves_to_occupied_locations_fail() {
    let text =
        convert_and_compare(1, &rule("followup=FORSOME($K,1,3,MOVE(\"t(1)\",LOCATION(\"t(1)\"),\"b($K)\")) OR true"));
    assert_line(&text, "followup = IF(FORSOME($K, 1..3, EMPTY(b($K))), MOVE(t(1), b(FIRST($K, 1..3, EMPTY(b($K))))))");
    let text =
        convert_and_compare(1, &rule("followup=FORSOME($K,3,1,MOVE(\"t(1)\",LOCATION(\"t(1)\"),\"b($K)\")) OR true"));
    assert!(text.contains("4 - FIRST($K, 1..3, EMPTY(b(4 - $K)))"), "{text}");
}

#[test]
fn turns_pass_in_some_branches_only() {
    let text = convert_and_compare(2, &rule("followup=NEXTPLAYER"));
    assert!(!text.contains("next ="), "{text}");
    assert_line(&convert_and_compare(2, &rule("player=1")), "next = PLAYER");
    assert_line(
        &convert_and_compare(2, &rule("followup=IF($X==2,NEXTPLAYER,true)")),
        "next = IF($X == 2, 3 - PLAYER, PLAYER)",
    );
    assert_line(
        &convert_and_compare(3, &rule("followup=NEXTPLAYER AND NEXTPLAYER")),
        "next = (PLAYER % 3 + 1) % 3 + 1",
    );
    let text =
        convert_and_compare(2, &rule("followup=IF(EMPTY(\"c(2,2)\"),NEXTPLAYER,true) AND SETSTATE(\"s($I)\",2)"));
    assert_line(&text, "followup = $free = EMPTY(c(2, 2))");
    assert_line(&text, "SETSTATE(MOVED, 2)");
    assert_line(&text, "next = IF($free, 3 - PLAYER, PLAYER)");
}

#[test]
fn awards_are_evaluated_before_the_move() {
    let text =
        convert_and_compare(1, &rule("awardPlayer=1\nwithScore=STATE(\"s($I)\")\nfollowup=SETSTATE(\"s($I)\",3)"));
    assert_line(&text, "award = STATE(MOVED)");
    let text =
        convert_and_compare(2, &rule("awardPlayer=2\nwithScore=STATE(\"s($I)\")\nfollowup=SETSTATE(\"s($I)\",3)"));
    assert_line(&text, "condition = $points = STATE(MOVED)");
    assert_line(&text, "followup = SCORE(2) = SCORE(2) + $points");
}

#[test]
fn counting_is_a_sum() {
    let text = convert_and_compare(
        1,
        &format!(
            "[EXPRESSIONS]\nMen\n$N=0\nFORALL($X,1,3,FORALL($Y,1,3,IF(EMPTY(\"c($X,$Y)\"),true,$N=$N+1)))\n$N\nEND\n\
             [END OF GAME]\nsituation=Men==3\nwinner=1\n{}",
            rule("followup=MOVE(\"t(1)\",LOCATION(\"t(1)\"),\"b(1)\") OR true")
        ),
    );
    assert_line(&text, "Men = SUM($X, 1..3, COUNT($Y, 1..3, FULL(c($X, $Y))))");
}

#[test]
fn ends_are_not_checked_before_the_first_move() {
    let end = |situation: &str| format!("[END OF GAME]\nsituation={situation}\nwinner=1\n{}", rule("player=1"));
    assert_line(&convert_and_compare(1, &end("EMPTY(\"c(2,2)\")")), "situation = MOVER != 0");
    assert_line(&convert_and_compare(1, &end("NOT EMPTY(\"c(2,2)\")")), "situation = FULL(c(2, 2))");
    // Variables of a rule's patterns are read from the last move.
    let text = convert_and_compare(1, &end("$X==2"));
    assert_line(&text, "INDEX(TO, 1) == 2");
}

#[test]
fn values_that_differ_by_rule_are_saved_in_a_variable() {
    let text = convert_and_compare(
        2,
        &format!(
            "[SCORINGS]\nsituation=$GAIN>0\nplayer=PLAYER\nscore=$GAIN\n{}",
            rule("followup=$GAIN=STATE(\"s($I)\")")
        ),
    );
    assert_line(&text, "name = gain");
    assert_line(&text, "reset = move");
    assert_line(&text, "followup = gain = STATE(MOVED)");
    assert_line(&text, "score = gain");
}

#[test]
fn comments_stay_where_they_were() {
    let text = convert_and_compare(
        1,
        "[GAME RULES]\n// how to go\nname=go\nelement=s($I)\nfrom=c($A,$B)\nto=c($X,$Y)\n// ahead\ncondition=$A==$X\n// end\n",
    );
    let at =
        |line: &str| text.lines().position(|found| found == line).unwrap_or_else(|| panic!("no `{line}` in\n{text}"));
    assert_eq!(at("// how to go") + 1, at("name = go"));
    assert_eq!(at("// ahead") + 1, at("condition = $A == $X"));
    at("// end");
}

#[test]
fn inconvertible_constructs_are_refused() {
    assert_refused(
        1,
        &rule("condition=SETSTATE(\"s(1)\",2)"),
        "this changes the position where edition 2026 allows no change",
    );
    assert_refused(1, &rule("condition=ZINDEX(\"s(1)\")==0"), "there is no `ZINDEX`");
    assert_refused(1, &rule("condition=$Q==1"), "`$Q` is read before it gets a value");
    assert_refused(1, &rule("condition=LOCTYPE(UNINDEX(\"c(1,1)\"))==\"cell\""), "`UNINDEX`");
    assert_refused(2, &rule("followup=FORALL($K,1,2,NEXTPLAYER)"), "the turn passes inside of a loop");
    assert_refused(1, &format!("[END OF GAME]\nsituation=true\nwinner=-1\n{}", rule("player=1")), "a winner below 0");
    assert_refused(
        1,
        &format!(
            "{}name=again\nelement=s($I)\nfrom=c($A,$B)\nto=c($X,$Y)\nawardPlayer=1\nwithScore=2\n",
            rule("player=1")
        ),
        "which of two rules makes a move depends on their awards",
    );
    // All errors are reported at once.
    let two = format!(
        "{}name=other\nelement=t($I)\nfrom=c($A,$B)\nto=c($X,$Y)\ncondition=$Q==1\n",
        rule("condition=ZINDEX(\"s(1)\")==0")
    );
    assert_eq!(convert(&file(1, &two)).unwrap_err().len(), 2);
}

#[test]
fn invalid_2013_files_get_the_usual_diagnostics() {
    let codes = |text: &str| {
        let diagnostics = convert(&Source::new("a.game", text.as_bytes())).unwrap_err();
        diagnostics.into_iter().map(|diagnostic| diagnostic.code).collect::<Vec<_>>()
    };
    assert!(codes("[GAME RULES]\nname=go\n[RULES]\nname=go\n").contains(&"unknown-section"));
    assert_eq!(codes("[RULES]\nname=go\n"), ["edition"]);
}
