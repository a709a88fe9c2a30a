//! The game files that are open in the editor, as the editor has them, with what is known of each.
//! Files below them are taken from the editor if they are open there, and else from where they lie.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::path::{Path, PathBuf};

use boardwright_games::ShippedFiles;
use boardwright_lang::analysis::{Analysis, Positions};
use boardwright_lang::{AllPictures, Files, Pictures, Source};
use boardwright_shelf::pictures::NearFile;
use lsp_types::TextDocumentContentChangeEvent;

/// A file that is open.
#[derive(Debug)]
pub struct Document {
    pub version: i32,
    pub text: String,
    /// Of the text as it was when it was last looked at.
    pub analysis: Option<Analysis>,
}

/// All that are open, by the addresses that the editor gives them.
#[derive(Debug, Default)]
pub struct Documents {
    open: BTreeMap<String, Document>,
    /// Those that have to be looked at.
    changed: BTreeSet<String>,
}

impl Documents {
    pub fn get(&self, uri: &str) -> Option<&Document> {
        self.open.get(uri)
    }

    pub fn open(&mut self, uri: &str, version: i32, text: String) {
        self.open.insert(uri.to_owned(), Document { version, text, analysis: None });
        self.touch(uri);
    }

    /// Changes a text; each change sees what those before it did.
    pub fn change(&mut self, uri: &str, version: i32, changes: &[TextDocumentContentChangeEvent]) {
        let Some(document) = self.open.get_mut(uri) else { return };
        for change in changes {
            let Some(range) = change.range else {
                document.text.clone_from(&change.text);
                continue;
            };
            let positions = Positions::new(&document.text);
            let start = positions.byte(range.start.line, range.start.character);
            let end = positions.byte(range.end.line, range.end.character);
            document.text.replace_range(start.min(end)..end.max(start), &change.text);
        }
        document.version = version;
        self.touch(uri);
    }

    /// A file below others may have been written.
    pub fn saved(&mut self, uri: &str) {
        self.touch(uri);
    }

    pub fn close(&mut self, uri: &str) {
        self.open.remove(uri);
        self.touch(uri);
        self.changed.remove(uri);
    }

    /// Has a file looked at, and those that stand on it.
    fn touch(&mut self, uri: &str) {
        if let Some(file) = path(uri) {
            let above = self.open.iter().filter(|(other, document)| stands_on(other, document, &file));
            self.changed.extend(above.map(|(uri, _)| uri.clone()));
        }
        if self.open.contains_key(uri) {
            self.changed.insert(uri.to_owned());
        }
    }

    /// Looks at all that has changed; their addresses.
    pub fn look(&mut self) -> Vec<String> {
        let changed: Vec<String> = std::mem::take(&mut self.changed).into_iter().collect();
        if changed.is_empty() {
            return changed;
        }
        let texts = self.open.iter().filter_map(|(uri, document)| Some((path(uri)?, document.text.clone()))).collect();
        let texts: HashMap<PathBuf, String> = texts;
        for uri in &changed {
            let Some(document) = self.open.get_mut(uri) else { continue };
            // If looking at it goes wrong, nothing old is told of it.
            document.analysis = None;
            document.analysis = Some(analysis(uri, &document.text, &texts));
        }
        changed
    }
}

/// Whether a file stands on another one, or says so and could not read it.
fn stands_on(uri: &str, document: &Document, file: &Path) -> bool {
    let Some(analysis) = &document.analysis else { return false };
    let named = || {
        let folder = path(uri)?.parent()?.to_owned();
        let entries = analysis.entries("GAME");
        let base = entries.iter().flat_map(|entry| &entry.pairs).find(|pair| pair.key == "base")?;
        Some(folder.join(&base.value))
    };
    analysis.sources().iter().skip(1).any(|source| Path::new(source.name()) == file) || named().as_deref() == Some(file)
}

fn analysis(uri: &str, text: &str, texts: &HashMap<PathBuf, String>) -> Analysis {
    match path(uri) {
        Some(path) => {
            let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
            let near = NearFile::new(&path);
            let folder = path.parent().unwrap_or(Path::new("")).to_owned();
            let files = Near { disk: &near, folder, texts };
            Analysis::new(&Source::new(name, text.as_bytes()), &files, &near as &dyn Pictures)
        }
        // A text that was never saved is near nothing.
        None => Analysis::new(&Source::new("untitled.game", text.as_bytes()), &ShippedFiles, &AllPictures),
    }
}

/// What is near a file, as the editor has it.
struct Near<'a> {
    disk: &'a NearFile,
    folder: PathBuf,
    texts: &'a HashMap<PathBuf, String>,
}

impl Files for Near<'_> {
    fn read(&self, name: &str) -> Result<Source, String> {
        let path = self.folder.join(name);
        match self.texts.get(&path) {
            Some(text) => Ok(Source::new(path.display().to_string(), text.as_bytes())),
            None => self.disk.read(name),
        }
    }
}

/// The file that an address means.
pub fn path(uri: &str) -> Option<PathBuf> {
    let rest = uri.strip_prefix("file://")?;
    let path = &rest[rest.find('/')?..];
    let mut bytes = Vec::with_capacity(path.len());
    let mut letters = path.bytes();
    while let Some(letter) = letters.next() {
        bytes.push(if letter == b'%' {
            let mut digit = || char::from(letters.next()?).to_digit(16);
            (digit()? * 16 + digit()?) as u8
        } else {
            letter
        });
    }
    let path = String::from_utf8(bytes).ok()?;
    // `/C:/games/nim.game`, where drives have letters.
    let drive = cfg!(windows) && path.as_bytes().get(2) == Some(&b':');
    Some(PathBuf::from(if drive { path[1..].to_owned() } else { path }))
}

/// The address of a file.
pub fn address(path: &Path) -> Option<lsp_types::Uri> {
    let path = std::path::absolute(path).ok()?.to_str()?.replace('\\', "/");
    let mut uri = "file://".to_owned();
    if !path.starts_with('/') {
        uri.push('/');
    }
    for byte in path.bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'/' | b'-' | b'.' | b'_' | b'~' => uri.push(char::from(byte)),
            _ => uri.extend(["%".to_owned(), format!("{byte:02X}")]),
        }
    }
    uri.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[cfg(unix)]
    #[test]
    fn addresses_are_files() {
        for (uri, file) in [("file:///a/b.game", "/a/b.game"), ("file:///a%20b/%C5%BE.game", "/a b/ž.game")] {
            assert_eq!(path(uri).as_deref(), Some(Path::new(file)));
            assert_eq!(address(Path::new(file)).unwrap().as_str(), uri);
        }
        for odd in ["untitled:Untitled-1", "file://", "file:///%", "file:///%zz", "file:///%ff", ""] {
            assert_eq!(path(odd), None, "{odd}");
        }
    }

    #[test]
    fn changes_follow_each_other() {
        let uri = "file:///a.game";
        let mut documents = Documents::default();
        documents.open(uri, 1, "one\ntwo\n".to_owned());
        let change = |json: serde_json::Value| serde_json::from_value(json).unwrap();
        let at = |l1: u32, c1: u32, l2: u32, c2: u32, text: &str| {
            let place = |line, character| serde_json::json!({ "line": line, "character": character });
            change(serde_json::json!({ "range": { "start": place(l1, c1), "end": place(l2, c2) }, "text": text }))
        };
        documents.change(uri, 2, &[at(0, 3, 1, 0, "𝄞"), at(0, 5, 0, 6, "T"), at(9, 9, 9, 9, "end")]);
        assert_eq!(documents.get(uri).unwrap().text, "one𝄞Two\nend");
        documents.change(uri, 3, &[at(1, 3, 0, 3, "")]);
        assert_eq!(documents.get(uri).unwrap().text, "one", "a range that is the wrong way round is turned");
        documents.change(uri, 4, &[change(serde_json::json!({ "text": "new" }))]);
        assert_eq!(documents.get(uri).map(|document| (document.version, document.text.as_str())), Some((4, "new")));
        documents.change("file:///b.game", 1, &[]);
        assert!(documents.get("file:///b.game").is_none());
    }
}
