//! Chess as its notations see it: 64 squares with pieces, and who attacks what. The rules are in the game file; here is only what
//! notations ask for besides.

use boardwright_engine::game::{Game, Turn};
use boardwright_engine::globals::Held;
use boardwright_engine::ids::{GlobalId, LocationId, Player};
use boardwright_engine::spec::{Move, SpecGame};
use boardwright_engine::state::State;

use super::setup;

/// A square: 0 is a1, 7 is h1, 63 is h8.
pub(super) type Square = usize;

pub(super) const KINDS: [char; 6] = ['P', 'N', 'B', 'R', 'Q', 'K'];

/// A piece on a square.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Man {
    /// 0 is White, 1 is Black.
    pub(super) side: usize,
    /// One of [`KINDS`].
    pub(super) kind: char,
    /// A rook or king that has not moved yet.
    pub(super) fresh: bool,
}

pub(super) type Board = [Option<Man>; 64];

/// The game, and how it names what notations speak of.
pub(super) struct Chess<'g> {
    pub(super) game: &'g SpecGame,
    /// By square.
    pub(super) locations: Vec<LocationId>,
    /// The states of elements by [`KINDS`], then those of a fresh rook and a fresh king.
    states: Vec<i32>,
    passed: GlobalId,
    quiet: GlobalId,
}

/// A legal move as notations see it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Step {
    pub(super) mv: Move,
    pub(super) kind: char,
    pub(super) from: Square,
    pub(super) to: Square,
    pub(super) takes: bool,
    pub(super) becomes: Option<char>,
    pub(super) castles: bool,
}

/// The name of a square: `e4`.
pub(super) fn name(square: Square) -> String {
    format!("{}{}", file(square), rank(square))
}

pub(super) fn file(square: Square) -> char {
    char::from(b'a' + (square % 8) as u8)
}

pub(super) fn rank(square: Square) -> char {
    char::from(b'1' + (square / 8) as u8)
}

/// The square of a name.
pub(super) fn named(text: &str) -> Option<Square> {
    let &[file @ b'a'..=b'h', rank @ b'1'..=b'8'] = text.as_bytes() else { return None };
    Some(usize::from(rank - b'1') * 8 + usize::from(file - b'a'))
}

pub(super) fn side_name(side: usize) -> &'static str {
    ["White", "Black"][side]
}

impl<'g> Chess<'g> {
    /// # Errors
    /// If the game is not the chess that ships.
    pub(super) fn new(game: &'g SpecGame) -> Result<Self, String> {
        let square = |at: Square| setup::location(game, &format!("sq({},{})", at % 8 + 1, at / 8 + 1));
        let names = ["pawn", "knight", "bishop", "rook", "queen", "king", "freshrook", "freshking"];
        Ok(Self {
            game,
            locations: (0..64).map(square).collect::<Result<_, _>>()?,
            states: names.iter().map(|name| setup::state_named(game, name)).collect::<Result<_, _>>()?,
            passed: setup::variable(game, "passed")?,
            quiet: setup::variable(game, "quiet")?,
        })
    }

    /// The state of an element that is this man.
    pub(super) fn state(&self, man: Man) -> i32 {
        let at = match (man.fresh, man.kind) {
            (true, 'R') => 6,
            (true, 'K') => 7,
            (_, kind) => KINDS.iter().position(|&known| known == kind).unwrap_or_default(),
        };
        self.states[at]
    }

    /// The man that an element in this state is.
    fn man(&self, side: usize, state: i32) -> Option<Man> {
        let at = self.states.iter().position(|&known| known == state)?;
        let kind = match at {
            6 => 'R',
            7 => 'K',
            at => KINDS[at],
        };
        Some(Man { side, kind, fresh: at > 5 })
    }

    pub(super) fn board(&self, state: &State) -> Board {
        let on = |location: LocationId| {
            let element = self.game.content(state, location)?;
            let owner = self.game.owner(state, element)?;
            self.man(owner.index(), self.game.element_state(state, element))
        };
        std::array::from_fn(|square| on(self.locations[square]))
    }

    pub(super) fn side(&self, state: &State) -> usize {
        self.game.mover(state).index()
    }

    /// The square that a pawn has just passed, if one can be taken there.
    pub(super) fn passed(&self, state: &State) -> Option<Square> {
        match self.game.held(state, self.passed) {
            Held::Location(Some(location)) => self.square(location),
            _ => None,
        }
    }

    /// Moves since a capture or a pawn's move.
    pub(super) fn quiet(&self, state: &State) -> i32 {
        match self.game.held(state, self.quiet) {
            Held::Int(moves) => moves,
            _ => 0,
        }
    }

    fn square(&self, location: LocationId) -> Option<Square> {
        self.locations.iter().position(|&known| known == location)
    }

    /// The legal moves.
    pub(super) fn steps(&self, state: &State) -> Result<(Turn, Vec<Step>), String> {
        let mut moves = Vec::new();
        let turn = self.game.turn(state, &mut moves).map_err(|fault| fault.to_string())?;
        let board = self.board(state);
        Ok((turn, moves.into_iter().filter_map(|mv| self.step(&board, mv)).collect()))
    }

    fn step(&self, board: &Board, mv: Move) -> Option<Step> {
        let (from, to) = (self.square(mv.from?)?, self.square(mv.to?)?);
        let kind = board[from]?.kind;
        let rule = &self.game.rules().rules[mv.rule.index()];
        let word = rule.choices.get(usize::from(mv.choice)).map(|choice| choice.word.as_str());
        let becomes = word.and_then(|word| match word {
            "queen" => Some('Q'),
            "rook" => Some('R'),
            "bishop" => Some('B'),
            "knight" => Some('N'),
            _ => None,
        });
        let takes = board[to].is_some() || kind == 'P' && from % 8 != to % 8;
        let castles = kind == 'K' && (from % 8).abs_diff(to % 8) == 2;
        Some(Step { mv, kind, from, to, takes, becomes, castles })
    }

    /// Whether the player to move is in check.
    pub(super) fn in_check(&self, state: &State) -> bool {
        checked(&self.board(state), self.side(state))
    }
}

/// Whether a side's king is attacked.
pub(super) fn checked(board: &Board, side: usize) -> bool {
    let king = |man: &Option<Man>| man.is_some_and(|man| man.side == side && man.kind == 'K');
    board.iter().position(king).is_some_and(|square| attacked(board, square, 1 - side))
}

fn attacked(board: &Board, square: Square, by: usize) -> bool {
    let at = |x: i32, y: i32| {
        let inside = (0..8).contains(&x) && (0..8).contains(&y);
        inside.then(|| board[(y * 8 + x) as usize])
    };
    let (x, y) = ((square % 8) as i32, (square / 8) as i32);
    let stands =
        |a: i32, b: i32, kind: char| at(x + a, y + b).flatten().is_some_and(|man| man.side == by && man.kind == kind);
    let up = if by == 0 { -1 } else { 1 };
    if stands(-1, up, 'P') || stands(1, up, 'P') {
        return true;
    }
    let leaps = [(1, 2), (2, 1), (-1, 2), (-2, 1), (1, -2), (2, -1), (-1, -2), (-2, -1)];
    if leaps.iter().any(|&(a, b)| stands(a, b, 'N')) {
        return true;
    }
    let ways = (-1..=1).flat_map(|a| (-1..=1).map(move |b| (a, b))).filter(|&way| way != (0, 0));
    ways.into_iter().any(|(a, b)| {
        let seen = (1..8).map_while(|far| at(x + far * a, y + far * b).map(|there| (far, there)));
        let first = seen.into_iter().find_map(|(far, there)| there.map(|man| (far, man)));
        first.is_some_and(|(far, man)| {
            let along = if a == 0 || b == 0 { 'R' } else { 'B' };
            man.side == by && (man.kind == 'Q' || man.kind == along || far == 1 && man.kind == 'K')
        })
    })
}

/// The player of a side.
pub(super) fn player(side: usize) -> Player {
    Player::new(side + 1).expect("there are two sides")
}
