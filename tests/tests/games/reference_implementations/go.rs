//! Reference implementation of Go with area scoring: a board of numbers. It does not use the game file.

use std::collections::BTreeSet;

use boardwright_compiler::game::CompiledGame;
use boardwright_game::game::{Game as _, GameExt as _};
use boardwright_game::ids::Player;
use boardwright_game::playout::random_below;
use boardwright_interpreter::state::State;
use boardwright_tests::effort::repetitions;
use boardwright_tests::reference::{ReferenceGame, assert_same_counts, assert_same_games, reference_perft};
use boardwright_tests::{compiled, with_options};
use rand::SeedableRng as _;
use rand_pcg::Pcg64Mcg;

use super::grid::{Grid, Point, offset};
use super::history::History;

const STEPS: [Point; 4] = [(1, 0), (-1, 0), (0, 1), (0, -1)];

#[derive(Clone)]
pub struct Go {
    /// Owner of the stone on each crossing, 0 for none.
    board: Grid,
    komi: i32,
    mover: u8,
    passes: u8,
    ko: Option<Point>,
}

pub fn start(size: i32, komi: i32) -> Go {
    Go { board: Grid::new(size as usize, size as usize), komi, mover: 1, passes: 0, ko: None }
}

impl Go {
    fn neighbours(&self, at: Point) -> impl Iterator<Item = Point> {
        STEPS.into_iter().map(move |step| offset(at, step, 1)).filter(|&near| self.board.at(near).is_some())
    }

    /// The connected crossings with the same content as this one.
    fn region(&self, at: Point) -> Vec<Point> {
        let content = self.board.at(at);
        let mut region = vec![at];
        let mut is_inside = BTreeSet::from([at]);
        let mut next = 0;
        while let Some(&at) = region.get(next) {
            next += 1;
            for near in self.neighbours(at) {
                if self.board.at(near) == content && is_inside.insert(near) {
                    region.push(near);
                }
            }
        }
        region
    }

    fn touches(&self, region: &[Point], content: u8) -> bool {
        region.iter().any(|&at| self.neighbours(at).any(|near| self.board.at(near) == Some(content)))
    }

    fn place(&self, at: Point) -> Option<Self> {
        let mut after = Self { mover: 3 - self.mover, passes: 0, ko: None, ..self.clone() };
        after.board.put(at, self.mover);
        let mut captured = Vec::new();
        for near in self.neighbours(at) {
            let group = after.region(near);
            if after.board.at(near) == Some(after.mover) && !after.touches(&group, 0) {
                for stone in group {
                    after.board.put(stone, 0);
                    captured.push(stone);
                }
            }
        }
        let group = after.region(at);
        if !after.touches(&group, 0) {
            return None;
        }
        let liberties = after.neighbours(at).filter(|&near| after.board.at(near) == Some(0)).count();
        if captured.len() == 1 && group.len() == 1 && liberties == 1 {
            after.ko = Some(captured[0]);
        }
        Some(after)
    }

    /// Stones of a player, and empty crossings of regions that only stones of this player touch.
    fn area(&self, player: u8) -> i32 {
        let owned = |&at: &Point| match self.board.at(at) {
            Some(0) => {
                let region = self.region(at);
                self.touches(&region, player) && !self.touches(&region, 3 - player)
            }
            content => content == Some(player),
        };
        self.board.points().filter(owned).count() as i32
    }
}

impl ReferenceGame for Go {
    fn moves(&self) -> Vec<(String, Self)> {
        if self.passes == 2 {
            return Vec::new();
        }
        let free = self.board.places_of(0).filter(|&at| self.ko != Some(at));
        let mut moves: Vec<_> =
            free.filter_map(|at| Some((format!("off p({},{})", at.0, at.1), self.place(at)?))).collect();
        moves.push(("pass".into(), Self { mover: 3 - self.mover, passes: self.passes + 1, ko: None, ..self.clone() }));
        moves
    }

    fn winner(&self) -> Option<usize> {
        let black = self.area(1) > self.area(2) + self.komi;
        (self.passes == 2).then_some(if black { 1 } else { 2 })
    }
}

/// Go with situational superko: no stone may lead to an earlier position with the same player to move.
#[derive(Clone)]
struct SuperkoGo {
    now: Go,
    met: History<(Grid, u8)>,
}

impl SuperkoGo {
    fn start(size: i32, komi: i32) -> Self {
        let now = start(size, komi);
        Self { met: History::new((now.board.clone(), now.mover)), now }
    }
}

impl ReferenceGame for SuperkoGo {
    fn moves(&self) -> Vec<(String, Self)> {
        let moves = self.now.moves().into_iter().filter_map(|(text, now)| {
            let position = (now.board.clone(), now.mover);
            let is_allowed = text == "pass" || self.met.count(&position) == 0;
            is_allowed.then(|| (text, Self { met: self.met.with(position), now }))
        });
        moves.collect()
    }

    fn winner(&self) -> Option<usize> {
        self.now.winner()
    }
}

#[test]
fn superko_forbids_earlier_positions() {
    let options = |size| [("size", size), ("komi", "0"), ("superko", "yes")];
    let small = with_options("go", &options("2"));
    assert_same_counts(&small, &SuperkoGo::start(2, 0), 7);
    let nodes = [reference_perft(&SuperkoGo::start(2, 0), 7, 2), reference_perft(&start(2, 0), 7, 2)];
    assert!(nodes[0].nodes < nodes[1].nodes, "superko forbids some moves: {nodes:?}");
    assert_same_games(&small, &SuperkoGo::start(2, 0), 80, 60);
    assert_same_games(&with_options("go", &options("3")), &SuperkoGo::start(3, 0), 30, 80);
}

/// Any crossing or a pass; after two passes the game is over, so that only one of the answers to a pass is final.
#[test]
fn the_first_counts_are_as_computed_by_hand() {
    let nodes = [1, 2].map(|depth| reference_perft(&start(5, 7), depth, 2).nodes);
    assert_eq!(nodes, [26, 25 * 25 + 26]);
}

#[test]
fn the_counts_are_the_same() {
    // The reference implementation takes half a minute for the second move of the full board.
    assert_same_counts(&compiled("go"), &start(9, 7), repetitions(1).min(2) as u32);
    assert_same_counts(&with_options("go", &[("size", "5")]), &start(5, 7), 2);
    assert_same_counts(&with_options("go", &[("size", "2")]), &start(2, 7), 6);
}

#[test]
fn random_games_are_the_same() {
    assert_same_games(&with_options("go", &[("size", "4"), ("komi", "2")]), &start(4, 2), 40, 60);
    assert_same_games(&with_options("go", &[("size", "3"), ("komi", "0")]), &start(3, 0), 80, 60);
}

/// Makes the move with this text, which does not name the stone.
fn make(game: &CompiledGame, state: &mut State, text: &str) {
    let mut moves = Vec::new();
    game.legal_moves(state, &mut moves).unwrap();
    let mv = moves.into_iter().find(|&mv| game.move_text(state, mv).ends_with(text));
    game.apply(state, mv.unwrap_or_else(|| panic!("{text} is not legal"))).unwrap();
}

/// Points of both players as people see them.
fn points(game: &CompiledGame, state: &State) -> [String; 2] {
    [1, 2].map(|player| game.score(state, Player::new(player).unwrap()).to_string())
}

/// Random games to their ends: the scores are the areas in points, with komi and a half for White.
#[test]
fn scores_are_points() {
    for (size, komi) in [(5, 0), (4, 2), (3, 7), (2, 20)] {
        let options = [("size", size.to_string()), ("komi", komi.to_string())];
        let options: Vec<(&str, &str)> = options.iter().map(|(name, value)| (*name, value.as_str())).collect();
        let game = with_options("go", &options);
        let mut random = Pcg64Mcg::seed_from_u64(size as u64);
        for _ in 0..20 {
            let (mut own, mut state) = (start(size, komi), game.initial_state());
            while own.passes < 2 {
                let mut moves = own.moves();
                // Some games end early, and some with a full board.
                let last = moves.len() - 1;
                let index = if random_below(8, &mut random) == 0 { last } else { random_below(last + 1, &mut random) };
                let (text, after) = moves.swap_remove(index);
                make(&game, &mut state, &text);
                own = after;
            }
            let [black, white] = [1, 2].map(|player| own.area(player));
            let expected = [black.to_string(), format!("{}.5", white + komi)];
            assert_eq!(points(&game, &state), expected, "size {size}, komi {komi}");
        }
    }
}

/// One stone owns the whole board: 25 points to half a point.
#[test]
fn one_stone_owns_the_board() {
    let game = with_options("go", &[("size", "5"), ("komi", "0")]);
    let mut state = game.initial_state();
    for text in ["off p(3,3)", "pass", "pass"] {
        make(&game, &mut state, text);
    }
    assert_eq!(points(&game, &state), ["25", "0.5"]);
}
