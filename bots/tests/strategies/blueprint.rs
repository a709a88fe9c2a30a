//! Blueprint strategies: training against known truths, and the shipped strategies at tables of all kinds.

use boardwright_bots::blueprint::betting_tree::{BettingAbstraction, BettingTree, Next};
use boardwright_bots::blueprint::card_buckets::{CardBuckets, HandBuckets as _};
use boardwright_bots::blueprint::checkpoint::{self, TrainingSettings};
use boardwright_bots::blueprint::decision::decide;
use boardwright_bots::blueprint::exploitability::DealSamples;
use boardwright_bots::blueprint::policy::Policy;
use boardwright_bots::blueprint::shipped::SHIPPED_BLUEPRINTS;
use boardwright_bots::blueprint::strategy_file::Blueprint;
use boardwright_bots::blueprint::training::Training;
use boardwright_game::game::GameExt as _;
use boardwright_game::ids::Player;
use boardwright_games::holdem::preflop::HoleClass;
use boardwright_games::holdem::{
    HandSetup, Holdem, HoldemAction, HoldemState, MatchStacks, Stage, cards_to_deal, draw_cards, random_action,
};
use rand::SeedableRng as _;
use rand_pcg::Pcg64Mcg;

fn short_stacks(big_blinds: u32) -> BettingAbstraction {
    BettingAbstraction { stack: 100 * big_blinds, small_blind: 50, big_blind: 100, sizes: Vec::new(), raises: 0 }
}

/// With stacks of one and a half big blinds everything is settled by pot odds.
#[test]
fn training_finds_the_play_that_pot_odds_dictate() {
    let betting = BettingAbstraction { stack: 150, ..short_stacks(1) };
    let buckets = CardBuckets::preflop_only().indexed();
    let tree = BettingTree::new(&betting, buckets.counts()).unwrap();
    let mut training = Training::new(&tree, 100_000, 1).unwrap();
    training.advance(&buckets, 100_000);
    let policy = training.average_policy();
    let button = &tree.decisions()[0];
    let all_in = button.actions.last().unwrap();
    assert!(all_in.is_all_in);
    let Next::Decision(reply) = all_in.next else { panic!("a reply") };
    let reply = &tree.decisions()[reply];
    for class in HoleClass::all() {
        let bucket = class.index() as u8;
        // A call costs 50 to win 250: it needs an equity of a sixth, which every hand has against every range.
        let shares = policy.probabilities(reply, bucket);
        assert!(shares[1] > 0.9, "{class} calls: {shares:?}");
        if class.equity() > 0.5 {
            let fold = policy.probabilities(button, bucket)[0];
            assert!(fold < 0.1, "{class} does not fold: {fold}");
        }
    }
}

#[test]
fn exploitability_falls_while_a_strategy_is_trained() {
    let buckets = CardBuckets::preflop_only().indexed();
    let tree = BettingTree::new(&short_stacks(8), buckets.counts()).unwrap();
    let samples = DealSamples::draw(&tree, &buckets, 40_000, 7);
    let mut training = Training::new(&tree, 200_000, 1).unwrap();
    let mut gains = vec![samples.counter_gain(&tree, &Policy::uniform(&tree)).mbb];
    for iterations in [2_000, 18_000, 180_000] {
        training.advance(&buckets, iterations);
        gains.push(samples.counter_gain(&tree, &training.average_policy()).mbb);
    }
    assert!(gains.is_sorted_by(|one, other| one > other), "{gains:?}");
    assert!(gains[0] > 400.0 && gains[3] < 60.0, "{gains:?}");
}

/// Both seats always check and call: the counter-strategy wins what an all-in with the better half of hands wins, which follows
/// from the exact equities of the classes.
#[test]
fn the_gain_of_a_counter_strategy_is_what_it_wins() {
    let buckets = CardBuckets::preflop_only().indexed();
    let tree = BettingTree::new(&short_stacks(4), buckets.counts()).unwrap();
    let mut weights = vec![0.0; tree.numbers()];
    for decision in tree.decisions() {
        let calls = decision.actions.iter().position(|action| action.action == HoldemAction::Call).unwrap();
        for bucket in 0..buckets.counts()[decision.street.index()] {
            weights[decision.numbers(bucket as u8)][calls] = 1.0;
        }
    }
    let gain =
        DealSamples::draw(&tree, &buckets, 300_000, 3).counter_gain(&tree, &Policy::from_weights(&tree, &weights));
    // Against a caller: all-in whenever the equity is above one half, otherwise check down. A fold of the button loses half a
    // big blind, a call to the river loses 1 - 2e of one: folding is never better.
    let (mut mean, mut hands) = (0.0, 0.0);
    for class in HoleClass::all() {
        let edge = 2.0 * class.equity() - 1.0;
        mean += f64::from(class.ordered_hands()) * if edge > 0.0 { 4.0 * edge } else { edge };
        hands += f64::from(class.ordered_hands());
    }
    let expected = 1000.0 * mean / hands;
    // The measured gain is a lower bound: hands with an edge near 0 are played as the policy plays them.
    assert!((0.85 * expected..expected + 2.0 * gain.margin).contains(&gain.mbb), "{gain:?}, expected {expected}");
}

#[test]
fn an_interrupted_training_goes_on_from_its_checkpoint() {
    let betting = short_stacks(3);
    let settings = TrainingSettings { betting: betting.clone(), buckets: [1; 3], iterations: 2000, seed: 5 };
    let buckets = CardBuckets::preflop_only().indexed();
    let tree = BettingTree::new(&betting, buckets.counts()).unwrap();
    let mut first = Training::new(&tree, 2000, 5).unwrap();
    first.advance(&buckets, 1000);
    let bytes = checkpoint::write(&settings, &first);
    let mut second = Training::new(&tree, 2000, 5).unwrap();
    checkpoint::resume(&settings, &mut second, &bytes).unwrap();
    assert_eq!((second.iterations(), second.tables()), (1000, first.tables()));
    second.advance(&buckets, 1000);
    assert_ne!(second.tables(), first.tables());

    let mut other = Training::new(&tree, 2000, 5).unwrap();
    let others = TrainingSettings { seed: 6, ..settings.clone() };
    let mut refusal =
        |settings: &TrainingSettings, bytes: &[u8]| checkpoint::resume(settings, &mut other, bytes).unwrap_err();
    assert_eq!(refusal(&others, &bytes), "it belongs to a training with other settings");
    assert_eq!(refusal(&settings, &bytes[..bytes.len() - 4]), "it is damaged: the checksum differs");
    assert_eq!(refusal(&settings, b"RIFF"), "it is no checkpoint of a training");
}

/// Plays a hand between the strategy and random actions; calls `check` before each decision of the strategy.
fn play_hand(
    blueprint: &Blueprint,
    setup: HandSetup,
    random: &mut Pcg64Mcg,
    mut check: impl FnMut(&HoldemState, Player, HoldemAction),
) -> HoldemState {
    let mut hand = HoldemState::new(setup);
    let me = Player::FIRST;
    while !hand.is_over() {
        match hand.stage() {
            Stage::DealHole(_) => hand.deal_hole(Some(draw_cards(hand.known_cards(), random))),
            Stage::DealBoard(_) => {
                let known = hand.known_cards();
                if cards_to_deal(hand.stage()) == 3 {
                    hand.deal_board(&draw_cards::<3>(known, random));
                } else {
                    hand.deal_board(&draw_cards::<1>(known, random));
                }
            }
            _ if hand.to_act() == Some(me) => {
                let action = decide(blueprint, &hand, me, &mut Pcg64Mcg::seed_from_u64(11));
                check(&hand, me, action);
                hand.act(action);
            }
            _ => hand.act(random_action(&hand, random)),
        }
    }
    hand
}

/// Tables with other stacks and blinds than those of the training, and other bets: every action is legal, and none depends on
/// what the player cannot see.
#[test]
fn shipped_strategies_play_legally_at_every_table_and_see_only_their_cards() {
    let mut random = Pcg64Mcg::seed_from_u64(2);
    for shipped in SHIPPED_BLUEPRINTS {
        let blueprint = Blueprint::read(shipped.bytes).unwrap_or_else(|error| panic!("{}: {error}", shipped.name));
        let mut raises = 0;
        for hand in 0..60 {
            let stacks = [[2000, 2000], [5000, 5000], [300, 20_000], [20_000, 20_000], [90, 130]][hand % 5];
            let button = if hand % 2 == 0 { Player::FIRST } else { Player::FIRST.next(2) };
            let setup = HandSetup { stacks, small_blind: [50, 20][hand % 2], big_blind: 100, button };
            play_hand(&blueprint, setup, &mut random, |hand, me, action| {
                assert!(hand.is_legal(action), "{action:?} in {hand:?}");
                raises += u32::from(matches!(action, HoldemAction::RaiseTo(_)));
                let game = Holdem::new(hand.setup(), MatchStacks::Reset);
                let imagined = game.resample(hand, me, &mut Pcg64Mcg::seed_from_u64(5)).expect("a hand");
                assert_eq!(decide(&blueprint, &imagined, me, &mut Pcg64Mcg::seed_from_u64(11)), action);
            });
        }
        assert!(raises > 10, "{} raises: {raises}", shipped.name);
    }
}
