//! The camera over the table: chosen, shown the board, taught colours, and its picture with what it looks at.

use std::collections::VecDeque;
use std::path::PathBuf;

use boardwright_engine::any::AnyMove;
use boardwright_engine::rules::RuleSet;
use boardwright_engine::spec::{Move, SpecGame};
use boardwright_engine::state::State;
use boardwright_table::eye::{Class, Colours, Live, Ranges, Way, squares};
use boardwright_table::{Layout, Spot, TableFile};
use eframe::egui::{
    CollapsingHeader, Color32, ColorImage, Image, Pos2, Rect, Sense, Slider, Stroke, TextEdit, TextureHandle,
    TextureOptions, Ui, Vec2, pos2,
};

use super::crew::{Crew, Order};
use super::sight::Begin;
use crate::dialog::{Dialog, Purpose, Wanted};
use crate::session::{NodeId, Session};
use crate::texts::{t, with};
use crate::theme::ACCENT;

/// What is known of the camera.
#[derive(Debug, Default)]
pub struct Camera {
    source: String,
    /// The file of the lens; without one it is taken to be straight.
    lens: String,
    lens_dialog: Dialog,
    simulated: bool,
    live: Live,
    state: Looking,
    /// Where somebody has seen corners of the board.
    clicks: Vec<(Spot, [f64; 2])>,
    colours: Option<Colours>,
    /// How pieces look, by their colours.
    ranges: Vec<(Class, Ranges)>,
    painted: Option<Painted>,
    /// The position in which it waits for a move.
    watches: Option<NodeId>,
    /// Moves that were seen and are not made in the window yet.
    pending: VecDeque<Move>,
    /// Moves that were made in the window and are on the table already.
    played: usize,
}

/// A picture as the window has it, and its number.
struct Painted(u64, TextureHandle);

impl std::fmt::Debug for Painted {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(formatter, "Painted({})", self.0)
    }
}

/// How far a camera is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Looking {
    /// There is none.
    #[default]
    Not,
    /// It is opened.
    Soon,
    /// It does not find the board.
    Lost,
    /// It sees the board and knows nothing of the pieces.
    Sees,
    /// It watches.
    Watches,
}

/// What the page is asked for.
pub enum Ask {
    /// To keep how pieces look in the table file.
    Keep,
}

/// The table as the page knows it.
pub struct Table<'a> {
    pub game: &'a SpecGame,
    pub layout: &'a Layout,
    pub names: &'a [String],
    pub file: &'a TableFile,
    /// The position on it.
    pub state: &'a State,
    /// Whether a real arm is at it, and whether one that is not there is.
    pub arm: (bool, bool),
}

impl Camera {
    /// A camera looks at the table now, or none does.
    pub fn looks(&mut self, looks: bool) {
        self.state = match (looks, self.state) {
            (true, _) => Looking::Sees,
            (false, Looking::Soon) => Looking::Lost,
            (false, _) => Looking::Not,
        };
        self.watches = None;
        self.pending.clear();
    }

    /// The camera knows how these pieces look.
    pub fn learnt(&mut self, ranges: &[(Class, Ranges)]) {
        self.know(ranges);
        self.state = Looking::Watches;
        self.watches = None;
    }

    /// Pieces look so; the last ones of a colour count.
    fn know(&mut self, ranges: &[(Class, Ranges)]) {
        for (class, look) in ranges {
            self.ranges.retain(|(known, _)| known != class);
            self.ranges.push((*class, *look));
        }
        self.ranges.sort_by_key(|(class, _)| *class);
    }

    /// These moves were seen on the table; with none the camera has to be told again to wait.
    pub fn saw(&mut self, moves: Vec<Move>) {
        if moves.is_empty() {
            self.watches = None;
        }
        self.pending.extend(moves);
    }

    /// Whether a move of a person, which the table follows now, was seen there.
    pub fn has_seen(&mut self) -> bool {
        let seen = self.played > 0;
        self.played = self.played.saturating_sub(1);
        seen
    }

    /// Waits for the person who is asked at the table, and makes the moves that were seen; gives what is to be told of such a move.
    pub fn attend(&mut self, session: &mut Session, node: NodeId, crew: &mut Crew) -> Option<String> {
        if self.state != Looking::Watches || session.asked().is_none() || session.live() != node {
            return None;
        }
        let state = session.tree.node(node).state.clone();
        if let Some(mv) = self.pending.pop_front() {
            let moves: Vec<AnyMove> = session.loaded().game().turn(&state).map(|(_, moves)| moves).unwrap_or_default();
            let mv = moves.iter().find(|other| other.downcast_ref() == Some(&mv))?;
            let told = with("camera.seen", &[&session.loaded().told(&state, mv)]);
            session.make(mv).ok()?;
            self.played += 1;
            return Some(told);
        }
        if self.watches != Some(node)
            && let Some((_, state)) = session.loaded().as_spec(&state)
        {
            self.watches = Some(node);
            crew.order(Order::Watch(Box::new(state.clone())));
        }
        None
    }

    /// The camera's part of the page.
    pub fn ui(&mut self, ui: &mut Ui, table: &Table<'_>, crew: &mut Crew) -> Option<Ask> {
        ui.strong(t("camera.title"));
        match self.state {
            Looking::Not | Looking::Lost => self.choose(ui, table, crew),
            Looking::Soon => {
                ui.label(t("camera.opening"));
                None
            }
            Looking::Sees | Looking::Watches => self.at_work(ui, table, crew),
        }
    }

    fn choose(&mut self, ui: &mut Ui, table: &Table<'_>, crew: &mut Crew) -> Option<Ask> {
        ui.horizontal_wrapped(|ui| {
            let (real, pretended) = table.arm;
            if !real && ui.button(t("camera.simulated")).on_hover_text(t("camera.simulated_hint")).clicked() {
                self.simulated = true;
                self.look(table, crew, Way::Itself);
            }
            let label = ui.label(t("camera.source"));
            let field = TextEdit::singleline(&mut self.source).desired_width(140.0).hint_text(t("camera.source_hint"));
            ui.add(field).labelled_by(label.id);
            let ready = !self.source.trim().is_empty() && !pretended;
            if ui.add_enabled(ready, eframe::egui::Button::new(t("camera.look"))).clicked() {
                self.simulated = false;
                self.look(table, crew, Way::Itself);
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
        if self.state == Looking::Lost && !self.simulated && self.live.picture().is_some() {
            if squares(table.layout).is_some() && ui.button(t("camera.squares")).clicked() {
                self.look(table, crew, Way::Squares);
                return None;
            }
            let corners = corners(table.layout);
            if let Some(&next) = corners.get(self.clicks.len()) {
                ui.label(with("camera.click", &[&table.names[next]]));
                let marks: Vec<[f64; 2]> = self.clicks.iter().map(|(_, pixel)| *pixel).collect();
                if let Some(pixel) = self.picture(ui, &marks) {
                    self.clicks.push((table.layout.spots[next], pixel));
                }
            }
            if self.clicks.len() == corners.len() {
                let points = std::mem::take(&mut self.clicks);
                self.look(table, crew, Way::Points(points));
            }
        }
        None
    }

    /// Begins to look.
    fn look(&mut self, table: &Table<'_>, crew: &mut Crew, way: Way) {
        self.clicks.clear();
        let rules = table.game.rules();
        let mut colours = Colours::of(table.game);
        // What the file tells wrongly of colours is told when it is read for a game.
        colours.give(table.file.colours(rules, &colours).unwrap_or_default());
        self.ranges.clear();
        self.know(colours.given());
        self.state = Looking::Soon;
        let source = (!self.simulated).then(|| self.source.trim().to_owned());
        let lens = Some(self.lens.trim()).filter(|lens| !lens.is_empty()).map(PathBuf::from);
        let begin = Begin { source, way, lens, colours: colours.clone(), live: self.live.clone() };
        self.colours = Some(colours);
        crew.order(Order::Look(Box::new(begin)));
    }

    fn at_work(&mut self, ui: &mut Ui, table: &Table<'_>, crew: &mut Crew) -> Option<Ask> {
        let mut ask = None;
        ui.label(t(if self.state == Looking::Sees { "camera.sees" } else { "camera.watches" }));
        ui.horizontal_wrapped(|ui| {
            if ui.button(t("camera.learn")).on_hover_text(t("camera.learn_hint")).clicked() {
                crew.order(Order::LearnLooks);
            }
            if ui.button(t("camera.blind")).clicked() {
                crew.order(Order::Blind);
            }
            if self.simulated && self.state == Looking::Watches && ui.button(t("camera.act")).clicked() {
                crew.order(Order::Act(Box::new(table.state.clone())));
            }
        });
        let places = self.live.pixels(&table.layout.spots[..table.layout.board]);
        self.picture(ui, &places);
        CollapsingHeader::new(t("camera.colours")).show(ui, |ui| {
            ui.small(t("camera.colours_hint"));
            let rules = table.game.rules();
            if let Some(colours) = &self.colours {
                for (class, ranges) in &mut self.ranges {
                    if sliders(ui, &colours.told(rules, *class), ranges) {
                        crew.order(Order::Give(*class, *ranges));
                    }
                }
            }
            if !self.simulated && ui.button(t("camera.keep")).clicked() {
                ask = Some(Ask::Keep);
            }
        });
        ask
    }

    /// Takes over into a table file how pieces look.
    pub fn keep(&self, rules: &RuleSet, file: &mut TableFile) {
        if let Some(colours) = &self.colours {
            file.look(rules, colours, &self.ranges);
        }
    }

    /// The camera's picture, as wide as there is room, with marks; gives the pixel of the picture that was clicked.
    fn picture(&mut self, ui: &mut Ui, marks: &[[f64; 2]]) -> Option<[f64; 2]> {
        let (number, picture) = self.live.picture()?;
        let size = [picture.width() as usize, picture.height() as usize];
        let pixels = || ColorImage::from_rgb(size, picture.as_raw());
        let first = || Painted(number, ui.ctx().load_texture("camera", pixels(), TextureOptions::LINEAR));
        let Painted(shown, texture) = self.painted.get_or_insert_with(first);
        if *shown != number {
            *shown = number;
            texture.set(pixels(), TextureOptions::LINEAR);
        }
        let scale = (ui.available_width() / size[0] as f32).min(1.0);
        let (rect, response) =
            ui.allocate_exact_size(Vec2::new(size[0] as f32, size[1] as f32) * scale, Sense::click());
        Image::new(&*texture).paint_at(ui, rect);
        for [x, y] in marks {
            cross(ui, rect.min + Vec2::new(*x as f32, *y as f32) * scale, rect);
        }
        let response = response.on_hover_text(t("camera.picture"));
        let at = response.interact_pointer_pos().filter(|_| response.clicked())?;
        let at = (at - rect.min) / scale;
        Some([f64::from(at.x), f64::from(at.y)])
    }
}

/// A lens that was calibrated.
fn wanted_lens() -> Wanted {
    let kinds = vec![(t("camera.lens_file").to_owned(), vec!["toml"])];
    Wanted { title: t("camera.lens_file").to_owned(), purpose: Purpose::Open, kinds }
}

/// A mark in a picture.
fn cross(ui: &Ui, at: Pos2, within: Rect) {
    const ARM: f32 = 5.0;
    let painter = ui.painter().with_clip_rect(within.intersect(ui.clip_rect()));
    for (width, colour) in [(3.0, Color32::WHITE), (1.5, ACCENT)] {
        let stroke = Stroke::new(width, colour);
        painter.line_segment([pos2(at.x - ARM, at.y), pos2(at.x + ARM, at.y)], stroke);
        painter.line_segment([pos2(at.x, at.y - ARM), pos2(at.x, at.y + ARM)], stroke);
    }
}

/// The places by whose pixels a board is known best: those that lie farthest to the upper left, the upper right, the lower right and the
/// lower left. Fewer where they are the same.
fn corners(layout: &Layout) -> Vec<usize> {
    let spots = &layout.spots[..layout.board];
    let farthest = |(right, up): (f64, f64)| {
        let far = |spot: &Spot| right * spot.u + up * spot.v;
        (0..spots.len()).max_by(|one, other| far(&spots[*one]).total_cmp(&far(&spots[*other])))
    };
    let mut found: Vec<usize> =
        [(-1.0, 1.0), (1.0, 1.0), (1.0, -1.0), (-1.0, -1.0)].into_iter().filter_map(farthest).collect();
    found.dedup();
    found
}

/// Sliders for a colour; whether one was moved.
fn sliders(ui: &mut Ui, name: &str, ranges: &mut Ranges) -> bool {
    let mut moved = false;
    ui.strong(name);
    let Ranges { hue, saturation, value, .. } = ranges;
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
