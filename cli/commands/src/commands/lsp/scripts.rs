//! Scripts in Heads Up Script (`.hus`) in the language server: diagnostics, completion, hover and formatting. Other
//! requests have an empty result.

use boardwright_bots::script::editor;
use boardwright_bots::script::vocabulary::WordEntry;
use boardwright_bots::script::{LoadedScript, format};
use boardwright_game::fault::Span;
use boardwright_lang::analysis::Positions;
use boardwright_lang::{Diagnostic, Severity, Source};
use lsp_types::request::{Completion, Formatting, HoverRequest, Request as _};
use lsp_types::{
    CompletionItem, CompletionItemKind, CompletionResponse, CompletionTextEdit, DiagnosticSeverity, Documentation,
    Hover, HoverContents, NumberOrString, Position, Range, TextEdit,
};
use serde_json::Value;

use super::client::EditorCapabilities;
use super::conversion::{markup, range};
use super::diagnostics::position_text;
use super::documents::Documents;

/// File extension of scripts.
const EXTENSION: &str = ".hus";

/// `true` if a file is a script.
pub fn is_script(uri: &str) -> bool {
    uri.get(uri.len().saturating_sub(EXTENSION.len())..).is_some_and(|end| end.eq_ignore_ascii_case(EXTENSION))
}

/// Answers a request about a script; `None` if the request is not about one.
pub fn answer(documents: &Documents, client: EditorCapabilities, method: &str, params: &Value) -> Option<Value> {
    let script = documents.get(params.pointer("/textDocument/uri")?.as_str()?)?.script.as_ref()?;
    let text = script.sources.first()?.text();
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
        Formatting::METHOD => serde_json::to_value(formatting(script, &positions)),
        _ => Ok(Value::Null),
    };
    answer.ok()
}

/// Meaning and example of a word.
fn describe(entry: &WordEntry) -> String {
    format!("{}\n\n```\n{}\n```", entry.meaning, entry.example)
}

fn completion(text: &str, byte: usize, positions: &Positions<'_>, client: EditorCapabilities) -> Vec<CompletionItem> {
    let is_letter = |letter: &char| letter.is_ascii_alphanumeric();
    let before = text[..byte].chars().rev().take_while(is_letter).count();
    let after = text[byte..].chars().take_while(is_letter).count();
    let word = Span::new(byte - before, byte + after);
    let item = |entry: &WordEntry| item(entry.name, describe(entry), range(positions, word), client);
    editor::completion(text, byte).into_iter().map(item).collect()
}

/// A word that replaces a range, with its description in Markdown.
pub(super) fn item(name: &str, description: String, word: Range, client: EditorCapabilities) -> CompletionItem {
    CompletionItem {
        label: name.to_owned(),
        kind: Some(CompletionItemKind::KEYWORD),
        documentation: Some(Documentation::MarkupContent(markup(description, client.markdown_completion))),
        text_edit: Some(CompletionTextEdit::Edit(TextEdit { range: word, new_text: name.to_owned() })),
        ..CompletionItem::default()
    }
}

fn hover(text: &str, byte: usize, positions: &Positions<'_>, client: EditorCapabilities) -> Option<Hover> {
    let found = editor::hover(text, byte)?;
    let text = format!("`{}`: {}", found.entry.name, describe(found.entry));
    let contents = HoverContents::Markup(markup(text, client.markdown_hover));
    Some(Hover { contents, range: Some(range(positions, found.span)) })
}

/// The edit that formats a script; `None` for one that cannot be parsed, whose errors are published as diagnostics.
fn formatting(script: &LoadedScript, positions: &Positions<'_>) -> Option<Vec<TextEdit>> {
    let source = script.sources.first()?;
    Some(replacement(source.text(), format(source).ok()?, positions))
}

/// The edit that replaces a whole text; none if nothing changes.
pub(super) fn replacement(text: &str, formatted: String, positions: &Positions<'_>) -> Vec<TextEdit> {
    if formatted == text {
        return Vec::new();
    }
    vec![TextEdit { range: range(positions, Span::new(0, text.len())), new_text: formatted }]
}

/// Diagnostics of a script. Those of its tables are reported at its beginning.
pub fn diagnostics(script: &LoadedScript) -> Vec<lsp_types::Diagnostic> {
    convert_all(&script.sources, &script.diagnostics)
}

/// Diagnostics of a file and of the other files that it uses, which are reported at its beginning.
pub(super) fn convert_all(sources: &[Source], list: &[Diagnostic]) -> Vec<lsp_types::Diagnostic> {
    let positions = Positions::new(sources.first().map_or("", |source| source.text()));
    list.iter().map(|diagnostic| convert(sources, &positions, diagnostic)).collect()
}

pub(super) fn convert(sources: &[Source], positions: &Positions<'_>, diagnostic: &Diagnostic) -> lsp_types::Diagnostic {
    let table = sources.get(usize::from(diagnostic.span.source)).filter(|_| diagnostic.span.source > 0);
    let span = if table.is_some() { Span::default() } else { diagnostic.span };
    let mut message = match table {
        Some(table) => format!("{}: {}", position_text(table, diagnostic.span), diagnostic.message),
        None => diagnostic.message.clone(),
    };
    let details = [Some(&diagnostic.label).filter(|label| !label.is_empty()), diagnostic.help.as_ref()];
    for detail in details.into_iter().flatten() {
        message = format!("{message}\n{detail}");
    }
    lsp_types::Diagnostic {
        range: range(positions, span),
        severity: Some(match diagnostic.severity {
            Severity::Error => DiagnosticSeverity::ERROR,
            Severity::Warning => DiagnosticSeverity::WARNING,
        }),
        code: Some(NumberOrString::String(diagnostic.code.to_owned())),
        source: Some("boardwright".to_owned()),
        message,
        ..lsp_types::Diagnostic::default()
    }
}
