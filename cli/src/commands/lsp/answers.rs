//! Answers to what editors ask about an open file.
//! Every request is read, answered and given its form here; the files are not changed by any.

use boardwright_lang::analysis::{Analysis, Positions, Refused};
use lsp_server::ErrorCode;
use lsp_types::request::{
    Completion, DocumentSymbolRequest, Formatting, GotoDefinition, HoverRequest, PrepareRenameRequest, References,
    Rename, Request,
};
use lsp_types::{
    DocumentSymbolResponse, GotoDefinitionResponse, Hover, HoverContents, Location, Position, PrepareRenameResponse,
    TextDocumentIdentifier, TextDocumentPositionParams, Uri, WorkspaceEdit,
};
use serde_json::Value;

use super::Refusal;
use super::client::Client;
use super::documents::Documents;
use super::shapes;

/// A file, and the editor that asks.
struct Asked<'a> {
    uri: Uri,
    analysis: &'a Analysis,
    positions: Positions<'a>,
    client: Client,
}

/// The answer to a request.
pub fn answer(documents: &Documents, client: Client, method: &str, params: Value) -> Result<Value, Refusal> {
    let open = |document: TextDocumentIdentifier| Asked::new(documents, client, document);
    let at = |place: TextDocumentPositionParams| {
        let asked = open(place.text_document)?;
        let byte = asked.byte(place.position);
        Ok::<_, Refusal>((asked, byte))
    };
    match method {
        Completion::METHOD => {
            let (asked, byte) = at(read::<Completion>(params)?.text_document_position)?;
            written::<Completion>(Some(asked.completion(byte).into()))
        }
        HoverRequest::METHOD => {
            let (asked, byte) = at(read::<HoverRequest>(params)?.text_document_position_params)?;
            written::<HoverRequest>(asked.hover(byte))
        }
        GotoDefinition::METHOD => {
            let (asked, byte) = at(read::<GotoDefinition>(params)?.text_document_position_params)?;
            let places = asked.locations(&asked.analysis.definition(byte));
            written::<GotoDefinition>((!places.is_empty()).then_some(GotoDefinitionResponse::Array(places)))
        }
        References::METHOD => {
            let params = read::<References>(params)?;
            let (asked, byte) = at(params.text_document_position)?;
            let places = asked.analysis.references(byte, params.context.include_declaration);
            written::<References>(Some(asked.locations(&places)))
        }
        PrepareRenameRequest::METHOD => {
            let (asked, byte) = at(read::<PrepareRenameRequest>(params)?)?;
            let span = asked.analysis.renameable(byte).map_err(refused)?;
            let placeholder = asked.analysis.text()[span.start as usize..span.end as usize].to_owned();
            let range = shapes::range(&asked.positions, span);
            written::<PrepareRenameRequest>(Some(PrepareRenameResponse::RangeWithPlaceholder { range, placeholder }))
        }
        Rename::METHOD => {
            let params = read::<Rename>(params)?;
            let (asked, byte) = at(params.text_document_position)?;
            let edits = asked.analysis.rename(byte, &params.new_name).map_err(refused)?;
            let edits = shapes::edits(&asked.positions, edits);
            written::<Rename>(Some(WorkspaceEdit::new([(asked.uri, edits)].into_iter().collect())))
        }
        DocumentSymbolRequest::METHOD => {
            let asked = open(read::<DocumentSymbolRequest>(params)?.text_document)?;
            written::<DocumentSymbolRequest>(Some(asked.symbols()))
        }
        Formatting::METHOD => {
            let asked = open(read::<Formatting>(params)?.text_document)?;
            // What is wrong has been told already; a file that cannot be read is left as it is.
            let edits = asked.analysis.format().ok();
            written::<Formatting>(edits.map(|edits| shapes::edits(&asked.positions, edits)))
        }
        _ => Err((ErrorCode::MethodNotFound, format!("`{method}` is not known here"))),
    }
}

fn read<R: Request>(params: Value) -> Result<R::Params, Refusal> {
    serde_json::from_value(params).map_err(|error| (ErrorCode::InvalidParams, error.to_string()))
}

fn written<R: Request>(result: R::Result) -> Result<Value, Refusal> {
    serde_json::to_value(result).map_err(|error| (ErrorCode::InternalError, error.to_string()))
}

fn refused(Refused(why): Refused) -> Refusal {
    (ErrorCode::RequestFailed, why)
}

impl<'a> Asked<'a> {
    fn new(documents: &'a Documents, client: Client, document: TextDocumentIdentifier) -> Result<Self, Refusal> {
        let uri = document.uri;
        let known = documents.get(uri.as_str()).and_then(|document| document.analysis.as_ref());
        let Some(analysis) = known else {
            return Err((ErrorCode::InvalidParams, format!("{} is not open", uri.as_str())));
        };
        Ok(Self { uri, analysis, positions: Positions::new(analysis.text()), client })
    }

    fn byte(&self, place: Position) -> usize {
        self.positions.byte(place.line, place.character)
    }

    fn completion(&self, byte: usize) -> Vec<lsp_types::CompletionItem> {
        let found = self.analysis.completion(byte).into_iter();
        found.map(|found| shapes::completion(&self.positions, found, self.client.markdown_completion)).collect()
    }

    fn hover(&self, byte: usize) -> Option<Hover> {
        let hover = self.analysis.hover(byte)?;
        let contents = HoverContents::Markup(shapes::markup(hover.markdown, self.client.markdown_hover));
        Some(Hover { contents, range: Some(shapes::range(&self.positions, hover.span)) })
    }

    fn locations(&self, spans: &[boardwright_engine::rules::Span]) -> Vec<Location> {
        spans.iter().filter_map(|span| shapes::location(self.analysis, &self.uri, *span)).collect()
    }

    fn symbols(&self) -> DocumentSymbolResponse {
        let outline = self.analysis.symbols().into_iter();
        if self.client.nested_symbols {
            return outline.map(|section| shapes::nested_symbol(&self.positions, section)).collect::<Vec<_>>().into();
        }
        let flat = outline.flat_map(|section| shapes::flat_symbols(&self.positions, &self.uri, &section, None));
        flat.collect::<Vec<_>>().into()
    }
}
