//! Tags of PGN and PDN, and metadata of records: what is kept, what is left out, and the order of writing.

use std::collections::BTreeMap;

use boardwright_game::record::Record;

use super::metadata::EXTRA_TAGS;
use super::scan::NotationWarning;
use super::tags::ParsedGame;

/// Tags that begin every game, with their unknown values.
const ROSTER: [(&str, &str); 4] = [("Event", "?"), ("Site", "?"), ("Date", "????.??.??"), ("Round", "?")];

/// Tags whose values are stored elsewhere in a record.
const STORED: [&str; 8] = ["White", "Black", "WhiteProgram", "BlackProgram", "Result", "FEN", "SetUp", "Termination"];

/// Tags of a game for the metadata of its record; tags that contradict earlier ones get a warning.
pub(super) fn kept_tags(parsed: &ParsedGame, own: &[&str]) -> (BTreeMap<String, String>, Vec<NotationWarning>) {
    let (mut kept, mut warnings) = (BTreeMap::new(), Vec::new());
    for tag in &parsed.tags {
        let name = canonical_name(&tag.name);
        let first = parsed.tag(name).map_or("", |first| &first.value);
        if first != tag.value {
            warnings.push(tag.place.warning(format!("the tag {name} is given twice; \"{}\" is left out", tag.value)));
            continue;
        }
        let is = |known: &&str| name.eq_ignore_ascii_case(known);
        let is_type = ["WhiteType", "BlackType"].iter().any(&is) && is_known_type(&tag.value);
        let is_stored = STORED.iter().chain(&EXTRA_TAGS).chain(own).any(is);
        if !(is_unknown(name, &tag.value) || is_type || is_stored) {
            kept.insert(name.to_owned(), tag.value.clone());
        }
    }
    (kept, warnings)
}

/// `true` for a kind of player that the seat of a record expresses.
fn is_known_type(value: &str) -> bool {
    value.eq_ignore_ascii_case("program") || value.eq_ignore_ascii_case("human")
}

/// Name of a tag, in the case in which it is written if it is common.
fn canonical_name(name: &str) -> &str {
    ROSTER.iter().map(|(known, _)| *known).find(|known| known.eq_ignore_ascii_case(name)).unwrap_or(name)
}

fn is_unknown(name: &str, value: &str) -> bool {
    let value = value.trim();
    value.is_empty() || value == "?" || ROSTER.contains(&(name, value))
}

/// The tags of a game in order: event, players and result, then `own` tags of the notation, then the other metadata. A tag
/// of the metadata takes precedence over an own tag.
pub(super) fn game_tags(
    record: &Record,
    players: Vec<(&'static str, String)>,
    own: Vec<(&'static str, String)>,
) -> Vec<(String, String)> {
    let kept = &record.header.metadata.tags;
    let kept_or = |(name, value): (&str, String)| (name.to_owned(), kept.get(name).cloned().unwrap_or(value));
    let roster = ROSTER.iter().map(|(name, unknown)| kept_or((name, (*unknown).to_owned())));
    let players = players.into_iter().map(|(name, value)| (name.to_owned(), value));
    let mut tags: Vec<(String, String)> = roster.chain(players).chain(own.into_iter().map(kept_or)).collect();
    let others = kept.iter().filter(|(name, _)| !tags.iter().any(|(written, _)| written == *name));
    let others: Vec<_> = others.map(|(name, value)| (name.clone(), value.clone())).collect();
    tags.extend(others);
    tags
}
