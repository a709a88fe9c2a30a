//! Board, players, locations, elements and their types: builds their syntax trees from entries.

use boardwright_rules::{ColourClass, Picture, Shape};

use super::TreeBuilder;
use crate::diagnostic::Diagnostic;
use crate::edition2013::ast::{Element, ElementType, Location, LocationType, Name, Spanned, SyntaxTree};
use crate::edition2013::entries::{Field, FileEntries, SectionEntry};
use crate::edition2013::values;
use crate::edition2013::words::Section;
use crate::suggest::shorten;

/// Maximum number of states of an element type.
const MAX_STATES: usize = 255;

impl<'a> TreeBuilder<'a, '_> {
    pub(super) fn add_components(&mut self, entries: &FileEntries<'a>, tree: &mut SyntaxTree) {
        if let Some(field) = entries.board.last() {
            self.check_picture(field);
            tree.background = Some(field.value.text.to_owned())
                .filter(|file| !file.is_empty())
                .map(|file| Name::new(file, field.value.span()));
        }
        self.add_players(&entries.players, tree);
        tree.colour_classes =
            entries.in_section(Section::RealboardElementTypes).map(|entry| self.parse_colour_class(entry)).collect();
        let types = self.distinct_entries(entries, Section::ElementTypes, "element type");
        tree.element_types = types.into_iter().filter_map(|entry| self.parse_element_type(entry)).collect();
        let types = self.distinct_entries(entries, Section::LocationTypes, "location type");
        tree.location_types = types.into_iter().filter_map(|entry| self.parse_location_type(entry)).collect();
        let locations = self.distinct_entries(entries, Section::Locations, "location");
        tree.locations = locations.into_iter().filter_map(|entry| self.parse_location(entry)).collect();
        let elements = self.distinct_entries(entries, Section::MovableElements, "element");
        tree.elements = elements.into_iter().filter_map(|entry| self.parse_element(entry)).collect();
    }

    fn add_players(&mut self, fields: &[Field<'a>], tree: &mut SyntaxTree) {
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
                    if next <= boardwright_game::ids::Player::MAX {
                        tree.players.push(field.value.text.to_owned());
                    } else {
                        let message = format!("at most {} players are possible", boardwright_game::ids::Player::MAX);
                        self.findings.add(Diagnostic::error("too-many", field.key_span, message));
                        return;
                    }
                }
                // This player was reported as missing.
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
                    // Filling the gap with empty names avoids further errors about missing players.
                    if (next..=boardwright_game::ids::Player::MAX).contains(&number) {
                        left_out = true;
                        tree.players.resize(number - 1, String::new());
                        tree.players.push(field.value.text.to_owned());
                    }
                }
                Err(_) => self.findings.add(
                    Diagnostic::error(
                        "bad-number",
                        field.key_span,
                        format!("expected the number of a player, not \"{}\"", shorten(field.written_key)),
                    )
                    .label("a line here is `1=name of the first player`, and so on, or `score=number`"),
                ),
            }
        }
        tree.start_score = self.ok_or_default(score.map(|field| values::parse_int(field.written_key, field.value)), 0);
    }

    fn parse_colour_class(&mut self, entry: &SectionEntry<'a>) -> ColourClass {
        let mut real = |key: &str| {
            let number = self.find_field(entry, key).map(values::parse_real);
            self.ok_or_default(number, 0.0)
        };
        let hue = (real("huemin"), real("huemax"));
        let saturation = (real("saturationmin"), real("saturationmax"));
        let value = (real("valuemin"), real("valuemax"));
        let mut int = |key: &str, default: i32| {
            let number = self.find_field(entry, key).map(|field| values::parse_int(field.written_key, field.value));
            self.ok_or_default(number, default)
        };
        let state = int("state", 1);
        let size = (int("sizemin", 0), int("sizemax", 0));
        ColourClass { name: entry.starter.text.to_owned(), state, hue, saturation, value, size }
    }

    fn parse_element_type(&mut self, entry: &SectionEntry<'a>) -> Option<ElementType> {
        let name = self.ok_or_report(values::parse_name(entry.starter))?;
        let pictures = self.parse_pictures(entry);
        let states = match self.find_field(entry, "states") {
            Some(field) => {
                let states = self.parse_states(field).unwrap_or(MAX_STATES);
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
            // The key is required by the original edition, but its value follows from the pictures.
            None => pictures.len().clamp(1, MAX_STATES),
        };
        Some(ElementType { name, states: states as u16, pictures })
    }

    fn parse_states(&mut self, field: &Field<'a>) -> Option<usize> {
        let number = self.ok_or_report(values::parse_int(field.written_key, field.value))?;
        let states = usize::try_from(number).ok().filter(|states| (1..=MAX_STATES).contains(states));
        if states.is_none() {
            let message = format!("`states` must be from 1 to {MAX_STATES}, not {number}");
            self.findings.add(Diagnostic::error("bad-number", field.value.span(), message));
        }
        states
    }

    /// Returns one picture for each `point=`, with the file of the last `image=` before it.
    fn parse_pictures(&mut self, entry: &SectionEntry<'a>) -> Vec<Picture> {
        let mut pictures = Vec::new();
        let mut image: Option<&Field> = None;
        let mut used = true;
        for field in &entry.fields {
            match field.key.as_str() {
                "image" => {
                    if let Some(unused) = image.filter(|_| !used) {
                        self.report_unused_image(unused);
                    }
                    self.check_picture(field);
                    image = Some(field);
                    used = false;
                }
                "point" => {
                    let read = values::parse_point(field, self.findings);
                    let (Some(hot_spot), Some(image)) = (self.ok_or_report(read), image) else {
                        if image.is_none() {
                            self.report_point_without_image(field);
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
            self.report_unused_image(unused);
        }
        pictures
    }

    fn report_unused_image(&mut self, field: &Field<'a>) {
        self.findings.add(
            Diagnostic::warning("unused-picture", field.key_span, "this picture is never used")
                .label("expected a line `point=x,y` after it"),
        );
    }

    fn report_point_without_image(&mut self, field: &Field<'a>) {
        self.findings.add(
            Diagnostic::warning("unused-picture", field.key_span, "`point` without a picture has no effect")
                .label("expected a line `image=...` before it"),
        );
    }

    fn check_picture(&mut self, field: &Field<'a>) {
        let file = field.value.text;
        if !self.pictures.has(file) && self.missing_pictures.insert(file.to_owned()) {
            self.findings.add(
                Diagnostic::warning(
                    "missing-picture",
                    field.value.span(),
                    format!("there is no picture \"{}\"", shorten(file)),
                )
                .label("a placeholder is drawn instead"),
            );
        }
    }

    fn parse_location_type(&mut self, entry: &SectionEntry<'a>) -> Option<LocationType> {
        let name = self.ok_or_report(values::parse_name(entry.starter))?;
        let relevant = self.find_field(entry, "relevant").is_none_or(|field| {
            let word = field.value.text;
            let yes = word.eq_ignore_ascii_case("yes");
            if !yes && !word.eq_ignore_ascii_case("no") {
                let message = format!("`relevant` should be `yes` or `no`, not \"{}\"", shorten(word));
                self.findings.add(Diagnostic::warning("not-yes", field.value.span(), message).label("treated as `no`"));
            }
            yes
        });
        let shape: Option<Option<Shape>> = match self.find_field(entry, "shape") {
            Some(field) => {
                let read = values::parse_shape(field, self.findings);
                self.ok_or_report(read)
            }
            None => None,
        };
        let point = self.find_field(entry, "point");
        let hot_spot = match point {
            Some(field) => {
                let read = values::parse_point(field, self.findings);
                self.ok_or_report(read)
            }
            None => None,
        };
        let picture = match (self.find_field(entry, "image"), point) {
            (Some(field), Some(_)) => {
                self.check_picture(field);
                hot_spot.map(|hot_spot| Picture { file: field.value.text.to_owned(), hot_spot })
            }
            (Some(field), None) => {
                self.check_picture(field);
                self.report_unused_image(field);
                None
            }
            (None, _) => None,
        };
        Some(LocationType { name, is_relevant: relevant, shape: shape.flatten(), picture })
    }

    fn parse_location(&mut self, entry: &SectionEntry<'a>) -> Option<Location> {
        let read = values::parse_indexed_name(entry.starter, self.findings);
        let name = self.ok_or_report(read);
        let kind = self.required_field(entry, "type", "location");
        let kind = kind.map(|field| Spanned::new(field.value.text.to_owned(), field.value.span()));
        let point = self.parse_point(entry, "point");
        if point.is_none() && entry.fields.iter().all(|field| field.key != "point") {
            let message = format!("location \"{}\" has no `point`", shorten(entry.starter.text));
            self.findings
                .add(Diagnostic::warning("missing-point", entry.span, message).label("treated as `point=0,0`"));
        }
        let camera = self.parse_point(entry, "camera");
        let robot = self.find_field(entry, "robot").map(values::parse_angles);
        let robot = robot.and_then(|read| self.ok_or_report(read));
        Some(Location { name: name?, kind, point: point.unwrap_or_default(), camera, robot })
    }

    fn parse_point(&mut self, entry: &SectionEntry<'a>, key: &str) -> Option<(i32, i32)> {
        let field = self.find_field(entry, key)?;
        let read = values::parse_point(field, self.findings);
        self.ok_or_report(read)
    }

    fn parse_element(&mut self, entry: &SectionEntry<'a>) -> Option<Element> {
        let read = values::parse_indexed_name(entry.starter, self.findings);
        let name = self.ok_or_report(read);
        let mut named = |key: &str| {
            let field = self.required_field(entry, key, "element")?;
            Some(Spanned::new(field.value.text.to_owned(), field.value.span()))
        };
        let (kind, location) = (named("type"), named("location"));
        let mut number = |key: &str, default: i32| {
            let read = self.find_field(entry, key).map(values::parse_spanned_int);
            self.ok_or_default(read, Spanned::new(default, entry.span))
        };
        let (owner, state, zindex) = (number("player", 0), number("state", 1), number("zindex", 0).value);
        Some(Element { name: name?, kind, owner, location, state, zindex })
    }
}
