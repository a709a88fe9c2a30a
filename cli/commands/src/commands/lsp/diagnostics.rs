//! Conversion of diagnostics to the Language Server Protocol. A diagnostic inside a base file is reported at the place
//! where the open file names the base file.

use boardwright_lang::analysis::{Analysis, Positions};
use boardwright_lang::{Diagnostic, Severity, Source};
use boardwright_rules::Span;
use lsp_types::{DiagnosticRelatedInformation, DiagnosticSeverity, NumberOrString, PublishDiagnosticsParams, Uri};

use super::client::EditorCapabilities;
use super::conversion::{location, range};
use super::documents::Documents;
use super::{rule_files, scripts};

/// Clears the diagnostics of a closed file.
pub fn cleared(uri: Uri) -> PublishDiagnosticsParams {
    PublishDiagnosticsParams { uri, diagnostics: Vec::new(), version: None }
}

/// Returns the diagnostics of an open file.
pub fn for_document(documents: &Documents, client: EditorCapabilities, uri: &str) -> Option<PublishDiagnosticsParams> {
    let document = documents.get(uri)?;
    let uri: Uri = uri.parse().ok()?;
    if let Some(script) = &document.script {
        let diagnostics = scripts::diagnostics(script);
        return Some(PublishDiagnosticsParams { uri, diagnostics, version: Some(document.version) });
    }
    if let Some(rules) = &document.rules {
        let diagnostics = rule_files::diagnostics(rules);
        return Some(PublishDiagnosticsParams { uri, diagnostics, version: Some(document.version) });
    }
    let analysis = document.analysis.as_ref();
    let positions = Positions::new(analysis.map_or("", Analysis::text));
    let all = analysis.map(|analysis| (analysis, analysis.diagnostics()));
    let all = all.into_iter().flat_map(|(analysis, list)| list.iter().map(move |diagnostic| (analysis, diagnostic)));
    let diagnostics =
        all.map(|(analysis, diagnostic)| convert(analysis, &positions, client, &uri, diagnostic)).collect();
    Some(PublishDiagnosticsParams { uri, diagnostics, version: Some(document.version) })
}

pub(super) fn convert(
    analysis: &Analysis,
    positions: &Positions<'_>,
    client: EditorCapabilities,
    uri: &Uri,
    diagnostic: &Diagnostic,
) -> lsp_types::Diagnostic {
    let base_source =
        analysis.sources().get(usize::from(diagnostic.span.source)).filter(|_| diagnostic.span.source > 0);
    let span = if base_source.is_some() { base_span(analysis) } else { diagnostic.span };
    let mut message = match base_source {
        Some(source) => format!("{}: {}", position_text(source, diagnostic.span), diagnostic.message),
        None => diagnostic.message.clone(),
    };
    if !diagnostic.label.is_empty() {
        message = format!("{message}\n{}", diagnostic.label);
    }
    let mut related = Vec::new();
    let base_diagnostic = base_source.map(|_| (diagnostic.span, diagnostic.message.clone()));
    for (span, label) in diagnostic.related.iter().cloned().chain(base_diagnostic) {
        let source = analysis.sources().get(usize::from(span.source));
        match location(analysis, uri, span).filter(|_| client.related_places) {
            Some(location) => related.push(DiagnosticRelatedInformation { location, message: label }),
            None if base_source.is_none() => {
                let place = source.map_or_else(String::new, |source| position_text(source, span));
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

/// Span where a file names its base file.
fn base_span(analysis: &Analysis) -> Span {
    let game = analysis.entries("GAME");
    let pair = game.iter().flat_map(|entry| &entry.pairs).find(|pair| pair.key == "base");
    pair.map_or_else(Span::default, |pair| pair.span)
}

pub fn position_text(source: &Source, span: Span) -> String {
    let (line, column) = source.position(span.start as usize);
    format!("{}:{line}:{column}", source.name())
}
