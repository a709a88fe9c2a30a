//! The rules as a [`Game`]: draws, turns, scores, and the end.

use std::sync::Arc;

use boardwright_game::fault::Fault;
use boardwright_game::features::{FeatureSet, Features, WeightSet};
use boardwright_game::game::{self, Game, MoveError, Outcome, StateError, Turn};
use boardwright_game::ids::Player;
use boardwright_game::payoff::{Payoff, PayoffUnit, ScorePayoff};
use boardwright_game::playout::random_below;
use boardwright_game::tile_board::TileBoard;
use rand_pcg::Pcg64Mcg;

use super::board::{Board, Cell, MAX_MEEPLES, MAX_PLAYERS, PlacedTile};
use super::moves::{CarcassonneMove, Placement, PlacementText, parse_placement};
use super::scoring::{FarmRule, ScoringRules, completed_points, end_points};
use super::state::{CarcassonneState, LastTurn, Points, player_at};
use super::tiles::{FeatureKind, NONE, TileSet};
use super::{features, picture, position, tile_file};

/// Carcassonne with its options.
#[derive(Clone, Debug)]
pub struct Carcassonne {
    pub(super) tiles: Arc<TileSet>,
    options: CarcassonneOptions,
}

/// Options of the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CarcassonneOptions {
    /// Number of players, 2 to 5.
    pub players: usize,
    /// Number of meeples of each player, 3 to 11.
    pub meeples: u8,
    /// Rules for scores.
    pub scoring: ScoringRules,
    /// `true` if everyone has equally many turns: the game ends before a round for which too few tiles are left.
    pub is_fair: bool,
}

impl Default for CarcassonneOptions {
    fn default() -> Self {
        let scoring = ScoringRules { farms: FarmRule::Third, has_small_cities: false };
        Self { players: 2, meeples: 7, scoring, is_fair: false }
    }
}

/// Upper bound of the declared range of scores. Games of strong players end near 120 points.
const MAX_SCORE: f64 = 400.0;

impl Carcassonne {
    /// The base game with these options.
    ///
    /// # Panics
    /// If the number of players or meeples is out of range.
    pub fn new(options: CarcassonneOptions) -> Self {
        let tiles = tile_file::parse(super::BASE_TILES).expect("the shipped tile file is valid");
        Self::with_tiles(Arc::new(tiles), options)
    }

    /// The game with another tile set.
    ///
    /// # Panics
    /// If the number of players or meeples is out of range.
    pub fn with_tiles(tiles: Arc<TileSet>, options: CarcassonneOptions) -> Self {
        assert!((2..=MAX_PLAYERS).contains(&options.players), "Carcassonne is for 2 to {MAX_PLAYERS} players");
        assert!((1..=MAX_MEEPLES as u8).contains(&options.meeples), "a player has 1 to {MAX_MEEPLES} meeples");
        Self { tiles, options }
    }

    /// The tile set.
    pub fn tile_set(&self) -> &TileSet {
        &self.tiles
    }

    /// The options.
    pub fn options(&self) -> &CarcassonneOptions {
        &self.options
    }

    /// Cells and clockwise quarter turns in which the drawn tile can be placed; equal rotations once.
    pub fn placements(&self, state: &CarcassonneState) -> Vec<(i8, i8, u8)> {
        state.drawn().map_or_else(Vec::new, |kind| self.placements_within(state, self.tiles.kind(kind).rotations))
    }

    /// Cells and rotations in which the drawn tile can be placed, with its first `rotations` rotations.
    pub(super) fn placements_within(&self, state: &CarcassonneState, rotations: u8) -> Vec<(i8, i8, u8)> {
        let mut placements = Vec::new();
        if let Some(kind) = state.drawn() {
            self.for_each_fit(&state.board, kind, rotations, |cell, rotation| {
                placements.push((cell.x, cell.y, rotation));
            });
        }
        placements
    }

    /// Segments on which the player to move may place a meeple if the drawn tile is placed there; none if it does not fit.
    pub fn legal_meeples(&self, state: &CarcassonneState, x: i8, y: i8, rotation: u8) -> Vec<u8> {
        let (Some(kind), Some(cell)) = (state.drawn(), state.board.cell_at(x, y)) else { return Vec::new() };
        let cell = state.board.cells()[cell];
        if state.free[usize::from(state.mover)] == 0 || !Board::fits(cell, self.tiles.oriented(kind, rotation)) {
            return Vec::new();
        }
        let free = state.board.free_segments(&self.tiles, cell, kind, rotation);
        (0..8).filter(|segment| free >> segment & 1 == 1).collect()
    }

    /// Points of a player if the game ended now: those scored, and those of open features and farms.
    pub fn points_now(&self, state: &CarcassonneState, player: Player) -> Points {
        self.all_points_now(state)[player.index()]
    }

    /// Points of all players if the game ended now.
    pub(super) fn all_points_now(&self, state: &CarcassonneState) -> [Points; MAX_PLAYERS] {
        let mut points = end_points(&state.board, &self.tiles, self.options.scoring);
        for (points, scored) in points.iter_mut().zip(state.points) {
            *points = points.plus(scored);
        }
        points
    }

    /// `true` if the game is over.
    pub(super) fn is_over(&self, state: &CarcassonneState) -> bool {
        if state.drawn != NONE {
            return false;
        }
        let is_round_start = state.mover == 0 && state.set_aside_now().next().is_none();
        state.left == 0 || (self.options.is_fair && is_round_start && usize::from(state.left) < self.options.players)
    }

    /// Points of a player that count: those scored so far, and at the end all points.
    fn counted_points(&self, state: &CarcassonneState, player: Player) -> Points {
        if self.is_over(state) { self.points_now(state, player) } else { state.points(player) }
    }

    /// Calls `found` with each cell and rotation in which a tile of this type fits.
    fn for_each_fit(&self, board: &Board, kind: u8, rotations: u8, mut found: impl FnMut(Cell, u8)) {
        let fitting = 1 << kind;
        for &cell in board.cells().iter().filter(|cell| self.tiles.fitting(cell.required) & fitting != 0) {
            for rotation in 0..rotations {
                if Board::fits(cell, self.tiles.oriented(kind, rotation)) {
                    found(cell, rotation);
                }
            }
        }
    }

    /// Lists the turns with the drawn tile in its first `rotations` rotations.
    fn list(&self, state: &CarcassonneState, rotations: u8, moves: &mut Vec<CarcassonneMove>) {
        let kind = state.drawn;
        let has_meeple = state.free[usize::from(state.mover)] > 0;
        self.for_each_fit(&state.board, kind, rotations, |cell, rotation| {
            let place = |meeple| CarcassonneMove::Place(Placement { x: cell.x, y: cell.y, rotation, meeple });
            moves.push(place(None));
            if has_meeple {
                let free = state.board.free_segments(&self.tiles, cell, kind, rotation);
                moves.extend((0..8).filter(|segment| free >> segment & 1 == 1).map(|segment| place(Some(segment))));
            }
        });
    }

    fn draw(&self, state: &mut CarcassonneState, kind: u8) {
        state.remaining[usize::from(kind)] -= 1;
        state.left -= 1;
        let fits = |cell: &Cell| self.tiles.fitting(cell.required) >> kind & 1 == 1;
        if state.board.cells().iter().any(fits) {
            state.drawn = kind;
        } else {
            state.put_aside(kind);
        }
    }

    /// Makes a legal move.
    pub(super) fn make(&self, state: &mut CarcassonneState, mv: CarcassonneMove) {
        match mv {
            CarcassonneMove::Draw(kind) => self.draw(state, kind),
            CarcassonneMove::Place(placement) => {
                self.place_tile(state, placement);
                self.complete_turn(state, placement.meeple);
            }
        }
    }

    /// Places the drawn tile without its meeple. The turn goes on with [`complete_turn`](Self::complete_turn).
    pub(super) fn place_tile(&self, state: &mut CarcassonneState, placement: Placement) {
        let Placement { x, y, rotation, .. } = placement;
        let (kind, player) = (state.drawn, Some(state.mover()));
        let number = state.next_number(&self.tiles, kind);
        let cell = state.board.cell_at(x, y).expect("legal moves are beside a tile");
        let tile = PlacedTile { x, y, kind, rotation, number, player, meeple: NONE, first_segment: 0 };
        state.board.place(&self.tiles, cell, tile);
    }

    /// Completes a turn after its tile was placed: puts a meeple on a segment of the tile if wanted, scores, and passes the
    /// turn to the next player.
    pub(super) fn complete_turn(&self, state: &mut CarcassonneState, meeple: Option<u8>) {
        state.last = LastTurn { has_meeple: meeple.is_some(), player: state.mover, ..LastTurn::default() };
        if let Some(segment) = meeple {
            let index = state.tiles().len() as u8 - 1;
            state.board.add_meeple(state.mover(), index, segment);
            state.free[usize::from(state.mover)] -= 1;
        }
        self.score_completed(state);
        state.drawn = NONE;
        state.mover = (state.mover + 1) % self.options.players as u8;
    }

    /// Scores the features that the last tile completed, and sends their meeples home.
    fn score_completed(&self, state: &mut CarcassonneState) {
        let mut completed = [(FeatureKind::City, 0); 16];
        let mut count = 0;
        state.board.for_each_completed(&self.tiles, |kind, root| {
            completed[count] = (kind, root);
            count += 1;
        });
        for &(kind, root) in &completed[..count] {
            let feature = *state.board.feature(root);
            if feature.meeples == 0 {
                continue;
            }
            let points = completed_points(kind, &feature, self.options.scoring);
            for player in 0..self.options.players {
                if feature.is_won_by(player) {
                    state.points[player].add(kind, points);
                    state.last.points[player].add(kind, points);
                }
                state.free[player] += feature.meeples_of[player];
                state.last.returned[player] += feature.meeples_of[player];
            }
            state.board.return_meeples(root);
        }
    }

    /// The outcome of a finished game: the player with most points wins, and a tie is a draw.
    fn final_outcome(&self, state: &CarcassonneState) -> Outcome {
        let points = self.all_points_now(state).map(Points::total);
        let best = points[..self.options.players].iter().copied().max().unwrap_or(0);
        let mut winners = (0..self.options.players).filter(|&player| points[player] == best);
        match (winners.next(), winners.next()) {
            (Some(winner), None) => Outcome::Won(player_at(winner as u8)),
            _ => Outcome::Draw,
        }
    }
}

impl Game for Carcassonne {
    type State = CarcassonneState;
    type Move = CarcassonneMove;

    fn players(&self) -> usize {
        self.options.players
    }

    fn payoff(&self) -> Payoff {
        Payoff::Score(ScorePayoff { unit: PayoffUnit::Points, is_zero_sum: false, min: 0.0, max: MAX_SCORE })
    }

    fn initial_state(&self) -> CarcassonneState {
        CarcassonneState::new(&self.tiles, self.options.players, self.options.meeples)
    }

    fn legal_moves(&self, state: &CarcassonneState, moves: &mut Vec<CarcassonneMove>) -> Result<Turn, Fault> {
        moves.clear();
        if self.is_over(state) {
            return Ok(Turn::Over(self.final_outcome(state)));
        }
        let Some(kind) = state.drawn() else {
            let left = |kind: &u8| state.remaining[usize::from(*kind)] > 0;
            moves.extend(self.tiles.kinds().filter(left).map(CarcassonneMove::Draw));
            return Ok(Turn::Chance);
        };
        self.list(state, self.tiles.kind(kind).rotations, moves);
        Ok(Turn::Player(state.mover()))
    }

    fn all_legal_moves(&self, state: &CarcassonneState, moves: &mut Vec<CarcassonneMove>) -> Result<Turn, Fault> {
        let turn = self.legal_moves(state, moves)?;
        if let Turn::Player(_) = turn {
            moves.clear();
            self.list(state, 4, moves);
        }
        Ok(turn)
    }

    fn is_legal(&self, state: &CarcassonneState, mv: CarcassonneMove) -> Result<bool, Fault> {
        Ok(match mv {
            CarcassonneMove::Draw(kind) => {
                state.drawn == NONE && !self.is_over(state) && state.remaining.get(usize::from(kind)) > Some(&0)
            }
            CarcassonneMove::Place(placement) => self.refusal(state, placement).is_none(),
        })
    }

    /// The law of the thesis's random player: uniform over all turns with and without a meeple; a meeple is then removed
    /// with probability 1/2.
    fn random_move(&self, _state: &CarcassonneState, moves: &[CarcassonneMove], rng: &mut Pcg64Mcg) -> CarcassonneMove {
        match moves[random_below(moves.len(), rng)] {
            CarcassonneMove::Place(placement) if placement.meeple.is_some() && random_below(2, rng) == 0 => {
                CarcassonneMove::Place(Placement { meeple: None, ..placement })
            }
            mv => mv,
        }
    }

    fn apply(&self, state: &mut CarcassonneState, mv: CarcassonneMove) -> Result<(), Fault> {
        self.make(state, mv);
        Ok(())
    }

    fn score(&self, state: &CarcassonneState, player: Player) -> f64 {
        f64::from(self.counted_points(state, player).total())
    }

    fn key(&self, state: &CarcassonneState) -> u64 {
        position::key(self, state)
    }

    fn encode(&self, state: &CarcassonneState, out: &mut Vec<u8>) {
        position::encode(self, state, out);
    }

    fn texts(&self) -> &dyn game::Texts<CarcassonneState, CarcassonneMove> {
        self
    }

    fn chance(&self) -> Option<&dyn game::Chance<CarcassonneState, CarcassonneMove>> {
        Some(self)
    }

    fn display(&self) -> Option<&dyn game::Display<CarcassonneState>> {
        Some(self)
    }

    fn features(&self) -> Option<&dyn Features<CarcassonneState, CarcassonneMove>> {
        Some(self)
    }
}

impl Carcassonne {
    fn parse_legal_move(&self, state: &CarcassonneState, text: &str) -> Result<CarcassonneMove, MoveError> {
        let illegal = |reason: String| MoveError::Illegal { text: text.trim().to_owned(), reason };
        if self.is_over(state) {
            return Err(illegal("the game is over".to_owned()));
        }
        let Some(kind) = state.drawn() else {
            let id = text.trim().strip_prefix("draw ").map(str::trim);
            let id = id.ok_or_else(|| illegal("a tile is drawn now, like \"draw D\"".to_owned()))?;
            let kind = self.tiles.find(id).ok_or_else(|| illegal(format!("there is no tile \"{id}\"")))?;
            if state.remaining[usize::from(kind)] == 0 {
                return Err(illegal(format!("no tile {id} is left")));
            }
            return Ok(CarcassonneMove::Draw(kind));
        };
        let placement = parse_placement(&self.tiles, kind, text).map_err(illegal)?;
        match self.refusal(state, placement) {
            Some(reason) => Err(illegal(reason)),
            None => Ok(CarcassonneMove::Place(placement)),
        }
    }
}

impl game::Texts<CarcassonneState, CarcassonneMove> for Carcassonne {
    fn move_text(&self, state: &CarcassonneState, mv: CarcassonneMove) -> String {
        match mv {
            CarcassonneMove::Draw(kind) => format!("draw {}", self.tiles.kind(kind).id),
            CarcassonneMove::Place(placement) => {
                PlacementText { set: &self.tiles, kind: state.drawn, placement }.to_string()
            }
        }
    }

    fn parse_move(&self, state: &CarcassonneState, text: &str) -> Option<Result<CarcassonneMove, MoveError>> {
        Some(self.parse_legal_move(state, text))
    }

    fn state_text(&self, state: &CarcassonneState) -> String {
        position::text(self, state)
    }

    fn parse_state(&self, text: &str) -> Result<CarcassonneState, StateError> {
        position::parse(self, text)
    }

    fn view_text(&self, state: &CarcassonneState, _player: Player) -> String {
        position::view_text(self, state)
    }
}

impl game::Chance<CarcassonneState, CarcassonneMove> for Carcassonne {
    fn probabilities(&self, state: &CarcassonneState, chances: &mut Vec<f64>) {
        chances.clear();
        if state.drawn == NONE && !self.is_over(state) {
            let left = f64::from(state.left);
            let remaining = self.tiles.kinds().map(|kind| state.remaining[usize::from(kind)]);
            chances.extend(remaining.filter(|&count| count > 0).map(|count| f64::from(count) / left));
        }
    }
}

impl game::Display<CarcassonneState> for Carcassonne {
    fn score_details(&self, state: &CarcassonneState, player: Player) -> Vec<(&'static str, f64)> {
        let points = self.counted_points(state, player);
        let kinds = [
            ("city", FeatureKind::City),
            ("road", FeatureKind::Road),
            ("cloister", FeatureKind::Cloister),
            ("farm", FeatureKind::Field),
        ];
        kinds.map(|(name, kind)| (name, f64::from(points.of(kind)))).to_vec()
    }

    fn tile_board(&self, state: &CarcassonneState) -> Option<TileBoard> {
        Some(picture::tile_board(self, state))
    }
}

impl Features<CarcassonneState, CarcassonneMove> for Carcassonne {
    fn sets(&self) -> &[FeatureSet] {
        features::sets()
    }

    fn values(&self, state: &CarcassonneState, set: usize, player: Player, values: &mut Vec<f32>) -> Result<(), Fault> {
        features::values(self, state, set, player.index(), values);
        Ok(())
    }

    fn values_after(
        &self,
        state: &CarcassonneState,
        moves: &[CarcassonneMove],
        set: usize,
        player: Player,
        each: &mut dyn FnMut(usize, f32, &[f32]) -> bool,
    ) -> Option<Result<(), Fault>> {
        features::values_after(self, state, moves, set, player.index(), each);
        Some(Ok(()))
    }

    fn progress(&self, state: &CarcassonneState) -> f32 {
        features::progress(self, state)
    }

    fn weight_sets(&self) -> Vec<WeightSet> {
        features::weight_sets()
    }
}

impl Carcassonne {
    /// Reason why a turn is illegal; `None` if it is legal.
    pub(super) fn refusal(&self, state: &CarcassonneState, placement: Placement) -> Option<String> {
        let Placement { x, y, rotation, meeple } = placement;
        let Some(kind) = state.drawn() else { return Some("no tile has been drawn".to_owned()) };
        if let Some(tile) = state.tiles().iter().find(|tile| (tile.x, tile.y) == (x, y)) {
            return Some(format!("{x},{y} holds the tile {}", self.tiles.kind(tile.kind).id));
        }
        let Some(cell) = state.board.cell_at(x, y) else {
            return Some(format!("{x},{y} touches no tile"));
        };
        let cell = state.board.cells()[cell];
        if rotation > 3 {
            return Some("a tile has the rotations 0, 90, 180 and 270".to_owned());
        }
        if !Board::fits(cell, self.tiles.oriented(kind, rotation)) {
            let others = (0..4).filter(|&other| Board::fits(cell, self.tiles.oriented(kind, other)));
            let others: Vec<String> = others.map(|other| (90 * u16::from(other)).to_string()).collect();
            let id = &self.tiles.kind(kind).id;
            return Some(if others.is_empty() {
                format!("the tile {id} does not fit at {x},{y}")
            } else {
                format!("the tile {id} fits at {x},{y} only with the rotation {}", others.join(" or "))
            });
        }
        let segment = meeple?;
        if state.free[usize::from(state.mover)] == 0 {
            return Some(format!("player {} has no meeple in hand", state.mover()));
        }
        let Some(data) = self.tiles.kind(kind).segments.get(usize::from(segment)) else {
            return Some("the tile has no such segment".to_owned());
        };
        let free = state.board.free_segments(&self.tiles, cell, kind, rotation);
        (free >> segment & 1 == 0).then(|| {
            let what = match data.kind {
                FeatureKind::City => "city",
                FeatureKind::Road => "road",
                FeatureKind::Field => "farm",
                FeatureKind::Cloister => "cloister",
            };
            format!("the {what} already holds a meeple")
        })
    }
}
