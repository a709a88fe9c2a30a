//! Rule files at the table: complete deals, rotated deals, and followers that join a deal later.

use std::sync::Arc;

use boardwright_bots::rules::deal::DealFollower;
use boardwright_bots::rules::evaluation::{EvaluationSettings, evaluate, play_deal};
use boardwright_bots::rules::shipped::{SHIPPED_RULES, shipped_rules};
use boardwright_bots::rules::{AnswerSource, Mode, RuleFile, SessionSettings};
use boardwright_games::tarok::four::events::QuestionKind;
use boardwright_games::tarok::four::{FourOptions, deal_cards, seats};
use rand::SeedableRng as _;
use rand_pcg::Pcg64Mcg;

fn rules(name: &str) -> Arc<RuleFile> {
    shipped_rules(name).expect("it ships").rules()
}

fn four(file: &Arc<RuleFile>) -> [Arc<RuleFile>; 4] {
    std::array::from_fn(|_| Arc::clone(file))
}

#[test]
fn four_equal_players_return_to_their_score_after_four_deals() {
    for shipped in SHIPPED_RULES {
        let results = evaluate(&four(&shipped.rules()), &EvaluationSettings::new(3, 5));
        for deals in results.chunks(4) {
            let sums: [i32; 4] = std::array::from_fn(|player| deals.iter().map(|deal| deal.scores[player]).sum());
            assert_eq!(sums, [0; 4], "{}", shipped.name);
        }
        for deal in &results {
            assert!(deal.warnings.is_empty(), "{}: {:?}", shipped.name, deal.warnings);
        }
    }
}

#[test]
fn the_complete_player_always_has_a_legal_card() {
    let file = rules("complete");
    let settings = EvaluationSettings::new(1, 0);
    let mut random = Pcg64Mcg::seed_from_u64(11);
    for _ in 0..8 {
        let cards = deal_cards(&mut random);
        let mut fallbacks = Vec::new();
        play_deal(&four(&file), &cards, seats()[0], &settings, &mut |_, _, decision| {
            if decision.source == AnswerSource::Fallback
                && matches!(decision.kind, QuestionKind::Play | QuestionKind::LayAside | QuestionKind::Call)
            {
                fallbacks.push(decision.clone());
            }
        });
        assert!(fallbacks.is_empty(), "{fallbacks:?}");
    }
}

#[test]
fn a_follower_that_joins_later_decides_the_same() {
    let file = rules("complete");
    let settings = EvaluationSettings::new(1, 0);
    let cards = deal_cards(&mut Pcg64Mcg::seed_from_u64(3));
    let session = SessionSettings { mode: Mode::Evaluation, ..SessionSettings::default() };
    let mut different = 0;
    let mut count = 0;
    play_deal(&four(&file), &cards, seats()[2], &settings, &mut |state, follower, decision| {
        let mut late = DealFollower::new(Arc::clone(&file), follower.player(), session);
        let own = late.decide(state, FourOptions::default()).expect("a decision");
        assert_eq!(late.decide(state, FourOptions::default()).as_ref(), Some(&own), "it is asked again");
        count += 1;
        different += usize::from(own.mv != decision.mv && decision.kind != QuestionKind::Flek);
    });
    assert_eq!(different, 0, "of {count}");
}

#[test]
fn each_step_of_the_ladder_gains_against_random_play() {
    let empty = rules("empty");
    let mut gains = Vec::new();
    for name in ["logger", "king", "complete"] {
        let file = rules(name);
        let files = [Arc::clone(&file), Arc::clone(&empty), file, Arc::clone(&empty)];
        let mut settings = EvaluationSettings::new(12, 21);
        settings.session.mode = Mode::Play;
        let results = evaluate(&files, &settings);
        let gain: i32 = results.iter().map(|deal| deal.scores[0] + deal.scores[2]).sum();
        gains.push((name, gain));
    }
    assert!(gains.iter().all(|(_, gain)| *gain > 0), "{gains:?}");
}
