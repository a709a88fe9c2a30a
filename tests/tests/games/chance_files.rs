//! Game files with chance moves: Pig and Ludo compared with plain implementations, exact probabilities, and the faults of
//! files whose chance moves are impossible.

use boardwright_compiler::game::CompiledGame;
use boardwright_game::fault::FaultKind;
use boardwright_game::game::{Game, GameExt as _, Outcome, Turn};
use boardwright_game::ids::Player;
use boardwright_lang::Source;
use boardwright_tests::battery::Battery;
use boardwright_tests::pig::Pig;
use boardwright_tests::{compiled, load_rules, with_options};
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;

fn game_of(source: &Source, options: &[(&str, &str)]) -> CompiledGame {
    CompiledGame::new(load_rules(source, options)).expect("it is small")
}

fn pig(target: &str) -> CompiledGame {
    with_options("pig", &[("target", target)])
}

fn ludo(players: &str) -> CompiledGame {
    with_options("ludo", &[("players", players)])
}

fn probabilities<G: Game>(game: &G, state: &G::State) -> Vec<f64> {
    let mut chances = Vec::new();
    game.chance_probabilities(state, &mut chances);
    chances
}

/// Texts of the legal moves, with whose turn it is.
fn listed<G: Game>(game: &G, state: &G::State) -> (Turn, Vec<String>) {
    let mut moves = Vec::new();
    let turn = game.legal_moves(state, &mut moves).expect("this game never fails");
    (turn, moves.iter().map(|&mv| game.move_text(state, mv)).collect())
}

#[test]
fn invariants() {
    Battery { games: 60, max_plies: 150, seed: 1 }.run(&pig("30"), &mut |_, _| ());
    for players in ["2", "3", "4"] {
        Battery { games: 3, max_plies: 250, seed: 2 }.run(&ludo(players), &mut |_, _| ());
    }
}

/// The file and the game written in Rust have the same moves, chances, scores and ends, move for move.
#[test]
fn pig_equals_the_game_in_rust() {
    let (file, plain) = (pig("40"), Pig::new(40));
    let mut random = Pcg64Mcg::seed_from_u64(3);
    for _ in 0..200 {
        let (mut of_file, mut of_plain) = (file.initial_state(), plain.initial_state());
        loop {
            let (turn, texts) = listed(&file, &of_file);
            let (plain_turn, plain_texts) = listed(&plain, &of_plain);
            let named: Vec<String> = texts.iter().map(|text| text.trim_start_matches("die ").to_owned()).collect();
            assert_eq!((turn, &named), (plain_turn, &plain_texts));
            assert_eq!(probabilities(&file, &of_file), probabilities(&plain, &of_plain));
            for player in [Player::FIRST, Player::FIRST.next(2)] {
                let (of_file, of_plain) = (file.score(&of_file, player), plain.score(&of_plain, player));
                assert!((of_file - of_plain).abs() < f64::EPSILON, "{of_file} instead of {of_plain}");
            }
            if turn.outcome().is_some() {
                break;
            }
            let at = random.random_range(0..texts.len());
            let mv = file.parse_move(&of_file, &texts[at]).expect("it is listed");
            file.apply(&mut of_file, mv).expect("it is legal");
            let mv = plain.parse_move(&of_plain, &plain_texts[at]).expect("it is listed");
            plain.apply(&mut of_plain, mv).expect("it is legal");
        }
    }
}

#[test]
fn payoffs_are_declared_by_the_files() {
    let range = |name: &str| compiled(name).payoff().score().map(|score| (score.min, score.max));
    assert_eq!(range("yahtzee"), Some((0.0, 375.0)));
    assert_eq!((range("pig"), range("backgammon")), (None, None));
}

/// Ludo in plain Rust. A man is 0 in the yard, 1 to 40 on the track counted from its entry, and 41 to 44 at home.
#[derive(Clone)]
struct PlainLudo {
    men: Vec<[u32; 4]>,
    mover: usize,
    die: u32,
    rolls_next: bool,
}

impl PlainLudo {
    fn new(players: usize) -> Self {
        Self { men: vec![[0; 4]; players], mover: players - 1, die: 0, rolls_next: true }
    }

    /// Place on the common track.
    fn square(&self, player: usize, at: u32) -> Option<u32> {
        let corner = if self.men.len() == 2 { 2 * player } else { player } as u32;
        (1..=40).contains(&at).then(|| (at - 1 + 10 * corner) % 40)
    }

    /// Targets that men of the mover can reach, by origin.
    fn moves(&self) -> Vec<(u32, u32)> {
        let men = self.men[self.mover];
        let mut found: Vec<(u32, u32)> = Vec::new();
        for from in men {
            let to = match from {
                0 if self.die == 6 => 1,
                0 => continue,
                from => from + self.die,
            };
            if to <= 44 && !men.contains(&to) {
                found.push((from, to));
            }
        }
        found.sort_unstable();
        found.dedup();
        found
    }

    fn make(&mut self, (from, to): (u32, u32)) {
        let square = self.square(self.mover, to);
        for player in (0..self.men.len()).filter(|player| *player != self.mover) {
            for man in 0..4 {
                let at = self.men[player][man];
                if square.is_some() && self.square(player, at) == square {
                    self.men[player][man] = 0;
                }
            }
        }
        let man = self.men[self.mover].iter_mut().find(|at| **at == from).expect("a man stands there");
        *man = to;
        self.rolls_next = true;
    }

    fn roll(&mut self, die: u32) {
        if self.die != 6 {
            self.mover = (self.mover + 1) % self.men.len();
        }
        (self.die, self.rolls_next) = (die, false);
    }

    fn winner(&self) -> Option<Player> {
        let won = self.men.iter().position(|men| men.iter().all(|at| *at > 40));
        won.and_then(|player| Player::new(player + 1))
    }

    /// Distance of a place of the file from the entry of the mover.
    fn distance(&self, place: &str) -> u32 {
        let numbers: Vec<u32> =
            place.split(|letter: char| !letter.is_ascii_digit()).filter_map(|number| number.parse().ok()).collect();
        match (place.split('(').next(), numbers.as_slice()) {
            (Some("yard"), _) => 0,
            (Some("home"), [_, place]) => 40 + place,
            (Some("f"), [square]) => {
                (1..=40).find(|&at| self.square(self.mover, at) == Some(*square)).expect("every square has a distance")
            }
            other => panic!("{place}: {other:?}"),
        }
    }
}

#[test]
fn ludo_equals_a_plain_implementation() {
    let mut random = Pcg64Mcg::seed_from_u64(4);
    for (players, count) in [("2", 2), ("3", 3), ("4", 4)] {
        let game = ludo(players);
        for _ in 0..4 {
            let (mut state, mut plain) = (game.initial_state(), PlainLudo::new(count));
            loop {
                let (turn, texts) = listed(&game, &state);
                let step = match turn {
                    Turn::Over(outcome) => {
                        assert_eq!(Some(outcome), plain.winner().map(Outcome::Won));
                        break;
                    }
                    Turn::Chance => {
                        assert!(plain.rolls_next && plain.winner().is_none());
                        assert_eq!(texts, ["roll 1", "roll 2", "roll 3", "roll 4", "roll 5", "roll 6"]);
                        assert_eq!(probabilities(&game, &state), [1.0 / 6.0; 6]);
                        let die = random.random_range(1..=6);
                        plain.roll(die);
                        format!("roll {die}")
                    }
                    Turn::Player(player) => {
                        assert_eq!((player.index(), plain.rolls_next), (plain.mover, false));
                        let steps = |text: &String| {
                            let words: Vec<&str> = text.split(' ').collect();
                            (plain.distance(words[1]), plain.distance(words[2]))
                        };
                        let expected = plain.moves();
                        let at = random.random_range(0..texts.len());
                        if expected.is_empty() {
                            assert_eq!(texts, ["pass"]);
                            plain.rolls_next = true;
                        } else {
                            let mut found: Vec<(u32, u32)> = texts.iter().map(steps).collect();
                            let made = found[at];
                            found.sort_unstable();
                            assert_eq!(found, expected);
                            plain.make(made);
                        }
                        texts[at].clone()
                    }
                };
                let mv = game.parse_move(&state, &step).expect("it is listed");
                game.apply(&mut state, mv).expect("it is legal");
            }
        }
    }
}

/// A game of one player in which chance follows each move `go`, with these rules of chance.
fn with_chance(rules: &str) -> CompiledGame {
    let text = format!(
        "[GAME]\nedition = 2026\n[PLAYERS]\n1 = Ann\n[ELEMENT TYPES]\nname = red\nname = blue\n[LOCATION TYPES]\n\
         name = cell\n[LOCATIONS]\nname = top\ntype = cell\npoint = 0, 0\n[ELEMENTS]\nname = r($N: 1..2)\ntype = red\n\
         name = b\ntype = blue\n[VARIABLES]\nname = x\ninitial = 1\n[RULES]\nname = go\nfollowup = x = x - 1\nnext = 0\n\
         {rules}\n[END OF GAME]\nsituation = x > 9\nwinner = 0\n"
    );
    game_of(&Source::new("chance.game", text.as_bytes()), &[])
}

fn after_go(game: &CompiledGame) -> boardwright_interpreter::state::State {
    let mut state = game.initial_state();
    let go = game.parse_move(&state, "go").expect("it is legal");
    game.apply(&mut state, go).expect("it is legal");
    state
}

#[test]
fn weights_are_relative_and_moves_of_weight_0_do_not_happen() {
    let game =
        with_chance("name = die\nplayer = 0\nchoice = 1..4\nweight = IF(CHOICE == 3, x, 5 - CHOICE)\nnext = PLAYER");
    let state = after_go(&game);
    assert_eq!(listed(&game, &state), (Turn::Chance, vec!["die 1".into(), "die 2".into(), "die 4".into()]));
    assert_eq!(probabilities(&game, &state), [0.5, 0.375, 0.125]);
    let refused = game.parse_move(&state, "go").expect_err("chance is to move").to_string();
    assert!(refused.contains("go"), "{refused}");
}

#[test]
fn equal_elements_are_drawn_as_one_move_with_the_sum_of_their_weights() {
    let game = with_chance("name = draw\nplayer = 0\nelement = any\nfrom = NOWHERE\nto = top\nnext = PLAYER");
    let state = after_go(&game);
    assert_eq!(listed(&game, &state).1, ["r(1) off top", "b off top"]);
    assert_eq!(probabilities(&game, &state), [2.0 / 3.0, 1.0 / 3.0]);
    // Any of the equal elements is understood.
    let mut draws = 0;
    let mut random = Pcg64Mcg::seed_from_u64(5);
    for _ in 0..3000 {
        let drawn = game.sample_chance(&state, &mut random).expect("chance is to move");
        draws += u32::from(game.move_text(&state, drawn).starts_with('r'));
    }
    // Five standard deviations of 3000 draws with the probability 2/3.
    assert!((2000_u32).abs_diff(draws) < 130, "{draws}");
    assert!(game.parse_move(&state, "r(2) off top").is_ok());
}

#[test]
fn impossible_chance_is_a_fault() {
    let game = with_chance("name = die\nplayer = 0\nchoice = 1..2\nweight = x\nnext = PLAYER");
    let fault = game.legal_moves(&after_go(&game), &mut Vec::new()).expect_err("all weights are 0");
    assert_eq!(fault.kind, FaultKind::NoChanceMove);
    let game = with_chance("name = die\nplayer = 0\nchoice = 1..2\nweight = x - CHOICE\nnext = PLAYER");
    let fault = game.legal_moves(&after_go(&game), &mut Vec::new()).expect_err("the weights are negative");
    assert_eq!(fault.kind, FaultKind::NegativeWeight(-1));
}

#[test]
fn states_tell_that_chance_is_to_move() {
    let game = ludo("2");
    let start = game.initial_state();
    let text = game.state_text(&start);
    assert!(text.starts_with("turn\t2\t-\nchance\n"), "{text}");
    let read = game.parse_state(&text).expect("the game wrote it");
    assert_eq!((game.key(&read), read), (game.key(&start), start));
    let without = text.replace("chance\n", "");
    let other = game.parse_state(&without).expect("it is a position");
    assert_ne!(game.key(&other), game.key(&game.initial_state()));
    let nim = compiled("nim");
    let text = nim.state_text(&nim.initial_state()).replacen('\n', "\nchance\n", 1);
    let error = nim.parse_state(&text).expect_err("Nim has no chance").to_string();
    assert!(error.contains("no chance moves"), "{error}");
}
