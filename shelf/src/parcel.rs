//! A game as one machine gives it to another: its files, what was chosen, and what players have learnt of it. Games that ship with the
//! program go by name; whether both have the same is for others to compare.

use std::path::Path;

use boardwright_games::ShippedFiles;
use boardwright_lang::{Files, Request, Source};
use boardwright_players::evaluation::Weights;
use boardwright_players::registry::Beside;
use serde::{Deserialize, Serialize};

use crate::load::{Found, Loaded, Options, find, load, read, split_game};

/// What the other machine needs.
#[derive(Serialize, Deserialize)]
struct Parcel {
    options: Options,
    /// The game file and those that it is based on, unless they ship.
    files: Vec<Sent>,
    weights: Option<Weights>,
    /// The method of which there is a table that players follow. It is too large to be sent.
    table: Option<String>,
}

/// A file, by the name that it is shown by.
#[derive(Serialize, Deserialize)]
struct Sent {
    name: String,
    content: Content,
}

/// Game files of 2013 are not always UTF-8.
#[derive(Serialize, Deserialize)]
#[serde(untagged)]
enum Content {
    Text(String),
    Bytes(Vec<u8>),
}

impl Sent {
    fn source(&self) -> Source {
        match &self.content {
            Content::Text(text) => Source::new(&*self.name, text.as_bytes()),
            Content::Bytes(bytes) => Source::new(&*self.name, bytes),
        }
    }
}

/// The files of a parcel stand for those of the folder where it was made.
struct Near<'a> {
    folder: &'a Path,
    files: &'a [Sent],
}

impl Files for Near<'_> {
    fn read(&self, name: &str) -> Result<Source, String> {
        let wanted = self.folder.join(name).display().to_string();
        match self.files.iter().find(|file| file.name == wanted) {
            Some(file) => Ok(file.source()),
            None => ShippedFiles.read(name),
        }
    }
}

/// A loaded game for another machine.
pub fn packed(loaded: &Loaded, beside: &Beside) -> Result<String, String> {
    let (name, options) = split_game(&loaded.asked).map_err(|failure| failure.to_string())?;
    let mut files = Vec::new();
    if let Found::File(_) = find(name).map_err(|failure| failure.to_string())? {
        for source in loaded.sources.iter().filter(|source| Path::new(source.name()).is_file()) {
            let name = source.name().to_owned();
            let bytes = std::fs::read(&name).map_err(|error| format!("cannot read {name}: {error}"))?;
            if Source::new(&*name, &bytes).hash() != source.hash() {
                return Err(format!("{name} was changed a moment ago; start again"));
            }
            let content = match String::from_utf8(bytes) {
                Ok(text) => Content::Text(text),
                Err(error) => Content::Bytes(error.into_bytes()),
            };
            files.push(Sent { name, content });
        }
    }
    let table = beside.solved.as_ref().map(|solved| solved.method().to_owned());
    let parcel = Parcel { options, files, weights: beside.weights.clone(), table };
    serde_json::to_string(&parcel).map_err(|error| error.to_string())
}

/// The game that another machine gave away, asked for as `text` there.
pub fn unpacked(text: &str, parcel: &str) -> Result<(Loaded, Beside), String> {
    let parcel: Parcel = serde_json::from_str(parcel).map_err(|error| format!("{text} came damaged: {error}"))?;
    let loaded = match parcel.files.split_first() {
        None => load(text),
        Some((first, _)) => {
            let folder = Path::new(&first.name).parent().unwrap_or(Path::new(""));
            let near = Near { folder, files: &parcel.files };
            let request = Request { files: &near, ..Request::default() };
            read(text, &first.source(), &request, parcel.options).map(|(loaded, _)| loaded)
        }
    };
    let loaded = loaded.map_err(|failure| failure.to_string())?;
    let kept = |method: &String| loaded.solved(method).map_err(|failure| failure.to_string());
    let solved = parcel.table.as_ref().map(kept).transpose()?.flatten();
    if let (Some(method), None) = (&parcel.table, &solved) {
        return Err(format!(
            "where it is written down players follow a table that was worked out of {text}, and here is none; \
             `boardwright solve {text} --with {method}` with --save makes one"
        ));
    }
    Ok((loaded, Beside { weights: parcel.weights, solved }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_goes_without_the_folder_that_it_was_in() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("own.game");
        let nim = boardwright_games::named("nim").unwrap();
        std::fs::write(&path, [nim.text, b"\n// One's own.\n"].concat()).unwrap();
        let asked = format!("{}:heaps=1-2", path.display());
        let loaded = load(&asked).unwrap();
        let parcel = packed(&loaded, &Beside::default()).unwrap();
        drop(folder);
        assert!(load(&asked).is_err(), "it is gone");
        let (again, _) = unpacked(&asked, &parcel).unwrap();
        assert_eq!((again.hash(), &again.options, &again.name), (loaded.hash(), &loaded.options, &loaded.name));
        assert_eq!(again.asked, asked);
    }

    #[test]
    fn games_that_ship_go_by_name() {
        let parcel = packed(&load("nim").unwrap(), &Beside::default()).unwrap();
        assert!(parcel.len() < 200, "{parcel}");
        assert_eq!(unpacked("nim", &parcel).unwrap().0.name, "nim");
        assert!(unpacked("nim", "{").unwrap_err().contains("damaged"));
    }
}
