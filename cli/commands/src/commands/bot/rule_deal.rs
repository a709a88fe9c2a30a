//! Deals of Taroky in which four copies of a rule file play: the decisions that `bot decide` and `bot trace` show.

use std::sync::Arc;

use boardwright_bots::rules::deal::{DealFollower, Decision};
use boardwright_bots::rules::evaluation::{EvaluationSettings, play_deal};
use boardwright_bots::rules::{AnswerSource, RuleFile, RuleTrace};
use boardwright_game::ids::Player;
use boardwright_games::tarok::four::events::QuestionKind;
use boardwright_games::tarok::four::{FourState, deal_cards, move_text};
use boardwright_library::rule_files::load_rules;
use rand::SeedableRng as _;
use rand_pcg::Pcg64Mcg;

use crate::failure::{Failure, diagnostics};

/// Choice of a deal of Taroky and of questions in it.
#[derive(Clone, Debug, clap::Args)]
pub struct DealArgs {
    /// Rule files: number of the deal of Taroky, from which its cards follow.
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub deal: u64,
    /// Rule files: number of the question of the deal; without it, all questions of the first player.
    #[arg(long, value_name = "N")]
    pub question: Option<usize>,
    /// Read the rule file as the published system does, with the quirks of its Prolog.
    #[arg(long)]
    pub compatible: bool,
}

/// A decision with the rules that were executed for it.
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

/// Loads a rule file.
pub fn load(file: &str, is_compatible: bool) -> Result<Arc<RuleFile>, Failure> {
    let loaded = load_rules(file, is_compatible.then_some(true))?;
    let rules = loaded.rules.ok_or_else(|| diagnostics(&loaded.diagnostics, &[&loaded.source]))?;
    Ok(Arc::new(rules))
}

/// Plays a deal and returns the decisions that were asked for.
pub fn decisions(rules: &Arc<RuleFile>, args: &DealArgs) -> Result<Vec<DecisionRecord>, Failure> {
    let cards = deal_cards(&mut Pcg64Mcg::seed_from_u64(args.deal));
    let mut settings = EvaluationSettings::new(1, 0);
    settings.session.has_trace = true;
    let files = std::array::from_fn(|_| Arc::clone(rules));
    let mut records = Vec::new();
    let mut count = 0;
    let mut observe = |state: &FourState, follower: &mut DealFollower, decision: &Decision| {
        count += 1;
        let trace = follower.session_mut().take_trace();
        let is_wanted = match args.question {
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
        let number = args.question.unwrap_or_default();
        return Err(Failure::Usage(format!("the deal has {count} questions, not {number}; choose 1 to {count}")));
    }
    Ok(records)
}
