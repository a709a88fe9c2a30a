//! Writes to a state that note what was there before, so that they can be taken back. Part of [`Board`].

use boardwright_jit::{Arg, Binary, MemoryId, Width};

use super::Unsupported;
use super::board::Board;

/// A journal of changes: a memory, the offset of its top and of its first entry. An entry is an address and the word that
/// was there.
#[derive(Clone, Copy)]
pub(super) struct Journal {
    pub(super) memory: MemoryId,
    pub(super) top: usize,
    pub(super) entries: usize,
}

impl Board<'_> {
    /// Writes to the state.
    pub(super) fn write(&mut self, width: Width, at: impl Into<Arg>, offset: usize, value: impl Into<Arg>) {
        let at = at.into();
        if let Some(Journal { memory, top, entries }) = self.journal {
            // Whole words, which the padding at the end of the state allows.
            let address = self.w.binary(Binary::Add, at, offset as u64);
            let old = self.w.load(self.state, Width::Eight, at, offset);
            let end = self.w.load(memory, Width::Eight, 0, top);
            self.w.store(memory, Width::Eight, end, entries, address);
            self.w.store(memory, Width::Eight, end, entries + 8, old);
            let end = self.w.binary(Binary::Add, end, 16);
            self.w.store(memory, Width::Eight, 0, top, end);
        }
        self.w.store(self.state, width, at, offset, value);
    }

    /// Lets the writes that follow note what was there before, or not.
    pub(super) fn keep_journal(&mut self, journal: Option<Journal>) -> Result<(), Unsupported> {
        self.journal = journal;
        if let (Some(_), Some(offset), None) = (journal, self.layout.element_kind, self.set_kind_journaled) {
            let id = self.w.declare_function(3);
            let arguments = self.w.begin_declared(id);
            self.write_set_kind_body(offset, [arguments[0], arguments[1], arguments[2]].map(Arg::Var))?;
            self.w.end_declared(id);
            self.set_kind_journaled = Some(id);
        }
        Ok(())
    }

    /// Gives an element, counted from 0, another kind, counted from 0.
    pub(super) fn set_kind_of(&mut self, element: Arg, old: Arg, new: Arg) -> Result<(), Unsupported> {
        let function = if self.journal.is_some() { self.set_kind_journaled } else { self.set_kind };
        let function = function.ok_or(Unsupported("an unexpected change of a kind"))?;
        self.w.call(function, &[element, old, new]);
        Ok(())
    }
}
