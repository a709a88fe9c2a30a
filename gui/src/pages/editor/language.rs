//! Languages of the editor, by the file's extension: game files, poker scripts, and rule files of Taroky. One analysis answers
//! the queries of the editor for all.

use std::path::Path;
use std::sync::Arc;

use boardwright_bots::rules::{self, CheckOptions, LoadedRules};
use boardwright_bots::script::vocabulary::WordEntry;
use boardwright_bots::script::{self, LoadedScript, editor, format};
use boardwright_game::fault::Span;
use boardwright_lang::Diagnostic;
use boardwright_lang::analysis::{
    Analysis, Completion, CompletionKind, Fold, QuickFix, SemanticToken, SignatureHelp, apply, corrections,
};

/// Language of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Language {
    /// A game file.
    Game,
    /// A poker script.
    Script,
    /// A rule file of Taroky.
    Rules,
}

impl Language {
    /// Extension of the files of scripts.
    pub const SCRIPT_EXTENSION: &'static str = "hus";

    /// The language of a file.
    pub fn of(path: &Path) -> Self {
        let ends_with = |extension| path.extension().is_some_and(|end| end.eq_ignore_ascii_case(extension));
        if ends_with(Self::SCRIPT_EXTENSION) {
            Self::Script
        } else if ends_with(rules::EXTENSION) {
            Self::Rules
        } else {
            Self::Game
        }
    }
}

/// Analysis of a text.
#[derive(Clone, Debug)]
pub enum TextAnalysis {
    /// Analysis of a game file.
    Game(Arc<Analysis>),
    /// A checked script.
    Script(Arc<LoadedScript>),
    /// A checked rule file.
    Rules(Arc<LoadedRules>),
}

impl TextAnalysis {
    /// All diagnostics, ordered by source position.
    pub fn diagnostics(&self) -> &[Diagnostic] {
        match self {
            Self::Game(analysis) => analysis.diagnostics(),
            Self::Script(script) => &script.diagnostics,
            Self::Rules(rules) => &rules.diagnostics,
        }
    }

    /// Explanation of the word at a byte offset, in Markdown.
    pub fn hover(&self, at: usize) -> Option<String> {
        match self {
            Self::Game(analysis) => analysis.hover(at).map(|hover| hover.markdown),
            Self::Script(script) => {
                let found = editor::hover(script.sources.first()?.text(), at)?;
                Some(format!("`{}`: {}", found.entry.name, describe(found.entry)))
            }
            Self::Rules(loaded) => {
                let (_, _, entry) = rules::editor::hover(loaded.source.text(), at)?;
                Some(format!("`{}`: {}", entry.name, entry.markdown()))
            }
        }
    }

    /// Completions at a byte offset.
    pub fn completion(&self, at: usize) -> Vec<Completion> {
        match self {
            Self::Game(analysis) => analysis.completion(at),
            Self::Script(script) => {
                script.sources.first().map_or_else(Vec::new, |source| script_completion(source.text(), at))
            }
            Self::Rules(loaded) => rules_completion(loaded.source.text(), at),
        }
    }

    /// The formatted text; `None` for a text that cannot be parsed.
    pub fn formatted(&self, text: &str) -> Option<String> {
        match self {
            Self::Game(analysis) => analysis.format().ok().map(|edits| apply(text, &edits)),
            Self::Script(script) => format(script.sources.first()?).ok(),
            Self::Rules(loaded) => rules::format(&loaded.source, CheckOptions::default()).ok(),
        }
    }

    /// The analysed text.
    pub fn text(&self) -> &str {
        match self {
            Self::Game(analysis) => analysis.text(),
            Self::Script(script) => script.sources.first().map_or("", |source| source.text()),
            Self::Rules(rules) => rules.source.text(),
        }
    }

    /// The classified tokens of the text in order.
    pub fn tokens(&self) -> Vec<SemanticToken> {
        match self {
            Self::Game(analysis) => analysis.tokens(),
            Self::Script(_) => script::tokens::tokens(self.text()),
            Self::Rules(_) => rules::tokens::tokens(self.text()),
        }
    }

    /// The parts of the text that can be folded, in order.
    pub fn folds(&self) -> Vec<Fold> {
        match self {
            Self::Game(analysis) => analysis.folds(),
            Self::Script(_) => script::tokens::folds(self.text()),
            Self::Rules(_) => rules::tokens::folds(self.text()),
        }
    }

    /// Quick fixes for all diagnostics.
    pub fn quick_fixes(&self) -> Vec<QuickFix> {
        let all = Span::new(0, self.text().len());
        match self {
            Self::Game(analysis) => analysis.quick_fixes(all),
            Self::Script(_) | Self::Rules(_) => corrections(self.text(), self.diagnostics(), all),
        }
    }

    /// Signature of the call around a byte offset.
    pub fn signature(&self, at: usize) -> Option<SignatureHelp> {
        self.game()?.signature(at)
    }

    /// The analysis of a game file.
    pub fn game(&self) -> Option<&Arc<Analysis>> {
        match self {
            Self::Game(analysis) => Some(analysis),
            Self::Script(_) | Self::Rules(_) => None,
        }
    }
}

/// Meaning and example of a word of scripts.
fn describe(entry: &WordEntry) -> String {
    format!("{}\n\n```\n{}\n```", entry.meaning, entry.example)
}

fn script_completion(text: &str, at: usize) -> Vec<Completion> {
    let is_letter = |letter: &char| letter.is_ascii_alphanumeric();
    let before = text[..at].chars().rev().take_while(is_letter).count();
    let after = text[at..].chars().take_while(is_letter).count();
    let completion = |entry: &WordEntry| Completion {
        label: entry.name.to_owned(),
        kind: CompletionKind::Word,
        detail: entry.meaning.to_owned(),
        doc: describe(entry),
        insert: entry.name.to_owned(),
        replace: Span::new(at - before, at + after),
        rank: 0,
    };
    editor::completion(text, at).into_iter().map(completion).collect()
}

fn rules_completion(text: &str, at: usize) -> Vec<Completion> {
    let is_word = |letter: &char| letter.is_alphanumeric() || *letter == '_';
    let bytes = |letters: &mut dyn Iterator<Item = char>| letters.map(char::len_utf8).sum::<usize>();
    let before = bytes(&mut text[..at].chars().rev().take_while(is_word));
    let after = bytes(&mut text[at..].chars().take_while(is_word));
    let completion = |entry: rules::editor::WordEntry| Completion {
        doc: entry.markdown(),
        label: entry.name.clone(),
        kind: CompletionKind::Word,
        detail: entry.meaning,
        insert: entry.name,
        replace: Span::new(at - before, at + after),
        rank: 0,
    };
    rules::editor::completion(text, at).into_iter().map(completion).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_extension_decides_the_language() {
        assert_eq!(Language::of(Path::new("a/b.HUS")), Language::Script);
        assert_eq!(Language::of(Path::new("a/b.game")), Language::Game);
        assert_eq!(Language::of(Path::new("a/b.tks")), Language::Rules);
        assert_eq!(Language::of(Path::new("hus")), Language::Game);
    }

    #[test]
    fn words_of_scripts_are_completed_and_explained() {
        let text = "PREFLOP\n RULE\n  pa\n";
        let at = text.find("pa").expect("it is there") + 2;
        let found = script_completion(text, at);
        let pair = found.iter().find(|completion| completion.label == "pair").expect("it is proposed");
        assert_eq!((pair.replace.start as usize, pair.replace.end as usize), (at - 2, at));
    }
    #[test]
    fn words_of_rule_files_are_completed_and_explained() {
        let text = "PROLOG { }\nSETTURN { IF (true.) { add played(\\CA). } }\n";
        let at = text.find("CA").expect("it is there") + 2;
        let found = rules_completion(text, at);
        let card = found.iter().find(|completion| completion.label == "CARD").expect("it is proposed");
        assert_eq!((card.replace.start as usize, card.replace.end as usize), (at - 2, at));
    }
}
