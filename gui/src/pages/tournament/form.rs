//! The form of a new tournament: game, players, time, starts and folder.

use std::path::{Path, PathBuf};

use boardwright_arena::tournament::Config;
use eframe::egui::{Align, Button, Frame, Label, Layout, Margin, Panel, RichText, ScrollArea, Stroke, TextEdit, Ui};

use super::fields::{field, fields, group};
use super::game_choice::{GameChoice, short_name};
use super::openings::OpeningsForm;
use super::players::PlayersForm;
use super::running::NewTournament;
use super::terms::TermsForm;
use crate::dialog::{Dialog, FileRequest, Purpose};
use crate::engines::Engines;
use crate::texts::{t, with};
use crate::theme::{ACCENT, error_label, metrics, palette};

/// Width from which the groups stand in two columns.
const TWO_COLUMNS: f32 = 680.0;

/// The form.
#[derive(Debug)]
pub struct TournamentForm {
    game: GameChoice,
    players: PlayersForm,
    terms: TermsForm,
    openings: OpeningsForm,
    name: String,
    /// Folder that the user wants; empty for a new one among those of the program.
    folder: String,
    /// Folder below which the program keeps tournaments.
    below: PathBuf,
    dialog: Dialog,
}

impl TournamentForm {
    /// Form with an example; tournaments are kept below a folder.
    pub fn new(below: PathBuf) -> Self {
        Self {
            game: GameChoice::default(),
            players: PlayersForm::default(),
            terms: TermsForm::default(),
            openings: OpeningsForm::default(),
            name: String::new(),
            folder: String::new(),
            below,
            dialog: Dialog::default(),
        }
    }

    /// Takes over the settings of another tournament, whose results are in a folder; `false` if the form cannot show them.
    pub fn take_over(&mut self, config: &Config, folder: &Path) -> bool {
        let ([game], Some(players)) = (&config.games[..], PlayersForm::of(&config.players)) else { return false };
        self.game = GameChoice::new(game.clone());
        self.players = players;
        self.terms = TermsForm::of(config);
        self.openings = OpeningsForm::of(&config.start, folder);
        self.name.clone_from(&config.name);
        self.folder.clear();
        true
    }

    /// Folder of the results; a number is added if it is in use.
    fn wanted_folder(&self) -> PathBuf {
        let wanted = self.folder.trim();
        if !wanted.is_empty() {
            return PathBuf::from(wanted);
        }
        let name = Some(self.name.trim()).filter(|name| !name.is_empty());
        let name = name.map_or_else(|| short_name(self.game.argument()), str::to_owned);
        let is_kept = |letter: char| letter.is_alphanumeric() || "-_.".contains(letter);
        let file_name: String = name.chars().map(|letter| if is_kept(letter) { letter } else { '-' }).collect();
        // A name of dots would be another folder.
        let file_name = file_name.trim_matches(['.', '-']);
        self.below.join(if file_name.is_empty() { "tournament" } else { file_name })
    }

    /// The tournament of the form.
    ///
    /// # Errors
    /// The first reason why it cannot be played, as far as it is known without the players.
    fn tournament(&self) -> Result<NewTournament, String> {
        if let Some(error) = self.players.error() {
            return Err(error);
        }
        let mut config = Config::with_defaults(vec![self.game.argument().to_owned()], self.players.configs());
        self.name.trim().clone_into(&mut config.name);
        self.terms.apply(&mut config);
        let (start, starts) = self.openings.config()?;
        config.start = start;
        config.check()?;
        if let Some(facts) = self.game.facts() {
            let players = self.players.count();
            if players < facts.seats.max(1) {
                return Err(with("tournament.too_few", &[&facts.title, &facts.seats, &players]));
            }
        }
        let folder = self.wanted_folder();
        Ok(NewTournament { config, starts, folder: std::path::absolute(&folder).unwrap_or(folder) })
    }

    /// Number of players and games, for people.
    fn summary(&self, config: &Config) -> String {
        let games = self.game.facts().and_then(|facts| config.game_count(facts.seats));
        match games {
            Some(games) => with("tournament.summary", &[&config.players.len(), &games]),
            None => with("tournament.summary_open", &[&config.players.len()]),
        }
    }

    /// Shows the form; returns the tournament that is to be played. `refusal` is the reason why none can begin now, and `error`
    /// the reason why the last one has not begun.
    pub fn ui(
        &mut self,
        ui: &mut Ui,
        engines: &mut Engines,
        refusal: Option<&str>,
        error: Option<&str>,
    ) -> Option<NewTournament> {
        let mut begun = None;
        let frame = Frame::new().inner_margin(Margin::symmetric(metrics::PADDING as i8, metrics::GAP as i8));
        Panel::bottom("begin tournament").frame(frame).show(ui, |ui| {
            begun = self.begin_ui(ui, refusal, error);
        });
        ScrollArea::vertical().id_salt("tournament form").auto_shrink(false).show(ui, |ui| {
            // The bar of the area does not cover the cards.
            let width = (ui.available_width() - metrics::PADDING).max(metrics::PADDING);
            ui.set_width(width);
            if width < TWO_COLUMNS {
                self.left_ui(ui, engines);
                self.right_ui(ui);
            } else {
                ui.columns(2, |columns| {
                    self.left_ui(&mut columns[0], engines);
                    self.right_ui(&mut columns[1]);
                });
            }
        });
        begun
    }

    fn left_ui(&mut self, ui: &mut Ui, engines: &mut Engines) {
        group(ui, "tournament.game", |ui, heading| self.game.ui(ui, heading));
        let has_engines = self.game.facts().is_some_and(|facts| facts.has_engines);
        group(ui, "tournament.players", |ui, _| self.players.ui(ui, has_engines, engines));
        group(ui, "tournament.results", |ui, _| self.results_ui(ui));
    }

    fn right_ui(&mut self, ui: &mut Ui) {
        let has_chance = self.game.facts().is_some_and(|facts| facts.has_chance);
        group(ui, "tournament.games_group", |ui, _| self.terms.games_ui(ui, has_chance));
        group(ui, "seats.pace", |ui, _| self.terms.time_ui(ui));
        group(ui, "tournament.starts", |ui, _| self.openings.ui(ui));
    }

    /// Shows name and folder.
    fn results_ui(&mut self, ui: &mut Ui) {
        // The place is in the tooltip; the name alone fits.
        let wanted = self.wanted_folder();
        let usual = wanted.file_name().unwrap_or_default().to_string_lossy().into_owned();
        fields(ui, "results", |ui| {
            field(ui, "tournament.name", "tournament.name_hint", |ui| {
                let width = ui.available_width();
                ui.add(TextEdit::singleline(&mut self.name).desired_width(width).hint_text(t("seats.name_hint")))
            });
            field(ui, "tournament.folder", "tournament.folder_hint", |ui| {
                let width = ui.available_width();
                let field = ui.add(TextEdit::singleline(&mut self.folder).desired_width(width).hint_text(usual));
                field.on_hover_text(wanted.display().to_string())
            });
        });
        let wanted =
            || FileRequest { title: t("tournament.folder").to_owned(), purpose: Purpose::Folder, kinds: Vec::new() };
        if let Some(path) = self.dialog.button(ui, "tournament.choose_folder", wanted) {
            self.folder = path.display().to_string();
        }
    }

    /// Shows the button that begins the tournament, and what it will play or why it cannot.
    fn begin_ui(&self, ui: &mut Ui, refusal: Option<&str>, error: Option<&str>) -> Option<NewTournament> {
        if let Some(reason) = error {
            ScrollArea::vertical().id_salt("reason").max_height(120.0).show(ui, |ui| error_label(ui, reason));
        }
        let tournament = self.tournament();
        let is_ready = tournament.is_ok() && self.game.facts().is_some() && refusal.is_none();
        let mut is_begun = false;
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            let text = RichText::new(t("tournament.start")).strong().color(palette(ui).on_accent);
            let start = Button::new(text).fill(ACCENT).stroke(Stroke::NONE);
            let start = ui.add_enabled(is_ready, start).on_hover_text(t("tournament.start_hint"));
            is_begun = start.clicked();
            let (said, colour) = match (&tournament, refusal) {
                (Err(reason), _) => (reason.clone(), palette(ui).error),
                (Ok(_), Some(refusal)) => (refusal.to_owned(), palette(ui).weak),
                (Ok(tournament), None) => (self.summary(&tournament.config), palette(ui).weak),
            };
            ui.add(Label::new(RichText::new(said).color(colour)).truncate());
        });
        tournament.ok().filter(|_| is_begun)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn folders_are_named_after_the_tournament_or_its_game() {
        let mut form = TournamentForm::new(PathBuf::from("/data"));
        assert_eq!(form.wanted_folder(), Path::new("/data/connect-four"));
        for (name, folder) in [("Cup 1/2", "/data/Cup-1-2"), ("..", "/data/tournament"), ("Größe", "/data/Größe")] {
            name.clone_into(&mut form.name);
            assert_eq!(form.wanted_folder(), Path::new(folder));
        }
        "/own".clone_into(&mut form.folder);
        assert_eq!(form.wanted_folder(), Path::new("/own"));
    }
}
