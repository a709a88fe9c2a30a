//! Jogging: joints moved by buttons and sliders, the fingertips by buttons and keys.

use boardwright_robot::arm::{Config, JointName, Pulses};
use boardwright_robot::motion::Jog;
use eframe::egui::{DragValue, Key, Role, Slider, Ui, WidgetInfo};

use super::arm_thread::{ArmThread, Order};
use crate::texts::{t, with};

/// Keys with axis and sign of the fingertip movement, as seen from above. Arrow keys are reserved for sliders.
const KEYS: [(Key, usize, f64); 6] =
    [(Key::A, 0, -1.0), (Key::D, 0, 1.0), (Key::S, 1, -1.0), (Key::W, 1, 1.0), (Key::F, 2, -1.0), (Key::R, 2, 1.0)];

/// State of the jog panel.
#[derive(Debug)]
pub struct JogControls {
    /// Step size in degrees or mm.
    step: f64,
    held: Option<MovedSlider>,
}

/// A slider that the user has moved.
#[derive(Clone, Copy, Debug, PartialEq)]
struct MovedSlider {
    joint: JointName,
    /// Angle of the slider, in degrees.
    angle: f64,
    /// Angle to which the arm was sent, in degrees.
    sent: Option<f64>,
}

impl Default for JogControls {
    fn default() -> Self {
        Self { step: 5.0, held: None }
    }
}

impl JogControls {
    /// Shows joint positions and controls.
    pub fn ui(&mut self, ui: &mut Ui, config: &Config, at: &Pulses, width: Option<f64>, arm_thread: &mut ArmThread) {
        ui.strong(t("table.joints"));
        ui.horizontal(|ui| {
            let label = ui.label(t("table.step"));
            ui.add(DragValue::new(&mut self.step).range(0.1..=50.0).speed(0.1)).labelled_by(label.id);
        });
        for servo in config.servo_targets(at) {
            let Some((name, joint)) = config.joints().find(|(name, _)| *name == servo.joint) else { continue };
            let angle = joint.angle(f64::from(servo.pulse.microseconds()));
            let text = with("table.joint", &[&name, &format!("{angle:.1}"), &servo.pulse.microseconds()]);
            ui.horizontal(|ui| {
                self.pair(ui, &name.to_string(), arm_thread, |step| Jog::Joint(name, step));
                self.slider(ui, name, angle, joint.least..=joint.most, arm_thread);
                ui.label(text);
            });
        }
        for (axis, name) in ["x", "y", "z"].into_iter().enumerate() {
            ui.horizontal(|ui| {
                self.pair(ui, name, arm_thread, |step| tip(axis, step));
                ui.label(name);
            });
        }
        if let Some(width) = width {
            let widest = config.gripper.widest;
            ui.horizontal(|ui| {
                let name = JointName::Gripper.to_string();
                self.pair(ui, &name, arm_thread, |step| Jog::Open((width + step).clamp(0.0, widest)));
                ui.label(with("table.fingers", &[&format!("{width:.0}")]));
            });
        }
        ui.small(t("table.keys"));
        self.keys(ui, arm_thread);
    }

    /// Shows two buttons for a step in either direction.
    fn pair(&self, ui: &mut Ui, name: &str, arm_thread: &mut ArmThread, step: impl Fn(f64) -> Jog) {
        for (sign, word, name) in [("−", -1.0, with("table.less", &[&name])), ("+", 1.0, with("table.more", &[&name]))]
        {
            let button = ui.button(sign);
            button.widget_info(|| WidgetInfo::labeled(Role::Button, true, name.clone()));
            if button.clicked() {
                arm_thread.order(Order::Step(step(word * self.step)));
            }
        }
    }

    /// Shows a slider that the joint follows, one order at a time, so that the joint arrives soon after the slider stops.
    fn slider(
        &mut self,
        ui: &mut Ui,
        joint: JointName,
        at: f64,
        limits: std::ops::RangeInclusive<f64>,
        arm_thread: &mut ArmThread,
    ) {
        let held = self.held.filter(|held| held.joint == joint);
        let mut angle = held.map_or(at, |held| held.angle);
        ui.spacing_mut().slider_width = 120.0;
        let slider = ui.add(Slider::new(&mut angle, limits).show_value(false));
        slider.widget_info(|| WidgetInfo::slider(true, angle, joint.to_string()));
        if slider.changed() {
            self.held = Some(MovedSlider { joint, angle, sent: held.and_then(|held| held.sent) });
        }
        let Some(held) = self.held.as_mut().filter(|held| held.joint == joint && arm_thread.waiting == 0) else {
            return;
        };
        if held.sent != Some(held.angle) {
            held.sent = Some(held.angle);
            arm_thread.order(Order::Step(Jog::Joint(joint, held.angle - at)));
        } else if !slider.dragged() {
            // Whether or not the joint arrived, the slider shows its position again.
            self.held = None;
        }
    }

    /// Moves the fingertips by keys while no text field has the focus, one step at a time.
    fn keys(&self, ui: &Ui, arm_thread: &mut ArmThread) {
        if arm_thread.waiting > 0 || ui.ctx().egui_wants_keyboard_input() {
            return;
        }
        let pressed = |key| ui.input(|input| input.modifiers.is_none() && input.key_pressed(key));
        if let Some((_, axis, sign)) = KEYS.into_iter().find(|(key, ..)| pressed(*key)) {
            arm_thread.order(Order::Step(tip(axis, sign * self.step)));
        }
    }
}

/// A fingertip step along an axis, in mm.
fn tip(axis: usize, step: f64) -> Jog {
    let mut tip = [0.0; 3];
    tip[axis] = step;
    Jog::Tip(tip)
}
