//! Events and questions in the codes of rule files.

use boardwright_game::game::{Game as _, GameExt as _};
use boardwright_games::tarok::four::events::{
    DealAnswer, DealEvent, QuestionKind, absolute_player, card_code, card_of_code, events, move_of_answer, question,
    relative_player,
};
use boardwright_games::tarok::four::{DealtCards, Four, FourState, deal_cards, list_moves, seats};
use rand::SeedableRng as _;
use rand_pcg::Pcg64Mcg;

use super::play_through;
use crate::{card, cards, player};

#[test]
fn cards_and_players_have_codes() {
    let codes = [("XXII", [4, 21]), ("I", [4, 0]), ("S Q", [2, 6]), ("H 4", [0, 0]), ("C K", [3, 7]), ("D J", [1, 4])];
    for (text, code) in codes {
        assert_eq!(card_code(card(text)), code);
        assert_eq!(card_of_code(code), Some(card(text)));
    }
    assert_eq!([[4, 22], [5, 0], [0, 8], [4, 255]].map(card_of_code), [None; 4]);
    // The next player in turn sits at the right.
    assert_eq!([0, 1, 2, 3].map(|seat| relative_player(player(0), player(seat))), [0, 3, 2, 1]);
    for (one, other) in seats().into_iter().flat_map(|one| seats().map(|other| (one, other))) {
        assert_eq!(absolute_player(one, relative_player(one, other)), Some(other));
    }
    assert_eq!(absolute_player(player(0), 4), None);
}

/// Events are never taken back, and show nothing that the observer has not seen.
#[test]
fn events_only_grow_and_hide_what_is_hidden() {
    let game = Four::default();
    for seed in 0..30 {
        let mut random = Pcg64Mcg::seed_from_u64(seed);
        let mut state = FourState::new(player((seed % 4) as usize));
        state.deal(&deal_cards(&mut random));
        let mut before: [Vec<DealEvent>; 4] = [const { Vec::new() }; 4];
        play_through(game, &mut state, &mut random, |state, random| {
            for observer in seats() {
                let now = events(state, observer, game.options());
                let earlier = &before[observer.index()];
                assert_eq!(now[..earlier.len()], earlier[..], "{seed}\n{}", game.state_text(state));
                if state.outcome_is_open() {
                    let poisoned = game.resample(state, observer, random).unwrap();
                    assert_eq!(events(&poisoned, observer, game.options()), now, "{seed}");
                }
                before[observer.index()] = now;
            }
            let own = events(state, player(0), game.options());
            let played =
                own.iter().filter(|event| matches!(event, DealEvent::CardPlayed { player, .. } if *player < 4));
            assert_eq!(played.count(), state.played().len());
        });
    }
}

trait OpenOutcome {
    fn outcome_is_open(&self) -> bool;
}

impl OpenOutcome for FourState {
    fn outcome_is_open(&self) -> bool {
        self.to_act().is_some()
    }
}

/// Every legal move is an answer to the question, and every listed answer is a legal move.
#[test]
fn answers_are_the_legal_moves() {
    let game = Four::default();
    for seed in 0..30 {
        let mut random = Pcg64Mcg::seed_from_u64(seed);
        let mut state = game.initial_state();
        state.deal(&deal_cards(&mut random));
        play_through(game, &mut state, &mut random, |state, _| {
            let Some(question) = question(state, game.options()) else {
                assert_eq!(state.to_act(), None);
                return;
            };
            assert_eq!(Some(question.player), state.to_act());
            let games = question.games.iter().map(|&code| DealAnswer::Game(code));
            let cards = question.cards.iter().map(DealAnswer::Card);
            let mut answers: Vec<DealAnswer> = games.chain(cards).chain([question.least_answer()]).collect();
            answers.extend(question.targets.iter().map(|&code| DealAnswer::Flek(Some(code))));
            if question.kind == QuestionKind::Announce {
                let codes = &question.bonuses;
                let sets = (0..1_usize << codes.len()).map(|set| {
                    DealAnswer::Bonuses(
                        codes.iter().enumerate().filter(|(at, _)| set >> at & 1 != 0).map(|(_, &code)| code).collect(),
                    )
                });
                answers.extend(sets);
            }
            let mut legal = Vec::new();
            list_moves(state, game.options(), &mut legal);
            let answered: Vec<_> =
                answers.iter().map(|answer| move_of_answer(state, answer, game.options()).unwrap()).collect();
            assert!(answered.iter().all(|mv| legal.contains(mv)), "{question:?}");
            assert!(legal.iter().all(|mv| answered.contains(mv)), "{question:?}, {legal:?}");
        });
    }
}

/// A state after moves with these texts.
fn played(hands: [&str; 4], talon: &str, moves: &[&str]) -> FourState {
    let game = Four::default();
    let mut state = game.initial_state();
    let talon: Vec<_> = talon.split(", ").map(card).collect();
    state.deal(&DealtCards { hands: hands.map(cards), talon: talon.try_into().unwrap() });
    for text in moves {
        let mv = game.parse_move(&state, text).unwrap_or_else(|error| panic!("{text}: {error}"));
        state.act(mv, game.options());
    }
    state
}

const HANDS: [&str; 4] = [
    "I, II, III, IV, V, VI, H 4, H 3, H 2, D 4, D 3, D 2",
    "VII, VIII, IX, X, XI, H 1, H J, H C, D 1, D J, D C, S 7",
    "XII, XIII, XIV, XV, XVI, H Q, D Q, S 8, S 9, S 10, S J, C 7",
    "XVII, XVIII, XIX, XX, XXI, H K, D K, S C, C 8, C 9, C 10, C J",
];
const TALON: &str = "S Q, S K, C C, C Q, C K, XXII";

fn called(player: u8, code: i8, talon: Option<[&str; 3]>) -> DealEvent {
    DealEvent::GameCalled { player, code, talon: talon.map(|cards| cards.map(card)) }
}

#[test]
fn looks_at_the_talon_are_seen_as_the_rules_say() {
    let game = Four::default();
    let begin = ["bid first duty", "bid trojka", "agree", "agree", "agree"];
    let (first, second) = (["S Q", "S K", "C C"], ["C Q", "C K", "XXII"]);
    let seen = |moves: &[&str], observer: usize| -> Vec<DealEvent> {
        let state = played(HANDS, TALON, &[&begin[..], moves].concat());
        let all = events(&state, player(observer), game.options());
        all[12 + 5..].to_vec()
    };
    // The second player is the declarer: a right neighbour of the first player.
    assert_eq!(seen(&[], 1), [called(0, 11, Some(first))]);
    assert_eq!(seen(&[], 0), []);
    assert_eq!(seen(&["exchange the cards"], 1)[1..], [called(0, 12, Some(second))]);
    assert_eq!(seen(&["exchange the cards"], 0), [called(3, 12, Some(first))]);
    let exchanged = ["exchange the cards", "exchange the cards"];
    let received = first.map(|text| DealEvent::CardReceived { card: card(text) });
    let third = called(0, 13, Some(first));
    assert_eq!(seen(&exchanged, 1)[2..], [&[third][..], &received].concat());
    assert_eq!(seen(&exchanged, 2)[1..], [called(1, 13, Some(second))]);
    let state = played(HANDS, TALON, &begin);
    assert_eq!(question(&state, game.options()).unwrap().games, [11, 12, 13]);
    let state = played(HANDS, TALON, &[&begin[..], &exchanged[..1]].concat());
    assert_eq!(question(&state, game.options()).unwrap().games, [12, 13]);
}

#[test]
fn a_duty_is_an_ordered_list_of_events() {
    let game = Four::default();
    let moves = [
        "bid second duty",
        "agree",
        "agree",
        "agree",
        "call XVIII",
        "lay aside H 4",
        "lay aside H 3",
        "lay aside S Q",
        "lay aside C Q",
        "lay aside C 8",
        "lay aside C 7",
        "announce nothing",
        "announce nothing",
        "announce valat",
        "announce nothing",
        "no flek",
        "flek valat",
        "no flek",
        "no flek",
        "no flek",
        "II",
        "XI",
    ];
    let state = played(HANDS, TALON, &moves);
    let all = events(&state, player(2), game.options());
    let expected = [
        called(2, 6, None),
        called(1, -1, None),
        called(0, -1, None),
        called(3, -1, None),
        called(2, 8, None),
        DealEvent::CardReceived { card: card("XXII") },
        DealEvent::Announced { player: 3, bonus: 6 },
        DealEvent::Announced { player: 2, bonus: 1 },
        DealEvent::Announced { player: 0, bonus: 2 },
        DealEvent::FlekGiven { player: 1, target: 2, level: 1 },
        DealEvent::CardPlayed { player: 2, card: card("II") },
        DealEvent::CardPlayed { player: 1, card: card("XI") },
    ];
    assert_eq!(all[12..], expected);
    let question = question(&state, game.options()).unwrap();
    assert_eq!((question.kind, question.cards), (QuestionKind::Play, cards("XII, XIII, XIV, XV, XVI, XXII")));
    let error = move_of_answer(&state, &DealAnswer::Card(card("S 8")), game.options()).unwrap_err();
    assert_eq!(error.reason, "you have a tarok: follow with a tarok");
    let error = move_of_answer(&state, &DealAnswer::Game(3), game.options()).unwrap_err();
    assert_eq!(error.reason, "play a card, like XXI or S K");
}

#[test]
fn varsava_adds_the_fifth_card() {
    let game = Four::default();
    let moves = ["bid first duty", "agree", "agree", "agree", "declare varsava", "H 4", "H 1", "H Q", "H K"];
    let state = played(HANDS, TALON, &moves);
    let all = events(&state, player(0), game.options());
    let played = |player, text: &str| DealEvent::CardPlayed { player, card: card(text) };
    let expected = [played(0, "H 4"), played(3, "H 1"), played(2, "H Q"), played(1, "H K"), played(4, "S Q")];
    assert_eq!(all[12 + 4..], [&[called(0, 0, None)][..], &expected].concat());
    let asked = played_question(&moves[..4]);
    assert_eq!((asked.kind, asked.games.clone()), (QuestionKind::Varsava, vec![-1, 0, 1]));
    assert_eq!(asked.least_answer(), DealAnswer::Game(1));
}

fn played_question(moves: &[&str]) -> boardwright_games::tarok::four::events::DealQuestion {
    question(&played(HANDS, TALON, moves), Four::default().options()).unwrap()
}
