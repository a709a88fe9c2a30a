//! Geometry of the views of table and arm, and the view from the side.

use boardwright_robot::arm::{Pose, Pulses, Tip};
use boardwright_robot::motion::{PickStage, PlaceId};
use boardwright_table::{Table, reach_radii};
use eframe::egui::{Align2, FontId, Pos2, Rect, Sense, Shape, Stroke, Ui, Vec2, pos2};

use crate::texts::t;
use crate::theme::ACCENT;

/// Inner and outer radius of the reachable area, computed once.
#[derive(Clone, Copy, Debug)]
pub struct Reach {
    /// The inner radius, in mm.
    pub least: f64,
    /// The outer radius, in mm.
    pub most: f64,
}

impl Reach {
    /// Computes the radii at travel height.
    pub fn of(table: &Table) -> Self {
        let (least, most) = reach_radii(table.config(), table.layout().sizes.travel_height()).unwrap_or((0.0, 300.0));
        Self { least, most }
    }

    /// Height of the top view, relative to its width.
    pub fn top_height(self) -> f32 {
        ((self.most + 45.0) / (2.0 * self.most + 20.0)) as f32
    }
}

/// Contents of both views.
#[derive(Clone, Copy, Debug)]
pub struct Shown<'a> {
    /// The table.
    pub table: &'a Table,
    /// Joint positions.
    pub at: Option<&'a Pulses>,
    /// Remaining way-points of the fingertips.
    pub waypoints: &'a [Tip],
}

/// A piece in a pick-and-place cycle.
#[derive(Clone, Copy, Debug)]
pub struct CarriedPiece {
    /// The place from which it is taken.
    pub from: PlaceId,
    /// The place to which it is brought.
    pub to: PlaceId,
    /// Stage of the cycle.
    pub stage: PickStage,
}

/// Returns the remaining way-points of a pick-and-place cycle at a stage.
pub fn trajectory(table: &Table, carried: CarriedPiece) -> Vec<Tip> {
    let CarriedPiece { from, to, stage } = carried;
    let sizes = table.layout().sizes;
    let at = |place, above| table.pose(place, above).tip;
    let [over, down] = [sizes.travel_height(), sizes.grip];
    let all = [at(from, over), at(from, down), at(from, over), at(to, over), at(to, down), at(to, over)];
    let passed = match stage {
        PickStage::Opening | PickStage::Reaching => 0,
        PickStage::Lowering => 1,
        PickStage::Gripping | PickStage::Lifting => 2,
        PickStage::Carrying => 3,
        PickStage::Setting => 4,
        PickStage::Releasing | PickStage::Rising => 5,
    };
    all[passed..].to_vec()
}

/// Returns the joints of an arm in a pick-and-place cycle: on the way to the target of the stage, of which it has made a part from 0 to
/// 1. `start` are the joints before the cycle. `None` if the arm cannot reach the point.
pub fn carrying_joints(table: &Table, carried: CarriedPiece, start: Option<&Pulses>, part: f64) -> Option<Pulses> {
    let CarriedPiece { from, to, stage } = carried;
    let sizes = table.layout().sizes;
    let (above, grip) = (sizes.travel_height(), sizes.grip);
    let begin = match stage {
        PickStage::Opening => return start.copied(),
        PickStage::Reaching => None,
        PickStage::Lowering | PickStage::Carrying => Some((from, above)),
        PickStage::Gripping | PickStage::Lifting => Some((from, grip)),
        PickStage::Setting => Some((to, above)),
        PickStage::Releasing | PickStage::Rising => Some((to, grip)),
    };
    let end = match stage {
        PickStage::Opening | PickStage::Reaching | PickStage::Lifting => (from, above),
        PickStage::Lowering | PickStage::Gripping => (from, grip),
        PickStage::Carrying | PickStage::Rising => (to, above),
        PickStage::Setting | PickStage::Releasing => (to, grip),
    };
    let end = table.pose(end.0, end.1);
    let first = match (begin, start) {
        (Some((place, above)), _) => table.pose(place, above).tip,
        (None, Some(start)) => table.config().tip(start),
        (None, None) => end.tip,
    };
    let part = part.clamp(0.0, 1.0);
    let between = |first: f64, last: f64| first + (last - first) * part;
    let tip = Tip {
        x: between(first.x, end.tip.x),
        y: between(first.y, end.tip.y),
        z: between(first.z, end.tip.z),
        pitch: between(first.pitch, end.tip.pitch),
    };
    table.config().reach(&Pose { tip, ..end }).ok()
}

/// Height of the side view, relative to its width.
const SIDE_HEIGHT: f32 = 300.0 / 480.0;
/// Largest width of a view, and the least one, below which the page scrolls, in points.
pub const MAX_WIDTH: f32 = 620.0;
const MIN_WIDTH: f32 = 300.0;
/// Height of the status and the next step above the views, with all margins, in points.
const STATUS_HEIGHT: f32 = 220.0;

/// Common width with which both views are visible without scrolling.
pub fn width(ui: &Ui, reach: Reach) -> f32 {
    let room = ui.clip_rect().height() - STATUS_HEIGHT;
    let fitting = (room / (reach.top_height() + SIDE_HEIGHT)).clamp(MIN_WIDTH, MAX_WIDTH);
    ui.available_width().min(fitting)
}

/// Stroke of the remaining trajectory.
pub fn dashes() -> Stroke {
    Stroke::new(2.0, ACCENT)
}

/// Shows the side view.
pub fn side_view(ui: &mut Ui, width: f32, shown: Shown<'_>) {
    let Shown { table, at, waypoints } = shown;
    let config = table.config();
    let scale = f64::from(width) / 480.0;
    let (area, painter) = ui.allocate_painter(Vec2::new(width, SIDE_HEIGHT * width), Sense::hover());
    let Rect { min, .. } = area.rect;
    let visuals = ui.visuals().clone();
    painter.rect_filled(area.rect, 4.0, visuals.extreme_bg_color);
    let place =
        |radius: f64, z: f64| pos2(min.x + ((radius + 110.0) * scale) as f32, min.y + ((280.0 - z) * scale) as f32);
    painter.line_segment([place(-110.0, 0.0), place(370.0, 0.0)], Stroke::new(2.0, visuals.weak_text_color()));
    if let Some(at) = at {
        let angles = config.angles(at);
        let lengths = config.lengths;
        let mut bend = 0.0;
        let (mut radius, mut z) = (0.0, lengths.base);
        let mut points = vec![place(0.0, 0.0), place(0.0, z)];
        for (length, angle) in
            [(lengths.humerus, angles.shoulder), (lengths.ulna, angles.elbow), (lengths.grip, angles.wrist)]
        {
            bend += angle;
            let (sine, cosine) = f64::to_radians(bend).sin_cos();
            radius += length * cosine;
            z += length * sine;
            points.push(place(radius, z));
        }
        for point in &points {
            painter.circle_filled(*point, 5.0, ACCENT);
        }
        painter.line(points.clone(), Stroke::new(5.0, ACCENT.gamma_multiply(0.7)));
        let ahead = waypoints.iter().map(|tip| place(tip.x.hypot(tip.y), tip.z));
        let ahead: Vec<Pos2> = points.last().copied().into_iter().chain(ahead).collect();
        painter.extend(Shape::dashed_line(&ahead, dashes(), 6.0, 4.0));
        let Tip { x, y, z, pitch } = config.tip(at);
        let text = format!("{x:.0} {y:.0} {z:.0} mm, {pitch:.0}°");
        painter.text(
            min + Vec2::new(8.0, 6.0),
            Align2::LEFT_TOP,
            text,
            FontId::proportional(12.0),
            visuals.text_color(),
        );
    }
    area.widget_info(|| eframe::egui::WidgetInfo::labeled(eframe::egui::Role::Image, true, t("table.from_the_side")));
}

#[cfg(test)]
mod tests {
    use boardwright_table::{Layout, TableFile, preset_arm};

    use super::*;

    #[test]
    fn the_drawing_follows_the_arm_through_a_cycle() {
        let loaded = boardwright_library::load("tic-tac-toe").expect("it ships");
        let game = loaded.spec().expect("a game file");
        let name = boardwright_robot::arm::PRESETS[0].0;
        let arm = preset_arm(name).expect("a preset");
        let layout = Layout::for_game(game, &arm).expect("the board fits");
        let file = TableFile::from_layout("tic-tac-toe", name, &layout);
        let table = file.table(game.rules(), &arm).expect("a table");
        let (from, to) = (PlaceId(table.layout().board_places), PlaceId(0));
        let tip = |stage, part| {
            let joints = carrying_joints(&table, CarriedPiece { from, to, stage }, None, part).expect("within reach");
            table.config().tip(&joints)
        };
        let is_near = |first: Tip, last: Tip| (first.x - last.x).hypot(first.y - last.y).hypot(first.z - last.z) < 2.0;
        // Every stage begins where the one before ends; the arm carries the piece from its place to the target.
        let stages = [
            PickStage::Reaching,
            PickStage::Lowering,
            PickStage::Gripping,
            PickStage::Lifting,
            PickStage::Carrying,
            PickStage::Setting,
            PickStage::Releasing,
            PickStage::Rising,
        ];
        for pair in stages.windows(2) {
            assert!(is_near(tip(pair[0], 1.0), tip(pair[1], 0.0)), "{pair:?}");
        }
        let grip = table.layout().sizes.grip;
        assert!(is_near(tip(PickStage::Gripping, 0.5), table.pose(from, grip).tip));
        assert!(is_near(tip(PickStage::Setting, 1.0), table.pose(to, grip).tip));
        assert!(!is_near(tip(PickStage::Carrying, 0.0), tip(PickStage::Carrying, 1.0)));
    }
}
