//! Lists of at most `N` small values in place, so that states are copied as they are.

/// A list of at most `N` values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ShortList<T, const N: usize> {
    values: [T; N],
    len: u8,
}

impl<T: Copy, const N: usize> ShortList<T, N> {
    /// An empty list; `filler` stands in free places.
    pub fn new(filler: T) -> Self {
        Self { values: [filler; N], len: 0 }
    }

    /// The values.
    #[inline]
    pub fn as_slice(&self) -> &[T] {
        &self.values[..usize::from(self.len)]
    }

    /// The values, to be changed.
    #[inline]
    pub fn as_mut_slice(&mut self) -> &mut [T] {
        &mut self.values[..usize::from(self.len)]
    }

    /// Number of values.
    #[inline]
    pub fn len(&self) -> usize {
        usize::from(self.len)
    }

    /// `true` if there is no value.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Adds a value.
    ///
    /// # Panics
    /// If the list is full: its owner chooses `N` so that this cannot happen.
    #[inline]
    pub fn push(&mut self, value: T) {
        self.values[usize::from(self.len)] = value;
        self.len += 1;
    }
}
