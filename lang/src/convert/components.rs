//! Conversion of the board, players, types, locations and elements to entries of the edition 2026.
//! Entries are grouped to families in `family`.

use boardwright_rules::{ColourClass, Picture, Shape};

use super::comments::Comments;
use super::family::{ComponentEntry, EntryText, KeyValue, group_families};
use super::names::{EntityKind, NameTable, split_member};
use super::state::{ConvertError, convert_error};
use super::term::{Node, Term};
use crate::edition2013::ast::{ElementType, SyntaxTree};

/// A section of the converted file.
#[derive(Clone, Debug, Default)]
pub(super) struct SectionText {
    pub(super) title: &'static str,
    pub(super) comments: Vec<String>,
    pub(super) entries: Vec<EntryText>,
    /// Comments after the entries.
    pub(super) comments_after: Vec<String>,
}

fn key_value(term: &Term) -> KeyValue {
    match term.node() {
        Node::Call(word, indices, _) => {
            KeyValue::Member(word.clone(), indices.iter().filter_map(Term::number).collect())
        }
        Node::Word(word) => KeyValue::Word(word.clone()),
        _ => KeyValue::RawToken(String::new()),
    }
}

/// Name and indices of an entry.
fn entry_name(term: &Term) -> (String, Vec<i32>) {
    match key_value(term) {
        KeyValue::Member(word, indices) => (word, indices),
        KeyValue::Word(word) => (word, Vec::new()),
        _ => (String::new(), Vec::new()),
    }
}

fn add_image(lines: &mut Vec<String>, picture: &Picture) {
    lines.push(format!("image = {}", picture.file));
    if picture.hot_spot != (0, 0) {
        lines.push(format!("point = {}, {}", picture.hot_spot.0, picture.hot_spot.1));
    }
}

pub(super) fn convert_board(tree: &SyntaxTree) -> SectionText {
    let lines: Vec<String> = tree.background.iter().map(|name| format!("image = {}", name.value)).collect();
    let entries = if lines.is_empty() { Vec::new() } else { vec![EntryText { comments: Vec::new(), lines }] };
    SectionText { title: "BOARD", entries, ..SectionText::default() }
}

pub(super) fn convert_players(tree: &SyntaxTree, errors: &mut Vec<ConvertError>) -> SectionText {
    let mut lines = Vec::new();
    for (at, name) in tree.players.iter().enumerate() {
        let name = name.trim();
        if name.contains('#') || name.contains("//") || name.contains("score") {
            let message = format!("the name \"{name}\" of player {} has a special meaning in edition 2026", at + 1);
            errors.push(Box::new(
                convert_error(boardwright_rules::Span::default(), message)
                    .help("give the player a name without `#`, `//` and the word `score`"),
            ));
        }
        lines.push(format!("{} = {name}", at + 1));
        if tree.start_score != 0 {
            lines.push(format!("score = {}", tree.start_score));
        }
    }
    SectionText { title: "PLAYERS", entries: vec![EntryText { comments: Vec::new(), lines }], ..SectionText::default() }
}

pub(super) fn convert_element_types(tree: &SyntaxTree, names: &NameTable, comments: &mut Comments) -> SectionText {
    let stops: Vec<usize> = tree.element_types.iter().map(|entry| entry.name.span.start as usize).collect();
    let entries = tree.element_types.iter().filter_map(|entry| {
        let term = names.translate(EntityKind::ElementType, &entry.name.value)?;
        let mut lines = vec![format!("name = {}", entry_name(&term).0)];
        if entry.states > 1 {
            lines.push(format!("states = {}", entry.states));
        }
        for picture in &pictures_by_state(entry) {
            add_image(&mut lines, picture);
        }
        Some(EntryText { comments: comments.take_from(entry.name.span.start as usize, &stops), lines })
    });
    SectionText { title: "ELEMENT TYPES", entries: entries.collect(), ..SectionText::default() }
}

/// Returns one picture for each state. States without one use the first picture in the edition 2013 and the last
/// picture in the edition 2026.
fn pictures_by_state(entry: &ElementType) -> Vec<Picture> {
    let mut pictures = entry.pictures.clone();
    if let (Some(first), true) =
        (pictures.first().cloned(), pictures.len() > 1 && pictures.len() < usize::from(entry.states))
    {
        pictures.push(first);
    }
    pictures
}

pub(super) fn convert_location_types(tree: &SyntaxTree, names: &NameTable, comments: &mut Comments) -> SectionText {
    let stops: Vec<usize> = tree.location_types.iter().map(|entry| entry.name.span.start as usize).collect();
    let entries = tree.location_types.iter().filter_map(|entry| {
        let term = names.translate(EntityKind::LocationType, &entry.name.value)?;
        let mut lines = vec![format!("name = {}", entry_name(&term).0)];
        if !entry.is_relevant {
            lines.push("relevant = no".to_owned());
        }
        lines.extend(match entry.shape {
            Some(Shape::Circle { radius }) if radius > 0 => Some(format!("shape = circle({radius})")),
            Some(Shape::Rectangle { width, height }) if width > 0 && height > 0 => {
                Some(format!("shape = rectangle({width},{height})"))
            }
            _ => None,
        });
        if let Some(picture) = &entry.picture {
            add_image(&mut lines, picture);
        }
        Some(EntryText { comments: comments.take_from(entry.name.span.start as usize, &stops), lines })
    });
    SectionText { title: "LOCATION TYPES", entries: entries.collect(), ..SectionText::default() }
}

pub(super) fn convert_locations(tree: &SyntaxTree, names: &NameTable, comments: &mut Comments) -> SectionText {
    let stops: Vec<usize> = tree.locations.iter().map(|entry| entry.name.span.start as usize).collect();
    let mut marks: Vec<(usize, Vec<String>)> = Vec::new();
    for at in &stops {
        let own = comments.take_from(*at, &next_stop(&stops, *at));
        marks.push((*at, own));
    }
    let items = tree.locations.iter().zip(marks).filter_map(|(entry, (_, comments))| {
        let (name, indices) = entry_name(&names.translate(EntityKind::Location, &entry.name.value)?);
        let kind = names.translate(EntityKind::LocationType, &entry.kind.as_ref()?.value)?;
        let mut keys =
            vec![("type", key_value(&kind)), ("point", KeyValue::Numbers(vec![entry.point.0, entry.point.1]))];
        keys.extend(entry.camera.map(|(x, y)| ("camera", KeyValue::Numbers(vec![x, y]))));
        keys.extend(entry.robot.map(|angles| {
            let angles: Vec<String> = angles.iter().map(f64::to_string).collect();
            ("robot", KeyValue::RawToken(angles.join(",")))
        }));
        Some(ComponentEntry { name, indices, keys, comments })
    });
    SectionText { title: "LOCATIONS", entries: group_families(items.collect()), ..SectionText::default() }
}

/// Returns the following entries. Only the next one is needed if they are in order, which repeated names can violate.
fn next_stop(stops: &[usize], at: usize) -> Vec<usize> {
    let after = stops.partition_point(|stop| *stop <= at);
    match stops.get(after) {
        Some(next) if stops.is_sorted() => vec![*next],
        _ => stops.to_vec(),
    }
}

pub(super) fn convert_elements(tree: &SyntaxTree, names: &NameTable, comments: &mut Comments) -> SectionText {
    let stops: Vec<usize> = tree.elements.iter().map(|entry| entry.name.span.start as usize).collect();
    // A key that one member of a family needs is written for all its members.
    let says = |of: &dyn Fn(&crate::edition2013::ast::Element) -> bool| -> std::collections::BTreeSet<String> {
        let base = |name: &str| split_member(name).map_or_else(|| name.to_owned(), |(base, _)| base.to_owned());
        tree.elements.iter().filter(|entry| of(entry)).map(|entry| base(&entry.name.value)).collect()
    };
    let owned = says(&|entry| entry.owner.value != 0);
    let stated = says(&|entry| entry.state.value != 1);
    let mut items = Vec::new();
    for entry in &tree.elements {
        let at = entry.name.span.start as usize;
        let comments = comments.take_from(at, &next_stop(&stops, at));
        let base = split_member(&entry.name.value).map_or(entry.name.value.as_str(), |(base, _)| base);
        let Some(term) = names.translate(EntityKind::Element, &entry.name.value) else { continue };
        let (name, indices) = entry_name(&term);
        let kind = entry.kind.as_ref().and_then(|kind| names.translate(EntityKind::ElementType, &kind.value));
        let place = entry.location.as_ref().and_then(|place| names.translate(EntityKind::Location, &place.value));
        let (Some(kind), Some(place)) = (kind, place) else { continue };
        let mut keys = vec![("type", key_value(&kind))];
        if owned.contains(base) {
            keys.push(("player", KeyValue::Numbers(vec![entry.owner.value])));
        }
        if stated.contains(base) {
            keys.push(("state", KeyValue::Numbers(vec![entry.state.value])));
        }
        keys.push(("location", key_value(&place)));
        items.push(ComponentEntry { name, indices, keys, comments });
    }
    SectionText { title: "ELEMENTS", entries: group_families(items), ..SectionText::default() }
}

pub(super) fn convert_colour_classes(tree: &SyntaxTree, names: &NameTable) -> SectionText {
    let entries = tree.colour_classes.iter().map(|class| {
        let ColourClass { name, state, hue, saturation, value, size } = class;
        let Some(known) = names.translate(EntityKind::ElementType, name) else {
            let line = format!("// The colour class \"{name}\" was never used: there is no such element type.");
            return EntryText { comments: Vec::new(), lines: vec![line] };
        };
        let mut lines = vec![format!("name = {}", entry_name(&known).0)];
        if *state != 1 {
            lines.push(format!("state = {state}"));
        }
        let pairs = [("hue", hue), ("saturation", saturation), ("value", value)];
        for (key, (least, most)) in pairs {
            lines.push(format!("{key}Min = {least}"));
            lines.push(format!("{key}Max = {most}"));
        }
        lines.push(format!("sizeMin = {}", size.0));
        lines.push(format!("sizeMax = {}", size.1));
        EntryText { comments: Vec::new(), lines }
    });
    SectionText { title: "COLOUR CLASSES", entries: entries.collect(), ..SectionText::default() }
}
