//! The background work: reads or makes the pictures of many games, first those that are visible.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use boardwright_game::any::AnyState;
use boardwright_library::{LoadedGame, load, store};
use eframe::egui::Context;
use serde::{Deserialize, Serialize};

use super::cache::{DrawingFolder, file_stamp};
use super::drawing::GameDrawing;
use super::facts::GameFacts;
use super::painter::{GamePicture, Painting, PictureSize};
use crate::task::{Reporter, Task};

/// Greatest number of threads that draw.
const MAX_THREADS: usize = 3;

/// A game, or a recorded one in its last position.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum PictureSource {
    /// A game, named as on the command line.
    Game(String),
    /// A record.
    Record(PathBuf),
}

/// A drawing with the facts about its game.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
struct Sheet {
    drawing: GameDrawing,
    facts: GameFacts,
}

impl PictureSource {
    /// Name in the folder of drawings.
    fn name(&self) -> String {
        match self {
            Self::Game(name) => name.clone(),
            Self::Record(path) => format!("record {}", path.display()),
        }
    }

    /// Text on which the drawing depends. Games written in Rust depend on the program alone.
    fn text(&self) -> Vec<u8> {
        let stamp = |path: &Path| file_stamp(path).to_le_bytes().to_vec();
        match self {
            Self::Record(path) => stamp(path),
            Self::Game(name) => match boardwright_games::shipped_game(name) {
                Some(game) if !Path::new(name).exists() => game.text.to_vec(),
                _ => stamp(Path::new(name)),
            },
        }
    }

    /// Loads the game and draws it; `None` if it cannot be loaded.
    fn draw(&self) -> Option<Sheet> {
        let (loaded, drawing) = match self {
            Self::Game(name) => {
                let loaded = load(name).ok()?;
                let drawing = GameDrawing::of(&loaded);
                (loaded, drawing)
            }
            Self::Record(path) => {
                let (loaded, state) = last_position(path)?;
                let drawing = GameDrawing::at(&loaded, &state);
                (loaded, drawing)
            }
        };
        Some(Sheet { drawing, facts: GameFacts::of(&loaded) })
    }

    /// The kept sheet, or a new one; a game that cannot be loaded has an empty one.
    fn sheet(&self, folder: &DrawingFolder) -> Sheet {
        let (name, text) = (self.name(), self.text());
        let draw = || {
            let sheet = self.draw()?;
            folder.write(&name, &text, &sheet);
            Some(sheet)
        };
        folder.read(&name, &text).or_else(draw).unwrap_or_default()
    }
}

/// Game and last position of a record.
fn last_position(path: &Path) -> Option<(LoadedGame, AnyState)> {
    let record = store::read_all(path).ok()?.into_iter().next()?.record;
    let loaded = load(&record.header.game).ok()?;
    let game = loaded.game();
    let mut state = match &record.header.position {
        Some(text) => game.parse_state(text).ok()?,
        None => game.initial_state(),
    };
    for text in record.header.opening.iter().chain(record.moves.iter().map(|played| &played.text)) {
        let mv = game.parse_move(&state, text).ok()?;
        game.apply(&mut state, &mv).ok()?;
    }
    Some((loaded, state))
}

/// Pictures that are wanted and not begun.
#[derive(Debug, Default)]
struct Queue {
    /// In the order in which they are wanted.
    waiting: Vec<(PictureSource, PictureSize)>,
    /// Sources that are visible.
    visible: Vec<PictureSource>,
    /// `true` while no page shows pictures.
    is_resting: bool,
}

impl Queue {
    /// The next picture to be made: the first visible one, or else the first. None while nobody looks.
    fn next(&mut self) -> Option<(PictureSource, PictureSize)> {
        if self.is_resting {
            return None;
        }
        let at = self.waiting.iter().position(|(source, _)| self.visible.contains(source)).unwrap_or(0);
        (at < self.waiting.len()).then(|| self.waiting.remove(at))
    }
}

/// A picture that was made.
#[derive(Debug)]
struct FinishedPicture {
    source: PictureSource,
    size: PictureSize,
    facts: GameFacts,
    painting: Painting,
}

/// A picture with the facts about its game.
#[derive(Clone, Debug)]
struct Entry {
    /// Size that was asked for.
    size: PictureSize,
    /// The picture, once it is made, and its size. It stays until one of the size that was asked for is made.
    picture: Option<(GamePicture, PictureSize)>,
    facts: GameFacts,
}

impl Entry {
    /// `true` if the picture is made in the size that was asked for.
    fn is_complete(&self) -> bool {
        self.picture.as_ref().is_some_and(|(_, size)| *size == self.size)
    }
}

/// Pictures of games, made when they are first asked for.
#[derive(Debug)]
pub struct GamePictures {
    folder: DrawingFolder,
    entries: HashMap<PictureSource, Entry>,
    queue: Arc<Mutex<Queue>>,
    /// Sources that were asked for in this frame.
    visible: Vec<PictureSource>,
    workers: Vec<Task<FinishedPicture>>,
}

impl GamePictures {
    /// Pictures whose drawings are kept in a folder, if there is one.
    pub fn new(folder: Option<PathBuf>) -> Self {
        Self {
            folder: DrawingFolder(folder),
            entries: HashMap::new(),
            queue: Arc::default(),
            visible: Vec::new(),
            workers: Vec::new(),
        }
    }

    /// Takes over the pictures that were made.
    pub fn poll(&mut self, window: &Context) {
        let mut made = Vec::new();
        // A thread that is over reports nothing more.
        self.workers.retain(|worker| {
            let is_over = worker.is_over();
            made.extend(worker.messages());
            !is_over
        });
        for FinishedPicture { source, size, facts, painting } in made {
            let Some(entry) = self.entries.get_mut(&source).filter(|entry| entry.size == size) else { continue };
            entry.facts = facts;
            entry.picture = Some((GamePicture::load(window, painting), size));
        }
    }

    /// Makes the pictures that were asked for in this frame, and then all others.
    pub fn start_work(&mut self, window: &Context) {
        let mut queue = self.queue.lock().unwrap_or_else(PoisonError::into_inner);
        queue.visible = std::mem::take(&mut self.visible);
        queue.is_resting = false;
        // One core is left for the window.
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        let needed = queue.waiting.len().min((cores - 1).clamp(1, MAX_THREADS));
        drop(queue);
        while self.workers.len() < needed {
            self.workers.push(work(window, self.queue.clone(), self.folder.clone()));
        }
    }

    /// Makes no further pictures until some are shown again, so that other pages have all cores.
    pub fn rest(&self) {
        self.queue.lock().unwrap_or_else(PoisonError::into_inner).is_resting = true;
    }

    /// Asks for a picture of this size, although it need not be visible.
    pub fn want(&mut self, source: &PictureSource, size: PictureSize) {
        let entry = self.entries.get_mut(source);
        if entry.as_ref().is_some_and(|entry| entry.size == size) {
            return;
        }
        match entry {
            // The earlier picture is shown until then.
            Some(entry) => entry.size = size,
            None => {
                let entry = Entry { size, picture: None, facts: GameFacts::default() };
                self.entries.insert(source.clone(), entry);
            }
        }
        let mut queue = self.queue.lock().unwrap_or_else(PoisonError::into_inner);
        queue.waiting.retain(|(other, _)| other != source);
        queue.waiting.push((source.clone(), size));
    }

    /// Asks for a visible picture of this size; returns it once it is made.
    pub fn show(&mut self, source: &PictureSource, size: PictureSize) -> Option<&GamePicture> {
        self.want(source, size);
        self.visible.push(source.clone());
        self.entries.get(source)?.picture.as_ref().map(|(picture, _)| picture)
    }

    /// Facts about the game of a picture that was made.
    pub fn facts(&self, source: &PictureSource) -> Option<&GameFacts> {
        self.entries.get(source).filter(|entry| entry.picture.is_some()).map(|entry| &entry.facts)
    }

    /// `true` if all pictures that were visible in the last frame are shown in the size that was asked for.
    pub fn has_drawn_visible(&self) -> bool {
        let queue = self.queue.lock().unwrap_or_else(PoisonError::into_inner);
        let is_shown = |source| self.entries.get(source).is_some_and(Entry::is_complete);
        !queue.visible.is_empty() && queue.visible.iter().all(is_shown)
    }
}

/// Starts a thread that makes pictures until none are wanted. The user waits for them, so it has the priority of the window.
fn work(window: &Context, queue: Arc<Mutex<Queue>>, folder: DrawingFolder) -> Task<FinishedPicture> {
    Task::start_urgent(window, "pictures", move |reporter: &Reporter<_>| {
        while !reporter.is_stopped() {
            let Some((source, size)) = queue.lock().unwrap_or_else(PoisonError::into_inner).next() else { return };
            let Sheet { drawing, facts } = source.sheet(&folder);
            reporter.report(FinishedPicture { painting: Painting::of(&drawing, size), source, size, facts });
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use eframe::egui::Vec2;

    fn game(name: &str) -> PictureSource {
        PictureSource::Game(name.to_owned())
    }

    #[test]
    fn visible_pictures_are_made_first() {
        let size = PictureSize::of(Vec2::splat(64.0), 1.0);
        let names = ["chess", "go", "hex", "nim"];
        let waiting = names.map(|name| (game(name), size)).to_vec();
        let mut queue = Queue { waiting, visible: vec![game("nim"), game("hex")], is_resting: true };
        assert_eq!(queue.next(), None, "nobody looks");
        queue.is_resting = false;
        let made: Vec<PictureSource> = std::iter::from_fn(|| queue.next()).map(|(source, _)| source).collect();
        assert_eq!(made, ["hex", "nim", "chess", "go"].map(game));
    }

    #[test]
    fn pictures_are_made_in_the_background_and_read_again() {
        let folder = tempfile::tempdir().expect("a folder");
        let window = Context::default();
        let size = PictureSize::of(Vec2::splat(64.0), 1.0);
        for round in ["drawn", "read"] {
            let mut pictures = GamePictures::new(Some(folder.path().to_owned()));
            let sources = [game("tic-tac-toe"), game("kuhn"), game("no such game")];
            for source in &sources {
                assert!(pictures.show(source, size).is_none());
            }
            pictures.start_work(&window);
            while !pictures.has_drawn_visible() {
                pictures.poll(&window);
                std::thread::yield_now();
            }
            assert!(sources.iter().all(|source| pictures.show(source, size).is_some()), "{round}");
            assert_eq!(pictures.facts(&sources[0]).expect("it is made").players, Some((2, 2)), "{round}");
        }
        assert_eq!(std::fs::read_dir(folder.path()).expect("a folder").count(), 2);
    }
}
