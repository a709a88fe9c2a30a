//! What is wrong with an open file, in the protocol's form.
//! What is wrong below it is told where it names the file below.

use boardwright_engine::rules::Span;
use boardwright_lang::analysis::{Analysis, Positions};
use boardwright_lang::{Diagnostic, Severity, Source};
use lsp_types::{
    DiagnosticRelatedInformation, DiagnosticSeverity, Location, NumberOrString, PublishDiagnosticsParams, Uri,
};

use super::client::Client;
use super::documents::Documents;
use super::shapes::{location, range};

/// Nothing is wrong with a file that is closed.
pub fn none(uri: Uri) -> PublishDiagnosticsParams {
    PublishDiagnosticsParams { uri, diagnostics: Vec::new(), version: None }
}

/// What is wrong with an open file.
pub fn of(documents: &Documents, client: Client, uri: &str) -> Option<PublishDiagnosticsParams> {
    let document = documents.get(uri)?;
    let uri: Uri = uri.parse().ok()?;
    let analysis = document.analysis.as_ref();
    let positions = Positions::new(analysis.map_or("", Analysis::text));
    let all = analysis.map(|analysis| (analysis, analysis.diagnostics()));
    let all = all.into_iter().flat_map(|(analysis, list)| list.iter().map(move |diagnostic| (analysis, diagnostic)));
    let diagnostics = all.map(|(analysis, diagnostic)| one(analysis, &positions, client, &uri, diagnostic)).collect();
    Some(PublishDiagnosticsParams { uri, diagnostics, version: Some(document.version) })
}

fn one(
    analysis: &Analysis,
    positions: &Positions<'_>,
    client: Client,
    uri: &Uri,
    diagnostic: &Diagnostic,
) -> lsp_types::Diagnostic {
    let below = analysis.sources().get(usize::from(diagnostic.span.source)).filter(|_| diagnostic.span.source > 0);
    let span = if below.is_some() { base(analysis) } else { diagnostic.span };
    let mut message = match below {
        Some(source) => format!("{}: {}", place(source, diagnostic.span), diagnostic.message),
        None => diagnostic.message.clone(),
    };
    if !diagnostic.label.is_empty() {
        message = format!("{message}\n{}", diagnostic.label);
    }
    let mut related = Vec::new();
    let itself = below.map(|_| (diagnostic.span, diagnostic.message.clone()));
    for (span, label) in diagnostic.related.iter().cloned().chain(itself) {
        let source = analysis.sources().get(usize::from(span.source));
        match location(analysis, uri, span).filter(|_| client.related_places) {
            Some(location) => related.push(DiagnosticRelatedInformation { location, message: label }),
            None if below.is_none() => {
                let place = source.map_or_else(String::new, |source| place(source, span));
                message = format!("{message}\n{place}: {label}");
            }
            None => {}
        }
    }
    if let Some(help) = &diagnostic.help {
        message = format!("{message}\nhelp: {help}");
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
        related_information: (!related.is_empty()).then_some(related),
        ..lsp_types::Diagnostic::default()
    }
}

/// Where a file names the one below it.
fn base(analysis: &Analysis) -> Span {
    let game = analysis.entries("GAME");
    let pair = game.iter().flat_map(|entry| &entry.pairs).find(|pair| pair.key == "base");
    pair.map_or_else(Span::default, |pair| pair.span)
}

fn place(source: &Source, span: Span) -> String {
    let (line, column) = source.position(span.start as usize);
    format!("{}:{line}:{column}", source.name())
}

/// Where something of a file below is, if it lies in a file at all.
pub fn in_file_below(source: &Source, span: Span) -> Option<Location> {
    let path = std::path::Path::new(source.name());
    if !path.is_file() {
        return None;
    }
    let positions = Positions::new(source.text());
    Some(Location { uri: super::documents::address(path)?, range: range(&positions, span) })
}
