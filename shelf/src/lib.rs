//! Games as they lie on a shelf: found by name or file and loaded, with what is kept of them in files: weights, tables,
//! positions, records. It plays nothing and shows nothing; the program and its window both take from here.

pub mod beside;
pub mod contest;
mod error;
pub mod files;
pub mod fresh;
pub mod load;
pub mod names;
#[cfg(feature = "queue")]
mod parcel;
pub mod pick;
pub mod pictures;
mod playable;
pub mod set_up;
pub mod store;
pub mod tables;
pub mod think;
pub mod why;

pub use error::Error;
pub use load::{Loaded, load};
