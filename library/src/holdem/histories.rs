//! Hand histories (PHH) as records of this program, and records as hand histories.

use std::path::Path;

use boardwright_games::holdem::phh::{NamedHand, parse_all, text_of_all};
use boardwright_games::holdem::records::{histories_of, record_of};

use crate::error::Error;
use crate::store;

/// Message about a hand of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum HandMessage {
    /// The hand cannot be read and is left out.
    LeftOut(String),
    /// A part of the hand is not in the record.
    Note(String),
}

/// Converts a file of hand histories (FILE.phh, FILE.phhs) to records, or a file of records to hand histories. `report` gets
/// the messages about single hands in their order.
///
/// # Errors
/// If the file cannot be read or is not valid. In a file of several hands a wrong one is left out.
pub fn convert(path: &Path, report: &mut dyn FnMut(HandMessage)) -> Result<String, Error> {
    let is_history = path
        .extension()
        .is_some_and(|ending| ending.eq_ignore_ascii_case("phh") || ending.eq_ignore_ascii_case("phhs"));
    if is_history { record_texts(path, report) } else { histories_text(path) }
}

/// Texts of the records of the hands in a file.
fn record_texts(path: &Path, report: &mut dyn FnMut(HandMessage)) -> Result<String, Error> {
    let bytes = std::fs::read(path).map_err(|error| Error::file("read", path, &error))?;
    let at = |reason: String| Error::Input(format!("{}: {reason}", path.display()));
    let hands = parse_all(&String::from_utf8_lossy(&bytes)).map_err(|error| at(error.to_string()))?;
    let is_single = hands.len() == 1;
    let mut texts = String::new();
    for NamedHand { name, history } in hands {
        let place = if is_single { path.display().to_string() } else { format!("{}, hand {name}", path.display()) };
        let history = history.map_err(|error| error.to_string());
        let notes = history.as_ref().map_or_else(|_| Vec::new(), |history| history.notes.clone());
        match history.and_then(|history| record_of(&history)) {
            Ok(record) => texts.push_str(&store::record_text(&record, None)),
            Err(reason) if is_single => return Err(Error::Input(format!("{place}: {reason}"))),
            Err(reason) => report(HandMessage::LeftOut(format!("{place} is left out: {reason}"))),
        }
        for text in notes {
            report(HandMessage::Note(format!("{place}: {text}")));
        }
    }
    Ok(texts)
}

/// Hand histories of the records in a file: a single hand, or a table for each hand.
fn histories_text(path: &Path) -> Result<String, Error> {
    let mut all = Vec::new();
    for stored in store::read_all(path)? {
        let hands = histories_of(&stored.record);
        all.extend(hands.map_err(|reason| Error::Input(format!("{}: {reason}", path.display())))?);
    }
    Ok(text_of_all(&all))
}
