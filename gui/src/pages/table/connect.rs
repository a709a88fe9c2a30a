//! The form by which an arm is connected.

use boardwright_robot::arm::PRESETS;
use boardwright_robot::protocol::Baud;
use boardwright_table::ArmConnection;
use eframe::egui::{ComboBox, TextEdit, Ui};

use crate::texts::t;

/// Form to connect an arm.
#[derive(Debug)]
pub struct ConnectForm {
    /// Kind of arm.
    pub kind: ArmKind,
    real_time: bool,
    hardware: bool,
    port: String,
    /// Preset of the arm for a table without a file.
    pub arm: String,
    /// The table file as typed.
    pub file: String,
}

/// Kind of arm.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ArmKind {
    /// A simulated arm.
    Simulated,
    /// A real arm.
    Port,
    /// No arm: people make the moves.
    No,
}

impl Default for ConnectForm {
    fn default() -> Self {
        let arm = PRESETS[0].0.to_owned();
        let (port, file) = (String::new(), String::new());
        Self { kind: ArmKind::Simulated, real_time: true, hardware: false, port, arm, file }
    }
}

impl ConnectForm {
    /// Connection to the chosen arm; `None` if people make all moves.
    pub fn connection(&self) -> Option<ArmConnection> {
        let simulated = |real_time| Some(ArmConnection::Simulated { baud: Baud::FAST, real_time });
        match (self.kind, self.hardware) {
            (ArmKind::Port, true) => Some(ArmConnection::Port { name: self.port.trim().to_owned(), baud: None }),
            (ArmKind::Port, false) => simulated(true),
            (ArmKind::Simulated, _) => simulated(self.real_time),
            (ArmKind::No, _) => None,
        }
    }

    /// Shows the form.
    pub fn ui(&mut self, ui: &mut Ui) {
        ui.horizontal_wrapped(|ui| {
            ui.label(t("table.arm"));
            for (kind, name) in
                [(ArmKind::Simulated, "table.simulated"), (ArmKind::Port, "table.port"), (ArmKind::No, "table.no_arm")]
            {
                ui.selectable_value(&mut self.kind, kind, t(name));
            }
        });
        match self.kind {
            ArmKind::Simulated => {
                ui.checkbox(&mut self.real_time, t("table.real_time"));
            }
            ArmKind::Port => {
                ui.horizontal_wrapped(|ui| {
                    let label = ui.label(t("table.port_name"));
                    ui.add(TextEdit::singleline(&mut self.port).desired_width(140.0)).labelled_by(label.id);
                    for port in boardwright_robot::wire::list_ports() {
                        if ui.button(&port.name).on_hover_text(&port.device).clicked() {
                            self.port.clone_from(&port.name);
                        }
                    }
                });
                ui.checkbox(&mut self.hardware, t("table.hardware"));
                if !self.hardware {
                    ui.small(t("table.dry"));
                }
            }
            ArmKind::No => {}
        }
        ui.horizontal_wrapped(|ui| {
            let label = ui.label(t("table.like"));
            let known = ComboBox::from_id_salt("like").selected_text(self.arm.clone()).show_ui(ui, |ui| {
                for (name, _) in PRESETS {
                    ui.selectable_value(&mut self.arm, name.to_owned(), name);
                }
            });
            known.response.labelled_by(label.id);
        });
        ui.horizontal_wrapped(|ui| {
            let label = ui.label(t("table.file"));
            let field = TextEdit::singleline(&mut self.file).desired_width(260.0).hint_text(t("table.file_hint"));
            ui.add(field).labelled_by(label.id);
        });
    }
}
