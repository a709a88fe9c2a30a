//! The form for the options of a game, such as the size of the board or the number of players. Nothing changes until its button is
//! clicked: then the game is opened anew with the chosen values.

use boardwright_games::rust_games::RUST_GAMES;
use boardwright_library::LoadedGame;
use boardwright_library::load::split_game;
use eframe::egui::{CollapsingHeader, ComboBox, DragValue, TextEdit, Ui};

use crate::texts::{t, with};

/// Possible values of an option.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Values {
    /// Whole numbers from the least to the greatest.
    Range(i64, i64),
    /// One of several words.
    Words(Vec<String>),
    /// A text in this format.
    Text(String),
}

impl Values {
    /// Values as a game file lists them: `4..8`, `no, yes` or `list of 1..20`.
    fn parse(listed: &str) -> Self {
        let words: Vec<String> = listed.split(',').map(|word| word.trim().to_owned()).collect();
        let range = listed.split_once("..").and_then(|(least, most)| Some((number(least)?, number(most)?)));
        match range {
            Some((least, most)) => Self::Range(least, most),
            None if words.len() > 1 => Self::Words(words),
            None => Self::Text(listed.to_owned()),
        }
    }
}

fn number(text: &str) -> Option<i64> {
    text.trim().parse().ok()
}

/// An option with its chosen value.
#[derive(Clone, Debug)]
struct GameOption {
    name: String,
    about: String,
    values: Values,
    /// Value of the game that is open.
    present: String,
    chosen: String,
}

/// The form for the options of a game.
#[derive(Debug)]
pub struct OptionsForm {
    /// The game without its options, as on the command line.
    game: String,
    options: Vec<GameOption>,
}

impl OptionsForm {
    /// Form with the values of a loaded game.
    pub fn new(loaded: &LoadedGame) -> Self {
        let game = split_game(&loaded.argument).map_or(loaded.argument.as_str(), |(game, _)| game);
        let of_file = loaded.spec().into_iter().flat_map(|game| &game.rules().options).map(|option| GameOption {
            name: option.name.clone(),
            about: with("options.values", &[&option.values, &option.default]),
            values: Values::parse(&option.values),
            present: option.value.clone(),
            chosen: option.value.clone(),
        });
        let entry = RUST_GAMES.iter().find(|entry| loaded.spec().is_none() && entry.info.name == loaded.name);
        let in_rust = entry.into_iter().flat_map(|entry| entry.options).map(|option| {
            let value = loaded.options.get(option.name).cloned().unwrap_or_else(|| option.default.to_string());
            GameOption {
                name: option.name.to_owned(),
                about: format!("{}; {}", option.about, with("options.values", &[&option.range, &option.default])),
                values: Values::Range(option.range.min.into(), option.range.max.into()),
                present: value.clone(),
                chosen: value,
            }
        });
        Self { game: game.to_owned(), options: of_file.chain(in_rust).collect() }
    }

    /// Shows the form; returns the game with other options that is to be opened, as on the command line. Games without options
    /// have no form.
    pub fn ui(&mut self, ui: &mut Ui) -> Option<String> {
        if self.options.is_empty() {
            return None;
        }
        let header = CollapsingHeader::new(t("options.title")).id_salt("game options");
        let is_asked = header.show(ui, |ui| {
            self.options.iter_mut().for_each(|option| option_ui(ui, option));
            let differs = self.options.iter().any(|option| option.chosen != option.present);
            let button = eframe::egui::Button::new(t("options.open"));
            ui.add_enabled(differs, button).on_hover_text(t("options.open_hint")).clicked()
        });
        (is_asked.body_returned == Some(true)).then(|| self.argument())
    }

    /// The game with the chosen options, as on the command line.
    fn argument(&self) -> String {
        let options: Vec<String> =
            self.options.iter().map(|option| format!("{}={}", option.name, option.chosen.trim())).collect();
        format!("{}:{}", self.game, options.join(","))
    }
}

/// Shows an option.
fn option_ui(ui: &mut Ui, option: &mut GameOption) {
    ui.horizontal(|ui| {
        let label = ui.label(&option.name).on_hover_text(&option.about);
        match &option.values {
            Values::Range(least, most) => {
                let mut value = number(&option.chosen).unwrap_or(*least);
                if ui.add(DragValue::new(&mut value).range(*least..=*most)).labelled_by(label.id).changed() {
                    option.chosen = value.to_string();
                }
                ui.weak(format!("{least} – {most}"));
            }
            Values::Words(words) => {
                let list = ComboBox::from_id_salt(("option", &option.name)).selected_text(&option.chosen);
                let shown = list.show_ui(ui, |ui| {
                    for word in words {
                        ui.selectable_value(&mut option.chosen, word.clone(), word);
                    }
                });
                shown.response.labelled_by(label.id);
            }
            Values::Text(format) => {
                let field = TextEdit::singleline(&mut option.chosen).desired_width(110.0).hint_text(format);
                ui.add(field).labelled_by(label.id);
            }
        }
    });
}

#[cfg(test)]
mod tests {
    use super::*;
    use boardwright_library::load;

    #[test]
    fn values_are_read_as_game_files_list_them() {
        assert_eq!(Values::parse("4..8"), Values::Range(4, 8));
        assert_eq!(Values::parse("no, yes"), Values::Words(vec!["no".to_owned(), "yes".to_owned()]));
        assert_eq!(Values::parse("list of 1..20"), Values::Text("list of 1..20".to_owned()));
    }

    #[test]
    fn every_shipped_game_can_be_opened_with_the_options_of_its_form() {
        let files = boardwright_games::shipped_games().into_iter().map(|game| game.name);
        for name in files.chain(RUST_GAMES.iter().map(|game| game.info.name)) {
            let loaded = load(name).expect("it ships");
            let form = OptionsForm::new(&loaded);
            if form.options.is_empty() {
                continue;
            }
            let again = load(&form.argument()).unwrap_or_else(|error| panic!("{}: {error}", form.argument()));
            assert_eq!(again.game().players(), loaded.game().players(), "{name}");
        }
    }
}
