//! Board, players, types, locations and elements of a 2013 file as entries of 2026.
//! Entries that belong together are put together elsewhere.

use boardwright_engine::rules::{ColourClass, Picture, Shape};

use super::comments::Comments;
use super::family::{Cell, Item, Written, put_together};
use super::names::{Kind, Names, member};
use super::state::{Stop, stop};
use super::term::{Node, Term};
use crate::edition2013::ast::{ElementType, Tree};

/// A section as it is written.
#[derive(Clone, Debug, Default)]
pub(super) struct Part {
    pub(super) title: &'static str,
    pub(super) comments: Vec<String>,
    pub(super) entries: Vec<Written>,
    /// Comments behind its entries.
    pub(super) after: Vec<String>,
}

fn cell(term: &Term) -> Cell {
    match term.node() {
        Node::Call(word, indices, _) => Cell::Member(word.clone(), indices.iter().filter_map(Term::number).collect()),
        Node::Word(word) => Cell::Word(word.clone()),
        _ => Cell::Raw(String::new()),
    }
}

/// The name of an entry, and its indices.
fn named(term: &Term) -> (String, Vec<i32>) {
    match cell(term) {
        Cell::Member(word, indices) => (word, indices),
        Cell::Word(word) => (word, Vec::new()),
        _ => (String::new(), Vec::new()),
    }
}

fn image(lines: &mut Vec<String>, picture: &Picture) {
    lines.push(format!("image = {}", picture.file));
    if picture.hot_spot != (0, 0) {
        lines.push(format!("point = {}, {}", picture.hot_spot.0, picture.hot_spot.1));
    }
}

pub(super) fn board(tree: &Tree) -> Part {
    let lines: Vec<String> = tree.background.iter().map(|name| format!("image = {}", name.value)).collect();
    let entries = if lines.is_empty() { Vec::new() } else { vec![Written { comments: Vec::new(), lines }] };
    Part { title: "BOARD", entries, ..Part::default() }
}

pub(super) fn players(tree: &Tree, stops: &mut Vec<Stop>) -> Part {
    let mut lines = Vec::new();
    for (at, name) in tree.players.iter().enumerate() {
        let name = name.trim();
        if name.contains('#') || name.contains("//") || name.contains("score") {
            let message = format!("the name \"{name}\" of player {} means more in 2026", at + 1);
            stops.push(Box::new(
                stop(boardwright_engine::rules::Span::default(), message)
                    .help("give the player a name without `#`, `//` and the word `score`"),
            ));
        }
        lines.push(format!("{} = {name}", at + 1));
        if tree.start_score != 0 {
            lines.push(format!("score = {}", tree.start_score));
        }
    }
    Part { title: "PLAYERS", entries: vec![Written { comments: Vec::new(), lines }], ..Part::default() }
}

pub(super) fn element_types(tree: &Tree, names: &Names, comments: &mut Comments) -> Part {
    let stops: Vec<usize> = tree.element_types.iter().map(|entry| entry.name.span.start as usize).collect();
    let entries = tree.element_types.iter().filter_map(|entry| {
        let term = names.written(Kind::ElementType, &entry.name.value)?;
        let mut lines = vec![format!("name = {}", named(&term).0)];
        if entry.states > 1 {
            lines.push(format!("states = {}", entry.states));
        }
        for picture in &pictures(entry) {
            image(&mut lines, picture);
        }
        Some(Written { comments: comments.from(entry.name.span.start as usize, &stops), lines })
    });
    Part { title: "ELEMENT TYPES", entries: entries.collect(), ..Part::default() }
}

/// One picture for each state. In 2013 the first serves for states without one, in 2026 the last.
fn pictures(entry: &ElementType) -> Vec<Picture> {
    let mut pictures = entry.pictures.clone();
    if let (Some(first), true) =
        (pictures.first().cloned(), pictures.len() > 1 && pictures.len() < usize::from(entry.states))
    {
        pictures.push(first);
    }
    pictures
}

pub(super) fn location_types(tree: &Tree, names: &Names, comments: &mut Comments) -> Part {
    let stops: Vec<usize> = tree.location_types.iter().map(|entry| entry.name.span.start as usize).collect();
    let entries = tree.location_types.iter().filter_map(|entry| {
        let term = names.written(Kind::LocationType, &entry.name.value)?;
        let mut lines = vec![format!("name = {}", named(&term).0)];
        if !entry.relevant {
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
            image(&mut lines, picture);
        }
        Some(Written { comments: comments.from(entry.name.span.start as usize, &stops), lines })
    });
    Part { title: "LOCATION TYPES", entries: entries.collect(), ..Part::default() }
}

pub(super) fn locations(tree: &Tree, names: &Names, comments: &mut Comments) -> Part {
    let stops: Vec<usize> = tree.locations.iter().map(|entry| entry.name.span.start as usize).collect();
    let mut marks: Vec<(usize, Vec<String>)> = Vec::new();
    for at in &stops {
        let own = comments.from(*at, &next_stop(&stops, *at));
        marks.push((*at, own));
    }
    let items = tree.locations.iter().zip(marks).filter_map(|(entry, (_, comments))| {
        let (name, indices) = named(&names.written(Kind::Location, &entry.name.value)?);
        let kind = names.written(Kind::LocationType, &entry.kind.as_ref()?.value)?;
        let mut keys = vec![("type", cell(&kind)), ("point", Cell::Numbers(vec![entry.point.0, entry.point.1]))];
        keys.extend(entry.camera.map(|(x, y)| ("camera", Cell::Numbers(vec![x, y]))));
        keys.extend(entry.robot.map(|angles| {
            let angles: Vec<String> = angles.iter().map(f64::to_string).collect();
            ("robot", Cell::Raw(angles.join(",")))
        }));
        Some(Item { name, indices, keys, comments })
    });
    Part { title: "LOCATIONS", entries: put_together(items.collect()), ..Part::default() }
}

/// The entries after one; only the next counts, and they stand in order but for repeated names.
fn next_stop(stops: &[usize], at: usize) -> Vec<usize> {
    let after = stops.partition_point(|stop| *stop <= at);
    match stops.get(after) {
        Some(next) if stops.is_sorted() => vec![*next],
        _ => stops.to_vec(),
    }
}

pub(super) fn elements(tree: &Tree, names: &Names, comments: &mut Comments) -> Part {
    let stops: Vec<usize> = tree.elements.iter().map(|entry| entry.name.span.start as usize).collect();
    // What one member of a family says, all say.
    let says = |of: &dyn Fn(&crate::edition2013::ast::Element) -> bool| -> std::collections::BTreeSet<String> {
        let base = |name: &str| member(name).map_or_else(|| name.to_owned(), |(base, _)| base.to_owned());
        tree.elements.iter().filter(|entry| of(entry)).map(|entry| base(&entry.name.value)).collect()
    };
    let owned = says(&|entry| entry.owner.value != 0);
    let stated = says(&|entry| entry.state.value != 1);
    let mut items = Vec::new();
    for entry in &tree.elements {
        let at = entry.name.span.start as usize;
        let comments = comments.from(at, &next_stop(&stops, at));
        let base = member(&entry.name.value).map_or(entry.name.value.as_str(), |(base, _)| base);
        let Some(term) = names.written(Kind::Element, &entry.name.value) else { continue };
        let (name, indices) = named(&term);
        let kind = entry.kind.as_ref().and_then(|kind| names.written(Kind::ElementType, &kind.value));
        let place = entry.location.as_ref().and_then(|place| names.written(Kind::Location, &place.value));
        let (Some(kind), Some(place)) = (kind, place) else { continue };
        let mut keys = vec![("type", cell(&kind))];
        if owned.contains(base) {
            keys.push(("player", Cell::Numbers(vec![entry.owner.value])));
        }
        if stated.contains(base) {
            keys.push(("state", Cell::Numbers(vec![entry.state.value])));
        }
        keys.push(("location", cell(&place)));
        items.push(Item { name, indices, keys, comments });
    }
    Part { title: "ELEMENTS", entries: put_together(items), ..Part::default() }
}

pub(super) fn colour_classes(tree: &Tree, names: &Names) -> Part {
    let entries = tree.colour_classes.iter().map(|class| {
        let ColourClass { name, state, hue, saturation, value, size } = class;
        let Some(known) = names.written(Kind::ElementType, name) else {
            let line = format!("// The colour class \"{name}\" was never used: there is no such element type.");
            return Written { comments: Vec::new(), lines: vec![line] };
        };
        let mut lines = vec![format!("name = {}", named(&known).0)];
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
        Written { comments: Vec::new(), lines }
    });
    Part { title: "COLOUR CLASSES", entries: entries.collect(), ..Part::default() }
}
