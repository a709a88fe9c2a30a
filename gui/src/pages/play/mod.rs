//! The page on which a game is played and studied: the board in the middle, who sits where on one side, what was played and thought
//! on the other.

mod analyst;
mod bar;
mod begin;
mod keep;
mod seats;
mod sketch;
mod study;

use std::path::{Path, PathBuf};
use std::sync::Arc;

use boardwright_arena::Ending;
use boardwright_engine::game::Turn;
use boardwright_engine::ids::{ElementId, LocationId, Player};
use boardwright_shelf::store;
use boardwright_shelf::why::briefly;
use eframe::egui::{CentralPanel, Context, Panel, RichText, ScrollArea, Ui};

use self::bar::Wanted;
use self::begin::BeginForm;
use self::seats::{SeatsPanel, name};
pub use self::sketch::Sketch;
use self::study::Study;
use crate::analysis::ends;
use crate::app::opened;
use crate::board::{Board, Did, Legal, Marks, Origin, origin};
use crate::session::{NodeId, Opened, SeatChoice, Session, Tree};
use crate::settings::Settings;
use crate::texts::{t, with};

/// A game that is played or studied.
#[derive(Debug)]
pub struct Play {
    /// The game and its match.
    pub session: Session,
    /// The board, if the game has one.
    board: Option<Board>,
    /// What can be done in the position that is shown.
    legal: Legal,
    /// For which position that was worked out.
    seen: Option<NodeId>,
    /// Why the last thing that a person tried was not done.
    refused: Option<String>,
    /// Whether seats and moves are shown, once a person has said so.
    details: Option<bool>,
    /// Players at this screen hand it over to each other where something is hidden: to whom it was handed last.
    handed: Option<Player>,
    seats: SeatsPanel,
    begin: BeginForm,
    study: Study,
}

/// At this level the other side plays first.
const FIRST_LEVEL: u64 = 4;

impl Play {
    /// A game at its beginning: the person who opened it against the usual player.
    pub fn new(window: &Context, opened: Arc<Opened>, records: Option<PathBuf>, seed: Option<u64>) -> Self {
        let players = opened.loaded.game().players();
        let seat = |number: usize| if number == 0 { SeatChoice::person() } else { SeatChoice::level(FIRST_LEVEL) };
        let session = Session::new(opened, (0..players).map(seat).collect(), seed.unwrap_or_else(chosen), records);
        let mut play = Self::of(session);
        play.session.play(window);
        play
    }

    /// A game as it was recorded, to be studied: the one of this number, from 1, of a file of records.
    ///
    /// # Errors
    /// If the record cannot be read, or is not what the rules of its game allow.
    pub fn from_record(path: &Path, number: usize, records: Option<PathBuf>) -> Result<Self, String> {
        let mut kept = store::read_all(path).map_err(|error| error.to_string())?;
        if !(1..=kept.len()).contains(&number) {
            return Err(with("play.no_record", &[&path.display(), &number]));
        }
        let record = kept.swap_remove(number - 1).record;
        let header = &record.header;
        let opened = opened(&header.game).map_err(|error| error.to_string())?;
        let people = (0..opened.loaded.game().players()).map(|_| SeatChoice::person()).collect();
        let mut session = Session::new(Arc::new(opened), people, header.seed, records);
        if let Some(text) = &header.position {
            let state = session.loaded().game().parse_state(text).map_err(|error| error.to_string())?;
            session = session.begun_at(state);
        }
        let played = record.moves.iter().map(|played| &played.text);
        for text in header.opening.iter().chain(played) {
            let mv = session.loaded().game().parse_move(session.state(), text).map_err(|error| error.to_string())?;
            session.make(&mv)?;
        }
        session.show(Tree::ROOT);
        Ok(Self::of(session))
    }

    fn of(session: Session) -> Self {
        let (seats, study) = (SeatsPanel::new(&session), Study::default());
        let mut play = Self {
            session,
            board: None,
            legal: Legal::default(),
            seen: None,
            refused: None,
            details: None,
            handed: None,
            seats,
            begin: BeginForm::default(),
            study,
        };
        play.look(None);
        play
    }

    /// Works out what can be seen and done in the position that is shown, if that is another one than before.
    fn look(&mut self, now: Option<f64>) {
        let node = self.session.shown();
        if self.seen == Some(node) {
            return;
        }
        let follows = self.seen.is_some_and(|seen| {
            self.session.tree.parent(node) == Some(seen) || self.session.tree.parent(seen) == Some(node)
        });
        self.seen = Some(node);
        self.refused = None;
        let loaded = self.session.loaded();
        let state = self.session.state();
        match Legal::of(loaded, state) {
            Ok(legal) => self.legal = legal,
            Err(fault) => {
                self.legal = Legal::default();
                self.refused = Some(loaded.fault(&fault).to_string());
            }
        }
        Board::lay(&mut self.board, loaded, state, now.filter(|_| follows));
    }

    /// Shows it.
    pub fn ui(&mut self, ui: &mut Ui, settings: &mut Settings) {
        let now = ui.input(|input| input.time);
        if std::mem::take(&mut self.session.renewed) {
            self.seen = None;
            self.study.forget();
        }
        self.look(settings.motion.then_some(now));
        self.study.hear(&mut self.session, &self.legal);
        let (width, height) = (ui.available_width(), ui.available_height());
        let narrow = width < 760.0;
        let before = self.details.unwrap_or(!narrow && height > 300.0);
        let mut details = before;
        let bar = |ui: &mut Ui| {
            let inside = |ui: &mut Ui| self.bar(ui, settings, &mut details);
            // Where there is little room the buttons stay in one line, the board needs the rest.
            if narrow {
                ScrollArea::horizontal().show(ui, |ui| ui.horizontal(inside).inner).inner
            } else {
                ui.horizontal_wrapped(inside).inner
            }
        };
        let wanted = Panel::top("play bar").show(ui, bar).inner;
        if details != before {
            self.details = Some(details);
        }
        if let Some(wanted) = wanted {
            self.follow(ui.ctx(), wanted);
        }
        if details && narrow {
            Panel::bottom("play study").default_size(190.0).resizable(true).show(ui, |ui| self.side(ui));
        } else if details {
            Panel::right("play study").default_size(310.0).resizable(true).show(ui, |ui| self.side(ui));
        }
        CentralPanel::default().show(ui, |ui| self.middle(ui, settings));
        if self.session.time_left().is_some() {
            ui.ctx().request_repaint_after(std::time::Duration::from_millis(200));
        }
    }

    /// Who sits where, what was played, what is thought.
    fn side(&mut self, ui: &mut Ui) {
        ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
            let seated = self.seats.ui(ui, &mut self.session);
            if self.begin.ui(ui, &mut self.session) || seated {
                self.session.play(ui.ctx());
            }
            ui.separator();
            self.study.ui(ui, &mut self.session, &self.legal);
        });
    }

    /// The board with what is said above and below it.
    fn middle(&mut self, ui: &mut Ui, settings: &Settings) {
        self.standing(ui);
        if self.hand_over(ui) {
            return;
        }
        self.buttons(ui);
        let allowed = self.allowed();
        let nothing = Legal::default();
        let legal = if allowed { &self.legal } else { &nothing };
        let can = !legal.choices.is_empty();
        let marks = Marks { last: self.last(), arrows: self.study.arrows(&self.session), names: settings.coordinates };
        let Some(board) = &mut self.board else {
            ui.label(RichText::new(self.view()).monospace().size(16.0));
            return;
        };
        match board.ui(ui, legal, &marks) {
            Some(Did::Move(number)) => self.make(number),
            Some(Did::Refused(from, to)) if can => self.explain(from, to),
            Some(Did::Refused(..)) => self.refused = self.waits_for(),
            None => {}
        }
    }

    /// A position in words. While something is hidden, as the person sees it who has the screen; people who only look see all.
    fn view(&self) -> String {
        let session = &self.session;
        let (game, state) = (session.loaded().game(), session.state());
        let person = |player: &Player| session.seats[player.index()].who.is_person();
        let first = || session.loaded().players().find(person);
        let who = session.asked().or(self.handed).or_else(first).filter(|_| session.conceals());
        who.map_or_else(|| game.state_text(state), |player| game.view_text(state, player))
    }

    /// Whether a person may move in the position that is shown: who is asked there, or anybody where no match is at.
    fn allowed(&self) -> bool {
        let elsewhere = !self.session.is_running() || self.session.shown() != self.session.live();
        self.session.asked().is_some() || elsewhere || self.session.expects(self.legal.turn)
    }

    fn make(&mut self, number: usize) {
        let Some(choice) = self.legal.choices.get(number) else { return };
        self.refused = self.session.make(&choice.mv.clone()).err();
    }

    /// Who is to move, where a person cannot.
    fn waits_for(&self) -> Option<String> {
        match self.legal.turn {
            Some(Turn::Player(player)) => Some(with("play.waits", &[&name(&self.session, player)])),
            _ => None,
        }
    }

    /// Why a move that a person tried is not legal: by the rule that came nearest.
    fn explain(&mut self, from: Option<Origin>, to: LocationId) {
        let loaded = self.session.loaded();
        let Some((game, state)) = loaded.as_spec(self.session.state()) else { return };
        let rules = game.rules();
        let place = |location: LocationId| rules.locations[location.index()].name.clone();
        // Whoever clicks a place means the pieces that are all there is to move.
        let from = from.or_else(|| self.legal.only_origin());
        let (tried, asked) = match from {
            Some(Origin::Place(from)) => {
                let both = format!("{} {}", place(from), place(to));
                (both.clone(), both)
            }
            Some(pile) => {
                let mut elements = (0..rules.elements.len()).map(ElementId::new);
                let Some(element) = elements.find(|&element| origin(game, state, element) == pile) else { return };
                let from = game.location(state, element).map_or_else(|| "off".to_owned(), place);
                (place(to), format!("{} {from} {}", rules.elements[element.index()].name, place(to)))
            }
            None => (place(to), place(to)),
        };
        let reason = briefly(loaded, self.session.state(), &asked);
        self.refused = Some(match reason {
            Some(reason) => with("play.not_allowed", &[&tried, &reason]),
            None => with("play.nothing_here", &[&tried]),
        });
    }

    /// Where the last move came from and went to.
    fn last(&self) -> Vec<LocationId> {
        let shown = self.session.shown();
        let Some(parent) = self.session.tree.parent(shown) else { return Vec::new() };
        let text = &self.session.tree.node(shown).text;
        let ends = ends(&self.session.opened, &self.session.tree.node(parent).state, text);
        ends.map_or_else(Vec::new, |(from, to)| from.into_iter().chain([to]).collect())
    }

    /// Whose turn it is, or how the game ended; scores where there are any.
    fn standing(&self, ui: &mut Ui) {
        let loaded = self.session.loaded();
        let state = self.session.state();
        let text = match self.legal.turn {
            Some(Turn::Over(outcome)) => loaded.result(outcome),
            _ if self.session.shown() == self.session.live() && self.session.ending.is_some() => self.ended(),
            Some(Turn::Player(player)) => {
                let thinks = self.session.is_running()
                    && self.session.shown() == self.session.live()
                    && self.session.asked().is_none();
                let name = name(&self.session, player);
                if thinks { with("play.thinks", &[&name]) } else { with("play.to_move", &[&name]) }
            }
            Some(Turn::Chance) => t("play.chance").to_owned(),
            None => t("play.fault").to_owned(),
        };
        ui.horizontal_wrapped(|ui| {
            ui.label(RichText::new(text).size(18.0).strong());
            if loaded.keeps_scores() {
                for (player, score) in loaded.players().zip(loaded.scores(state)) {
                    ui.label(format!("{}: {score}", name(&self.session, player)));
                }
            }
            if let Some((player, answer)) = self.session.offer {
                let name = name(&self.session, player);
                ui.label(match answer {
                    None => with("play.offers", &[&name]),
                    Some(true) => with("play.accepts", &[&name]),
                    Some(false) => with("play.declines", &[&name]),
                });
            }
            if let Some(left) = self.session.time_left() {
                ui.label(with("play.time_left", &[&format!("{:.1}", left.as_secs_f64())]));
            }
            // Beside the rest, so that the board does not move away under the mouse.
            if let Some(reason) = &self.refused {
                ui.colored_label(ui.visuals().error_fg_color, reason);
            }
        });
    }

    /// How the match ended, if not by the rules.
    fn ended(&self) -> String {
        let loaded = self.session.loaded();
        let name = |player: Player| name(&self.session, player);
        match &self.session.ending {
            Some(Ending::Resigned(player)) => with("play.resigned", &[&name(*player)]),
            Some(Ending::Time(player)) => with("play.late", &[&name(*player)]),
            Some(Ending::Crashed { player, message }) => with("play.crashed", &[&name(*player), message]),
            Some(Ending::Agreed) => t("play.agreed").to_owned(),
            Some(Ending::Fault { fault, .. }) => fault.to_string(),
            Some(Ending::Finished(outcome)) => loaded.result(*outcome),
            _ => t("play.stopped").to_owned(),
        }
    }

    /// Moves that are made by a button, and answers to offers.
    fn buttons(&mut self, ui: &mut Ui) {
        if let Some(player) = self.session.takes() {
            let name = name(&self.session, player);
            ui.horizontal(|ui| {
                ui.label(with("play.takes", &[&name]));
                let yes = ui.button(t("play.accept")).clicked();
                if yes || ui.button(t("play.decline")).clicked() {
                    self.session.answer(yes);
                }
            });
        }
        if !self.allowed() {
            return;
        }
        let mut pressed = None;
        ui.horizontal_wrapped(|ui| {
            for number in self.legal.by_button() {
                if ui.button(&self.legal.choices[number].label).clicked() {
                    pressed = Some(number);
                }
            }
        });
        if let Some(number) = pressed {
            self.make(number);
        }
    }

    /// Where something is hidden and several people share the screen, the next one must take it over first; whether that is so now.
    fn hand_over(&mut self, ui: &mut Ui) -> bool {
        let people = self.session.seats.iter().filter(|seat| seat.who.is_person()).count();
        let (true, Some(player)) = (people > 1 && self.session.loaded().game().hides(), self.session.asked()) else {
            return false;
        };
        if self.handed == Some(player) {
            return false;
        }
        let name = name(&self.session, player);
        ui.vertical_centered(|ui| {
            ui.add_space(ui.available_height() * 0.3);
            ui.heading(with("play.hand_over", &[&name]));
            if ui.button(with("play.i_am", &[&name])).clicked() {
                self.handed = Some(player);
            }
        });
        true
    }

    fn follow(&mut self, window: &Context, wanted: Wanted) {
        match wanted {
            Wanted::New => {
                self.session.show(self.session.begins());
                self.session.seed = self.session.seed.wrapping_add(1);
                self.session.play(window);
            }
            Wanted::PlayHere => self.session.play(window),
            Wanted::TakeBack => self.take_back(window),
            Wanted::Resign => self.session.resign(),
            Wanted::OfferDraw => self.session.offer_draw(),
            Wanted::Pause(paused) => self.session.pause(paused),
            Wanted::Step => self.session.step(),
            Wanted::Hint => self.study.hint(window, &self.session),
            Wanted::MoveForMe => self.study.move_for_me(window, &self.session),
            Wanted::Swap => {
                self.session.seats.rotate_right(1);
                self.session.play(window);
            }
        }
    }

    /// Goes back: the match itself where a person is asked, else a new one from before the last move of a person.
    fn take_back(&mut self, window: &Context) {
        if self.session.asked().is_some() {
            self.session.take_back();
            return;
        }
        let person =
            |player: Option<Player>| player.is_some_and(|player| self.session.seats[player.index()].who.is_person());
        let line = self.session.tree.line(self.session.shown());
        let last = line.iter().rposition(|&node| person(self.session.tree.node(node).player));
        let Some(at) = last.or(line.len().checked_sub(1)) else { return };
        let before = if at == 0 { Tree::ROOT } else { line[at - 1] };
        self.session.show(before);
        self.session.play(window);
    }
}

/// A seed that differs from game to game; it stands in the record.
fn chosen() -> u64 {
    let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap_or_default();
    now.as_nanos() as u64 % 1_000_000
}
