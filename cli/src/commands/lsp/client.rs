//! What an editor says it understands, and what it is told in return.
//! Editors that say nothing get the oldest form of every answer.

use lsp_types::{
    ClientCapabilities, CompletionOptions, HoverProviderCapability, MarkupKind, OneOf, RenameOptions,
    ServerCapabilities, TextDocumentSyncCapability, TextDocumentSyncKind, TextDocumentSyncOptions,
    TextDocumentSyncSaveOptions, WorkDoneProgressOptions,
};
use serde_json::{Value, json};

/// What the editor understands.
#[derive(Clone, Copy, Debug, Default)]
#[allow(clippy::struct_excessive_bools)] // each is an ability of its own
pub struct Client {
    /// Outlines with sections in which entries lie.
    pub nested_symbols: bool,
    /// Other places beside a diagnostic.
    pub related_places: bool,
    /// Markdown in what is shown of a word.
    pub markdown_hover: bool,
    /// Markdown in what is shown of a completion.
    pub markdown_completion: bool,
}

impl Client {
    /// Reads what the editor says of itself.
    pub fn new(params: &Value) -> Self {
        // Field by field, so that one that is odd does not spoil the others.
        let said = params.get("capabilities").cloned().unwrap_or_default();
        let said: ClientCapabilities = serde_json::from_value(said).unwrap_or_default();
        let Some(text) = said.text_document else { return Self::default() };
        let markdown =
            |formats: Option<&Vec<MarkupKind>>| formats.is_some_and(|formats| formats.contains(&MarkupKind::Markdown));
        let symbols = text.document_symbol.and_then(|symbols| symbols.hierarchical_document_symbol_support);
        let related = text.publish_diagnostics.and_then(|diagnostics| diagnostics.related_information);
        let hover = text.hover.and_then(|hover| hover.content_format);
        let item = text.completion.and_then(|completion| completion.completion_item);
        Self {
            nested_symbols: symbols.unwrap_or_default(),
            related_places: related.unwrap_or_default(),
            markdown_hover: markdown(hover.as_ref()),
            markdown_completion: markdown(item.and_then(|item| item.documentation_format).as_ref()),
        }
    }
}

/// What this server can do.
pub fn welcome() -> Value {
    let sync = TextDocumentSyncOptions {
        open_close: Some(true),
        change: Some(TextDocumentSyncKind::INCREMENTAL),
        save: Some(TextDocumentSyncSaveOptions::Supported(true)),
        ..TextDocumentSyncOptions::default()
    };
    let letters = ["$", "[", "(", "="];
    let capabilities = ServerCapabilities {
        text_document_sync: Some(TextDocumentSyncCapability::Options(sync)),
        completion_provider: Some(CompletionOptions {
            trigger_characters: Some(letters.map(str::to_owned).to_vec()),
            ..CompletionOptions::default()
        }),
        hover_provider: Some(HoverProviderCapability::Simple(true)),
        definition_provider: Some(OneOf::Left(true)),
        references_provider: Some(OneOf::Left(true)),
        rename_provider: Some(OneOf::Right(RenameOptions {
            prepare_provider: Some(true),
            work_done_progress_options: WorkDoneProgressOptions::default(),
        })),
        document_symbol_provider: Some(OneOf::Left(true)),
        document_formatting_provider: Some(OneOf::Left(true)),
        ..ServerCapabilities::default()
    };
    json!({
        "capabilities": capabilities,
        "serverInfo": { "name": env!("CARGO_PKG_NAME"), "version": env!("CARGO_PKG_VERSION") },
    })
}
