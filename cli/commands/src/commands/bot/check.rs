//! `boardwright bot check`: reports all errors and warnings of scripts.

use std::io::Write as _;

use boardwright_lang::Severity;
use boardwright_library::scripts::load_script;

use crate::answer::Answer;
use crate::commands::check::{Deny, entry, summary};
use crate::failure::{Failure, say};
use crate::output::Output;

#[derive(Debug, clap::Args)]
pub struct Args {
    /// Scripts, or names of shipped ones.
    #[arg(required = true, value_name = "FILE")]
    files: Vec<String>,
    /// Treat these diagnostics as errors too.
    #[arg(long, value_enum, value_name = "warnings")]
    deny: Option<Deny>,
}

pub fn run(args: &Args, out: &mut Output) -> Result<Answer, Failure> {
    let mut answer = Answer::Yes;
    for file in &args.files {
        // A file that cannot be read does not stop the check of the other files.
        let loaded = match load_script(file) {
            Ok(loaded) => loaded,
            Err(error) => {
                say(&format!("error: {error}\n"));
                answer = Answer::No;
                continue;
            }
        };
        let (list, sources) = (&loaded.diagnostics, &loaded.sources);
        let count = |severity| list.iter().filter(|diagnostic| diagnostic.severity == severity).count();
        let (errors, warnings) = (count(Severity::Error), count(Severity::Warning));
        if errors > 0 || warnings > 0 && args.deny == Some(Deny::Warnings) {
            answer = Answer::No;
        }
        if out.is_json() {
            list.iter().try_for_each(|diagnostic| out.json(&entry(sources, diagnostic)))?;
            continue;
        }
        if !list.is_empty() {
            let rendered = boardwright_lang::render(list, &sources.iter().collect::<Vec<_>>(), out.has_colour());
            writeln!(out, "{}\n", rendered.trim_end())?;
        }
        writeln!(out, "{}: {}", sources[0].name(), summary(errors, warnings))?;
    }
    Ok(answer)
}
