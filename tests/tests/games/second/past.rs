//! All positions that have been in a game, so that a telling can see that one comes again. Games that go on
//! differently share what they have in common; which positions are equal is the telling's affair.

use std::rc::Rc;

/// The positions so far, the latest outermost.
#[derive(Clone)]
pub struct Past<T>(Option<Rc<(T, Past<T>)>>);

impl<T: PartialEq> Past<T> {
    /// A game that begins with this position.
    pub fn new(position: T) -> Self {
        Self(None).and(position)
    }

    /// With one position more.
    pub fn and(&self, position: T) -> Self {
        Self(Some(Rc::new((position, Self(self.0.clone())))))
    }

    /// How many times a position has been.
    pub fn times(&self, position: &T) -> usize {
        let mut times = 0;
        let mut past = self;
        while let Some(link) = &past.0 {
            times += usize::from(link.0 == *position);
            past = &link.1;
        }
        times
    }
}
