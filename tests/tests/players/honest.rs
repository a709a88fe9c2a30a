//! Players in a match learn nothing that their seat may not see: states whose hidden part is poisoned, that is, replaced
//! by another one of the same information set, change no choice.

use std::sync::atomic::AtomicBool;

use boardwright_arena::{Computer, GameHistory, MoveRequest, NamedGame, SearchBounds, Seat as _, Start};
use boardwright_compiler::game::CompiledGame;
use boardwright_game::any::{AnyGame, AnyMove};
use boardwright_game::fault::Fault;
use boardwright_game::game::{Game, GameExt as _, Turn};
use boardwright_game::ids::Player as Number;
use boardwright_game::playout::draw_chance;
use boardwright_game::record;
use boardwright_games::holdem::Holdem;
use boardwright_games::tarok::four::Four;
use boardwright_games::tarok::three::Three;
use boardwright_games::{kuhn::Kuhn, leduc::Leduc};
use boardwright_players::registry::{PLAYERS, PlayerArtifacts};
use boardwright_players::{Choice, Limits, Player, PlayerSpecError, Question, parse};
use boardwright_tests::auction::Auction;
use boardwright_tests::{compiled, data_file, load_rules, with_options};
use rand::SeedableRng as _;
use rand_pcg::Pcg64Mcg;

/// A decision of a random game: the state, the player to move, and the same state with another hidden part.
struct Decision<S> {
    state: S,
    me: Number,
    poisoned: S,
}

fn bytes<G: Game>(game: &G, state: &G::State) -> Vec<u8> {
    let mut bytes = Vec::new();
    game.encode(state, &mut bytes);
    bytes
}

fn information<G: Game>(game: &G, state: &G::State, player: Number) -> Vec<u8> {
    let mut bytes = Vec::new();
    game.information_state(state, player, &mut bytes);
    bytes
}

/// Decisions of random games in which something is hidden.
fn decisions<G: Game>(game: &G, count: usize) -> Vec<Decision<G::State>> {
    let (mut random, mut moves, mut chances) = (Pcg64Mcg::seed_from_u64(3), Vec::new(), Vec::new());
    let mut found = Vec::new();
    while found.len() < count {
        let mut state = game.initial_state();
        loop {
            let mv = match game.legal_moves(&state, &mut moves).expect("no faults") {
                Turn::Over(_) => break,
                Turn::Chance => draw_chance(game, &state, &moves, &mut chances, &mut random).expect("no faults"),
                Turn::Player(me) => {
                    // Some samples can be the state itself.
                    let poisoned = (0..50).map(|_| game.resample(&state, me, &mut random).expect("a state agrees"));
                    let poisoned = poisoned.into_iter().find(|other| bytes(game, other) != bytes(game, &state));
                    if let Some(poisoned) = poisoned {
                        assert_eq!(information(game, &poisoned, me), information(game, &state, me));
                        found.push(Decision { state: state.clone(), me, poisoned });
                    }
                    game.random_move(&state, &moves, &mut random)
                }
            };
            game.apply(&mut state, mv).expect("no faults");
        }
    }
    found.truncate(count);
    found
}

/// The choice of a seat in a position of a match, as text.
fn chosen<G>(seat: &mut Computer, game: &G, state: &G::State, me: Number) -> String
where
    G: Game + Clone + Send + Sync + 'static,
    G::State: Send + Sync + 'static,
    G::Move: Send + Sync + 'static,
{
    let named = NamedGame { name: "test", game };
    let seats = vec![seat.record_seat(); game.players()];
    let start = Start { position: Some(game.texts().state_text(state)), ..Start::default() };
    let history = GameHistory::new(&named, seats, &start).expect("the state can be read");
    let any: &dyn AnyGame = game;
    let (_, moves): (_, Vec<AnyMove>) = any.legal_moves(history.state()).expect("no faults");
    let stop = AtomicBool::new(false);
    let request =
        MoveRequest { history: &history, me, moves: &moves, time: None, clocks: &[], lost_after: None, stop: &stop };
    let (mv, _) = seat.search(&request).expect("no faults");
    any.move_text(history.state(), &mv)
}

fn assert_honest<G>(game: &G, name: &str, count: usize)
where
    G: Game + Clone + Send + Sync + 'static,
    G::State: Send + Sync + 'static,
    G::Move: Send + Sync + 'static,
{
    let decisions = decisions(game, count);
    let mut asked = 0;
    for entry in PLAYERS.iter().filter(|entry| entry.unsupported_reason(game).is_none()) {
        let has_nodes = entry.options.iter().any(|opt| opt.key == "nodes");
        let text = if has_nodes { format!("{}:nodes=100", entry.name) } else { entry.name.to_owned() };
        let spec = parse(&text).expect("it is well written");
        // Two equal players: one gets the states of the game, the other one the poisoned states.
        let twin = |()| match Computer::from_spec(game, &spec, 5, &PlayerArtifacts::default()) {
            Ok(twin) => Some(twin),
            // Some players solve small games only.
            Err(PlayerSpecError::UnsupportedGame { .. }) => None,
            Err(error) => panic!("{error}"),
        };
        let [Some(mut first), Some(mut second)] = [(); 2].map(twin) else { continue };
        asked += 1;
        for Decision { state, me, poisoned } in &decisions {
            let one = chosen(&mut first, game, state, *me);
            let other = chosen(&mut second, game, poisoned, *me);
            assert_eq!(one, other, "{name}, {text}: {state:?}, poisoned {poisoned:?}");
        }
    }
    assert!(asked > 4, "{name}: {asked} players");
}

#[test]
fn poisoned_states_change_no_choice() {
    assert_honest(&Kuhn, "kuhn", 200);
    assert_honest(&Leduc, "leduc", 200);
    assert_honest(&Auction, "auction", 100);
    assert_honest(&Holdem::default(), "holdem", 60);
    assert_honest(&Three::default(), "tarok3", 30);
    assert_honest(&Four::default(), "taroky", 30);
    assert_honest(&compiled("kuhn-file"), "kuhn-file", 60);
    assert_honest(&with_options("liars-dice", &[("faces", "3")]), "liars-dice", 30);
    assert_honest(&with_options("nine-tricks", &[]), "nine-tricks", 6);
    assert_honest(&with_options("battleship", &[("size", "4")]), "battleship", 6);
    let go_fish = load_rules(&data_file("hidden/go-fish.game"), &[("ranks", "4"), ("cards", "4")]);
    assert_honest(&CompiledGame::new(go_fish).expect("it is small"), "go fish", 6);
}

/// A player that decides by the whole state, hidden parts included.
struct Peeking;

impl<G: Game> Player<G> for Peeking {
    fn choose(&mut self, question: &Question<'_, G>) -> Result<Choice<G::Move>, Fault> {
        let sum: usize = bytes(question.game, question.state).into_iter().map(usize::from).sum();
        Ok(Choice::without_search(question.moves[sum % question.moves.len()]))
    }
}

/// Shows that the test above can fail: the poison changes the choices of a player that gets the states themselves, and
/// none in a match, where the seat masks them.
#[test]
fn poison_only_reaches_players_outside_of_matches() {
    let game = Leduc;
    let recorded = record::Seat { player: "peeking".into(), parameters: std::collections::BTreeMap::default() };
    let mut seat = Computer::new(&game, Box::new(Peeking), SearchBounds::default(), recorded);
    let (mut differ, mut moves) = (0, Vec::new());
    let stop = AtomicBool::new(false);
    for Decision { state, me, poisoned } in decisions(&game, 100) {
        let mut choice = |state| {
            Game::legal_moves(&game, state, &mut moves).expect("no faults");
            let question = Question {
                game: &game,
                state,
                me,
                moves: &moves,
                limits: Limits::none(&stop),
                listener: None,
                clocks: &[],
            };
            Peeking.choose(&question).expect("no faults").mv
        };
        differ += usize::from(choice(&state) != choice(&poisoned));
        assert_eq!(chosen(&mut seat, &game, &state, me), chosen(&mut seat, &game, &poisoned, me));
    }
    assert!(differ > 20, "{differ} of 100");
}
