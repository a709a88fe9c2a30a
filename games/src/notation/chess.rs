//! Board model of chess for its notations: squares, pieces and attacks. The rules are in the game file; this module
//! only has what notations need in addition.

use boardwright_compiler::game::CompiledGame;
use boardwright_game::game::{Game, Turn};
use boardwright_game::ids::{GlobalId, LocationId, Player};
use boardwright_interpreter::globals::GlobalValue;
use boardwright_interpreter::moves::Move;
use boardwright_interpreter::state::State;

use super::setup;

/// Square number: 0 is a1, 7 is h1, 63 is h8.
pub(super) type Square = usize;

pub(super) const KINDS: [char; 6] = ['P', 'N', 'B', 'R', 'Q', 'K'];

/// A piece on a square.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Man {
    /// 0 is White, 1 is Black.
    pub(super) side: usize,
    /// One of [`KINDS`].
    pub(super) kind: char,
    /// `true` for a rook or king that may still castle.
    pub(super) can_castle: bool,
}

pub(super) type Board = [Option<Man>; 64];

/// The game, with the ids of its locations, states and variables.
pub(super) struct Chess<'g> {
    pub(super) game: &'g CompiledGame,
    /// Locations by square.
    pub(super) locations: Vec<LocationId>,
    /// Element states in the order of [`KINDS`], followed by those of a rook and a king that may still castle.
    states: Vec<i32>,
    en_passant: GlobalId,
    quiet: GlobalId,
}

/// A legal move with the data that notations need.
#[derive(Clone, Copy, Debug)]
pub(super) struct ChessMove {
    pub(super) mv: Move,
    pub(super) kind: char,
    pub(super) from: Square,
    pub(super) to: Square,
    pub(super) is_capture: bool,
    pub(super) promotion: Option<char>,
    pub(super) is_castling: bool,
    pub(super) is_en_passant: bool,
}

/// Name of a square: `e4`.
pub(super) fn square_name(square: Square) -> String {
    format!("{}{}", file_letter(square), rank_letter(square))
}

pub(super) fn file_letter(square: Square) -> char {
    char::from(b'a' + (square % 8) as u8)
}

pub(super) fn rank_letter(square: Square) -> char {
    char::from(b'1' + (square / 8) as u8)
}

/// Parses the name of a square.
pub(super) fn parse_square(text: &str) -> Option<Square> {
    let &[file @ b'a'..=b'h', rank @ b'1'..=b'8'] = text.as_bytes() else { return None };
    Some(usize::from(rank - b'1') * 8 + usize::from(file - b'a'))
}

pub(super) fn side_name(side: usize) -> &'static str {
    ["White", "Black"][side]
}

impl<'g> Chess<'g> {
    /// # Errors
    /// If the game is not the shipped chess.
    pub(super) fn new(game: &'g CompiledGame) -> Result<Self, String> {
        let square = |at: Square| setup::location(game, &format!("sq({},{})", at % 8 + 1, at / 8 + 1));
        let names = ["pawn", "knight", "bishop", "rook", "queen", "king", "freshrook", "freshking"];
        Ok(Self {
            game,
            locations: (0..64).map(square).collect::<Result<_, _>>()?,
            states: names.iter().map(|name| setup::state_named(game, name)).collect::<Result<_, _>>()?,
            en_passant: setup::variable(game, "passed")?,
            quiet: setup::variable(game, "quiet")?,
        })
    }

    /// Element state of a piece.
    pub(super) fn element_state(&self, man: Man) -> i32 {
        let at = match (man.can_castle, man.kind) {
            (true, 'R') => 6,
            (true, 'K') => 7,
            (_, kind) => KINDS.iter().position(|&known| known == kind).unwrap_or_default(),
        };
        self.states[at]
    }

    /// Piece of a side whose element has this state.
    fn man(&self, side: usize, state: i32) -> Option<Man> {
        let at = self.states.iter().position(|&known| known == state)?;
        let kind = match at {
            6 => 'R',
            7 => 'K',
            at => KINDS[at],
        };
        Some(Man { side, kind, can_castle: at > 5 })
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

    /// En passant target: the square that a pawn has just passed, if a legal move captures it there.
    ///
    /// # Errors
    /// If the rules fail.
    pub(super) fn en_passant_target(&self, state: &State) -> Result<Option<Square>, String> {
        let GlobalValue::Location(Some(_)) = self.game.global_value(state, self.en_passant) else { return Ok(None) };
        let (_, moves) = self.legal_moves(state)?;
        Ok(moves.iter().find(|mv| mv.is_en_passant).map(|mv| mv.to))
    }

    /// Halfmove clock: moves since the last capture or pawn move.
    pub(super) fn halfmove_clock(&self, state: &State) -> i32 {
        match self.game.global_value(state, self.quiet) {
            GlobalValue::Int(moves) => moves,
            _ => 0,
        }
    }

    fn square(&self, location: LocationId) -> Option<Square> {
        self.locations.iter().position(|&known| known == location)
    }

    /// Legal moves, and whose turn it is.
    pub(super) fn legal_moves(&self, state: &State) -> Result<(Turn, Vec<ChessMove>), String> {
        let mut moves = Vec::new();
        let turn = self.game.legal_moves(state, &mut moves).map_err(|fault| fault.to_string())?;
        let board = self.board(state);
        Ok((turn, moves.into_iter().filter_map(|mv| self.describe_move(&board, mv)).collect()))
    }

    pub(super) fn describe_move(&self, board: &Board, mv: Move) -> Option<ChessMove> {
        let (from, to) = (self.square(mv.from?)?, self.square(mv.to?)?);
        let kind = board[from]?.kind;
        let rule = &self.game.rules().rules[mv.rule.index()];
        let word = rule.choices.get(usize::from(mv.choice)).map(|choice| choice.word.as_str());
        let promotion = word.and_then(|word| match word {
            "queen" => Some('Q'),
            "rook" => Some('R'),
            "bishop" => Some('B'),
            "knight" => Some('N'),
            _ => None,
        });
        let is_en_passant = board[to].is_none() && kind == 'P' && from % 8 != to % 8;
        let is_capture = board[to].is_some() || is_en_passant;
        let is_castling = kind == 'K' && (from % 8).abs_diff(to % 8) == 2;
        Some(ChessMove { mv, kind, from, to, is_capture, promotion, is_castling, is_en_passant })
    }

    /// Reason why the player to move cannot castle to a side, `true` for the short one.
    pub(super) fn castling_obstacle(&self, state: &State, short: bool) -> String {
        let (board, side) = (self.board(state), self.side(state));
        let (king, home) = (56 * side + 4, 56 * side);
        let (rook, crossed, to, between) = if short {
            (home + 7, king + 1, king + 2, king + 1..home + 7)
        } else {
            (home, king - 1, king - 2, home + 1..king)
        };
        let is_fresh = |square: Square| board[square].is_some_and(|man| man.side == side && man.can_castle);
        if !is_fresh(king) || !is_fresh(rook) {
            return format!("the king or the rook of {} has moved or is not there", square_name(rook));
        }
        if let Some(square) = between.clone().find(|&square| board[square].is_some()) {
            return format!("{} is occupied", square_name(square));
        }
        match [king, crossed, to].into_iter().find(|&square| is_attacked(&board, square, 1 - side)) {
            Some(square) if square == king => "the king is in check".to_owned(),
            Some(square) => format!("{} is attacked", square_name(square)),
            None => "it is not its turn".to_owned(),
        }
    }

    /// `true` if the player to move is in check.
    pub(super) fn in_check(&self, state: &State) -> bool {
        is_king_attacked(&self.board(state), self.side(state))
    }
}

/// `true` if the king of a side is attacked.
pub(super) fn is_king_attacked(board: &Board, side: usize) -> bool {
    let king = |man: &Option<Man>| man.is_some_and(|man| man.side == side && man.kind == 'K');
    board.iter().position(king).is_some_and(|square| is_attacked(board, square, 1 - side))
}

fn is_attacked(board: &Board, square: Square, by: usize) -> bool {
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
    let directions = (-1..=1).flat_map(|a| (-1..=1).map(move |b| (a, b))).filter(|&direction| direction != (0, 0));
    directions.into_iter().any(|(a, b)| {
        let seen = (1..8).map_while(|far| at(x + far * a, y + far * b).map(|there| (far, there)));
        let first = seen.into_iter().find_map(|(far, there)| there.map(|man| (far, man)));
        first.is_some_and(|(far, man)| {
            let along = if a == 0 || b == 0 { 'R' } else { 'B' };
            man.side == by && (man.kind == 'Q' || man.kind == along || far == 1 && man.kind == 'K')
        })
    })
}

/// Player of a side.
pub(super) fn player(side: usize) -> Player {
    Player::new(side + 1).expect("there are two sides")
}
