//! Arguments of the commands about deals in which a rule file plays.

use std::sync::Arc;

use boardwright_bots::rules::RuleFile;
use boardwright_library::rule_deals::DealQuestions;
use boardwright_library::rule_files::load_rules;

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

impl DealArgs {
    /// The questions that are chosen.
    pub fn questions(&self) -> DealQuestions {
        DealQuestions { deal: self.deal, question: self.question }
    }
}

/// Loads a rule file.
pub fn load(file: &str, is_compatible: bool) -> Result<Arc<RuleFile>, Failure> {
    let loaded = load_rules(file, is_compatible.then_some(true))?;
    let rules = loaded.rules.ok_or_else(|| diagnostics(&loaded.diagnostics, &[&loaded.source]))?;
    Ok(Arc::new(rules))
}
