//! `boardwright doc`: documentation of the words of the game language, from the same tables in `boardwright-lang` as the
//! reference page.

use std::io::Write as _;

use boardwright_lang::vocabulary::{self, CHAPTERS, EntryStart, Example, SECTIONS, ValueSyntax, VocabularyEntry};
use serde::Serialize;

use crate::answer::Answer;
use crate::failure::Failure;
use crate::output::{Output, wrap};

#[derive(Debug, clap::Args)]
pub struct Args {
    /// A section, key or built-in; write `SECTION KEY` for the key of one section. Default: an overview of all words.
    #[arg(value_name = "KEYWORD")]
    keyword: Vec<String>,
}

#[derive(Serialize)]
struct WordEntry {
    name: &'static str,
    /// Kind of the word: `section`, `key`, `function`, ...
    kind: &'static str,
    /// Section of a key.
    section: Option<&'static str>,
    /// Signature of a built-in, or syntax of a key's value.
    form: String,
    doc: &'static str,
    example: Option<&'static str>,
    /// Value of the example, if the example is an expression.
    gives: Option<&'static str>,
}

/// Line width of the output.
const WIDTH: usize = 88;

pub fn run(args: &Args, out: &mut Output) -> Result<Answer, Failure> {
    let word = args.keyword.join(" ");
    let entries = if word.trim().is_empty() {
        if !out.is_json() {
            return overview(out);
        }
        vocabulary::entries().collect()
    } else {
        vocabulary::find(&word)
    };
    if entries.is_empty()
        && !out.is_json()
        && let Some(answer) = vocabulary::concept(&word)
    {
        writeln!(out, "{word}: no word of the language\n")?;
        for line in wrap(answer, WIDTH) {
            writeln!(out, "{line}")?;
        }
        return Ok(Answer::Yes);
    }
    if entries.is_empty() {
        let near = vocabulary::suggest(&word).map_or_else(String::new, |name| format!(", did you mean \"{name}\"?"));
        let message = format!("the language has no word \"{word}\"{near}");
        return Err(Failure::Input(format!("{message}\n`boardwright doc` lists all words")));
    }
    for (index, entry) in entries.into_iter().enumerate() {
        if out.is_json() {
            out.json(&word_entry(entry))?;
            continue;
        }
        if index > 0 {
            writeln!(out)?;
        }
        print_entry(entry, out)?;
    }
    Ok(Answer::Yes)
}

fn word_entry(entry: VocabularyEntry) -> WordEntry {
    let (kind, section, form) = match entry {
        VocabularyEntry::Section(section) => ("section", None, format!("[{}]", section.name)),
        VocabularyEntry::Key(section, key) => ("key", Some(section.name), syntax_text(key.syntax)),
        VocabularyEntry::Builtin(builtin) => (builtin.kind.name(), None, builtin.signature.to_owned()),
    };
    let (example, gives) = match entry {
        VocabularyEntry::Section(_) => (None, None),
        VocabularyEntry::Key(_, key) => (Some(key.example), None),
        VocabularyEntry::Builtin(builtin) => match builtin.example {
            Example::Evaluates(expression, value) => (Some(expression), Some(value)),
            Example::Lines(lines) => (Some(lines), None),
        },
    };
    WordEntry { name: entry.name(), kind, section, form, doc: entry.doc(), example, gives }
}

fn syntax_text(form: ValueSyntax) -> String {
    match form {
        ValueSyntax::Words(words) => words.join(" | "),
        form => form.describe().to_owned(),
    }
}

/// Prints the documentation of one word.
fn print_entry(entry: VocabularyEntry, out: &mut Output) -> Result<(), Failure> {
    match entry {
        VocabularyEntry::Section(section) => writeln!(out, "[{}]: section", section.name)?,
        VocabularyEntry::Key(_, key) => {
            writeln!(out, "{}: {}, {}", key.name, entry.category(), syntax_text(key.syntax))?;
        }
        VocabularyEntry::Builtin(builtin) => writeln!(out, "{}: {}", builtin.signature, entry.category())?,
    }
    writeln!(out)?;
    paragraph(entry.doc(), 2, out)?;
    let WordEntry { example, gives, .. } = word_entry(entry);
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
    if let VocabularyEntry::Section(section) = entry {
        if section.entry_start != EntryStart::SingleEntry && !section.keys.is_empty() {
            writeln!(out, "\n  {}", entry_start_text(section.entry_start))?;
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

fn entry_start_text(opens: EntryStart) -> String {
    match opens {
        EntryStart::SingleEntry => "The section is one entry.".to_owned(),
        EntryStart::Key(key) => format!("Each `{key}` begins an entry."),
        EntryStart::PlayerNumber(_) => "Each number begins an entry: `1 = Name`.".to_owned(),
        EntryStart::EveryKey(_) => "Each line is an entry.".to_owned(),
    }
}

/// Prints a short list of all sections, keys and built-ins.
fn overview(out: &mut Output) -> Result<Answer, Failure> {
    writeln!(out, "The words of the game language; `boardwright doc WORD` explains one of them.\n")?;
    writeln!(out, "Sections and their keys:\n")?;
    let width = SECTIONS.iter().map(|section| section.name.len() + 2).max().unwrap_or(0);
    for section in SECTIONS {
        let keys: Vec<&str> = section.keys.iter().map(|key| key.name).collect();
        let keys = wrap(&keys.join(" "), WIDTH - width - 4);
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
    for line in wrap(text, WIDTH - indent) {
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
