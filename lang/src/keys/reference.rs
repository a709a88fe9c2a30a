//! The reference page, made from the tables.
//! It explains no order of things and no game; the tutorial does.

use std::fmt::Write as _;

use super::{CHAPTERS, Example, Form, Key, Kind, Opens, SECTIONS, Section};

const BEFORE: &str = "\
# The words of the game language

<!-- Made from the tables in lang/src/keys; `BLESS=1 cargo test -p boardwright-lang --test reference` makes it anew. -->

What can be written in a game file of the 2026 edition, section by section, and then what expressions are made of. The
program tells the same of one word: `boardwright doc WORD`. Whoever writes a first game had better begin with
[the tutorial](tutorial.md).

";

const TEMPLATE_SAYS: &str = "\
## The game of the examples

Every example on this page is tried as a test. Its lines are added to this game, by a file that names it as its `base`;
what an expression gives is what it gives at the start of this game.

";

/// The page.
pub fn reference() -> String {
    let mut page = BEFORE.to_owned();
    contents(&mut page);
    for section in SECTIONS {
        write_section(&mut page, section);
    }
    for chapter in CHAPTERS {
        let _ = write!(page, "## {}\n\n{}\n\n", chapter.title, chapter.about);
        for builtin in chapter.builtins {
            let _ = write!(page, "**`{}`**\n\n{}\n\n", builtin.signature, builtin.doc);
            match builtin.example {
                Example::Gives(expression, value) => {
                    let _ = write!(page, "`{expression}` gives `{value}`.\n\n");
                }
                Example::Lines(_) if builtin.kind == Kind::Mark => {}
                Example::Lines(lines) => fenced(&mut page, lines),
            }
        }
    }
    page.push_str(TEMPLATE_SAYS);
    fenced(&mut page, super::TEMPLATE);
    page.truncate(page.trim_end().len());
    page.push('\n');
    page
}

fn contents(page: &mut String) {
    let sections = SECTIONS.iter().map(|section| link(&format!("[{}]", section.name)));
    let kinds = CHAPTERS.iter().map(|chapter| link(chapter.title));
    let _ = write!(page, "Sections: {}.\n\n", sections.collect::<Vec<_>>().join(", "));
    let _ = write!(page, "In expressions: {}.\n\n", kinds.collect::<Vec<_>>().join(", "));
}

/// A link to a heading of this page.
fn link(heading: &str) -> String {
    let letters = heading.to_lowercase().replace(' ', "-");
    let anchor: String = letters.chars().filter(|c| c.is_alphanumeric() || *c == '-').collect();
    format!("[{}](#{anchor})", heading.trim_matches(['[', ']']))
}

fn write_section(page: &mut String, section: &Section) {
    let _ = write!(page, "## [{}]\n\n{}\n\n{}\n\n", section.name, section.doc, entries_are(section));
    let mut keys = section.keys.iter().peekable();
    while let Some(key) = keys.next() {
        let again = if key.repeats { ", may be given several times" } else { "" };
        let _ = write!(page, "**`{}`**: {}{again}\n\n{}\n\n", key.name, said(key), key.doc);
        // Keys that belong together share an example, which comes once, after the last of them.
        if keys.peek().is_none_or(|next| next.example != key.example) {
            fenced(page, key.example);
        }
    }
}

/// What the key takes, in words.
fn said(key: &Key) -> String {
    match key.form {
        Form::Words(words) => words.iter().map(|word| format!("`{word}`")).collect::<Vec<_>>().join(", "),
        form => form.describe().to_owned(),
    }
}

fn entries_are(section: &Section) -> String {
    let entries = match section.opens {
        Opens::Nothing => "The section is one entry.".to_owned(),
        Opens::Key(key) => format!("Each `{key}` begins an entry."),
        Opens::Number(_) => "Each number begins an entry, with the name as its value.".to_owned(),
        Opens::Every(_) => "Each line is an entry, a new name with or without parameters.".to_owned(),
    };
    match section.also {
        [] => entries,
        also => format!("{entries} It may also be called [{}].", also.join("], [")),
    }
}

fn fenced(page: &mut String, lines: &str) {
    let _ = write!(page, "```ini\n{}\n```\n\n", lines.trim_end());
}
