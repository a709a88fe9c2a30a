//! The laws that every game obeys, checked along random games. A new game gets them by one call.
//! No law here knows what the game is about.

use std::collections::BTreeMap;

use boardwright_engine::game::{Game, Turn};
use boardwright_engine::ids::Player;
use boardwright_engine::record::{End, FORMAT, Header, Played, Reason, Record, ReplayError, Seat, replay};
use boardwright_engine::variation::Variation;
use rand::{Rng, RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;

use crate::structure;

/// How a battery is run.
#[derive(Clone, Copy, Debug)]
pub struct Battery {
    /// How many random games.
    pub games: u64,
    /// A game is given up after so many plies.
    pub longest: usize,
    /// Games are played with the seeds from this on.
    pub seed: u64,
}

/// So many of a position's moves are written and read back.
const MOST_READ: usize = 12;

/// Further checks: gets a position and the move that is made next, which is none at the end.
pub type More<'m, G> = dyn FnMut(&<G as Game>::State, Option<<G as Game>::Move>) + 'm;

/// Every player of a game.
pub fn players<G: Game>(game: &G) -> impl Iterator<Item = Player> {
    (1..=game.players()).filter_map(Player::new)
}

/// Bytes of a position.
pub fn position<G: Game>(game: &G, state: &G::State) -> Vec<u8> {
    let mut bytes = Vec::new();
    game.position(state, &mut bytes);
    bytes
}

impl Battery {
    /// Plays the games and checks every law at every ply; `more` checks what else holds for this kind of game, and
    /// hears of every move before it is made.
    ///
    /// # Panics
    /// If a law is broken; the message names the game's seed and the ply.
    pub fn run<G: Game>(self, game: &G, more: &mut More<'_, G>) {
        for seed in self.seed..self.seed + self.games {
            let mut random = Pcg64Mcg::seed_from_u64(seed);
            let mut state = game.start();
            let mut played = Vec::new();
            let mut moves = Vec::new();
            let mut line = Variation::new(game, &state);
            for ply in 0..=self.longest {
                let at = format!("game {seed}, ply {ply}");
                let turn = check_turn(game, &state, &mut moves, &at);
                check_text(game, &state, &moves, &at);
                check_knowledge(game, &state, &mut random, &at);
                structure::check(game, &state, &moves, &at);
                let mv = if moves.is_empty() || ply == self.longest {
                    None
                } else {
                    Some(choose(game, &state, &moves, turn, &mut random))
                };
                more(&state, mv);
                let Some(mv) = mv else { break };
                let text = game.move_text(&state, mv);
                played.push(Played { ply: ply + 1, player: turn.player(), text, rule: None });
                game.apply(&mut state, mv).unwrap_or_else(|fault| panic!("{at}: {fault}"));
                check_there_and_back(&mut line, &moves, &at);
                line.make(mv).unwrap_or_else(|fault| panic!("{at}: {fault}"));
                assert_eq!(game.state_text(line.state()), game.state_text(&state), "{at}: made in a line of play");
            }
            check_unmade(&mut line, seed);
            check_record(game, &state, played, seed);
        }
    }
}

/// The list of moves: the same when asked again, without doubles, part of all moves, empty only at the end.
fn check_turn<G: Game>(game: &G, state: &G::State, moves: &mut Vec<G::Move>, at: &str) -> Turn {
    let turn = game.turn(state, moves).unwrap_or_else(|fault| panic!("{at}: {fault}"));
    let mut again = moves.clone();
    assert_eq!(game.turn(state, &mut again), Ok(turn), "{at}: asked again");
    assert_eq!(*moves, again, "{at}: moves asked again");
    assert_eq!(game.outcome(state), Ok(turn.outcome()), "{at}: outcome");
    assert_eq!(moves.is_empty(), turn.outcome().is_some(), "{at}: a game is over when there are no moves");
    let mut every = Vec::new();
    assert_eq!(game.every_move(state, &mut every), Ok(turn), "{at}: every move");
    for (index, mv) in moves.iter().enumerate() {
        assert!(!moves[..index].contains(mv), "{at}: {mv:?} is listed twice");
        assert!(every.contains(mv), "{at}: {mv:?} is not among all moves");
    }
    let mut chances = vec![f64::NAN];
    game.chances(state, &mut chances);
    if turn == Turn::Chance {
        assert_eq!(chances.len(), moves.len(), "{at}: one chance for each move");
        assert!(chances.iter().all(|&chance| chance > 0.0), "{at}: {chances:?}");
        assert!((chances.iter().sum::<f64>() - 1.0).abs() < 1e-9, "{at}: chances sum to one: {chances:?}");
    } else {
        assert!(chances.is_empty(), "{at}: chances where nothing is drawn");
    }
    turn
}

/// States and moves as text come back as they were.
fn check_text<G: Game>(game: &G, state: &G::State, moves: &[G::Move], at: &str) {
    let text = game.state_text(state);
    let back = game.parse_state(&text).unwrap_or_else(|error| panic!("{at}: {error} in\n{text}"));
    assert_eq!(game.state_text(&back), text, "{at}: the state saved and loaded");
    assert_eq!(position(game, &back), position(game, state), "{at}: the position saved and loaded\n{text}");
    assert_eq!(game.key(&back), game.key(state), "{at}: the key of the state saved and loaded\n{text}");
    let mut same = Vec::new();
    assert_eq!(game.turn(&back, &mut same), game.turn(state, &mut Vec::new()), "{at}: the turn saved and loaded");
    assert_eq!(same, moves, "{at}: the moves of the state saved and loaded\n{text}");
    for player in players(game) {
        let (loaded, kept) = (game.score(&back, player), game.score(state, player));
        assert_eq!(loaded.to_bits(), kept.to_bits(), "{at}: the score of player {player} saved and loaded");
    }
    let mut every = Vec::new();
    game.every_move(state, &mut every).unwrap_or_else(|fault| panic!("{at}: {fault}"));
    // A game may have ten thousands of moves that differ only in which of several equal pieces moves.
    for &mv in every.iter().step_by(every.len().div_ceil(MOST_READ).max(1)) {
        let text = game.move_text(state, mv);
        assert_eq!(game.parse_move(state, &text), Ok(mv), "{at}: the move \"{text}\"");
    }
    assert!(game.parse_move(state, "no such move").is_err(), "{at}: nonsense is refused");
}

/// What a player cannot see may be otherwise, what the player sees stays, and so does what the player can do.
fn check_knowledge<G: Game>(game: &G, state: &G::State, random: &mut dyn Rng, at: &str) {
    let known = |state: &G::State, player| {
        let mut bytes = Vec::new();
        game.information(state, player, &mut bytes);
        bytes
    };
    let turn = game.turn(state, &mut Vec::new()).unwrap_or_else(|fault| panic!("{at}: {fault}"));
    for player in players(game) {
        let imagined = game.resample(state, player, random);
        assert_eq!(known(&imagined, player), known(state, player), "{at}: what player {player} knows");
        let mut moves = Vec::new();
        let imagined_turn = game.turn(&imagined, &mut moves).unwrap_or_else(|fault| panic!("{at}: {fault}"));
        assert_eq!(imagined_turn.player(), turn.player(), "{at}: whose turn it is, as player {player} sees it");
        if turn.player() == Some(player) {
            let mut real = Vec::new();
            game.turn(state, &mut real).unwrap_or_else(|fault| panic!("{at}: {fault}"));
            assert_eq!(moves, real, "{at}: player {player} knows what can be done");
        }
    }
}

/// After any of the moves is made and taken back, the position is what it was.
fn check_there_and_back<G: Game>(line: &mut Variation<'_, G>, moves: &[G::Move], at: &str) {
    let game = line.game();
    let (plies, key, before) = (line.len(), game.key(line.state()), position(game, line.state()));
    for &mv in moves {
        let ends = line.ends(mv);
        line.make(mv).unwrap_or_else(|fault| panic!("{at}: {fault}"));
        assert_eq!(game.outcome(line.state()), ends, "{at}: how {mv:?} ends the game, asked before it is made");
        assert_eq!((line.unmake(), line.len()), (Some(mv), plies), "{at}: {mv:?} taken back");
    }
    assert_eq!(game.key(line.state()), key, "{at}: the key after moves were taken back");
    assert_eq!(position(game, line.state()), before, "{at}: the position after moves were taken back");
}

/// All moves of a game taken back lead to its start by the positions that they led through.
fn check_unmade<G: Game>(line: &mut Variation<'_, G>, seed: u64) {
    let game = line.game();
    let mut again = game.start();
    let mut met = vec![game.state_text(&again)];
    for &mv in line.moves() {
        game.apply(&mut again, mv).unwrap_or_else(|fault| panic!("game {seed}: {fault}"));
        met.push(game.state_text(&again));
    }
    while let Some(expected) = met.pop() {
        assert_eq!(game.state_text(line.state()), expected, "game {seed}, ply {}: unmade", line.len());
        assert_eq!(line.unmake().is_none(), met.is_empty(), "game {seed}: as many are taken back as were made");
    }
}

/// Any move, or what chance brings.
fn choose<G: Game>(game: &G, state: &G::State, moves: &[G::Move], turn: Turn, random: &mut Pcg64Mcg) -> G::Move {
    if turn != Turn::Chance {
        return moves[random.random_range(0..moves.len())];
    }
    let mut chances = Vec::new();
    game.chances(state, &mut chances);
    let mut left: f64 = random.random();
    for (&mv, chance) in moves.iter().zip(chances) {
        left -= chance;
        if left < 0.0 {
            return mv;
        }
    }
    moves[moves.len() - 1]
}

/// A record of the game replays to the same state, and a record with another end is refused.
fn check_record<G: Game>(game: &G, last: &G::State, moves: Vec<Played>, seed: u64) {
    let seat = || Seat { player: "random".into(), parameters: BTreeMap::new() };
    let outcome = game.outcome(last).unwrap_or_else(|fault| panic!("game {seed}: {fault}"));
    let end = End {
        reason: if outcome.is_some() { Reason::Finished } else { Reason::Limit },
        outcome,
        scores: players(game).map(|player| game.score(last, player)).collect(),
        by: None,
        note: None,
        fault: None,
    };
    let header = Header {
        format: FORMAT,
        game: "battery".into(),
        name: "battery".into(),
        hash: None,
        options: BTreeMap::new(),
        players: players(game).map(|_| seat()).collect(),
        seed,
        position: None,
        opening: Vec::new(),
    };
    let mut record = Record { header, moves, end: Some(end) };
    let again = replayed(game, &record).unwrap_or_else(|error| panic!("game {seed}: {error}"));
    assert_eq!(game.state_text(&again), game.state_text(last), "game {seed}: the record replayed");
    let end = record.end.as_mut().expect("just made");
    end.scores[0] += 1.0;
    assert!(replayed(game, &record).is_err(), "game {seed}: a record with another score is refused");
}

fn replayed<G: Game>(game: &G, record: &Record) -> Result<G::State, ReplayError> {
    replay(game, record, &mut |_| Ok(()))
}
