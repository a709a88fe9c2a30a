//! Change of the game on the page Play: games that were read from files, and the question about unsaved notes on the game that
//! is there.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use eframe::egui::{Context, ViewportCommand};

use super::App;
use crate::keys::PlayAction;
use crate::pages::Page;
use crate::pages::play::Play;
use crate::pages::study::StudyNews;
use crate::session::{GameTerms, OpenedGame, Session};
use crate::shell::{UnsavedAnswer, unsaved};

/// A game that is to be shown on the page Play.
#[derive(Debug)]
pub(super) enum NextGame {
    /// A new game.
    New(Arc<OpenedGame>, GameTerms),
    /// A recorded game.
    Recorded(Box<Session>),
    /// An unfinished game, and its record.
    Resumed(Box<Session>, PathBuf),
    /// The game on the page Play from its beginning.
    Rematch,
    /// No game: the window is closed.
    Close,
}

impl App {
    /// Takes over a file of games or a game of it that was read in the background.
    pub(super) fn poll_study(&mut self, window: &Context) {
        if let Some(path) = self.play.as_mut().and_then(Play::take_saved) {
            self.study.refresh(window, &path);
        }
        match self.study.poll() {
            Some(StudyNews::Listed(path)) => {
                self.remember_record(&path);
                self.page = Page::Study;
            }
            Some(StudyNews::Opened(opened)) => {
                let opened = *opened;
                if let Some(path) = &opened.path {
                    self.remember_record(path);
                }
                if !opened.warnings.is_empty() {
                    self.messages.about_opening.push(opened.warnings.join("\n"));
                }
                self.go_on_with(window, NextGame::Recorded(Box::new(opened.session)));
            }
            Some(StudyNews::Failed(reason)) => self.messages.about_opening.push(reason),
            None => {}
        }
    }

    /// Begins the game on the page Play again, if the user has asked for that.
    pub(super) fn begin_again(&mut self, window: &Context) {
        if let Some(play) = self.play.as_mut().filter(|play| play.rematch_request) {
            play.rematch_request = false;
            self.go_on_with(window, NextGame::Rematch);
        }
    }

    /// Adds a file of games to the recently opened ones.
    fn remember_record(&mut self, path: &Path) {
        self.settings.add_recent_record(&path.canonicalize().unwrap_or_else(|_| path.to_owned()));
    }

    /// Shows another game on the page Play, after the user has decided about unsaved notes on the game there.
    pub(super) fn go_on_with(&mut self, window: &Context, next: NextGame) {
        if self.play.as_ref().is_some_and(|play| play.session.has_unsaved_edits()) {
            self.next = Some(next);
        } else {
            self.show_next(window, next);
        }
    }

    /// Shows another game on the page Play.
    fn show_next(&mut self, window: &Context, next: NextGame) {
        match next {
            NextGame::New(opened, terms) => self.begin(window, opened, &terms),
            NextGame::Recorded(session) => self.show_play(Play::of_session(*session)),
            NextGame::Resumed(session, path) => self.show_play(Play::resume(window, *session, &path)),
            NextGame::Rematch => {
                if let Some(play) = &mut self.play {
                    play.begin_again(window);
                }
            }
            NextGame::Close => {
                self.is_closing = true;
                window.send_viewport_cmd(ViewportCommand::Close);
            }
        }
    }

    /// Holds back the end of the program while there are unsaved notes.
    pub(super) fn ask_before_close(&mut self, window: &Context) {
        let is_asked = window.input(|input| input.viewport().close_requested());
        let has_unsaved = self.play.as_ref().is_some_and(|play| play.session.has_unsaved_edits());
        if is_asked && has_unsaved && !self.is_closing {
            window.send_viewport_cmd(ViewportCommand::CancelClose);
            self.next = Some(NextGame::Close);
        }
    }

    /// Asks what to do with unsaved notes on the game that another one is to replace.
    pub(super) fn unsaved_ui(&mut self, window: &Context) {
        let Some(play) = self.play.as_mut().filter(|_| self.next.is_some()) else { return };
        let answer = if play.session.has_unsaved_edits() { unsaved(window) } else { Some(UnsavedAnswer::Discard) };
        match answer {
            Some(UnsavedAnswer::Save) => {
                self.page = Page::Play;
                play.run(window, PlayAction::Save);
            }
            Some(UnsavedAnswer::Discard) => {
                if let Some(next) = self.next.take() {
                    self.show_next(window, next);
                }
            }
            Some(UnsavedAnswer::Cancel) => self.next = None,
            None => {}
        }
    }

    /// Shows a game that was read from a record.
    pub(super) fn show_play(&mut self, play: Play) {
        (self.file, self.edited) = (None, None);
        self.play = Some(play);
        self.page = Page::Play;
    }
}
