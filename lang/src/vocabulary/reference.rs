//! Generator of the reference page `docs/reference.md` from the tables of this folder.
//! The page is a reference only; the tutorial introduces the language step by step.

use std::fmt::Write as _;

use super::{BuiltinKind, CHAPTERS, EntryStart, Example, Key, SECTIONS, Section, ValueSyntax};

const INTRODUCTION: &str = "\
# Reference of the game language

<!-- Generated from the tables in lang/src/vocabulary by `BLESS=1 cargo test -p boardwright-lang --test files reference` -->

All sections and keys of a game file of the 2026 edition, followed by the built-ins of expressions. The command
`boardwright doc WORD` shows the entry of one word. [The tutorial](tutorial.md) is the better starting point for writing a
first game.

";

const TEMPLATE_INTRODUCTION: &str = "\
## The game of the examples

Every example on this page is run as a test. Its lines are added to the following game, by a file that names it as its
`base`; the values of expressions are those at the start of this game.

";

/// Returns the reference page as Markdown.
pub fn reference() -> String {
    let mut page = INTRODUCTION.to_owned();
    write_contents(&mut page);
    for section in SECTIONS {
        write_section(&mut page, section);
    }
    for chapter in CHAPTERS {
        let _ = write!(page, "## {}\n\n{}\n\n", chapter.title, chapter.about);
        for builtin in chapter.builtins {
            let _ = write!(page, "**`{}`**\n\n{}\n\n", builtin.signature, builtin.doc);
            match builtin.example {
                Example::Evaluates(expression, value) => {
                    let _ = write!(page, "`{expression}` evaluates to `{value}`.\n\n");
                }
                Example::Lines(_) if builtin.kind == BuiltinKind::Mark => {}
                Example::Lines(lines) => write_code_block(&mut page, lines),
            }
        }
    }
    page.push_str(TEMPLATE_INTRODUCTION);
    write_code_block(&mut page, super::TEMPLATE);
    page.truncate(page.trim_end().len());
    page.push('\n');
    page
}

fn write_contents(page: &mut String) {
    let sections = SECTIONS.iter().map(|section| heading_link(&format!("[{}]", section.name)));
    let kinds = CHAPTERS.iter().map(|chapter| heading_link(chapter.title));
    let _ = write!(page, "Sections: {}.\n\n", sections.collect::<Vec<_>>().join(", "));
    let _ = write!(page, "In expressions: {}.\n\n", kinds.collect::<Vec<_>>().join(", "));
}

/// Returns a Markdown link to a heading of this page.
fn heading_link(heading: &str) -> String {
    let letters = heading.to_lowercase().replace(' ', "-");
    let anchor: String = letters.chars().filter(|c| c.is_alphanumeric() || *c == '-').collect();
    format!("[{}](#{anchor})", heading.trim_matches(['[', ']']))
}

fn write_section(page: &mut String, section: &Section) {
    let _ = write!(page, "## [{}]\n\n{}\n\n{}\n\n", section.name, section.doc, entry_description(section));
    let mut keys = section.keys.iter().peekable();
    while let Some(key) = keys.next() {
        let again = if key.is_repeatable { ", repeatable" } else { "" };
        let _ = write!(page, "**`{}`**: {}{again}\n\n{}\n\n", key.name, value_description(key), key.doc);
        // Consecutive keys with a common example share one code block, after the last of them.
        if keys.peek().is_none_or(|next| next.example != key.example) {
            write_code_block(page, key.example);
        }
    }
}

/// Description of the value that the key takes.
fn value_description(key: &Key) -> String {
    match key.syntax {
        ValueSyntax::Words(words) => words.iter().map(|word| format!("`{word}`")).collect::<Vec<_>>().join(", "),
        form => form.describe().to_owned(),
    }
}

fn entry_description(section: &Section) -> String {
    let entries = match section.entry_start {
        EntryStart::SingleEntry => "The section consists of a single entry.".to_owned(),
        EntryStart::Key(key) => format!("Each `{key}` begins an entry."),
        EntryStart::PlayerNumber(_) => "Each number begins an entry; its value is the name.".to_owned(),
        EntryStart::EveryKey(_) => "Each key is an entry: a new name with or without parameters.".to_owned(),
    };
    match section.aliases {
        [] => entries,
        also => format!("{entries} Alternative name: [{}].", also.join("], [")),
    }
}

fn write_code_block(page: &mut String, lines: &str) {
    let _ = write!(page, "```ini\n{}\n```\n\n", lines.trim_end());
}
