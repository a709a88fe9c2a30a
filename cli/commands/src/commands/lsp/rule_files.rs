//! Rule files of Taroky (`.tks`) in the language server: diagnostics, completion, hover and formatting. Other requests have
//! an empty result.

use boardwright_bots::rules::{CheckOptions, EXTENSION, LoadedRules, editor, format};
use boardwright_game::fault::Span;
use boardwright_lang::analysis::Positions;
use lsp_types::request::{Completion, Formatting, HoverRequest, Request as _};
use lsp_types::{CompletionItem, CompletionResponse, Hover, HoverContents, Position};
use serde_json::Value;

use super::client::EditorCapabilities;
use super::conversion::{markup, range};
use super::documents::Documents;
use super::scripts::{convert_all, item, replacement};

/// `true` if a file is a rule file.
pub fn is_rule_file(uri: &str) -> bool {
    uri.rsplit_once('.').is_some_and(|(_, end)| end.eq_ignore_ascii_case(EXTENSION))
}

/// Answers a request about a rule file; `None` if the request is not about one.
pub fn answer(documents: &Documents, client: EditorCapabilities, method: &str, params: &Value) -> Option<Value> {
    let rules = documents.get(params.pointer("/textDocument/uri")?.as_str()?)?.rules.as_ref()?;
    let text = rules.source.text();
    let positions = Positions::new(text);
    let at = || {
        let Position { line, character } = serde_json::from_value(params.get("position")?.clone()).ok()?;
        Some(positions.byte(line, character))
    };
    let answer = match method {
        Completion::METHOD => {
            let items: Vec<_> = at().map_or_else(Vec::new, |byte| completion(text, byte, &positions, client));
            serde_json::to_value(CompletionResponse::Array(items))
        }
        HoverRequest::METHOD => serde_json::to_value(at().and_then(|byte| hover(text, byte, &positions, client))),
        Formatting::METHOD => {
            let formatted = format(&rules.source, CheckOptions::default()).ok();
            serde_json::to_value(formatted.map(|formatted| replacement(text, formatted, &positions)))
        }
        _ => Ok(Value::Null),
    };
    answer.ok()
}

fn completion(text: &str, byte: usize, positions: &Positions<'_>, client: EditorCapabilities) -> Vec<CompletionItem> {
    let is_word = |letter: &char| letter.is_alphanumeric() || *letter == '_';
    let bytes = |letters: &mut dyn Iterator<Item = char>| letters.map(char::len_utf8).sum::<usize>();
    let before = bytes(&mut text[..byte].chars().rev().take_while(is_word));
    let after = bytes(&mut text[byte..].chars().take_while(is_word));
    let word = range(positions, Span::new(byte - before, byte + after));
    let entries = editor::completion(text, byte);
    entries.iter().map(|entry| item(&entry.name, entry.markdown(), word, client)).collect()
}

fn hover(text: &str, byte: usize, positions: &Positions<'_>, client: EditorCapabilities) -> Option<Hover> {
    let (start, end, entry) = editor::hover(text, byte)?;
    let text = std::format!("`{}`: {}", entry.name, entry.markdown());
    let contents = HoverContents::Markup(markup(text, client.markdown_hover));
    Some(Hover { contents, range: Some(range(positions, Span::new(start, end))) })
}

/// Diagnostics of a rule file.
pub fn diagnostics(rules: &LoadedRules) -> Vec<lsp_types::Diagnostic> {
    convert_all(std::slice::from_ref(&rules.source), &rules.diagnostics)
}
