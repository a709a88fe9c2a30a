//! General native code of files of the edition 2013, whose expressions are dynamically typed.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;
use std::sync::Arc;

use boardwright_compiler::game::CompiledGame;
use boardwright_lang::{AllPictures, Source, load};
use boardwright_rules::RuleSet;
use boardwright_tests::differential::assert_rules_agree;
use boardwright_tests::generated_games::edition2013::generate_game;
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;

fn rules(name: &str, bytes: &[u8]) -> Arc<RuleSet> {
    let loaded = load(&Source::new(name, bytes), &AllPictures);
    loaded.rules.unwrap_or_else(|| panic!("{name}: {:?}", loaded.diagnostics))
}

/// Reason why a game has no general native code.
fn refusal(rules: &Arc<RuleSet>) -> Option<String> {
    let game = CompiledGame::new(rules.clone()).expect("the game is within the limits");
    game.baseline_summary().err().map(str::to_owned)
}

#[test]
fn every_file_of_2013_has_general_native_code() {
    let data = Path::new(env!("CARGO_MANIFEST_DIR")).join("data");
    let mut paths = vec![data.join("lab-2013.game")];
    for folder in ["2013", "games-2013"] {
        let files = fs::read_dir(data.join(folder)).unwrap().map(|entry| entry.unwrap().path());
        paths.extend(files.filter(|path| path.extension().is_some_and(|extension| extension == "game")));
    }
    assert!(paths.len() >= 20, "{paths:?}");
    for path in paths {
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        assert_eq!(refusal(&rules(&name, &fs::read(&path).unwrap())), None, "{}", path.display());
    }
}

/// A game on a row of eight cells with the expressions, ends and rules given.
fn file(expressions: &str, ends: &str, rules: &str) -> String {
    let mut text =
        "[BOARD]\nimage=none.png\n[ELEMENT TYPES]\nname=man\nstates=3\n[LOCATION TYPES]\nname=cell\npoint=1,1\n\
                    name=store\npoint=1,1\n[LOCATIONS]\n"
            .to_owned();
    for number in 1..=8 {
        writeln!(text, "name=s({number})\ntype=cell\npoint={number},1").expect("texts take all");
    }
    for number in 1..=6 {
        writeln!(text, "name=h({number})\ntype=store\npoint={number},2").expect("texts take all");
    }
    text += "[PLAYER NAMES]\n1=One\n2=Two\n[MOVABLE ELEMENTS]\n";
    for number in 1..=6 {
        let player = 1 + number % 2;
        writeln!(text, "name=m({number})\ntype=man\nplayer={player}\nlocation=h({number})").expect("texts take all");
    }
    writeln!(text, "[EXPRESSIONS]\n{expressions}\n[END OF GAME]\n{ends}\n[GAME RULES]\n{rules}")
        .expect("texts take all");
    text
}

const DROP: &str = "name=drop\nelement=m($I)\nfrom=h($H)\nto=s($X)\n";
const FULL: &str = "situation=FORALL($Q,1,6,EMPTY(\"h($Q)\"))\nwinner=0\n";

/// Asserts that a file has general native code, and that it plays like the interpreter.
fn agrees(expressions: &str, ends: &str, condition: &str, followup: &str) {
    let text = file(expressions, ends, &format!("{DROP}condition={condition}\nfollowup={followup}\n"));
    let rules = rules("row.game", text.as_bytes());
    assert_eq!(refusal(&rules), None, "{text}");
    let mut random = Pcg64Mcg::seed_from_u64(11);
    let mut compared = 0;
    for _ in 0..12 {
        compared += assert_rules_agree(&rules, 20, |count| random.random_range(0..count)).scalar_plies;
    }
    assert!(compared >= 12, "{compared} plies of\n{text}");
}

#[test]
fn variables_of_a_condition_are_read_by_the_followup_and_the_ends() {
    agrees(
        "",
        "situation=($Y==9) AND $I>4\nwinner=PLAYER",
        "($Y=$X+2) AND $Y<10",
        "SETSTATE(\"m($I)\",2) AND NEXTPLAYER",
    );
}

#[test]
fn variables_that_one_branch_assigns_may_be_missing() {
    // Where the branch did not run, the interpreter reports the fault.
    agrees("", FULL, "IF($X>4,$Z=$X,true) AND IF($X>4,$Z>4,true)", "NEXTPLAYER");
    agrees("", FULL, "(($X>4) OR ($Z=1)) AND (($X>4) OR $Z==1)", "NEXTPLAYER");
}

#[test]
fn the_player_to_move_changes_within_a_followup() {
    agrees(
        "",
        "situation=(PLAYER==2) AND $X==8\nwinner=PLAYER",
        "true",
        "IF(0==$X%3,true,NEXTPLAYER) AND SETOWNER(\"m($I)\",PLAYER)",
    );
    agrees("Twice\nFORALL($K,1,$X,NEXTPLAYER)\nEND", FULL, "true", "Twice");
}

#[test]
fn loops_carry_variables_and_count_down() {
    agrees("Sum($To)\n$S=0\nFORALL($K,1,$To,$S=$S+$K)\n$S\nEND", FULL, "(Sum($X)%3)!=1", "NEXTPLAYER");
    agrees(
        "Sum($To)\n$S=0\nFORSOME($K,$To,1,($S=$S+$K) AND EMPTY(\"s($K)\"))\n$S\nEND",
        FULL,
        "Sum($X)>3",
        "NEXTPLAYER",
    );
    agrees("Last\n$L=0\nFORALL($K,1,100,IF(EMPTY(\"s($K)\"),true,$L=$K))\n$L\nEND", FULL, "Last<$X", "NEXTPLAYER");
}

#[test]
fn recursive_expressions_share_their_variables() {
    let left =
        "Left\n$P=$P-1\nIF(EMPTY(\"s($P)\"),$P<1,More)\nEND\nMore\n$N=$N+1\nLeft\nEND\nRun\n$P=$X\n$N=0\nLeft\nEND";
    agrees(left, FULL, "true", "Run AND NEXTPLAYER");
    let both = "Even($A)\nIF($A==0,true,Odd($A-1))\nEND\nOdd($A)\nIF($A==0,false,Even($A-1))\nEND";
    agrees(both, FULL, "Even($X)", "NEXTPLAYER");
    let turns = "Flip\nIF(EMPTY(\"s($P)\"),true,Other)\nEND\nOther\nSETSTATE(CONTENT(\"s($P)\"),3)\n$P=$P+1\nFlip\nEND";
    agrees(turns, FULL, "true", "($P=$X) AND Flip AND NEXTPLAYER");
}

#[test]
fn texts_are_compared_by_what_they_name() {
    agrees("", FULL, "(CONTENT(\"s(1)\")!=\"m(1)\") OR $X>2", "NEXTPLAYER");
    agrees("", FULL, "(\"s($X)\"!=LOCATION(\"m(2)\")) AND (UNINDEX(\"s($X)\")==\"s\")", "NEXTPLAYER");
    agrees("", FULL, "(INDEX(\"s($X)\")+INDEXA(1,\"m($I)\"))!=9", "NEXTPLAYER");
    agrees("Here\nIF($X<4,\"s($X)\",CONTENT(\"h($X)\"))\nEND", FULL, "Here!=\"m(5)\"", "NEXTPLAYER");
    // Neither of the two texts is a name of the file: the interpreter compares them.
    agrees("", FULL, "($Y=$X+10) AND ($Z=$X+10+$I%2) AND (\"q($Y)\"==\"q($Z)\")", "NEXTPLAYER");
}

#[test]
fn sets_keep_order_and_duplicates() {
    agrees("", FULL, "$X IN { 1,3,OWNER(\"m($I)\"),3 }", "NEXTPLAYER");
    agrees("", FULL, "( { $X,2 } SUBSET { 2,4,6,8,2 } ) OR ( { 1,$X } == { 1,7 } )", "NEXTPLAYER");
}

#[test]
fn moves_of_the_followup_fail_on_occupied_places() {
    agrees(
        "Back\nFORSOME($K,1,6,MOVE(\"m($I)\",\"s($X)\",\"h($K)\"))\nEND",
        FULL,
        "true",
        "IF($X>6,Back,true) AND NEXTPLAYER",
    );
}

#[test]
fn heights_have_native_code_unless_they_are_read() {
    agrees("", FULL, "true", "SETZINDEX(\"m($I)\",$X) AND NEXTPLAYER");
    let text = file("", FULL, &format!("{DROP}condition=ZINDEX(\"m($I)\")<9\nfollowup=NEXTPLAYER\n"));
    assert_eq!(refusal(&rules("row.game", text.as_bytes())).as_deref(), Some("pieces whose height counts"));
}

#[test]
fn values_of_several_types_are_told_apart() {
    // The first line of the named expression makes it false where the second one is not reached.
    let sum = "Sum($To)\nEMPTY(\"s($To)\")\n$To+1\nEND";
    agrees(sum, FULL, "Sum($X)!=4", "NEXTPLAYER");
    agrees(sum, FULL, "($V=Sum($X)) AND (($V==false) OR $V>3)", "NEXTPLAYER");
    agrees("Some\nIF($X<3,$X,IF($X<6,\"s($X)\",$X==7))\nEND", FULL, "Some IN { 1,\"s(4)\",true }", "NEXTPLAYER");
}

/// Generated files are full of sets that are built at run time, and of overlapping rules with points: these have no native
/// code.
#[test]
fn most_generated_files_have_general_native_code() {
    let mut random = Pcg64Mcg::seed_from_u64(5);
    let (mut loaded, mut refused) = (0, Vec::new());
    for _ in 0..120 {
        // Heights that are read have none, and would be in most of the files.
        let text = generate_game(&mut random).replace("ZINDEX(", "STATE(");
        let Some(rules) = load(&Source::new("generated.game", text.as_bytes()), &AllPictures).rules else { continue };
        loaded += 1;
        refused.extend(refusal(&rules));
    }
    assert!(loaded >= 60, "{loaded}");
    let expected = [
        "equal moves of rules with different awards",
        "a set that is known at run time only",
        "a recursive named expression that gives a set",
        "a set or an unknown type in a recursive named expression",
        "a variable of several types in a loop or a recursion",
    ];
    assert!(refused.iter().all(|reason| expected.contains(&reason.as_str())), "{refused:#?}");
    assert!(refused.len() * 2 <= loaded, "{} of {loaded}: {refused:#?}", refused.len());
}
