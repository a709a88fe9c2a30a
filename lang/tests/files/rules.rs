//! Tests that the contents of edition 2013 files arrive in the rule set, also in unusual notations.
//! Their warnings are tested in `bad.rs`.

use boardwright_game::fault::FaultKind;
use boardwright_game::ids::{ElementId, LocationId, Player};
use boardwright_lang::{AllPictures, Source, load};
use boardwright_rules::{
    BinaryOp, Expr, Guard, RuleSet, Shape, TextPart, UnaryOp, UntypedAction, UntypedQuery, Winner,
};

/// A game with its sections in unusual order, and with oddities of old files.
const ODD: &str = "\
image=board.svg
[Game Rules]
name=step
element=m($N)
state=-1
player=$P
from=a($F)
to=a($T)
condition= EMPTY (\"a($T)\") OR TRUE
awardPlayer=PLAYER
withScore=5
awardPlayer=3-PLAYER
withScore=0-5
followup=NEXTPLAYER
[MOVABLE ELEMENTS]
name=m(1)
type=man
location=a(2)
location=a(1)
PLAYER=1
zindex=-4
state=2
name=m(2)
type=man
location=a(2)
[LOCATIONS]
name=a(1)
type=cell
point=10,20
camera=5,6
robot=1,2,3,4,5,6,7,8,9,10.5
name=a(2)
type=cell
point=1, 2
name=a(2)
type=stack
point=3,4
stray=1
[LOCATION TYPES]
name=cell
shape=circle(30,30)
image=cell.svg
point=7, 8
name=stack
relevant=NO
shape=rectangular(10,20)
[ELEMENT TYPES]
name=man
states=3
image=man.svg
point=1,1
image=king.svg
point=2,2
[PLAYER NAMES]
1=White
2=Black
score=2
score=3
[EXPRESSIONS]
Near($A,$B)
// a comment among the lines
   ABS ($A - $B)
   \"a($A,$B)x\"
end
Later
Near(1,-2) == Missing(3)
END
END
END
[SCORINGS]
player=1
[SCORINGS]
situation=Later
player=1
score=$X = 3
player=2
score=1 ABS 2
[END OF GAME]
situation=FORSOME($I,1,3,MOVE(\"m(1)\",\"a(1)\",\"home\"))
winner=5 = 3
[REALBOARD ELEMENT TYPES]
name=man
state=2
hueMin=350.5
hueMax=10
sizeMin=30
";

fn rules(text: &str) -> RuleSet {
    let source = Source::new("games/odd-one.game", text.as_bytes());
    let loaded = load(&source, &AllPictures);
    let rendered = boardwright_lang::render(&loaded.diagnostics, &[&source], false);
    (*loaded.rules.unwrap_or_else(|| panic!("{rendered}"))).clone()
}

fn odd_game() -> RuleSet {
    // Without the only error of the file.
    rules(&ODD.replace("[SCORINGS]\nplayer=1\n", ""))
}

#[test]
fn components() {
    let rules = odd_game();
    assert_eq!((rules.name.as_str(), rules.title.as_str()), ("odd-one", "Odd-one"));
    assert_eq!(rules.hash.len(), 64);
    assert_eq!(Source::new("abc", b"abc").hash(), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    assert_eq!(rules.background.as_deref(), Some("board.svg"));
    assert_eq!(rules.players, ["White", "Black"]);
    assert_eq!(rules.start_scores, [3, 3]);
    let man = &rules.element_types[0];
    assert_eq!((man.name.as_str(), man.states, man.pictures.len()), ("man", 3, 2));
    assert_eq!((man.pictures[1].file.as_str(), man.pictures[1].hot_spot), ("king.svg", (2, 2)));
    let [cell, stack] = &rules.location_types[..] else { panic!("two types") };
    assert_eq!(cell.shape, Some(Shape::Circle { radius: 30 }));
    assert_eq!(stack.shape, Some(Shape::Rectangle { width: 10, height: 20 }));
    assert_eq!(cell.picture.as_ref().map(|picture| picture.hot_spot), Some((7, 8)));
    let [first, second] = &rules.locations[..] else { panic!("two locations") };
    assert_eq!((first.point, first.camera, first.is_relevant), ((10, 20), Some((5, 6)), true));
    assert_eq!(first.robot.map(|angles| angles[9]), Some(10.5));
    assert_eq!((second.point, second.camera, second.is_relevant), ((3, 4), None, false), "replaced completely");
    assert_eq!(rules.location_named("a(2)"), Some(LocationId(1)));
    let [one, two] = &rules.elements[..] else { panic!("two elements") };
    assert_eq!((one.owner, one.location, one.state, one.zindex), (Player::new(1), Some(LocationId(0)), 2, -4));
    assert_eq!((two.owner, two.location, two.state, two.zindex), (None, Some(LocationId(1)), 1, 0));
    assert_eq!(rules.element_named("m(2)"), Some(ElementId(1)));
    let class = &rules.colour_classes[0];
    assert_eq!((class.hue, class.size, class.state, class.value), ((350.5, 10.0), (30, 0), 2, (0.0, 0.0)));
}

#[test]
fn a_rule() {
    let rules = odd_game();
    let rule = &rules.rules[0];
    let var = |name: &str| rules.variables.iter().position(|known| known == name).expect("a variable");
    assert_eq!(rule.state, Guard::Is(-1));
    assert!(matches!(rule.player, Guard::Bind(player) if player.index() == var("P")));
    let found: Vec<_> = rule
        .to
        .listed()
        .expect("a pattern")
        .entries
        .iter()
        .map(|(id, bound)| (id.index(), bound[0].0.index(), bound[0].1))
        .collect();
    assert_eq!(found, [(0, var("T"), 1), (1, var("T"), 2)]);
    let Expr::Binary(BinaryOp::Or, empty, _) = &rules.exprs[rule.condition.unwrap()] else { panic!("an OR") };
    let Expr::UntypedQuery(UntypedQuery::Empty, name) = &rules.exprs[*empty] else { panic!("EMPTY") };
    let Expr::Template(parts) = &rules.exprs[name[0]] else { panic!("a text with a reference") };
    assert!(
        matches!(&parts[..], [TextPart::Literal(a), TextPart::Var(_), TextPart::Literal(b)] if a == "a(" && b == ")")
    );
    assert_eq!(rule.awards.len(), 2);
    assert_eq!(rules.exprs[rule.awards[0].player], Expr::UntypedQuery(UntypedQuery::Player, vec![]));
    assert_eq!(rules.exprs[rule.followup.unwrap()], Expr::UntypedAction(UntypedAction::NextPlayer, vec![]));
    assert_eq!(&ODD.replace("[SCORINGS]\nplayer=1\n", "")[rule.span.start as usize..][..9], "name=step");
}

#[test]
fn expressions() {
    let rules = odd_game();
    let [near, later] = &rules.functions[..] else { panic!("two expressions: what a stray END begins is none") };
    assert_eq!((near.name.as_str(), near.params.len(), near.body.len()), ("Near", 2, 2));
    assert!(matches!(rules.exprs[near.body[0]], Expr::Unary(UnaryOp::Abs, _)));
    let Expr::Binary(BinaryOp::Equal, call, missing) = &rules.exprs[later.body[0]] else { panic!("a comparison") };
    let Expr::Call(function, arguments) = &rules.exprs[*call] else { panic!("a call") };
    assert_eq!((function.index(), arguments.len()), (0, 2));
    assert!(matches!(rules.exprs[arguments[1]], Expr::Unary(UnaryOp::Neg, _)));
    assert_eq!(rules.exprs[*missing], Expr::Fail(FaultKind::NoFunction("Missing".into()), vec![]));
    let awards = &rules.scorings[0].awards;
    assert!(matches!(rules.exprs[awards[0].amount], Expr::Assign(..)));
    assert!(matches!(rules.exprs[awards[1].amount], Expr::Unary(UnaryOp::Abs, _)), "the second operand is left out");
    assert!(matches!(rules.exprs[rules.ends[0].situation], Expr::Loop { all: false, .. }));
    let Winner::Is(winner) = rules.ends[0].winner else { panic!("a number") };
    assert_eq!(rules.exprs[winner], Expr::Fail(FaultKind::NotAssignable, vec![]));
}

#[test]
fn wrong_numbers_of_arguments_fail_when_reached() {
    let with = |call: &str| {
        let rules =
            rules(&format!("{}[END OF GAME]\nsituation={call}\nwinner=0\n", ODD.replace("[SCORINGS]\nplayer=1\n", "")));
        rules.exprs[rules.ends[1].situation].clone()
    };
    let fault = |name: &str, needed, given| FaultKind::Arguments { name: name.into(), needed, given };
    assert_eq!(with("Near(1)"), Expr::Fail(fault("Near", 2, 1), vec![]));
    assert_eq!(with("IF(true)"), Expr::Fail(fault("IF", 3, 1), vec![]));
    assert!(
        matches!(with("SETSTATE(\"m(1)\")"), Expr::Fail(kind, parts) if kind == fault("SETSTATE", 2, 1) && parts.len() == 1)
    );
    assert!(matches!(with("IF(true,1)"), Expr::If(_, _, None)));
    assert!(matches!(with("FORALL(I,1,2,true)"), Expr::Fail(FaultKind::Type { operation: "FORALL", .. }, _)));
}
