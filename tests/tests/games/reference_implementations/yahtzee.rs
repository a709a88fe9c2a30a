//! Reference implementation of Yahtzee: numbers of dice by face, and a score sheet. It does not use the game file.

use std::collections::HashMap;

use boardwright_compiler::game::CompiledGame;
use boardwright_game::game::{Game as _, GameExt as _, Turn};
use boardwright_game::ids::Player;
use boardwright_interpreter::state::State;
use boardwright_tests::chance_reference::{Continuation, ReferencePosition, assert_same_positions};
use boardwright_tests::with_options;

/// A position.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Sheet {
    /// Number of dice on the table by face.
    table: [u32; 6],
    in_cup: u32,
    /// Casts of this turn.
    casts: u32,
    /// Player in whose turn the position is, from 0.
    player: usize,
    boxes: Vec<[Option<u32>; 13]>,
    scores: Vec<u32>,
    is_chance_next: bool,
}

/// Points of five dice in a box.
fn points(dice: [u32; 6], number: usize) -> u32 {
    let sum: u32 = (1..=6).zip(dice).map(|(face, count)| face * count).sum();
    let most = *dice.iter().max().expect("six faces");
    let longest_row = dice.split(|count| *count == 0).map(<[u32]>::len).max().unwrap_or(0);
    let scores = |fits: bool, points: u32| if fits { points } else { 0 };
    match number {
        0..6 => (number as u32 + 1) * dice[number],
        6 => scores(most >= 3, sum),
        7 => scores(most >= 4, sum),
        8 => scores(dice.contains(&3) && dice.contains(&2), 25),
        9 => scores(longest_row >= 4, 30),
        10 => scores(longest_row == 5, 40),
        11 => scores(most == 5, 50),
        _ => sum,
    }
}

impl Sheet {
    fn start(players: usize) -> Self {
        Self {
            table: [0; 6],
            in_cup: 5,
            casts: 0,
            player: players - 1,
            boxes: vec![[None; 13]; players],
            scores: vec![0; players],
            is_chance_next: true,
        }
    }

    fn after_scoring(&self, number: usize) -> Self {
        let mut after = Self { table: [0; 6], in_cup: 5, casts: 0, is_chance_next: true, ..self.clone() };
        let boxes = &mut after.boxes[self.player];
        let upper = |boxes: &[Option<u32>; 13]| boxes[..6].iter().flatten().sum::<u32>();
        let had_bonus = upper(boxes) >= 63;
        boxes[number] = Some(points(self.table, number));
        let bonus = if !had_bonus && upper(boxes) >= 63 { 35 } else { 0 };
        after.scores[self.player] += points(self.table, number) + bonus;
        after.is_chance_next = after.winner().is_none();
        after
    }

    fn winner(&self) -> Option<usize> {
        if self.boxes.as_flattened().iter().any(Option::is_none) {
            return None;
        }
        let most = self.scores.iter().max()?;
        let mut best = (1..).zip(&self.scores).filter(|(_, score)| *score == most);
        Some(best.next().filter(|_| best.next().is_none()).map_or(0, |(winner, _)| winner))
    }
}

impl ReferencePosition for Sheet {
    fn read(game: &CompiledGame, state: &State) -> Self {
        let content = |name: String| {
            let place = game.rules().location_named(&name).expect("the file has these places");
            game.content(state, place).map(|element| game.element_state(state, element))
        };
        let text = game.state_text(state);
        let variables: HashMap<&str, u32> = text
            .lines()
            .filter_map(|line| line.strip_prefix("variable\t")?.split_once('\t'))
            .map(|(name, value)| (name, value.parse().expect("a number")))
            .collect();
        let players = 1..=game.players();
        let mut table = [0; 6];
        for face in (1..=5).filter_map(|spot| content(format!("table({spot})"))) {
            table[face as usize - 1] += 1;
        }
        let value = |player: usize, number: usize| {
            content(format!("box({player},{number})")).map(|_| variables[&*format!("points({player},{number})")])
        };
        Self {
            table,
            in_cup: (1..=5).filter(|spot| content(format!("cup({spot})")).is_some()).count() as u32,
            casts: variables["casts"],
            player: game.mover(state).index(),
            boxes: players.clone().map(|player| std::array::from_fn(|number| value(player, number + 1))).collect(),
            scores: players.filter_map(Player::new).map(|player| game.points(state, player) as u32).collect(),
            is_chance_next: matches!(game.legal_moves(state, &mut Vec::new()), Ok(Turn::Chance)),
        }
    }

    fn continuation(&self) -> Continuation<Self> {
        if let Some(winner) = self.winner() {
            return Continuation::Over(winner);
        }
        let faces = 0..6;
        if self.is_chance_next {
            let throws = faces.map(|face| {
                let mut after = Self { in_cup: self.in_cup - 1, ..self.clone() };
                after.table[face] += 1;
                if after.in_cup == 0 {
                    after.casts += 1;
                    after.is_chance_next = false;
                    if after.casts == 1 {
                        after.player = (self.player + 1) % self.boxes.len();
                    }
                }
                (after, 1.0 / 6.0)
            });
            return Continuation::Chance(throws.collect());
        }
        let mut found = Vec::new();
        for face in faces.filter(|&face| self.casts < 3 && self.table[face] > 0) {
            let mut after = Self { in_cup: self.in_cup + 1, ..self.clone() };
            after.table[face] -= 1;
            found.push(after);
        }
        if self.in_cup > 0 {
            found.push(Self { is_chance_next: true, ..self.clone() });
        } else {
            let open = (0..13).filter(|&number| self.boxes[self.player][number].is_none());
            found.extend(open.map(|number| self.after_scoring(number)));
        }
        Continuation::Choice(self.player + 1, found)
    }
}

#[test]
fn points_are_as_in_the_rules() {
    let of = |dice: [u32; 6]| std::array::from_fn::<u32, 13, _>(|number| points(dice, number));
    assert_eq!(of([0, 0, 0, 0, 0, 5]), [0, 0, 0, 0, 0, 30, 30, 30, 0, 0, 0, 50, 30]);
    assert_eq!(of([2, 0, 3, 0, 0, 0]), [2, 0, 9, 0, 0, 0, 11, 0, 25, 0, 0, 0, 11]);
    assert_eq!(of([1, 1, 2, 1, 0, 0]), [1, 2, 6, 4, 0, 0, 0, 0, 0, 30, 0, 0, 13]);
    assert_eq!(of([0, 1, 1, 1, 1, 1]), [0, 2, 3, 4, 5, 6, 0, 0, 0, 30, 40, 0, 20]);
}

#[test]
fn random_games_are_the_same() {
    for (players, count, games) in [("1", 1, 4), ("2", 2, 3), ("4", 4, 1)] {
        let game = with_options("yahtzee", &[("players", players)]);
        assert_eq!(assert_same_positions(&game, &Sheet::start(count), games, 5000), games, "{players} players");
    }
}

/// Probabilities of the numbers of alike dice in the first cast: the multinomial distribution of five dice.
#[test]
fn casts_have_the_multinomial_distribution() {
    let game = with_options("yahtzee", &[("players", "1")]);
    let mut positions = vec![(game.initial_state(), 1.0)];
    let (mut moves, mut chances) = (Vec::new(), Vec::new());
    for _ in 0..5 {
        let mut merged: HashMap<u64, (State, f64)> = HashMap::new();
        for (state, chance) in positions {
            game.legal_moves(&state, &mut moves).expect("shipped games never fail");
            game.chance_probabilities(&state, &mut chances);
            for (&mv, part) in moves.iter().zip(&chances) {
                let mut after = state.clone();
                game.apply(&mut after, mv).expect("shipped games never fail");
                merged.entry(game.key(&after)).or_insert((after, 0.0)).1 += chance * part;
            }
        }
        positions = merged.into_values().collect();
    }
    assert_eq!(positions.len(), 252, "combinations of five dice");
    let chance_of = |number: usize| {
        let fits = |state: &State| points(Sheet::read(&game, state).table, number) > 0;
        positions.iter().filter(|(state, _)| fits(state)).map(|(_, chance)| chance).sum::<f64>()
    };
    // Full house, small and large straight, Yahtzee, of 7776 casts.
    for (number, casts) in [(8, 300.0), (9, 1200.0), (10, 240.0), (11, 6.0)] {
        assert!((chance_of(number) - casts / 7776.0).abs() < 1e-12, "box {number}: {}", chance_of(number));
    }
}
