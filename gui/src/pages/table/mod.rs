//! The page of the arm: connected, moved by hand, taught, stopped; and following the game that is played. What the arm does is up to
//! `boardwright-table`.

mod camera;
mod crew;
mod jog;
mod sight;
mod teach;
mod views;

use std::path::{Path, PathBuf};
use std::sync::Arc;

use boardwright_engine::any::AnyState;
use boardwright_engine::spec::SpecGame;
use boardwright_robot::arm::{Config, PRESETS, Pulses};
use boardwright_robot::motion::{PlaceId, Stage};
use boardwright_robot::protocol::Baud;
use boardwright_table::{Layout, Table, TableFile, Which, known_arm};
use eframe::egui::{Button, Color32, ComboBox, Key, Label, RichText, ScrollArea, TextEdit, Ui};

use crate::session::{NodeId, Opened, Session, Tree, Who};
use crate::texts::{t, with};
use crate::theme::WRONG;
use camera::{Ask, Camera};
use crew::{By, Crew, News, Order};
use jog::Jog;
use teach::{Teaching, Wish};
use views::Reach;

/// The most lines of what the arm did that are shown.
const SHOWN: usize = 12;

/// The page.
#[derive(Debug)]
pub struct Bench {
    /// Where table files are kept.
    data: Option<PathBuf>,
    choice: Choice,
    at_work: Option<AtWork>,
    told: Option<String>,
}

/// Which arm is to be connected.
#[derive(Debug)]
struct Choice {
    kind: Kind,
    real_time: bool,
    hardware: bool,
    port: String,
    like: String,
    file: String,
}

/// What kind of arm.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Simulated,
    Port,
    /// None: people do what is told.
    No,
}

/// An arm that is connected.
#[derive(Debug)]
struct AtWork {
    /// The game at whose table it is.
    opened: Arc<Opened>,
    crew: Crew,
    table: Table,
    described: Config,
    file: TableFile,
    path: PathBuf,
    names: Vec<String>,
    reach: Reach,
    at: Option<Pulses>,
    width: Option<f64>,
    /// What it does, and what it has done lately.
    doing: Option<String>,
    /// The piece that it carries: from where to where, and how far it is with it.
    carried: Option<(PlaceId, PlaceId, Stage)>,
    lately: Vec<String>,
    /// What somebody is asked for, and whether that is to say that it is safe.
    asked: Option<(String, bool)>,
    /// The position on the table, of the match that it follows.
    node: NodeId,
    state: AnyState,
    follows: bool,
    follows_all: bool,
    jog: Jog,
    teaching: Option<Teaching>,
    camera: Camera,
    kind: Kind,
    ended: bool,
}

impl Bench {
    /// Nothing is connected.
    pub fn new(data: Option<&Path>) -> Self {
        let like = PRESETS[0].0.to_owned();
        let (port, file) = (String::new(), String::new());
        let choice = Choice { kind: Kind::Simulated, real_time: true, hardware: false, port, like, file };
        Self { data: data.map(Path::to_owned), choice, at_work: None, told: None }
    }

    /// Shows the page beside a game.
    pub fn ui(&mut self, ui: &mut Ui, session: &Session) {
        let Some(game) = session.loaded().spec() else {
            ui.label(with("table.no_board", &[&session.loaded().title]));
            return;
        };
        ScrollArea::vertical().show(ui, |ui| {
            match &mut self.at_work {
                None => self.connect_ui(ui, session, game),
                Some(work) if work.is_at(session) => work.ui(ui, session, game),
                Some(_) => {
                    ui.label(t("table.other_game"));
                }
            }
            if let Some(told) = &self.told {
                ui.colored_label(ui.visuals().error_fg_color, told);
            }
        });
    }

    /// The arm follows the game that is played, and is listened to.
    pub fn follow(&mut self, session: &mut Session) {
        self.hear();
        if let Some(work) = &mut self.at_work {
            if !work.is_at(session) {
                work.end();
                return;
            }
            work.follow(session);
            if let Some(told) = work.camera.attend(session, work.node, &mut work.crew) {
                work.did(told);
            }
        }
    }

    /// Stops an arm that is at work from a page that is not its own, where it also tells that it waits for somebody.
    pub fn stop_ui(&self, ui: &mut Ui) {
        let Some(work) = self.at_work.as_ref().filter(|work| work.kind != Kind::No) else { return };
        let stop = RichText::new(t("table.stop")).strong().color(Color32::WHITE);
        if ui.add(Button::new(stop).fill(WRONG)).clicked() {
            work.crew.stop.press();
        }
        if let Some((asked, _)) = &work.asked {
            // On one line: what is below would move down whenever the arm waits. All of it is seen by pointing at it.
            let waiting = RichText::new(with("table.waiting", &[asked])).color(ui.visuals().warn_fg_color);
            ui.add(Label::new(waiting).truncate());
        }
    }

    /// Takes in what the arm has told.
    fn hear(&mut self) {
        let Some(work) = &mut self.at_work else { return };
        let mut gone = false;
        for news in work.crew.news() {
            match news {
                News::Failed(reason) => {
                    self.told = Some(reason.clone());
                    work.did(reason);
                }
                News::Gone => gone = true,
                news => work.hear(news),
            }
        }
        if gone {
            self.at_work = None;
        }
    }

    fn connect_ui(&mut self, ui: &mut Ui, session: &Session, game: &SpecGame) {
        let choice = &mut self.choice;
        ui.horizontal_wrapped(|ui| {
            ui.label(t("table.arm"));
            for (kind, name) in
                [(Kind::Simulated, "table.simulated"), (Kind::Port, "table.port"), (Kind::No, "table.no_arm")]
            {
                ui.selectable_value(&mut choice.kind, kind, t(name));
            }
            if choice.kind == Kind::Simulated {
                ui.checkbox(&mut choice.real_time, t("table.real_time"));
            } else if choice.kind == Kind::Port {
                let label = ui.label(t("table.port_name"));
                ui.add(TextEdit::singleline(&mut choice.port).desired_width(140.0)).labelled_by(label.id);
                for port in boardwright_robot::wire::ports() {
                    if ui.button(&port.name).on_hover_text(&port.what).clicked() {
                        choice.port.clone_from(&port.name);
                    }
                }
                ui.checkbox(&mut choice.hardware, t("table.hardware"));
            }
        });
        if choice.kind == Kind::Port && !choice.hardware {
            ui.small(t("table.dry"));
        }
        ui.horizontal_wrapped(|ui| {
            let label = ui.label(t("table.like"));
            let known = ComboBox::from_id_salt("like").selected_text(choice.like.clone()).show_ui(ui, |ui| {
                for (name, _) in PRESETS {
                    ui.selectable_value(&mut choice.like, name.to_owned(), name);
                }
            });
            known.response.labelled_by(label.id);
            let label = ui.label(t("table.file"));
            let field = TextEdit::singleline(&mut choice.file).desired_width(260.0).hint_text(t("table.file_hint"));
            ui.add(field).labelled_by(label.id);
        });
        if ui.button(t("table.connect")).clicked() {
            self.told = None;
            match self.connect(ui, session, game) {
                Ok(work) => self.at_work = Some(work),
                Err(reason) => self.told = Some(reason),
            }
        }
    }

    /// Puts an arm to the table of the game that is open.
    fn connect(&self, ui: &Ui, session: &Session, game: &SpecGame) -> Result<AtWork, String> {
        let loaded = session.loaded();
        let choice = &self.choice;
        let own = self.data.as_deref().map_or_else(PathBuf::new, |data| data.join("tables"));
        let kept = own.join(format!("{}.table.toml", loaded.name));
        let path = if choice.file.trim().is_empty() { kept } else { PathBuf::from(choice.file.trim()) };
        let (file, described) = if path.is_file() {
            let text = std::fs::read_to_string(&path).map_err(|error| format!("{}: {error}", path.display()))?;
            let file = TableFile::read(&text).map_err(|error| format!("{}: {error}", path.display()))?;
            let described = known_arm(&file.arm).map_err(|error| error.to_string())?;
            (file, described)
        } else if choice.file.trim().is_empty() {
            let described = known_arm(&choice.like).map_err(|error| error.to_string())?;
            let layout = Layout::of(game, &described).map_err(|error| error.to_string())?;
            (TableFile::planned(&loaded.asked, &choice.like, &layout), described)
        } else {
            return Err(with("table.no_file", &[&path.display()]));
        };
        let table = file.table(game.rules(), &described).map_err(|error| error.to_string())?;
        let node = session.live();
        let state = session.tree.node(node).state.clone();
        let Some((_, now)) = loaded.as_spec(&state) else { return Err(loaded.title.clone()) };
        let simulated = |real_time| Some(Which::Simulated { baud: Baud::FAST, real_time });
        let which = match (choice.kind, choice.hardware) {
            (Kind::Port, true) => Some(Which::Port { name: choice.port.trim().to_owned(), baud: None }),
            (Kind::Port, false) => simulated(true),
            (Kind::Simulated, _) => simulated(choice.real_time),
            (Kind::No, _) => None,
        };
        let crew = Crew::start(ui.ctx(), &session.opened, which, table.clone(), now);
        let layout = table.layout();
        let names = (0..layout.spots.len()).map(|place| layout.name(game.rules(), place)).collect();
        let reach = Reach::of(&table);
        Ok(AtWork {
            opened: Arc::clone(&session.opened),
            crew,
            described,
            file,
            path,
            names,
            reach,
            table,
            at: None,
            width: None,
            doing: None,
            carried: None,
            lately: Vec::new(),
            asked: None,
            node,
            state,
            follows: true,
            follows_all: false,
            jog: Jog::default(),
            teaching: None,
            camera: Camera::default(),
            kind: choice.kind,
            ended: false,
        })
    }
}

impl AtWork {
    fn did(&mut self, what: String) {
        if self.lately.last() == Some(&what) {
            return;
        }
        if self.lately.len() == SHOWN {
            self.lately.remove(0);
        }
        self.lately.push(what);
    }

    fn hear(&mut self, news: News) {
        match news {
            News::At(at, width) => (self.at, self.width) = (at, width),
            News::Stage { told, carried: (from, to), stage } => {
                if stage == Stage::Opening {
                    self.did(told.clone());
                }
                self.doing = Some(with("table.stage", &[&told, &stage]));
                self.carried = Some((from, to, stage));
            }
            News::Asked { told, safe } => self.asked = Some((told, safe)),
            News::Told(text) => self.did(text),
            News::Wanted(text) => {
                self.did(text.clone());
                self.doing = Some(text);
            }
            News::Looks(looks) => self.camera.looks(looks),
            News::Learnt(ranges) => self.camera.learnt(&ranges),
            News::Seen(moves) => self.camera.saw(moves),
            News::Idle => {
                self.crew.waiting = self.crew.waiting.saturating_sub(1);
                (self.doing, self.carried) = (None, None);
            }
            News::Failed(_) | News::Gone => {}
        }
    }

    fn follow(&mut self, session: &Session) {
        let live = session.live();
        if !self.follows || live == self.node {
            return;
        }
        let line = session.tree.line(live);
        let known = match self.node {
            Tree::ROOT => Some(0),
            node => line.iter().position(|other| *other == node).map(|at| at + 1),
        };
        match known {
            // Several moves may have been made since the last frame.
            Some(known) => {
                for node in &line[known..] {
                    let seat = session.tree.node(*node).player.and_then(|player| session.seats.get(player.index()));
                    let person = seat.is_some_and(|seat| matches!(seat.who, Who::Person));
                    let by = match person {
                        true if self.camera.has_seen() => By::Seen,
                        true if !self.follows_all => By::Hand,
                        _ => By::Arm,
                    };
                    self.bring(session, *node, by);
                }
            }
            // Moves were taken back: the arm makes what has changed.
            None => self.bring(session, live, By::Arm),
        }
        self.node = live;
    }

    /// The table goes on to a position.
    fn bring(&mut self, session: &Session, node: NodeId, by: By) {
        let before = std::mem::replace(&mut self.state, session.tree.node(node).state.clone());
        let loaded = session.loaded();
        if let Some(((_, before), (_, after))) = loaded.as_spec(&before).zip(loaded.as_spec(&self.state)) {
            self.crew.order(Order::Follow(Box::new((before.clone(), after.clone())), by));
        }
    }

    fn ui(&mut self, ui: &mut Ui, session: &Session, game: &SpecGame) {
        self.status(ui);
        ui.columns(2, |columns| {
            if let [left, right] = columns {
                let goal = self.teaching.as_ref().and_then(Teaching::place);
                let way = self.carried.map_or_else(Vec::new, |carried| views::way(&self.table, carried));
                let shown = views::Shown { table: &self.table, at: self.at.as_ref(), way: &way };
                if let Some(place) = views::above(left, shown, &self.names, self.reach, goal) {
                    self.crew.order(Order::Visit(place, 15.0));
                }
                if self.kind != Kind::No {
                    views::side(left, shown);
                }
                self.look(right, session, game);
                if let Some(at) = &self.at {
                    self.jog.ui(right, self.table.config(), at, self.width, &mut self.crew);
                }
                if self.kind != Kind::No {
                    self.teach(right, game);
                }
                for line in &self.lately {
                    right.small(line);
                }
            }
        });
    }

    /// Whether it is at the table of the game that is open.
    fn is_at(&self, session: &Session) -> bool {
        Arc::ptr_eq(&self.opened, &session.opened)
    }

    fn end(&mut self) {
        if !self.ended {
            self.ended = true;
            self.crew.end();
        }
    }

    /// The stop, what the arm does, and what somebody is asked for.
    fn status(&mut self, ui: &mut Ui) {
        if self.kind == Kind::No {
            ui.horizontal_wrapped(|ui| {
                if ui.add_enabled(!self.ended, Button::new(t("table.end"))).clicked() {
                    self.end();
                }
                match &self.doing {
                    Some(wanted) => ui.strong(wanted),
                    None => ui.label(t("table.none")),
                };
            });
            ui.separator();
            return;
        }
        ui.horizontal_wrapped(|ui| {
            let stop = RichText::new(t("table.stop")).size(26.0).strong().color(Color32::WHITE);
            let button = ui.add(Button::new(stop).fill(WRONG).min_size([150.0, 54.0].into()));
            if button.on_hover_text(t("table.stop_key")).clicked() || ui.input(|input| input.key_pressed(Key::Escape)) {
                self.crew.stop.press();
            }
            ui.vertical(|ui| {
                // On one line whatever is to be done: what is below must not move away from who is about to click it.
                ui.horizontal(|ui| {
                    match (&self.doing, &self.at) {
                        (Some(doing), _) => ui.label(doing),
                        (None, None) => ui.label(t("table.limp")),
                        (None, Some(_)) => ui.label(t("table.idle")),
                    };
                    if self.crew.waiting > 1 {
                        ui.weak(with("table.queue", &[&(self.crew.waiting - 1)]));
                    }
                });
                ui.horizontal_wrapped(|ui| {
                    ui.checkbox(&mut self.follows, t("table.follows"));
                    ui.add_enabled_ui(self.follows, |ui| ui.checkbox(&mut self.follows_all, t("table.follows_all")));
                    if ui.button(t("table.rest")).clicked() {
                        self.crew.order(Order::Rest);
                    }
                    if ui.add_enabled(!self.ended, Button::new(t("table.parking"))).clicked() {
                        self.end();
                    }
                });
            });
        });
        if let Some((asked, safe)) = self.asked.clone() {
            ui.horizontal_wrapped(|ui| {
                ui.colored_label(ui.visuals().warn_fg_color, with("table.waiting", &[&asked]));
                if ui.button(t("table.safe")).clicked() {
                    self.asked = None;
                    if safe {
                        self.crew.stop.release();
                    }
                    self.crew.order(Order::Done);
                }
            });
        }
        ui.separator();
    }

    /// The camera's part of the page.
    fn look(&mut self, ui: &mut Ui, session: &Session, game: &SpecGame) {
        let Some((_, state)) = session.loaded().as_spec(&self.state) else { return };
        let (layout, names) = (self.table.layout(), self.names.as_slice());
        let arm = (self.kind == Kind::Port, self.kind == Kind::Simulated);
        let table = camera::Table { game, layout, names, file: &self.file, state, arm };
        if let Some(Ask::Keep) = self.camera.ui(ui, &table, &mut self.crew) {
            self.camera.keep(game.rules(), &mut self.file);
            self.did(teach::written(&self.file, &self.path));
        }
        ui.separator();
    }

    fn teach(&mut self, ui: &mut Ui, game: &SpecGame) {
        ui.separator();
        let Some(teaching) = &mut self.teaching else {
            if ui.button(t("table.teach")).clicked() {
                let layout = self.table.layout().clone();
                self.teaching = Some(Teaching::new(self.described.clone(), layout, self.file.clone()));
            }
            return;
        };
        let layout = self.table.layout().clone();
        let wish = teaching.ui(ui, game.rules(), &self.described, &layout, self.at.as_ref(), &self.path);
        match wish {
            Some(Wish::Order(order)) => {
                if let Order::Learn(table) = &order {
                    self.table = (**table).clone();
                }
                self.crew.order(order);
            }
            Some(Wish::Taught(taught)) => {
                let (table, file) = *taught;
                // How pieces look may have been kept since the teaching began.
                self.file = TableFile { colours: self.file.colours.clone(), ..file };
                self.table = table.clone();
                self.crew.order(Order::Learn(Box::new(table)));
            }
            None => {}
        }
    }
}
