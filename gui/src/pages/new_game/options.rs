//! The form for the options of a game, such as the size of the board or the number of players. A change loads the game anew.

use boardwright_game::dialog::capitalized;
use boardwright_games::rust_games::RUST_GAMES;
use boardwright_library::LoadedGame;
use boardwright_library::load::split_game;
use eframe::egui::{ComboBox, DragValue, TextEdit, Ui};

use crate::texts::with;

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
    /// Value of the game that was asked for last.
    asked: String,
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
            asked: option.value.clone(),
            chosen: option.value.clone(),
        });
        let entry = RUST_GAMES.iter().find(|entry| loaded.spec().is_none() && entry.info.name == loaded.name);
        let in_rust = entry.into_iter().flat_map(|entry| entry.options).map(|option| {
            let value = loaded.options.get(option.name).cloned().unwrap_or_else(|| option.default.to_string());
            GameOption {
                name: option.name.to_owned(),
                about: format!("{}; {}", option.about, with("options.values", &[&option.range, &option.default])),
                values: Values::Range(option.range.min.into(), option.range.max.into()),
                asked: value.clone(),
                chosen: value,
            }
        });
        Self { game: game.to_owned(), options: of_file.chain(in_rust).collect() }
    }

    /// `true` if the game has no options.
    pub fn is_empty(&self) -> bool {
        self.options.is_empty()
    }

    /// Chooses the options of an argument as [`Self::argument`] gives it.
    pub fn choose(&mut self, argument: &str) {
        let Ok((_, chosen)) = split_game(argument) else { return };
        for option in &mut self.options {
            if let Some(value) = chosen.get(&option.name) {
                option.chosen.clone_from(value);
            }
        }
    }

    /// Shows the form; returns the game that is to be loaded if an option has been changed, as on the command line.
    pub fn ui(&mut self, ui: &mut Ui) -> Option<String> {
        self.options.iter_mut().for_each(|option| option_ui(ui, option));
        let differs = self.options.iter().any(|option| option.chosen != option.asked);
        // A field is complete when it no longer has the keyboard.
        if !differs || ui.ctx().text_edit_focused() {
            return None;
        }
        for option in &mut self.options {
            option.asked.clone_from(&option.chosen);
        }
        Some(self.argument())
    }

    /// The game with the chosen options, as on the command line.
    pub fn argument(&self) -> String {
        let options: Vec<String> =
            self.options.iter().map(|option| format!("{}={}", option.name, option.chosen.trim())).collect();
        format!("{}:{}", self.game, options.join(","))
    }
}

/// Least and greatest number of players of a game, with all its options.
pub fn player_range(loaded: &LoadedGame) -> (usize, usize) {
    let present = loaded.game().players();
    let options = OptionsForm::new(loaded).options;
    match options.iter().find(|option| option.name == PLAYERS_OPTION).map(|option| &option.values) {
        Some(&Values::Range(least, most)) => {
            let count = |number: i64| usize::try_from(number).unwrap_or(present);
            (count(least), count(most))
        }
        _ => (present, present),
    }
}

/// Name of the option of games for several numbers of players.
const PLAYERS_OPTION: &str = "players";

/// Shows an option.
fn option_ui(ui: &mut Ui, option: &mut GameOption) {
    ui.horizontal_wrapped(|ui| {
        let label = ui.label(capitalized(&option.name.replace('_', " "))).on_hover_text(&option.about);
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
