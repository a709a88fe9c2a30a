//! Properties of random scripts: the formatter is idempotent and keeps the meaning, any text ends in a script or in
//! diagnostics, and a warning that conditions never hold is right.

use boardwright_bots::evaluation::{DecisionSettings, decide};
use boardwright_bots::programs::NoPrograms;
use boardwright_bots::script::vocabulary::{CONSTANTS, PREDICATES, all_words};
use boardwright_bots::script::{format, load};
use boardwright_bots::situation::{BotAction, Situation};
use boardwright_bots::xml;
use boardwright_game::ids::Player;
use boardwright_game::playout::random_below;
use boardwright_games::holdem::{Card, HandSetup, HoldemAction, HoldemState, Stage, random_action};
use boardwright_lang::{Files, NoFiles, Source, render};
use proptest::prelude::*;
use rand::SeedableRng as _;
use rand_pcg::Pcg64Mcg;

/// One good table under every name.
struct Tables;

impl Files for Tables {
    fn read(&self, name: &str) -> Result<Source, String> {
        let row = ["FOLD", "CALL", "-", "RAISE 3BB", "raise 0.5 2BB, 0.5 pot"].into_iter().cycle().take(13);
        let row = row.collect::<Vec<_>>().join("\t");
        Ok(Source::new(name, vec![row; 13].join("\r\n").as_bytes()))
    }
}

fn name_case() -> BoxedStrategy<fn(&str) -> String> {
    prop_oneof![Just(str::to_owned as fn(&str) -> String), Just(str::to_uppercase as _), Just(str::to_lowercase as _)]
        .boxed()
}

fn number() -> BoxedStrategy<String> {
    prop_oneof![
        (0..2000_u32).prop_map(|number| number.to_string()),
        (0..20_u32, 0..1000_u32).prop_map(|(whole, rest)| format!("{whole}.{rest:03}")),
    ]
    .boxed()
}

fn constant() -> BoxedStrategy<String> {
    (0..CONSTANTS.len(), name_case()).prop_map(|(at, case)| case(CONSTANTS[at].1.name)).boxed()
}

fn quantity() -> BoxedStrategy<String> {
    prop_oneof![
        3 => number(),
        5 => constant(),
        3 => (number(), prop_oneof![Just(""), Just(" "), Just("\t")], constant()).prop_map(|(n, gap, c)| format!("{n}{gap}{c}")),
        1 => Just("external \"decider herocards pot\"".to_owned()),
        1 => Just("init  \"ante\"".to_owned()),
    ].boxed()
}

fn cards() -> BoxedStrategy<String> {
    let ranks = "23456789TJQKA";
    let rank = move || (0..13_usize).prop_map(move |at| ranks[at..=at].to_owned());
    let sign = || prop_oneof![Just(""), Just("+"), Just("-")];
    (rank(), rank(), prop_oneof![Just(""), Just("s"), Just("o")], sign())
        .prop_map(|(first, second, suits, sign)| {
            let suits = if first == second { "" } else { suits };
            format!("{first}{second}{suits}{sign}")
        })
        .boxed()
}

fn condition() -> BoxedStrategy<String> {
    let comparator = prop_oneof![Just(">"), Just("<"), Just(">="), Just("<="), Just("=="), Just("!=")];
    prop_oneof![
        3 => (any::<bool>(), 0..PREDICATES.len(), name_case())
            .prop_map(|(negated, at, case)| format!("{}{}", if negated { "!" } else { "" }, case(PREDICATES[at].1.name))),
        2 => cards(),
        3 => (quantity(), comparator, quantity()).prop_map(|(left, sign, right)| format!("{left} {sign}{right}")),
    ].boxed()
}

fn branches() -> BoxedStrategy<String> {
    let branch = prop::collection::vec(condition(), 1..4).prop_map(|list| list.join(" ,"));
    prop::collection::vec(branch, 1..3).prop_map(|list| list.join("\n")).boxed()
}

fn action() -> BoxedStrategy<String> {
    let raise = || prop_oneof![Just("RAISE"), Just("raise"), Just("RAISETO")];
    let items =
        prop::collection::vec((1..9_u32, quantity()).prop_map(|(weight, amount)| format!("{weight} {amount}")), 2..4);
    prop_oneof![
        Just("FOLD".to_owned()),
        Just("check".to_owned()),
        Just("Call".to_owned()),
        (raise(), quantity()).prop_map(|(word, amount)| format!("{word} {amount}")),
        (raise(), items).prop_map(|(word, items)| format!("{word}  {}", items.join(","))),
        Just("external \"decider wholegame\"".to_owned()),
        Just("USE TABLE my table.txt".to_owned()),
    ]
    .boxed()
}

fn rule() -> BoxedStrategy<String> {
    let reaction = (branches(), action())
        .prop_map(|(branches, action)| format!("VILLAIN\n{branches}\nTHEN {action}\nENDVILLAIN\n"));
    let weight =
        prop_oneof![3 => Just(String::new()), 1 => (1..5_u32).prop_map(|weight| format!(" WEIGHT {weight}.50"))];
    let written = (weight, branches(), action(), prop::collection::vec(reaction, 0..3)).prop_map(
        |(weight, branches, action, reactions)| {
            format!("RULE{weight}\n{branches}\nTHEN {action}\n{}ENDRULE\n", reactions.concat())
        },
    );
    prop_oneof![8 => written, 1 => Just("USE TABLE \"opening.txt\"\n".to_owned())].boxed()
}

/// A valid script with arbitrary layout and comments.
fn script() -> BoxedStrategy<String> {
    let kind = prop_oneof![Just("PREFLOP"), Just("FLOP"), Just("TURN"), Just("RIVER"), Just("ALWAYS")];
    let section = (kind, prop::collection::vec(rule(), 0..4))
        .prop_map(|(kind, rules)| format!("{kind}\n{}END{kind}\n", rules.concat()));
    let combine = prop_oneof![Just(""), Just("COMBINE VOTE\n"), Just("COMBINE BOLD\n"), Just("COMBINE DRAW\n")];
    let layout = prop::collection::vec(0..7_u8, 40);
    (combine, prop::collection::vec(section, 0..4), layout)
        .prop_map(|(combine, sections, layout)| {
            let plain = format!("{combine}{}", sections.concat());
            let lines = plain.lines().zip(layout.iter().cycle()).map(|(line, layout)| match layout {
                1 => format!("   {line}\n"),
                2 => format!("\t{line}  # a comment, \n"),
                3 => format!("\n\n{line}\r\n"),
                4 => format!("# before\n{line}\n"),
                5 => format!("{}\n", line.replace(" ,", ",\n\n  # between\n")),
                _ => format!("{line}\n"),
            });
            lines.collect()
        })
        .boxed()
}

/// A random hand up to a decision of the first player.
fn hand(seed: u64, decisions: usize) -> Option<HoldemState> {
    let mut rng = Pcg64Mcg::seed_from_u64(seed);
    let mut deck: Vec<Card> = Card::all().collect();
    let mut draw = |rng: &mut Pcg64Mcg, count: usize| -> Vec<Card> {
        (0..count).map(|_| deck.swap_remove(random_below(deck.len(), rng))).collect()
    };
    let stacks = [(); 2].map(|()| 20 + random_below(3000, &mut rng) as u32);
    let button = if random_below(2, &mut rng) == 0 { Player::FIRST } else { Player::FIRST.next(2) };
    let mut state = HoldemState::new(HandSetup { stacks, small_blind: 10, big_blind: 20, button });
    let mut acted = 0;
    loop {
        match state.stage() {
            Stage::DealHole(_) => {
                let cards = draw(&mut rng, 2);
                state.deal_hole(Some([cards[0], cards[1]]));
            }
            Stage::DealBoard(street) => {
                let cards = draw(&mut rng, if street.board_cards() == 3 { 3 } else { 1 });
                state.deal_board(&cards);
            }
            Stage::Act(player) => {
                if player == Player::FIRST && acted >= decisions {
                    return Some(state);
                }
                acted += 1;
                // Small raises and calls make long hands.
                let action = match (random_below(3, &mut rng), state.raise_interval()) {
                    (0, Some(interval)) => HoldemAction::RaiseTo(interval.clamp(interval.min_to + 7)),
                    (1, _) => HoldemAction::Call,
                    _ => random_action(&state, &mut rng),
                };
                state.act(if action == HoldemAction::Fold { HoldemAction::Call } else { action });
            }
            Stage::Folded(_) | Stage::Showdown => return None,
        }
    }
}

fn situation() -> BoxedStrategy<Situation> {
    let of_hand = |(seed, decisions)| hand(seed, decisions).and_then(|hand| Situation::of_hand(&hand, Player::FIRST));
    (any::<u64>(), 0..9_usize).prop_filter_map("the hand is over", of_hand).boxed()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, ..ProptestConfig::default() })]

    #[test]
    fn formatting_is_idempotent_and_keeps_the_meaning(text in script()) {
        let source = Source::new("a.hus", text.as_bytes());
        let loaded = load(&source, &Tables);
        let rendered = render(&loaded.diagnostics, &loaded.sources.iter().collect::<Vec<_>>(), false);
        prop_assert!(loaded.script.is_some(), "{rendered}");
        let formatted = format(&source).expect("the script is valid");
        let again = Source::new("a.hus", formatted.as_bytes());
        let reloaded = load(&again, &Tables).script.expect("the formatted script is valid");
        let program = loaded.script.expect("it was checked").program;
        prop_assert_eq!(reloaded.program.to_string(), program.to_string(), "{}", formatted);
        prop_assert_eq!(&format(&again).expect("it is valid"), &formatted);
        let comments = |text: &str| text.matches('#').count();
        prop_assert_eq!(comments(&formatted), comments(&text));
        // The canonical text of the tree is a script with the same tree.
        let canonical = Source::new("a.hus", program.to_string().as_bytes());
        let canonical = load(&canonical, &Tables).script.expect("the canonical text is valid").program;
        prop_assert_eq!(canonical.to_string(), program.to_string());
    }

    #[test]
    fn any_text_ends_in_a_script_or_in_diagnostics(text in prop_oneof![".{0,300}", word_salad()]) {
        let source = Source::new("a.hus", text.as_bytes());
        let loaded = load(&source, &NoFiles);
        prop_assert!(loaded.script.is_some() || !loaded.diagnostics.is_empty());
        render(&loaded.diagnostics, &loaded.sources.iter().collect::<Vec<_>>(), false);
        prop_assert_eq!(format(&source).is_ok(), loaded.script.is_some() || only_tables_are_missing(&loaded.diagnostics));
    }

    #[test]
    fn conditions_that_never_hold_do_not(branches in branches(), phase in 0..4_usize, situation in situation()) {
        let kind = ["PREFLOP", "FLOP", "TURN", "RIVER"][phase];
        let part = format!("{branches}\nTHEN CALL\n");
        let text = format!("{kind}\nRULE\n{part}VILLAIN\n{part}ENDVILLAIN\nENDRULE\nEND{kind}\n");
        let source = Source::new("a.hus", text.as_bytes());
        let loaded = load(&source, &NoFiles);
        let never = loaded.diagnostics.iter().filter(|diagnostic| diagnostic.code == "never").count();
        let script = loaded.script.expect("the script is valid");
        let settings = DecisionSettings { programs: &NoPrograms, is_strict_offsuit: false };
        let decision = decide(&script, &situation, settings, &mut Pcg64Mcg::seed_from_u64(0));
        if never == 2 * branches.lines().count() {
            prop_assert_eq!(decision.rule_count, 0, "{}", text);
        }
    }

    #[test]
    fn a_written_state_is_read_as_the_same(situation in situation()) {
        let text = xml::write(&situation);
        let loaded = xml::read(&Source::new("state.xml", text.as_bytes()), xml::StackMeaning::Behind);
        prop_assert!(loaded.diagnostics.is_empty(), "{:?}\n{}", loaded.diagnostics, text);
        let again = loaded.situation.expect("the state is valid");
        prop_assert_eq!(again.original.as_deref(), Some(text.as_str()));
        prop_assert_eq!(Situation { original: None, ..again }, situation);
    }

    #[test]
    fn legal_intervals_are_those_of_the_game(seed in any::<u64>(), decisions in 0..9_usize) {
        if let Some(hand) = hand(seed, decisions) {
            let situation = Situation::of_hand(&hand, Player::FIRST).expect("the cards are known");
            let legal = situation.legal();
            prop_assert_eq!(legal.to_call, u64::from(hand.to_call(Player::FIRST)));
            let other = u64::from(hand.street_bet(Player::FIRST.next(2)));
            let interval = legal.raise.map(|(least, most)| [other + least, other + most]);
            let of_game = hand.raise_interval().map(|interval| [interval.min_to, interval.max_to].map(u64::from));
            prop_assert_eq!(interval, of_game);
            prop_assert_eq!(situation.pot(), u64::from(hand.pot()));
        }
    }

    #[test]
    fn legal_actions_are_legal(situation in situation(), by in 0..5000_u64) {
        let legal = situation.legal();
        for action in [BotAction::Fold, BotAction::Check, BotAction::Call, BotAction::Raise(by)] {
            match legal.nearest(action) {
                BotAction::Check => prop_assert_eq!(legal.to_call, 0),
                BotAction::Call | BotAction::Fold => prop_assert!(legal.to_call > 0),
                BotAction::Raise(by) => {
                    let (least, most) = legal.raise.expect("a raise is possible");
                    prop_assert!((least..=most).contains(&by) && legal.to_call + by <= situation.hero_stack);
                }
            }
        }
    }
}

/// Words of the language in any order.
fn word_salad() -> BoxedStrategy<String> {
    let words: Vec<&'static str> = all_words().map(|entry| entry.name).collect();
    let signs = [
        "\n", "\n", "\n", ",", "!", "+", "-", ">=", "<", "=", "3", "0.5", "77", "AKs", "\"a b\"", "\"", "(", "#", "3BB",
    ];
    let word = prop_oneof![
        (0..words.len()).prop_map(move |at| words[at].to_owned()),
        (0..signs.len()).prop_map(move |at| signs[at].to_owned()),
    ];
    prop::collection::vec(word, 0..60).prop_map(|words| words.join(" ")).boxed()
}

/// `true` if nothing is wrong but that tables cannot be read, which the formatter does not ask for.
fn only_tables_are_missing(diagnostics: &[boardwright_lang::Diagnostic]) -> bool {
    let errors = diagnostics.iter().filter(|diagnostic| diagnostic.severity == boardwright_lang::Severity::Error);
    errors.into_iter().all(|diagnostic| diagnostic.message.starts_with("cannot read the table"))
}
