//! Capability negotiation of the language server: capabilities of the editor, and those of the server.
//! Editors that announce no capabilities get the oldest form of every answer.

use lsp_types::{
    ClientCapabilities, CompletionOptions, HoverProviderCapability, MarkupKind, OneOf, RenameOptions,
    ServerCapabilities, TextDocumentSyncCapability, TextDocumentSyncKind, TextDocumentSyncOptions,
    TextDocumentSyncSaveOptions, WorkDoneProgressOptions,
};
use serde_json::{Value, json};

/// Capabilities of the editor.
#[derive(Clone, Copy, Debug, Default)]
#[allow(clippy::struct_excessive_bools)] // each is an independent capability
pub struct EditorCapabilities {
    /// Document outlines with nested symbols.
    pub nested_symbols: bool,
    /// Related locations of a diagnostic.
    pub related_places: bool,
    /// Markdown in hover texts.
    pub markdown_hover: bool,
    /// Markdown in the documentation of completions.
    pub markdown_completion: bool,
}

impl EditorCapabilities {
    /// Reads the capabilities from the parameters of `initialize`.
    pub fn new(params: &Value) -> Self {
        // If the capabilities cannot be parsed, the defaults apply.
        let declared = params.get("capabilities").cloned().unwrap_or_default();
        let declared: ClientCapabilities = serde_json::from_value(declared).unwrap_or_default();
        let Some(text) = declared.text_document else { return Self::default() };
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

/// Result of `initialize`: the capabilities of this server.
pub fn initialize_result() -> Value {
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
        "serverInfo": { "name": "boardwright", "version": env!("CARGO_PKG_VERSION") },
    })
}
