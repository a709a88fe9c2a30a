//! History of a game as a persistent list, so that a reference implementation can detect repetition. Games with a common
//! beginning share it; the reference implementation defines which positions are equal.

use std::rc::Rc;

/// The positions so far, the latest outermost.
#[derive(Clone)]
pub struct History<T>(Option<Rc<(T, History<T>)>>);

impl<T: PartialEq> History<T> {
    /// A history that begins with this position.
    pub fn new(position: T) -> Self {
        Self(None).with(position)
    }

    /// The history with one more position.
    pub fn with(&self, position: T) -> Self {
        Self(Some(Rc::new((position, Self(self.0.clone())))))
    }

    /// Number of occurrences of a position.
    pub fn count(&self, position: &T) -> usize {
        let mut times = 0;
        let mut past = self;
        while let Some(link) = &past.0 {
            times += usize::from(link.0 == *position);
            past = &link.1;
        }
        times
    }
}
