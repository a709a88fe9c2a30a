//! Iterative deepening with aspiration windows: the depth grows by one ply per iteration until the limits are reached
//! or the result is proven.

use std::time::{Duration, Instant};

use boardwright_game::fault::Fault;
use boardwright_game::game::Game;
use boardwright_game::ids::Player;

use super::order::{MoveHints, MoveOrdering, OrderingPosition};
use super::search::{MAX_PLY, MIN_WIN, Search, SearchContext, SearchValue, WIN};
use crate::evaluation::LOGISTIC_SCALE;
use crate::limits::Halt;
use crate::player::{Choice, ProvenResult, Question, Wdl};

/// A move at the root with its search results.
#[derive(Clone, Debug)]
struct RootMove<M> {
    mv: M,
    kind: usize,
    value: i32,
    is_proven: bool,
    /// Depth at which the value was found; 0 before the first search.
    depth: u32,
    line: Vec<M>,
    /// Key of the position after the move; `None` before the first search.
    key: Option<u64>,
}

/// Results of a search.
pub(super) struct RootResults<M> {
    /// The root moves with their values, the best first.
    pub moves: Vec<Choice<M>>,
    /// Number of positions made.
    pub nodes: u64,
    /// Key of the position after the best move, if the search made that move.
    pub key: Option<u64>,
}

/// Searches by iterative deepening. `skip` is the number of depths that a helper thread skips at first (Lazy SMP).
///
/// # Errors
/// A [`Fault`] if the rules of the game fail.
pub(super) fn iterative_deepening<G: Game>(
    question: &Question<'_, G>,
    context: SearchContext<'_, G>,
    order: &mut MoveOrdering<G::Move>,
    skip: u32,
) -> Result<RootResults<G::Move>, Fault> {
    let Question { game, state, me, moves, limits, .. } = *question;
    let mut search = Search::new(context, state);
    std::mem::swap(&mut search.order, order);
    let root = |(index, &mv): (usize, &G::Move)| RootMove {
        mv,
        kind: MoveOrdering::move_kind(game, state, mv, index, me),
        value: -WIN,
        is_proven: false,
        depth: 0,
        line: vec![mv],
        key: None,
    };
    let mut roots: Vec<RootMove<G::Move>> = moves.iter().enumerate().map(root).collect();
    let eval = context.evaluation.compute_incremental(game, state);
    let position = OrderingPosition { game, state, evaluation: context.evaluation, eval: &eval, player: me, ply: 0 };
    let ranked = |root: &RootMove<G::Move>, order: &MoveOrdering<G::Move>| {
        order.score(&position, root.mv, root.kind, MoveHints::default())
    };
    roots.sort_by_cached_key(|root| std::cmp::Reverse(ranked(root, &search.order)));
    let lines = question.lines();
    let deepest = limits.depth.unwrap_or(MAX_PLY as u32 - 1).min(MAX_PLY as u32 - 1);
    let mut fault = None;
    let statics = evaluate_statically(&mut search, &mut roots, context.limits.time_left(), me).unwrap_or_else(|halt| {
        if let Halt::Fault(failed) = halt {
            fault = Some(failed);
        }
        Vec::new()
    });
    let mut depth = 1 + skip.min(deepest - 1);
    let mut has_win = false;
    while fault.is_none() && depth <= deepest {
        let done = (0..lines).try_for_each(|line| aspiration_search(&mut search, &mut roots, line, depth, me));
        let halted = done.is_err();
        if halted && roots[0].depth == 0 {
            use_static_values(&mut roots, &statics, game.is_history_dependent());
        }
        if let Err(Halt::Fault(failed)) = done {
            fault = Some(failed);
        }
        let best: Vec<_> =
            roots[..lines].iter().filter(|root| root.depth > 0).map(|root| to_choice(root, search.nodes)).collect();
        // With several lines (multi-PV) the results are comparable only if all were searched to the same depth.
        if !best.is_empty() && (!halted || lines == 1 || depth == 1 + skip) {
            question.report(&best);
        }
        // In history-dependent games no value is proven.
        let is_sure = |root: &RootMove<G::Move>| {
            root.depth > 0 && (root.is_proven || root.value >= MIN_WIN && game.is_history_dependent())
        };
        // A win is searched until no shorter one is possible.
        let settled = |root: &RootMove<G::Move>| is_sure(root) && is_shortest(root.value, depth);
        if halted || roots[..lines].iter().all(settled) {
            break;
        }
        if !has_win && question.listener.is_none() && is_sure(&roots[0]) && roots[0].value >= MIN_WIN {
            // A player that has won does not use up its time: the search for a shorter win may cost as much as the search
            // for this one. Nodes instead of time keep the choice deterministic.
            has_win = true;
            search.limit_nodes(2 * search.nodes + MIN_SHORTER_WIN_NODES);
        }
        depth += 1;
    }
    std::mem::swap(&mut search.order, order);
    match fault {
        Some(fault) => Err(fault),
        None => {
            let moves = roots.iter().map(|root| to_choice(root, search.nodes)).collect();
            Ok(RootResults { moves, nodes: search.nodes, key: roots[0].key })
        }
    }
}

/// Minimum number of nodes for the search for a shorter win after a win is proven.
const MIN_SHORTER_WIN_NODES: u64 = 2_000;

/// Gives the best of some statically evaluated moves its value and the first place.
fn use_static_values<M: Copy + PartialEq>(roots: &mut [RootMove<M>], statics: &[(M, i32)], is_history_dependent: bool) {
    // Of moves with equal values the first one counts.
    let best = statics.iter().rev().max_by_key(|(_, value)| value);
    let Some(&(mv, value)) = best else { return };
    if let Some(place) = roots.iter().position(|root| root.mv == mv) {
        set_static_value(&mut roots[place], value, is_history_dependent);
        roots[..=place].rotate_right(1);
    }
}

/// Sets the static value of a move. A loss after one move proves nothing about the position.
fn set_static_value<M>(root: &mut RootMove<M>, value: i32, is_history_dependent: bool) {
    root.is_proven = value >= MIN_WIN && !is_history_dependent;
    (root.value, root.depth) = (value, 1);
}

/// Share of the time that [`evaluate_statically`] may use.
const STATIC_SHARE: f64 = 0.5;
/// A game is slow if the static evaluation of all moves at the root would take more than this share of the time.
const SLOW_SHARE: f64 = 0.05;

/// Evaluates the root moves statically, so that there is an answer even if the search to depth 1 does not complete within
/// the time that is `left`: because of slow rules, or of a long quiescence search. Where rules are slow, the moves get
/// these values, and the search begins with the best one; otherwise returns the values. Does nothing without a time
/// limit.
fn evaluate_statically<G: Game>(
    search: &mut Search<'_, G>,
    roots: &mut [RootMove<G::Move>],
    left: Option<Duration>,
    me: Player,
) -> Result<Vec<(G::Move, i32)>, Halt> {
    let Some(left) = left else { return Ok(Vec::new()) };
    let began = Instant::now();
    let count = roots.len() as u32;
    let (mut is_slow, mut statics) = (false, Vec::new());
    for index in 0..roots.len() {
        if index > 0 && began.elapsed() > left.mul_f64(STATIC_SHARE) {
            break;
        }
        let RootMove { mv, kind, .. } = roots[index];
        let found = search.make(mv, Some(kind)).and_then(|()| {
            let found = (search.key(), search.value_without_moves(me));
            search.unmake();
            Ok((found.0, found.1?.value))
        });
        let (key, value) = match found {
            Err(Halt::Limit) => break,
            result => result?,
        };
        is_slow |= index == 0 && began.elapsed() * count > left.mul_f64(SLOW_SHARE);
        roots[index].key = Some(key);
        if is_slow {
            // Insertion sort keeps the best move first even if the time ends now.
            let place = roots[..index].partition_point(|earlier| earlier.value >= value);
            set_static_value(&mut roots[index], value, search.is_history_dependent());
            roots[place..=index].rotate_right(1);
        } else {
            statics.push((roots[index].mv, value));
        }
    }
    Ok(statics)
}

/// `true` if no win can be shorter than the one that was found at this depth, and for draws and losses, where no better
/// result exists.
fn is_shortest(value: i32, depth: u32) -> bool {
    value < MIN_WIN || (WIN - value) as u32 <= depth
}

/// Finds the best of the moves from index `first` on and moves it to that index. Uses an aspiration window.
fn aspiration_search<G: Game>(
    search: &mut Search<'_, G>,
    roots: &mut [RootMove<G::Move>],
    first: usize,
    depth: u32,
    me: Player,
) -> Result<(), Halt> {
    let guess = roots[first].value;
    // Values change little between iterations, so a narrow window around the last value is tried first.
    let mut margin = if depth >= 4 && guess.abs() < MIN_WIN { 40 } else { WIN };
    loop {
        let whole = margin == WIN;
        let window = if whole { (-WIN, WIN) } else { (guess - margin, guess + margin) };
        let value = search_root_moves(search, roots, first, depth, (window, me))?;
        if whole || window.0 < value && value < window.1 {
            return Ok(());
        }
        margin = if margin > 1000 { WIN } else { margin * 6 };
    }
}

/// Searches the moves from index `first` on once, with a window.
fn search_root_moves<G: Game>(
    search: &mut Search<'_, G>,
    roots: &mut [RootMove<G::Move>],
    first: usize,
    depth: u32,
    ((mut alpha, beta), me): ((i32, i32), Player),
) -> Result<i32, Halt> {
    let mut best = -WIN - 1;
    let mut is_proven = true;
    let lower = alpha;
    for index in first..roots.len() {
        let RootMove { mv, kind, .. } = roots[index];
        search.make(mv, Some(kind))?;
        roots[index].key = Some(search.key());
        let found = search_root_move(search, depth as i32 - 1, (alpha, beta), me, index == first);
        search.unmake();
        let SearchValue { value, is_proven: sure } =
            found.inspect_err(|_| complete_interrupted(&mut roots[first..=index], best))?;
        is_proven &= sure;
        if value > best {
            best = value;
            // A value outside of the window is a bound only, but it is the best one that is known.
            let mut line = vec![mv];
            line.extend_from_slice(search.principal_variation(1));
            let root = &mut roots[index];
            let sure = sure && is_exact(value, (lower, beta));
            (root.value, root.is_proven, root.depth, root.line) = (value, sure, depth, line);
            if value > lower || index == first {
                roots[first..=index].rotate_right(1);
            }
        }
        alpha = alpha.max(best);
        if alpha >= beta {
            break;
        }
    }
    // Unless it is a win, the value depends on all moves.
    let root = &mut roots[first];
    root.is_proven = if best >= MIN_WIN { root.is_proven } else { is_proven && is_exact(best, (lower, beta)) };
    Ok(best)
}

/// Completes an interrupted pass over these moves, of which the last one has no result. `best` is the best value of the
/// moves before it.
fn complete_interrupted<M>(roots: &mut [RootMove<M>], best: i32) {
    // A move with a proven loss is replaced by one without.
    if (-WIN..=-MIN_WIN).contains(&best) {
        roots.rotate_right(1);
    }
    // Unless a move wins, the value of the position depends on all moves.
    roots[0].is_proven &= roots[0].value >= MIN_WIN;
}

/// `true` if a value that was found with a window is exact and no bound. Wins and losses outside of the window count as
/// exact, for only their distances are bounds.
fn is_exact(value: i32, (alpha, beta): (i32, i32)) -> bool {
    value.abs() >= MIN_WIN || alpha < value && value < beta
}

fn search_root_move<G: Game>(
    search: &mut Search<'_, G>,
    depth: i32,
    (alpha, beta): (i32, i32),
    me: Player,
    first: bool,
) -> Result<SearchValue, Halt> {
    if !first {
        let found = search.search_node(depth, (alpha, alpha + 1), me)?;
        if found.value <= alpha || found.value >= beta {
            return Ok(found);
        }
    }
    search.search_node(depth, (alpha, beta), me)
}

/// Converts a root move to a choice.
fn to_choice<M: Copy>(root: &RootMove<M>, nodes: u64) -> Choice<M> {
    let RootMove { mv, value, is_proven, depth, ref line, .. } = *root;
    let proven = match value {
        _ if !is_proven || depth == 0 => None,
        value if value >= MIN_WIN => Some(ProvenResult { result: Wdl::Win, plies: (WIN - value) as u32 }),
        value if value <= -MIN_WIN => Some(ProvenResult { result: Wdl::Loss, plies: (WIN + value) as u32 }),
        0 => Some(ProvenResult { result: Wdl::Draw, plies: 0 }),
        _ => None,
    };
    let value = (depth > 0).then(|| match value {
        value if value >= MIN_WIN => 1.0,
        value if value <= -MIN_WIN => -1.0,
        // Logistic model: the expectation (wins minus losses) at odds of e to 1 per [`LOGISTIC_SCALE`].
        value => (f64::from(value) / f64::from(2.0 * LOGISTIC_SCALE)).tanh(),
    });
    Choice { mv, value, proven, score: None, depth, nodes, playouts: None, line: line.clone() }
}
