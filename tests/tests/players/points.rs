//! Players maximise points and not wins where the declared payoff is a score.

use std::collections::HashSet;

use boardwright_game::fault::Fault;
use boardwright_game::game::{self, Game, GameExt as _, Outcome, StateError, Turn};
use boardwright_game::ids::Player as Number;
use boardwright_game::payoff::Payoff;
use boardwright_tests::auction::Auction;
use boardwright_tests::playing::choose;
use rand::Rng as _;
use rand_pcg::Pcg64Mcg;

/// Player 1 chooses once among some offers: points that the other player pays, or a coin that wins or loses points.
struct Offers {
    choices: &'static [Offer],
    payoff: Payoff,
    /// `true` if the two sides of the coin are listed; otherwise they can only be sampled.
    lists_chance: bool,
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Offer {
    /// Ends the game with these points for player 1.
    Take(i32),
    /// Tosses the coin.
    Toss,
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Stage {
    Choosing,
    Tossing,
    Over(i32),
}

/// Points of the two sides of the coin: four points in the mean, but a loss in half of the cases.
const COIN: [i32; 2] = [10, -2];

impl Offers {
    fn new(offers: &'static [Offer], payoff: Payoff) -> Self {
        Self { choices: offers, payoff, lists_chance: true }
    }
}

impl Game for Offers {
    type State = Stage;
    type Move = Offer;

    fn players(&self) -> usize {
        2
    }

    fn payoff(&self) -> Payoff {
        self.payoff
    }

    fn initial_state(&self) -> Stage {
        Stage::Choosing
    }

    fn legal_moves(&self, state: &Stage, moves: &mut Vec<Offer>) -> Result<Turn, Fault> {
        moves.clear();
        Ok(match state {
            Stage::Choosing => {
                moves.extend(self.choices);
                Turn::Player(Number::FIRST)
            }
            Stage::Tossing => {
                if self.lists_chance {
                    moves.extend(COIN.map(Offer::Take));
                }
                Turn::Chance
            }
            Stage::Over(0) => Turn::Over(Outcome::Draw),
            Stage::Over(points) => {
                Turn::Over(Outcome::Won(if *points > 0 { Number::FIRST } else { Number::FIRST.next(2) }))
            }
        })
    }

    fn apply(&self, state: &mut Stage, mv: Offer) -> Result<(), Fault> {
        *state = match mv {
            Offer::Take(points) => Stage::Over(points),
            Offer::Toss => Stage::Tossing,
        };
        Ok(())
    }

    fn score(&self, state: &Stage, player: Number) -> f64 {
        let Stage::Over(points) = *state else { return 0.0 };
        f64::from(if player == Number::FIRST { points } else { -points })
    }

    fn key(&self, state: &Stage) -> u64 {
        match state {
            Stage::Choosing => 1,
            Stage::Tossing => 2,
            Stage::Over(points) => (1000 + points) as u64,
        }
    }

    fn encode(&self, state: &Stage, out: &mut Vec<u8>) {
        out.extend(self.state_text(state).into_bytes());
    }

    fn texts(&self) -> &dyn game::Texts<Stage, Offer> {
        self
    }

    fn chance(&self) -> Option<&dyn game::Chance<Stage, Offer>> {
        self.choices.contains(&Offer::Toss).then_some(self)
    }
}

impl game::Texts<Stage, Offer> for Offers {
    fn move_text(&self, _: &Stage, mv: Offer) -> String {
        format!("{mv:?}")
    }

    fn state_text(&self, state: &Stage) -> String {
        format!("{state:?}")
    }

    fn parse_state(&self, _: &str) -> Result<Stage, StateError> {
        Err(StateError { line: 1, reason: "states of this game are not read".into() })
    }
}

impl game::Chance<Stage, Offer> for Offers {
    fn probabilities(&self, _: &Stage, chances: &mut Vec<f64>) {
        chances.clear();
        chances.extend([0.5, 0.5]);
    }

    fn sample(&self, _: &Stage, rng: &mut Pcg64Mcg) -> Option<Result<Offer, Fault>> {
        Some(Ok(Offer::Take(COIN[usize::from(rng.next_u64() >> 63 == 1)])))
    }
}

/// The payoff of the offers in points.
fn points() -> Payoff {
    Payoff::zero_sum_points(10.0)
}

fn chosen(game: &Offers, player: &str, seed: u64) -> Offer {
    choose(game, &game.initial_state(), player, seed).mv
}

#[test]
fn greedy_takes_the_most_points() {
    let offers = &[Offer::Take(1), Offer::Take(5), Offer::Take(3)];
    for seed in 0..30 {
        assert_eq!(chosen(&Offers::new(offers, points()), "greedy", seed), Offer::Take(5));
    }
    // All wins count alike where the payoff is a win.
    let wins = Offers::new(offers, Payoff::WinDrawLoss);
    let all: HashSet<String> = (0..30).map(|seed| format!("{:?}", chosen(&wins, "greedy", seed))).collect();
    assert_eq!(all.len(), 3, "{all:?}");
    let choice = choose(&Offers::new(offers, points()), &Stage::Choosing, "greedy", 1);
    assert_eq!((choice.value, choice.proven), (Some(0.5), None), "half of the largest score, and no proof");
}

#[test]
fn alphabeta_maximises_points_without_chance() {
    let offers = &[Offer::Take(1), Offer::Take(-4), Offer::Take(5), Offer::Take(3)];
    for options in ["", ",others=max-n"] {
        let player = format!("alphabeta:depth=2{options}");
        assert_eq!(chosen(&Offers::new(offers, points()), &player, 1), Offer::Take(5), "{player}");
        // The first one of several wins is as good as any.
        assert_eq!(chosen(&Offers::new(offers, Payoff::WinDrawLoss), &player, 1), Offer::Take(1), "{player}");
    }
}

#[test]
fn alphabeta_maximises_the_expected_points() {
    let offers = &[Offer::Take(1), Offer::Toss];
    for lists_chance in [true, false] {
        for options in ["", ",others=max-n"] {
            let choice = |payoff, depth| {
                let game = Offers { lists_chance, ..Offers::new(offers, payoff) };
                chosen(&game, &format!("alphabeta:depth={depth}{options}"), 1)
            };
            assert_eq!(choice(points(), 2), Offer::Toss, "{lists_chance} {options}");
            // The toss wins in half of the cases only, and counts nothing before it is seen.
            assert_eq!(choice(Payoff::WinDrawLoss, 2), Offer::Take(1), "{lists_chance} {options}");
            assert_eq!(choice(points(), 1), Offer::Take(1), "{lists_chance} {options}");
        }
    }
}

#[test]
fn values_of_points_are_parts_of_their_range() {
    let offers = &[Offer::Take(1), Offer::Toss];
    let choice = choose(&Offers::new(offers, points()), &Stage::Choosing, "alphabeta:depth=2", 1);
    assert!(choice.value.is_some_and(|value| (value - 0.4).abs() < 1e-9), "{choice:?}");
}

/// The last of three bidders knows one of the three cards that make the prize, and no player but itself.
#[test]
fn information_set_search_plays_games_of_three_players() {
    let state = |own: u8, bids: &str| {
        // The third player's first card is `own`; the other cards are in their order.
        let mut deck: Vec<u8> = (0..54).filter(|&card| card != own).collect();
        deck.insert(20, own);
        let deck: Vec<String> = deck.iter().map(u8::to_string).collect();
        Auction.parse_state(&format!("dealer 1\ndeck {}\nbids {bids}\n", deck.join(" "))).expect("it is well written")
    };
    for player in ["mcts:playouts=3000", "mcts:playouts=3000,single=1"] {
        for seed in 0..5 {
            // The prize is at least 500 points, and some 1,000 in the mean.
            let bid = |own, bids| {
                let state = state(own, bids);
                let mv = choose(&Auction, &state, player, seed).mv;
                Auction.move_text(&state, mv)
            };
            assert!(["bid 21", "bid 30", "bid 120"].contains(&&*bid(50, "10 20")), "{player}: {}", bid(50, "10 20"));
            assert_eq!(bid(50, "0 6000"), "pass", "{player}");
            assert_eq!(bid(0, "1500 2000"), "pass", "{player}");
        }
    }
}
