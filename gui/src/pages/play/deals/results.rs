//! Results after a deal of several players: what each scored, and the totals with the leader marked.

use boardwright_game::ids::Player;
use eframe::egui::{Grid, RichText, Ui};

use super::history::deals_of;
use crate::session::{NodeId, Session};
use crate::texts::{t, with};
use crate::theme::ACCENT;

/// Smallest number of players for whom the results are a table; the score of two players is one line.
const MIN_PLAYERS: usize = 3;

/// Scores of a player after a deal.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Score {
    deal: f64,
    total: f64,
}

/// Scores by player after the deal that ended at `node`.
fn scores(session: &Session, node: NodeId) -> Vec<Score> {
    let game = session.loaded().game();
    let deals = deals_of(session, &session.tree.line(node));
    let before = deals.iter().rev().nth(1);
    let score = |node: NodeId, player: Player| game.score(&session.tree.node(node).state, player);
    let players = (1..=game.players()).filter_map(Player::new);
    let scores = players.map(|player| {
        let total = score(node, player);
        Score { deal: total - before.map_or(0.0, |&before| score(before, player)), total }
    });
    scores.collect()
}

/// Shows the table of results, if there are enough players.
pub(super) fn ui(ui: &mut Ui, session: &Session, deal_name: &str, names: &[String]) {
    if names.len() < MIN_PLAYERS {
        return;
    }
    let scores = scores(session, session.visible_node());
    let most = scores.iter().map(|score| score.total).fold(f64::NEG_INFINITY, f64::max);
    Grid::new("results").striped(true).spacing([24.0, 4.0]).show(ui, |ui| {
        ui.weak(t("deals.player"));
        ui.weak(with("deals.this", &[&deal_name]));
        ui.weak(t("deals.sum"));
        ui.end_row();
        for (name, score) in names.iter().zip(scores) {
            let leads = score.total >= most;
            let mark = |text: String| {
                let text = RichText::new(text);
                if leads { text.strong().color(ACCENT) } else { text }
            };
            ui.label(mark(if leads { with("deals.leader", &[name]) } else { name.clone() }));
            ui.label(mark(format!("{:+}", score.deal)));
            ui.label(mark(format!("{:+}", score.total)));
            ui.end_row();
        }
    });
}

#[cfg(test)]
mod tests {
    use super::super::sample::session;
    use super::*;

    #[test]
    fn scores_of_a_deal_are_what_the_totals_gained() {
        let (session, end) = session();
        // The first deal gave two chips to the first player, the second one chip to the other.
        assert_eq!(scores(&session, end), [Score { deal: 1.0, total: 3.0 }, Score { deal: -1.0, total: -3.0 }]);
    }
}
