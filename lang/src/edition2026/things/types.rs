//! `[ELEMENT TYPES]` and `[LOCATION TYPES]`.
//! What is of a type stands elsewhere.

use boardwright_engine::ids::{ElementTypeId, LocationTypeId};
use boardwright_engine::rules::{ElementType, FamilyKind, LocationType, Picture, Shape, Thing};

use crate::Diagnostic;
use crate::Pictures;
use crate::edition2026::constant::{self, one};
use crate::edition2026::entries::{Entries, Entry, Part, exprs, text};
use crate::edition2026::expr::Lower;
use crate::edition2026::names::Meaning;
use crate::edition2026::types::Type;
use crate::suggest::{did_you_mean, shorten};
use crate::syntax::ast::{Expr, Node, Pair, Word};

/// Most states of a type.
const MOST_STATES: i32 = 1000;

impl Lower<'_> {
    pub(in crate::edition2026) fn location_types(&mut self, entries: &Entries, pictures: &dyn Pictures) {
        for entry in entries.of(Part::LocationTypes) {
            let Some(header) = self.header_of(entry) else { continue };
            self.each(FamilyKind::LocationType, &header, entry.get("where"), &mut |lower, indices| {
                let count = lower.rules.location_types.len();
                let Some(name) = lower.enrol(FamilyKind::LocationType, &header, indices, count) else { return };
                let id = LocationTypeId::new(count);
                let text = lower.rules.texts.intern(&name);
                let relevant = entry.get("relevant").is_none_or(|pair| constant::yes(lower, pair));
                let shape = entry.get("shape").and_then(|pair| lower.shape(pair));
                let drawing = lower.drawings(entry).into_iter().next().unwrap_or_default();
                let picture = lower.pictures(entry, pictures).into_iter().next();
                let indices_kept = indices.to_vec();
                lower.rules.location_types.push(LocationType {
                    name,
                    text,
                    shape,
                    indices: indices_kept,
                    picture,
                    drawing,
                });
                lower.irrelevant.push(!relevant);
                let thing = Meaning::Thing(Thing::LocationType(Some(id)));
                lower.know(FamilyKind::LocationType, &header, indices, id.0, thing);
            });
        }
        self.sort_families(FamilyKind::LocationType);
    }

    pub(in crate::edition2026) fn element_types(&mut self, entries: &Entries, pictures: &dyn Pictures) {
        for entry in entries.of(Part::ElementTypes) {
            let Some(header) = self.header_of(entry) else { continue };
            self.each(FamilyKind::ElementType, &header, entry.get("where"), &mut |lower, indices| {
                let count = lower.rules.element_types.len();
                let Some(name) = lower.enrol(FamilyKind::ElementType, &header, indices, count) else { return };
                let id = ElementTypeId::new(count);
                let text = lower.rules.texts.intern(&name);
                let (states, state_names) = lower.states(entry, id);
                let drawings = lower.drawings(entry);
                let pictures = lower.pictures(entry, pictures);
                let reserve = entry.get("reserve").and_then(|pair| {
                    let expr = one(lower, pair)?;
                    let Thing::LocationType(Some(reserve)) = lower.thing(expr, Type::LOCATION_TYPE)? else {
                        return None;
                    };
                    lower.places.reserves.insert(reserve, pair.at);
                    Some(reserve)
                });
                for pair in entry.all("draw").chain(entry.all("image")).skip(usize::from(states)) {
                    lower.tell(
                        Diagnostic::warning(
                            "too-many-drawings",
                            pair.key.span,
                            format!("there is no state for this `{}`", pair.key.text),
                        )
                        .label(format!(
                            "type \"{}\" has {states} state{}",
                            shorten(&name),
                            if states == 1 { "" } else { "s" }
                        )),
                    );
                }
                let indices_kept = indices.to_vec();
                lower.rules.element_types.push(ElementType {
                    name,
                    text,
                    indices: indices_kept,
                    states,
                    state_names,
                    pictures,
                    drawings,
                    reserve,
                });
                let thing = Meaning::Thing(Thing::ElementType(Some(id)));
                lower.know(FamilyKind::ElementType, &header, indices, id.0, thing);
            });
        }
        self.sort_families(FamilyKind::ElementType);
    }

    /// How many states there are, and their names.
    fn states(&mut self, entry: &Entry, id: ElementTypeId) -> (u16, Vec<String>) {
        let Some(pair) = entry.get("states") else { return (1, Vec::new()) };
        let is_option = |word: &str| self.names.meanings(word).iter().any(|one| matches!(one, Meaning::Option(_)));
        let is_name = |expr: &Expr| match &expr.node {
            Node::Name(word) => !is_option(word),
            _ => false,
        };
        let list = exprs(pair);
        if list.is_empty() || !list.iter().all(is_name) {
            let Some(count) = constant::int(self, pair) else { return (1, Vec::new()) };
            if !(1..=MOST_STATES).contains(&count) {
                self.tell(
                    Diagnostic::error("bad-state", pair.at, format!("a type cannot have {count} states"))
                        .label(format!("expected 1 to {MOST_STATES}, or the names of the states")),
                );
                return (1, Vec::new());
            }
            return (count as u16, Vec::new());
        }
        let mut names: Vec<String> = Vec::new();
        for expr in list.iter().take(MOST_STATES as usize) {
            let Node::Name(word) = &expr.node else { continue };
            if !self.may_be_name(&Word { text: word.clone(), span: expr.span }) {
                continue;
            }
            if names.contains(word) {
                self.tell(Diagnostic::error("duplicate", expr.span, format!("state `{word}` is named twice")));
                continue;
            }
            names.push(word.clone());
            self.names.add(word, Meaning::State(id, names.len() as i32));
        }
        ((names.len() as u16).max(1), names)
    }

    fn shape(&mut self, pair: &Pair) -> Option<Shape> {
        let expr = one(self, pair)?;
        if let Node::Call(head, arguments) = &expr.node {
            let numbers: Vec<i32> =
                arguments.iter().filter_map(|argument| self.constant(argument, &[Type::INT]).int()).collect();
            match (head.text.as_str(), numbers.as_slice()) {
                ("circle", [radius]) if *radius > 0 => return Some(Shape::Circle { radius: *radius }),
                ("rectangle", [width, height]) if *width > 0 && *height > 0 => {
                    return Some(Shape::Rectangle { width: *width, height: *height });
                }
                _ if numbers.len() < arguments.len() => return None,
                _ => {}
            }
        }
        let hint = match &expr.node {
            Node::Call(head, _) => did_you_mean(&head.text, ["circle", "rectangle"]),
            _ => String::new(),
        };
        self.tell(
            Diagnostic::error("bad-shape", expr.span, format!("this is no shape{hint}"))
                .label("expected `rectangle(width, height)` or `circle(radius)`, in pixels"),
        );
        None
    }

    /// Picture files, each with its hot spot.
    fn pictures(&mut self, entry: &Entry, known: &dyn Pictures) -> Vec<Picture> {
        let mut pictures: Vec<Picture> = Vec::new();
        for pair in &entry.pairs {
            match pair.key.text.as_str() {
                "image" => {
                    let file = text(pair);
                    self.picture_exists(&file, pair, known);
                    pictures.push(Picture { file, hot_spot: (0, 0) });
                }
                "point" => {
                    let point = constant::numbers::<2>(self, pair);
                    match (pictures.last_mut(), point) {
                        (Some(picture), Some([x, y])) => picture.hot_spot = (x, y),
                        (None, _) => self.tell(
                            Diagnostic::error("no-entry", pair.key.span, "`point` before any `image`")
                                .label("it is the point of a picture that lies on the place's point"),
                        ),
                        (Some(_), None) => {}
                    }
                }
                _ => {}
            }
        }
        pictures
    }

    /// Says so if a picture cannot be found.
    pub(in crate::edition2026) fn picture_exists(&mut self, file: &str, pair: &Pair, known: &dyn Pictures) {
        if file.is_empty() {
            self.tell(Diagnostic::error("no-value", pair.at, "`image` names no file").label("expected a file name"));
        } else if !known.has(file) {
            let message = format!("there is no picture \"{}\"", shorten(file));
            self.tell(Diagnostic::warning("missing-picture", pair.at, message).label("not found"));
        }
    }
}
