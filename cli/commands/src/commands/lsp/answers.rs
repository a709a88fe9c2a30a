//! Language server requests about an open file: each is parsed, answered from the file's analysis and serialized.
//! No request changes a file.

use boardwright_lang::analysis::{Analysis, EditError, Positions};
use lsp_server::ErrorCode;
use lsp_types::request::{
    Completion, DocumentSymbolRequest, Formatting, GotoDefinition, HoverRequest, PrepareRenameRequest, References,
    Rename, Request, SignatureHelpRequest,
};
use lsp_types::{
    DocumentSymbolResponse, GotoDefinitionResponse, Hover, HoverContents, Location, Position, PrepareRenameResponse,
    TextDocumentIdentifier, TextDocumentPositionParams, Uri, WorkspaceEdit,
};
use serde_json::Value;

use super::ErrorAnswer;
use super::client::EditorCapabilities;
use super::conversion;
use super::documents::Documents;
use super::{features, rule_files, scripts};

/// An open file with its analysis, and the client that sent the request.
struct OpenFile<'a> {
    uri: Uri,
    analysis: &'a Analysis,
    positions: Positions<'a>,
    client: EditorCapabilities,
}

/// Answers a request.
pub fn answer(
    documents: &Documents,
    client: EditorCapabilities,
    method: &str,
    params: Value,
) -> Result<Value, ErrorAnswer> {
    if let Some(answer) = features::answer(documents, client, method, &params) {
        return answer;
    }
    if let Some(answer) = scripts::answer(documents, client, method, &params) {
        return Ok(answer);
    }
    if let Some(answer) = rule_files::answer(documents, client, method, &params) {
        return Ok(answer);
    }
    let open = |document: TextDocumentIdentifier| OpenFile::new(documents, client, document);
    let at = |place: TextDocumentPositionParams| {
        let file = open(place.text_document)?;
        let byte = file.byte(place.position);
        Ok::<_, ErrorAnswer>((file, byte))
    };
    match method {
        Completion::METHOD => {
            let (file, byte) = at(parse::<Completion>(params)?.text_document_position)?;
            serialize::<Completion>(Some(file.completion(byte).into()))
        }
        HoverRequest::METHOD => {
            let (file, byte) = at(parse::<HoverRequest>(params)?.text_document_position_params)?;
            serialize::<HoverRequest>(file.hover(byte))
        }
        SignatureHelpRequest::METHOD => {
            let (file, byte) = at(parse::<SignatureHelpRequest>(params)?.text_document_position_params)?;
            let help = file.analysis.signature(byte);
            serialize::<SignatureHelpRequest>(help.map(|help| conversion::signature(help, client)))
        }
        GotoDefinition::METHOD => {
            let (file, byte) = at(parse::<GotoDefinition>(params)?.text_document_position_params)?;
            let places = file.locations(&file.analysis.definition(byte));
            serialize::<GotoDefinition>((!places.is_empty()).then_some(GotoDefinitionResponse::Array(places)))
        }
        References::METHOD => {
            let params = parse::<References>(params)?;
            let (file, byte) = at(params.text_document_position)?;
            let places = file.analysis.references(byte, params.context.include_declaration);
            serialize::<References>(Some(file.locations(&places)))
        }
        PrepareRenameRequest::METHOD => {
            let (file, byte) = at(parse::<PrepareRenameRequest>(params)?)?;
            let span = file.analysis.renameable_span(byte).map_err(request_failed)?;
            let placeholder = file.analysis.text()[span.start as usize..span.end as usize].to_owned();
            let range = conversion::range(&file.positions, span);
            serialize::<PrepareRenameRequest>(Some(PrepareRenameResponse::RangeWithPlaceholder { range, placeholder }))
        }
        Rename::METHOD => {
            let params = parse::<Rename>(params)?;
            let (file, byte) = at(params.text_document_position)?;
            let edits = file.analysis.rename(byte, &params.new_name).map_err(request_failed)?;
            let edits = conversion::edits(&file.positions, edits);
            serialize::<Rename>(Some(WorkspaceEdit::new([(file.uri, edits)].into_iter().collect())))
        }
        DocumentSymbolRequest::METHOD => {
            let file = open(parse::<DocumentSymbolRequest>(params)?.text_document)?;
            serialize::<DocumentSymbolRequest>(Some(file.symbols()))
        }
        Formatting::METHOD => {
            let file = open(parse::<Formatting>(params)?.text_document)?;
            // Errors are published as diagnostics already; a file that cannot be parsed is left unchanged.
            let edits = file.analysis.format().ok();
            serialize::<Formatting>(edits.map(|edits| conversion::edits(&file.positions, edits)))
        }
        _ => Err((ErrorCode::MethodNotFound, format!("method `{method}` is not supported"))),
    }
}

pub(super) fn parse<R: Request>(params: Value) -> Result<R::Params, ErrorAnswer> {
    serde_json::from_value(params).map_err(|error| (ErrorCode::InvalidParams, error.to_string()))
}

pub(super) fn serialize<R: Request>(result: R::Result) -> Result<Value, ErrorAnswer> {
    serde_json::to_value(result).map_err(|error| (ErrorCode::InternalError, error.to_string()))
}

fn request_failed(EditError(why): EditError) -> ErrorAnswer {
    (ErrorCode::RequestFailed, why)
}

impl<'a> OpenFile<'a> {
    fn new(
        documents: &'a Documents,
        client: EditorCapabilities,
        document: TextDocumentIdentifier,
    ) -> Result<Self, ErrorAnswer> {
        let uri = document.uri;
        let analysis = documents.get(uri.as_str()).and_then(|document| document.analysis.as_ref());
        let Some(analysis) = analysis else {
            return Err((ErrorCode::InvalidParams, format!("{} is not open", uri.as_str())));
        };
        Ok(Self { uri, analysis, positions: Positions::new(analysis.text()), client })
    }

    fn byte(&self, place: Position) -> usize {
        self.positions.byte(place.line, place.character)
    }

    fn completion(&self, byte: usize) -> Vec<lsp_types::CompletionItem> {
        let found = self.analysis.completion(byte).into_iter();
        found.map(|found| conversion::completion(&self.positions, found, self.client.markdown_completion)).collect()
    }

    fn hover(&self, byte: usize) -> Option<Hover> {
        let hover = self.analysis.hover(byte)?;
        let contents = HoverContents::Markup(conversion::markup(hover.markdown, self.client.markdown_hover));
        Some(Hover { contents, range: Some(conversion::range(&self.positions, hover.span)) })
    }

    fn locations(&self, spans: &[boardwright_rules::Span]) -> Vec<Location> {
        spans.iter().filter_map(|span| conversion::location(self.analysis, &self.uri, *span)).collect()
    }

    fn symbols(&self) -> DocumentSymbolResponse {
        let outline = self.analysis.symbols().into_iter();
        if self.client.nested_symbols {
            return outline
                .map(|section| conversion::nested_symbol(&self.positions, section))
                .collect::<Vec<_>>()
                .into();
        }
        let flat = outline.flat_map(|section| conversion::flat_symbols(&self.positions, &self.uri, &section, None));
        flat.collect::<Vec<_>>().into()
    }
}
