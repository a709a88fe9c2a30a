//! Capability negotiation of the language server: capabilities of the editor, and those of the server.
//! Editors that announce no capabilities get the oldest form of every answer.

use lsp_types::{
    ClientCapabilities, CodeActionKind, CodeActionOptions, CodeActionProviderCapability, CompletionOptions,
    FoldingRangeProviderCapability, HoverProviderCapability, MarkupKind, OneOf, RenameOptions,
    SemanticTokensFullOptions, SemanticTokensOptions, ServerCapabilities, SignatureHelpOptions,
    TextDocumentSyncCapability, TextDocumentSyncKind, TextDocumentSyncOptions, TextDocumentSyncSaveOptions,
    WorkDoneProgressOptions,
};
use serde_json::{Value, json};

use super::features;

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
    /// Markdown in the documentation of signatures.
    pub markdown_signature: bool,
    /// Parameters of signatures by their offsets.
    pub label_offsets: bool,
    /// Code actions as literals, with kinds and edits.
    pub code_action_literals: bool,
    /// Folds that hold whole lines only.
    pub line_folds: bool,
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
        let signature = text.signature_help.and_then(|help| help.signature_information);
        let offsets = signature.as_ref().and_then(|signature| signature.parameter_information.clone());
        let actions = text.code_action.and_then(|actions| actions.code_action_literal_support);
        let folds = text.folding_range.and_then(|folds| folds.line_folding_only);
        Self {
            markdown_signature: markdown(signature.and_then(|signature| signature.documentation_format).as_ref()),
            label_offsets: offsets.and_then(|offsets| offsets.label_offset_support).unwrap_or_default(),
            code_action_literals: actions.is_some(),
            line_folds: folds.unwrap_or_default(),
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
        signature_help_provider: Some(SignatureHelpOptions {
            trigger_characters: Some(["(", ","].map(str::to_owned).to_vec()),
            ..SignatureHelpOptions::default()
        }),
        folding_range_provider: Some(FoldingRangeProviderCapability::Simple(true)),
        code_action_provider: Some(CodeActionProviderCapability::Options(CodeActionOptions {
            code_action_kinds: Some(vec![CodeActionKind::QUICKFIX]),
            ..CodeActionOptions::default()
        })),
        semantic_tokens_provider: Some(
            SemanticTokensOptions {
                legend: features::legend(),
                range: Some(true),
                full: Some(SemanticTokensFullOptions::Bool(true)),
                ..SemanticTokensOptions::default()
            }
            .into(),
        ),
        ..ServerCapabilities::default()
    };
    json!({
        "capabilities": capabilities,
        "serverInfo": { "name": "boardwright", "version": env!("CARGO_PKG_VERSION") },
    })
}
