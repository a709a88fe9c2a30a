//! XML game states of Heads Up Script: amounts, stacks, histories that break the rules, and errors.

use boardwright_game::ids::Player;
use boardwright_games::holdem::xml::{StackMeaning, XmlGame, parse_game};
use boardwright_games::holdem::{ActionKind, Street, cards_text};

use super::second;

/// The sample of the thesis: the last raise of the first street breaks the minimum raise.
const SAMPLE: &str = r#"<game>
 <init><BB>20</BB><SB>10</SB><herostack>1500</herostack><villainstack>2500</villainstack><handnumber>17</handnumber>
  <herocards><card rank="j" color="hearts"/><card rank="3" color="clubs"/></herocards></init>
 <posts><post player="hero" amount="10">sb</post><post player="villain" amount="20">bb</post></posts>
 <preflop>
  <action no="4" player="hero" act="call" amount="20"/>
  <action no="0" player="hero" act="call" amount="10"/>
  <action no="1" player="villain" act="raise" amount="20"/>
  <action no="2" player="hero" act="raise" amount="40"/>
  <action no="3" player="villain" act="raise" amount="20"/>
 </preflop>
 <flop><cards><card rank="T" color="spades"/><card rank="10" color="hearts"/><card rank="2" color="diamonds"/></cards>
  <action no="0" player="villain" act="raise" amount="60"/></flop>
</game>"#;

fn read(text: &str) -> XmlGame {
    parse_game(text, StackMeaning::Behind).unwrap_or_else(|errors| panic!("{errors:?}"))
}

fn messages(problems: &[boardwright_games::holdem::xml::XmlProblem]) -> Vec<String> {
    problems.iter().map(ToString::to_string).collect()
}

#[test]
fn the_sample_of_the_thesis_is_followed() {
    let game = read(SAMPLE);
    let hand = &game.hand;
    assert_eq!(cards_text(&hand.hole(Player::FIRST).unwrap()), "Jh3c");
    assert_eq!((hand.hole(second()), hand.button()), (None, Player::FIRST));
    assert_eq!((hand.street(), hand.to_act(), hand.pot()), (Street::Flop, Some(Player::FIRST), 260));
    assert_eq!((hand.stack(Player::FIRST), hand.stack(second())), (1500, 2500), "the stacks are those behind");
    assert_eq!((hand.starting_stack(Player::FIRST), hand.starting_stack(second())), (1600, 2660));
    assert_eq!(hand.to_call(Player::FIRST), 60);
    let raises: Vec<_> =
        hand.actions(Street::Preflop).map(|action| (action.kind, action.raised_by, action.hand_total)).collect();
    let expected = [
        (ActionKind::Call, 0, 20),
        (ActionKind::Raise, 20, 40),
        (ActionKind::Raise, 40, 80),
        (ActionKind::Raise, 20, 100),
        (ActionKind::Call, 0, 100),
    ];
    assert_eq!(raises, expected);
    let warning =
        "line 10, column 3: the raise to 100 of this street is not legal: the amount must be from 120 to 2660";
    assert_eq!(messages(&game.warnings), [warning]);
    let init: Vec<(&str, &str)> = game.init.iter().map(|(name, text)| (name.as_str(), text.as_str())).collect();
    assert_eq!(init[0], ("BB", "20"));
    assert_eq!(init[4], ("handnumber", "17"));
}

#[test]
fn stacks_before_the_blinds_can_be_meant() {
    let hand = parse_game(SAMPLE, StackMeaning::Starting).unwrap().hand;
    assert_eq!((hand.starting_stack(Player::FIRST), hand.starting_stack(second())), (1500, 2500));
    assert_eq!((hand.stack(Player::FIRST), hand.stack(second())), (1400, 2340));
}

/// The second worked example of the thesis: the button checks on the flop before the big blind.
#[test]
fn a_check_out_of_turn_is_followed() {
    let text = SAMPLE
        .replace(r#"post player="hero" amount="10">sb"#, r#"post player="villain" amount="10">sb"#)
        .replace(r#"post player="villain" amount="20">bb"#, r#"post player="hero" amount="20">bb"#);
    let preflop = text.find("<preflop>").unwrap();
    let text = format!(
        "{}<preflop><action no=\"0\" player=\"villain\" act=\"call\" amount=\"10\"/>\
         <action no=\"1\" player=\"hero\" act=\"check\"/></preflop>\n\
         <flop><cards><card rank=\"K\" color=\"spades\"/><card rank=\"9\" color=\"hearts\"/>\
         <card rank=\"7\" color=\"diamonds\"/></cards>\n<action no=\"0\" player=\"villain\" act=\"check\"/></flop></game>",
        &text[..preflop]
    );
    let game = read(&text);
    assert_eq!((game.hand.pot(), game.hand.to_act(), game.hand.button()), (40, Some(Player::FIRST), second()));
    let played: Vec<_> = game.hand.actions(Street::Flop).map(|action| (action.player, action.kind)).collect();
    assert_eq!(played, [(second(), ActionKind::Check)]);
    assert_eq!(messages(&game.warnings), ["line 7, column 1: by the rules it is not the turn of this player"]);
}

#[test]
fn what_breaks_the_rules_is_a_warning() {
    let warned = |from: &str, to: &str| messages(&read(&SAMPLE.replacen(from, to, 1)).warnings).join("; ");
    assert!(
        warned(r#"post player="hero" amount="10""#, r#"post player="hero" amount="5""#)
            .contains("the post is 5, but the blind is 10")
    );
    assert!(
        warned(r#"act="call" amount="20""#, r#"act="call" amount="30""#)
            .contains("the call is 30, but 20 chips are missing")
    );
    assert!(
        warned(r#"act="call" amount="20""#, r#"act="check""#)
            .contains("a check faces a bet; it is taken as a call of 20")
    );
    let open = warned(r#"<action no="4" player="hero" act="call" amount="20"/>"#, "");
    assert!(open.contains("the flop begins before the betting of the street before it is over"), "{open}");
    let hero = warned(r#"<action no="0" player="villain" act="raise" amount="60"/></flop>"#, "</flop>");
    assert!(hero.contains("by the rules it is not the hero's turn"), "{hero}");
    let posts = &SAMPLE[SAMPLE.find("<posts>").unwrap()..SAMPLE.find(" <preflop>").unwrap()];
    assert!(warned(posts, "").contains("no <post> says who has the small blind; it is taken to be the hero"));
}

#[test]
fn all_errors_are_reported_with_their_places() {
    let refused = |from: &str, to: &str| {
        messages(&parse_game(&SAMPLE.replacen(from, to, 1), StackMeaning::Behind).unwrap_err()).join("; ")
    };
    for (from, to, message) in [
        ("</game>", "", "this is no XML"),
        ("<BB>20</BB>", "", "line 2, column 2: the element <BB> is missing"),
        (
            "<BB>20</BB>",
            "<BB>x</BB>",
            "line 2, column 8: \"x\" is no number of chips; it is a whole number up to 1000000000",
        ),
        ("<BB>20</BB>", "<BB>5</BB>", "the blinds cannot be 10 and 5"),
        (r#"rank="j""#, r#"rank="1""#, "line 3, column 14: rank \"1\" and color \"hearts\" are no card"),
        (r#"<card rank="3" color="clubs"/>"#, "", "line 3, column 3: the number of cards is 1, and should be 2"),
        (r#"rank="3" color="clubs""#, r#"rank="J" color="hearts""#, "line 3, column 45: the card Jh is there twice"),
        (r#"no="2" player="hero""#, r#"no="2" player="me""#, "line 9, column 3: the player \"me\" is unknown"),
        (r#"act="raise" amount="40""#, r#"act="raise""#, "line 9, column 3: a raise needs an amount"),
        (r#"act="raise" amount="40""#, r#"act="hop""#, "line 9, column 3: the act \"hop\" is unknown"),
        (r#"no="2""#, "", "line 9, column 3: the attribute \"no\" is the number of the action"),
        ("<flop>", "<turn>", "this is no XML"),
    ] {
        let found = refused(from, to);
        assert!(found.contains(message), "{to}: {found}");
    }
    let several = refused("<BB>20</BB><SB>10</SB>", "");
    assert!(several.contains("<BB> is missing") && several.contains("<SB> is missing"), "{several}");
    let turn = SAMPLE.replace("flop>", "turn>");
    assert!(
        messages(&parse_game(&turn, StackMeaning::Behind).unwrap_err())[0]
            .ends_with("there is a <turn>, but not the street before it")
    );
    let other = parse_game("<state/>", StackMeaning::Behind).unwrap_err();
    assert_eq!(messages(&other), ["line 1, column 1: the outermost element is <state>, and should be <game>"]);
}
