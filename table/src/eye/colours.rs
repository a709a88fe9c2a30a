//! Which pieces a camera can tell apart: those of different colours, and of one colour those of different shapes.

use boardwright_engine::game::Game as _;
use boardwright_engine::ids::{ElementTypeId, Player};
use boardwright_engine::rules::{ColourClass, RuleSet};
use boardwright_engine::spec::SpecGame;
use boardwright_vision::read::{Class, Ranges};
use boardwright_vision::render::Mark;
use boardwright_vision::tone::Tone;

use crate::look::{Look, looks, waiting};

/// Pieces that look alike.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Colour {
    owner: Option<Player>,
    /// Types are told apart where a player begins with few of them.
    kind: Option<ElementTypeId>,
    /// So are states.
    state: Option<i32>,
}

/// Pieces of different types or players were to count as the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("pieces of different types or players cannot count as the same")]
pub struct DifferentPieces;

/// The looks of a game's pieces. A piece that becomes one with which nobody begins, as a man becomes a king, still looks as it did.
#[derive(Clone, Debug, PartialEq)]
pub struct Colours {
    all: Vec<Colour>,
    /// By colour: the first that looks like it.
    alike: Vec<Class>,
    /// The ranges that are known without having seen the pieces.
    given: Vec<(Class, Ranges)>,
}

/// So many types and states of one player's pieces are told apart; more could hardly be.
const KINDS: usize = 3;

/// Paints that a camera tells apart well, for tables that are not there.
const PAINTS: [Tone; 8] = [
    [0.55, 0.035, 0.03],
    [0.03, 0.10, 0.45],
    [0.75, 0.48, 0.03],
    [0.03, 0.27, 0.08],
    [0.80, 0.79, 0.75],
    [0.025, 0.025, 0.027],
    [0.30, 0.05, 0.35],
    [0.62, 0.20, 0.03],
];

/// What is on the tops of a player's types of pieces, on tables that are not there.
const MARKS: [Mark; KINDS] = [Mark::Plain, Mark::Cross, Mark::Ring];

impl Colours {
    /// The looks of the pieces with which a game begins.
    pub fn of(game: &SpecGame) -> Self {
        let start = game.start();
        let beginning = looks(game, &start).into_iter().flatten().chain(waiting(game, &start));
        let whole = |look: Look| Colour { owner: look.owner, kind: Some(look.kind), state: Some(look.state) };
        let mut all: Vec<Colour> = beginning.map(whole).collect();
        all.sort_unstable();
        all.dedup();
        few(&mut all, |colour| Colour { state: None, ..colour });
        few(&mut all, |colour| Colour { kind: None, state: None, ..colour });
        let given = given(&all, game.rules());
        Self { alike: (0..all.len()).map(Class).collect(), all, given }
    }

    /// Pieces of two classes cannot be told apart: from now on they count as the same. Those of different types and players never do, since too
    /// much would hang on them.
    ///
    /// # Errors
    ///
    /// When they are of different types or players.
    pub fn join(&mut self, Class(one): Class, Class(other): Class) -> Result<(), DifferentPieces> {
        let (first, second) = (self.all[one], self.all[other]);
        if (first.owner, first.kind) != (second.owner, second.kind) {
            return Err(DifferentPieces);
        }
        let (from, to) = (self.alike[one.max(other)], self.alike[one.min(other)]);
        for class in self.alike.iter_mut().filter(|class| **class == from) {
            *class = to;
        }
        Ok(())
    }

    /// How many there are.
    pub fn count(&self) -> usize {
        self.all.len()
    }

    /// The colour of a piece.
    pub fn class(&self, look: Look) -> Option<Class> {
        let own = || self.all.iter().enumerate().filter(|(_, colour)| colour.owner == look.owner);
        let kind = || own().filter(|(_, colour)| colour.kind == Some(look.kind));
        let state = kind().find(|(_, colour)| colour.state == Some(look.state));
        // Nobody's pieces of a type that nobody begins with look like others of that type.
        let alike = || self.all.iter().enumerate().find(|(_, colour)| colour.kind == Some(look.kind));
        let found = state.or_else(|| kind().next()).or_else(|| own().next()).or_else(alike);
        found.map(|(at, _)| self.alike[at])
    }

    /// How the pieces of a class look on a table that is not there. Where players are told apart by colours, linear, as on most boards, types of
    /// pieces are told apart by what is on their top; otherwise each type has a colour.
    pub fn paint(&self, Class(class): Class) -> (Tone, Mark) {
        let own = |other: &Colour| other.owner == self.all[class].owner;
        let others = self.all.iter().any(|other| other.owner.is_some() && !own(other));
        let first = self.all.iter().position(own).filter(|_| others && self.all[class].owner.is_some());
        let first = first.unwrap_or(class);
        (PAINTS[first % PAINTS.len()], MARKS[(class - first) % MARKS.len()])
    }

    /// A colour in words: that of White's pieces, say.
    pub fn told(&self, rules: &RuleSet, Class(class): Class) -> String {
        let Colour { owner, kind, state } = self.all[class];
        if let (Some(kind), Some(state)) = (kind, state) {
            return Look { kind, owner, state }.told(rules);
        }
        let kind = kind.map(|kind| rules.element_types[kind.index()].name.clone());
        let owner = owner.and_then(|player| rules.players.get(player.index()).cloned());
        owner.into_iter().chain(kind).collect::<Vec<_>>().join(" ")
    }

    /// That two classes count as one, in words.
    pub fn told_alike(&self, rules: &RuleSet, (one, other): (Class, Class)) -> String {
        let (one, other) = (self.told(rules, one), self.told(rules, other));
        format!("to the camera {one} and {other} look alike: it tells them apart by the rules only")
    }

    /// The class that is called so in words.
    pub fn named(&self, rules: &RuleSet, name: &str) -> Option<Class> {
        (0..self.all.len()).map(Class).find(|class| self.told(rules, *class) == name)
    }

    /// Ranges of colours that are known from elsewhere; they count for more than those of the game file.
    pub fn give(&mut self, ranges: impl IntoIterator<Item = (Class, Ranges)>) {
        self.given.extend(ranges);
    }

    /// The ranges of colours that are believed until pieces are seen; the last ones of a class count.
    pub fn given(&self) -> &[(Class, Ranges)] {
        &self.given
    }
}

/// Leaves out what differs in more looks of a player's pieces than can be told apart.
fn few(all: &mut Vec<Colour>, less: impl Fn(Colour) -> Colour) {
    let many = |colour: Colour| all.iter().filter(|other| other.owner == colour.owner).count() > KINDS;
    *all = all.iter().map(|colour| if many(*colour) { less(*colour) } else { *colour }).collect();
    all.sort_unstable();
    all.dedup();
}

/// Files name types of pieces; one that no colour of its own belongs to is none that a camera could tell apart.
fn given(all: &[Colour], rules: &RuleSet) -> Vec<(Class, Ranges)> {
    let of = |class: &ColourClass| {
        let kind = rules.element_types.iter().position(|kind| kind.name == class.name).map(ElementTypeId::new)?;
        let looks = |colour: &Colour| colour.state.is_none_or(|state| state == class.state);
        let at = all.iter().position(|colour| colour.kind == Some(kind) && looks(colour))?;
        let pair = |(least, most): (f64, f64)| [least, most];
        let (least, most) = class.size;
        // Files that tell no sizes are as those that tell 0.
        let most = if most > 0 { f64::from(most) } else { f64::INFINITY };
        let size = (least > 0 || most.is_finite()).then(|| [f64::from(least), most]);
        let ranges =
            Ranges { hue: pair(class.hue), saturation: pair(class.saturation), value: pair(class.value), size };
        Some((Class(at), ranges))
    };
    rules.colour_classes.iter().filter_map(of).collect()
}

#[cfg(test)]
mod tests {
    use boardwright_lang::{AllPictures, Source, load};

    use super::*;

    /// What the `[COLOUR CLASSES]` of a file are taken for, by the lines after the name of the class.
    fn ranges(lines: &str) -> Ranges {
        let draughts = boardwright_games::named("draughts").expect("it ships").source();
        let text = format!("{}\n[COLOUR CLASSES]\nname = man\n{lines}\n", draughts.text());
        let loaded = load(&Source::new("draughts.game", text.as_bytes()), &AllPictures);
        let game = SpecGame::new(loaded.rules.expect("the file has no mistake")).expect("it is small enough");
        let colours = Colours::of(&game);
        colours.given().first().expect("the class is of a piece").1
    }

    #[test]
    fn sizes_count_only_where_a_file_tells_them() {
        assert_eq!(ranges("hueMin = 340\nhueMax = 20").size, None);
        assert_eq!(ranges("sizeMin = 0\nsizeMax = 0").size, None);
        assert_eq!(ranges("sizeMin = 30\nsizeMax = 900").size, Some([30.0, 900.0]));
        assert!(ranges("sizeMin = 30").fit(1e6) && !ranges("sizeMin = 30").fit(29.0));
        assert!(ranges("sizeMax = 30").fit(0.0) && !ranges("sizeMax = 30").fit(31.0));
    }
}
