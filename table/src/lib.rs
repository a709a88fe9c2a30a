//! The table on which a game is played with real pieces: where its places are, what stands on them, and how an arm brings them from one
//! position to the next. It knows games as positions that follow one another; what is legal it is told.
//!
//! [`Layout::plan`] lays a game before an arm; [`tasks`] tells what is to be done between two positions; [`Table`] knows where the
//! arm must go for it. [`world`] is a table that is not there.

pub mod eye;
mod file;
mod fit;
mod frame;
mod hand;
mod layout;
mod lesson;
mod look;
mod old;
mod picture;
mod print;
mod rig;
mod standing;
mod table;
mod tasks;
pub mod world;

pub use file::{FileError, Known, TableFile, Touched, known_arm, place};
pub use fit::{Fit, Touch, Unfit};
pub use frame::{Frame, Offsets, Spot};
pub use hand::{Attendant, Hand, HandError, Refused};
pub use layout::{Layout, Misfit, Sizes};
pub use lesson::{Advice, EXACT, Lesson};
pub use look::{Look, looks, places, waiting};
pub use picture::{plan_svg, reach};
pub use print::Print;
pub use rig::{Rig, Which, port};
pub use standing::{Standing, TooFew};
pub use table::{Correction, Table, Taught};
pub use tasks::{Request, Task, tasks};
