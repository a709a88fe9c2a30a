//! Places, outlines and kinds of words in the protocol's form.
//! Nothing is decided here.

use boardwright_engine::rules::Span;
use boardwright_lang::analysis::{Analysis, Completion, CompletionKind, Edit, NameKind, Outline, Positions};
use boardwright_lang::keys;
use lsp_types::{
    CompletionItem, CompletionItemKind, CompletionTextEdit, DocumentSymbol, Documentation, Location, MarkupContent,
    MarkupKind, Position, Range, SymbolInformation, SymbolKind, TextEdit, Uri,
};

use super::diagnostics::in_file_below;

pub fn range(positions: &Positions<'_>, span: Span) -> Range {
    let place = |byte: u32| {
        let (line, character) = positions.utf16(byte as usize);
        Position { line, character }
    };
    Range { start: place(span.start), end: place(span.end) }
}

/// Where a place is, in the file itself or below it; nowhere if that is no file that could be opened.
pub fn location(analysis: &Analysis, uri: &Uri, span: Span) -> Option<Location> {
    if span.source == 0 {
        return Some(Location { uri: uri.clone(), range: range(&Positions::new(analysis.text()), span) });
    }
    in_file_below(analysis.sources().get(usize::from(span.source))?, span)
}

pub fn edits(positions: &Positions<'_>, edits: Vec<Edit>) -> Vec<TextEdit> {
    let edits = edits.into_iter().map(|edit| TextEdit { range: range(positions, edit.span), new_text: edit.text });
    edits.collect()
}

/// Text for people, as Markdown or as it would be without its marks.
pub fn markup(markdown: String, understood: bool) -> MarkupContent {
    if understood {
        return MarkupContent { kind: MarkupKind::Markdown, value: markdown };
    }
    let lines = markdown.lines().filter(|line| !line.starts_with("```") && *line != "---");
    let plain: Vec<String> = lines.map(|line| line.replace('`', "")).collect();
    MarkupContent { kind: MarkupKind::PlainText, value: plain.join("\n") }
}

pub fn completion(positions: &Positions<'_>, found: Completion, markdown: bool) -> CompletionItem {
    let edit = TextEdit { range: range(positions, found.replace), new_text: found.insert };
    let doc = (!found.doc.is_empty()).then(|| Documentation::MarkupContent(markup(found.doc, markdown)));
    CompletionItem {
        kind: Some(completion_kind(found.kind)),
        detail: (!found.detail.is_empty()).then_some(found.detail),
        documentation: doc,
        sort_text: Some(format!("{}{}", found.rank, found.label)),
        text_edit: Some(CompletionTextEdit::Edit(edit)),
        label: found.label,
        ..CompletionItem::default()
    }
}

fn completion_kind(kind: CompletionKind) -> CompletionItemKind {
    match kind {
        CompletionKind::Section => CompletionItemKind::MODULE,
        CompletionKind::Key => CompletionItemKind::PROPERTY,
        CompletionKind::Word | CompletionKind::Name(NameKind::State) => CompletionItemKind::ENUM_MEMBER,
        CompletionKind::Builtin(keys::Kind::Variable | keys::Kind::Word) => CompletionItemKind::KEYWORD,
        CompletionKind::Builtin(keys::Kind::Operator) => CompletionItemKind::OPERATOR,
        CompletionKind::Builtin(_) => CompletionItemKind::FUNCTION,
        CompletionKind::Name(NameKind::ElementType | NameKind::LocationType) => CompletionItemKind::CLASS,
        CompletionKind::Name(NameKind::Expression) => CompletionItemKind::METHOD,
        CompletionKind::Name(NameKind::Option | NameKind::Text) => CompletionItemKind::CONSTANT,
        CompletionKind::Name(_) => CompletionItemKind::VARIABLE,
    }
}

fn symbol_kind(kind: Option<NameKind>) -> SymbolKind {
    match kind {
        None => SymbolKind::MODULE,
        Some(NameKind::Option | NameKind::Text) => SymbolKind::CONSTANT,
        Some(NameKind::ElementType | NameKind::LocationType) => SymbolKind::CLASS,
        Some(NameKind::Location | NameKind::Element) => SymbolKind::OBJECT,
        Some(NameKind::Direction | NameKind::Relation) => SymbolKind::INTERFACE,
        Some(NameKind::Expression) => SymbolKind::FUNCTION,
        Some(NameKind::State) => SymbolKind::ENUM_MEMBER,
        Some(NameKind::Rule) => SymbolKind::EVENT,
        Some(NameKind::Variable | NameKind::Heuristic | NameKind::Local) => SymbolKind::VARIABLE,
    }
}

#[allow(deprecated, reason = "the protocol's type has a field that is, and no other way to be made")]
pub fn nested_symbol(positions: &Positions<'_>, outline: Outline) -> DocumentSymbol {
    let children: Vec<_> = outline.children.into_iter().map(|child| nested_symbol(positions, child)).collect();
    DocumentSymbol {
        name: outline.name,
        detail: (!outline.detail.is_empty()).then_some(outline.detail),
        kind: symbol_kind(outline.kind),
        tags: None,
        deprecated: None,
        range: range(positions, outline.span),
        selection_range: range(positions, outline.name_span),
        children: (!children.is_empty()).then_some(children),
    }
}

/// The same in one list, for editors that know no other.
#[allow(deprecated, reason = "the protocol's type has a field that is, and no other way to be made")]
pub fn flat_symbols(
    positions: &Positions<'_>,
    uri: &Uri,
    outline: &Outline,
    within: Option<&str>,
) -> Vec<SymbolInformation> {
    let own = SymbolInformation {
        name: outline.name.clone(),
        kind: symbol_kind(outline.kind),
        tags: None,
        deprecated: None,
        location: Location { uri: uri.clone(), range: range(positions, outline.span) },
        container_name: within.map(str::to_owned),
    };
    let children = outline.children.iter().flat_map(|child| flat_symbols(positions, uri, child, Some(&outline.name)));
    std::iter::once(own).chain(children).collect()
}
