//! What a position is worth in games of two players: pieces by kind and place, lines, scores and mobility, weighed by what the rules
//! tell or by what was learnt; or a heuristic that the game's file declares. It looks no move ahead.

pub mod learn;
mod lines;
mod weights;

use boardwright_engine::fault::Fault;
use boardwright_engine::game::Game;
use boardwright_engine::ids::{LocationId, Player};

use crate::heuristic::Heuristic;
pub use lines::PRESSING;
use lines::{Lines, Sum};
pub use weights::Weights;

/// A weight as a whole number. Files can hold any; sums of these still fit.
fn whole(weight: f32) -> i32 {
    weight.round().clamp(-50_000.0, 50_000.0) as i32
}

/// How to evaluate the positions of a game.
#[derive(Clone, Debug)]
pub struct Evaluation {
    /// The heuristic that is asked, if one is; the rest is nothing then.
    heuristic: Option<Heuristic>,
    /// By class of piece and location: what it is worth to player 1 there. Empty if pieces are worth nothing.
    squares: Vec<i32>,
    locations: usize,
    lines: Option<Lines>,
    point: i32,
    mobility: i32,
    tempo: i32,
}

/// A value of so much stands for odds of e to 1 on winning.
pub const ODDS: f32 = 200.0;

/// What is kept of a position and worked out anew only where a move changes it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Kept {
    pieces: i32,
    lines: Sum,
}

impl Kept {
    /// How many lines of a player lack one piece only, which wins.
    pub fn hot(&self, player: Player) -> i32 {
        self.lines.hot[usize::from(player != Player::FIRST)]
    }
}

/// The most that a position is worth: wins are worth more than anything.
pub const MOST: i32 = 800_000;

impl Evaluation {
    /// By a heuristic.
    pub fn declared(heuristic: Heuristic) -> Self {
        Self {
            heuristic: Some(heuristic),
            squares: Vec::new(),
            locations: 0,
            lines: None,
            point: 0,
            mobility: 0,
            tempo: 0,
        }
    }

    /// What is best without having learnt: the first heuristic that the game declares, or weights that are made of its rules.
    pub fn untaught<G: Game>(game: &G) -> Self {
        let declared = game.structure().is_some_and(|structure| !structure.measures().is_empty());
        if declared { Self::declared(Heuristic::Declared(0)) } else { Self::weighted(game, &Weights::made(game)) }
    }

    /// By weights, which must [fit](Weights::fit) the game.
    pub fn weighted<G: Game>(game: &G, weights: &Weights) -> Self {
        Self {
            heuristic: None,
            squares: weights.squares.iter().flatten().copied().map(whole).collect(),
            locations: weights.squares.first().map_or(0, Vec::len),
            lines: Lines::new(game, &weights.lines),
            point: whole(weights.point),
            mobility: whole(weights.mobility),
            tempo: whole(weights.tempo),
        }
    }

    /// What is kept of a position, worked out anew.
    pub fn whole<G: Game>(&self, game: &G, state: &G::State) -> Kept {
        let Some(structure) = game.structure().filter(|_| self.heuristic.is_none()) else { return Kept::default() };
        let on = |at: usize| structure.class_at(state, LocationId::new(at)).map_or(0, |class| self.square(class, at));
        let lines = self.lines.as_ref().map_or_else(Sum::default, |lines| lines.whole(structure, state));
        Kept { pieces: (0..self.locations).map(on).sum(), lines }
    }

    fn square(&self, class: usize, at: usize) -> i32 {
        self.squares[class * self.locations + at]
    }

    /// Makes `next` what is kept after a move, of what was before it; `changed` is written over.
    pub fn follow<G: Game>(
        &self,
        game: &G,
        (kept, next): (&Kept, &mut Kept),
        (before, after): (&G::State, &G::State),
        changed: &mut Vec<LocationId>,
    ) {
        let Some(structure) = game.structure().filter(|_| self.heuristic.is_none()) else { return };
        structure.changes(before, after, changed);
        next.pieces = kept.pieces;
        for &at in changed.iter() {
            let on = |state| structure.class_at(state, at).map_or(0, |class| self.square(class, at.index()));
            next.pieces += on(after) - on(before);
        }
        if let Some(lines) = &self.lines {
            next.lines.copy(&kept.lines);
            lines.follow(&mut next.lines, structure, (before, after), changed);
        }
    }

    /// What a position is worth to player 1, with what was kept, the player to move and the number of moves.
    ///
    /// # Errors
    /// If the rules of the game fail in a declared heuristic.
    pub fn value<G: Game>(
        &self,
        game: &G,
        state: &G::State,
        kept: &Kept,
        (mover, moves): (Player, usize),
    ) -> Result<i32, Fault> {
        let second = Player::FIRST.next(2);
        let value = if let Some(heuristic) = &self.heuristic {
            // It need not be that what is good for one is as bad for the other.
            let (first, second) = (heuristic.value(game, state, Player::FIRST)?, heuristic.value(game, state, second)?);
            ((first - second) * 50.0) as i32
        } else {
            let points = game.score(state, Player::FIRST) - game.score(state, second);
            let turn = self.mobility * moves.min(1000) as i32 + self.tempo;
            let turn = if mover == Player::FIRST { turn } else { -turn };
            let points = (points * f64::from(self.point)) as i32;
            kept.pieces + kept.lines.worth + points.clamp(-MOST, MOST) + turn
        };
        Ok(value.clamp(-MOST, MOST))
    }

    /// What a piece of a class on a location is worth to player 1.
    pub fn piece(&self, class: usize, at: LocationId) -> i32 {
        if self.squares.is_empty() { 0 } else { self.square(class, at.index()) }
    }

    /// How much a player would like to have a piece on an empty location, for what it does to the lines; `None` without lines.
    pub fn urge(&self, kept: &Kept, at: LocationId, player: Player) -> Option<i32> {
        self.lines.as_ref().map(|lines| lines.urge(&kept.lines, at, player))
    }
}
