//! The legal moves of a position, indexed by user action: from a place or a pile to a place, or by a button. The module does not
//! apply them.

use boardwright_compiler::game::CompiledGame;
use boardwright_game::any::{AnyMove, AnyState};
use boardwright_game::fault::Fault;
use boardwright_game::game::Turn;
use boardwright_game::ids::{ElementId, ElementTypeId, LocationId, LocationTypeId, Player};
use boardwright_interpreter::moves::Move;
use boardwright_interpreter::state::State;
use boardwright_library::LoadedGame;

/// Least number of letters of a word that is no abbreviation.
const MIN_WORD: usize = 3;
/// Up to this number, targets are shown before a piece is selected.
const MAX_HINTED_TARGETS: usize = 9;

/// A legal move.
#[derive(Clone, Debug)]
pub struct MoveChoice {
    /// The move.
    pub mv: AnyMove,
    /// Move notation.
    pub text: String,
    /// Description for people.
    pub label: String,
    /// Chosen word, such as the piece of a promotion; `None` for moves without a choice.
    pub word: Option<String>,
    /// `true` if the game file gives the label.
    pub is_labelled: bool,
    /// Origin; `None` for moves without a piece.
    pub from: Option<Origin>,
    /// Target place.
    pub to: Option<LocationId>,
    /// `true` if the piece and its target are interchangeable with others, such as the seeds and spots of a pit: the move is
    /// made by a click on its origin, for no target can be told from another.
    pub is_by_origin: bool,
    /// Place of the piece, if it lies on the board.
    pub at: Option<LocationId>,
}

/// Origin of a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Origin {
    /// A place of the board.
    Place(LocationId),
    /// Identical pieces: by type, owner and state, and by the type of the irrelevant places on which they lie; `None` off the
    /// board.
    Pile(ElementTypeId, Option<Player>, i32, Option<LocationTypeId>),
}

/// Identical pieces beside the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pile {
    /// Their common origin.
    pub origin: Origin,
    /// One of the pieces.
    pub element: ElementId,
    /// Number of pieces.
    pub count: usize,
}

impl MoveChoice {
    /// `true` if the piece comes from the supply, so that its target alone says which move it is.
    pub fn is_from_supply(&self) -> bool {
        matches!(self.from, Some(Origin::Pile(..))) && !self.is_by_origin
    }
}

/// All legal moves of a position.
#[derive(Clone, Debug, Default)]
pub struct LegalMoves {
    /// The moves, one of each class of equivalent moves.
    pub choices: Vec<MoveChoice>,
    /// Player to move, chance, or the outcome.
    pub turn: Option<Turn>,
}

impl LegalMoves {
    /// Lists the legal moves of a position.
    ///
    /// # Errors
    /// If the rules fail.
    pub fn of(loaded: &LoadedGame, state: &AnyState) -> Result<Self, Fault> {
        let game = loaded.game();
        let (turn, moves) = game.legal_moves(state)?;
        let moves = loaded.distinct_moves(state, moves);
        let labels = loaded.move_descriptions(state, &moves);
        let choice = |(mv, label): (AnyMove, String)| {
            let text = game.move_text(state, &mv);
            let spec_move = loaded.as_spec(state).zip(mv.downcast_ref::<Move>());
            let word = spec_move.and_then(|((spec, _), mv)| mv.word(spec.rules())).map(str::to_owned);
            let is_labelled =
                spec_move.is_some_and(|((spec, _), mv)| spec.rules().rules[mv.rule.index()].label.is_some());
            let ends = spec_move.map(|((spec, state), mv)| {
                let at = mv.element.and_then(|element| spec.location(state, element));
                let is_irrelevant = |place: LocationId| !spec.rules().locations[place.index()].is_relevant;
                let is_by_origin = at.zip(mv.to).is_some_and(|(at, to)| is_irrelevant(at) && is_irrelevant(to));
                (mv.element.map(|element| origin(spec, state, element)), mv.to, is_by_origin, at)
            });
            let (from, to, is_by_origin, at) = ends.unwrap_or_default();
            Ok(MoveChoice { mv, text, label, word, is_labelled, from, to, is_by_origin, at })
        };
        let choices = moves.into_iter().zip(labels).map(choice).collect::<Result<_, Fault>>()?;
        Ok(Self { choices, turn: Some(turn) })
    }

    /// Moves with this origin, as indices into `choices`.
    pub fn from(&self, origin: Origin) -> Vec<usize> {
        self.indices_where(|choice| choice.from == Some(origin))
    }

    /// The common origin of all moves, if there is only one.
    pub fn only_origin(&self) -> Option<Origin> {
        let first = self.choices.first()?.from;
        first.filter(|_| self.choices.iter().all(|choice| choice.from == first))
    }

    /// Moves that place a piece of the supply here, as indices.
    pub fn placements(&self, place: LocationId) -> Vec<usize> {
        self.indices_where(|choice| choice.is_from_supply() && choice.to == Some(place))
    }

    /// Moves from an origin to a place, as indices.
    pub fn between(&self, origin: Origin, to: LocationId) -> Vec<usize> {
        self.indices_where(|choice| choice.from == Some(origin) && choice.to == Some(to))
    }

    /// Places where pieces of the supply can be put, if they are so few that they are shown before a piece is selected.
    pub fn hinted_targets(&self) -> Vec<LocationId> {
        let placements = self.choices.iter().filter(|choice| choice.is_from_supply());
        let mut targets: Vec<LocationId> = placements.filter_map(|choice| choice.to).collect();
        targets.sort_unstable();
        targets.dedup();
        if targets.len() <= MAX_HINTED_TARGETS { targets } else { Vec::new() }
    }

    /// `true` if pieces beside the board have to be chosen: there are several kinds of them, or other pieces can move as well.
    /// A single kind is meant by each click on a place.
    pub fn has_hand(&self) -> bool {
        let mut from_supply = self.choices.iter().filter(|choice| choice.is_from_supply());
        let Some(first) = from_supply.next() else { return false };
        let others_move = self.choices.iter().any(|choice| matches!(choice.from, Some(Origin::Place(_))));
        others_move || from_supply.any(|choice| choice.from != first.from)
    }

    /// Moves without a place on the board: those without a piece, and those that remove a piece of a pile.
    pub fn by_button(&self) -> Vec<usize> {
        self.indices_where(|choice| match choice.from {
            None => true,
            Some(Origin::Pile(..)) => choice.to.is_none(),
            Some(Origin::Place(_)) => false,
        })
    }

    /// Names of moves for a menu: what differs between them, which is their words, their descriptions, or their notation.
    pub fn menu_names(&self, numbers: &[usize]) -> Vec<String> {
        let choices: Vec<&MoveChoice> = numbers.iter().filter_map(|&number| self.choices.get(number)).collect();
        let words: Option<Vec<String>> = choices.iter().map(|choice| choice.word.clone()).collect();
        let labels = choices.iter().map(|choice| choice.label.clone()).collect();
        let with_words = |choice: &&MoveChoice| match &choice.word {
            Some(word) => format!("{} {word}", choice.label),
            None => choice.label.clone(),
        };
        let both = choices.iter().map(with_words).collect();
        let is_distinct = |names: &Vec<String>| (1..names.len()).all(|at| !names[..at].contains(&names[at]));
        let texts = || choices.iter().map(|choice| choice.text.clone()).collect();
        // A label of the game file says more than a word that is an abbreviation.
        let is_cryptic = |word: &String| word.chars().count() < MIN_WORD;
        let is_labelled = choices.iter().any(|choice| choice.is_labelled);
        let words = words.filter(|words| choices.len() > 1 && !(is_labelled && words.iter().any(is_cryptic)));
        [words, Some(labels), Some(both)].into_iter().flatten().find(is_distinct).unwrap_or_else(texts)
    }

    fn indices_where(&self, fits: impl Fn(&MoveChoice) -> bool) -> Vec<usize> {
        self.choices.iter().enumerate().filter(|(_, choice)| fits(choice)).map(|(number, _)| number).collect()
    }
}

/// Returns the origin of moves of an element.
pub fn origin(game: &CompiledGame, state: &State, element: ElementId) -> Origin {
    let rules = game.rules();
    match game.location(state, element).filter(|place| rules.locations[place.index()].is_relevant) {
        Some(place) => Origin::Place(place),
        None => {
            let kind = rules.elements[element.index()].kind;
            let lies_on = game.location(state, element).map(|place| rules.locations[place.index()].kind);
            Origin::Pile(kind, game.owner(state, element), game.element_state(state, element), lies_on)
        }
    }
}

/// Returns the piles beside the board, sorted by owner, type and state.
pub fn piles(game: &CompiledGame, state: &State) -> Vec<Pile> {
    let mut piles: Vec<Pile> = Vec::new();
    for element in (0..game.rules().elements.len()).map(ElementId::new) {
        if game.location(state, element).is_some() {
            continue;
        }
        let origin = origin(game, state, element);
        match piles.iter_mut().find(|pile| pile.origin == origin) {
            Some(pile) => pile.count += 1,
            None => piles.push(Pile { origin, element, count: 1 }),
        }
    }
    piles.sort_by_key(|pile| match pile.origin {
        Origin::Pile(kind, owner, state, _) => (owner.map_or(usize::MAX, Player::index), kind.index(), state),
        Origin::Place(place) => (usize::MAX, place.index(), 0),
    });
    piles
}

#[cfg(test)]
mod tests {
    use super::*;
    use boardwright_library::load;

    fn legal(name: &str) -> (LoadedGame, LegalMoves) {
        let loaded = load(name).expect("it ships");
        let legal = LegalMoves::of(&loaded, &loaded.game().initial_state()).expect("no fault");
        (loaded, legal)
    }

    #[test]
    fn marks_come_from_a_pile_and_men_from_places() {
        let (loaded, moves) = legal("tic-tac-toe");
        assert_eq!(moves.choices.len(), 9);
        let rules = loaded.spec().expect("a game file").rules();
        for (index, location) in rules.locations.iter().enumerate() {
            assert_eq!(moves.placements(LocationId::new(index)).len(), usize::from(location.is_relevant));
        }
        let (_, moves) = legal("draughts");
        let from = moves.choices[0].from.expect("a man moves");
        assert!(matches!(from, Origin::Place(_)));
        assert!(!moves.between(from, moves.choices[0].to.expect("to a place")).is_empty());
        assert!(moves.by_button().is_empty());
    }

    #[test]
    fn piles_are_counted() {
        let loaded = load("tic-tac-toe").expect("it ships");
        let start = loaded.game().initial_state();
        let (game, state) = loaded.as_spec(&start).expect("a game file");
        let piles = piles(game, state);
        assert!(piles.is_empty(), "its marks wait on places of the drawing");
        let loaded = load("gomoku").expect("it ships");
        let start = loaded.game().initial_state();
        let (game, state) = loaded.as_spec(&start).expect("a game file");
        let piles = super::piles(game, state);
        assert_eq!(piles.iter().map(|pile| pile.count).sum::<usize>(), game.rules().elements.len());
    }

    #[test]
    fn promotions_are_named_by_what_differs() {
        let loaded = load("chess").expect("it ships");
        let state = boardwright_library::positions::read_position(&loaded, "7k/P7/8/8/8/8/8/K7 w - - 0 1");
        let (state, _) = state.expect("a FEN");
        let legal = LegalMoves::of(&loaded, &state).expect("no fault");
        let promotions: Vec<usize> =
            (0..legal.choices.len()).filter(|&number| legal.choices[number].word.is_some()).collect();
        assert_eq!(legal.menu_names(&promotions), ["queen", "rook", "bishop", "knight"]);
    }

    #[test]
    fn equal_pieces_of_the_supply_are_listed_once() {
        let (loaded, moves) = legal("stratego-6x6");
        let labels: Vec<&str> = moves.choices.iter().map(|choice| choice.label.as_str()).collect();
        assert_eq!(labels.iter().filter(|label| **label == "scout on a1").count(), 1, "{labels:?}");
        assert!(labels.iter().all(|label| !label.contains('(')), "{labels:?}");
        // All of them have the same name after the move.
        let start = loaded.game().initial_state();
        let (_, all) = loaded.game().legal_moves(&start).expect("no fault");
        assert!(all.len() > labels.len());
        assert!(all.iter().all(|mv| labels.contains(&loaded.move_description(&start, mv).as_str())));
    }

    #[test]
    fn pieces_beside_the_board_are_chosen_where_there_are_several_kinds() {
        for (game, has_hand) in [("stratego-6x6", true), ("hex", false), ("connect-four", false), ("chess", false)] {
            assert_eq!(legal(game).1.has_hand(), has_hand, "{game}");
        }
    }

    #[test]
    fn games_without_a_board_have_buttons() {
        let (_, moves) = legal("leduc");
        assert_eq!(moves.by_button().len(), moves.choices.len());
    }
}
