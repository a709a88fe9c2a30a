//! The table page: connecting, jogging, calibrating and stopping the arm, which follows the match. `boardwright-table` controls the
//! arm.

mod camera;
mod crew;
mod jog;
mod sight;
mod teach;
mod views;

use std::path::{Path, PathBuf};
use std::sync::Arc;

use boardwright_compiler::game::CompiledGame;
use boardwright_game::any::AnyState;
use boardwright_robot::arm::{Config, PRESETS, Pulses};
use boardwright_robot::motion::{PickStage, PlaceId};
use boardwright_robot::protocol::Baud;
use boardwright_table::{ArmConnection, Layout, Table, TableFile, preset_arm};
use eframe::egui::{Button, Color32, ComboBox, Key, Label, RichText, ScrollArea, TextEdit, Ui};

use crate::session::{GameTree, NodeId, Occupant, OpenedGame, Session};
use crate::texts::{t, with};
use crate::theme::ERROR;
use camera::{Ask, Camera};
use crew::{By, Crew, News, Order};
use jog::JogControls;
use teach::{Teaching, Wish};
use views::Reach;

/// Maximum number of log lines shown.
const SHOWN: usize = 12;

/// The page.
#[derive(Debug)]
pub struct Bench {
    /// Data folder with the table files.
    data: Option<PathBuf>,
    choice: Choice,
    at_work: Option<AtWork>,
    told: Option<String>,
}

/// Form to connect an arm.
#[derive(Debug)]
struct Choice {
    kind: Kind,
    real_time: bool,
    hardware: bool,
    port: String,
    like: String,
    file: String,
}

/// Kind of arm.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Simulated,
    Port,
    /// No arm: people make the moves.
    No,
}

/// A connected arm.
#[derive(Debug)]
struct AtWork {
    /// The game of the table.
    opened: Arc<OpenedGame>,
    crew: Crew,
    table: Table,
    described: Config,
    file: TableFile,
    path: PathBuf,
    names: Vec<String>,
    reach: Reach,
    at: Option<Pulses>,
    width: Option<f64>,
    /// Current action, and log of the last actions.
    doing: Option<String>,
    /// Carried piece: origin, target and stage.
    carried: Option<(PlaceId, PlaceId, PickStage)>,
    lately: Vec<String>,
    /// Request to a person, and `true` if its confirmation means that it is safe again.
    asked: Option<(String, bool)>,
    /// Node of the position on the table, in the tree of the followed match.
    node: NodeId,
    state: AnyState,
    follows: bool,
    follows_all: bool,
    jog: JogControls,
    teaching: Option<Teaching>,
    camera: Camera,
    kind: Kind,
    ended: bool,
}

impl Bench {
    /// Creates the page without an arm.
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

    /// Processes reports of the arm thread and has the arm follow the match.
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

    /// Shows the stop button on other pages, with the request if the arm waits for a person.
    pub fn stop_ui(&self, ui: &mut Ui) {
        let Some(work) = self.at_work.as_ref().filter(|work| work.kind != Kind::No) else { return };
        let stop = RichText::new(t("table.stop")).strong().color(Color32::WHITE);
        if ui.add(Button::new(stop).fill(ERROR)).clicked() {
            work.crew.stop.press();
        }
        if let Some((asked, _)) = &work.asked {
            // On one line: other widgets must not move down when the arm waits. The tooltip shows the whole text.
            let waiting = RichText::new(with("table.waiting", &[asked])).color(ui.visuals().warn_fg_color);
            ui.add(Label::new(waiting).truncate());
        }
    }

    /// Processes the reports of the arm thread.
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

    fn connect_ui(&mut self, ui: &mut Ui, session: &Session, game: &CompiledGame) {
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
                for port in boardwright_robot::wire::list_ports() {
                    if ui.button(&port.name).on_hover_text(&port.device).clicked() {
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

    /// Connects an arm to the table of the open game.
    fn connect(&self, ui: &Ui, session: &Session, game: &CompiledGame) -> Result<AtWork, String> {
        let loaded = session.loaded();
        let choice = &self.choice;
        let own = self.data.as_deref().map_or_else(PathBuf::new, |data| data.join("tables"));
        let kept = own.join(format!("{}.table.toml", loaded.name));
        let path = if choice.file.trim().is_empty() { kept } else { PathBuf::from(choice.file.trim()) };
        let (file, described) = if path.is_file() {
            let text = std::fs::read_to_string(&path).map_err(|error| format!("{}: {error}", path.display()))?;
            let file = TableFile::read(&text).map_err(|error| format!("{}: {error}", path.display()))?;
            let described = preset_arm(&file.arm).map_err(|error| error.to_string())?;
            (file, described)
        } else if choice.file.trim().is_empty() {
            let described = preset_arm(&choice.like).map_err(|error| error.to_string())?;
            let layout = Layout::for_game(game, &described).map_err(|error| error.to_string())?;
            (TableFile::from_layout(&loaded.argument, &choice.like, &layout), described)
        } else {
            return Err(with("table.no_file", &[&path.display()]));
        };
        let table = file.table(game.rules(), &described).map_err(|error| error.to_string())?;
        let node = session.match_node();
        let state = session.tree.node(node).state.clone();
        let Some((_, now)) = loaded.as_spec(&state) else { return Err(loaded.title.clone()) };
        let simulated = |real_time| Some(ArmConnection::Simulated { baud: Baud::FAST, real_time });
        let which = match (choice.kind, choice.hardware) {
            (Kind::Port, true) => Some(ArmConnection::Port { name: choice.port.trim().to_owned(), baud: None }),
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
            jog: JogControls::default(),
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
                if stage == PickStage::Opening {
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
        let live = session.match_node();
        if !self.follows || live == self.node {
            return;
        }
        let line = session.tree.line(live);
        let known = match self.node {
            GameTree::ROOT => Some(0),
            node => line.iter().position(|other| *other == node).map(|at| at + 1),
        };
        match known {
            // Several moves may have been made since the last frame.
            Some(known) => {
                for node in &line[known..] {
                    let seat = session.tree.node(*node).player.and_then(|player| session.seats.get(player.index()));
                    let person = seat.is_some_and(|seat| matches!(seat.who, Occupant::Person));
                    let by = match person {
                        true if self.camera.has_seen() => By::Seen,
                        true if !self.follows_all => By::Hand,
                        _ => By::Arm,
                    };
                    self.bring(session, *node, by);
                }
            }
            // Moves were taken back: the arm sets up the difference.
            None => self.bring(session, live, By::Arm),
        }
        self.node = live;
    }

    /// Orders the table to be brought to a position.
    fn bring(&mut self, session: &Session, node: NodeId, by: By) {
        let before = std::mem::replace(&mut self.state, session.tree.node(node).state.clone());
        let loaded = session.loaded();
        if let Some(((_, before), (_, after))) = loaded.as_spec(&before).zip(loaded.as_spec(&self.state)) {
            self.crew.order(Order::Follow(Box::new((before.clone(), after.clone())), by));
        }
    }

    fn ui(&mut self, ui: &mut Ui, session: &Session, game: &CompiledGame) {
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

    /// `true` if the arm is at the table of the open game.
    fn is_at(&self, session: &Session) -> bool {
        Arc::ptr_eq(&self.opened, &session.opened)
    }

    fn end(&mut self) {
        if !self.ended {
            self.ended = true;
            self.crew.end();
        }
    }

    /// Shows the stop button, the current action, and the request to a person.
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
            let button = ui.add(Button::new(stop).fill(ERROR).min_size([150.0, 54.0].into()));
            if button.on_hover_text(t("table.stop_key")).clicked() || ui.input(|input| input.key_pressed(Key::Escape)) {
                self.crew.stop.press();
            }
            ui.vertical(|ui| {
                // Always on one line: widgets below must not move while the user is about to click them.
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

    /// Shows the camera panel.
    fn look(&mut self, ui: &mut Ui, session: &Session, game: &CompiledGame) {
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

    fn teach(&mut self, ui: &mut Ui, game: &CompiledGame) {
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
                // Colours may have been saved since the calibration began.
                self.file = TableFile { colours: self.file.colours.clone(), ..file };
                self.table = table.clone();
                self.crew.order(Order::Learn(Box::new(table)));
            }
            None => {}
        }
    }
}
