//! Appearance classes of a game's pieces: the camera distinguishes pieces by colour, and pieces of one colour by shape.

use boardwright_compiler::game::CompiledGame;
use boardwright_game::game::Game as _;
use boardwright_game::ids::{ElementTypeId, Player};
use boardwright_rules::{ColourClass, RuleSet};
use boardwright_vision::read::{Class, HsvRanges};
use boardwright_vision::render::TopMark;
use boardwright_vision::tone::LinearRgb;

use crate::appearance::{Appearance, board_appearances, waiting_pieces};

/// The features by which the pieces of one class look alike.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct PieceFeatures {
    owner: Option<Player>,
    /// The piece type; `None` where a player starts with too many types to distinguish.
    kind: Option<ElementTypeId>,
    /// The piece state; `None` where a player starts with too many states to distinguish.
    state: Option<i32>,
}

/// The error of merging classes of different piece types or players.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("pieces of different types or players cannot be merged into one class")]
pub struct DifferentPieces;

/// The appearance classes of a game's pieces. A piece that becomes a kind absent at the start, as a man becomes a king,
/// keeps its class.
#[derive(Clone, Debug, PartialEq)]
pub struct PieceClasses {
    all: Vec<PieceFeatures>,
    /// The representative of each class after merging: the first class that looks the same.
    representatives: Vec<Class>,
    /// HSV thresholds configured before the pieces were observed.
    configured_ranges: Vec<(Class, HsvRanges)>,
}

/// Maximum number of types and states of one player's pieces that are distinguished.
const MAX_KINDS: usize = 3;

/// Colours of pieces on simulated tables; a camera distinguishes them well.
const SIMULATED_COLOURS: [LinearRgb; 8] = [
    [0.55, 0.035, 0.03],
    [0.03, 0.10, 0.45],
    [0.75, 0.48, 0.03],
    [0.03, 0.27, 0.08],
    [0.80, 0.79, 0.75],
    [0.025, 0.025, 0.027],
    [0.30, 0.05, 0.35],
    [0.62, 0.20, 0.03],
];

/// Marks on the tops of a player's piece types on simulated tables.
const SIMULATED_MARKS: [TopMark; MAX_KINDS] = [TopMark::Plain, TopMark::Cross, TopMark::Ring];

impl PieceClasses {
    /// The classes of the pieces at the start of a game.
    pub fn for_game(game: &CompiledGame) -> Self {
        let start = game.initial_state();
        let beginning = board_appearances(game, &start).into_iter().flatten().chain(waiting_pieces(game, &start));
        let whole = |appearance: Appearance| PieceFeatures {
            owner: appearance.owner,
            kind: Some(appearance.kind),
            state: Some(appearance.state),
        };
        let mut all: Vec<PieceFeatures> = beginning.map(whole).collect();
        all.sort_unstable();
        all.dedup();
        merge_excess(&mut all, |colour| PieceFeatures { state: None, ..colour });
        merge_excess(&mut all, |colour| PieceFeatures { kind: None, state: None, ..colour });
        let configured_ranges = ranges_in_game_file(&all, game.rules());
        Self { representatives: (0..all.len()).map(Class).collect(), all, configured_ranges }
    }

    /// Merges two classes that look alike. Classes of different types or players are never merged: confusing them would
    /// change the position.
    ///
    /// # Errors
    ///
    /// [`DifferentPieces`] when they are of different types or players.
    pub fn merge(&mut self, Class(one): Class, Class(other): Class) -> Result<(), DifferentPieces> {
        let (first, second) = (self.all[one], self.all[other]);
        if (first.owner, first.kind) != (second.owner, second.kind) {
            return Err(DifferentPieces);
        }
        let (from, to) = (self.representatives[one.max(other)], self.representatives[one.min(other)]);
        for class in self.representatives.iter_mut().filter(|class| **class == from) {
            *class = to;
        }
        Ok(())
    }

    /// Number of classes, including merged ones.
    pub fn count(&self) -> usize {
        self.all.len()
    }

    /// The class of a piece.
    pub fn class(&self, appearance: Appearance) -> Option<Class> {
        let own = || self.all.iter().enumerate().filter(|(_, colour)| colour.owner == appearance.owner);
        let kind = || own().filter(|(_, colour)| colour.kind == Some(appearance.kind));
        let state = kind().find(|(_, colour)| colour.state == Some(appearance.state));
        // Neutral pieces of a type that is absent at the start look like others of that type.
        let alike = || self.all.iter().enumerate().find(|(_, colour)| colour.kind == Some(appearance.kind));
        let found = state.or_else(|| kind().next()).or_else(|| own().next()).or_else(alike);
        found.map(|(at, _)| self.representatives[at])
    }

    /// Appearance of a piece as one of a class, if it can have one: its type stays.
    pub(super) fn look(&self, Class(class): Class) -> impl Fn(Appearance) -> Option<Appearance> {
        let PieceFeatures { owner, kind, state } = self.all[class];
        move |piece: Appearance| {
            let is_type = kind.is_none_or(|kind| kind == piece.kind);
            is_type.then(|| Appearance { kind: piece.kind, owner, state: state.unwrap_or(piece.state) })
        }
    }

    /// Colour and mark of a class on simulated tables. Where colours distinguish the players, as on most boards, marks
    /// distinguish the piece types; otherwise each type has its own colour.
    pub fn paint(&self, Class(class): Class) -> (LinearRgb, TopMark) {
        let own = |other: &PieceFeatures| other.owner == self.all[class].owner;
        let others = self.all.iter().any(|other| other.owner.is_some() && !own(other));
        let first = self.all.iter().position(own).filter(|_| others && self.all[class].owner.is_some());
        let first = first.unwrap_or(class);
        (SIMULATED_COLOURS[first % SIMULATED_COLOURS.len()], SIMULATED_MARKS[(class - first) % SIMULATED_MARKS.len()])
    }

    /// Describes a class, for example "White man".
    pub fn describe(&self, rules: &RuleSet, Class(class): Class) -> String {
        let PieceFeatures { owner, kind, state } = self.all[class];
        if let (Some(kind), Some(state)) = (kind, state) {
            return Appearance { kind, owner, state }.describe(rules);
        }
        let kind = kind.map(|kind| rules.element_types[kind.index()].name.clone());
        let owner = owner.and_then(|player| rules.players.get(player.index()).cloned());
        owner.into_iter().chain(kind).collect::<Vec<_>>().join(" ")
    }

    /// Describes two merged classes.
    pub fn describe_merged(&self, rules: &RuleSet, (one, other): (Class, Class)) -> String {
        let (one, other) = (self.describe(rules, one), self.describe(rules, other));
        format!("{one} and {other} look alike to the camera: they are distinguished by the rules only")
    }

    /// The class with a description.
    pub fn find(&self, rules: &RuleSet, name: &str) -> Option<Class> {
        (0..self.all.len()).map(Class).find(|class| self.describe(rules, *class) == name)
    }

    /// Adds configured HSV thresholds; they take precedence over those of the game file.
    pub fn add_ranges(&mut self, ranges: impl IntoIterator<Item = (Class, HsvRanges)>) {
        self.configured_ranges.extend(ranges);
    }

    /// The configured HSV thresholds, used until pieces are observed; the last entry of a class counts.
    pub fn configured_ranges(&self) -> &[(Class, HsvRanges)] {
        &self.configured_ranges
    }
}

/// Merges the features of a player's pieces that exceed the number of distinguishable kinds.
fn merge_excess(all: &mut Vec<PieceFeatures>, less: impl Fn(PieceFeatures) -> PieceFeatures) {
    let many = |colour: PieceFeatures| all.iter().filter(|other| other.owner == colour.owner).count() > MAX_KINDS;
    *all = all.iter().map(|colour| if many(*colour) { less(*colour) } else { *colour }).collect();
    all.sort_unstable();
    all.dedup();
}

/// HSV thresholds of the game file, which names piece types; types without a class of their own are skipped.
fn ranges_in_game_file(all: &[PieceFeatures], rules: &RuleSet) -> Vec<(Class, HsvRanges)> {
    let of = |class: &ColourClass| {
        let kind = rules.element_types.iter().position(|kind| kind.name == class.name).map(ElementTypeId::new)?;
        let has_state = |colour: &PieceFeatures| colour.state.is_none_or(|state| state == class.state);
        let at = all.iter().position(|colour| colour.kind == Some(kind) && has_state(colour))?;
        let pair = |(least, most): (f64, f64)| [least, most];
        let (least, most) = class.size;
        // Maximum 0 means no limit, as in files without sizes.
        let most = if most > 0 { f64::from(most) } else { f64::INFINITY };
        let size = (least > 0 || most.is_finite()).then(|| [f64::from(least), most]);
        let ranges =
            HsvRanges { hue: pair(class.hue), saturation: pair(class.saturation), value: pair(class.value), size };
        Some((Class(at), ranges))
    };
    rules.colour_classes.iter().filter_map(of).collect()
}

#[cfg(test)]
mod tests {
    use boardwright_lang::{AllPictures, Source, load};

    use super::*;

    /// HSV thresholds of a game file with these lines after the name of the class in `[COLOUR CLASSES]`.
    fn ranges(lines: &str) -> HsvRanges {
        let draughts = boardwright_games::shipped_game("draughts").expect("it ships").source();
        let text = format!("{}\n[COLOUR CLASSES]\nname = man\n{lines}\n", draughts.text());
        let loaded = load(&Source::new("draughts.game", text.as_bytes()), &AllPictures);
        let game = CompiledGame::new(loaded.rules.expect("the file has no mistake")).expect("it is small enough");
        let colours = PieceClasses::for_game(&game);
        colours.configured_ranges().first().expect("the class is of a piece").1
    }

    #[test]
    fn sizes_apply_only_where_a_file_gives_them() {
        assert_eq!(ranges("hueMin = 340\nhueMax = 20").size, None);
        assert_eq!(ranges("sizeMin = 0\nsizeMax = 0").size, None);
        assert_eq!(ranges("sizeMin = 30\nsizeMax = 900").size, Some([30.0, 900.0]));
        assert!(ranges("sizeMin = 30").accepts_size(1e6) && !ranges("sizeMin = 30").accepts_size(29.0));
        assert!(ranges("sizeMax = 30").accepts_size(0.0) && !ranges("sizeMax = 30").accepts_size(31.0));
    }
}
