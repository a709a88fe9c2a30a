//! Text rendering of a board: places as a character grid, pieces as short symbols with a legend, and everything that lies
//! beside the board as compact lists. It uses only the rule set of the game and the contents of the board.

mod axis;
mod cells;
mod headings;
mod lists;
mod texts;

#[cfg(test)]
mod shipped_positions;
#[cfg(test)]
mod tests;

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

use boardwright_compiler::game::CompiledGame;
use boardwright_draw::{Contents, Piece};
use boardwright_game::ids::{ElementId, LocationId, Player};
use boardwright_interpreter::hidden::Sight;
use boardwright_interpreter::hidden::view::{Side, UNSEEN};
use boardwright_interpreter::state::State;
use boardwright_rules::RuleSet;

use crate::symbols::{Appearance, INFALLIBLE_WRITE, Symbols, family_name, legend};
use cells::{Cell, Layout};
use headings::Headings;
use lists::Contained;

pub use lists::format_list;
use texts::PlaceTexts;

/// Layout of a game's locations in rows and columns, with the symbols of its pieces.
#[derive(Debug)]
pub struct Board {
    layout: Layout,
    headings: Headings,
    symbols: Symbols,
    /// `true` if all pieces of the game look alike, so that their number says everything.
    is_uniform: bool,
}

/// A position as text.
#[derive(Clone, Debug)]
pub struct BoardText {
    /// The board, and the lists of what lies beside it.
    pub text: String,
    /// Explanations of the symbols in the text.
    pub legend: Vec<String>,
}

impl BoardText {
    /// The text with the whole legend.
    pub fn with_legend(self) -> String {
        self.text + &format_list("", self.legend)
    }
}

/// Symbols of empty locations, by rank of their type in `Layout::grounds`.
const EMPTY: [&str; 6] = [".", "+", "-", "=", "~", "^"];

/// Longest name of a place in the guide to a board.
const MAX_SHORT_NAME: usize = 4;

/// Largest number of pieces of a stack that are all shown; of more, the number and the topmost.
const MAX_SHOWN_IN_STACK: usize = 3;

impl Board {
    /// Computes the board layout of a game.
    pub fn new(rules: &RuleSet) -> Self {
        let layout = Layout::new(rules);
        let looks: BTreeSet<_> = rules.elements.iter().map(|element| (element.kind, element.owner)).collect();
        let is_uniform = looks.len() == 1 && rules.element_types.iter().all(|kind| kind.states <= 1);
        Self { headings: Headings::new(rules, &layout), layout, symbols: Symbols::new(rules), is_uniform }
    }

    /// Renders a position as a player sees it; everything is shown for `None`.
    pub fn draw(&self, game: &CompiledGame, state: &State, viewer: Option<Player>) -> BoardText {
        let position = Position::new(self, game, state, viewer);
        let from_texts =
            self.headings.are_missing().then(|| Headings::of_texts(game.rules(), &self.layout, &position.texts));
        let headings = from_texts.as_ref().unwrap_or(&self.headings);
        let mut text = self.grid(game.rules(), headings, |cell| position.cell_text(cell));
        for line in self.layout.groups.iter().filter_map(|group| position.group_line(group)) {
            text.push_str(&line);
        }
        for (head, list) in [
            ("stacks, from the lowest piece: ", position.stacks()),
            ("off the board: ", position.supplies()),
            ("numbers: ", position.texts.numbers(game.rules(), &headings.places)),
            ("labels: ", position.texts.words(game.rules(), &headings.places)),
            ("known to you: ", texts::secrets(game, state, viewer)),
        ] {
            text.push_str(&format_list(head, list));
        }
        BoardText { text, legend: position.legend() }
    }

    /// Renders the board with the names of its locations.
    pub fn names(&self, rules: &RuleSet) -> String {
        let name = |location: LocationId| rules.locations[location.index()].name.clone();
        let mut text = self.grid(rules, &self.headings, |cell| name(cell.places[0]));
        let groups = self.layout.groups.iter().flat_map(|group| group.places.iter().copied());
        for (head, list) in [
            ("on other places: ", self.layout.cells.iter().flat_map(|cell| cell.places[1..].to_vec()).collect()),
            ("beside the board: ", groups.collect::<Vec<_>>()),
            ("off the board: ", self.layout.supplies.clone()),
        ] {
            text.push_str(&format_list(head, lists::joined_names(rules, &list)));
        }
        text
    }

    /// The board with the short names of its places, for people who are to type them; `None` if the headings say them.
    pub fn guide(&self, rules: &RuleSet) -> Option<String> {
        let short = |cell: &Cell| {
            let name = self.layout.place_name(cell.places[0]);
            (name.chars().count() <= MAX_SHORT_NAME).then(|| name.to_owned())
        };
        let named = self.layout.cells.iter().filter(|cell| short(cell).is_some()).count();
        let is_needed = self.headings.are_missing() && self.layout.is_drawable && named > 1;
        is_needed.then(|| self.grid(rules, &self.headings, |cell| short(cell).unwrap_or_else(|| EMPTY[0].to_owned())))
    }

    /// The cells of the board with headings.
    fn grid(&self, rules: &RuleSet, headings: &Headings, show: impl Fn(&Cell) -> String) -> String {
        let Layout { cells, columns, rows, is_drawable, .. } = &self.layout;
        if !is_drawable {
            let name = |cell: &Cell| rules.locations[cell.places[0].index()].name.clone();
            return cells.iter().map(|cell| format!("{}: {}\n", name(cell), show(cell))).collect();
        }
        let mut grid = vec![vec![String::new(); columns.count()]; rows.count()];
        for cell in cells {
            grid[cell.row][cell.column] = show(cell);
        }
        let Headings { rows: row_heads, columns: column_heads, .. } = headings;
        let length = |text: &String| text.chars().count();
        let texts = grid.iter().flatten().chain(column_heads.iter().flat_map(|head| &head.texts));
        let width = texts.map(length).max().unwrap_or(1) + 1;
        let margin = row_heads.iter().map(length).max().map_or(0, |longest| longest + 2);
        let is_number = |text: &String| text.chars().all(|letter| letter.is_ascii_digit());
        let are_numbers = row_heads.iter().all(is_number);
        let line = |head: &str, cells: &[String]| {
            let mut line = match margin.saturating_sub(2) {
                0 => String::new(),
                room if are_numbers => format!("{head:>room$}"),
                room => format!("{head:<room$}"),
            };
            line.push_str(if margin == 0 { "" } else { "  " });
            for (column, cell) in cells.iter().enumerate() {
                line.push_str(if columns.has_gap_before(column) { "  " } else { "" });
                write!(line, "{cell:>width$}").expect(INFALLIBLE_WRITE);
            }
            format!("{}\n", line.trim_end())
        };
        let mut text = String::new();
        for (row, cells) in grid.iter().enumerate() {
            text.push_str(if rows.has_gap_before(row) { "\n" } else { "" });
            for head in column_heads.iter().filter(|head| !head.is_below && head.row == row) {
                text.push_str(&line("", &head.texts));
            }
            text.push_str(&line(row_heads.get(row).map_or("", String::as_str), cells));
            for head in column_heads.iter().filter(|head| head.is_below && head.row == row) {
                text.push_str(&line("", &head.texts));
            }
        }
        text
    }
}

/// A position as a viewer sees it, ready to be written.
struct Position<'a> {
    board: &'a Board,
    game: &'a CompiledGame,
    rules: &'a RuleSet,
    /// Piece that is shown on each location.
    pieces: BTreeMap<LocationId, Piece>,
    /// Elements without a location whose faces the viewer sees.
    nowhere: Vec<Appearance>,
    texts: PlaceTexts,
}

impl<'a> Position<'a> {
    fn new(board: &'a Board, game: &'a CompiledGame, state: &'a State, viewer: Option<Player>) -> Self {
        let rules = game.rules();
        let Contents { pieces, texts } = Contents::seen_by(game, state, viewer);
        let view = viewer.map(|viewer| game.viewpoint(state, viewer));
        let is_seen = |element: &ElementId| view.is_none_or(|view| view.sight(*element) == Sight::Face);
        let elements = (0..rules.elements.len()).map(ElementId::new);
        let nowhere = elements.filter(|&element| game.location(state, element).is_none()).filter(is_seen);
        Self {
            board,
            game,
            rules,
            pieces: pieces.into_iter().map(|piece| (piece.location, piece)).collect(),
            nowhere: nowhere.map(|element| Appearance::of(game, state, element)).collect(),
            texts: PlaceTexts::new(rules, &texts, &board.layout),
        }
    }

    fn appearance(&self, piece: &Piece) -> Appearance {
        Appearance { kind: self.rules.elements[piece.element.index()].kind, owner: piece.owner, state: piece.state }
    }

    fn symbol(&self, piece: &Piece) -> String {
        if piece.side == Side::Face {
            self.board.symbols.symbol(self.rules, self.appearance(piece))
        } else {
            UNSEEN.to_owned()
        }
    }

    /// Pieces on a cell, from the lowest to the topmost.
    fn stack(&self, cell: &Cell) -> Vec<&Piece> {
        cell.places.iter().filter_map(|place| self.pieces.get(place)).collect()
    }

    /// Text of a cell: its piece, its stack of pieces, the text that is drawn there, or the symbol of an empty place.
    fn cell_text(&self, cell: &Cell) -> String {
        let stack = self.stack(cell);
        let text = cell.places.iter().find_map(|place| self.texts.on_board(*place));
        let is_frame = |piece: &&Piece| {
            piece.side == Side::Face && self.board.symbols.is_frame(self.rules, self.appearance(piece))
        };
        if let Some(text) = text.filter(|_| stack.iter().all(is_frame)) {
            return text.to_owned();
        }
        let symbols: Vec<String> = stack.iter().map(|piece| self.symbol(piece)).collect();
        if let Some(total) = cell.heap.as_ref().and_then(|heap| self.hidden_total(heap)) {
            return total.to_string();
        }
        match &symbols[..] {
            [] if cell.is_optional => String::new(),
            [] if self.board.is_uniform && cell.is_heap => "0".to_owned(),
            [] => EMPTY[self.board.layout.ground_rank(self.rules, cell.places[0]).min(EMPTY.len() - 1)].to_owned(),
            all if self.board.is_uniform && cell.is_heap => all.len().to_string(),
            [only] => only.clone(),
            [first, ..] if cell.is_spread => first.clone(),
            [first, rest @ ..] if rest.iter().all(|other| other == first) => format!("{}{first}", symbols.len()),
            few if few.len() <= MAX_SHOWN_IN_STACK => few.concat(),
            [.., top] => format!("{}{top}", symbols.len()),
        }
    }

    /// Number of pieces of a heap that is spread over several cells, if some of them lie on others.
    fn hidden_total(&self, heap: &cells::Heap) -> Option<usize> {
        let count = heap.places.iter().filter(|place| self.pieces.contains_key(place)).count();
        (count > heap.cells).then_some(count)
    }

    /// Stacks that the board shows only in part.
    fn stacks(&self) -> Vec<String> {
        let partly = |cell: &&Cell| {
            let symbols: BTreeSet<String> = self.stack(cell).into_iter().map(|piece| self.symbol(piece)).collect();
            symbols.len() > 1 && self.stack(cell).len() > MAX_SHOWN_IN_STACK
        };
        let line = |cell: &Cell| {
            let symbols: Vec<String> = self.stack(cell).into_iter().map(|piece| self.symbol(piece)).collect();
            format!("{} {}", self.board.layout.place_name(cell.places[0]), symbols.join(" "))
        };
        self.board.layout.cells.iter().filter(partly).map(line).collect()
    }

    /// Line of a group of places beside the board; `None` if nothing is to be said about it.
    fn group_line(&self, group: &cells::Group) -> Option<String> {
        let contained = |&place: &LocationId| match self.pieces.get(&place) {
            Some(piece) if piece.side == Side::AnonymousBack => Contained::Anonymous,
            Some(piece) => Contained::Symbol(self.symbol(piece)),
            None => Contained::Nothing,
        };
        let contents: Vec<Contained> = group.places.iter().map(contained).collect();
        let is_label = group.places.iter().all(|place| self.texts.is_labelled(*place));
        let is_empty = contents.iter().all(|it| *it == Contained::Nothing);
        if is_empty && (is_label || !self.board.layout.is_listed_empty(group)) {
            return None;
        }
        Some(lists::group_line(&group.name, &contents, &self.board.layout.piece_word))
    }

    /// Pieces on interchangeable places off the board, and those without any place.
    fn supplies(&self) -> Vec<String> {
        let layout = &self.board.layout;
        let mut symbols = BTreeMap::<usize, Vec<(Appearance, String)>>::new();
        let mut backs = BTreeMap::<usize, usize>::new();
        for piece in layout.supplies.iter().filter_map(|place| self.pieces.get(place)) {
            let kind = self.rules.locations[piece.location.index()].kind.index();
            if piece.side == Side::Face {
                symbols.entry(kind).or_default().push((self.appearance(piece), self.symbol(piece)));
            } else {
                *backs.entry(kind).or_default() += 1;
            }
        }
        // Pieces without any location come last.
        let nowhere = self.rules.location_types.len();
        for &look in &self.nowhere {
            symbols.entry(nowhere).or_default().push((look, self.board.symbols.symbol(self.rules, look)));
        }
        let mut list = Vec::new();
        for kind in 0..=nowhere {
            let place = self.rules.location_types.get(kind).map(|_| layout.supply_name(self.rules, kind));
            let place = place.map_or_else(String::new, |name| format!(" ({name})"));
            let texts = symbols.remove(&kind).map(lists::counted).unwrap_or_default();
            list.extend(texts.into_iter().map(|text| format!("{text}{place}")));
            let hidden = backs.get(&kind).map(|&count| lists::face_down(count, &layout.piece_word));
            list.extend(hidden.map(|text| format!("{text}{place}")));
        }
        list
    }

    /// Legend: the pieces that are present, and the empty locations of all types but the most frequent one.
    fn legend(&self) -> Vec<String> {
        let faces = self.pieces.values().filter(|piece| piece.side == Side::Face);
        let mut present: BTreeSet<Appearance> = faces.map(|piece| self.appearance(piece)).collect();
        present.extend(&self.nowhere);
        let grounds = self.board.layout.grounds.iter().zip(EMPTY).skip(1);
        let types = &self.game.rules().location_types;
        let places = grounds.map(|(kind, mark)| format!("{mark}: {}", family_name(&types[kind.index()].name)));
        let heaps = self.board.is_uniform && self.board.layout.cells.iter().any(|cell| cell.is_heap);
        let lines = if heaps {
            let word = lists::plural(&self.board.layout.piece_word, 2);
            vec![format!("a number: that many {word}")]
        } else {
            legend(self.rules, &self.board.symbols, &present)
        };
        let hidden = self.pieces.values().any(|piece| piece.side != Side::Face);
        let backs = hidden.then(|| format!("{UNSEEN}: face down"));
        lines.into_iter().chain(places).chain(backs).collect()
    }
}
