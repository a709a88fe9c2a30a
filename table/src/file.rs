//! Table files, `NAME.table.toml`: a game before an arm as it was planned and taught. Nothing of it is in the game file.

use boardwright_engine::ids::ElementTypeId;
use boardwright_engine::rules::RuleSet;
use boardwright_robot::arm::{Config, PRESETS, Pulses, preset};
use boardwright_robot::motion::PlaceId;
use boardwright_vision::read::{Class, Ranges};
use serde::{Deserialize, Serialize};

use crate::eye::Colours;
use crate::fit::{Fit, Touch};
use crate::frame::{Frame, Offsets, Spot};
use crate::layout::{Layout, Misfit, Sizes};
use crate::look::places;
use crate::old;
use crate::table::{Correction, Table, Taught};

/// What a table file says.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TableFile {
    /// The game, with its options, as it is asked for.
    pub game: String,
    /// The arm: one that is known by name, or a file beside this one.
    pub arm: String,
    /// How far apart the nearest places are, in mm.
    pub pitch: f64,
    /// The pieces, the largest of them.
    pub pieces: Sizes,
    /// Where the board lies.
    pub board: Frame,
    /// How far joints are off.
    #[serde(default, skip_serializing_if = "is_nothing")]
    pub offsets: Offsets,
    /// The slots beside the board, in mm from its middle.
    #[serde(default)]
    pub slots: Vec<Spot>,
    /// Points that were touched: board and offsets were worked out from them.
    #[serde(default, rename = "touch", skip_serializing_if = "Vec::is_empty")]
    pub touches: Vec<Touched>,
    /// Pieces of types that are not as large.
    #[serde(default, rename = "piece", skip_serializing_if = "Vec::is_empty")]
    pub smaller: Vec<Smaller>,
    /// What is known of single places.
    #[serde(default, rename = "place", skip_serializing_if = "Vec::is_empty")]
    pub places: Vec<Known>,
    /// How the pieces look to the camera.
    #[serde(default, rename = "colour", skip_serializing_if = "Vec::is_empty")]
    pub colours: Vec<Coloured>,
}

fn is_nothing(offsets: &Offsets) -> bool {
    *offsets == Offsets::default()
}

/// Pieces of a type that are not as large as the largest, in mm; what is not told is as of these.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Smaller {
    /// The name of the type.
    pub kind: String,
    /// Their width.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub width: Option<f64>,
    /// Their height.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub height: Option<f64>,
    /// How high above the board the fingertips' middle grips them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub grip: Option<f64>,
}

/// A place that was touched.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Touched {
    /// Its name; `slot 3` is the third slot.
    pub place: String,
    /// Where the joints were.
    pub pulses: Pulses,
}

/// A place of which more is known than where it lies on the board.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Known {
    /// Its name.
    pub name: String,
    /// How far beyond it the tip must go, in mm: to the right, up the picture, higher.
    #[serde(default)]
    pub u: f64,
    /// See `u`.
    #[serde(default)]
    pub v: f64,
    /// See `u`.
    #[serde(default)]
    pub z: f64,
    /// Pulses above it, taught by hand.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub above: Option<Pulses>,
    /// Pulses at it, taught by hand.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub at: Option<Pulses>,
}

/// Pieces of one colour.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Coloured {
    /// Which: the player and the type.
    pub pieces: String,
    /// Hues from and to, in degrees; a range may go through 0.
    pub hue: [f64; 2],
    /// Saturation from and to, at most 1.
    pub saturation: [f64; 2],
    /// Value from and to, at most 1.
    pub value: [f64; 2],
}

impl Smaller {
    /// All of it.
    fn sizes(&self, largest: Sizes) -> Sizes {
        let Self { width, height, grip, .. } = *self;
        // Lower pieces are gripped at half their height if they are not as high as the others are gripped.
        let usual = height.map_or(largest.grip, |height| largest.grip.min(height / 2.0));
        Sizes {
            width: width.unwrap_or(largest.width),
            height: height.unwrap_or(largest.height),
            grip: grip.unwrap_or(usual),
        }
    }
}

/// Why a table file is none for a game.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum FileError {
    /// It cannot be read.
    #[error("{0}")]
    Text(String),
    /// A place that the game does not have.
    #[error("the game has no place \"{name}\"{}", near.as_ref().map_or(String::new(), |near| format!("; did you mean \"{near}\"?")))]
    Place {
        /// As it is written.
        name: String,
        /// What was meant, maybe.
        near: Option<String>,
    },
    /// Pieces that the game does not have.
    #[error("the game has no pieces \"{name}\" of a colour of their own: there are {known}")]
    Colour {
        /// As it is written.
        name: String,
        /// Those there are.
        known: String,
    },
    /// A type of pieces that the game does not have.
    #[error("the game has no type of pieces \"{name}\": there are {known}")]
    Kind {
        /// As it is written.
        name: String,
        /// Those there are.
        known: String,
    },
    /// Pulses for one height only.
    #[error("place \"{0}\" has pulses for one height only: `above` and `at` go together")]
    Half(String),
    /// An arm that is not known.
    #[error("there is no arm \"{name}\": known are {known}, or the name of a file that describes one")]
    Arm {
        /// As it is written.
        name: String,
        /// Those there are.
        known: String,
    },
    /// A number that makes no sense.
    #[error("{key} = {value}: {why}")]
    Value {
        /// Which key.
        key: &'static str,
        /// What it says.
        value: f64,
        /// What would be right.
        why: &'static str,
    },
    /// The game itself cannot be laid out.
    #[error(transparent)]
    Misfit(#[from] Misfit),
}

/// The arm of this name, if it is known.
///
/// # Errors
///
/// When it is not: then it may be a file.
pub fn known_arm(name: &str) -> Result<Config, FileError> {
    let known = || PRESETS.map(|(name, _)| name).join(", ");
    preset(name).ok_or_else(|| FileError::Arm { name: name.to_owned(), known: known() })
}

impl TableFile {
    /// A table as it was planned.
    pub fn planned(game: &str, arm: &str, layout: &Layout) -> Self {
        Self {
            game: game.to_owned(),
            arm: arm.to_owned(),
            pitch: layout.pitch,
            pieces: layout.sizes,
            board: layout.frame,
            offsets: Offsets::default(),
            slots: layout.spots[layout.board..].to_vec(),
            touches: Vec::new(),
            smaller: Vec::new(),
            places: Vec::new(),
            colours: Vec::new(),
        }
    }

    /// Reads a table file.
    ///
    /// # Errors
    ///
    /// With the line and what is wrong there.
    pub fn read(text: &str) -> Result<Self, FileError> {
        let file: Self = toml::from_str(text).map_err(|error| FileError::Text(error.to_string()))?;
        let value = |key, value: f64, sound: bool, why| {
            if sound && value.is_finite() { Ok(()) } else { Err(FileError::Value { key, value, why }) }
        };
        let Sizes { width, height, grip } = file.pieces;
        value("pitch", file.pitch, (5.0..=500.0).contains(&file.pitch), "places are 5 to 500 mm apart")?;
        value("width", width, (1.0..=100.0).contains(&width), "pieces are 1 to 100 mm wide")?;
        value("height", height, (0.5..=200.0).contains(&height), "pieces are 0.5 to 200 mm high")?;
        value(
            "grip",
            grip,
            (0.0..=height).contains(&grip),
            "pieces are gripped somewhere between their foot and their top",
        )?;
        for smaller in &file.smaller {
            let Sizes { width: w, height: h, grip: g } = smaller.sizes(file.pieces);
            let most = "[pieces] tells the largest: no type is wider, higher or gripped higher";
            value("width", w, w >= 1.0 && w <= width, most)?;
            value("height", h, h >= 0.5 && h <= height, most)?;
            value(
                "grip",
                g,
                g >= 0.0 && g <= grip.min(h),
                "pieces are gripped below their top, and no higher than the largest",
            )?;
        }
        for Coloured { hue, saturation, value: light, .. } in &file.colours {
            for at in *hue {
                value("hue", at, (0.0..=360.0).contains(&at), "hues are 0 to 360 degrees")?;
            }
            for (key, ends) in [("saturation", saturation), ("value", light)] {
                let sound = ends[0] <= ends[1] && ends.iter().all(|end| (0.0..=1.0).contains(end));
                value(key, ends[0], sound, "it goes from one number to a greater one, both from 0 to 1")?;
            }
        }
        Ok(file)
    }

    /// As a text that can be read again.
    pub fn write(&self) -> String {
        // Tables of numbers and texts can always be written.
        toml::to_string(self).unwrap_or_default()
    }

    /// The game laid out as the file says.
    ///
    /// # Errors
    ///
    /// When the game cannot be laid out.
    pub fn layout(&self, rules: &RuleSet) -> Result<Layout, FileError> {
        let mut layout = Layout::at_pitch(rules, self.pitch, self.board, self.pieces)?;
        layout.spots.extend(&self.slots);
        for smaller in &self.smaller {
            let kind = rules.element_types.iter().position(|kind| kind.name == smaller.kind);
            let known = || rules.element_types.iter().map(|kind| &*kind.name).collect::<Vec<_>>().join(", ");
            let kind = kind.ok_or_else(|| FileError::Kind { name: smaller.kind.clone(), known: known() })?;
            layout.smaller.push((ElementTypeId::new(kind), smaller.sizes(self.pieces)));
        }
        Ok(layout)
    }

    /// The table for a game and an arm.
    ///
    /// # Errors
    ///
    /// When it names places that the game does not have, or the game cannot be laid out.
    pub fn table(&self, rules: &RuleSet, config: &Config) -> Result<Table, FileError> {
        let layout = self.layout(rules)?;
        let mut table = Table::new(config, layout.clone(), self.board, self.offsets);
        // Places taught in files of 2013 count until they are taught here.
        for (at, location) in places(rules).into_iter().enumerate() {
            if let Some(angles) = rules.locations[location.index()].robot {
                let (above, at_place) = old::pulses(&angles);
                table.teach(PlaceId(at), Taught { above, at: at_place });
            }
        }
        for known in &self.places {
            let place = place(rules, &layout, &known.name)?;
            table.correct(place, Correction { u: known.u, v: known.v, z: known.z });
            match (known.above, known.at) {
                (Some(above), Some(at)) => table.teach(place, Taught { above, at }),
                (None, None) => {}
                _ => return Err(FileError::Half(known.name.clone())),
            }
        }
        Ok(table)
    }

    /// A place was taught by hand: these pulses win over all that is worked out of it.
    pub fn teach(&mut self, name: &str, Taught { above, at }: Taught) {
        let (above, at) = (Some(above), Some(at));
        match self.places.iter_mut().find(|known| known.name == name) {
            Some(known) => (known.above, known.at) = (above, at),
            None => self.places.push(Known { name: name.to_owned(), u: 0.0, v: 0.0, z: 0.0, above, at }),
        }
    }

    /// How its pieces look to the camera.
    ///
    /// # Errors
    ///
    /// When it names pieces that the game does not have.
    pub fn colours(&self, rules: &RuleSet, colours: &Colours) -> Result<Vec<(Class, Ranges)>, FileError> {
        let known =
            || (0..colours.count()).map(|class| colours.told(rules, Class(class))).collect::<Vec<_>>().join(", ");
        let class = |coloured: &Coloured| {
            let Coloured { pieces, hue, saturation, value } = coloured;
            let class = colours.named(rules, pieces);
            let class = class.ok_or_else(|| FileError::Colour { name: pieces.clone(), known: known() })?;
            Ok((class, Ranges { hue: *hue, saturation: *saturation, value: *value, size: None }))
        };
        self.colours.iter().map(class).collect()
    }

    /// Takes over how pieces look to the camera. Those that were not seen stay as they are.
    pub fn look(&mut self, rules: &RuleSet, colours: &Colours, seen: &[(Class, Ranges)]) {
        // More digits would say more than is known.
        let round = |ends: [f64; 2], parts: f64| ends.map(|end| (end * parts).round() / parts);
        for (class, Ranges { hue, saturation, value, .. }) in seen {
            let pieces = colours.told(rules, *class);
            self.colours.retain(|known| known.pieces != pieces);
            let (saturation, value) = (round(*saturation, 100.0), round(*value, 100.0));
            self.colours.push(Coloured { pieces, hue: round(*hue, 1.0), saturation, value });
        }
    }

    /// Takes over how far beside places the arm aims.
    pub fn aim(&mut self, rules: &RuleSet, table: &Table) {
        let layout = table.layout();
        for place in 0..layout.spots.len() {
            let Correction { u, v, z } = table.correction(PlaceId(place));
            let name = layout.name(rules, place);
            let at = self.places.iter().position(|known| known.name == name);
            let known = at.map_or([0.0; 3], |at| [self.places[at].u, self.places[at].v, self.places[at].z]);
            // What was taught stays as exact as it is written where nothing was learnt.
            if [u, v, z].iter().zip(known).all(|(now, then)| (now - then).abs() < 0.05) {
                continue;
            }
            let [u, v, z] = [u, v, z].map(|off| (off * 10.0).round() / 10.0);
            match at.map(|at| &mut self.places[at]) {
                Some(known) => (known.u, known.v, known.z) = (u, v, z),
                None => self.places.push(Known { name, u, v, z, above: None, at: None }),
            }
        }
    }

    /// What the touches of the file tell; none where there are too few.
    ///
    /// # Errors
    ///
    /// When it names places that the game does not have.
    pub fn fit(&self, rules: &RuleSet, config: &Config) -> Result<Option<Fit>, FileError> {
        let layout = self.layout(rules)?;
        let touch = |touched: &Touched| {
            let place = place(rules, &layout, &touched.place)?;
            Ok(Touch { spot: layout.spots[place.0], pulses: touched.pulses })
        };
        let touches: Vec<Touch> = self.touches.iter().map(touch).collect::<Result<_, FileError>>()?;
        Ok(Fit::of(config, &touches).ok())
    }
}

/// The place of this name.
///
/// # Errors
///
/// When there is none: with the one that is nearest in spelling.
pub fn place(rules: &RuleSet, layout: &Layout, name: &str) -> Result<PlaceId, FileError> {
    let all = (0..layout.spots.len()).map(|place| layout.name(rules, place));
    let plain = |text: &str| text.chars().filter(|letter| !letter.is_whitespace()).collect::<String>();
    let wanted = plain(name);
    let mut nearest: Option<(usize, String)> = None;
    for (at, known) in all.enumerate() {
        if plain(&known) == wanted {
            return Ok(PlaceId(at));
        }
        let far = strsim::levenshtein(&plain(&known), &wanted);
        if nearest.as_ref().is_none_or(|(least, _)| far < *least) {
            nearest = Some((far, known));
        }
    }
    let near = nearest.filter(|(far, _)| *far <= 3).map(|(_, known)| known);
    Err(FileError::Place { name: name.to_owned(), near })
}
