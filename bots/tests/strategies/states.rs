//! XML game states as situations. The reader itself is tested with the game.

use boardwright_bots::situation::BotAction;
use boardwright_bots::xml::{LoadedState, StackMeaning, read};
use boardwright_games::holdem::Street;
use boardwright_lang::{Severity, Source, render};

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
 <flop><cards><card rank="K" color="hearts"/><card rank="T" color="spades"/><card rank="2" color="clubs"/></cards>
  <action no="5" player="villain" act="check" amount="0"/></flop>
</game>"#;

fn load(text: &str, stacks: StackMeaning) -> LoadedState {
    read(&Source::new("state.xml", text.as_bytes()), stacks)
}

#[test]
fn the_sample_of_the_thesis() {
    let loaded = load(SAMPLE, StackMeaning::Starting);
    // One raise is smaller than the rules allow.
    assert!(loaded.diagnostics.iter().all(|diagnostic| diagnostic.severity == Severity::Warning));
    let state = loaded.situation.expect("the sample is accepted");
    assert_eq!((state.hero_total, state.villain_total, state.pot()), (100, 100, 200));
    assert_eq!((state.hero_stack, state.villain_stack), (1400, 2400));
    assert_eq!((state.phase, state.to_call(), state.hero_has_button), (Street::Flop, 0, true));
    assert!(state.has_villain_acted());
    assert_eq!(state.board.iter().map(ToString::to_string).collect::<Vec<_>>(), ["Kh", "Ts", "2c"]);
    assert_eq!(state.named_values, [("ante".to_owned(), "0".to_owned())]);
    assert_eq!(state.legal().nearest(BotAction::Raise(1)), BotAction::Raise(20));
    let behind = load(SAMPLE, StackMeaning::Behind).situation.expect("the sample is accepted");
    assert_eq!((behind.hero_stack, behind.villain_stack), (1500, 2500));
}

#[test]
fn mistakes_are_shown_at_their_places() {
    let text = SAMPLE.replace("act=\"check\"", "act=\"chek\"").replace("<BB>20</BB>", "<BB>many</BB>");
    let loaded = load(&text, StackMeaning::Behind);
    assert!(loaded.situation.is_none());
    let source = Source::new("state.xml", text.as_bytes());
    let shown = render(&loaded.diagnostics, &[&source], false);
    assert!(shown.contains("state.xml:2:") && shown.contains("state.xml:13:") && shown.contains("chek"), "{shown}");
    let broken = load("<game><init></game>", StackMeaning::Behind);
    assert!(broken.diagnostics[0].message.starts_with("this is no XML"), "{:?}", broken.diagnostics);
    assert!(load("", StackMeaning::Behind).situation.is_none());
}
