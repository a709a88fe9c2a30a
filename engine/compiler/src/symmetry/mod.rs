//! Symmetry detection: automorphisms of a game, such as rotations of the board or an exchange of the players, under
//! which the rules stay the same. Symmetries are proven from the rule set; regularities observed in played games do not
//! count.
//!
//! [`graph`] proposes candidate permutations of locations and pieces (graph automorphisms), [`find`] proves each
//! candidate with the normal forms of the compiled code and builds the symmetry group, and [`image`] maps positions and
//! keys. A solver that stores results under the canonical key of a position shares them among all images of the
//! position.

mod find;
pub(crate) mod forms;
mod graph;
mod group;
mod image;
mod map;

pub use group::Symmetries;
pub(crate) use map::SymmetryMap;
