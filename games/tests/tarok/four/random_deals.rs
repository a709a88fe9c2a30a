//! Random deals against the second implementation: bids, legal moves, fleks and scores agree, no card is lost, the points of
//! both sides are 70, and the scores add up to zero.

use boardwright_game::game::{Game as _, GameExt as _, Turn};
use boardwright_game::ids::Player;
use boardwright_game::playout::random_below;
use boardwright_games::tarok::cards::{ALL_POINTS, CardSet, parse_card};
use boardwright_games::tarok::four::scoring::{score_sheet, side_pile};
use boardwright_games::tarok::four::{DealtCards, Four, FourMove, FourState, HAND, deal_cards, seats};
use rand::SeedableRng as _;
use rand_pcg::Pcg64Mcg;

use super::reference::PlainFour;
use super::{choose, kind, play_through};
use crate::effort;
use crate::reference::{PlainCard, deck, name};

/// Deals in a usual run.
const DEALS: u64 = 3_000;

/// A shuffled deck. In some deals the best cards lie together, so that one player wins all or nearly all tricks.
fn shuffled(random: &mut Pcg64Mcg) -> Vec<PlainCard> {
    let mut cards = deck();
    for last in (1..cards.len()).rev() {
        cards.swap(last, random_below(last + 1, random));
    }
    if random_below(3, random) == 0 {
        let favourite = random_below(4, random) * HAND;
        let count = 6 + random_below(7, random);
        let best = |card: &PlainCard| if card.0 == 4 { 100 + card.1 } else { card.1 };
        let mut by_rank: Vec<usize> = (0..cards.len()).collect();
        by_rank.sort_by_key(|&position| std::cmp::Reverse(best(&cards[position])));
        let mut wanted: Vec<PlainCard> = by_rank[..count].iter().map(|&position| cards[position]).collect();
        if random_below(2, random) == 0 {
            wanted[count - 1] = (4, 1);
        }
        for (place, card) in wanted.into_iter().enumerate() {
            let at = cards.iter().position(|&other| other == card).unwrap();
            cards.swap(favourite + place, at);
        }
    }
    cards
}

fn texts(game: Four, state: &FourState, moves: &[FourMove]) -> Vec<String> {
    let mut texts: Vec<String> = moves.iter().map(|&mv| game.move_text(state, mv)).collect();
    texts.sort_unstable();
    texts
}

/// Events that the deals must show.
#[derive(Debug, Default)]
struct EventCounts {
    kinds: [u64; 7],
    fleks: [[u64; 4]; 3],
    committed: [u64; 2],
    shown_taroks: u64,
    lone_callers: u64,
}

#[test]
fn random_deals_agree_with_the_second_implementation() {
    let game = Four::default();
    let (mut moves, mut counts) = (Vec::new(), EventCounts::default());
    let mut complete = deck();
    complete.sort_unstable();
    for seed in 0..DEALS * effort() {
        let mut random = Pcg64Mcg::seed_from_u64(seed);
        let cards = shuffled(&mut random);
        let hands: [Vec<PlainCard>; 4] = std::array::from_fn(|seat| cards[seat * HAND..(seat + 1) * HAND].to_vec());
        let forehand = (seed % 4) as usize;
        let mut plain = PlainFour::new(forehand, hands.clone(), cards[4 * HAND..].to_vec());
        let card = |card: PlainCard| parse_card(&name(card)).unwrap();
        let hands = hands.map(|hand| hand.into_iter().map(card).collect::<CardSet>());
        let talon = std::array::from_fn(|place| card(cards[4 * HAND + place]));
        let mut state = FourState::new(seats()[forehand]);
        state.deal(&DealtCards { hands, talon });
        for ply in 0.. {
            let at = || format!("deal {seed}, ply {ply}:\n{}", game.state_text(&state));
            let turn = game.legal_moves(&state, &mut moves).unwrap();
            assert_eq!(turn.player().map(Player::index), plain.turn(), "{}", at());
            let mut expected = plain.moves();
            expected.sort_unstable();
            assert_eq!(texts(game, &state, &moves), expected, "{}", at());
            if let Turn::Over(_) = turn {
                break;
            }
            if ply % 8 == 0 {
                assert_eq!(plain.all_cards(), complete, "{}", at());
            }
            let mv = choose(&state, &moves, &mut random);
            plain.make(&game.move_text(&state, mv));
            game.apply(&mut state, mv).unwrap();
        }
        check_end(game, &state, &plain, seed);
        note(&mut counts, &state);
    }
    let EventCounts { kinds, fleks, committed, shown_taroks, lone_callers } = counts;
    assert!(kinds.iter().chain(fleks.as_flattened()).chain(&committed).all(|&count| count > 5), "{counts:?}");
    assert!(shown_taroks > 2 && lone_callers > 20, "{counts:?}");
}

/// Scores and card points at the end.
fn check_end(game: Four, state: &FourState, plain: &PlainFour, seed: u64) {
    let at = || format!("deal {seed}:\n{}", game.state_text(state));
    let options = game.options();
    let totals = score_sheet(state, options).totals();
    assert_eq!(totals, plain.scores(), "{}", at());
    assert_eq!(totals.iter().sum::<i32>(), 0, "{}", at());
    let most = game.payoff().score().expect("scores are counted").max;
    assert!(totals.iter().all(|&total| f64::from(total.abs()) <= most), "{}", at());
    match plain.points() {
        None => {
            let cards = state.piles.iter().fold(CardSet::EMPTY, |all, &pile| all.union(pile));
            assert_eq!(cards, CardSet::ALL, "{}", at());
        }
        Some((own, others)) => {
            assert_eq!(own + others, ALL_POINTS as i32, "{}", at());
            let piles = [true, false].map(|is_declarer| side_pile(state, is_declarer, options));
            assert_eq!(piles.map(|pile| pile.points() as i32), [own, others], "{}", at());
            assert_eq!(piles[0].union(piles[1]), CardSet::ALL, "{}", at());
        }
    }
}

fn note(counts: &mut EventCounts, state: &FourState) {
    counts.kinds[kind(state)] += 1;
    for (target, &level) in state.fleks.iter().enumerate() {
        counts.fleks[target][usize::from(level)] += 1;
    }
    for (count, bonus) in counts.committed.iter_mut().zip(boardwright_games::tarok::four::Bonus::COMMITTING) {
        *count += u64::from(state.committed_player(bonus).is_some());
    }
    counts.shown_taroks += u64::from(state.laid.as_slice().iter().any(|laid| laid.card.is_tarok()));
    counts.lone_callers += u64::from(state.holder.is_some() && state.holder == state.declarer());
}

/// Identical deals with the forehand in each seat in turn bring equal scores to equal roles, if everybody plays alike.
#[test]
fn rotated_deals_return_equal_players_to_their_scores() {
    let game = Four::default();
    for seed in 0..40 {
        let deal = deal_cards(&mut Pcg64Mcg::seed_from_u64(seed));
        let mut totals = [0; 4];
        let mut by_role: Option<[i32; 4]> = None;
        for forehand in seats() {
            let mut state = FourState::new(forehand);
            state.deal(&deal.rotated(forehand.index()));
            // The choices depend on the position in the deal only.
            play_through(game, &mut state, &mut Pcg64Mcg::seed_from_u64(!seed), |_, _| {});
            let scores = score_sheet(&state, game.options()).totals();
            let roles = std::array::from_fn(|role| scores[(forehand.index() + role) % 4]);
            assert_eq!(*by_role.get_or_insert(roles), roles, "{seed}");
            totals.iter_mut().zip(scores).for_each(|(total, score)| *total += score);
        }
        assert_eq!(totals, [0; 4], "{seed}");
    }
}
