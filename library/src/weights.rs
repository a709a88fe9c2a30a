//! Weights of the features of a game: those that come with it, and those of the user in files. The user's own weights are
//! `weights/GAME/*.toml` in the user's data folder; other files are given by their paths. The file format is that of
//! [`weight_file`].

use std::borrow::Cow;
use std::io;
use std::path::{Path, PathBuf};

use boardwright_game::any::{AnyMove, AnyState};
use boardwright_game::features::{FeatureSet, WeightSet, select_weights};
use boardwright_game::game::{GameExt, Turn};
use boardwright_game::operation::{ConcreteGame, GameOperation};
use boardwright_games::{learnt_weight_sets, weight_file};
use boardwright_players::game_weights::GameWeights;
use boardwright_players::move_terms::move_terms;
use boardwright_players::registry::PlayerArtifacts;
use boardwright_players::{PlayerSpec, PlayerSpecError};

use crate::engines;
use crate::error::Error;
use crate::files;
use crate::load::{GameSource, LoadedGame, find_game, split_game};
use crate::scripts;
use crate::tables::data_folder;

/// Ending of the names of weight files.
const ENDING: &str = "toml";

/// A legal move with its value by weights.
#[derive(Clone, Debug)]
pub struct MoveValue {
    /// The move.
    pub mv: AnyMove,
    /// Value: the sum of the terms.
    pub value: f32,
    /// Phase whose weights were used.
    pub phase: usize,
    /// Name of each feature, and weight times value.
    pub terms: Vec<(String, f32)>,
}

impl LoadedGame {
    /// Feature sets that the game declares.
    pub fn feature_sets(&self) -> Vec<FeatureSet> {
        self.run(ListFeatures)
    }

    /// Weights that come with the game: those that it declares, and learnt ones.
    pub fn shipped_weights(&self) -> Vec<WeightSet> {
        self.run(ListWeights).into_iter().chain(self.learnt_weight_sets()).collect()
    }

    /// Learnt weights of the features of a shipped game file.
    pub(crate) fn learnt_weight_sets(&self) -> Vec<WeightSet> {
        let source = split_game(&self.argument).and_then(|(name, _)| find_game(name));
        match source {
            Ok(GameSource::Shipped(game)) => learnt_weight_sets(game.name, &self.feature_sets()),
            _ => Vec::new(),
        }
    }

    /// The user's own weights for the game, and a warning about files that cannot be used, if any.
    pub fn own_weights(&self) -> (Vec<WeightSet>, Option<String>) {
        let sets = self.feature_sets();
        let folder = (!sets.is_empty()).then(|| self.weights_folder()).flatten();
        folder.map_or_else(Default::default, |folder| read_folder(&folder, &sets))
    }

    /// Weights with a name, for the number of players of the game, or those of a file.
    ///
    /// # Errors
    /// If there are none, or the file cannot be read.
    pub fn weights(&self, name: &str) -> Result<WeightSet, Error> {
        if is_file_name(name) {
            return read(Path::new(name), &self.feature_sets()).map_err(Error::Input);
        }
        let (own, _) = self.own_weights();
        let sets: Vec<WeightSet> = self.shipped_weights().into_iter().chain(own).collect();
        let known = sets.iter().map(|set| set.name.clone()).collect::<Vec<_>>().join(", ");
        select_weights(sets, name, self.game().players()).ok_or_else(|| {
            let known = if known.is_empty() { "none".to_owned() } else { known };
            let players = self.game().players();
            Error::Input(format!(
                "{} has no weights \"{name}\" for {players} players; it has {known}, and files end in .{ENDING}",
                self.name
            ))
        })
    }

    /// Saves weights among the user's own weights for the game and returns the path of the file. Weights of the same name
    /// for the same number of players are replaced.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn save_weights(&self, weights: &WeightSet) -> Result<PathBuf, Error> {
        let folder = self.weights_folder().ok_or_else(|| {
            Error::Usage("neither XDG_DATA_HOME nor HOME is set; give the name of a file for the weights".to_owned())
        })?;
        let sets = self.feature_sets();
        let Some(set) = sets.iter().find(|set| set.name == weights.features) else {
            return Err(Error::Input(format!("{} has no feature set \"{}\"", self.name, weights.features)));
        };
        std::fs::create_dir_all(&folder).map_err(|error| Error::file("make", &folder, &error))?;
        let path = folder.join(file_name(weights));
        files::write(&path, weight_file::text(weights, set).as_bytes())?;
        Ok(path)
    }

    /// Weights by which a player evaluates the positions of the game; `None` if it does not use any.
    ///
    /// # Errors
    /// If the player needs weights that do not exist.
    pub fn player_weights(&self, player: &PlayerSpec, artifacts: &PlayerArtifacts) -> Result<Option<WeightSet>, Error> {
        self.run(FindWeights { player, artifacts }).map_err(|error| Error::Usage(error.to_string()))
    }

    /// Values of all legal moves by weights, with the contribution of each feature, in the order of the legal moves. The
    /// list is empty where no player is to move.
    ///
    /// # Errors
    /// If the weights do not belong to the game, or its rules fail.
    pub fn move_values(&self, state: &AnyState, weights: &WeightSet) -> Result<Vec<MoveValue>, Error> {
        self.run(EvaluateMoves { loaded: self, state, weights })
    }

    fn weights_folder(&self) -> Option<PathBuf> {
        data_folder().map(|folder| folder.join("weights").join(&self.name))
    }
}

/// The artifacts with what the files that a player's options name contain: weights or a script.
///
/// # Errors
/// If the file cannot be used.
pub(crate) fn with_player_files<'a, G: ConcreteGame>(
    game: &G,
    player: &PlayerSpec,
    artifacts: &'a PlayerArtifacts,
) -> Result<Cow<'a, PlayerArtifacts>, PlayerSpecError> {
    // Scripts of a bundle were loaded with it.
    if artifacts.script.is_some() {
        return Ok(Cow::Borrowed(artifacts));
    }
    if let Some(notation) = engines::notation_for(player, game) {
        return Ok(Cow::Owned(PlayerArtifacts { uci_notation: Some(notation), ..artifacts.clone() }));
    }
    let why = |why| PlayerSpecError::Script { player: player.entry.name, why };
    if let Some(script) = scripts::load_for(player, game).map_err(why)? {
        return Ok(Cow::Owned(PlayerArtifacts { script: Some(script), ..artifacts.clone() }));
    }
    let Some(path) = player.weight_option().filter(|name| is_file_name(name)) else {
        return Ok(Cow::Borrowed(artifacts));
    };
    let weights = read(Path::new(path), game.feature_sets());
    let weights = weights.map_err(|why| PlayerSpecError::WeightFile { player: player.entry.name, why })?;
    let mut artifacts = artifacts.clone();
    // The player finds the weights by the path, whatever their name and number of players.
    artifacts.weight_sets.push(WeightSet { name: path.to_owned(), players: None, ..weights });
    Ok(Cow::Owned(artifacts))
}

fn is_file_name(name: &str) -> bool {
    Path::new(name).extension().is_some_and(|ending| ending == ENDING)
}

/// File name for weights. Characters that paths treat specially are replaced.
fn file_name(weights: &WeightSet) -> String {
    let plain = |letter: char| if letter.is_alphanumeric() || "-_".contains(letter) { letter } else { '-' };
    let name: String = weights.name.chars().map(plain).collect();
    let players = weights.players.map_or_else(String::new, |players| format!("-{players}"));
    format!("{name}{players}.{ENDING}")
}

/// Reads a weight file. The error says what to do.
fn read(path: &Path, sets: &[FeatureSet]) -> Result<WeightSet, String> {
    let text = std::fs::read_to_string(path).map_err(|error| Error::file("read", path, &error).to_string())?;
    weight_file::parse(&text, sets).map_err(|error| format!("{}: {error}", path.display()))
}

/// Reads the weight files of a folder in the order of their names.
fn read_folder(folder: &Path, sets: &[FeatureSet]) -> (Vec<WeightSet>, Option<String>) {
    let entries = match std::fs::read_dir(folder) {
        Ok(entries) => entries,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return (Vec::new(), None),
        Err(error) => return (Vec::new(), Some(Error::file("read", folder, &error).to_string())),
    };
    let paths = entries.filter_map(Result::ok).map(|entry| entry.path());
    let mut paths: Vec<PathBuf> = paths.filter(|path| path.extension().is_some_and(|end| end == ENDING)).collect();
    paths.sort_unstable();
    let (mut found, mut notes) = (Vec::new(), Vec::new());
    for path in paths {
        match read(&path, sets) {
            Ok(weights) => found.push(weights),
            Err(why) => notes.push(format!("these weights are not used: {why}")),
        }
    }
    (found, (!notes.is_empty()).then(|| notes.join("\n")))
}

struct ListFeatures;

impl GameOperation for ListFeatures {
    type Output = Vec<FeatureSet>;

    fn run<G: ConcreteGame>(self, game: &G) -> Self::Output {
        game.feature_sets().to_vec()
    }
}

struct ListWeights;

impl GameOperation for ListWeights {
    type Output = Vec<WeightSet>;

    fn run<G: ConcreteGame>(self, game: &G) -> Self::Output {
        game.weight_sets()
    }
}

struct FindWeights<'a> {
    player: &'a PlayerSpec,
    artifacts: &'a PlayerArtifacts,
}

impl GameOperation for FindWeights<'_> {
    type Output = Result<Option<WeightSet>, PlayerSpecError>;

    fn run<G: ConcreteGame>(self, game: &G) -> Self::Output {
        let artifacts = with_player_files(game, self.player, self.artifacts)?;
        self.player.weights(game, &artifacts)
    }
}

struct EvaluateMoves<'a> {
    loaded: &'a LoadedGame,
    state: &'a AnyState,
    weights: &'a WeightSet,
}

impl GameOperation for EvaluateMoves<'_> {
    type Output = Result<Vec<MoveValue>, Error>;

    fn run<G: ConcreteGame>(self, game: &G) -> Self::Output {
        let fault = |fault| self.loaded.fault_error(&fault);
        let state: &G::State = self.state.downcast_ref().expect("the position is one of this game");
        let weights = GameWeights::new(game, self.weights).map_err(|error| Error::Input(error.to_string()))?;
        let mut moves = Vec::new();
        let Turn::Player(me) = game.legal_moves(state, &mut moves).map_err(fault)? else { return Ok(Vec::new()) };
        let found = move_terms(game, state, me, &moves, weights).map_err(fault)?;
        let names = || game.feature_sets()[weights.set].features.iter().map(|feature| feature.name.to_string());
        let erased = found.into_iter().map(|found| MoveValue {
            mv: AnyMove::new(found.mv),
            value: found.value,
            phase: found.phase,
            terms: names().zip(found.terms).collect(),
        });
        Ok(erased.collect())
    }
}

#[cfg(test)]
mod tests {
    use boardwright_players::parse;

    use super::*;
    use crate::load::load;

    #[test]
    fn the_terms_of_a_move_add_up_and_the_player_chooses_the_best() {
        let loaded = load("carcassonne").unwrap();
        let game = loaded.game();
        let mut state = game.initial_state();
        let weights = loaded.weights("19/3-pr").unwrap();
        assert!(loaded.move_values(&state, &weights).unwrap().is_empty(), "a tile is drawn first");
        let drawn = game.legal_moves(&state).unwrap().1[0].clone();
        game.apply(&mut state, &drawn).unwrap();
        let values = loaded.move_values(&state, &weights).unwrap();
        assert_eq!(values.len(), game.legal_moves(&state).unwrap().1.len());
        for value in &values {
            assert_eq!(value.terms.len(), 19);
            let sum: f32 = value.terms.iter().map(|term| term.1).sum();
            assert!((sum - value.value).abs() < 1e-3, "{value:?}");
        }
        let wanted = parse("19/3-pr").unwrap();
        let found = loaded.player_weights(&wanted, &PlayerArtifacts::default()).unwrap();
        assert_eq!(found, Some(weights));
    }

    #[test]
    fn own_weights_are_read_from_a_folder_and_broken_files_are_named() {
        let folder = tempfile::tempdir().unwrap();
        let loaded = load("carcassonne").unwrap();
        let sets = loaded.feature_sets();
        let mine = WeightSet { name: "my/own".to_owned(), ..loaded.weights("19/3-pr").unwrap() };
        assert_eq!(file_name(&mine), "my-own-2.toml");
        let set = sets.iter().find(|set| set.name == mine.features).unwrap();
        let path = folder.path().join(file_name(&mine));
        files::write(&path, weight_file::text(&mine, set).as_bytes()).unwrap();
        std::fs::write(folder.path().join("broken.toml"), "name = 1").unwrap();
        let (found, note) = read_folder(folder.path(), &sets);
        assert_eq!(found, std::slice::from_ref(&mine));
        assert!(note.unwrap().contains("broken.toml: "));
        assert_eq!(read_folder(&folder.path().join("missing"), &sets), (Vec::new(), None));

        let wanted = parse(&format!("weighted:weights={}", path.display())).unwrap();
        let found = loaded.player_weights(&wanted, &PlayerArtifacts::default()).unwrap().unwrap();
        assert_eq!(found.weights, mine.weights);
        let wanted = parse("weighted:weights=missing.toml").unwrap();
        let error = loaded.player_weights(&wanted, &PlayerArtifacts::default()).unwrap_err().to_string();
        assert!(error.starts_with("weighted: cannot read missing.toml"), "{error}");
    }

    #[test]
    fn unknown_weights_are_an_error_with_the_known_ones() {
        let error = load("carcassonne").unwrap().weights("19/3pr").unwrap_err().to_string();
        assert!(error.starts_with("carcassonne has no weights \"19/3pr\" for 2 players; it has "), "{error}");
    }
}
