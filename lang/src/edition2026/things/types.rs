//! Lowering of `[ELEMENT TYPES]` and `[LOCATION TYPES]`.
//! Elements and locations themselves have their own modules.

use boardwright_game::ids::{ElementTypeId, LocationTypeId};
use boardwright_rules::{ElementType, FamilyKind, LocationType, Picture, Shape, Thing};

use crate::Diagnostic;
use crate::Pictures;
use crate::edition2026::constant::{self, single_expr};
use crate::edition2026::entries::{Entries, Entry, SectionKind, value_exprs, value_text};
use crate::edition2026::expr::LoweringContext;
use crate::edition2026::names::Meaning;
use crate::edition2026::types::Type;
use crate::suggest::{did_you_mean, shorten};
use crate::syntax::ast::{Expr, ExprKind, KeyValue, Word};

/// Maximum number of states of an element type.
const MAX_STATES: i32 = 1000;

impl LoweringContext<'_> {
    pub(in crate::edition2026) fn location_types(&mut self, entries: &Entries, pictures: &dyn Pictures) {
        for entry in entries.of(SectionKind::LocationTypes) {
            let Some(header) = self.entry_header(entry) else { continue };
            self.for_each_member(FamilyKind::LocationType, &header, entry.get("where"), &mut |lower, indices| {
                let count = lower.rules.location_types.len();
                let Some(name) = lower.declare_member(FamilyKind::LocationType, &header, indices, count) else {
                    return;
                };
                let id = LocationTypeId::new(count);
                let text = lower.rules.texts.intern(&name);
                let relevant = entry.get("relevant").is_none_or(|pair| constant::parse_yes_no(lower, pair));
                let shape = entry.get("shape").and_then(|pair| lower.shape(pair));
                let drawing = lower.drawings(entry).into_iter().next().unwrap_or_default();
                let picture = lower.pictures(entry, pictures).into_iter().next();
                let audience = lower.type_audience(entry);
                let hides_backs = lower.hides_backs(entry);
                let indices_kept = indices.to_vec();
                lower.rules.location_types.push(LocationType {
                    name,
                    text,
                    shape,
                    indices: indices_kept,
                    picture,
                    drawing,
                    audience,
                    hides_backs,
                });
                lower.irrelevant.push(!relevant);
                let thing = Meaning::Thing(Thing::LocationType(Some(id)));
                lower.define_name(FamilyKind::LocationType, &header, indices, id.0, thing);
            });
        }
        self.sort_families(FamilyKind::LocationType);
    }

    pub(in crate::edition2026) fn element_types(&mut self, entries: &Entries, pictures: &dyn Pictures) {
        for entry in entries.of(SectionKind::ElementTypes) {
            let Some(header) = self.entry_header(entry) else { continue };
            self.for_each_member(FamilyKind::ElementType, &header, entry.get("where"), &mut |lower, indices| {
                let count = lower.rules.element_types.len();
                let Some(name) = lower.declare_member(FamilyKind::ElementType, &header, indices, count) else { return };
                let id = ElementTypeId::new(count);
                let text = lower.rules.texts.intern(&name);
                let (states, state_names) = lower.states(entry, id);
                let letters = lower.notation_parts(entry);
                if letters.len() > usize::from(states) {
                    let span = entry.get("notation").map_or(entry.span, |pair| pair.value_span);
                    let message =
                        format!("{} letters for {states} state{}", letters.len(), if states == 1 { "" } else { "s" });
                    lower
                        .report(Diagnostic::error("too-many", span, message).label("expected a letter for each state"));
                }
                let drawings = lower.drawings(entry);
                let pictures = lower.pictures(entry, pictures);
                let reserve = entry.get("reserve").and_then(|pair| {
                    let expr = single_expr(lower, pair)?;
                    let Thing::LocationType(Some(reserve)) = lower.constant_thing(expr, Type::LOCATION_TYPE)? else {
                        return None;
                    };
                    lower.spans.reserves.insert(reserve, pair.value_span);
                    Some(reserve)
                });
                for pair in entry.all("draw").chain(entry.all("image")).skip(usize::from(states)) {
                    lower.report(
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
                let is_turned = entry.get("turned").is_some_and(|pair| constant::parse_yes_no(lower, pair));
                let audience = lower.type_audience(entry);
                let open_states = lower.open_states(entry, states, &state_names);
                let indices_kept = indices.to_vec();
                lower.rules.element_types.push(ElementType {
                    name,
                    text,
                    indices: indices_kept,
                    states,
                    state_names,
                    pictures,
                    letters,
                    drawings,
                    is_turned,
                    reserve,
                    audience,
                    open_states,
                });
                let thing = Meaning::Thing(Thing::ElementType(Some(id)));
                lower.define_name(FamilyKind::ElementType, &header, indices, id.0, thing);
            });
        }
        self.sort_families(FamilyKind::ElementType);
    }

    /// Number of states, and their names.
    fn states(&mut self, entry: &Entry, id: ElementTypeId) -> (u16, Vec<String>) {
        let Some(pair) = entry.get("states") else { return (1, Vec::new()) };
        let is_option = |word: &str| self.names.meanings(word).iter().any(|one| matches!(one, Meaning::Option(_)));
        let is_name = |expr: &Expr| match &expr.kind {
            ExprKind::Name(word) => !is_option(word),
            _ => false,
        };
        let list = value_exprs(pair);
        if list.is_empty() || !list.iter().all(is_name) {
            let Some(count) = constant::int(self, pair) else { return (1, Vec::new()) };
            if !(1..=MAX_STATES).contains(&count) {
                self.report(
                    Diagnostic::error("bad-state", pair.value_span, format!("a type cannot have {count} states"))
                        .label(format!("expected 1 to {MAX_STATES}, or the names of the states")),
                );
                return (1, Vec::new());
            }
            return (count as u16, Vec::new());
        }
        let mut names: Vec<String> = Vec::new();
        for expr in list.iter().take(MAX_STATES as usize) {
            let ExprKind::Name(word) = &expr.kind else { continue };
            if !self.check_name(&Word { text: word.clone(), span: expr.span }) {
                continue;
            }
            if names.contains(word) {
                self.report(Diagnostic::error("duplicate", expr.span, format!("state `{word}` is named twice")));
                continue;
            }
            names.push(word.clone());
            self.names.add(word, Meaning::State(id, names.len() as i32));
        }
        ((names.len() as u16).max(1), names)
    }

    fn shape(&mut self, pair: &KeyValue) -> Option<Shape> {
        let expr = single_expr(self, pair)?;
        if let ExprKind::Call(head, arguments) = &expr.kind {
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
        let hint = match &expr.kind {
            ExprKind::Call(head, _) => did_you_mean(&head.text, ["circle", "rectangle"]),
            _ => String::new(),
        };
        self.report(
            Diagnostic::error("bad-shape", expr.span, format!("this is not a shape{hint}"))
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
                    let file = value_text(pair);
                    self.check_picture_exists(&file, pair, known);
                    pictures.push(Picture { file, hot_spot: (0, 0) });
                }
                "point" => {
                    let point = constant::numbers::<2>(self, pair);
                    match (pictures.last_mut(), point) {
                        (Some(picture), Some([x, y])) => picture.hot_spot = (x, y),
                        (None, _) => self.report(
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

    /// Reports a picture file that does not exist.
    pub(in crate::edition2026) fn check_picture_exists(&mut self, file: &str, pair: &KeyValue, known: &dyn Pictures) {
        if file.is_empty() {
            self.report(
                Diagnostic::error("no-value", pair.value_span, "`image` names no file").label("expected a file name"),
            );
        } else if !known.has(file) {
            let message = format!("there is no picture \"{}\"", shorten(file));
            self.report(Diagnostic::warning("missing-picture", pair.value_span, message).label("not found"));
        }
    }
}
