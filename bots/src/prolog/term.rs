//! Terms as flat blocks of cells, without pointers: no operation on them recurses, however deep a term is. Terms under
//! evaluation are in the [`heap`](super::heap).

use std::sync::Arc;

use super::symbols::{Atom, Functor, Symbols, atoms, functors};

/// A cell of a term. Addresses are indices into the block, or into the heap.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cell {
    /// Reference to a cell of the heap; an unbound variable refers to itself.
    Ref(u32),
    /// Variable of a block, by number.
    Var(u32),
    /// Address of a [`Cell::Functor`] with its arguments behind it.
    Struct(u32),
    /// An integer.
    Int(i64),
    /// An atom.
    Atom(Atom),
    /// Beginning of a compound term.
    Functor(Functor),
}

/// A term that stands for itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FlatTerm {
    /// Cells of compound terms.
    pub cells: Vec<Cell>,
    /// The term.
    pub root: Cell,
    /// Number of variables.
    pub variable_count: u32,
}

impl FlatTerm {
    /// A term of one cell.
    pub fn constant(root: Cell) -> Self {
        Self { cells: Vec::new(), root, variable_count: 0 }
    }

    /// An integer.
    pub fn int(value: i64) -> Self {
        Self::constant(Cell::Int(value))
    }

    /// Appends a compound term and returns it.
    pub fn compound(&mut self, functor: Functor, arguments: &[Cell]) -> Cell {
        let at = self.cells.len() as u32;
        self.cells.push(Cell::Functor(functor));
        self.cells.extend_from_slice(arguments);
        Cell::Struct(at)
    }

    /// Appends a list and returns it.
    pub fn list(&mut self, items: &[Cell], tail: Cell) -> Cell {
        let mut list = tail;
        for &item in items.iter().rev() {
            list = self.compound(functors::LIST, &[item, list]);
        }
        list
    }

    /// A list of integers.
    pub fn int_list(values: &[i64]) -> Self {
        let mut term = Self::constant(Cell::Atom(atoms::NIL));
        let items: Vec<Cell> = values.iter().map(|&value| Cell::Int(value)).collect();
        term.root = term.list(&items, Cell::Atom(atoms::NIL));
        term
    }

    /// Functor of a compound term.
    pub fn functor(&self, cell: Cell) -> Option<Functor> {
        let Cell::Struct(at) = cell else { return None };
        let Some(&Cell::Functor(functor)) = self.cells.get(at as usize) else { return None };
        Some(functor)
    }

    /// Arguments of a compound term; empty for other terms.
    pub fn arguments<'a>(&'a self, cell: Cell, symbols: &Symbols) -> &'a [Cell] {
        match (cell, self.functor(cell)) {
            (Cell::Struct(at), Some(functor)) => {
                let start = at as usize + 1;
                &self.cells[start..start + symbols.arity(functor) as usize]
            }
            _ => &[],
        }
    }

    /// Both arguments of a compound term with this functor.
    pub fn binary(&self, cell: Cell, functor: Functor) -> Option<[Cell; 2]> {
        let Cell::Struct(at) = cell else { return None };
        let at = at as usize;
        (self.functor(cell) == Some(functor)).then(|| [self.cells[at + 1], self.cells[at + 2]])
    }

    /// Elements of a proper list; `None` for other terms.
    pub fn list_items(&self, mut cell: Cell) -> Option<Vec<Cell>> {
        let mut items = Vec::new();
        while let Some([item, rest]) = self.binary(cell, functors::LIST) {
            items.push(item);
            cell = rest;
        }
        (cell == Cell::Atom(atoms::NIL)).then_some(items)
    }

    /// The integers of a list of integers.
    pub fn as_ints(&self) -> Option<Vec<i64>> {
        let as_int = |cell| if let Cell::Int(value) = cell { Some(value) } else { None };
        self.list_items(self.root)?.into_iter().map(as_int).collect()
    }

    /// The integer, if the term is one.
    pub fn as_int(&self) -> Option<i64> {
        if let Cell::Int(value) = self.root { Some(value) } else { None }
    }

    /// `true` if the term has no variables.
    pub fn is_ground(&self) -> bool {
        !matches!(self.root, Cell::Var(_)) && !self.cells.iter().any(|cell| matches!(cell, Cell::Var(_)))
    }

    /// Copies a compound term to a block of its own, which begins with the arguments; variables keep their numbers.
    pub(super) fn argument_block(&self, cell: Cell, symbols: &Symbols) -> Arc<[Cell]> {
        let mut block = self.arguments(cell, symbols).to_vec();
        let mut at = 0;
        // Cells before `at` have been moved; later ones still refer to the source.
        while at < block.len() {
            if let Cell::Struct(from) = block[at] {
                let to = block.len() as u32;
                block.push(self.cells[from as usize]);
                block.extend_from_slice(self.arguments(Cell::Struct(from), symbols));
                block[at] = Cell::Struct(to);
            }
            at += 1;
        }
        block.into()
    }

    /// A part of the term as a term of its own; variables keep their numbers.
    #[must_use]
    pub fn part(&self, cell: Cell, symbols: &Symbols) -> Self {
        let Some(functor) = self.functor(cell) else {
            return Self { cells: Vec::new(), root: cell, variable_count: self.variable_count };
        };
        let block = self.argument_block(cell, symbols);
        let moved = block.iter().map(|&cell| if let Cell::Struct(at) = cell { Cell::Struct(at + 1) } else { cell });
        let cells = std::iter::once(Cell::Functor(functor)).chain(moved).collect();
        Self { cells, root: Cell::Struct(0), variable_count: self.variable_count }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_of_integers() {
        let card = FlatTerm::int_list(&[4, 21]);
        assert_eq!(card.as_ints(), Some(vec![4, 21]));
        assert!(card.is_ground());
        assert_eq!(FlatTerm::int(3).as_ints(), None);
        let symbols = Symbols::default();
        assert_eq!(card.part(card.root, &symbols).as_ints(), card.as_ints());
    }
}
