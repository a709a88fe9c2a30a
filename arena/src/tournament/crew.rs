//! Whoever plays the games of a tournament: threads of this process, or workers elsewhere. Which games there are, and what is made of
//! those that are over, is decided by others.

use super::job::{Done, Job};

/// What comes from those who play.
#[derive(Debug)]
pub(crate) enum Told {
    /// A game is over.
    Done(Box<Done>),
    /// Nothing happened for a while.
    Nothing,
    /// So many players did not come back that the rest is not worth trying; with one of them.
    TooManyHung(String),
    /// Something that people should know; it goes on all the same.
    #[cfg_attr(not(feature = "queue"), expect(dead_code, reason = "threads have nothing to tell"))]
    News(String),
    /// It cannot go on.
    #[cfg_attr(not(feature = "queue"), expect(dead_code, reason = "threads do not break"))]
    Broken(String),
}

/// Whoever plays games of a list.
pub(crate) trait Crew {
    /// Games to be played, in this order. No game up to number `last` comes later.
    fn add(&mut self, jobs: Vec<Job>, last: u64);

    /// The next that happens; it is not waited for long.
    fn next(&mut self) -> Told;

    /// Plays no more, because all is over or because somebody stops it; with what there is to say about that.
    fn close(self: Box<Self>, over: bool) -> Vec<String>;
}
