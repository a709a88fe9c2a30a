//! `boardwright doc`: the words of the game language explained. What it says comes from the tables of
//! `boardwright-lang`, as does the reference page.

use std::io::Write as _;

use boardwright_lang::keys::{self, CHAPTERS, Entry, Example, Form, Opens, SECTIONS};
use serde::Serialize;

use super::Answer;
use crate::failure::Failure;
use crate::output::{Output, wrapped};

#[derive(Debug, clap::Args)]
pub struct Args {
    /// A section, key or built-in; a key of one section is `SECTION KEY`. Without it, everything there is.
    #[arg(value_name = "KEYWORD")]
    keyword: Vec<String>,
}

#[derive(Serialize)]
struct Explained {
    name: &'static str,
    /// What it is: `section`, `key`, `function`, ...
    kind: &'static str,
    /// Of a key.
    section: Option<&'static str>,
    /// What it takes and gives, or how the value of a key is read.
    form: String,
    doc: &'static str,
    example: Option<&'static str>,
    /// What the example gives, if it is an expression.
    gives: Option<&'static str>,
}

/// How wide a text is.
const WIDTH: usize = 88;

pub fn run(args: &Args, out: &mut Output) -> Result<Answer, Failure> {
    let word = args.keyword.join(" ");
    let entries = if word.trim().is_empty() {
        if !out.is_json() {
            return overview(out);
        }
        keys::entries().collect()
    } else {
        keys::find(&word)
    };
    if entries.is_empty() {
        let near = keys::meant(&word).map_or_else(String::new, |name| format!(", did you mean \"{name}\"?"));
        let message = format!("the language has no word \"{word}\"{near}");
        return Err(Failure::Input(format!("{message}\n`boardwright doc` lists all words")));
    }
    for (index, entry) in entries.into_iter().enumerate() {
        if out.is_json() {
            out.json(&explained(entry))?;
            continue;
        }
        if index > 0 {
            writeln!(out)?;
        }
        explain(entry, out)?;
    }
    Ok(Answer::Yes)
}

fn explained(entry: Entry) -> Explained {
    let (kind, section, form) = match entry {
        Entry::Section(section) => ("section", None, format!("[{}]", section.name)),
        Entry::Key(section, key) => ("key", Some(section.name), said(key.form)),
        Entry::Builtin(builtin) => (builtin.kind.name(), None, builtin.signature.to_owned()),
    };
    let (example, gives) = match entry {
        Entry::Section(_) => (None, None),
        Entry::Key(_, key) => (Some(key.example), None),
        Entry::Builtin(builtin) => match builtin.example {
            Example::Gives(expression, value) => (Some(expression), Some(value)),
            Example::Lines(lines) => (Some(lines), None),
        },
    };
    Explained { name: entry.name(), kind, section, form, doc: entry.doc(), example, gives }
}

fn said(form: Form) -> String {
    match form {
        Form::Words(words) => words.join(" | "),
        form => form.describe().to_owned(),
    }
}

/// Tells of one thing.
fn explain(entry: Entry, out: &mut Output) -> Result<(), Failure> {
    match entry {
        Entry::Section(section) => writeln!(out, "[{}]: section", section.name)?,
        Entry::Key(_, key) => writeln!(out, "{}: {}, {}", key.name, entry.what(), said(key.form))?,
        Entry::Builtin(builtin) => writeln!(out, "{}: {}", builtin.signature, entry.what())?,
    }
    writeln!(out)?;
    paragraph(entry.doc(), 2, out)?;
    let Explained { example, gives, .. } = explained(entry);
    match (example, gives) {
        (Some(expression), Some(value)) => {
            writeln!(out, "\n  Example:\n\n    {expression}    gives {value}")?;
        }
        (Some(lines), None) => {
            writeln!(out, "\n  Example:\n")?;
            lines.lines().try_for_each(|line| writeln!(out, "    {line}"))?;
        }
        _ => {}
    }
    if let Entry::Section(section) = entry {
        if section.opens != Opens::Nothing && !section.keys.is_empty() {
            writeln!(out, "\n  {}", begins(section.opens))?;
        }
        if !section.keys.is_empty() {
            writeln!(out, "\n  Keys:\n")?;
        }
        let width = section.keys.iter().map(|key| key.name.len()).max().unwrap_or(0);
        for key in section.keys {
            writeln!(out, "    {:width$}  {}", key.name, first_sentence(key.doc))?;
        }
    }
    Ok(())
}

fn begins(opens: Opens) -> String {
    match opens {
        Opens::Nothing => "The section is one entry.".to_owned(),
        Opens::Key(key) => format!("Each `{key}` begins an entry."),
        Opens::Number(_) => "Each number begins an entry: `1 = Name`.".to_owned(),
        Opens::Every(_) => "Each line is an entry.".to_owned(),
    }
}

/// Everything there is, in few lines.
fn overview(out: &mut Output) -> Result<Answer, Failure> {
    writeln!(out, "The words of the game language; `boardwright doc WORD` explains one of them.\n")?;
    writeln!(out, "Sections and their keys:\n")?;
    let width = SECTIONS.iter().map(|section| section.name.len() + 2).max().unwrap_or(0);
    for section in SECTIONS {
        let keys: Vec<&str> = section.keys.iter().map(|key| key.name).collect();
        let keys = wrapped(&keys.join(" "), WIDTH - width - 4);
        let name = format!("[{}]", section.name);
        writeln!(out, "  {name:width$}  {}", keys.first().map_or("names of your own", String::as_str))?;
        keys.iter().skip(1).try_for_each(|line| writeln!(out, "  {:width$}  {line}", ""))?;
    }
    for chapter in CHAPTERS {
        let names: Vec<&str> = chapter.builtins.iter().map(|builtin| builtin.name).collect();
        writeln!(out, "\n{}:\n", chapter.title)?;
        paragraph(&names.join(" "), 2, out)?;
    }
    Ok(Answer::Yes)
}

fn paragraph(text: &str, indent: usize, out: &mut Output) -> Result<(), Failure> {
    for line in wrapped(text, WIDTH - indent) {
        writeln!(out, "{:indent$}{line}", "")?;
    }
    Ok(())
}

fn first_sentence(text: &str) -> &str {
    text.find(". ").map_or(text, |end| &text[..=end])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sentence_ends_with_a_full_stop() {
        assert_eq!(first_sentence("One. Two."), "One.");
        assert_eq!(first_sentence("From `1..3`."), "From `1..3`.");
    }
}
