//! XML game states: the forms of the reference, and states with mistakes.

use boardwright_bots::situation::{BotAction, Phase};
use boardwright_bots::xml::{LoadedState, StackMeaning, read};
use boardwright_lang::{Severity, Source};

/// The sample of the thesis: both players have put in 100 chips before the flop.
const SAMPLE: &str = r#"<game>
 <init><BB>20</BB><SB>10</SB><herostack>1500</herostack><villainstack>2500</villainstack><ante>0</ante>
  <herocards><card rank="j" color="hearts"/><card rank="3" color="clubs"/></herocards></init>
 <posts><post player="hero" amount="10">sb</post><post player="villain" amount="20">bb</post></posts>
 <preflop>
  <action no="4" player="hero" act="call" amount="20"/>
  <action no="0" player="hero" act="call" amount="10"/>
  <action no="1" player="villain" act="raise" amount="20"/>
  <action no="2" player="hero" act="raise" amount="40"/>
  <action no="3" player="villain" act="raise" amount="20"/>
 </preflop>
 <flop><cards><card rank="K" color="hearts"/><card rank="10" color="Spades"/><card rank="2" color="clubs"/></cards>
  <action no="5" player="villain" act="check" amount="0"/></flop>
</game>"#;

fn load(text: &str) -> LoadedState {
    read(&Source::new("state.xml", text.as_bytes()), StackMeaning::Starting)
}

/// All messages of a state with a replaced part.
fn messages(from: &str, to: &str) -> Vec<String> {
    assert!(SAMPLE.contains(from), "{from}");
    let loaded = load(&SAMPLE.replace(from, to));
    let errors = loaded.diagnostics.iter().any(|diagnostic| diagnostic.severity == Severity::Error);
    assert_eq!(loaded.situation.is_none(), errors);
    // The sample itself has one warning.
    loaded.diagnostics.into_iter().map(|diagnostic| diagnostic.message).filter(|text| !text.contains("smaller")).collect()
}

#[test]
fn the_sample_of_the_thesis() {
    let loaded = load(SAMPLE);
    let warnings: Vec<_> = loaded.diagnostics.iter().map(|diagnostic| diagnostic.message.as_str()).collect();
    assert_eq!(warnings, ["this raise is smaller than the one before it"]);
    let state = loaded.situation.expect("the sample is accepted");
    assert_eq!((state.hero_total, state.villain_total, state.pot()), (100, 100, 200));
    assert_eq!((state.hero_stack, state.villain_stack), (1400, 2400));
    assert_eq!((state.phase, state.to_call(), state.hero_has_button), (Phase::Flop, 0, true));
    assert!(state.has_villain_acted());
    assert_eq!(state.board.iter().map(ToString::to_string).collect::<Vec<_>>(), ["Kh", "Ts", "2c"]);
    assert_eq!(state.named_values, [("ante".to_owned(), "0".to_owned())]);
    assert_eq!(state.legal().nearest(BotAction::Raise(1)), BotAction::Raise(20));
    let verbatim = read(&Source::new("state.xml", SAMPLE.as_bytes()), StackMeaning::Remaining).situation.expect("it is accepted");
    assert_eq!((verbatim.hero_stack, verbatim.villain_stack), (1500, 2500));
}

#[test]
fn states_with_mistakes() {
    let cases = [
        ("<BB>20</BB>", "", "<init> has no <BB>"),
        ("<BB>20</BB>", "<BB>twenty</BB>", "<BB> must be a whole number of chips, not \"twenty\""),
        ("<BB>20</BB>", "<BB>0</BB>", "the big blind is 0"),
        ("<BB>20</BB>", "<BB>-20</BB>", "<BB> must be a whole number of chips, not \"-20\""),
        ("rank=\"j\"", "rank=\"1\"", "unknown rank \"1\"; ranks are 2 to 9, T, J, Q, K and A"),
        ("color=\"hearts\"/><card rank=\"3\"", "color=\"heart\"/><card rank=\"3\"", "unknown color \"heart\", did you mean \"hearts\"?"),
        ("<card rank=\"3\" color=\"clubs\"/>", "", "<herocards> has 1 cards instead of 2"),
        ("rank=\"3\" color=\"clubs\"", "rank=\"2\" color=\"clubs\"", "the card 2c occurs twice"),
        ("<card rank=\"K\" color=\"hearts\"/>", "", "there are 2 cards on the board in <flop> instead of 3"),
        ("player=\"villain\" act=\"check\"", "player=\"vilain\" act=\"check\"", "the player must be \"hero\" or \"villain\", not \"vilain\""),
        ("act=\"check\"", "act=\"chek\"", "unknown action \"chek\", did you mean \"check\"?"),
        ("act=\"check\"", "act=\"fold\"", "the hand is over after a fold"),
        ("act=\"check\" amount=\"0\"", "act=\"raise\"", "a raise needs an amount: the chips beyond the call"),
        ("no=\"5\"", "no=\"x\"", "the attribute `no` must be a whole number, not \"x\""),
        ("<posts>", "<post>", "this is no XML: expected 'post' tag, not 'posts' at 4:93"),
        ("flop>", "flopp>", "unknown element <preflopp>, did you mean <preflop>?"),
    ];
    for (from, to, message) in cases {
        let list = messages(from, to);
        let message = message.replace("did you mean <preflop>", "did you mean \"preflop\"");
        assert!(list.contains(&message), "{to}: expected {message}, got {list:?}");
    }
}

#[test]
fn histories_against_the_rules_are_accepted_with_warnings() {
    let cases = [
        ("<herostack>1500", "<herostack>50", "hero has put in 100 chips, more than the stack of 50"),
        ("act=\"check\" amount=\"0\"", "act=\"call\" amount=\"7\"", "a call of 7 chips although 0 are to be called"),
        ("player=\"villain\" act=\"check\"", "player=\"hero\" act=\"check\"", "the last action is the hero's own, so the villain is to act"),
        ("<action no=\"4\" player=\"hero\"", "<action no=\"4\" player=\"villain\"", "villain acts twice in a row"),
        (">sb<", "><", ""),
    ];
    for (from, to, message) in cases {
        let list = messages(from, to);
        assert!(load(&SAMPLE.replace(from, to)).situation.is_some(), "{list:?}");
        assert!(message.is_empty() || list.iter().any(|text| text == message), "{to}: expected {message}, got {list:?}");
    }
    let list = messages("<post player=\"hero\" amount=\"10\">sb</post><post player=\"villain\" amount=\"20\">bb</post>", "");
    assert_eq!(list[0], "<posts> does not say who has the small blind; the hero is taken to have it");
}
