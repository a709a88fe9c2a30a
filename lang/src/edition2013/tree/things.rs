//! Board, players, locations, elements and their types: entries to the syntax tree.

use boardwright_engine::rules::{ColourClass, Picture, Shape};

use super::Builder;
use crate::diagnostic::Diagnostic;
use crate::edition2013::ast::{Element, ElementType, Location, LocationType, Name, Spanned, Tree};
use crate::edition2013::entries::{Entries, Entry, Field};
use crate::edition2013::values;
use crate::edition2013::words::Section;
use crate::suggest::shorten;

/// Most states of an element type.
const MOST_STATES: usize = 255;

impl<'a> Builder<'a, '_> {
    pub(super) fn things(&mut self, entries: &Entries<'a>, tree: &mut Tree) {
        if let Some(field) = entries.board.last() {
            self.picture_exists(field);
            tree.background = Some(field.value.text.to_owned())
                .filter(|file| !file.is_empty())
                .map(|file| Name::new(file, field.value.span()));
        }
        self.players(&entries.players, tree);
        tree.colour_classes =
            entries.of(Section::RealboardElementTypes).map(|entry| self.colour_class(entry)).collect();
        let types = self.distinct(entries, Section::ElementTypes, "element type");
        tree.element_types = types.into_iter().filter_map(|entry| self.element_type(entry)).collect();
        let types = self.distinct(entries, Section::LocationTypes, "location type");
        tree.location_types = types.into_iter().filter_map(|entry| self.location_type(entry)).collect();
        let locations = self.distinct(entries, Section::Locations, "location");
        tree.locations = locations.into_iter().filter_map(|entry| self.location(entry)).collect();
        let elements = self.distinct(entries, Section::MovableElements, "element");
        tree.elements = elements.into_iter().filter_map(|entry| self.element(entry)).collect();
    }

    fn players(&mut self, fields: &[Field<'a>], tree: &mut Tree) {
        let mut score: Option<&Field> = None;
        let mut left_out = false;
        for field in fields {
            if field.key == "score" {
                if let Some(earlier) = score {
                    self.findings.add(
                        Diagnostic::warning("duplicate-key", earlier.key_span, "`score` is given twice")
                            .label("this one has no effect")
                            .related(field.key_span, "this one counts for every player"),
                    );
                }
                score = Some(field);
                continue;
            }
            let next = tree.players.len() + 1;
            match field.key.parse::<usize>() {
                Ok(number) if number == next => {
                    if next <= boardwright_engine::ids::Player::MOST {
                        tree.players.push(field.value.text.to_owned());
                    } else {
                        let message = format!("at most {} players are possible", boardwright_engine::ids::Player::MOST);
                        self.findings.add(Diagnostic::error("too-many", field.key_span, message));
                        return;
                    }
                }
                // Has been missed already.
                Ok(number) if left_out && (1..next).contains(&number) && tree.players[number - 1].is_empty() => {
                    field.value.text.clone_into(&mut tree.players[number - 1]);
                }
                Ok(number) => {
                    self.findings.add(
                        Diagnostic::error(
                            "player-order",
                            field.key_span,
                            "the players must come in their order, from 1 on",
                        )
                        .label(format!("expected `{next}=...`")),
                    );
                    // With those left out there are as many as was thought, and nobody else is missed.
                    if (next..=boardwright_engine::ids::Player::MOST).contains(&number) {
                        left_out = true;
                        tree.players.resize(number - 1, String::new());
                        tree.players.push(field.value.text.to_owned());
                    }
                }
                Err(_) => self.findings.add(
                    Diagnostic::error(
                        "bad-number",
                        field.key_span,
                        format!("expected the number of a player, not \"{}\"", shorten(field.written)),
                    )
                    .label("a line here is `1=name of the first player`, and so on, or `score=number`"),
                ),
            }
        }
        tree.start_score = self.keep_or(score.map(|field| values::int(field.written, field.value)), 0);
    }

    fn colour_class(&mut self, entry: &Entry<'a>) -> ColourClass {
        let mut real = |key: &str| {
            let number = self.field(entry, key).map(values::real);
            self.keep_or(number, 0.0)
        };
        let hue = (real("huemin"), real("huemax"));
        let saturation = (real("saturationmin"), real("saturationmax"));
        let value = (real("valuemin"), real("valuemax"));
        let mut int = |key: &str, default: i32| {
            let number = self.field(entry, key).map(|field| values::int(field.written, field.value));
            self.keep_or(number, default)
        };
        let state = int("state", 1);
        let size = (int("sizemin", 0), int("sizemax", 0));
        ColourClass { name: entry.starter.text.to_owned(), state, hue, saturation, value, size }
    }

    fn element_type(&mut self, entry: &Entry<'a>) -> Option<ElementType> {
        let name = self.keep(values::plain_name(entry.starter))?;
        let pictures = self.pictures_of(entry);
        let states = match self.field(entry, "states") {
            Some(field) => {
                let states = self.states(field).unwrap_or(MOST_STATES);
                if pictures.len() > states {
                    let message = format!(
                        "element type \"{}\" has {states} states, but {} pictures",
                        shorten(&name.value),
                        pictures.len()
                    );
                    self.findings.add(
                        Diagnostic::error("too-many-pictures", field.value.span(), message)
                            .label(format!("expected at least {}, or fewer lines `point=`", pictures.len())),
                    );
                }
                states
            }
            // The edition asks for it; what is meant is plain all the same.
            None => pictures.len().clamp(1, MOST_STATES),
        };
        Some(ElementType { name, states: states as u16, pictures })
    }

    fn states(&mut self, field: &Field<'a>) -> Option<usize> {
        let number = self.keep(values::int(field.written, field.value))?;
        let states = usize::try_from(number).ok().filter(|states| (1..=MOST_STATES).contains(states));
        if states.is_none() {
            let message = format!("`states` must be from 1 to {MOST_STATES}, not {number}");
            self.findings.add(Diagnostic::error("bad-number", field.value.span(), message));
        }
        states
    }

    /// One picture for each `point=`, of the last `image=` before it.
    fn pictures_of(&mut self, entry: &Entry<'a>) -> Vec<Picture> {
        let mut pictures = Vec::new();
        let mut image: Option<&Field> = None;
        let mut used = true;
        for field in &entry.fields {
            match field.key.as_str() {
                "image" => {
                    if let Some(unused) = image.filter(|_| !used) {
                        self.unused_image(unused);
                    }
                    self.picture_exists(field);
                    image = Some(field);
                    used = false;
                }
                "point" => {
                    let read = values::point(field, self.findings);
                    let (Some(hot_spot), Some(image)) = (self.keep(read), image) else {
                        if image.is_none() {
                            self.point_without_image(field);
                        }
                        continue;
                    };
                    used = true;
                    pictures.push(Picture { file: image.value.text.to_owned(), hot_spot });
                }
                _ => {}
            }
        }
        if let Some(unused) = image.filter(|_| !used) {
            self.unused_image(unused);
        }
        pictures
    }

    fn unused_image(&mut self, field: &Field<'a>) {
        self.findings.add(
            Diagnostic::warning("unused-picture", field.key_span, "this picture is never used")
                .label("expected a line `point=x,y` after it"),
        );
    }

    fn point_without_image(&mut self, field: &Field<'a>) {
        self.findings.add(
            Diagnostic::warning("unused-picture", field.key_span, "`point` without a picture has no effect")
                .label("expected a line `image=...` before it"),
        );
    }

    fn picture_exists(&mut self, field: &Field<'a>) {
        let file = field.value.text;
        if !self.pictures.has(file) && self.missing.insert(file.to_owned()) {
            self.findings.add(
                Diagnostic::warning(
                    "missing-picture",
                    field.value.span(),
                    format!("there is no picture \"{}\"", shorten(file)),
                )
                .label("something plain is drawn in its place"),
            );
        }
    }

    fn location_type(&mut self, entry: &Entry<'a>) -> Option<LocationType> {
        let name = self.keep(values::plain_name(entry.starter))?;
        let relevant = self.field(entry, "relevant").is_none_or(|field| {
            let word = field.value.text;
            let yes = word.eq_ignore_ascii_case("yes");
            if !yes && !word.eq_ignore_ascii_case("no") {
                let message = format!("`relevant` should be `yes` or `no`, not \"{}\"", shorten(word));
                self.findings.add(Diagnostic::warning("not-yes", field.value.span(), message).label("taken for `no`"));
            }
            yes
        });
        let shape: Option<Option<Shape>> = match self.field(entry, "shape") {
            Some(field) => {
                let read = values::shape(field, self.findings);
                self.keep(read)
            }
            None => None,
        };
        let point = self.field(entry, "point");
        let hot_spot = match point {
            Some(field) => {
                let read = values::point(field, self.findings);
                self.keep(read)
            }
            None => None,
        };
        let picture = match (self.field(entry, "image"), point) {
            (Some(field), Some(_)) => {
                self.picture_exists(field);
                hot_spot.map(|hot_spot| Picture { file: field.value.text.to_owned(), hot_spot })
            }
            (Some(field), None) => {
                self.picture_exists(field);
                self.unused_image(field);
                None
            }
            (None, _) => None,
        };
        Some(LocationType { name, relevant, shape: shape.flatten(), picture })
    }

    fn location(&mut self, entry: &Entry<'a>) -> Option<Location> {
        let read = values::indexed_name(entry.starter, self.findings);
        let name = self.keep(read);
        let kind = self.needed(entry, "type", "location");
        let kind = kind.map(|field| Spanned::new(field.value.text.to_owned(), field.value.span()));
        let point = self.point_of(entry, "point");
        if point.is_none() && entry.fields.iter().all(|field| field.key != "point") {
            let message = format!("location \"{}\" has no `point`", shorten(entry.starter.text));
            self.findings.add(Diagnostic::warning("missing-point", entry.span, message).label("taken for `point=0,0`"));
        }
        let camera = self.point_of(entry, "camera");
        let robot = self.field(entry, "robot").map(values::angles);
        let robot = robot.and_then(|read| self.keep(read));
        Some(Location { name: name?, kind, point: point.unwrap_or_default(), camera, robot })
    }

    fn point_of(&mut self, entry: &Entry<'a>, key: &str) -> Option<(i32, i32)> {
        let field = self.field(entry, key)?;
        let read = values::point(field, self.findings);
        self.keep(read)
    }

    fn element(&mut self, entry: &Entry<'a>) -> Option<Element> {
        let read = values::indexed_name(entry.starter, self.findings);
        let name = self.keep(read);
        let mut named = |key: &str| {
            let field = self.needed(entry, key, "element")?;
            Some(Spanned::new(field.value.text.to_owned(), field.value.span()))
        };
        let (kind, location) = (named("type"), named("location"));
        let mut number = |key: &str, default: i32| {
            let read = self.field(entry, key).map(values::int_at);
            self.keep_or(read, Spanned::new(default, entry.span))
        };
        let (owner, state, zindex) = (number("player", 0), number("state", 1), number("zindex", 0).value);
        Some(Element { name: name?, kind, owner, location, state, zindex })
    }
}
