//! Tests that the contents of edition 2026 files arrive in the rule set.
//! Diagnostics are tested in `bad.rs`.

use std::sync::Arc;

use boardwright_game::ids::{ElementId, FamilyId, LocationId, LocationTypeId, Player};
use boardwright_lang::{
    AllPictures, Files, LoadRequest, LoadedGame, Source, add_expressions_in_scope, load, load_with, load_with_extremes,
    render,
};
use boardwright_rules::{
    Aggregate, Capture, Colour, Effect, Expr, Figure, GlobalKind, GlobalValue, Guard, Next, Paint, Query, Reset,
    RulePlace, RuleSet, Shape, ShownAs, Thing, Winner,
};

/// A game that uses most features.
const GAME: &str = r##"
[GAME]
edition = 2026
title   = Odd one
about   = A game
  of two lines.
first   = 2
[OPTIONS]
name = size
values = 3..5
default = 3
name = misere
values = no, yes
default = no
name = heaps
values = list of 1..9
default = 3-4-3
[BOARD]
colour = #deb887
lines = side, dir
line = #112233
[PLAYERS]
1 = White #eeeeee
2 = Black
score = 50
[TEXTS]
name = start
rows =
  w . b
  . # .
[ELEMENT TYPES]
name = man
states = plain, king
draw = disc(owner), ring(#ff0000, 60)
draw = text(JOIN("K", size), #0000ff)
reserve = box
name = stone($K: 1..2)
[LOCATION TYPES]
name = cell
shape = rectangle(60,40)
draw = square(#ffffff)
name = box
relevant = no
[LOCATIONS]
name = c($X: 1..WIDTH(start), $Y: 1..HEIGHT(start))
where = AT(start,$X,$Y) != "#"
type = cell
point = 60*$X, 10-$Y
draw = square(IF(($X+$Y) % 2 == 0, #000000, #ffffff), 100)
name = box($I: 1..2)
type = box
[ELEMENTS]
name = m($X: 1..3, $Y: 1..2)
where = FIND("wb", AT(start,$X,$Y)) > 0
type = man
player = FIND("wb", AT(start,$X,$Y))
state = IF($X == 1, king, plain)
location = c($X,$Y)
name = odd
type = stone(2)
[DIRECTIONS]
name = dir($A: -1..1, $B: -1..1)
where = $A != 0 OR $B != 0
from = c($X,$Y)
to = c($X+$A,$Y+$B)
[RELATIONS]
name = side
both = yes
from = c($X,$Y)
to = c($X+1,$Y)
name = side
members = c(1,$Y), c(2,$Y), c(3,$Y)
name = side
members = c(3,2), c(2,2), c(1,2)
[VARIABLES]
name = quiet
initial = 0
values = 0..80
reset = turn
key = no
name = seen($I: 1..2)
initial = {}
type = set of location
name = jumper
initial = NOTHING
reset = move
[EXPRESSIONS]
All = dir(-1..1,-1..1)
Mine($L) = OWNER(CONTENT($L)) == PLAYER
Far($E) =
  $L = LOCATION($E)
  INDEX($L) > 1 AND Mine($L)
Down($N) = IF($N > 0, Down($N - 1) + 1, 0)
[RULES]
name = default
element = man
from = cell
next = 3 - PLAYER
name = walk
for = $D: All, $N: 1..2
element = m($X, $Y)
from = c($X, $V)
to = NEXT($D, FROM)
state = {plain, king}
owner = any
player = 1
capture = must
condition = $F = Far(MOVED)
  $F AND $N == INDEX(TO)
  misere == "no"
after = NOT Mine(TO)
award = Down($N)
priority = 2
prefer = $V
choice = king, plain
followup = SETSTATE(MOVED, CHOICE)
  EACH($K, All, IF(FULL(NEXT($K,TO)), REMOVE(CONTENT(NEXT($K,TO)))))
  seen($N) = seen($N) UNION {TO}
  SCORE(1) = SCORE(2) + heaps(2)
  jumper = IF($F, MOVED, NOTHING)
label = JOIN("to ", TO)
name = off
to = NOWHERE
state = king
name = pass
element = none
priority = -1
[SCORINGS]
situation = CAPTURED != NOTHING
player = MOVER
score = 3
followup = quiet = quiet + 1
[END OF GAME]
situation = NOMOVES
  quiet > 3
winner = HIGHEST
situation = jumper == NOTHING OR REPEATS == 3 OR SIZE(seen(1)) == 9
winner = IF(FORALL($L, LINES(side), FORSOME($K, $L, EMPTY($K))), 1, 0)
[HEURISTICS]
name = men
value = COUNT($E, ELEMENTS(ME), LOCATION($E) != NOWHERE)
"##;

fn loaded(text: &str, options: &[(&str, &str)]) -> LoadedGame {
    let options: Vec<(String, String)> =
        options.iter().map(|(name, choice)| ((*name).to_owned(), (*choice).to_owned())).collect();
    let source = Source::new("games/odd-one.game", text.as_bytes());
    load_with(&source, &LoadRequest { options: &options, files: &BaseGame, pictures: &AllPictures })
}

fn rules_with(text: &str, options: &[(&str, &str)]) -> Arc<RuleSet> {
    let loaded = loaded(text, options);
    let sources: Vec<&Source> = loaded.sources.iter().collect();
    let rendered = render(&loaded.diagnostics, &sources, false);
    assert_eq!(rendered, "");
    loaded.rules.expect("nothing is wrong with it")
}

fn rules() -> Arc<RuleSet> {
    rules_with(GAME, &[])
}

/// Provider of the game as a base file.
struct BaseGame;

impl Files for BaseGame {
    fn read(&self, name: &str) -> Result<Source, String> {
        if name == "odd.game" { Ok(Source::new(name, GAME.as_bytes())) } else { Err("it does not exist".to_owned()) }
    }
}

#[test]
fn the_game_itself() {
    let rules = rules();
    assert_eq!((rules.name.as_str(), rules.title.as_str()), ("odd-one", "Odd one"));
    assert_eq!(rules.description.about, "A game\nof two lines.");
    assert_eq!(
        (rules.players.as_slice(), rules.first_player.number()),
        (["White".to_owned(), "Black".to_owned()].as_slice(), 2)
    );
    assert_eq!(rules.player_colours, [Some(Colour(0xee, 0xee, 0xee)), None]);
    assert_eq!(rules.start_scores, [0, 50]);
    assert!(rules.tests_ends_at_start);
    let options: Vec<_> = rules.options.iter().map(|option| (option.name.as_str(), option.value.as_str())).collect();
    assert_eq!(options, [("size", "3"), ("misere", "no"), ("heaps", "3-4-3")]);
    assert_eq!(rules.ground.colour, Some(Colour(0xde, 0xb8, 0x87)));
    assert_eq!((rules.ground.line_relations.len(), rules.ground.line_directions.len()), (1, rules.directions.len()));
}

#[test]
fn components() {
    let rules = rules();
    let man = &rules.element_types[0];
    assert_eq!(
        (man.states, man.state_names.join(" ").as_str(), man.reserve),
        (2, "plain king", Some(LocationTypeId(1)))
    );
    assert_eq!((man.drawings[0][1].figure.clone(), man.drawings[0][1].size), (Figure::Ring, 60));
    assert_eq!(man.drawings[0][0].paint, Paint::Owner);
    assert_eq!(man.drawings[1][0].figure, Figure::Text("K3".to_owned()));
    assert_eq!(rules.element_types[2].name, "stone(2)");
    let names: Vec<&str> = rules.locations.iter().map(|location| location.name.as_str()).collect();
    assert_eq!(names, ["c(1,1)", "c(1,2)", "c(2,2)", "c(3,1)", "c(3,2)", "box(1)", "box(2)"], "the hole is left out");
    let first = &rules.locations[0];
    assert_eq!((first.point, first.indices.as_slice(), first.is_relevant), ((60, 9), [1, 1].as_slice(), true));
    let drawn = |at: usize| rules.locations[at].drawing.as_ref().map(|marks| marks[0].paint);
    assert_eq!(drawn(0), Some(Paint::Colour(Colour(0, 0, 0))));
    assert_eq!(drawn(1), Some(Paint::Colour(Colour(255, 255, 255))));
    assert!(!rules.locations[5].is_relevant);
    assert_eq!(rules.location_types[0].shape, Some(Shape::Rectangle { width: 60, height: 40 }));
    let elements: Vec<_> =
        rules.elements.iter().map(|one| (one.name.as_str(), one.owner, one.location, one.state)).collect();
    assert_eq!(
        elements,
        [
            ("m(1,2)", Some(Player::FIRST), Some(LocationId(1)), 2),
            ("m(3,2)", Player::new(2), Some(LocationId(4)), 1),
            ("odd", None, None, 1),
        ]
    );
    assert_eq!(rules.element_named("odd"), Some(ElementId(2)));
}

#[test]
fn geometry() {
    let rules = rules();
    assert_eq!(rules.directions.len(), 8);
    let east = rules.directions.iter().find(|way| way.indices == [1, 0]).expect("a direction");
    let to: Vec<Option<u16>> = east.next.iter().map(|to| to.map(|LocationId(at)| at)).collect();
    assert_eq!(to, [None, Some(2), Some(4), None, None, None, None]);
    let side = &rules.relations[0];
    assert_eq!(side.pairs[2], [LocationId(1), LocationId(4)], "both ways, in the order of the file");
    assert_eq!(
        side.lines,
        [[LocationId(1), LocationId(2), LocationId(4)]],
        "holes make no line and equal lines count once"
    );
    assert_eq!(side.lines_through[4], [0]);
    assert_eq!(rules.families[FamilyId(0)].name, "stone");
}

#[test]
fn variables() {
    let rules = rules();
    let [quiet, one, two, jumper] = &rules.globals[..] else { panic!("four variables") };
    assert_eq!(
        (quiet.kind, quiet.reset, quiet.in_repetition),
        (GlobalKind::Int { least: 0, most: 80 }, Reset::Turn, false)
    );
    assert_eq!((one.name.as_str(), two.initial.clone()), ("seen(1)", GlobalValue::Locations(vec![])));
    assert_eq!((jumper.initial.clone(), jumper.reset), (GlobalValue::Element(None), Reset::Move));
}

#[test]
fn a_rule() {
    let rules = rules();
    let walk = &rules.rules[0];
    assert_eq!(walk.for_each.len(), 2);
    assert!(matches!(&rules.exprs[walk.for_each[0].1], Expr::DistinctSet(ways) if ways.len() == 8));
    let element = walk.element.as_ref().expect("it moves something");
    assert_eq!(element.entries.len(), 2);
    let names = |bound: &[(boardwright_game::ids::VarId, i32)]| {
        bound
            .iter()
            .map(|(var, number)| format!("{}={number}", rules.variables[var.index()]))
            .collect::<Vec<_>>()
            .join(" ")
    };
    assert_eq!(names(&element.entries[0].1), "X=1 Y=2");
    let from = walk.from.listed().expect("a pattern");
    assert_eq!(names(&from.entries[1].1), "=1 V=2", "an index with a value is compared");
    assert_eq!(walk.checks.len(), 1);
    assert!(matches!(walk.to, RulePlace::Computed(to) if matches!(rules.exprs[to], Expr::Query(Query::Next, _))));
    assert!(matches!(walk.state, Guard::In(_)));
    assert_eq!((walk.owner, walk.player), (Guard::Any, Guard::Is(1)));
    assert_eq!((walk.capture, walk.priority), (Capture::Must, 2));
    let Expr::Lines(lines) = &rules.exprs[walk.condition.expect("a condition")] else { panic!("lines") };
    assert_eq!(lines.len(), 2, "what is always true is left out");
    assert!(matches!(rules.exprs[lines[0]], Expr::Assign(..)));
    let choices: Vec<_> = walk.choices.iter().map(|one| (one.word.as_str(), &rules.exprs[one.value])).collect();
    assert_eq!(choices, [("king", &Expr::Int(2)), ("plain", &Expr::Int(1))]);
    assert!(matches!(walk.next, Next::Is(_)), "as `default` says");
    assert!(walk.after.is_some() && walk.prefer.is_some() && walk.label.is_some() && walk.awards.len() == 1);
    let Expr::Lines(followup) = &rules.exprs[walk.followup.expect("a followup")] else { panic!("lines") };
    assert!(matches!(rules.exprs[followup[1]], Expr::Aggregate { function: Aggregate::Each, .. }));
    assert!(matches!(rules.exprs[followup[2]], Expr::Effect(Effect::SetMember(_), _)));
    assert!(matches!(rules.exprs[followup[3]], Expr::Effect(Effect::SetScore, _)));
}

#[test]
fn rules_inherit_from_default() {
    let rules = rules();
    let [_, off, pass] = &rules.rules[..] else { panic!("three rules: `default` is none") };
    assert!(matches!(off.to, RulePlace::Off));
    assert_eq!(off.state, Guard::Is(2));
    assert!(matches!(off.owner, Guard::In(_)), "the mover's or nobody's");
    assert_eq!(off.from.listed().expect("a type").entries.len(), 5);
    assert!(pass.element.is_none());
    assert_eq!(pass.priority, -1);
}

#[test]
fn ends_scorings_and_heuristics() {
    let rules = rules();
    assert_eq!(rules.ends[0].winner, Winner::Highest);
    assert!(matches!(rules.ends[1].winner, Winner::Is(_)));
    assert_eq!((rules.scorings[0].awards.len(), rules.scorings[0].followup.is_some()), (1, true));
    assert_eq!(rules.heuristics[0].name, "men");
}

#[test]
fn expressions_are_instantiated_once_for_each_list_of_types() {
    let rules = rules();
    let names: Vec<&str> = rules.functions.iter().map(|function| function.name.as_str()).collect();
    assert_eq!(names, ["Far", "Mine", "Down"], "what is always the same is put in place");
    assert!(rules.functions.iter().all(|function| function.has_local_variables));
    let down = &rules.functions[2];
    let calls_itself = rules.exprs.iter().any(|(_, expr)| matches!(expr, Expr::Call(id, _) if id.index() == 2));
    assert!(calls_itself && down.params.len() == 1);
    let situation = "Same(TURN, 1) AND Same(LOCATION(odd), NOWHERE) AND Same(2, TURN)";
    let two = format!("[EXPRESSIONS]\nSame($A, $B) = $A == $B\n[END OF GAME]\nsituation = {situation}\nwinner = 0");
    let rules = rules_with(&GAME.replace("[END OF GAME]", &two), &[]);
    assert_eq!(rules.functions.iter().filter(|function| function.name == "Same").count(), 2);
}

#[test]
fn distinguishable_elements() {
    let alone =
        |text: &str| rules_with(text, &[]).elements.iter().map(|one| one.is_distinguishable).collect::<Vec<_>>();
    let named = GAME.replace("condition = $F = Far(MOVED)", "condition = $F = Far(m(3,2))");
    let indexed = GAME.replace("prefer = $V", "prefer = INDEX(MOVED)");
    assert_eq!(alone(GAME), [false; 3]);
    assert_eq!(alone(&named), [true, true, false]);
    assert_eq!(alone(&indexed), [true, true, false]);
    assert_eq!(alone(&GAME.replace("prefer = $V", "prefer = SUM($E, ELEMENTS(1), INDEX($E))")), [true, true, false]);
}

/// Three colours of three equal chips, in a bag.
const CHIPS: &str = "[GAME]\nedition = 2026\nfirst = 0\n[PLAYERS]\n1 = A\n2 = B\n[ELEMENT TYPES]\nname = chip($C: 1..3)\n\
    [LOCATION TYPES]\nname = table\nname = bag\nrelevant = no\n[LOCATIONS]\nname = s($I: 1..4)\ntype = table\n\
    name = bag($I: 1..9)\ntype = bag\n[ELEMENTS]\nname = chip($C: 1..3, $I: 1..3)\ntype = chip($C)\n\
    location = bag(3 * $C + $I - 3)\n[RULES]\nname = draw\nplayer = 0\nelement = any\nfrom = bag\n\
    to = FIRST($L, LOCATIONS(table), EMPTY($L))\nnext = 0\n[END OF GAME]\nsituation = FULL(s(4))\nwinner = 0\n";

#[test]
fn equal_elements_are_distinguished_only_where_something_tells_them_apart() {
    let count = |text: &str| {
        let rules = rules_with(text, &[]);
        rules.elements.iter().filter(|one| one.is_distinguishable).count()
    };
    let end =
        |situation: &str| CHIPS.replace("situation = FULL(s(4))", &format!("situation = FULL(s(4)) AND {situation}"));
    let hidden = CHIPS.replace("relevant = no", "relevant = no\nvisible = none");
    let hand = hidden.replace("name = table", "name = table\nvisible = none");
    for (text, distinguished) in [
        (CHIPS.to_owned(), 0),
        // The first index is that of all chips of a type, the second is not.
        (end("INDEX(CONTENT(s(4))) > 0"), 0),
        (end("INDEX(CONTENT(s(4)), 1) > 0"), 0),
        (end("INDEX(CONTENT(s(4)), 2) > 0"), 9),
        (end("INDEX(CONTENT(s(4)), 1 + SIZE(LOCATIONS(table)) % 2) > 0"), 9),
        (end("INDEX(MOVED) > 0"), 0),
        (end("INDEX(MOVED, 2) > 1"), 9),
        (end("CONTENT(s(4)) != chip(1,1)"), 9),
        // Everybody sees what comes out of the bag, so nothing is told by its name.
        (hidden.clone(), 0),
        (hidden.replace("visible = none", "visible = none\nbacks = no"), 0),
        (hidden.replace("next = 0", "next = 0\nfollowup = IF(FULL(s(2)), REMOVE(CONTENT(s(1))))"), 9),
        (hidden.replace("next = 0", "next = 0\nvisible = none"), 9),
        // From the bag to a hidden place nobody sees which chip it is.
        (hand, 9),
    ] {
        assert_eq!(count(&text), distinguished, "{text}");
    }
}

#[test]
fn options_are_applied() {
    let rules = rules_with(GAME, &[("size", "5"), ("misere", "no"), ("heaps", "1-9")]);
    assert_eq!(rules.element_types[0].drawings[1][0].figure, Figure::Text("K5".to_owned()));
    let options: Vec<_> = rules.options.iter().map(|option| (option.value.as_str(), option.default.as_str())).collect();
    assert_eq!(options, [("5", "3"), ("no", "no"), ("1-9", "3-4-3")]);
    let loaded = loaded(GAME, &[]);
    assert_eq!(loaded.options[0].extremes, ["3", "5"]);
    assert_eq!(loaded.options[1].values, "no, yes");
}

#[test]
fn extremes_of_options_are_tried() {
    let text = GAME.replace("[HEURISTICS]", "[VARIABLES]\nname = far\ninitial = 12 / (5 - size)\n[HEURISTICS]");
    let source = Source::new("odd.game", text.as_bytes());
    assert!(load(&source, &AllPictures).rules.is_some());
    let loaded = load_with_extremes(&source, &LoadRequest::default());
    assert!(loaded.rules.is_none());
    let messages: Vec<&str> = loaded.diagnostics.iter().map(|diagnostic| diagnostic.message.as_str()).collect();
    assert!(messages.contains(&"division by zero in 12 / 0 (with size=5)"), "{messages:?}");
}

#[test]
fn a_game_based_on_another() {
    let text = "\
[GAME]
edition = 2026
base = odd.game
title = Odd two
[OPTIONS]
name = size
values = 3..9
default = 4
[RULES]
name = off
to = any
name = stay
to = cell
name = pass
drop = yes
[END OF GAME]
situation = jumper == NOTHING
winner = quiet
[SCORINGS]
situation = TRUE
followup = quiet = 1
";
    let rules = rules_with(text, &[]);
    assert_eq!((rules.title.as_str(), rules.description.about.as_str()), ("Odd two", "A game\nof two lines."));
    assert_eq!(rules.options[0].value, "4");
    let names: Vec<&str> = rules.rules.iter().map(|rule| rule.name.as_str()).collect();
    assert_eq!(names, ["walk", "off", "stay"]);
    assert_eq!(rules.rules[1].to.listed().expect("every place").entries.len(), 7);
    assert_eq!((rules.ends.len(), rules.scorings[0].awards.len()), (1, 0), "replaced whole");
    assert_eq!(rules.rules[0].span.source, 1, "it stands in the other file");
    assert_eq!(rules.hash, Source::new("", text.as_bytes()).hash());
}

#[test]
fn a_range_as_an_index_makes_a_set() {
    let loaded = loaded(GAME, &[]);
    let rules = loaded.rules.as_ref().expect("sound");
    let ask = |text: &str| {
        let texts = [Source::new("question", text.as_bytes())];
        let (rules, exprs) = add_expressions_in_scope(rules, &loaded.scope, &texts)
            .unwrap_or_else(|diagnostics| panic!("{diagnostics:?}"));
        let expr = rules.exprs[exprs[0]].clone();
        let members = expr.operands().into_iter().map(|part| rules.exprs[part].clone()).collect::<Vec<_>>();
        (expr, members)
    };
    let thing = |at: u16| Expr::Thing(Thing::Location(Some(LocationId(at))));
    assert_eq!(ask("c(2, 1..9)").1, [thing(2)]);
    assert_eq!(ask("c(1..3, 2) EXCEPT {c(2,2)}").1, [thing(1), thing(4)]);
    assert!(matches!(ask("c(TURN, 1..2)").0, Expr::Member(..)));
    assert_eq!(ask("AT(start, 3, 2)").0, ask("\"b\"").0);
    assert_eq!(ask("heaps(1) + SIZE(heaps)").0, Expr::Int(6));
    assert!(matches!(ask("heaps(TURN)").0, Expr::If(..)));
    assert_eq!(ask("king").0, Expr::Int(2));
    assert_eq!(ask("{1,2} == {2,1}").0, Expr::Bool(true));
    assert_eq!(ask("NEXT(dir(1,0), c(1,2)) == c(2,2)").0, Expr::Bool(true));
    assert_eq!(ask("ELTYPE(odd) == stone(2)").0, Expr::Bool(true));
}

#[test]
fn heaps_and_texts_of_positions() {
    let text = "[GAME]\nedition = 2026\n[PLAYERS]\n1 = South\n[ELEMENT TYPES]\nname = seed\n\
                [LOCATION TYPES]\nname = pit($P: 1..2)\nrelevant = no\nname = store\nrelevant = no\n\
                [LOCATIONS]\nname = p($P: 1..2)\ntype = pit($P)\ncapacity = 2 * $P\npoint = 60 * $P, 0\n\
                draw = disc(#000000), text(COUNT($L, LOCATIONS(pit($P)), FULL($L)), #ffffff)\n\
                name = home\ntype = store\ncapacity = 3\npoint = 0, 0\n\
                [ELEMENTS]\nname = s($K: 1..2)\ntype = seed\nlocation = p(2, $K)\n\
                [RULES]\nname = sow\nelement = seed\nfrom = p($P, $K)\nto = FIRST($L, LOCATIONS(store), EMPTY($L))\n\
                [END OF GAME]\nsituation = NOMOVES\nwinner = 1\n";
    let loaded = load(&Source::new("heap.game", text.as_bytes()), &AllPictures);
    let rules = loaded.rules.unwrap_or_else(|| panic!("{:?}", loaded.diagnostics));
    let names: Vec<&str> = rules.locations.iter().map(|location| location.name.as_str()).collect();
    assert_eq!(names, ["p(1,1)", "p(1,2)", "p(2,1)", "p(2,2)", "p(2,3)", "p(2,4)", "home(1)", "home(2)", "home(3)"]);
    assert_eq!(rules.locations[2].point, rules.locations[5].point);
    let marks = |at: usize| rules.locations[at].drawing.as_ref().map_or(0, Vec::len);
    assert_eq!((marks(0), marks(1), marks(2), marks(3)), (2, 0, 2, 0), "a heap is drawn once");
    let drawing = rules.locations[2].drawing.as_ref().expect("it is drawn");
    assert_eq!(
        (drawing[1].figure.clone(), rules.place_texts.len()),
        (Figure::Value { index: 1, shown_as: ShownAs::Text }, 2)
    );
}
