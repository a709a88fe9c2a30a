//! Bundle of a game for another machine: its files, options and learnt weights, and the scripts of its players. Shipped
//! games and scripts are sent by name only; the receiver checks that both machines have the same game.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;

use boardwright_game::features::WeightSet;
use boardwright_game::operation::{ConcreteGame, GameOperation};
use boardwright_games::ShippedFiles;
use boardwright_games::tarok::four::FourOptions;
use boardwright_lang::{Files, LoadRequest, Source};
use boardwright_players::PlayerSpec;
use boardwright_players::evaluation::Weights;
use boardwright_players::registry::PlayerArtifacts;
use boardwright_players::scripted::{FILE, MoveScript, RULE_FILE};
use serde::{Deserialize, Serialize};

use crate::load::{GameSource, LoadedGame, Options, compile_game, find_game, load, read_source, split_game};
use crate::{rule_files, scripts};

/// Contents of a bundle.
#[derive(Serialize, Deserialize)]
struct Bundle {
    options: Options,
    /// Game file and the files that it is based on, unless they are shipped.
    files: Vec<BundledFile>,
    weights: Option<Weights>,
    /// Weights of features that the user has.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    weight_sets: Vec<WeightSet>,
    /// Scripts of players.
    #[serde(default)]
    scripts: BundledScripts,
    /// Method of the solution table that players use. The table itself is too large to be sent.
    table: Option<String>,
}

/// Scripts of players, by the names by which the players' options select them. Each is a list of files: the script
/// itself, followed by its tables.
#[derive(Debug, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub(crate) struct BundledScripts(BTreeMap<String, Vec<BundledFile>>);

impl BundledScripts {
    /// The scripts of those players that follow a file.
    fn of(players: &[&PlayerSpec]) -> Result<Self, String> {
        let mut scripts = BTreeMap::new();
        for player in players {
            let option = match player.entry.name {
                scripts::PLAYER => &FILE,
                rule_files::PLAYER => &RULE_FILE,
                _ => continue,
            };
            let name = player.option_text(option);
            // A shipped script is at the receiver as well.
            if !Path::new(&name).exists() {
                continue;
            }
            let sources = if player.entry.name == rule_files::PLAYER {
                vec![read_source(Path::new(&name)).map_err(|error| error.to_string())?]
            } else {
                scripts::load_script(&name).map_err(|error| error.to_string())?.sources
            };
            scripts.insert(name, sources.iter().map(BundledFile::of_source).collect());
        }
        Ok(Self(scripts))
    }

    /// The script of a player; `None` if it is not in the bundle.
    ///
    /// # Errors
    /// If the script has errors.
    pub(crate) fn load_for(
        &self,
        player: &PlayerSpec,
        game: &LoadedGame,
    ) -> Result<Option<Arc<dyn MoveScript>>, String> {
        if player.entry.name == rule_files::PLAYER {
            let file = self.0.get(&player.option_text(&RULE_FILE)).and_then(|files| files.first());
            let (Some(file), Some(options)) = (file, game.run(TarokyOptions)) else { return Ok(None) };
            return rule_files::load_source(player, &file.source(), options).map(Some);
        }
        if player.entry.name != scripts::PLAYER {
            return Ok(None);
        }
        let Some((script, tables)) = self.0.get(&player.option_text(&FILE)).and_then(|files| files.split_first())
        else {
            return Ok(None);
        };
        let folder = Path::new(&script.name).parent().unwrap_or(Path::new(""));
        let loaded = boardwright_bots::script::load(&script.source(), &BundleFiles { folder, files: tables });
        scripts::script_from(player, loaded).map(Some)
    }
}

/// Rules of Taroky, if the game is Taroky.
struct TarokyOptions;

impl GameOperation for TarokyOptions {
    type Output = Option<FourOptions>;

    fn run<G: ConcreteGame>(self, game: &G) -> Self::Output {
        rule_files::taroky_options(game)
    }
}

/// A file with its display name.
#[derive(Debug, Serialize, Deserialize)]
struct BundledFile {
    name: String,
    content: Content,
}

/// Content of a file. Game files of 2013 are not always UTF-8.
#[derive(Debug, Serialize, Deserialize)]
#[serde(untagged)]
enum Content {
    Text(String),
    Bytes(Vec<u8>),
}

impl BundledFile {
    fn of_source(source: &Source) -> Self {
        Self { name: source.name().to_owned(), content: Content::Text(source.text().to_owned()) }
    }

    fn source(&self) -> Source {
        match &self.content {
            Content::Text(text) => Source::new(&*self.name, text.as_bytes()),
            Content::Bytes(bytes) => Source::new(&*self.name, bytes),
        }
    }
}

/// Files of a bundle, in place of those of the folder where it was made.
struct BundleFiles<'a> {
    folder: &'a Path,
    files: &'a [BundledFile],
}

impl Files for BundleFiles<'_> {
    fn read(&self, name: &str) -> Result<Source, String> {
        let wanted = self.folder.join(name).display().to_string();
        match self.files.iter().find(|file| file.name == wanted) {
            Some(file) => Ok(file.source()),
            None => ShippedFiles.read(name),
        }
    }
}

/// Serializes a loaded game for another machine, with the scripts of these players.
pub fn pack(loaded: &LoadedGame, artifacts: &PlayerArtifacts, players: &[&PlayerSpec]) -> Result<String, String> {
    let (name, options) = split_game(&loaded.argument).map_err(|failure| failure.to_string())?;
    let mut files = Vec::new();
    if let GameSource::File(_) = find_game(name).map_err(|failure| failure.to_string())? {
        for source in loaded.sources.iter().filter(|source| Path::new(source.name()).is_file()) {
            let name = source.name().to_owned();
            let bytes = std::fs::read(&name).map_err(|error| format!("cannot read {name}: {error}"))?;
            if Source::new(&*name, &bytes).hash() != source.hash() {
                return Err(format!("{name} was changed while it was read; start again"));
            }
            let content = match String::from_utf8(bytes) {
                Ok(text) => Content::Text(text),
                Err(error) => Content::Bytes(error.into_bytes()),
            };
            files.push(BundledFile { name, content });
        }
    }
    let table = artifacts.solution.as_ref().map(|solved| solved.method().to_owned());
    let (weights, weight_sets) = (artifacts.weights.clone(), artifacts.weight_sets.clone());
    let bundle = Bundle { options, files, weights, weight_sets, scripts: BundledScripts::of(players)?, table };
    serde_json::to_string(&bundle).map_err(|error| error.to_string())
}

/// Loads a game from the bundle of another machine, where it was requested as `text`.
pub fn unpack(text: &str, bundle: &str) -> Result<(LoadedGame, PlayerArtifacts, BundledScripts), String> {
    let bundle: Bundle =
        serde_json::from_str(bundle).map_err(|error| format!("the bundle of {text} is damaged: {error}"))?;
    let loaded = match bundle.files.split_first() {
        None => load(text),
        Some((first, _)) => {
            let folder = Path::new(&first.name).parent().unwrap_or(Path::new(""));
            let near = BundleFiles { folder, files: &bundle.files };
            let request = LoadRequest { files: &near, ..LoadRequest::default() };
            compile_game(text, &first.source(), &request, bundle.options).map(|(loaded, _)| loaded)
        }
    };
    let loaded = loaded.map_err(|failure| failure.to_string())?;
    let kept = |method: &String| loaded.solution(method).map_err(|failure| failure.to_string());
    let solved = bundle.table.as_ref().map(kept).transpose()?.flatten();
    if let (Some(method), None) = (&bundle.table, &solved) {
        return Err(format!(
            "where it is written down players follow a table that was worked out of {text}, and here is none; \
             `boardwright solve {text} --with {method}` with --save makes one"
        ));
    }
    Ok((
        loaded,
        PlayerArtifacts {
            weights: bundle.weights,
            solution: solved,
            weight_sets: bundle.weight_sets,
            script: None,
            uci_notation: None,
        },
        bundle.scripts,
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bundle_does_not_need_the_original_folder() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("own.game");
        let nim = boardwright_games::shipped_game("nim").unwrap();
        std::fs::write(&path, [nim.text, b"\n// One's own.\n"].concat()).unwrap();
        let argument = format!("{}:heaps=1-2", path.display());
        let loaded = load(&argument).unwrap();
        let bundle = pack(&loaded, &PlayerArtifacts::default(), &[]).unwrap();
        drop(folder);
        assert!(load(&argument).is_err(), "it is gone");
        let (again, ..) = unpack(&argument, &bundle).unwrap();
        assert_eq!((again.hash(), &again.options, &again.name), (loaded.hash(), &loaded.options, &loaded.name));
        assert_eq!(again.argument, argument);
    }

    #[test]
    fn shipped_games_are_bundled_by_name() {
        let bundle = pack(&load("nim").unwrap(), &PlayerArtifacts::default(), &[]).unwrap();
        assert!(bundle.len() < 200, "{bundle}");
        assert_eq!(unpack("nim", &bundle).unwrap().0.name, "nim");
        assert!(unpack("nim", "{").unwrap_err().contains("damaged"));
    }
}
