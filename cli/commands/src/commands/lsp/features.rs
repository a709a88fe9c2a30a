//! Requests that all languages of files answer alike: semantic tokens, folds and quick fixes.

use boardwright_bots::{rules, script};
use boardwright_lang::analysis::{Fold, FoldKind, Positions, QuickFix, SemanticToken, TokenClass, corrections};
use boardwright_rules::Span;
use lsp_server::ErrorCode;
use lsp_types::request::{
    CodeActionRequest, FoldingRangeRequest, Request as _, SemanticTokensFullRequest, SemanticTokensRangeRequest,
};
use lsp_types::{
    CodeAction, CodeActionKind, CodeActionOrCommand, FoldingRange, FoldingRangeKind, Range, SemanticToken as Encoded,
    SemanticTokenModifier, SemanticTokenType, SemanticTokens, SemanticTokensLegend, Uri, WorkspaceEdit,
};
use serde_json::Value;

use super::ErrorAnswer;
use super::answers::{parse, serialize};
use super::client::EditorCapabilities;
use super::conversion;
use super::diagnostics;
use super::documents::{Document, Documents};
use super::scripts;

/// Answers a request; `None` if it is another one.
pub fn answer(
    documents: &Documents,
    client: EditorCapabilities,
    method: &str,
    params: &Value,
) -> Option<Result<Value, ErrorAnswer>> {
    let is_own = [
        SemanticTokensFullRequest::METHOD,
        SemanticTokensRangeRequest::METHOD,
        FoldingRangeRequest::METHOD,
        CodeActionRequest::METHOD,
    ]
    .contains(&method);
    if !is_own {
        return None;
    }
    let uri = params.pointer("/textDocument/uri").and_then(Value::as_str).unwrap_or_default();
    let open = documents.get(uri).and_then(|document| Some((document, text(document)?)));
    let Some((document, text)) = open else {
        return Some(Err((ErrorCode::InvalidParams, format!("{uri} is not open"))));
    };
    let positions = Positions::new(text);
    let span = |range: Range| {
        let byte = |place: lsp_types::Position| positions.byte(place.line, place.character);
        Span::new(byte(range.start), byte(range.end))
    };
    let params = params.clone();
    Some(match method {
        SemanticTokensFullRequest::METHOD => parse::<SemanticTokensFullRequest>(params).and_then(|_| {
            let encoded = encode(text, &positions, &tokens(document, text));
            serialize::<SemanticTokensFullRequest>(Some(encoded.into()))
        }),
        SemanticTokensRangeRequest::METHOD => parse::<SemanticTokensRangeRequest>(params).and_then(|params| {
            let range = span(params.range);
            let mut tokens = tokens(document, text);
            tokens.retain(|token| token.span.start < range.end && range.start < token.span.end);
            serialize::<SemanticTokensRangeRequest>(Some(encode(text, &positions, &tokens).into()))
        }),
        FoldingRangeRequest::METHOD => parse::<FoldingRangeRequest>(params).and_then(|_| {
            let folds = folds(document, text);
            let ranges = folds.iter().map(|fold| folding_range(&positions, fold, client));
            serialize::<FoldingRangeRequest>(Some(ranges.collect()))
        }),
        _ => parse::<CodeActionRequest>(params).and_then(|params| {
            let only = params.context.only.unwrap_or_default();
            let is_wanted = only.is_empty() || only.contains(&CodeActionKind::QUICKFIX);
            let fixes = if is_wanted && client.code_action_literals {
                quick_fixes(document, text, span(params.range))
            } else {
                Vec::new()
            };
            let uri = params.text_document.uri;
            let actions = fixes.into_iter().map(|fix| code_action(document, &positions, client, &uri, fix));
            serialize::<CodeActionRequest>(Some(actions.collect()))
        }),
    })
}

/// Text of the latest analysis.
fn text(document: &Document) -> Option<&str> {
    if let Some(script) = &document.script {
        return script.sources.first().map(|source| source.text());
    }
    if let Some(rules) = &document.rules {
        return Some(rules.source.text());
    }
    document.analysis.as_ref().map(boardwright_lang::analysis::Analysis::text)
}

fn tokens(document: &Document, text: &str) -> Vec<SemanticToken> {
    match &document.analysis {
        Some(analysis) => analysis.tokens(),
        None if document.script.is_some() => script::tokens::tokens(text),
        None => rules::tokens::tokens(text),
    }
}

fn folds(document: &Document, text: &str) -> Vec<Fold> {
    match &document.analysis {
        Some(analysis) => analysis.folds(),
        None if document.script.is_some() => script::tokens::folds(text),
        None => rules::tokens::folds(text),
    }
}

fn quick_fixes(document: &Document, text: &str, range: Span) -> Vec<QuickFix> {
    let script = document.script.as_ref().map(|script| &script.diagnostics);
    let rules = document.rules.as_ref().map(|rules| &rules.diagnostics);
    match (&document.analysis, script.or(rules)) {
        (Some(analysis), _) => analysis.quick_fixes(range),
        (None, Some(list)) => corrections(text, list, range),
        (None, None) => Vec::new(),
    }
}

fn code_action(
    document: &Document,
    positions: &Positions<'_>,
    client: EditorCapabilities,
    uri: &Uri,
    fix: QuickFix,
) -> CodeActionOrCommand {
    let mends = match (&document.analysis, &document.script, &document.rules) {
        (Some(analysis), ..) => analysis
            .diagnostics()
            .get(fix.diagnostic)
            .map(|diagnostic| diagnostics::convert(analysis, positions, client, uri, diagnostic)),
        (None, Some(script), _) => script
            .diagnostics
            .get(fix.diagnostic)
            .map(|diagnostic| scripts::convert(&script.sources, positions, diagnostic)),
        (None, None, Some(rules)) => rules
            .diagnostics
            .get(fix.diagnostic)
            .map(|diagnostic| scripts::convert(std::slice::from_ref(&rules.source), positions, diagnostic)),
        (None, None, None) => None,
    };
    let edits = conversion::edits(positions, fix.edits);
    CodeActionOrCommand::CodeAction(CodeAction {
        title: fix.title,
        kind: Some(CodeActionKind::QUICKFIX),
        diagnostics: mends.map(|diagnostic| vec![diagnostic]),
        edit: Some(WorkspaceEdit::new([(uri.clone(), edits)].into_iter().collect())),
        ..CodeAction::default()
    })
}

fn folding_range(positions: &Positions<'_>, fold: &Fold, client: EditorCapabilities) -> FoldingRange {
    let range = conversion::range(positions, fold.span);
    let kind = match fold.kind {
        FoldKind::Comment => FoldingRangeKind::Comment,
        FoldKind::Section | FoldKind::Entry => FoldingRangeKind::Region,
    };
    FoldingRange {
        start_line: range.start.line,
        end_line: range.end.line,
        end_character: (!client.line_folds).then_some(range.end.character),
        kind: Some(kind),
        ..FoldingRange::default()
    }
}

/// Types of tokens in the protocol, in the order of [`TokenClass::ALL`], and the modifiers.
pub fn legend() -> SemanticTokensLegend {
    SemanticTokensLegend {
        token_types: TokenClass::ALL.map(token_type).to_vec(),
        token_modifiers: vec![SemanticTokenModifier::DECLARATION, SemanticTokenModifier::DEFAULT_LIBRARY],
    }
}

fn token_type(class: TokenClass) -> SemanticTokenType {
    match class {
        TokenClass::Comment => SemanticTokenType::COMMENT,
        TokenClass::Section => SemanticTokenType::NAMESPACE,
        TokenClass::Key => SemanticTokenType::PROPERTY,
        TokenClass::Keyword => SemanticTokenType::KEYWORD,
        TokenClass::Function => SemanticTokenType::FUNCTION,
        TokenClass::Variable => SemanticTokenType::VARIABLE,
        TokenClass::Parameter => SemanticTokenType::PARAMETER,
        TokenClass::Type => SemanticTokenType::TYPE,
        TokenClass::Thing => SemanticTokenType::CLASS,
        TokenClass::Expression => SemanticTokenType::METHOD,
        TokenClass::State => SemanticTokenType::ENUM_MEMBER,
        TokenClass::Rule => SemanticTokenType::EVENT,
        TokenClass::Number => SemanticTokenType::NUMBER,
        TokenClass::Text => SemanticTokenType::STRING,
        TokenClass::Colour => SemanticTokenType::REGEXP,
        TokenClass::Operator => SemanticTokenType::OPERATOR,
        TokenClass::Macro => SemanticTokenType::MACRO,
    }
}

/// Encodes tokens: each place is relative to that of the token before.
fn encode(text: &str, positions: &Positions<'_>, tokens: &[SemanticToken]) -> SemanticTokens {
    let (mut line, mut character) = (0, 0);
    let mut data = Vec::with_capacity(tokens.len());
    for token in tokens {
        let (start, end) = (token.span.start as usize, token.span.end as usize);
        let Some(word) = text.get(start..end) else { continue };
        let (own_line, own_character) = positions.utf16(start);
        let class = TokenClass::ALL.iter().position(|class| *class == token.class).unwrap_or_default();
        data.push(Encoded {
            delta_line: own_line - line,
            delta_start: if own_line == line { own_character - character } else { own_character },
            length: word.encode_utf16().count() as u32,
            token_type: class as u32,
            token_modifiers_bitset: u32::from(token.is_declaration) | u32::from(token.is_builtin) << 1,
        });
        (line, character) = (own_line, own_character);
    }
    SemanticTokens { result_id: None, data }
}
