//! The result of a game at the upper edge of the board: score, reason, and what can be done next. It is shown until the user
//! dismisses it, and leaves the position visible.

use boardwright_game::game::{Outcome, Turn};
use boardwright_game::ids::Player;
use eframe::egui::{Align2, Area, Frame, Id, Margin, Order, Rect, RichText, Ui, Vec2};

use super::Play;
use crate::keys::PlayAction;
use crate::session::NodeId;
use crate::texts::t;
use crate::theme::icons::{Icon, icon};
use crate::theme::widgets::{IconButton, icon_text_button};
use crate::theme::{metrics, palette};

/// The banner.
#[derive(Debug, Default)]
pub struct Banner {
    /// End of the game whose result was dismissed.
    dismissed: Option<NodeId>,
}

impl Play {
    /// Shows the result over the edge of the board, if the visible position is the end of the match.
    pub(super) fn banner_ui(&mut self, ui: &Ui, board: Rect) {
        let session = &self.session;
        let node = session.visible_node();
        let is_end = node == session.match_node() && session.end().is_some() && !session.is_opened_record();
        if !is_end || self.banner.dismissed == Some(node) {
            return;
        }
        let Some(reason) = self.result_text() else { return };
        let score = self.result_score();
        let is_compact = board.width() < 460.0;
        let mut wanted = None;
        let mut is_saved = false;
        let area = Area::new(Id::unique("result")).order(Order::Middle).pivot(Align2::CENTER_TOP);
        let area = area.fixed_pos(board.center_top() + Vec2::new(0.0, 2.0)).constrain_to(ui.ctx().content_rect());
        let mut closes = false;
        area.show(ui.ctx(), |ui| {
            let frame = Frame::new()
                .fill(palette(ui).raised)
                .stroke(ui.visuals().window_stroke)
                .corner_radius(f32::from(metrics::CARD_RADIUS))
                .shadow(ui.visuals().popup_shadow)
                .inner_margin(Margin::symmetric(metrics::PADDING as i8, 6));
            frame.show(ui, |ui| {
                ui.horizontal(|ui| {
                    ui.spacing_mut().item_spacing.x = metrics::GAP;
                    ui.label(icon(Icon::Trophy).color(palette(ui).accent));
                    if let Some(score) = &score {
                        ui.label(RichText::new(score).size(metrics::TITLE).color(palette(ui).strong));
                    }
                    ui.label(RichText::new(&reason).strong());
                    if is_compact {
                        return;
                    }
                    (wanted, is_saved) = self.banner_buttons(ui);
                    closes = dismiss(ui);
                });
                if is_compact {
                    ui.horizontal(|ui| {
                        (wanted, is_saved) = self.banner_buttons(ui);
                        closes = dismiss(ui);
                    });
                }
            });
        });
        if closes {
            self.banner.dismissed = Some(node);
        }
        if is_saved {
            self.study.files.ask_game(ui.ctx(), self.session.loaded());
        }
        match wanted {
            Some(BannerAction::Rematch) => self.run(ui.ctx(), PlayAction::Rematch),
            Some(BannerAction::Analyse) => {
                self.banner.dismissed = Some(node);
                self.tab = super::side::SideTab::Analysis;
                self.study.review(ui.ctx(), &self.session);
            }
            None => {}
        }
    }

    /// Shows the buttons; returns what was chosen, and `true` if the game is to be saved.
    fn banner_buttons(&self, ui: &mut Ui) -> (Option<BannerAction>, bool) {
        let mut wanted = None;
        if icon_text_button(ui, Icon::RotateCcw, t("banner.rematch")).clicked() {
            wanted = Some(BannerAction::Rematch);
        }
        if self.study.can_review(&self.session) && icon_text_button(ui, Icon::ChartLine, t("banner.analyse")).clicked()
        {
            wanted = Some(BannerAction::Analyse);
        }
        (wanted, icon_text_button(ui, Icon::Save, t("banner.save")).clicked())
    }

    /// The result as a score, such as 1–0, or the points of all players.
    fn result_score(&self) -> Option<String> {
        let session = &self.session;
        let loaded = session.loaded();
        if loaded.has_scores() {
            let scores = loaded.scores(session.state());
            return Some(scores.iter().map(f64::to_string).collect::<Vec<_>>().join("–"));
        }
        let outcome = match self.legal.turn {
            Some(Turn::Over(outcome)) => Some(outcome),
            _ => session.end().and_then(|end| end.outcome),
        };
        let second = Player::FIRST.next(2);
        match outcome.filter(|_| session.seats.len() == 2)? {
            Outcome::Won(player) if player == Player::FIRST => Some("1–0".to_owned()),
            Outcome::Won(player) if player == second => Some("0–1".to_owned()),
            Outcome::Won(_) => None,
            Outcome::Draw => Some("½–½".to_owned()),
        }
    }
}

/// Choice of the banner.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum BannerAction {
    /// Another game with the same terms.
    Rematch,
    /// Analysis of the whole game.
    Analyse,
}

fn dismiss(ui: &mut Ui) -> bool {
    IconButton::new(Icon::X, t("banner.dismiss")).show(ui).clicked()
}
