//! Open documents of the editor, each with its analysis. Base files are read from the editor if they are open there, and
//! otherwise from disk.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::path::{Path, PathBuf};

use boardwright_bots::rules::{self, CheckOptions, LoadedRules};
use boardwright_bots::script::{LoadedScript, load};
use boardwright_games::ShippedFiles;
use boardwright_lang::analysis::{Analysis, Positions};
use boardwright_lang::{AllPictures, Files, Pictures, Source};
use boardwright_library::nearby_files::NearbyFiles;
use lsp_types::TextDocumentContentChangeEvent;

use super::{rule_files, scripts};

/// An open file.
#[derive(Debug)]
pub struct Document {
    pub version: i32,
    pub text: String,
    /// Latest analysis of the text. For large files it can be one of the names only.
    pub analysis: Option<Analysis>,
    /// The text as a script, if the file is one; scripts have no analysis.
    pub script: Option<LoadedScript>,
    /// The text as a rule file of Taroky, if the file is one; rule files have no analysis.
    pub rules: Option<LoadedRules>,
    /// Language of the file.
    language: FileLanguage,
    /// Number of the latest change of the file or of a file that it is based on; never used twice.
    revision: u64,
    /// Revision of the analysis of a large file.
    analysed_revision: u64,
}

impl Document {
    /// `true` if the complete analysis of the file takes so long that requests do not wait for it.
    fn is_large(&self) -> bool {
        self.language == FileLanguage::Game && self.text.len() >= LARGE_TEXT_BYTES
    }
}

/// Languages of files, by their extensions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum FileLanguage {
    /// A game file.
    Game,
    /// A script in Heads Up Script.
    Script,
    /// A rule file of Taroky.
    Rules,
}

impl FileLanguage {
    fn of(uri: &str) -> Self {
        if scripts::is_script(uri) {
            Self::Script
        } else if rule_files::is_rule_file(uri) {
            Self::Rules
        } else {
            Self::Game
        }
    }
}

/// Size from which on a file is large.
const LARGE_TEXT_BYTES: usize = 32 << 10;

/// All open files, by URI.
#[derive(Debug, Default)]
pub struct Documents {
    open: BTreeMap<String, Document>,
    /// URIs of the files that have to be analysed.
    changed: BTreeSet<String>,
    /// Number of changes so far.
    revisions: u64,
}

impl Documents {
    pub fn get(&self, uri: &str) -> Option<&Document> {
        self.open.get(uri)
    }

    pub fn open(&mut self, uri: &str, version: i32, text: String) {
        let (language, revision) = (FileLanguage::of(uri), 0);
        let document = Document {
            version,
            text,
            analysis: None,
            script: None,
            rules: None,
            language,
            revision,
            analysed_revision: revision,
        };
        self.open.insert(uri.to_owned(), document);
        self.mark_changed(uri);
    }

    /// Applies changes to a text in order; each change refers to the result of the previous one.
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
        self.mark_changed(uri);
    }

    /// Marks a saved file, and the files based on it, for analysis.
    pub fn saved(&mut self, uri: &str) {
        self.mark_changed(uri);
    }

    pub fn close(&mut self, uri: &str) {
        self.open.remove(uri);
        self.mark_changed(uri);
        self.changed.remove(uri);
    }

    /// Marks a file, and the open files based on it, for analysis.
    fn mark_changed(&mut self, uri: &str) {
        self.revisions += 1;
        let file = path(uri);
        for (other, document) in &mut self.open {
            let is_above = || file.as_ref().is_some_and(|file| is_based_on(other, document, file));
            if other == uri || is_above() {
                document.revision = self.revisions;
                self.changed.insert(other.clone());
            }
        }
    }

    /// `true` if a file is marked for analysis.
    pub fn has_changed(&self) -> bool {
        !self.changed.is_empty()
    }

    /// Analyses the marked files, except large ones, and returns their URIs.
    pub fn analyse_changed(&mut self) -> Vec<String> {
        let is_small = |uri: &&String| self.open.get(*uri).is_none_or(|document| !document.is_large());
        let changed: Vec<String> = self.changed.iter().filter(is_small).cloned().collect();
        if changed.is_empty() {
            return changed;
        }
        let texts = self.texts();
        for uri in &changed {
            self.changed.remove(uri);
            let Some(document) = self.open.get_mut(uri) else { continue };
            // If the analysis panics, no outdated result remains.
            (document.analysis, document.script, document.rules) = (None, None, None);
            match document.language {
                FileLanguage::Game => document.analysis = Some(analysis(uri, &document.text, &texts)),
                FileLanguage::Script => {
                    let script = with_files(uri, &document.text, &texts, |source, files, _| load(source, files));
                    document.script = Some(script);
                }
                FileLanguage::Rules => {
                    let source = Source::new("rules.tks", document.text.as_bytes());
                    document.rules = Some(rules::load(&source, CheckOptions::default()));
                }
            }
        }
        changed
    }

    /// Analyses the names of the marked large files, so that requests need not wait for their complete analysis.
    pub fn analyse_names(&mut self) {
        let is_outdated = |uri: &&String| {
            let document = self.open.get(*uri);
            document.is_some_and(|document| document.is_large() && document.analysed_revision != document.revision)
        };
        let outdated: Vec<String> = self.changed.iter().filter(is_outdated).cloned().collect();
        let texts = if outdated.is_empty() { HashMap::new() } else { self.texts() };
        for uri in outdated {
            let Some(document) = self.open.get_mut(&uri) else { continue };
            document.analysis = None;
            document.analysis = Some(names(&uri, &document.text, &texts));
            document.analysed_revision = document.revision;
        }
    }

    /// The complete analysis of a marked large file, to be run in another thread.
    pub fn next_job(&self) -> Option<AnalysisJob> {
        let mut changed = self.changed.iter().filter_map(|uri| Some((uri, self.open.get(uri)?)));
        let (uri, document) = changed.find(|(_, document)| document.is_large())?;
        let (uri, revision, text) = (uri.clone(), document.revision, document.text.clone());
        Some(AnalysisJob { uri, revision, text, texts: self.texts() })
    }

    /// Stores the result of a job; `false` if the file has changed since then. The result is `None` if the job failed.
    pub fn finish_job(&mut self, uri: &str, revision: u64, analysis: Option<Analysis>) -> bool {
        let Some(document) = self.open.get_mut(uri).filter(|document| document.revision == revision) else {
            return false;
        };
        self.changed.remove(uri);
        document.analysed_revision = revision;
        document.analysis = analysis;
        true
    }

    /// Texts of all open files.
    fn texts(&self) -> HashMap<PathBuf, String> {
        self.open.iter().filter_map(|(uri, document)| Some((path(uri)?, document.text.clone()))).collect()
    }
}

/// The complete analysis of a file.
#[derive(Debug)]
pub struct AnalysisJob {
    pub uri: String,
    pub revision: u64,
    text: String,
    texts: HashMap<PathBuf, String>,
}

impl AnalysisJob {
    pub fn run(&self) -> Analysis {
        analysis(&self.uri, &self.text, &self.texts)
    }
}

/// `true` if a file is based on `file`, or names it as its base without being able to read it.
fn is_based_on(uri: &str, document: &Document, file: &Path) -> bool {
    if let Some(script) = &document.script {
        return script.sources.iter().skip(1).any(|source| Path::new(source.name()) == file);
    }
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
    with_files(uri, text, texts, |source, files, pictures| Analysis::new(source, files, pictures))
}

/// Analysis of the names of a file only.
fn names(uri: &str, text: &str, texts: &HashMap<PathBuf, String>) -> Analysis {
    with_files(uri, text, texts, |source, files, _| Analysis::without_rules(source, files))
}

/// Calls `analyse` with the source of a file, the files that it can be based on, and its pictures.
fn with_files<T>(
    uri: &str,
    text: &str,
    texts: &HashMap<PathBuf, String>,
    analyse: impl FnOnce(&Source, &dyn Files, &dyn Pictures) -> T,
) -> T {
    match path(uri) {
        Some(path) => {
            let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
            let near = NearbyFiles::new(&path);
            let folder = path.parent().unwrap_or(Path::new("")).to_owned();
            let files = EditorFiles { disk: &near, folder, texts };
            analyse(&Source::new(name, text.as_bytes()), &files, &near)
        }
        // A text that was never saved has no folder.
        None => analyse(&Source::new("untitled.game", text.as_bytes()), &ShippedFiles, &AllPictures),
    }
}

/// Files in the same folder; open files are read from the editor.
struct EditorFiles<'a> {
    disk: &'a NearbyFiles,
    folder: PathBuf,
    texts: &'a HashMap<PathBuf, String>,
}

impl Files for EditorFiles<'_> {
    fn read(&self, name: &str) -> Result<Source, String> {
        let path = self.folder.join(name);
        match self.texts.get(&path) {
            Some(text) => Ok(Source::new(path.display().to_string(), text.as_bytes())),
            None => self.disk.read(name),
        }
    }
}

/// File path of a `file:` URI.
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
    // Drops the slash before a drive letter, as in `/C:/games/nim.game`.
    let drive = cfg!(windows) && path.as_bytes().get(2) == Some(&b':');
    Some(PathBuf::from(if drive { path[1..].to_owned() } else { path }))
}

/// `file:` URI of a path.
pub fn uri_of(path: &Path) -> Option<lsp_types::Uri> {
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
            assert_eq!(uri_of(Path::new(file)).unwrap().as_str(), uri);
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
