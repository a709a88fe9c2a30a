//! The game table: layout, calibration, perception, task planning, and execution of moves by a robot arm.
//!
//! A game is a sequence of positions for this crate. It plans where the places and slots of a game are in front of an
//! arm, calibrates the arm from touched points, recognises a person's moves in camera frames, and plans and executes
//! the tasks that bring the table from one position to the next. It is not for rules, players or search: the caller
//! supplies positions, and the game engine supplies the legal moves.
//!
//! - [`Layout`]: pitch, places and slots within the arm's reach; [`PrintedBoard`]: the board to scale on paper.
//! - [`TableFile`]: the file of a planned and calibrated table.
//! - [`TableCalibration`], [`Fit`]: board location and joint offsets from touched points, by least squares.
//! - [`plan_tasks`]: the tasks between two positions; [`Table`]: the arm's pose for every place.
//! - [`MoveExecutor`]: execution of tasks with recovery from errors; [`Rig`]: a real or simulated arm at a table.
//! - [`TableSession`]: the state machine of a game at a table; user interfaces implement [`FrontEnd`].
//! - [`perception`]: board observation by a camera and recognition of turns.
//! - [`simulation`]: a simulated table, camera and person.
//!
//! # Example
//!
//! A layout of tic-tac-toe in front of the arm, and the tasks of the first move:
//!
//! ```
//! use boardwright_compiler::game::CompiledGame;
//! use boardwright_game::game::Game as _;
//! use boardwright_lang::{LoadRequest, load_with};
//! use boardwright_robot::arm::preset;
//! use boardwright_table::{BoardContents, Layout, Task, plan_tasks};
//!
//! let source = boardwright_games::shipped_game("tic-tac-toe").expect("a shipped game").source();
//! let rules = load_with(&source, &LoadRequest::default()).rules.expect("a valid game file");
//! let game = CompiledGame::new(rules).expect("a game within the limits");
//! let layout = Layout::for_game(&game, &preset("al5d").expect("a built-in preset"))?;
//!
//! let before = game.initial_state();
//! let slots = layout.slots();
//! let contents = BoardContents::set_up(&game, &before, &before, slots).expect("enough slots");
//!
//! let (mut moves, mut after) = (Vec::new(), before.clone());
//! game.legal_moves(&before, &mut moves).expect("a legal position");
//! game.apply(&mut after, moves[0]).expect("a legal move");
//! let tasks = plan_tasks(&game, &before, &after, &contents).expect("enough free slots");
//! assert!(matches!(tasks[..], [Task::Carry { .. }]));
//! # Ok::<(), boardwright_table::LayoutError>(())
//! ```

mod appearance;
mod board_contents;
mod calibration;
mod file;
mod fit;
mod frame;
mod layout;
mod legacy_angles;
mod move_executor;
pub mod perception;
mod plan_svg;
mod print;
mod rewrite;
mod rig;
mod session;
pub mod simulation;
mod table;
mod tasks;

pub use appearance::{Appearance, board_appearances, relevant_places, waiting_pieces};
pub use board_contents::{BoardContents, TooFewSlots};
pub use calibration::{CalibrationStep, TOLERANCE, TableCalibration};
pub use file::{FileError, PlaceEntry, TableFile, TouchEntry, find_place, preset_arm};
pub use fit::{Fit, FitError, Touch};
pub use frame::{BoardFrame, BoardPoint, JointOffsets};
pub use layout::{Layout, LayoutError, PieceSizes};
pub use move_executor::{Attendant, MoveError, MoveExecutor, RequestRefused};
pub use plan_svg::{plan_svg, reach_radii};
pub use print::{PrintTheme, PrintedBoard};
pub use rig::{ArmConnection, Rig, open_wire};
pub use session::{CameraSession, FrontEnd, LearntLooks, MoveOrigin, Prompt, SessionError, TableNames, TableSession};
pub use table::{PlaceCorrection, Table, TaughtPulses};
pub use tasks::{Request, Task, plan_tasks};
