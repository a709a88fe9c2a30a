//! Iterative deepening: one move deeper each time, with what was learnt before, until the limits are reached or nothing is left to find out.

use boardwright_engine::fault::Fault;
use boardwright_engine::game::Game;
use boardwright_engine::ids::Player;

use super::order::{Known, Order};
use super::search::{DEEPEST, Found, Means, Search, WIN, WINS};
use crate::evaluation::ODDS;
use crate::limits::Halt;
use crate::player::{Choice, Ending, Proven, Question};

/// A move at the root and what is known of it.
#[derive(Clone, Debug)]
struct Root<M> {
    mv: M,
    kind: usize,
    value: i32,
    solid: bool,
    /// The depth at which the value was found; 0: not yet.
    depth: u32,
    line: Vec<M>,
}

/// Moves with what was found out of them, the best first, and how many positions were made.
pub(super) type Deepened<M> = (Vec<Choice<M>>, u64);

/// Searches deeper and deeper. Gives the moves with what was found out of them, the best first, and how many positions were made.
///
/// # Errors
/// If the rules of the game fail.
pub(super) fn deepen<G: Game>(
    question: &Question<'_, G>,
    means: Means<'_, G>,
    order: &mut Order<G::Move>,
    skip: u32,
) -> Result<Deepened<G::Move>, Fault> {
    let Question { game, state, me, moves, limits, .. } = *question;
    let mut search = Search::new(means, state);
    std::mem::swap(&mut search.order, order);
    let root = |(index, &mv): (usize, &G::Move)| Root {
        mv,
        kind: Order::kind(game, state, mv, index, me),
        value: -WIN,
        solid: false,
        depth: 0,
        line: vec![mv],
    };
    let mut roots: Vec<Root<G::Move>> = moves.iter().enumerate().map(root).collect();
    let kept = means.evaluation.whole(game, state);
    let ranked = |root: &Root<G::Move>, order: &Order<G::Move>| {
        order.score((game, state, means.evaluation, &kept), (root.mv, root.kind), (me, 0), Known::default())
    };
    roots.sort_by_cached_key(|root| std::cmp::Reverse(ranked(root, &search.order)));
    let lines = question.lines();
    let deepest = limits.depth.unwrap_or(DEEPEST as u32 - 1).min(DEEPEST as u32 - 1);
    let mut fault = None;
    let mut depth = 1 + skip.min(deepest - 1);
    while depth <= deepest {
        let done = (0..lines).try_for_each(|line| best_of(&mut search, &mut roots, line, depth, me));
        let halted = done.is_err();
        if let Err(Halt::Fault(failed)) = done {
            fault = Some(failed);
        }
        let best: Vec<_> =
            roots[..lines].iter().filter(|root| root.depth > 0).map(|root| told(root, search.nodes)).collect();
        // Several lines compare where all were looked at to the same depth.
        if !best.is_empty() && (!halted || lines == 1 || depth == 1 + skip) {
            question.tell(&best);
        }
        // A win is looked for until it cannot be nearer.
        let settled = |root: &Root<G::Move>| {
            // Where the game remembers positions nothing is solid.
            let sure = root.solid || root.value >= WINS && game.remembers();
            sure && root.depth > 0 && shortest(root.value, depth)
        };
        if halted || roots[..lines].iter().all(settled) {
            break;
        }
        depth += 1;
    }
    std::mem::swap(&mut search.order, order);
    match fault {
        Some(fault) => Err(fault),
        None => Ok((roots.iter().map(|root| told(root, search.nodes)).collect(), search.nodes)),
    }
}

/// Whether no win can be nearer than the one that was found to this depth. Of draws and losses nothing better is there.
fn shortest(value: i32, depth: u32) -> bool {
    value < WINS || (WIN - value) as u32 <= depth
}

/// Finds the best of the moves from number `first` on and brings it there.
fn best_of<G: Game>(
    search: &mut Search<'_, G>,
    roots: &mut [Root<G::Move>],
    first: usize,
    depth: u32,
    me: Player,
) -> Result<(), Halt> {
    let guess = roots[first].value;
    // Values hardly change from one depth to the next: a narrow window is tried first.
    let mut margin = if depth >= 4 && guess.abs() < WINS { 40 } else { WIN };
    loop {
        let whole = margin == WIN;
        let window = if whole { (-WIN, WIN) } else { (guess - margin, guess + margin) };
        let value = pass(search, roots, first, depth, (window, me))?;
        if whole || window.0 < value && value < window.1 {
            return Ok(());
        }
        margin = if margin > 1000 { WIN } else { margin * 6 };
    }
}

/// Looks at the moves from number `first` on once.
fn pass<G: Game>(
    search: &mut Search<'_, G>,
    roots: &mut [Root<G::Move>],
    first: usize,
    depth: u32,
    ((mut alpha, beta), me): ((i32, i32), Player),
) -> Result<i32, Halt> {
    let mut best = -WIN - 1;
    let mut solid = true;
    let lower = alpha;
    for index in first..roots.len() {
        let Root { mv, kind, .. } = roots[index];
        search.make(mv, Some(kind))?;
        let found = look(search, depth as i32 - 1, (alpha, beta), me, index == first);
        search.unmake();
        let Found { value, solid: sure } = found.inspect_err(|_| break_off(&mut roots[first..=index], best))?;
        solid &= sure;
        if value > best {
            best = value;
            // A bound only is no value; but it is the best that is known.
            let mut line = vec![mv];
            line.extend_from_slice(search.best_line(1));
            let root = &mut roots[index];
            let sure = sure && told_exactly(value, (lower, beta));
            (root.value, root.solid, root.depth, root.line) = (value, sure, depth, line);
            if value > lower || index == first {
                roots[first..=index].rotate_right(1);
            }
        }
        alpha = alpha.max(best);
        if alpha >= beta {
            break;
        }
    }
    // That it is best rests on all of them, unless it is a win.
    let root = &mut roots[first];
    root.solid = if best >= WINS { root.solid } else { solid && told_exactly(best, (lower, beta)) };
    Ok(best)
}

/// Leaves the moves as they are known when nothing can be found out of the last of them any more, and the best of those before is
/// worth `best`.
fn break_off<M>(roots: &mut [Root<M>], best: i32) {
    // A move that is known to lose is left for one that is not.
    if (-WIN..=-WINS).contains(&best) {
        roots.rotate_right(1);
    }
    // What the position is worth rests on all of them, unless one wins.
    roots[0].solid &= roots[0].value >= WINS;
}

/// Whether a value that was found with a window is the value, and no bound of it: what lies outside may be still further out, which of
/// wins and losses makes no difference but to their distance.
fn told_exactly(value: i32, (alpha, beta): (i32, i32)) -> bool {
    value.abs() >= WINS || alpha < value && value < beta
}

fn look<G: Game>(
    search: &mut Search<'_, G>,
    depth: i32,
    (alpha, beta): (i32, i32),
    me: Player,
    first: bool,
) -> Result<Found, Halt> {
    if !first {
        let found = search.node(depth, (alpha, alpha + 1), me)?;
        if found.value <= alpha || found.value >= beta {
            return Ok(found);
        }
    }
    search.node(depth, (alpha, beta), me)
}

/// As it is told.
fn told<M: Copy>(root: &Root<M>, nodes: u64) -> Choice<M> {
    let Root { mv, value, solid, depth, ref line, .. } = *root;
    let proven = match value {
        _ if !solid || depth == 0 => None,
        value if value >= WINS => Some(Proven { result: Ending::Win, plies: (WIN - value) as u32 }),
        value if value <= -WINS => Some(Proven { result: Ending::Loss, plies: (WIN + value) as u32 }),
        0 => Some(Proven { result: Ending::Draw, plies: 0 }),
        _ => None,
    };
    let value = (depth > 0).then(|| match value {
        value if value >= WINS => 1.0,
        value if value <= -WINS => -1.0,
        // Of odds e to 1 on winning, the mean of wins less losses.
        value => (f64::from(value) / f64::from(2.0 * ODDS)).tanh(),
    });
    Choice { mv, value, proven, depth, nodes, line: line.clone() }
}
