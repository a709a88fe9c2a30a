//! `boardwright bot check`: reports all errors and warnings of scripts and rule files.

use boardwright_library::rule_files::{is_rule_file, load_rules};
use boardwright_library::scripts::load_script;

use crate::answer::Answer;
use crate::commands::check::{Deny, report_file};
use crate::commands::fmt::for_each_file;
use crate::failure::Failure;
use crate::output::Output;

#[derive(Debug, clap::Args)]
pub struct Args {
    /// Scripts and rule files (.tks), or names of shipped ones.
    #[arg(required = true, value_name = "FILE")]
    files: Vec<String>,
    /// Treat these diagnostics as errors too.
    #[arg(long, value_enum, value_name = "warnings")]
    deny: Option<Deny>,
    /// Read rule files as the published system does, with the quirks of its Prolog.
    #[arg(long)]
    compatible: bool,
}

pub fn run(args: &Args, out: &mut Output) -> Result<Answer, Failure> {
    for_each_file(&args.files, |file| {
        if is_rule_file(file) {
            let loaded = load_rules(file, args.compatible.then_some(true))?;
            return report_file(&[loaded.source], &loaded.diagnostics, (args.deny, ""), out);
        }
        let loaded = load_script(file).map_err(|error| Failure::Input(error.to_string()))?;
        report_file(&loaded.sources, &loaded.diagnostics, (args.deny, ""), out)
    })
}
