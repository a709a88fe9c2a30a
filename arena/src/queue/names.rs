//! What things are called at the server, so that the tournaments of one server do not meet. It talks to nobody.

use crate::tournament::{Identity, digest};

/// What all names begin with.
const PREFIX: &str = "boardwright";
/// So many digits of the hash tell tournaments apart.
const DIGITS: usize = 16;
/// The consumer that all workers share.
pub(super) const WORKERS: &str = "workers";

/// The names of one tournament.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Names {
    hash: String,
}

/// What a subject of the stream of results stands for.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Subject<'a> {
    /// The description.
    Plan,
    /// The result of a game.
    Result(u64),
    /// A piece of the result of a game: which game, which result of it, which piece from 0, how many.
    Piece(u64, &'a str, usize, usize),
}

impl Names {
    /// The names of a tournament.
    pub fn of(identity: &Identity) -> Self {
        let text = serde_json::to_string(identity).expect("an identity is always JSON");
        let mut hash = digest::digest(&text);
        hash.truncate(DIGITS);
        Self { hash }
    }

    /// The names of the tournament whose stream of jobs has this name.
    pub fn of_stream(name: &str) -> Option<Self> {
        let hash = name.strip_prefix(PREFIX)?.strip_prefix('-')?.strip_suffix("-jobs")?;
        let sound = hash.len() == DIGITS && hash.bytes().all(|byte| byte.is_ascii_hexdigit());
        sound.then(|| Self { hash: hash.to_owned() })
    }

    /// The stream of games that are to be played.
    pub fn jobs(&self) -> String {
        format!("{PREFIX}-{}-jobs", self.hash)
    }

    /// The stream of the description and of what came of games.
    pub fn results(&self) -> String {
        format!("{PREFIX}-{}-results", self.hash)
    }

    /// All subjects of the stream of jobs.
    pub fn all_jobs(&self) -> String {
        format!("{PREFIX}.{}.jobs.*", self.hash)
    }

    /// All subjects of the stream of results.
    pub fn all_results(&self) -> Vec<String> {
        vec![self.plan(), format!("{PREFIX}.{}.results.>", self.hash)]
    }

    /// The subject of a game.
    pub fn job(&self, id: u64) -> String {
        format!("{PREFIX}.{}.jobs.{id}", self.hash)
    }

    /// The subject of the description.
    pub fn plan(&self) -> String {
        format!("{PREFIX}.{}.plan", self.hash)
    }

    /// The subject of what came of a game.
    pub fn result(&self, id: u64) -> String {
        format!("{PREFIX}.{}.results.{id}", self.hash)
    }

    /// The subject of a piece of what came of a game, for what is too long for one message.
    pub fn piece(&self, id: u64, sum: &str, piece: usize, pieces: usize) -> String {
        format!("{PREFIX}.{}.results.{id}.{sum}.{piece}.{pieces}", self.hash)
    }

    /// What a subject stands for.
    pub fn read<'a>(&self, subject: &'a str) -> Option<Subject<'a>> {
        if subject == self.plan() {
            return Some(Subject::Plan);
        }
        let rest = subject.strip_prefix(PREFIX)?.strip_prefix('.')?.strip_prefix(self.hash.as_str())?;
        let parts: Vec<&str> = rest.strip_prefix(".results.")?.split('.').collect();
        match parts[..] {
            [id] => Some(Subject::Result(id.parse().ok()?)),
            [id, sum, piece, pieces] => {
                let (piece, pieces) = (piece.parse().ok()?, pieces.parse().ok()?);
                (piece < pieces).then_some(Subject::Piece(id.parse().ok()?, sum, piece, pieces))
            }
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_read_as_they_are_written() {
        let identity = |essence: &str| Identity {
            version: "1".to_owned(),
            hashes: std::collections::BTreeMap::new(),
            essence: essence.to_owned(),
        };
        let names = Names::of(&identity("a"));
        assert_ne!(names, Names::of(&identity("b")));
        assert_eq!(Names::of_stream(&names.jobs()), Some(names.clone()));
        assert_eq!(Names::of_stream(&names.results()), None);
        assert_eq!(Names::of_stream("boardwright-x-jobs"), None);
        assert_eq!(names.read(&names.plan()), Some(Subject::Plan));
        assert_eq!(names.read(&names.result(7)), Some(Subject::Result(7)));
        assert_eq!(names.read(&names.piece(7, "ab", 1, 2)), Some(Subject::Piece(7, "ab", 1, 2)));
        assert_eq!(names.read(&names.piece(7, "ab", 2, 2)), None);
        assert_eq!(names.read(&names.job(7)), None);
    }
}
