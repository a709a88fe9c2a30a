//! Which pieces a camera can tell apart: those of different colours.

use boardwright_engine::game::Game as _;
use boardwright_engine::ids::{ElementTypeId, Player};
use boardwright_engine::rules::{ColourClass, RuleSet};
use boardwright_engine::spec::SpecGame;
use boardwright_vision::read::{Class, Ranges};
use boardwright_vision::tone::Tone;

use crate::look::{Look, looks, waiting};

/// Pieces of one colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Colour {
    owner: Option<Player>,
    /// Types are told apart where a player begins with few of them.
    kind: Option<ElementTypeId>,
}

/// The colours of a game's pieces. A piece that becomes another one of the same player, as a man becomes a king, keeps its colour.
#[derive(Clone, Debug, PartialEq)]
pub struct Colours {
    all: Vec<Colour>,
    /// The ranges that are known without having seen the pieces.
    given: Vec<(Class, Ranges)>,
}

/// So many types of one player have colours of their own; more could hardly be told apart.
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

impl Colours {
    /// The colours of the pieces with which a game begins.
    pub fn of(game: &SpecGame) -> Self {
        let start = game.start();
        let beginning = looks(game, &start).into_iter().flatten().chain(waiting(game, &start));
        let mut all: Vec<Colour> = beginning.map(|look| Colour { owner: look.owner, kind: Some(look.kind) }).collect();
        all.sort_unstable();
        all.dedup();
        for player in all.iter().map(|colour| colour.owner).collect::<Vec<_>>() {
            if all.iter().filter(|colour| colour.owner == player).count() > KINDS {
                all.retain(|colour| colour.owner != player);
                all.push(Colour { owner: player, kind: None });
            }
        }
        all.sort_unstable();
        all.dedup();
        let given = given(&all, game.rules());
        Self { all, given }
    }

    /// How many there are.
    pub fn count(&self) -> usize {
        self.all.len()
    }

    /// The colour of a piece.
    pub fn class(&self, look: Look) -> Option<Class> {
        let own = || self.all.iter().enumerate().filter(|(_, colour)| colour.owner == look.owner);
        let kind = own().find(|(_, colour)| colour.kind == Some(look.kind)).or_else(|| own().next());
        // Nobody's pieces of a type that nobody begins with look like others of that type.
        let alike = || self.all.iter().enumerate().find(|(_, colour)| colour.kind == Some(look.kind));
        kind.or_else(alike).map(|(at, _)| Class(at))
    }

    /// How each colour is painted on a table that is not there, linear.
    pub fn paint(Class(class): Class) -> Tone {
        PAINTS[class % PAINTS.len()]
    }

    /// A colour in words: that of White's pieces, say.
    pub fn told(&self, rules: &RuleSet, Class(class): Class) -> String {
        let Colour { owner, kind } = self.all[class];
        let kind = kind.map(|kind| rules.element_types[kind.index()].name.clone());
        let owner = owner.and_then(|player| rules.players.get(player.index()).cloned());
        owner.into_iter().chain(kind).collect::<Vec<_>>().join(" ")
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

/// Files name types of pieces; one that no colour of its own belongs to is none that a camera could tell apart.
fn given(all: &[Colour], rules: &RuleSet) -> Vec<(Class, Ranges)> {
    let of = |class: &ColourClass| {
        let kind = rules.element_types.iter().position(|kind| kind.name == class.name).map(ElementTypeId::new)?;
        let at = all.iter().position(|colour| colour.kind == Some(kind))?;
        let pair = |(least, most): (f64, f64)| [least, most];
        let (least, most) = class.size;
        let size = Some([f64::from(least), f64::from(most)]);
        let ranges =
            Ranges { hue: pair(class.hue), saturation: pair(class.saturation), value: pair(class.value), size };
        Some((Class(at), ranges))
    };
    rules.colour_classes.iter().filter_map(of).collect()
}
