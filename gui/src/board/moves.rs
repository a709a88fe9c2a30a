//! The legal moves of a position as a person makes them: from a place or a pile to a place, or by a button. What they do is not
//! known here.

use boardwright_engine::any::{AnyMove, AnyState};
use boardwright_engine::fault::Fault;
use boardwright_engine::game::Turn;
use boardwright_engine::ids::{ElementId, ElementTypeId, LocationId, Player};
use boardwright_engine::spec::{Move, SpecGame};
use boardwright_engine::state::State;
use boardwright_shelf::Loaded;

/// A legal move.
#[derive(Clone, Debug)]
pub struct Choice {
    /// The move.
    pub mv: AnyMove,
    /// As it is written.
    pub text: String,
    /// As people call it.
    pub label: String,
    /// Where it begins; `None` for moves of no piece.
    pub from: Option<Origin>,
    /// The place to which it goes.
    pub to: Option<LocationId>,
}

/// Where a move begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Origin {
    /// A place of the board.
    Place(LocationId),
    /// Pieces that are alike and wait, beside the board or on places of which none matters: by type, owner and state.
    Pile(ElementTypeId, Option<Player>, i32),
}

/// Pieces beside the board that are alike.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pile {
    /// What they share.
    pub origin: Origin,
    /// One of them.
    pub element: ElementId,
    /// How many there are.
    pub count: usize,
}

/// What can be done in a position.
#[derive(Clone, Debug, Default)]
pub struct Legal {
    /// The moves, one of each class of equal ones.
    pub choices: Vec<Choice>,
    /// Whose turn it is.
    pub turn: Option<Turn>,
}

impl Legal {
    /// What can be done in a position.
    ///
    /// # Errors
    /// If the rules fail.
    pub fn of(loaded: &Loaded, state: &AnyState) -> Result<Self, Fault> {
        let game = loaded.game();
        let (turn, moves) = game.turn(state)?;
        let choice = |mv: AnyMove| {
            let text = game.move_text(state, &mv);
            let label = loaded.told(state, &mv);
            let told = loaded.as_spec(state).zip(mv.downcast_ref::<Move>());
            let (from, to) = told.map_or((None, None), |((spec, state), told)| {
                (told.element.map(|element| origin(spec, state, element)), told.to)
            });
            Ok(Choice { mv, text, label, from, to })
        };
        let choices = moves.into_iter().map(choice).collect::<Result<_, Fault>>()?;
        Ok(Self { choices, turn: Some(turn) })
    }

    /// Moves that begin somewhere, by number.
    pub fn from(&self, origin: Origin) -> Vec<usize> {
        self.where_(|choice| choice.from == Some(origin))
    }

    /// Where all moves begin, if that is one place or pile.
    pub fn only_origin(&self) -> Option<Origin> {
        let first = self.choices.first()?.from;
        first.filter(|_| self.choices.iter().all(|choice| choice.from == first))
    }

    /// Moves that place a piece from beside the board here, by number.
    pub fn placed(&self, place: LocationId) -> Vec<usize> {
        self.where_(|choice| matches!(choice.from, Some(Origin::Pile(..))) && choice.to == Some(place))
    }

    /// Moves from somewhere to a place, by number.
    pub fn between(&self, origin: Origin, to: LocationId) -> Vec<usize> {
        self.where_(|choice| choice.from == Some(origin) && choice.to == Some(to))
    }

    /// Moves that no place of the board stands for: those of no piece, and those that leave the board from a pile.
    pub fn by_button(&self) -> Vec<usize> {
        self.where_(|choice| match choice.from {
            None => true,
            Some(Origin::Pile(..)) => choice.to.is_none(),
            Some(Origin::Place(_)) => false,
        })
    }

    fn where_(&self, fits: impl Fn(&Choice) -> bool) -> Vec<usize> {
        self.choices.iter().enumerate().filter(|(_, choice)| fits(choice)).map(|(number, _)| number).collect()
    }
}

/// Where moves of a piece begin.
pub fn origin(game: &SpecGame, state: &State, element: ElementId) -> Origin {
    let rules = game.rules();
    match game.location(state, element).filter(|place| rules.locations[place.index()].relevant) {
        Some(place) => Origin::Place(place),
        None => {
            let kind = rules.elements[element.index()].kind;
            Origin::Pile(kind, game.owner(state, element), game.element_state(state, element))
        }
    }
}

/// The piles beside the board, in the order of their pieces.
pub fn piles(game: &SpecGame, state: &State) -> Vec<Pile> {
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
    piles
}

#[cfg(test)]
mod tests {
    use super::*;
    use boardwright_shelf::load;

    fn legal(name: &str) -> (Loaded, Legal) {
        let loaded = load(name).expect("it ships");
        let legal = Legal::of(&loaded, &loaded.game().start()).expect("no fault");
        (loaded, legal)
    }

    #[test]
    fn marks_come_from_a_pile_and_men_from_places() {
        let (loaded, moves) = legal("tic-tac-toe");
        assert_eq!(moves.choices.len(), 9);
        let rules = loaded.spec().expect("a game file").rules();
        for (index, location) in rules.locations.iter().enumerate() {
            assert_eq!(moves.placed(LocationId::new(index)).len(), usize::from(location.relevant));
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
        let start = loaded.game().start();
        let (game, state) = loaded.as_spec(&start).expect("a game file");
        let piles = piles(game, state);
        assert!(piles.is_empty(), "its marks wait on places of the drawing");
        let loaded = load("gomoku").expect("it ships");
        let start = loaded.game().start();
        let (game, state) = loaded.as_spec(&start).expect("a game file");
        let piles = super::piles(game, state);
        assert_eq!(piles.iter().map(|pile| pile.count).sum::<usize>(), game.rules().elements.len());
    }

    #[test]
    fn games_without_a_board_have_buttons() {
        let (_, moves) = legal("pig");
        assert_eq!(moves.by_button().len(), moves.choices.len());
    }
}
