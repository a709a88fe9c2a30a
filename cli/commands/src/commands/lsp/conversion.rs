//! Conversion of spans, edits, completions and outlines to the types of the Language Server Protocol.

use boardwright_lang::analysis::{self, Analysis, Completion, CompletionKind, Edit, NameKind, Outline, Positions};
use boardwright_lang::{Source, vocabulary};
use boardwright_rules::Span;
use lsp_types::{
    CompletionItem, CompletionItemKind, CompletionTextEdit, DocumentSymbol, Documentation, Location, MarkupContent,
    MarkupKind, ParameterInformation, ParameterLabel, Position, Range, SignatureHelp, SignatureInformation,
    SymbolInformation, SymbolKind, TextEdit, Uri,
};

use super::client::EditorCapabilities;
use super::documents::uri_of;

pub fn range(positions: &Positions<'_>, span: Span) -> Range {
    let place = |byte: u32| {
        let (line, character) = positions.utf16(byte as usize);
        Position { line, character }
    };
    Range { start: place(span.start), end: place(span.end) }
}

/// Location of a span in the file or a base file; `None` if the base is no file that can be opened.
pub fn location(analysis: &Analysis, uri: &Uri, span: Span) -> Option<Location> {
    if span.source == 0 {
        return Some(Location { uri: uri.clone(), range: range(&Positions::new(analysis.text()), span) });
    }
    base_file_location(analysis.sources().get(usize::from(span.source))?, span)
}

/// Returns the location of a span in a base file, if the base is a file on disk.
fn base_file_location(source: &Source, span: Span) -> Option<Location> {
    let path = std::path::Path::new(source.name());
    if !path.is_file() {
        return None;
    }
    let positions = Positions::new(source.text());
    Some(Location { uri: uri_of(path)?, range: range(&positions, span) })
}

pub fn edits(positions: &Positions<'_>, edits: Vec<Edit>) -> Vec<TextEdit> {
    let edits = edits.into_iter().map(|edit| TextEdit { range: range(positions, edit.span), new_text: edit.text });
    edits.collect()
}

/// Markup for people; for editors without Markdown the text without its markup characters.
pub fn markup(markdown: String, understood: bool) -> MarkupContent {
    if understood {
        return MarkupContent { kind: MarkupKind::Markdown, value: markdown };
    }
    let lines = markdown.lines().filter(|line| !line.starts_with("```") && *line != "---");
    let plain: Vec<String> = lines.map(|line| line.replace('`', "")).collect();
    MarkupContent { kind: MarkupKind::PlainText, value: plain.join("\n") }
}

pub fn completion(positions: &Positions<'_>, item: Completion, markdown: bool) -> CompletionItem {
    let edit = TextEdit { range: range(positions, item.replace), new_text: item.insert };
    let doc = (!item.doc.is_empty()).then(|| Documentation::MarkupContent(markup(item.doc, markdown)));
    CompletionItem {
        kind: Some(completion_kind(item.kind)),
        detail: (!item.detail.is_empty()).then_some(item.detail),
        documentation: doc,
        sort_text: Some(format!("{}{}", item.rank, item.label)),
        text_edit: Some(CompletionTextEdit::Edit(edit)),
        label: item.label,
        ..CompletionItem::default()
    }
}

/// Signature with its parameters, as offsets in UTF-16 for editors that understand them.
pub fn signature(help: analysis::SignatureHelp, client: EditorCapabilities) -> SignatureHelp {
    let offset = |byte: usize| help.label[..byte].encode_utf16().count() as u32;
    let parameter = |range: &std::ops::Range<usize>| ParameterInformation {
        label: if client.label_offsets {
            ParameterLabel::LabelOffsets([offset(range.start), offset(range.end)])
        } else {
            ParameterLabel::Simple(help.label[range.clone()].to_owned())
        },
        documentation: None,
    };
    let parameters = help.parameters.iter().map(parameter).collect();
    // A number past the last parameter highlights none.
    let active = help.active.unwrap_or(help.parameters.len()) as u32;
    let information = SignatureInformation {
        label: help.label.clone(),
        documentation: Some(Documentation::MarkupContent(markup(help.doc, client.markdown_signature))),
        parameters: Some(parameters),
        active_parameter: None,
    };
    SignatureHelp { signatures: vec![information], active_signature: Some(0), active_parameter: Some(active) }
}

fn completion_kind(kind: CompletionKind) -> CompletionItemKind {
    match kind {
        CompletionKind::Section => CompletionItemKind::MODULE,
        CompletionKind::Key => CompletionItemKind::PROPERTY,
        CompletionKind::Word | CompletionKind::Name(NameKind::State) => CompletionItemKind::ENUM_MEMBER,
        CompletionKind::Builtin(vocabulary::BuiltinKind::Variable | vocabulary::BuiltinKind::Word) => {
            CompletionItemKind::KEYWORD
        }
        CompletionKind::Builtin(vocabulary::BuiltinKind::Operator) => CompletionItemKind::OPERATOR,
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

/// Symbols as a flat list, for editors without nested symbols.
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
