//! The board of a game file in the window: drawn, zoomed, clicked. It knows which moves are legal because it is told so, and says
//! which one a person wants; it plays none itself.

mod arrange;
mod marks;
mod motion;
mod moves;
mod pictures;
mod prims;
mod table;
mod view;

pub use arrange::{Along, Arranging, Drawn};
pub use marks::{Arrow, Marks};
pub use moves::{Legal, Origin, origin};
pub use pictures::Album;
pub use prims::Lens;
pub use table::Table;
pub use view::{Board, Did};
