//! The gallery: cards of all shipped games, searched by words and filtered by kind.

use boardwright_games::rust_games::RUST_GAMES;
use boardwright_games::{Genre, shipped_games};
use eframe::egui::{Ui, Vec2};

use super::card::{self, CardSize};
use crate::game_pictures::{GamePictures, PictureSize, PictureSource};
use crate::texts::with;

/// A game of the gallery, as it is known before it is loaded.
#[derive(Clone, Debug)]
pub struct GalleryGame {
    /// Name on the command line.
    pub name: &'static str,
    /// Title.
    pub title: &'static str,
    /// Number of players with the options that it has at first.
    pub players: usize,
    /// Kind.
    pub genre: Genre,
    /// Usual duration of a game between people, in minutes.
    pub minutes: u16,
    /// Its picture.
    source: PictureSource,
}

impl GalleryGame {
    /// `true` if each word of a search is in the title, the name or the kind.
    fn matches(&self, search: &str) -> bool {
        let texts = [self.title, self.name, &self.genre.to_string()].map(str::to_lowercase);
        search.to_lowercase().split_whitespace().all(|word| texts.iter().any(|text| text.contains(word)))
    }
}

/// Filter of the gallery.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Filter {
    #[default]
    All,
    Boards,
    Puzzles,
    Others,
}

impl Filter {
    /// All filters with the keys of their texts.
    pub const ALL: [(Self, &'static str); 4] = [
        (Self::All, "home.all"),
        (Self::Boards, "home.boards"),
        (Self::Puzzles, "home.puzzles"),
        (Self::Others, "home.others"),
    ];

    fn shows(self, genre: Genre) -> bool {
        match self {
            Self::All => true,
            Self::Boards => genre == Genre::Board,
            Self::Puzzles => genre == Genre::Puzzle,
            Self::Others => !matches!(genre, Genre::Board | Genre::Puzzle),
        }
    }
}

/// The gallery.
#[derive(Debug)]
pub struct Gallery {
    games: Vec<GalleryGame>,
    /// Words that games are searched by.
    pub search: String,
    /// Kinds that are shown.
    pub filter: Filter,
}

impl Gallery {
    /// Lists all shipped games by their titles.
    pub fn new() -> Self {
        let files = shipped_games().iter().map(|game| (game.name, game.title, game.players, game.genre, game.minutes));
        let in_rust = RUST_GAMES.iter().map(|game| &game.info);
        let in_rust = in_rust.map(|game| (game.name, game.title, game.players, game.genre, game.minutes));
        let game = |(name, title, players, genre, minutes): (&'static str, _, _, _, _)| GalleryGame {
            source: PictureSource::Game(name.to_owned()),
            name,
            title,
            players,
            genre,
            minutes,
        };
        let mut games: Vec<GalleryGame> = files.chain(in_rust).map(game).collect();
        games.sort_by_key(|game| game.title.to_lowercase());
        Self { games, search: String::new(), filter: Filter::All }
    }

    /// Games that the search and the filter leave.
    fn shown(&self) -> impl Iterator<Item = &GalleryGame> {
        self.games.iter().filter(|game| self.filter.shows(game.genre) && game.matches(&self.search))
    }

    /// The only game that the search finds, or the one whose title or name it is.
    pub fn only_hit(&self) -> Option<String> {
        let wanted = self.search.trim().to_lowercase();
        let hits: Vec<&GalleryGame> = self.shown().collect();
        let named = hits.iter().find(|game| game.title.to_lowercase() == wanted || game.name == wanted);
        let only = hits.first().filter(|_| hits.len() == 1);
        only.or(named).map(|game| game.name.to_owned())
    }

    /// Shows the cards; returns the game that the user chooses.
    pub fn ui(&self, ui: &mut Ui, pictures: &mut GamePictures) -> Option<String> {
        let mut chosen = None;
        let gap = ui.spacing().item_spacing.x;
        let (columns, size) = card::columns(ui.available_width(), gap);
        let picture = PictureSize::of(size.picture(), ui.ctx().pixels_per_point());
        let shown: Vec<&GalleryGame> = self.shown().collect();
        if shown.is_empty() {
            ui.label(with("home.none", &[&self.search]));
        }
        for row in shown.chunks(columns) {
            ui.horizontal(|ui| {
                for game in row {
                    if card_ui(ui, game, size, picture, pictures) {
                        chosen = Some(game.name.to_owned());
                    }
                }
            });
        }
        // The others follow when the visible ones are drawn.
        for game in &self.games {
            pictures.want(&game.source, picture);
        }
        chosen
    }
}

/// Shows the card of a game; `true` if it was clicked.
fn card_ui(ui: &mut Ui, game: &GalleryGame, size: CardSize, picture: PictureSize, pictures: &mut GamePictures) -> bool {
    let (rect, response) = card::frame(ui, Vec2::from(size), game.title);
    if ui.is_rect_visible(rect) {
        let shown = pictures.show(&game.source, picture).cloned();
        card::paint(ui, rect, game, shown.as_ref(), pictures.facts(&game.source));
    }
    let summary = pictures.facts(&game.source).map(|facts| facts.summary.clone());
    let clicked = response.clicked();
    if let Some(summary) = summary.filter(|summary| !summary.is_empty()) {
        response.on_hover_text(summary);
    }
    clicked
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn no_game_is_listed_twice() {
        let gallery = Gallery::new();
        let titles: HashSet<&str> = gallery.games.iter().map(|game| game.title).collect();
        assert_eq!(titles.len(), gallery.games.len());
        assert!(gallery.games.iter().all(|game| (1..=120).contains(&game.minutes)));
    }

    #[test]
    fn games_are_found_by_all_words_of_a_search() {
        let mut gallery = Gallery::new();
        let mut found = |search: &str| {
            search.clone_into(&mut gallery.search);
            let names: Vec<&str> = gallery.shown().map(|game| game.name).collect();
            (names.len(), gallery.only_hit())
        };
        let all = found("").0;
        assert!(all > 40, "{all} games");
        assert_eq!(found("four CONNECT"), (1, Some("connect-four".to_owned())));
        assert_eq!(found("hex").1.as_deref(), Some("hex"));
        // Of several hits, the one with this very title is meant.
        let (hits, opened) = found("amazons");
        assert!(hits > 1 && opened.as_deref() == Some("amazons"), "{hits}");
        assert!(found("puzzle").0 > 5 && found("puzzle").1.is_none());
        assert_eq!(found("no such game"), (0, None));
    }

    #[test]
    fn each_filter_shows_other_games() {
        let mut gallery = Gallery::new();
        let mut counts = [0; 4];
        for ((filter, _), count) in Filter::ALL.into_iter().zip(&mut counts) {
            gallery.filter = filter;
            *count = gallery.shown().count();
        }
        assert_eq!(counts[0], counts[1] + counts[2] + counts[3]);
        assert!(counts.iter().all(|&count| count > 5), "{counts:?}");
    }
}
