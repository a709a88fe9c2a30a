//! Hands of a session: the hand history in words and as files (PHH), and the graph of the chips won.

use std::path::{Path, PathBuf};

use boardwright_game::deals::DealsState;
use boardwright_game::ids::Player;
use boardwright_games::holdem::phh::HandHistory;
use boardwright_games::holdem::{HoldemState, Stage, Street, cards_text, played_text};
use boardwright_library::files;
use eframe::egui::{CollapsingHeader, Color32, ScrollArea, TextEdit, Ui};
use egui_plot::{HLine, Line, Plot, PlotPoints};

use crate::pages::play::viewer::Viewer;
use crate::session::{NodeId, Session};
use crate::texts::{t, with};
use crate::theme::ACCENT;

/// The panel of the hand history and the session graph.
#[derive(Debug, Default)]
pub struct HandsPanel {
    /// Path of the file to be saved.
    path: String,
    /// Result of the last attempt to save.
    result: Option<Result<String, String>>,
}

/// Both players.
fn both() -> [Player; 2] {
    [Player::FIRST, Player::FIRST.next(2)]
}

/// A hand without the cards that the viewer may not see.
pub fn visible_hand(hand: &HoldemState, viewer: Viewer) -> HoldemState {
    match viewer {
        Viewer::Everything => hand.clone(),
        Viewer::Seat(player) => hand.seen_by(player),
        Viewer::Nobody => both().into_iter().fold(hand.clone(), |hand, player| hand.seen_by(player)),
    }
}

/// The last positions of the hands on a line, the unfinished one included.
fn hands_of<'s>(session: &'s Session, line: &[NodeId]) -> Vec<&'s DealsState<HoldemState>> {
    let mut hands: Vec<&DealsState<HoldemState>> = Vec::new();
    for &node in line {
        let Some(state) = session.tree.node(node).state.downcast_ref::<DealsState<HoldemState>>() else { continue };
        match hands.last_mut().filter(|last| last.number() == state.number()) {
            Some(last) => *last = state,
            None => hands.push(state),
        }
    }
    hands
}

/// The result of a hand in words.
pub fn result_text(hand: &HoldemState, names: &[String; 2]) -> String {
    let shown = |player: Player| {
        let (hole, strength) = (hand.hole(player)?, hand.strength(player)?);
        Some(with("holdem.shows", &[&names[player.index()], &cards_text(&hole), &strength.class()]))
    };
    let mut parts: Vec<String> = match hand.stage() {
        Stage::Showdown => both().into_iter().filter_map(shown).collect(),
        _ => Vec::new(),
    };
    let winnings = hand.winnings();
    match both().into_iter().find(|player| winnings[player.index()] > 0) {
        Some(winner) => {
            let chips = winnings[winner.index()];
            parts.push(with("holdem.wins", &[&names[winner.index()], &chips]));
        }
        None => parts.push(t("holdem.split").to_owned()),
    }
    parts.join("; ")
}

/// A hand in words: the blinds, the cards that are known, the actions of each street, and the result.
fn hand_text(hand: &HoldemState, number: u32, names: &[String; 2]) -> String {
    let name = |player: Player| &names[player.index()];
    let seat = |key: &'static str, player: Player| with(key, &[name(player), &hand.starting_stack(player)]);
    let mut lines = vec![
        with("holdem.hand", &[&number, &hand.small_blind(), &hand.big_blind()]),
        format!("{}; {}", seat("holdem.button", hand.button()), seat("holdem.big_blind", hand.big_blind_player())),
    ];
    let known = both().into_iter().filter_map(|player| Some((player, hand.hole(player)?)));
    lines.extend(known.map(|(player, hole)| format!("{}: {}", name(player), cards_text(&hole))));
    let board: Vec<_> = hand.board().collect();
    for street in Street::ALL.into_iter().filter(|&street| street <= hand.street()) {
        let before = street.index().checked_sub(1).map_or(0, |before| Street::ALL[before].board_cards());
        let cards = cards_text(&board[board.len().min(before)..board.len().min(street.board_cards())]);
        let actions = hand.actions(street).map(|action| format!("{} {}", name(action.player), played_text(&action)));
        let actions = actions.collect::<Vec<_>>().join(", ");
        let parts = [street.to_string(), cards, actions];
        lines.push(parts.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(" · "));
    }
    if hand.is_over() {
        lines.push(result_text(hand, names));
    }
    lines.join("\n")
}

/// Paths of the files of several hands: a hand history has one hand, so further ones get a number.
fn hand_paths(path: &Path, count: usize) -> Vec<PathBuf> {
    if count == 1 {
        return vec![path.with_extension("phh")];
    }
    let stem = path.file_stem().unwrap_or_default().to_string_lossy();
    (1..=count).map(|number| path.with_file_name(format!("{stem}-{number}.phh"))).collect()
}

/// Writes the finished hands as hand histories.
fn save(path: &Path, hands: &[HandHistory]) -> Result<String, String> {
    if hands.is_empty() {
        return Err(t("holdem.nothing").to_owned());
    }
    for (path, hand) in hand_paths(path, hands.len()).iter().zip(hands) {
        files::write(path, format!("{}\n", hand.text()).as_bytes()).map_err(|error| error.to_string())?;
    }
    Ok(with("holdem.saved", &[&hands.len(), &path.parent().unwrap_or(Path::new("")).display()]))
}

impl HandsPanel {
    /// Shows the panel, with the cards that the viewer may see.
    pub fn ui(&mut self, ui: &mut Ui, session: &Session, viewer: Viewer, names: &[String; 2]) {
        CollapsingHeader::new(t("holdem.history")).default_open(true).show(ui, |ui| {
            let line = session.tree.line(session.visible_node());
            let hands = hands_of(session, &line);
            let seen: Vec<(u32, HoldemState)> =
                hands.iter().map(|state| (state.number() + 1, visible_hand(state.deal(), viewer))).collect();
            let texts: Vec<String> = seen.iter().map(|(number, hand)| hand_text(hand, *number, names)).collect();
            ScrollArea::vertical().id_salt("hands").max_height(170.0).stick_to_bottom(true).show(ui, |ui| {
                for text in &texts {
                    ui.label(text);
                }
            });
            self.files_ui(ui, &seen, &texts, names);
        });
        // A hand that was played but not shown yet must not be counted.
        let line = session.tree.line(session.visible_node());
        CollapsingHeader::new(t("holdem.graph")).default_open(true).show(ui, |ui| {
            let player = match viewer {
                Viewer::Seat(player) => player,
                _ => Player::FIRST,
            };
            graph(ui, &hands_of(session, &line), player, &names[player.index()]);
        });
    }

    /// Shows the buttons to copy and to save.
    fn files_ui(&mut self, ui: &mut Ui, seen: &[(u32, HoldemState)], texts: &[String], names: &[String; 2]) {
        ui.horizontal_wrapped(|ui| {
            if ui.button(t("holdem.copy")).clicked() {
                ui.ctx().copy_text(texts.join("\n\n"));
            }
            let label = ui.label(t("holdem.file"));
            let field = TextEdit::singleline(&mut self.path).desired_width(120.0).hint_text("hands.phh");
            ui.add(field).labelled_by(label.id);
            let is_ready = !self.path.trim().is_empty();
            if ui.add_enabled(is_ready, eframe::egui::Button::new(t("holdem.save"))).clicked() {
                let finished = seen.iter().filter(|(_, hand)| hand.is_over());
                let history = |(number, hand): &(u32, HoldemState)| HandHistory {
                    number: Some(i64::from(*number)),
                    players: Some([hand.big_blind_player(), hand.button()].map(|player| names[player.index()].clone())),
                    ..HandHistory::new(hand.clone())
                };
                let histories: Vec<HandHistory> = finished.map(history).collect();
                self.result = Some(save(Path::new(self.path.trim()), &histories));
            }
        });
        match &self.result {
            Some(Ok(text)) => drop(ui.label(text)),
            Some(Err(reason)) => drop(crate::theme::error_label(ui, reason)),
            None => {}
        }
    }
}

/// Points of the session graph: the number of the hand, and the big blinds won by then.
fn session_points(hands: &[&DealsState<HoldemState>], player: Player) -> Vec<[f64; 2]> {
    let mut points = vec![[0.0, 0.0]];
    let mut total = 0.0;
    for hand in hands.iter().map(|state| state.deal()).filter(|hand| hand.is_over()) {
        total += hand.winnings()[player.index()] as f64 / f64::from(hand.big_blind());
        points.push([points.len() as f64, total]);
    }
    points
}

/// Plots the big blinds that a player has won.
fn graph(ui: &mut Ui, hands: &[&DealsState<HoldemState>], player: Player, name: &str) {
    let points = session_points(hands, player);
    let (count, total) = (points.len() - 1, points.last().map_or(0.0, |last| last[1]));
    ui.label(with("holdem.total", &[&name, &count, &format!("{total:+.1}")]));
    let plot = Plot::new("session").height(120.0).include_y(-1.0).include_y(1.0).include_x(0.0);
    let plot = plot.include_x((count as f64).max(5.0)).allow_scroll(false).allow_drag(false).allow_zoom(false);
    plot.x_grid_spacer(egui_plot::uniform_grid_spacer(|_| [100.0, 10.0, 1.0])).show(ui, |plot| {
        plot.hline(HLine::new("", 0.0).color(Color32::GRAY));
        plot.line(Line::new(name.to_owned(), PlotPoints::from(points)).color(ACCENT).width(2.0));
    });
}

#[cfg(test)]
mod tests {
    use boardwright_games::holdem::{HandSetup, HoldemAction, parse_cards};

    use super::*;

    /// A hand in which the second player folds to a bet on the flop.
    fn folded_hand() -> HoldemState {
        let setup = HandSetup { stacks: [2000; 2], small_blind: 50, big_blind: 100, button: Player::FIRST };
        let mut hand = HoldemState::new(setup);
        for cards in ["AsKd", "7h7c"] {
            hand.deal_hole(parse_cards(cards).expect("cards").try_into().ok());
        }
        hand.act(HoldemAction::RaiseTo(300));
        hand.act(HoldemAction::Call);
        hand.deal_board(&parse_cards("Ah8c2d").expect("cards"));
        for action in [HoldemAction::Call, HoldemAction::RaiseTo(400), HoldemAction::Fold] {
            hand.act(action);
        }
        hand
    }

    #[test]
    fn a_hand_is_told_without_the_cards_of_a_player_who_folds() {
        let names = ["Ann", "Bob"].map(str::to_owned);
        let text = hand_text(&visible_hand(&folded_hand(), Viewer::Seat(Player::FIRST)), 3, &names);
        assert_eq!(
            text,
            "Hand 3, blinds 50/100\nbutton Ann with 2000; big blind Bob with 2000\nAnn: AsKd\n\
             preflop · Ann raise to 300, Bob call 200\nflop · Ah8c2d · Bob check, Ann bet 400, Bob fold\nAnn wins 300"
        );
        let nobody = hand_text(&visible_hand(&folded_hand(), Viewer::Nobody), 3, &names);
        assert!(!nobody.contains("AsKd") && !nobody.contains("7h7c"), "{nobody}");
    }

    #[test]
    fn the_graph_adds_big_blinds() {
        let first = DealsState::first(folded_hand());
        assert_eq!(session_points(&[&first, &first], Player::FIRST), [[0.0, 0.0], [1.0, 3.0], [2.0, 6.0]]);
        assert_eq!(session_points(&[&first], Player::FIRST.next(2)), [[0.0, 0.0], [1.0, -3.0]]);
    }

    #[test]
    fn several_hands_are_several_files() {
        assert_eq!(hand_paths(Path::new("a/hands.phh"), 1), [Path::new("a/hands.phh")]);
        assert_eq!(hand_paths(Path::new("hands"), 2), [Path::new("hands-1.phh"), Path::new("hands-2.phh")]);
    }
}
