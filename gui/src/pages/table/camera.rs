//! The camera panel of the table page: source, board location, colour calibration, and the annotated picture.

use std::collections::VecDeque;
use std::path::PathBuf;

use boardwright_compiler::game::CompiledGame;
use boardwright_game::any::AnyMove;
use boardwright_interpreter::moves::Move;
use boardwright_interpreter::state::State;
use boardwright_rules::RuleSet;
use boardwright_table::perception::{
    Class, HsvRanges, LiveView, LocateMethod, PieceClasses, invisible_moves, square_grid,
};
use boardwright_table::{BoardPoint, Layout, TableFile};
use eframe::egui::{
    CollapsingHeader, Color32, ColorImage, Image, Pos2, Rect, Sense, Slider, Stroke, TextEdit, TextStyle,
    TextureHandle, TextureOptions, Ui, Vec2, pos2,
};

use super::arm_thread::{ArmThread, CameraSettings, Order};
use super::seen::SeenPicture;
use super::status::CameraPhase;
use crate::dialog::{Dialog, FileRequest, Purpose};
use crate::session::{NodeId, Session};
use crate::texts::{t, with};
use crate::theme::ACCENT;

/// State of the camera panel.
#[derive(Debug, Default)]
pub struct Camera {
    source: String,
    /// The lens file; empty for a lens without distortion.
    lens: String,
    lens_dialog: Dialog,
    simulated: bool,
    live: LiveView,
    phase: CameraPhase,
    /// Points of the board with the pixels that the user clicked.
    clicks: Vec<(BoardPoint, [f64; 2])>,
    /// `true` if the markers of the last picture belong to another board.
    is_wrong_board: bool,
    colours: Option<PieceClasses>,
    /// Colour ranges of the piece classes.
    ranges: Vec<(Class, HsvRanges)>,
    /// `true` if the picture shows the piece that the camera sees on every place.
    shows_seen: bool,
    painted: Option<FrameTexture>,
    /// The position in which the camera waits for a move.
    watched_node: Option<NodeId>,
    /// Moves that were observed and not yet made in the window.
    pending: VecDeque<Move>,
    /// The legal moves that the camera cannot see, with their texts.
    unseen: Option<(NodeId, Vec<(Move, String)>)>,
    /// A move of these that the person has chosen in the window.
    chosen: Option<Move>,
    /// Number of moves that were made in the window and are already on the table.
    played: usize,
}

/// A texture of the camera picture, and the number of the picture.
struct FrameTexture(u64, TextureHandle);

impl std::fmt::Debug for FrameTexture {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(formatter, "Painted({})", self.0)
    }
}

/// Request to the page.
pub enum PanelRequest {
    /// Write the colour ranges to the table file.
    SaveRanges,
}

/// The table as the camera panel sees it.
pub struct Table<'a> {
    pub game: &'a CompiledGame,
    pub layout: &'a Layout,
    pub names: &'a [String],
    pub file: &'a TableFile,
    /// Position on the table.
    pub state: &'a State,
    /// `true` if a real arm is connected, and `true` if a simulated arm is connected.
    pub arm: (bool, bool),
}

impl Camera {
    /// The state of the camera.
    pub fn phase(&self) -> CameraPhase {
        self.phase
    }

    /// Records that a camera has started or stopped.
    pub fn set_running(&mut self, is_running: bool) {
        self.phase = match (is_running, self.phase) {
            (true, _) => CameraPhase::FoundBoard,
            (false, CameraPhase::Opening) => CameraPhase::NotFound,
            (false, _) => CameraPhase::Off,
        };
        self.watched_node = None;
        self.pending.clear();
    }

    /// Records that the markers belong to another board.
    pub fn set_wrong_board(&mut self) {
        self.is_wrong_board = true;
    }

    /// Takes over calibrated colour ranges.
    pub fn set_learnt_ranges(&mut self, ranges: &[(Class, HsvRanges)]) {
        self.store_ranges(ranges);
        self.phase = CameraPhase::Watching;
        self.watched_node = None;
    }

    /// Stores colour ranges; a later range of a class replaces an earlier one.
    fn store_ranges(&mut self, ranges: &[(Class, HsvRanges)]) {
        for (class, look) in ranges {
            self.ranges.retain(|(known, _)| known != class);
            self.ranges.push((*class, *look));
        }
        self.ranges.sort_by_key(|(class, _)| *class);
    }

    /// Queues observed moves; an empty list means that the camera has stopped waiting.
    pub fn queue_moves(&mut self, moves: Vec<Move>) {
        if moves.is_empty() {
            self.watched_node = None;
        }
        self.pending.extend(moves);
    }

    /// `true` if the move of a person that the table follows now was recognised there; counts this move as followed.
    pub fn take_recognised(&mut self) -> bool {
        let is_recognised = self.played > 0;
        self.played = self.played.saturating_sub(1);
        is_recognised
    }

    /// Has the camera wait for the person who is asked, and makes observed moves in the session; returns a message for such a move.
    pub fn attend(&mut self, session: &mut Session, node: NodeId, arm_thread: &mut ArmThread) -> Option<String> {
        if self.phase != CameraPhase::Watching || session.asked_person().is_none() || session.match_node() != node {
            (self.unseen, self.chosen) = (None, None);
            return None;
        }
        let state = session.tree.node(node).state.clone();
        let legal_moves = |session: &Session| -> Vec<AnyMove> {
            session.loaded().game().legal_moves(&state).map(|(_, moves)| moves).unwrap_or_default()
        };
        let chosen = self.chosen.take().map(|mv| (mv, "camera.chosen"));
        if let Some((mv, text)) = chosen.or_else(|| Some((self.pending.pop_front()?, "camera.seen"))) {
            let mv = legal_moves(session).into_iter().find(|other| other.downcast_ref() == Some(&mv))?;
            let message = with(text, &[&session.loaded().move_description(&state, &mv)]);
            session.make(&mv).ok()?;
            self.played += 1;
            return Some(message);
        }
        if self.unseen.as_ref().is_none_or(|(known, _)| *known != node) {
            let loaded = session.loaded();
            let unseen = loaded.as_spec(&state).map(|(game, state)| invisible_moves(game, state).unwrap_or_default());
            let unseen = unseen.unwrap_or_default();
            let described = legal_moves(session).into_iter().filter_map(|mv| {
                let plain = *mv.downcast_ref::<Move>().filter(|mv| unseen.contains(mv))?;
                Some((plain, loaded.move_description(&state, &mv)))
            });
            self.unseen = Some((node, described.collect()));
        }
        if self.watched_node != Some(node)
            && let Some((_, state)) = session.loaded().as_spec(&state)
        {
            self.watched_node = Some(node);
            arm_thread.order(Order::WaitForTurn(Box::new(state.clone()), session.people()));
        }
        None
    }

    /// Shows the panel.
    pub fn ui(&mut self, ui: &mut Ui, table: &Table<'_>, arm_thread: &mut ArmThread) -> Option<PanelRequest> {
        ui.strong(t("camera.title"));
        match self.phase {
            CameraPhase::Off | CameraPhase::NotFound => self.source_ui(ui, table, arm_thread),
            CameraPhase::Opening => {
                ui.label(t("camera.opening"));
                None
            }
            CameraPhase::FoundBoard | CameraPhase::Watching => self.running_ui(ui, table, arm_thread),
        }
    }

    fn source_ui(&mut self, ui: &mut Ui, table: &Table<'_>, arm_thread: &mut ArmThread) -> Option<PanelRequest> {
        ui.horizontal_wrapped(|ui| {
            let (is_real, is_simulated) = table.arm;
            if !is_real && ui.button(t("camera.simulated")).on_hover_text(t("camera.simulated_hint")).clicked() {
                self.simulated = true;
                self.open(table, arm_thread, LocateMethod::Automatic);
            }
            let label = ui.label(t("camera.source"));
            let field = TextEdit::singleline(&mut self.source).desired_width(140.0).hint_text(t("camera.source_hint"));
            ui.add(field).labelled_by(label.id);
            let ready = !self.source.trim().is_empty() && !is_simulated;
            if ui.add_enabled(ready, eframe::egui::Button::new(t("camera.look"))).clicked() {
                self.simulated = false;
                self.open(table, arm_thread, LocateMethod::Automatic);
            }
        });
        ui.horizontal_wrapped(|ui| {
            let label = ui.label(t("camera.lens")).on_hover_text(t("camera.lens_hint"));
            let field = TextEdit::singleline(&mut self.lens).desired_width(140.0).hint_text("lens.toml");
            ui.add(field).labelled_by(label.id);
            if let Some(path) = self.lens_dialog.button(ui, "camera.lens_choose", wanted_lens) {
                self.lens = path.display().to_string();
            }
        });
        if table.arm.1 {
            ui.small(t("camera.pretended"));
        }
        if self.phase == CameraPhase::NotFound && !self.simulated && self.live.image().is_some() {
            if self.is_wrong_board {
                let button = ui.button(t("camera.any_markers")).on_hover_text(t("camera.any_markers_hint"));
                if button.clicked() {
                    self.open(table, arm_thread, LocateMethod::AnyMarkers);
                    return None;
                }
            }
            if square_grid(table.layout).is_some() && ui.button(t("camera.squares")).clicked() {
                self.open(table, arm_thread, LocateMethod::Squares);
                return None;
            }
            let corners = corners(table.layout);
            if let Some(&next) = corners.get(self.clicks.len()) {
                ui.label(with("camera.click", &[&table.names[next]]));
                let marks: Vec<_> = self.clicks.iter().map(|(_, pixel)| (*pixel, "")).collect();
                if let Some(pixel) = self.picture(ui, &marks, None) {
                    self.clicks.push((table.layout.spots[next], pixel));
                }
            }
            if self.clicks.len() == corners.len() {
                let points = std::mem::take(&mut self.clicks);
                self.open(table, arm_thread, LocateMethod::Points(points));
            }
        }
        None
    }

    /// Starts a camera.
    fn open(&mut self, table: &Table<'_>, arm_thread: &mut ArmThread, method: LocateMethod) {
        self.clicks.clear();
        self.is_wrong_board = false;
        let rules = table.game.rules();
        let mut colours = PieceClasses::for_game(table.game);
        // Errors in the colours of the file are reported when the file is loaded for a game.
        colours.add_ranges(table.file.colours(rules, &colours).unwrap_or_default());
        self.ranges.clear();
        self.store_ranges(colours.configured_ranges());
        self.phase = CameraPhase::Opening;
        let source = (!self.simulated).then(|| self.source.trim().to_owned());
        let lens = Some(self.lens.trim()).filter(|lens| !lens.is_empty()).map(PathBuf::from);
        let settings = CameraSettings { source, method, lens, classes: colours.clone(), live: self.live.clone() };
        self.colours = Some(colours);
        arm_thread.order(Order::OpenCamera(Box::new(settings)));
    }

    fn running_ui(&mut self, ui: &mut Ui, table: &Table<'_>, arm_thread: &mut ArmThread) -> Option<PanelRequest> {
        let mut ask = None;
        ui.label(t(if self.phase == CameraPhase::FoundBoard { "camera.sees" } else { "camera.watches" }));
        ui.horizontal_wrapped(|ui| {
            // For the first time, it is the next step of the page.
            let is_known = self.phase == CameraPhase::Watching;
            if is_known && ui.button(t("camera.learn")).on_hover_text(t("camera.learn_hint")).clicked() {
                arm_thread.order(Order::LearnLooks);
            }
            if ui.button(t("camera.blind")).clicked() {
                arm_thread.order(Order::CloseCamera);
            }
            if self.simulated && self.phase == CameraPhase::Watching && ui.button(t("camera.act")).clicked() {
                arm_thread.order(Order::SimulateTurn(Box::new(table.state.clone())));
            }
        });
        if let Some((_, unseen)) = self.unseen.as_ref().filter(|(_, unseen)| !unseen.is_empty()) {
            ui.horizontal_wrapped(|ui| {
                ui.label(t("camera.unseen"));
                for (mv, text) in unseen {
                    if ui.button(text).clicked() {
                        self.chosen = Some(*mv);
                    }
                }
            });
        }
        if let Some(corners) = self.live.corners().filter(|_| self.phase == CameraPhase::FoundBoard) {
            ui.horizontal_wrapped(|ui| {
                ui.label(with("camera.orientation", &[&corners.orientations(), &corners.top()]));
                if ui.button(t("camera.turn")).on_hover_text(t("camera.turn_hint")).clicked() {
                    self.open(table, arm_thread, LocateMethod::Corners(corners.turned()));
                }
            });
        }
        let places = self.live.pixels(&table.layout.spots[..table.layout.board_places]);
        let mut marks: Vec<(_, &str)> = places.into_iter().map(|pixel| (pixel, "")).collect();
        for place in corners(table.layout) {
            if let Some((_, name)) = marks.get_mut(place) {
                *name = &table.names[place];
            }
        }
        if self.phase == CameraPhase::Watching {
            ui.checkbox(&mut self.shows_seen, t("camera.seen_places")).on_hover_text(t("camera.seen_places_hint"));
        }
        if self.shows_seen && self.phase == CameraPhase::Watching {
            let colours = self.colours.clone();
            let seen = SeenPicture {
                places: self.live.seen_places(),
                names: table.names,
                classes: colours.as_ref(),
                rules: table.game.rules(),
            };
            self.picture(ui, &[], Some(&seen));
            seen.legend(ui);
        } else {
            self.picture(ui, &marks, None);
        }
        CollapsingHeader::new(t("camera.colours")).show(ui, |ui| {
            ui.small(t("camera.colours_hint"));
            let rules = table.game.rules();
            if let Some(colours) = &self.colours {
                for (class, ranges) in &mut self.ranges {
                    if sliders(ui, &colours.describe(rules, *class), ranges) {
                        arm_thread.order(Order::SetRanges(*class, *ranges));
                    }
                }
            }
            if !self.simulated && ui.button(t("camera.keep")).clicked() {
                ask = Some(PanelRequest::SaveRanges);
            }
        });
        ask
    }

    /// Writes the colour ranges to a table file.
    pub fn save_ranges(&self, rules: &RuleSet, file: &mut TableFile) {
        if let Some(colours) = &self.colours {
            file.set_colours(rules, colours, &self.ranges);
        }
    }

    /// Shows the camera picture with marks and their names, or with what the camera sees, as wide as possible; returns the pixel
    /// that was clicked.
    fn picture(&mut self, ui: &mut Ui, marks: &[([f64; 2], &str)], seen: Option<&SeenPicture<'_>>) -> Option<[f64; 2]> {
        let (number, picture) = self.live.image()?;
        let size = [picture.width() as usize, picture.height() as usize];
        let pixels = || ColorImage::from_rgb(size, picture.as_raw());
        let first = || FrameTexture(number, ui.ctx().load_texture("camera", pixels(), TextureOptions::LINEAR));
        let FrameTexture(shown, texture) = self.painted.get_or_insert_with(first);
        if *shown != number {
            *shown = number;
            texture.set(pixels(), TextureOptions::LINEAR);
        }
        let scale = (ui.available_width() / size[0] as f32).min(1.0);
        let (rect, response) =
            ui.allocate_exact_size(Vec2::new(size[0] as f32, size[1] as f32) * scale, Sense::click());
        Image::new(&*texture).paint_at(ui, rect);
        for ([x, y], name) in marks {
            let at = rect.min + Vec2::new(*x as f32, *y as f32) * scale;
            cross(ui, at, rect);
            if !name.is_empty() {
                caption(ui, at, name, rect);
            }
        }
        if let Some(seen) = seen {
            seen.paint(ui, rect, scale);
        }
        let pointer = response.hover_pos();
        let described = seen.zip(pointer).and_then(|(seen, pointer)| seen.describe(pointer, rect, scale));
        let response = response.on_hover_text_at_pointer(described.as_deref().unwrap_or(t("camera.picture")));
        let at = response.interact_pointer_pos().filter(|_| response.clicked())?;
        let at = (at - rect.min) / scale;
        Some([f64::from(at.x), f64::from(at.y)])
    }
}

/// The dialog to choose a calibrated lens.
fn wanted_lens() -> FileRequest {
    let kinds = vec![(t("camera.lens_file").to_owned(), vec!["toml"])];
    FileRequest { title: t("camera.lens_file").to_owned(), purpose: Purpose::Open, kinds }
}

/// Paints a cross.
fn cross(ui: &Ui, at: Pos2, within: Rect) {
    const ARM: f32 = 5.0;
    let painter = ui.painter().with_clip_rect(within.intersect(ui.clip_rect()));
    for (width, colour) in [(3.0, Color32::WHITE), (1.5, ACCENT)] {
        let stroke = Stroke::new(width, colour);
        painter.line_segment([pos2(at.x - ARM, at.y), pos2(at.x + ARM, at.y)], stroke);
        painter.line_segment([pos2(at.x, at.y - ARM), pos2(at.x, at.y + ARM)], stroke);
    }
}

/// Paints a name on a dark ground beside a point.
fn caption(ui: &Ui, at: Pos2, name: &str, within: Rect) {
    let painter = ui.painter().with_clip_rect(within.intersect(ui.clip_rect()));
    let text = painter.layout_no_wrap(name.to_owned(), TextStyle::Small.resolve(ui.style()), Color32::WHITE);
    let ground = Rect::from_min_size(at + Vec2::splat(6.0), text.size()).expand(2.0);
    painter.rect_filled(ground, 2.0, Color32::from_black_alpha(180));
    painter.galley(ground.min + Vec2::splat(2.0), text, Color32::WHITE);
}

/// The places whose pixels determine the board best: the extreme ones to the upper left, upper right, lower right and lower left,
/// without repetitions.
fn corners(layout: &Layout) -> Vec<usize> {
    let spots = &layout.spots[..layout.board_places];
    let farthest = |(right, up): (f64, f64)| {
        let far = |spot: &BoardPoint| right * spot.u + up * spot.v;
        (0..spots.len()).max_by(|one, other| far(&spots[*one]).total_cmp(&far(&spots[*other])))
    };
    let mut found: Vec<usize> =
        [(-1.0, 1.0), (1.0, 1.0), (1.0, -1.0), (-1.0, -1.0)].into_iter().filter_map(farthest).collect();
    found.dedup();
    found
}

/// Shows sliders for a colour range; `true` if one was moved.
fn sliders(ui: &mut Ui, name: &str, ranges: &mut HsvRanges) -> bool {
    let mut moved = false;
    ui.strong(name);
    let HsvRanges { hue, saturation, value, .. } = ranges;
    for (what, ends, most) in
        [("camera.hue", hue, 360.0), ("camera.saturation", saturation, 1.0), ("camera.value", value, 1.0)]
    {
        ui.horizontal(|ui| {
            ui.label(t(what));
            for (end, which) in ends.iter_mut().zip(["camera.from", "camera.to"]) {
                let slider = Slider::new(end, 0.0..=most).text(t(which)).max_decimals(2);
                moved |= ui.add(slider).changed();
            }
        });
    }
    moved
}
