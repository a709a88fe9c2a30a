//! Names of streams and subjects at the server, distinct for each tournament. It does not connect to the server.

use boardwright_arena::tournament::{Identity, digest};

/// Prefix of all names.
const PREFIX: &str = "boardwright";
/// Number of hash digits that identify a tournament.
const DIGITS: usize = 16;
/// Name of the consumer that all workers share.
pub(crate) const WORKERS: &str = "workers";

/// Names of one tournament.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct QueueNames {
    hash: String,
}

/// Parsed subject of the stream of results.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Subject<'a> {
    /// The configuration.
    Plan,
    /// The result of a game, by id.
    Result(u64),
    /// A piece of the result of a game: game id, hash of the result, index of the piece from 0, and number of pieces.
    Piece(u64, &'a str, usize, usize),
}

impl QueueNames {
    /// Names of the tournament with this identity.
    pub fn new(identity: &Identity) -> Self {
        let text = serde_json::to_string(identity).expect("an identity is always JSON");
        let mut hash = digest::digest(&text);
        hash.truncate(DIGITS);
        Self { hash }
    }

    /// Names of the tournament with this stream of jobs; `None` for other streams.
    pub fn from_stream(name: &str) -> Option<Self> {
        let hash = name.strip_prefix(PREFIX)?.strip_prefix('-')?.strip_suffix("-jobs")?;
        let sound = hash.len() == DIGITS && hash.bytes().all(|byte| byte.is_ascii_hexdigit());
        sound.then(|| Self { hash: hash.to_owned() })
    }

    /// Name of the stream of jobs.
    pub fn jobs(&self) -> String {
        format!("{PREFIX}-{}-jobs", self.hash)
    }

    /// Name of the stream of the configuration and the results.
    pub fn results(&self) -> String {
        format!("{PREFIX}-{}-results", self.hash)
    }

    /// Subject filter of the stream of jobs.
    pub fn all_jobs(&self) -> String {
        format!("{PREFIX}.{}.jobs.*", self.hash)
    }

    /// Subject filters of the stream of results.
    pub fn all_results(&self) -> Vec<String> {
        vec![self.plan(), format!("{PREFIX}.{}.results.>", self.hash)]
    }

    /// Subject of a job.
    pub fn job(&self, id: u64) -> String {
        format!("{PREFIX}.{}.jobs.{id}", self.hash)
    }

    /// Subject of the configuration.
    pub fn plan(&self) -> String {
        format!("{PREFIX}.{}.plan", self.hash)
    }

    /// Subject of a result.
    pub fn result(&self, id: u64) -> String {
        format!("{PREFIX}.{}.results.{id}", self.hash)
    }

    /// Subject of a piece of a result that is too long for one message.
    pub fn piece(&self, id: u64, sum: &str, piece: usize, pieces: usize) -> String {
        format!("{PREFIX}.{}.results.{id}.{sum}.{piece}.{pieces}", self.hash)
    }

    /// Parses a subject of the stream of results.
    pub fn parse_subject<'a>(&self, subject: &'a str) -> Option<Subject<'a>> {
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
    fn names_survive_a_round_trip() {
        let identity = |settings_digest: &str| Identity {
            version: "1".to_owned(),
            hashes: std::collections::BTreeMap::new(),
            settings_digest: settings_digest.to_owned(),
        };
        let names = QueueNames::new(&identity("a"));
        assert_ne!(names, QueueNames::new(&identity("b")));
        assert_eq!(QueueNames::from_stream(&names.jobs()), Some(names.clone()));
        assert_eq!(QueueNames::from_stream(&names.results()), None);
        assert_eq!(QueueNames::from_stream("boardwright-x-jobs"), None);
        assert_eq!(names.parse_subject(&names.plan()), Some(Subject::Plan));
        assert_eq!(names.parse_subject(&names.result(7)), Some(Subject::Result(7)));
        assert_eq!(names.parse_subject(&names.piece(7, "ab", 1, 2)), Some(Subject::Piece(7, "ab", 1, 2)));
        assert_eq!(names.parse_subject(&names.piece(7, "ab", 2, 2)), None);
        assert_eq!(names.parse_subject(&names.job(7)), None);
    }
}
