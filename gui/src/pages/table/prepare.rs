//! The table of a game for an arm, read from its file or planned. To plan a large board takes longer than a frame, so it is
//! done in the background.

use std::path::PathBuf;
use std::sync::Arc;

use boardwright_game::game::Game as _;
use boardwright_library::nearby_files::NearbyFiles;
use boardwright_robot::arm::Config;
use boardwright_table::{BoardContents, Layout, PrintedBoard, Table, TableFile, preset_arm};
use eframe::egui::{ColorImage, Context};

use super::views::Reach;
use crate::session::OpenedGame;
use crate::task::{Reporter, Task};
use crate::texts::with;

/// Resolution of the picture of the board, in pixels per mm.
const PIXELS_PER_MM: f32 = 3.0;

/// A table of an open game, to which an arm can be connected.
#[derive(Clone, Debug)]
pub struct PreparedTable {
    /// The file that describes it, and where it is or will be written.
    pub file: TableFile,
    /// Path of the file.
    pub path: PathBuf,
    /// The arm.
    pub arm_config: Config,
    /// The table.
    pub table: Table,
    /// Names of the places for people.
    pub names: Vec<String>,
    /// The area within reach.
    pub reach: Reach,
    /// Pieces on the places and in the slots when the game begins.
    pub contents: BoardContents,
    /// The printed board without its markers.
    pub picture: Arc<ColorImage>,
}

/// The user's choice of a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TableChoice {
    /// Preset of the arm for a table without a file.
    pub arm: String,
    /// The file as typed; empty for that of the game.
    pub file: String,
    /// The file of the game, in the data folder of the program.
    pub own: PathBuf,
}

/// The result of preparing a table: the table, or why there is none.
type Prepared = Result<PreparedTable, String>;

/// Prepares the table of the open game whenever the choice changes.
#[derive(Debug, Default)]
pub struct TablePlanner {
    /// Game and choice of the task or its result.
    of: Option<(Arc<OpenedGame>, TableChoice)>,
    task: Option<Task<Prepared>>,
    prepared: Option<Prepared>,
}

impl TablePlanner {
    /// Returns the table of a choice, or why there is none; `None` while it is being prepared.
    pub fn table(&mut self, window: &Context, opened: &Arc<OpenedGame>, choice: &TableChoice) -> Option<&Prepared> {
        let is_known = self.of.as_ref().is_some_and(|(game, known)| Arc::ptr_eq(game, opened) && known == choice);
        if !is_known {
            self.of = Some((Arc::clone(opened), choice.clone()));
            self.prepared = None;
            let (opened, choice) = (Arc::clone(opened), choice.clone());
            self.task = Some(Task::start(window, "table plan", move |reporter: &Reporter<Prepared>| {
                reporter.report(prepare(&opened, &choice));
            }));
        }
        if let Some(task) = &mut self.task {
            self.prepared = task.messages().pop().or_else(|| task.take_panic().map(Err));
            if self.prepared.is_some() {
                self.task = None;
            }
        }
        self.prepared.as_ref()
    }

    /// Forgets the table, so that a file that was written since then is read.
    pub fn forget(&mut self) {
        *self = Self::default();
    }
}

fn prepare(opened: &OpenedGame, choice: &TableChoice) -> Prepared {
    let loaded = &opened.loaded;
    let game = loaded.spec().ok_or_else(|| with("table.no_board", &[&loaded.title]))?;
    let typed = choice.file.trim();
    let path = if typed.is_empty() { choice.own.clone() } else { PathBuf::from(typed) };
    let (file, arm_config) = if path.is_file() {
        let text = std::fs::read_to_string(&path).map_err(|error| format!("{}: {error}", path.display()))?;
        let file = TableFile::read(&text).map_err(|error| format!("{}: {error}", path.display()))?;
        let arm = preset_arm(&file.arm).map_err(|error| error.to_string())?;
        (file, arm)
    } else if typed.is_empty() {
        let arm = preset_arm(&choice.arm).map_err(|error| error.to_string())?;
        let layout = Layout::for_game_in_print(game, &arm, Layout::fits_a3).map_err(|error| error.to_string())?;
        (TableFile::from_layout(&loaded.argument, &choice.arm, &layout), arm)
    } else {
        return Err(with("table.no_file", &[&path.display()]));
    };
    let table = file.table(game.rules(), &arm_config).map_err(|error| error.to_string())?;
    let (layout, start) = (table.layout(), game.initial_state());
    let contents = BoardContents::set_up(game, &start, &start, layout.slots()).map_err(|error| error.to_string())?;
    let printed = PrintedBoard::draw(game.rules(), layout, &NearbyFiles::of_game(loaded));
    let pixels = printed.map_err(|error| error.to_string())?.render_board(PIXELS_PER_MM);
    let picture = ColorImage::from_rgb([pixels.width() as usize, pixels.height() as usize], pixels.as_raw());
    let names = layout.place_labels(game.rules());
    let reach = Reach::of(&table);
    Ok(PreparedTable { file, path, arm_config, table, names, reach, contents, picture: Arc::new(picture) })
}
