//! Reference implementation of backgammon: two arrays of checkers and a generator of whole plays. It does not use the game
//! file, which describes a play checker by checker.

use std::collections::BTreeSet;
use std::rc::Rc;

use boardwright_compiler::game::CompiledGame;
use boardwright_game::game::{Game as _, GameExt as _, Outcome, Turn};
use boardwright_game::ids::Player;
use boardwright_interpreter::state::State;
use boardwright_tests::compiled;
use boardwright_tests::effort::repetitions;
use boardwright_tests::reference::{ReferenceGame, assert_same_counts, assert_same_games_by};
use rand::{RngExt as _, SeedableRng as _};
use rand_pcg::Pcg64Mcg;

/// Point of a checker that has been borne off.
const OFF: usize = 0;
/// Point of a checker on the bar.
const BAR: usize = 25;

/// The checkers of both players.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Board {
    /// Number of checkers by player and point, which each player counts from its own home.
    checkers: [[u8; 26]; 2],
}

impl Board {
    fn start() -> Self {
        let mut checkers = [0; 26];
        for (point, count) in [(24, 2), (13, 5), (8, 3), (6, 5)] {
            checkers[point] = count;
        }
        Self { checkers: [checkers; 2] }
    }

    /// The board after a move of one checker; `None` if the die does not allow it.
    fn after(&self, player: usize, from: usize, die: usize) -> Option<(usize, Self)> {
        let own = &self.checkers[player];
        if own[from] == 0 || (own[BAR] > 0 && from != BAR) {
            return None;
        }
        let to = if from > die {
            from - die
        } else {
            let is_home = own[7..].iter().all(|count| *count == 0);
            let is_farthest = own[from + 1..].iter().all(|count| *count == 0);
            if !is_home || (from != die && !is_farthest) {
                return None;
            }
            OFF
        };
        let mut board = self.clone();
        board.checkers[player][from] -= 1;
        board.checkers[player][to] += 1;
        if to != OFF {
            match self.checkers[1 - player][25 - to] {
                0 => {}
                1 => {
                    board.checkers[1 - player][25 - to] = 0;
                    board.checkers[1 - player][BAR] += 1;
                }
                _ => return None,
            }
        }
        Some((to, board))
    }

    fn has_won(&self, player: usize) -> bool {
        self.checkers[player][OFF] == 15
    }

    /// Points that a winner gets.
    fn points(&self, winner: usize) -> u32 {
        let loser = &self.checkers[1 - winner];
        match loser[OFF] {
            0 if loser[19..].iter().any(|count| *count > 0) => 3,
            0 => 2,
            _ => 1,
        }
    }

    /// The legal plays of a roll: those that use most dice, and of plays with one die those with the higher one.
    fn plays(&self, player: usize, (one, other): (usize, usize)) -> Vec<Play> {
        let mut plays = Vec::new();
        if one == other {
            self.extend_play(player, &[one; 4], Play::of(self), &mut plays);
        } else {
            self.extend_play(player, &[one, other], Play::of(self), &mut plays);
            self.extend_play(player, &[other, one], Play::of(self), &mut plays);
        }
        let rank = |play: &Play| (play.moves.len(), if play.moves.len() == 1 { play.last_die } else { 0 });
        let best = plays.iter().map(rank).max().expect("the empty play");
        plays.retain(|play| rank(play) == best);
        plays
    }

    fn extend_play(&self, player: usize, dice: &[usize], play: Play, plays: &mut Vec<Play>) {
        if let [die, rest @ ..] = dice {
            for from in 1..=BAR {
                if let Some((to, after)) = self.after(player, from, *die) {
                    let moves = play.moves.iter().copied().chain([(from, to)]).collect();
                    after.extend_play(player, rest, Play { moves, last_die: *die, board: after.clone() }, plays);
                }
            }
        }
        plays.push(play);
    }
}

/// A series of moves of single checkers, from and to points of the player.
#[derive(Clone, Debug)]
struct Play {
    moves: Vec<(usize, usize)>,
    last_die: usize,
    board: Board,
}

impl Play {
    fn of(board: &Board) -> Self {
        Self { moves: Vec::new(), last_die: 0, board: board.clone() }
    }
}

/// Next event of a game.
#[derive(Clone)]
enum Phase {
    Opening,
    Roll,
    /// The plays that begin with the moves made in this turn, and the number of these moves.
    Play(Rc<Vec<Play>>, usize),
}

#[derive(Clone)]
struct Backgammon {
    board: Board,
    player: usize,
    phase: Phase,
}

impl Backgammon {
    fn start() -> Self {
        Self { board: Board::start(), player: 0, phase: Phase::Opening }
    }

    fn rolled(&self, player: usize, dice: (usize, usize)) -> Self {
        let plays = Rc::new(self.board.plays(player, dice));
        Self { board: self.board.clone(), player, phase: Phase::Play(plays, 0) }
    }

    /// The position after the next move of some of the plays.
    fn moved(&self, plays: &[Play], made: usize, (from, to): (usize, usize)) -> Self {
        let rest: Vec<Play> = plays.iter().filter(|play| play.moves[made] == (from, to)).cloned().collect();
        let phase = if rest[0].moves.len() == made + 1 { Phase::Roll } else { Phase::Play(Rc::new(rest), made + 1) };
        // A die higher than needed bears off like the exact one.
        let (_, board) = (from - to..=6).find_map(|die| self.board.after(self.player, from, die)).expect("it is legal");
        Self { board, player: self.player, phase }
    }
}

impl ReferenceGame for Backgammon {
    fn moves(&self) -> Vec<(String, Self)> {
        let dice = || (1..=6).flat_map(|one| (1..=6).map(move |other| (one, other)));
        match &self.phase {
            _ if self.winner().is_some() => Vec::new(),
            Phase::Opening => dice()
                .filter(|(white, black)| white != black)
                .map(|(white, black)| {
                    (format!("opening {white}{black}"), self.rolled(usize::from(black > white), (white, black)))
                })
                .collect(),
            Phase::Roll => dice()
                .filter(|(one, other)| one >= other)
                .map(|(one, other)| (format!("roll {one}{other}"), self.rolled(1 - self.player, (one, other))))
                .collect(),
            Phase::Play(plays, made) if plays[0].moves.len() == *made => {
                vec![("pass".to_owned(), Self { phase: Phase::Roll, ..self.clone() })]
            }
            Phase::Play(plays, made) => {
                let next: BTreeSet<(usize, usize)> = plays.iter().map(|play| play.moves[*made]).collect();
                let absolute = |point| if self.player == 0 { point } else { 25 - point };
                let text = |(from, to)| match to {
                    OFF => format!("{} out", absolute(from)),
                    to => format!("{} {}", absolute(from), absolute(to)),
                };
                next.into_iter().map(|step| (text(step), self.moved(plays, *made, step))).collect()
            }
        }
    }

    fn winner(&self) -> Option<usize> {
        [0, 1].into_iter().find(|&player| self.board.has_won(player)).map(|player| player + 1)
    }
}

/// `p(13,5) p(8,4)` without the spots: `13 8`.
fn points_of_move(text: &str) -> String {
    let point = |place: &str| match place.trim_start_matches("p(").split_once(',') {
        Some((point, _)) if place.starts_with("p(") => point.to_owned(),
        Some(_) => "out".to_owned(),
        None => place.to_owned(),
    };
    text.split(' ').map(point).collect::<Vec<_>>().join(" ")
}

/// The checkers of a state of the game file.
fn board_of(game: &CompiledGame, state: &State) -> Board {
    let owner = |name: String| {
        let place = game.rules().location_named(&name).expect("the file has these places");
        game.content(state, place).and_then(|checker| game.owner(state, checker)).map(Player::index)
    };
    let mut board = Board { checkers: [[0; 26]; 2] };
    for spot in 1..=15 {
        for point in 0..=25 {
            match owner(format!("p({point},{spot})")) {
                Some(0) => board.checkers[0][point] += 1,
                Some(_) => board.checkers[1][25 - point] += 1,
                None => {}
            }
        }
        for player in [0, 1] {
            board.checkers[player][OFF] += u8::from(owner(format!("out({},{spot})", player + 1)).is_some());
        }
    }
    board
}

/// All boards at the end of the turn of the player to move.
fn boards_after_turn(game: &CompiledGame, state: &State) -> BTreeSet<Board> {
    let (mut boards, mut seen) = (BTreeSet::new(), BTreeSet::new());
    let (mut open, mut moves) = (vec![state.clone()], Vec::new());
    while let Some(state) = open.pop() {
        let turn = game.legal_moves(&state, &mut moves).expect("shipped games never fail");
        for &mv in &moves {
            let mut after = state.clone();
            game.apply(&mut after, mv).expect("shipped games never fail");
            let goes_on = game.legal_moves(&after, &mut Vec::new()).expect("shipped games never fail") == turn;
            if !goes_on {
                boards.insert(board_of(game, &after));
            } else if seen.insert(game.key(&after)) {
                open.push(after);
            }
        }
    }
    boards
}

fn boards_after_plays(plays: &[Play]) -> BTreeSet<Board> {
    plays.iter().map(|play| play.board.clone()).collect()
}

/// The start position with a roll of White, doubles included.
fn start_with_roll(game: &CompiledGame, (one, other): (usize, usize)) -> State {
    let text = game.state_text(&game.initial_state());
    assert!(text.contains("opened\tfalse"), "{text}");
    let mut state = game.parse_state(&text.replace("opened\tfalse", "opened\ttrue")).expect("it is a position");
    let roll = game.parse_move(&state, &format!("roll {one}{other}")).expect("chance is to move");
    game.apply(&mut state, roll).expect("it is legal");
    state
}

/// Numbers of different boards after a play of each roll in the start position, from 1-1 and 2-1 to 6-6.
#[rustfmt::skip]
const START_PLAYS: [usize; 21] = [
    42,
    15, 75,
    16, 17, 73,
    14, 18, 17, 52,
    8, 8, 9, 9, 4,
    10, 14, 14, 14, 7, 11,
];

#[test]
fn the_start_position_has_as_many_plays_for_each_roll() {
    let game = compiled("backgammon");
    let mut counts = Vec::new();
    for (one, other) in (1..=6).flat_map(|one| (1..=one).map(move |other| (one, other))) {
        let expected = boards_after_plays(&Board::start().plays(0, (one, other)));
        // The player after the last one of the file moves first.
        assert_eq!(boards_after_turn(&game, &start_with_roll(&game, (one, other))), expected, "{one}-{other}");
        counts.push(expected.len());
    }
    assert_eq!(counts, START_PLAYS);
}

/// Number of positions whose plays are compared in a usual run.
const POSITIONS: u64 = 500;

#[test]
fn the_plays_of_random_positions_are_the_same() {
    let game = compiled("backgammon");
    let wanted = repetitions(POSITIONS);
    let mut random = Pcg64Mcg::seed_from_u64(7);
    let (mut state, mut reference) = (game.initial_state(), Backgammon::start());
    let (mut moves, mut compared, mut points) = (Vec::new(), 0, 0);
    while compared < wanted {
        let turn = game.legal_moves(&state, &mut moves).expect("shipped games never fail");
        if let (Turn::Player(_), Phase::Play(plays, 0)) = (turn, &reference.phase) {
            assert_eq!(boards_after_turn(&game, &state), boards_after_plays(plays), "{}", game.state_text(&state));
            compared += 1;
        }
        if let Some(winner) = turn.outcome().map(Outcome::winner) {
            points = reference.board.points(winner - 1);
            (state, reference) = (game.initial_state(), Backgammon::start());
            continue;
        }
        let mv = moves[random.random_range(0..moves.len())];
        let text = points_of_move(&game.move_text(&state, mv));
        let text = text.split_once(' ').filter(|_| mv.element.is_some()).map_or(text.as_str(), |(_, places)| places);
        let after = reference.moves().into_iter().find(|(other, _)| other == text);
        (_, reference) = after.unwrap_or_else(|| panic!("{text}\n{}", game.state_text(&state)));
        game.apply(&mut state, mv).expect("it is legal");
        if let Some(winner) = reference.winner() {
            let players = [Player::FIRST, Player::FIRST.next(2)];
            let scores = players.map(|player| game.points(&state, player));
            let expected = reference.board.points(winner - 1) as i32;
            assert_eq!(scores, if winner == 1 { [expected, 0] } else { [0, expected] });
        }
    }
    assert!(points > 0, "games end");
}

#[test]
fn the_counts_are_the_same() {
    assert_same_counts(&compiled("backgammon"), &Backgammon::start(), 3);
}

#[test]
fn random_games_are_the_same() {
    assert_same_games_by(&compiled("backgammon"), &Backgammon::start(), 6, 900, points_of_move);
}
