//! Evaluations in the unit of the game: pawns where material is counted, points or chips where they are played for, otherwise
//! the chance to win.

use boardwright_game::ids::Player;
use boardwright_game::payoff::{Payoff, PayoffUnit};
use boardwright_library::LoadedGame;
use boardwright_players::EngineScore;
use eframe::egui::{Align2, Color32, CornerRadius, FontId, Rect, Sense, Ui, Vec2, WidgetInfo};

use super::captured::counts_material;
use crate::analysis::{BestMove, CERTAIN};
use crate::texts::{t, with};
use crate::theme::{metrics, palette};

/// Width of the evaluation bar, in points.
pub const BAR_WIDTH: f32 = 22.0;

/// Pawns for which the odds on winning are e to 1; players use the same logistic model.
const PAWNS_PER_LOGIT: f64 = 2.0;
/// Greatest evaluation that is shown in pawns.
const MAX_PAWNS: f64 = 99.0;

/// Unit of evaluations.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum EvaluationUnit {
    /// Pawns, for the first player.
    Pawns,
    /// Score at the end: the middle of its range, half of the width of the range, and the unit.
    Score(f64, f64, PayoffUnit),
    /// Chance to win in percent, for the player to move.
    Chance,
}

impl EvaluationUnit {
    /// Unit of a game.
    pub fn of(loaded: &LoadedGame) -> Self {
        match loaded.game().payoff() {
            Payoff::Score(score) => {
                Self::Score(f64::midpoint(score.min, score.max), (score.max - score.min) / 2.0, score.unit)
            }
            Payoff::WinDrawLoss if counts_material(loaded) => Self::Pawns,
            Payoff::WinDrawLoss => Self::Chance,
        }
    }

    /// Formats a value between -1 and 1 of `player`, who is to move.
    pub fn text(self, value: f64, player: Player) -> String {
        match self {
            Self::Pawns => {
                let own = if player == Player::FIRST { value } else { -value };
                let pawns = 2.0 * PAWNS_PER_LOGIT * own.clamp(-1.0, 1.0).atanh();
                // Neither -0.00 nor an infinite number is shown.
                let pawns = (pawns.clamp(-MAX_PAWNS, MAX_PAWNS) * 100.0).round() / 100.0 + 0.0;
                format!("{pawns:+.2}")
            }
            Self::Score(middle, half, unit) => {
                let score = ((middle + half * value) * 10.0).round() / 10.0 + 0.0;
                let name = match unit {
                    PayoffUnit::Points => "study.points",
                    PayoffUnit::Chips { .. } => "study.chips",
                };
                with(name, &[&format!("{score:+.1}")])
            }
            Self::Chance => with("study.percent", &[&(f64::midpoint(value, 1.0) * 100.0).round()]),
        }
    }

    /// Formats an analysed move of `player`: the score of an engine in pawns, its proven result, or its value.
    pub fn move_text(self, best: &BestMove, player: Player) -> String {
        let analysis = &best.analysis;
        if let Some(score) = analysis.score.filter(|_| self == Self::Pawns) {
            let side: i64 = if player == Player::FIRST { 1 } else { -1 };
            return match score {
                EngineScore::Centipawns(score) => format!("{:+.2}", (side * i64::from(score)) as f64 / 100.0),
                EngineScore::Mate(moves) => format!("#{}", side * i64::from(moves)),
            };
        }
        let (is_won, plies) = match (&analysis.proven, analysis.value) {
            (Some(proven), _) if proven.result == "draw" => return t("study.drawn").to_owned(),
            (Some(proven), _) => (proven.result == "win", proven.plies),
            // A value without a proof is certain if its line ends the game.
            (None, Some(value)) if value.abs() >= CERTAIN && !matches!(self, Self::Score(..)) => {
                (value > 0.0, best.end.unwrap_or_default())
            }
            (None, Some(value)) => return self.text(value, player),
            (None, None) => return "?".to_owned(),
        };
        if plies == 0 {
            return t(if is_won { "study.won" } else { "study.lost" }).to_owned();
        }
        if self == Self::Pawns {
            // Moves of the winner up to the mate; the sign is that of the first player.
            let sign = if is_won == (player == Player::FIRST) { "" } else { "-" };
            return format!("#{sign}{}", plies.div_ceil(2));
        }
        with(if is_won { "study.won_in" } else { "study.lost_in" }, &[&plies])
    }
}

/// Shows the evaluation bar: the share of the first player from below, or from above if the board is turned. `share` is
/// between -1 and 1 for the first player; `None` while nothing is known.
pub fn bar(ui: &mut Ui, room: Rect, share: Option<f64>, text: &str, is_turned: bool) {
    let response = ui.interact(room, ui.scope_id().with("evaluation bar"), Sense::hover());
    let spoken = with("study.bar", &[&text]);
    response.widget_info(|| WidgetInfo::labeled(eframe::egui::accesskit::Role::Label, true, &spoken));
    let palette = palette(ui);
    let painter = ui.painter();
    let round = CornerRadius::same(3);
    let (light, dark) = (Color32::from_gray(236), Color32::from_gray(58));
    let part = f64::midpoint(share.unwrap_or(0.0).clamp(-1.0, 1.0), 1.0) as f32;
    painter.rect_filled(room, round, if is_turned { light } else { dark });
    let lower = if is_turned { 1.0 - part } else { part };
    let height = room.height() * lower;
    let below = Rect::from_min_max(room.max - Vec2::new(room.width(), height), room.max);
    painter.rect_filled(below, round, if is_turned { dark } else { light });
    painter.hline(room.x_range(), room.center().y, (1.0, palette.accent));
    if share.is_some() {
        // The number stands at the end of the player who is better.
        let is_first_better = part >= 0.5;
        let is_below = is_first_better != is_turned;
        let colour = if is_first_better { dark } else { light };
        let (at, align) = if is_below {
            (room.center_bottom() - Vec2::new(0.0, 3.0), Align2::CENTER_BOTTOM)
        } else {
            (room.center_top() + Vec2::new(0.0, 3.0), Align2::CENTER_TOP)
        };
        let short = text.trim_start_matches('+').split_whitespace().next().unwrap_or_default();
        let short = short.strip_suffix(|_: char| short.len() > 4).unwrap_or(short);
        painter.text(at, align, short, FontId::proportional(metrics::SMALL - 2.5), colour);
    }
    response.on_hover_text(spoken);
}

#[cfg(test)]
mod tests {
    use super::*;
    use boardwright_library::analysis::{MoveAnalysis, ProvenMove};
    use boardwright_library::load;

    fn unit(game: &str) -> EvaluationUnit {
        EvaluationUnit::of(&load(game).expect("it ships"))
    }

    #[test]
    fn every_game_has_its_unit() {
        assert_eq!(unit("chess"), EvaluationUnit::Pawns);
        assert_eq!(unit("hex"), EvaluationUnit::Chance);
        assert!(matches!(unit("leduc"), EvaluationUnit::Score(_, _, PayoffUnit::Chips { .. })));
    }

    #[test]
    fn values_are_written_in_their_unit() {
        let (first, second) = (Player::FIRST, Player::FIRST.next(2));
        let pawns = EvaluationUnit::Pawns;
        // One pawn: 200 parts of a logistic scale on which 100 are a pawn.
        let one = (1.0_f64 / 4.0).tanh();
        assert_eq!((pawns.text(one, first), pawns.text(one, second)), ("+1.00".to_owned(), "-1.00".to_owned()));
        assert_eq!(pawns.text(-1e-9, first), "+0.00");
        assert_eq!(pawns.text(1.0, first), "+99.00");
        assert_eq!(EvaluationUnit::Chance.text(0.5, second), "75 %");
        let chips = EvaluationUnit::Score(0.0, 13.0, PayoffUnit::Chips { big_blind: 1 });
        assert_eq!(chips.text(-0.5, first), "-6.5 chips");
    }

    /// The best move of an analysis, with neither moves nor a line.
    fn best(value: f64, proven: Option<ProvenMove>, score: Option<EngineScore>, end: Option<u32>) -> BestMove {
        let (depth, nodes, playouts, seconds) = (1, 1, None, 0.0);
        let (mv, pv, value) = (String::new(), Vec::new(), Some(value));
        let analysis = MoveAnalysis { mv, value, proven, score, depth, nodes, playouts, seconds, pv };
        BestMove { analysis, line: String::new(), end }
    }

    #[test]
    fn scores_of_engines_are_written_for_the_first_player() {
        let scored = |score| best(0.1, None, Some(score), None);
        let (first, second) = (Player::FIRST, Player::FIRST.next(2));
        let text = |score, player| EvaluationUnit::Pawns.move_text(&scored(score), player);
        assert_eq!(text(EngineScore::Centipawns(34), first), "+0.34");
        assert_eq!(text(EngineScore::Centipawns(34), second), "-0.34");
        assert_eq!(text(EngineScore::Mate(3), first), "#3");
        assert_eq!(text(EngineScore::Mate(3), second), "#-3");
        assert_eq!(EvaluationUnit::Chance.move_text(&scored(EngineScore::Centipawns(34)), first), "55 %");
    }

    #[test]
    fn a_mate_is_counted_in_moves() {
        let proven = |result: &'static str, plies: u32| best(1.0, Some(ProvenMove { result, plies }), None, None);
        let (first, second) = (Player::FIRST, Player::FIRST.next(2));
        let text = |result, plies, player| EvaluationUnit::Pawns.move_text(&proven(result, plies), player);
        assert_eq!(text("win", 5, first), "#3");
        assert_eq!(text("win", 1, second), "#-1");
        assert_eq!(text("loss", 4, first), "#-2");
        assert_eq!(text("draw", 3, first), "draw");
        // Without a proof, the line says how far the mate is.
        let certain =
            |value: f64, end: Option<u32>| EvaluationUnit::Pawns.move_text(&best(value, None, None, end), first);
        assert_eq!((certain(1.0, Some(3)), certain(-1.0, Some(2))), ("#2".to_owned(), "#-1".to_owned()));
        assert_eq!((certain(1.0, None), certain(0.5, Some(3))), ("won".to_owned(), "+2.20".to_owned()));
        assert_eq!(EvaluationUnit::Chance.move_text(&proven("win", 5), first), "won in 5 moves");
    }
}
