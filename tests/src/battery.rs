//! Invariants that every game satisfies, checked along random games (property-based test). A new game gets them all by
//! one call. No invariant here depends on the rules of a particular game.

use std::collections::BTreeMap;

use boardwright_game::game::{Game, GameExt, Turn};
use boardwright_game::ids::Player;
use boardwright_game::record::{
    EndReason, FORMAT, GameEnd, GameMetadata, MoveRecord, Record, RecordHeader, ReplayError, Seat, replay,
};
use boardwright_game::variation::Variation;
use rand::{Rng, RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;

use crate::structure;

use crate::effort::repetitions;

/// Parameters of a run of the invariants.
#[derive(Clone, Copy, Debug)]
pub struct Battery {
    /// Number of random games in a usual run.
    pub games: u64,
    /// Maximum number of plies of a game; longer games are stopped.
    pub max_plies: usize,
    /// Seed of the first game; game `i` has the seed `seed + i`.
    pub seed: u64,
}

/// Maximum number of moves of a position whose texts are written and parsed again.
const MAX_PARSED_MOVES: usize = 12;

/// Additional checks: gets a position and the move that is made next, or `None` at the end of the game.
pub type ExtraCheck<'m, G> = dyn FnMut(&<G as Game>::State, Option<<G as Game>::Move>) + 'm;

/// All players of a game.
pub fn players<G: Game>(game: &G) -> impl Iterator<Item = Player> {
    (1..=game.players()).filter_map(Player::new)
}

/// Encoding of a position as bytes.
pub fn encode_position<G: Game>(game: &G, state: &G::State) -> Vec<u8> {
    let mut bytes = Vec::new();
    game.encode(state, &mut bytes);
    bytes
}

impl Battery {
    /// Plays the games and checks every invariant at every ply. `more` checks what else holds for this kind of game; it is
    /// called before every move is made.
    ///
    /// # Panics
    /// If an invariant is violated; the message names the game's seed and the ply.
    pub fn run<G: Game>(self, game: &G, more: &mut ExtraCheck<'_, G>) {
        for seed in self.seed..self.seed + repetitions(self.games) {
            let mut random = Pcg64Mcg::seed_from_u64(seed);
            let mut state = game.initial_state();
            let mut played = Vec::new();
            let mut moves = Vec::new();
            let mut line = Variation::new(game, &state);
            for ply in 0..=self.max_plies {
                let at = format!("game {seed}, ply {ply}");
                let turn = check_moves(game, &state, &mut moves, &at);
                check_text(game, &state, &moves, &at);
                check_dialog(game, &state, (turn, &moves), &at);
                check_resampling(game, &state, &mut random, &at);
                structure::check(game, &state, &moves, &at);
                let mv = if turn.outcome().is_some() || ply == self.max_plies {
                    None
                } else {
                    Some(choose_random_move(game, &state, &moves, turn, &mut random))
                };
                more(&state, mv);
                let Some(mv) = mv else { break };
                let text = game.move_text(&state, mv);
                played.push(MoveRecord { ply: ply + 1, player: turn.player(), text, rule: None });
                game.apply(&mut state, mv).unwrap_or_else(|fault| panic!("{at}: {fault}"));
                check_make_unmake(&mut line, &moves, &at);
                line.make(mv).unwrap_or_else(|fault| panic!("{at}: {fault}"));
                assert_eq!(game.state_text(line.state()), game.state_text(&state), "{at}: made in a line of play");
            }
            check_unmaking_game(&mut line, seed);
            check_record(game, &state, played, seed);
        }
    }
}

/// Checks that the list of moves is deterministic, free of duplicates, a subset of all moves, and empty only at the end.
fn check_moves<G: Game>(game: &G, state: &G::State, moves: &mut Vec<G::Move>, at: &str) -> Turn {
    let turn = game.legal_moves(state, moves).unwrap_or_else(|fault| panic!("{at}: {fault}"));
    let mut again = moves.clone();
    assert_eq!(game.legal_moves(state, &mut again), Ok(turn), "{at}: repeated query");
    assert_eq!(*moves, again, "{at}: moves of a repeated query");
    assert_eq!(game.outcome(state), Ok(turn.outcome()), "{at}: outcome");
    if turn != Turn::Chance {
        assert_eq!(moves.is_empty(), turn.outcome().is_some(), "{at}: a game is over when there are no moves");
    }
    let mut all_moves = Vec::new();
    assert_eq!(game.all_legal_moves(state, &mut all_moves), Ok(turn), "{at}: all moves");
    for (index, mv) in moves.iter().enumerate() {
        assert!(!moves[..index].contains(mv), "{at}: {mv:?} is listed twice");
        assert!(all_moves.contains(mv), "{at}: {mv:?} is not among all moves");
        assert_eq!(game.is_legal(state, *mv), Ok(true), "{at}: {mv:?} is legal");
    }
    let mut chances = vec![f64::NAN];
    game.chance_probabilities(state, &mut chances);
    if turn == Turn::Chance && !moves.is_empty() {
        assert_eq!(chances.len(), moves.len(), "{at}: one chance for each move");
        assert!(chances.iter().all(|&chance| chance > 0.0), "{at}: {chances:?}");
        assert!((chances.iter().sum::<f64>() - 1.0).abs() < 1e-9, "{at}: chances sum to one: {chances:?}");
    } else {
        assert!(chances.is_empty(), "{at}: chance probabilities without listed chance moves");
    }
    turn
}

/// Checks that states and moves survive the round trip through their texts.
fn check_text<G: Game>(game: &G, state: &G::State, moves: &[G::Move], at: &str) {
    let text = game.state_text(state);
    let back = game.parse_state(&text).unwrap_or_else(|error| panic!("{at}: {error} in\n{text}"));
    assert_eq!(game.state_text(&back), text, "{at}: the state saved and loaded");
    assert_eq!(
        encode_position(game, &back),
        encode_position(game, state),
        "{at}: the position saved and loaded\n{text}"
    );
    assert_eq!(game.key(&back), game.key(state), "{at}: the key of the state saved and loaded\n{text}");
    let mut same = Vec::new();
    assert_eq!(
        game.legal_moves(&back, &mut same),
        game.legal_moves(state, &mut Vec::new()),
        "{at}: the turn saved and loaded"
    );
    assert_eq!(same, moves, "{at}: the moves of the state saved and loaded\n{text}");
    for player in players(game) {
        let (loaded, original) = (game.score(&back, player), game.score(state, player));
        assert_eq!(loaded.to_bits(), original.to_bits(), "{at}: the score of player {player} saved and loaded");
    }
    let mut all_moves = Vec::new();
    game.all_legal_moves(state, &mut all_moves).unwrap_or_else(|fault| panic!("{at}: {fault}"));
    // A game may have tens of thousands of moves that differ only in which of several equal pieces moves.
    for &mv in all_moves.iter().step_by(all_moves.len().div_ceil(MAX_PARSED_MOVES).max(1)) {
        let text = game.move_text(state, mv);
        assert_eq!(game.parse_move(state, &text), Ok(mv), "{at}: the move \"{text}\"");
    }
    assert!(game.parse_move(state, "no such move").is_err(), "{at}: an invalid text is rejected");
}

/// Checks that the answers of a dialog are legal moves with keys of their own, and that a person can make every listed move
/// by an answer or by an object on the table.
fn check_dialog<G: Game>(game: &G, state: &G::State, (turn, moves): (Turn, &[G::Move]), at: &str) {
    let Some(dialog) = game.dialog(state) else { return };
    let player = turn.player().unwrap_or_else(|| panic!("{at}: a dialog although no player is to move"));
    let is_legal = |text: &str| game.parse_move(state, text).is_ok_and(|mv| game.is_legal(state, mv) == Ok(true));
    let keys = dialog.answers.iter().map(|answer| answer.key).chain(dialog.amounts.iter().map(|amount| amount.key));
    let keys: Vec<char> = keys.flatten().collect();
    for (index, key) in keys.iter().enumerate() {
        assert!(key.is_ascii_uppercase() || key.is_ascii_digit(), "{at}: the key {key}");
        assert!(!keys[..index].contains(key), "{at}: the key {key} has two answers");
    }
    for answer in &dialog.answers {
        assert!(is_legal(&answer.move_text), "{at}: the answer \"{}\"", answer.move_text);
    }
    for amount in &dialog.amounts {
        let presets: Vec<u32> = amount.presets.iter().map(|preset| preset.value).collect();
        assert!(presets.is_sorted(), "{at}: {presets:?}");
        for number in presets.into_iter().chain([amount.min, amount.max]) {
            assert_eq!(amount.clamp(number), number, "{at}: {number} is in the interval");
            assert!(is_legal(&amount.move_text_of(number)), "{at}: \"{}\"", amount.move_text_of(number));
        }
    }
    let table = game.table(state, Some(player)).unwrap_or_default();
    let groups = table.seats.iter().flatten().chain(&table.centre);
    let clicks: Vec<&str> =
        groups.flat_map(|group| &group.objects).filter_map(|object| object.move_text.as_deref()).collect();
    for &mv in moves {
        let text = game.move_text(state, mv);
        assert!(dialog.has_move(&text) || clicks.contains(&text.as_str()), "{at}: nothing makes the move \"{text}\"");
    }
}

/// Checks that resampling hidden information changes neither the player's information state nor the player's moves.
fn check_resampling<G: Game>(game: &G, state: &G::State, random: &mut dyn Rng, at: &str) {
    let information = |state: &G::State, player| {
        let mut bytes = Vec::new();
        game.information_state(state, player, &mut bytes);
        bytes
    };
    let turn = game.legal_moves(state, &mut Vec::new()).unwrap_or_else(|fault| panic!("{at}: {fault}"));
    for player in players(game) {
        let imagined = game.resample(state, player, random).expect("a state agrees");
        assert_eq!(
            information(&imagined, player),
            information(state, player),
            "{at}: the information state of player {player}"
        );
        let mut moves = Vec::new();
        let imagined_turn = game.legal_moves(&imagined, &mut moves).unwrap_or_else(|fault| panic!("{at}: {fault}"));
        assert_eq!(imagined_turn.player(), turn.player(), "{at}: the player to move, as player {player} sees it");
        if turn.player() == Some(player) {
            let mut real = Vec::new();
            game.legal_moves(state, &mut real).unwrap_or_else(|fault| panic!("{at}: {fault}"));
            assert_eq!(moves, real, "{at}: player {player} knows the legal moves");
        }
    }
}

/// Checks that making and unmaking any of the moves restores the position.
fn check_make_unmake<G: Game>(line: &mut Variation<'_, G>, moves: &[G::Move], at: &str) {
    let game = line.game();
    let (plies, key, before) = (line.len(), game.key(line.state()), encode_position(game, line.state()));
    for &mv in moves {
        let ends = line.outcome_after(mv);
        line.make(mv).unwrap_or_else(|fault| panic!("{at}: {fault}"));
        assert_eq!(game.outcome(line.state()), ends, "{at}: how {mv:?} ends the game, predicted before it is made");
        assert_eq!((line.unmake(), line.len()), (Some(mv), plies), "{at}: {mv:?} unmade");
    }
    assert_eq!(game.key(line.state()), key, "{at}: the key after moves were unmade");
    assert_eq!(encode_position(game, line.state()), before, "{at}: the position after moves were unmade");
}

/// Checks that unmaking all moves of a game passes the same positions in reverse order.
fn check_unmaking_game<G: Game>(line: &mut Variation<'_, G>, seed: u64) {
    let game = line.game();
    let mut again = game.initial_state();
    let mut texts = vec![game.state_text(&again)];
    for &mv in line.moves() {
        game.apply(&mut again, mv).unwrap_or_else(|fault| panic!("game {seed}: {fault}"));
        texts.push(game.state_text(&again));
    }
    while let Some(expected) = texts.pop() {
        assert_eq!(game.state_text(line.state()), expected, "game {seed}, ply {}: unmade", line.len());
        assert_eq!(
            line.unmake().is_none(),
            texts.is_empty(),
            "game {seed}: the number of unmade moves equals that of made moves"
        );
    }
}

/// A uniformly random move, or a chance outcome drawn by its probability.
fn choose_random_move<G: Game>(
    game: &G,
    state: &G::State,
    moves: &[G::Move],
    turn: Turn,
    random: &mut Pcg64Mcg,
) -> G::Move {
    if turn != Turn::Chance {
        return moves[random.random_range(0..moves.len())];
    }
    if moves.is_empty() {
        let drawn = game.sample_chance(state, random).expect("chance moves can be drawn");
        assert_eq!(game.is_legal(state, drawn), Ok(true), "{drawn:?} is legal");
        return drawn;
    }
    let mut chances = Vec::new();
    game.chance_probabilities(state, &mut chances);
    let mut left: f64 = random.random();
    for (&mv, chance) in moves.iter().zip(chances) {
        left -= chance;
        if left < 0.0 {
            return mv;
        }
    }
    moves[moves.len() - 1]
}

/// Checks that a record of the game replays to the same state, and that a record with a wrong score is rejected.
fn check_record<G: Game>(game: &G, last: &G::State, moves: Vec<MoveRecord>, seed: u64) {
    let seat = || Seat { player: "random".into(), parameters: BTreeMap::new() };
    let outcome = game.outcome(last).unwrap_or_else(|fault| panic!("game {seed}: {fault}"));
    let reason = if outcome.is_some() { EndReason::Finished } else { EndReason::Limit };
    let end = GameEnd::new(reason, outcome, players(game).map(|player| game.score(last, player)).collect());
    let header = RecordHeader {
        format: FORMAT,
        game: "battery".into(),
        name: "battery".into(),
        hash: None,
        options: BTreeMap::new(),
        players: players(game).map(|_| seat()).collect(),
        seed,
        position: None,
        opening: Vec::new(),
        metadata: GameMetadata::default(),
    };
    let mut record = Record { header, moves, end: Some(end) };
    let again = replay_record(game, &record).unwrap_or_else(|error| panic!("game {seed}: {error}"));
    assert_eq!(game.state_text(&again), game.state_text(last), "game {seed}: the record replayed");
    let end = record.end.as_mut().expect("just made");
    end.scores[0] += 1.0;
    assert!(replay_record(game, &record).is_err(), "game {seed}: a record with a wrong score is rejected");
}

fn replay_record<G: Game>(game: &G, record: &Record) -> Result<G::State, ReplayError> {
    replay(game, record, &mut |_| Ok(()))
}
