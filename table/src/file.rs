//! Table files, `NAME.table.toml`: the planned and calibrated table of a game. The game file contains nothing of it.

use std::path::Path;

use boardwright_game::ids::ElementTypeId;
use boardwright_robot::arm::{Config, PRESETS, Pulses, preset};
use boardwright_robot::motion::PlaceId;
use boardwright_rules::RuleSet;
use boardwright_vision::read::{Class, HsvRanges};
use serde::{Deserialize, Serialize};

use crate::appearance::relevant_places;
use crate::calibration::TableCalibration;
use crate::fit::{Fit, FitError, Touch};
use crate::frame::{BoardFrame, BoardPoint, JointOffsets};
use crate::layout::{Layout, LayoutError, PieceSizes};
use crate::legacy_angles;
use crate::perception::PieceClasses;
use crate::rewrite::rewrite;
use crate::table::{PlaceCorrection, Table, TaughtPulses};

/// The contents of a table file.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TableFile {
    /// The game with its options, as on the command line.
    pub game: String,
    /// The arm: the name of a preset, or a file next to the table file.
    pub arm: String,
    /// Distance of the nearest places, in mm.
    pub pitch: f64,
    /// The sizes of the largest pieces.
    pub pieces: PieceSizes,
    /// The location of the board.
    pub board: BoardFrame,
    /// The offsets of the joints.
    #[serde(default, skip_serializing_if = "is_default")]
    pub offsets: JointOffsets,
    /// The slots off the board, in mm from its centre.
    #[serde(default)]
    pub slots: Vec<BoardPoint>,
    /// The touched points from which board location and joint offsets were computed.
    #[serde(default, rename = "touch", skip_serializing_if = "Vec::is_empty")]
    pub touches: Vec<TouchEntry>,
    /// Sizes of smaller piece types.
    #[serde(default, rename = "piece", skip_serializing_if = "Vec::is_empty")]
    pub smaller: Vec<PieceSizeEntry>,
    /// Corrections and taught pulse widths of single places.
    #[serde(default, rename = "place", skip_serializing_if = "Vec::is_empty")]
    pub places: Vec<PlaceEntry>,
    /// Appearance of the pieces to the camera.
    #[serde(default, rename = "colour", skip_serializing_if = "Vec::is_empty")]
    pub colours: Vec<ColourEntry>,
}

fn is_default(offsets: &JointOffsets) -> bool {
    *offsets == JointOffsets::default()
}

/// Sizes of a smaller piece type, in mm; missing values are those of the largest pieces.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PieceSizeEntry {
    /// The name of the piece type.
    pub kind: String,
    /// The width.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub width: Option<f64>,
    /// The height.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub height: Option<f64>,
    /// Height of the fingertips' midpoint above the board when gripping.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub grip: Option<f64>,
}

/// A touched place.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TouchEntry {
    /// The name of the place; `slot 3` is the third slot.
    pub place: String,
    /// The pulse widths of the joints.
    pub pulses: Pulses,
}

/// Corrections and taught pulse widths of a place.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PlaceEntry {
    /// The name of the place.
    pub name: String,
    /// The correction of the tip position, in mm: to the right.
    #[serde(default)]
    pub u: f64,
    /// The correction up the picture, in mm.
    #[serde(default)]
    pub v: f64,
    /// The correction in height, in mm.
    #[serde(default)]
    pub z: f64,
    /// Pulse widths above the place, taught by hand.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub above: Option<Pulses>,
    /// Pulse widths at the place, taught by hand.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub at: Option<Pulses>,
}

/// HSV thresholds of a piece class.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ColourEntry {
    /// The description of the class: the player and the piece type.
    pub pieces: String,
    /// Hue interval in degrees; it may wrap around 360.
    pub hue: [f64; 2],
    /// Saturation interval, from 0 to 1.
    pub saturation: [f64; 2],
    /// Value interval, from 0 to 1.
    pub value: [f64; 2],
}

impl PieceSizeEntry {
    /// The complete sizes, with missing values filled in.
    fn complete_sizes(&self, largest: PieceSizes) -> PieceSizes {
        let Self { width, height, grip, .. } = *self;
        // Lower pieces are gripped at half their height, but no higher than the largest ones.
        let usual = height.map_or(largest.grip, |height| largest.grip.min(height / 2.0));
        PieceSizes {
            width: width.unwrap_or(largest.width),
            height: height.unwrap_or(largest.height),
            grip: grip.unwrap_or(usual),
        }
    }
}

/// The reason why a table file is invalid or does not match a game.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum FileError {
    /// The text is not valid TOML, or does not have the expected keys.
    #[error("{0}")]
    Text(String),
    /// The game has no place of this name.
    #[error("the game has no place \"{name}\"{}", near.as_ref().map_or(String::new(), |near| format!("; did you mean \"{near}\"?")))]
    Place {
        /// The name in the file.
        name: String,
        /// The most similar name, if there is one.
        near: Option<String>,
    },
    /// The game has no such piece class.
    #[error("the game has no piece class \"{name}\": there are {known}")]
    Colour {
        /// The name in the file.
        name: String,
        /// The existing names.
        known: String,
    },
    /// The game has no such piece type.
    #[error("the game has no piece type \"{name}\": there are {known}")]
    Kind {
        /// The name in the file.
        name: String,
        /// The existing names.
        known: String,
    },
    /// A place has pulse widths for one height only.
    #[error("place \"{0}\" has pulses for one height only: `above` and `at` go together")]
    IncompletePulses(String),
    /// There is no preset arm of this name.
    #[error("there is no arm \"{name}\": use one of {known}, or the name of an arm file")]
    Arm {
        /// The name in the file.
        name: String,
        /// The existing names.
        known: String,
    },
    /// A number is out of range.
    #[error("{key} = {value}: {why}")]
    Value {
        /// The key.
        key: &'static str,
        /// The value.
        value: f64,
        /// The permitted range.
        why: &'static str,
    },
    /// The game cannot be laid out.
    #[error(transparent)]
    Misfit(#[from] LayoutError),
}

/// The configuration of a preset arm.
///
/// # Errors
///
/// [`FileError::Arm`] when there is no such preset; the name may be that of a file.
pub fn preset_arm(name: &str) -> Result<Config, FileError> {
    let known = || PRESETS.map(|(name, _)| name).join(", ");
    preset(name).ok_or_else(|| FileError::Arm { name: name.to_owned(), known: known() })
}

impl TableFile {
    /// Creates the file of a planned layout.
    pub fn from_layout(game: &str, arm: &str, layout: &Layout) -> Self {
        Self {
            game: game.to_owned(),
            arm: arm.to_owned(),
            pitch: layout.pitch,
            pieces: layout.sizes,
            board: layout.frame,
            offsets: JointOffsets::default(),
            slots: layout.spots[layout.board_places..].to_vec(),
            touches: Vec::new(),
            smaller: Vec::new(),
            places: Vec::new(),
            colours: Vec::new(),
        }
    }

    /// Parses and checks a table file.
    ///
    /// # Errors
    ///
    /// [`FileError`] with the line or key and the reason.
    pub fn read(text: &str) -> Result<Self, FileError> {
        let file: Self = toml::from_str(text).map_err(|error| FileError::Text(error.to_string()))?;
        let value = |key, value: f64, sound: bool, why| {
            if sound && value.is_finite() { Ok(()) } else { Err(FileError::Value { key, value, why }) }
        };
        let PieceSizes { width, height, grip } = file.pieces;
        value("pitch", file.pitch, (5.0..=500.0).contains(&file.pitch), "places are 5 to 500 mm apart")?;
        value("width", width, (1.0..=100.0).contains(&width), "pieces are 1 to 100 mm wide")?;
        value("height", height, (0.5..=200.0).contains(&height), "pieces are 0.5 to 200 mm high")?;
        value("grip", grip, (0.0..=height).contains(&grip), "pieces are gripped between their foot and their top")?;
        for smaller in &file.smaller {
            let PieceSizes { width: w, height: h, grip: g } = smaller.complete_sizes(file.pieces);
            let most = "[pieces] gives the largest sizes: no type is wider, higher or gripped higher";
            value("width", w, w >= 1.0 && w <= width, most)?;
            value("height", h, h >= 0.5 && h <= height, most)?;
            value(
                "grip",
                g,
                g >= 0.0 && g <= grip.min(h),
                "pieces are gripped below their top, and no higher than the largest",
            )?;
        }
        for ColourEntry { hue, saturation, value: light, .. } in &file.colours {
            for at in *hue {
                value("hue", at, (0.0..=360.0).contains(&at), "hues are 0 to 360 degrees")?;
            }
            for (key, ends) in [("saturation", saturation), ("value", light)] {
                let sound = ends[0] <= ends[1] && ends.iter().all(|end| (0.0..=1.0).contains(end));
                value(key, ends[0], sound, "a range goes from a number to a greater or equal one, both from 0 to 1")?;
            }
        }
        Ok(file)
    }

    /// Writes the file as TOML text that [`TableFile::read`] accepts.
    pub fn write(&self) -> String {
        // Tables of numbers and strings can always be serialized.
        toml::to_string(self).unwrap_or_default()
    }

    /// The text with which the file at `path` is replaced: what did not change keeps its comments and its form.
    pub fn write_over(&self, path: &Path) -> String {
        let new = self.write();
        std::fs::read_to_string(path).map_or(new.clone(), |old| rewrite(&old, &new))
    }

    /// Adds the result of a calibration. Taught pulse widths, and corrections of places that this calibration has not
    /// measured, are kept. `name` gives the names of places.
    ///
    /// # Errors
    ///
    /// [`FitError`] when there are too few touches.
    pub fn add_calibration(
        &mut self,
        calibration: &TableCalibration,
        name: impl Fn(PlaceId) -> String,
    ) -> Result<(), FitError> {
        let fit = calibration.fit()?;
        (self.board, self.offsets) = (fit.frame, fit.offsets);
        for (place, correction) in calibration.measured_corrections() {
            self.correct(&name(place), correction);
        }
        Ok(())
    }

    /// The layout that the file describes.
    ///
    /// # Errors
    ///
    /// [`FileError`] when the game cannot be laid out.
    pub fn layout(&self, rules: &RuleSet) -> Result<Layout, FileError> {
        let mut layout = Layout::at_pitch(rules, self.pitch, self.board, self.pieces)?;
        layout.spots.extend(&self.slots);
        for smaller in &self.smaller {
            let kind = rules.element_types.iter().position(|kind| kind.name == smaller.kind);
            let known = || rules.element_types.iter().map(|kind| &*kind.name).collect::<Vec<_>>().join(", ");
            let kind = kind.ok_or_else(|| FileError::Kind { name: smaller.kind.clone(), known: known() })?;
            layout.smaller_types.push((ElementTypeId::new(kind), smaller.complete_sizes(self.pieces)));
        }
        Ok(layout)
    }

    /// The calibrated table for a game and an arm.
    ///
    /// # Errors
    ///
    /// [`FileError`] when the file names unknown places, or the game cannot be laid out.
    pub fn table(&self, rules: &RuleSet, config: &Config) -> Result<Table, FileError> {
        let layout = self.layout(rules)?;
        let mut table = Table::new(config, layout.clone(), self.board, self.offsets);
        // Places taught in game files of 2013 apply until they are taught in the table file.
        for (at, location) in relevant_places(rules).into_iter().enumerate() {
            if let Some(angles) = rules.locations[location.index()].robot {
                let (above, at_place) = legacy_angles::pulses_from_angles(&angles);
                table.teach(PlaceId(at), TaughtPulses { above, at: at_place });
            }
        }
        for known in &self.places {
            let place = find_place(rules, &layout, &known.name)?;
            if known.above.is_some() != known.at.is_some() {
                return Err(FileError::IncompletePulses(known.name.clone()));
            }
            self.apply_place(&known.name, place, &mut table);
        }
        Ok(table)
    }

    /// Applies what the file knows about a place of this name to a table.
    pub fn apply_place(&self, name: &str, place: PlaceId, table: &mut Table) {
        let Some(known) = self.places.iter().find(|known| known.name == name) else { return };
        table.set_correction(place, PlaceCorrection { u: known.u, v: known.v, z: known.z });
        if let (Some(above), Some(at)) = (known.above, known.at) {
            table.teach(place, TaughtPulses { above, at });
        }
    }

    /// Stores pulse widths taught by hand; they take precedence over computed ones.
    pub fn teach(&mut self, name: &str, TaughtPulses { above, at }: TaughtPulses) {
        let (above, at) = (Some(above), Some(at));
        match self.places.iter_mut().find(|known| known.name == name) {
            Some(known) => (known.above, known.at) = (above, at),
            None => self.places.push(PlaceEntry { name: name.to_owned(), u: 0.0, v: 0.0, z: 0.0, above, at }),
        }
    }

    /// Stores the correction of a place; pulse widths taught by hand are kept.
    pub fn correct(&mut self, name: &str, correction: PlaceCorrection) {
        let PlaceCorrection { u, v, z } = correction;
        match self.places.iter_mut().find(|known| known.name == name) {
            Some(known) => (known.u, known.v, known.z) = (u, v, z),
            None if correction == PlaceCorrection::default() => {}
            None => self.places.push(PlaceEntry { name: name.to_owned(), u, v, z, above: None, at: None }),
        }
    }

    /// The HSV thresholds of the piece classes.
    ///
    /// # Errors
    ///
    /// [`FileError::Colour`] when the file names pieces that the game does not have.
    pub fn colours(&self, rules: &RuleSet, colours: &PieceClasses) -> Result<Vec<(Class, HsvRanges)>, FileError> {
        let known =
            || (0..colours.count()).map(|class| colours.describe(rules, Class(class))).collect::<Vec<_>>().join(", ");
        let class = |coloured: &ColourEntry| {
            let ColourEntry { pieces, hue, saturation, value } = coloured;
            let class = colours.find(rules, pieces);
            let class = class.ok_or_else(|| FileError::Colour { name: pieces.clone(), known: known() })?;
            Ok((class, HsvRanges { hue: *hue, saturation: *saturation, value: *value, size: None }))
        };
        self.colours.iter().map(class).collect()
    }

    /// Stores the HSV thresholds of observed classes; other entries are kept.
    pub fn set_colours(&mut self, rules: &RuleSet, colours: &PieceClasses, seen: &[(Class, HsvRanges)]) {
        // Rounded to the precision of the observation.
        let round = |ends: [f64; 2], parts: f64| ends.map(|end| (end * parts).round() / parts);
        for (class, HsvRanges { hue, saturation, value, .. }) in seen {
            let pieces = colours.describe(rules, *class);
            self.colours.retain(|known| known.pieces != pieces);
            let (saturation, value) = (round(*saturation, 100.0), round(*value, 100.0));
            self.colours.push(ColourEntry { pieces, hue: round(*hue, 1.0), saturation, value });
        }
    }

    /// Stores the corrections of a table's places.
    pub fn set_corrections(&mut self, rules: &RuleSet, table: &Table) {
        let layout = table.layout();
        for place in 0..layout.spots.len() {
            let PlaceCorrection { u, v, z } = table.correction(PlaceId(place));
            let name = layout.name(rules, place);
            let at = self.places.iter().position(|known| known.name == name);
            let known = at.map_or([0.0; 3], |at| [self.places[at].u, self.places[at].v, self.places[at].z]);
            // Entries keep their written digits where the correction has not changed.
            if [u, v, z].iter().zip(known).all(|(now, then)| (now - then).abs() < 0.05) {
                continue;
            }
            let [u, v, z] = [u, v, z].map(|off| (off * 10.0).round() / 10.0);
            self.correct(&name, PlaceCorrection { u, v, z });
        }
    }

    /// Computes the calibration from the touches in the file; `None` where there are too few.
    ///
    /// # Errors
    ///
    /// [`FileError`] when the file names unknown places.
    pub fn fit(&self, rules: &RuleSet, config: &Config) -> Result<Option<Fit>, FileError> {
        let layout = self.layout(rules)?;
        let touch = |touched: &TouchEntry| {
            let place = find_place(rules, &layout, &touched.place)?;
            Ok(Touch { spot: layout.spots[place.0], pulses: touched.pulses })
        };
        let touches: Vec<Touch> = self.touches.iter().map(touch).collect::<Result<_, FileError>>()?;
        Ok(Fit::solve(config, &touches).ok())
    }
}

/// Finds the place of a name.
///
/// # Errors
///
/// [`FileError::Place`] when there is none, with the most similar name.
pub fn find_place(rules: &RuleSet, layout: &Layout, name: &str) -> Result<PlaceId, FileError> {
    // Labels are what messages and the board show; names in files are those of the game.
    let count = layout.spots.len();
    let labels = layout.place_labels(rules).into_iter().enumerate();
    let all = (0..count).map(|place| (place, layout.name(rules, place))).chain(labels);
    let plain = |text: &str| text.chars().filter(|letter| !letter.is_whitespace()).collect::<String>();
    let wanted = plain(name);
    let mut nearest: Option<(usize, String)> = None;
    for (at, known) in all {
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
