//! Deals of Taroky in which four copies of a rule file play, with their decisions and the rules that were executed.

use std::sync::Arc;

use boardwright_bots::rules::deal::{DealFollower, Decision};
use boardwright_bots::rules::evaluation::{EvaluationSettings, play_deal};
use boardwright_bots::rules::{AnswerSource, RuleFile, RuleTrace};
use boardwright_game::ids::Player;
use boardwright_games::tarok::four::events::QuestionKind;
use boardwright_games::tarok::four::{FourState, deal_cards, move_text};
use rand::SeedableRng as _;
use rand_pcg::Pcg64Mcg;

use crate::error::Error;

/// Choice of a deal of Taroky and of questions in it.
#[derive(Clone, Copy, Debug, Default)]
pub struct DealQuestions {
    /// Number of the deal, from which its cards follow.
    pub deal: u64,
    /// Number of the question, from 1; `None` for all questions of the first player.
    pub question: Option<usize>,
}

/// A decision with the rules that were executed for it.
#[derive(Clone, Debug)]
pub struct DecisionRecord {
    /// Number of the question in the deal, from 1.
    pub number: usize,
    /// Number of the player, from 1.
    pub player: usize,
    /// Question in a word.
    pub question: &'static str,
    /// The move as text.
    pub mv: String,
    /// `true` if the rules gave it.
    pub is_of_rules: bool,
    /// Answers of the rules.
    pub given: Vec<String>,
    /// Rules executed since the player's last decision.
    pub trace: Vec<RuleTrace>,
}

fn question_text(kind: QuestionKind) -> &'static str {
    match kind {
        QuestionKind::Bid => "bid",
        QuestionKind::Varsava => "varsava",
        QuestionKind::Call => "call",
        QuestionKind::Look => "talon",
        QuestionKind::LayAside => "lay aside",
        QuestionKind::Announce => "announce",
        QuestionKind::Flek => "flek",
        QuestionKind::Play => "play",
    }
}

/// Plays a deal and returns the decisions that were asked for.
///
/// # Errors
/// If the deal has no question of this number.
pub fn decisions(rules: &Arc<RuleFile>, asked: DealQuestions) -> Result<Vec<DecisionRecord>, Error> {
    let cards = deal_cards(&mut Pcg64Mcg::seed_from_u64(asked.deal));
    let mut settings = EvaluationSettings::new(1, 0);
    settings.session.has_trace = true;
    let files = std::array::from_fn(|_| Arc::clone(rules));
    let mut records = Vec::new();
    let mut count = 0;
    let mut observe = |state: &FourState, follower: &mut DealFollower, decision: &Decision| {
        count += 1;
        let trace = follower.session_mut().take_trace();
        let is_wanted = match asked.question {
            Some(number) => number == count,
            None => follower.player() == Player::FIRST,
        };
        if is_wanted {
            records.push(DecisionRecord {
                number: count,
                player: follower.player().index() + 1,
                question: question_text(decision.kind),
                mv: move_text(state, decision.mv),
                is_of_rules: decision.source == AnswerSource::Rules,
                given: decision.given.clone(),
                trace,
            });
        }
    };
    play_deal(&files, &cards, Player::FIRST, &settings, &mut observe);
    if records.is_empty() {
        let number = asked.question.unwrap_or_default();
        return Err(Error::Usage(format!("the deal has {count} questions, not {number}; choose 1 to {count}")));
    }
    Ok(records)
}
