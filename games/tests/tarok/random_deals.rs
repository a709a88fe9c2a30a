//! Random deals against the second implementation: bids, legal moves, doublings, scores and radelci agree, no card is lost,
//! and the points of both sides are 70.

use boardwright_game::deals::DealtGame as _;
use boardwright_game::game::{Game as _, GameExt as _, Turn};
use boardwright_game::playout::random_below;
use boardwright_games::tarok::cards::{ALL_POINTS, CardSet, parse_card};
use boardwright_games::tarok::three::scoring::{opponents_pile, score_sheet};
use boardwright_games::tarok::three::{Contract, DealtCards, HAND, Item, Stage, Three, ThreeMove, ThreeState};
use rand::SeedableRng as _;
use rand_pcg::Pcg64Mcg;

use crate::reference::{Plain, PlainCard, deck, name};
use crate::{effort, player};

/// Deals in a usual run.
const DEALS: u64 = 5_000;

/// A shuffled deck. In some deals the best cards lie together, so that one player wins all or nearly all tricks.
fn shuffled(random: &mut Pcg64Mcg) -> Vec<PlainCard> {
    let mut cards = deck();
    for last in (1..cards.len()).rev() {
        cards.swap(last, random_below(last + 1, random));
    }
    if random_below(3, random) == 0 {
        let favourite = random_below(3, random) * HAND;
        let count = 8 + random_below(9, random);
        let best = |card: &PlainCard| if card.0 == 4 { 100 + card.1 } else { card.1 };
        let mut by_rank: Vec<usize> = (0..cards.len()).collect();
        by_rank.sort_by_key(|&position| std::cmp::Reverse(best(&cards[position])));
        let wanted: Vec<PlainCard> = by_rank[..count].iter().map(|&position| cards[position]).collect();
        for (place, card) in wanted.into_iter().enumerate() {
            let at = cards.iter().position(|&other| other == card).unwrap();
            cards.swap(favourite + place, at);
        }
    }
    cards
}

/// One of the legal moves: mostly short auctions and few doublings, so that all contracts are played.
fn choose(state: &ThreeState, moves: &[ThreeMove], random: &mut Pcg64Mcg) -> ThreeMove {
    let prefers_first = match state.stage {
        Stage::Bid(_) => random_below(10, random) < 7,
        Stage::Double { .. } => random_below(10, random) < 6,
        Stage::Announce => random_below(2, random) == 0,
        // The highest card wins most tricks.
        Stage::Play(_) if random_below(2, random) == 0 => return moves[moves.len() - 1],
        _ => false,
    };
    if prefers_first { moves[0] } else { moves[random_below(moves.len(), random)] }
}

fn texts(game: Three, state: &ThreeState, moves: &[ThreeMove]) -> Vec<String> {
    let mut texts: Vec<String> = moves.iter().map(|&mv| game.move_text(state, mv)).collect();
    texts.sort_unstable();
    texts
}

/// Events that the deals must show.
#[derive(Debug, Default)]
struct EventCounts {
    contracts: [u64; 6],
    doublings: [u64; 5],
    made: [u64; 5],
    mond_losses: u64,
    radelci_used: u64,
}

#[test]
fn random_deals_agree_with_the_second_implementation() {
    let game = Three::default();
    let options = game.options();
    let (mut moves, mut seen) = (Vec::new(), EventCounts::default());
    let mut start = game.initial_state();
    let mut radelci = [0; 3];
    for seed in 0..DEALS * effort() {
        let mut random = Pcg64Mcg::seed_from_u64(seed);
        let cards = shuffled(&mut random);
        let hands: [Vec<PlainCard>; 3] = std::array::from_fn(|seat| cards[seat * HAND..(seat + 1) * HAND].to_vec());
        let mut plain = Plain::new(start.forehand.index(), radelci, hands.clone(), cards[48..].to_vec());
        let card = |card: PlainCard| parse_card(&name(card)).unwrap();
        let hands = hands.map(|hand| hand.into_iter().map(card).collect::<CardSet>());
        let talon = std::array::from_fn(|place| card(cards[48 + place]));
        let mut state = start;
        state.deal(&DealtCards { hands, talon });
        let mut complete = deck();
        complete.sort_unstable();
        for ply in 0.. {
            let at = || format!("deal {seed}, ply {ply}:\n{}", game.state_text(&state));
            let turn = game.legal_moves(&state, &mut moves).unwrap();
            assert_eq!(turn.player().map(boardwright_game::ids::Player::index), plain.turn(), "{}", at());
            let mut expected = plain.moves();
            expected.sort_unstable();
            assert_eq!(texts(game, &state, &moves), expected, "{}", at());
            if let Turn::Over(_) = turn {
                break;
            }
            assert_eq!(plain.all_cards(), complete, "{}", at());
            let mv = choose(&state, &moves, &mut random);
            plain.make(&game.move_text(&state, mv));
            game.apply(&mut state, mv).unwrap();
        }
        let at = || format!("deal {seed}:\n{}", game.state_text(&state));
        let sheet = score_sheet(&state, options);
        let (scores, next) = plain.result();
        assert_eq!([0, 1, 2].map(|seat| sheet.total(player(seat))), scores, "{}", at());
        check_points(&state, &plain, &at);
        note(&mut seen, &state);
        let after = game.next_deal(&state, &[0.0; 3]).unwrap();
        assert_eq!(after.radelci.map(i32::from), next, "{}", at());
        seen.radelci_used += u64::from((0..3).any(|seat| next[seat] < radelci[seat]));
        // The numbers would grow without end: klop is chosen often.
        radelci = next.map(|count| count.min(2));
        start = after;
        start.radelci = radelci.map(|count| count as u8);
    }
    let EventCounts { contracts, doublings, made, mond_losses, radelci_used } = seen;
    assert!(contracts.iter().chain(&doublings).chain(&made[1..]).all(|&count| count > 5), "{seen:?}");
    assert!(mond_losses > 100 && radelci_used > 20, "{seen:?}");
}

/// The points of both sides, or of all piles in klop, are those of the deck.
fn check_points(state: &ThreeState, plain: &Plain, at: &dyn Fn() -> String) {
    match state.contract.unwrap() {
        Contract::Klop => {
            let piles = state.piles.iter().map(|pile| pile.points()).sum::<u32>();
            assert!(piles.abs_diff(ALL_POINTS) <= 1, "{}", at());
            assert_eq!(state.piles.iter().map(|pile| pile.len()).sum::<u32>(), 54, "{}", at());
        }
        Contract::Berac => {}
        _ => {
            let (own, others) = plain.sides();
            assert_eq!((own + others) as u32, ALL_POINTS, "{}", at());
            let pile = opponents_pile(state, boardwright_games::tarok::three::ThreeOptions::default());
            assert_eq!(pile.points() as i32, others, "{}", at());
        }
    }
}

fn note(counts: &mut EventCounts, state: &ThreeState) {
    counts.contracts[state.contract.unwrap() as usize] += 1;
    counts.mond_losses += u64::from(state.mond_loser.is_some());
    for item in Item::ALL {
        counts.doublings[usize::from(state.doublings[item.index()].level)] += 1;
        let made = boardwright_games::tarok::three::scoring::bonuses_made(state);
        counts.made[item.index()] += u64::from(made.contains(item));
    }
}
