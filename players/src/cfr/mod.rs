//! Play that cannot be taken advantage of, for small games of hidden information between two players: the whole game is written
//! out and solved by [CFR+](solve). It does not adapt to whom it plays against.

mod solve;
mod tree;

use boardwright_engine::fault::Fault;
use boardwright_engine::game::Game;
use boardwright_engine::ids::Player as Number;
use boardwright_engine::playout::weighted;
use rand_pcg::Pcg64Mcg;

use crate::options::{Kind, Opt};
use crate::player::{Choice, Player, Question};
use crate::stakes::Stakes;
use solve::Solver;
use tree::{Node, Tree};

/// A player by a mean strategy of CFR+. What players want is told by [`Stakes`].
#[derive(Debug)]
pub struct Cfr<M> {
    tree: Tree<M>,
    solver: Solver,
    strategy: Vec<Vec<f64>>,
    /// What the strategy loses at most, in the mean of both seats.
    exploitability: f64,
    /// That it loses so little is enough.
    enough: f64,
    unit: f64,
    random: Pcg64Mcg,
}

/// So many ways to positions are written out, at most.
const MOST: usize = 1_000_000;
/// After so many rounds it is looked at how good the strategy is; then after twice as many, and so on.
const FIRST_LOOK: u64 = 16;

pub(crate) const ENOUGH: Opt = Opt {
    key: "exploitability",
    kind: Kind::Real { least: 0.0, most: 1e9, default: Some(0.0005) },
    about: "it is satisfied when a best response gains no more than this, in points of the game",
};

/// Why a game is not for this player, in words that end "games ...".
pub(crate) fn refuses<G: Game>(game: &G) -> Option<&'static str> {
    if !game.hides() {
        return Some("in which nothing is hidden");
    }
    if game.players() != 2 {
        return Some("of more or less than two players");
    }
    None
}

impl<M: Copy + PartialEq> Cfr<M> {
    /// Writes a game out; `None` if it is too large.
    ///
    /// # Errors
    /// If its rules fail somewhere.
    pub fn new<G: Game<Move = M>>(game: &G, enough: f64, random: Pcg64Mcg) -> Result<Option<Self>, Fault> {
        let stakes = Stakes::of(game);
        let Some(tree) = Tree::of(game, stakes, MOST)? else { return Ok(None) };
        let solver = Solver::new(&tree);
        let strategy = solver.strategy();
        let exploitability = exploitability(&tree, &strategy);
        Ok(Some(Self { tree, solver, strategy, exploitability, enough, unit: stakes.unit(), random }))
    }

    /// What a best response gains against the strategy, in the mean of both seats, in points of the game.
    pub fn exploitability(&self) -> f64 {
        self.exploitability
    }

    /// What the game is worth to a player if both play the strategy, in points of the game.
    pub fn value(&self, player: Number) -> f64 {
        solve::values(&self.tree, &self.strategy, player.index())[0]
    }

    /// How many rounds were played.
    pub fn rounds(&self) -> u64 {
        self.solver.rounds
    }

    /// Solves on until the strategy is good enough, or `over` says so of the positions looked at. Gives how many these were.
    pub fn improve(&mut self, mut over: impl FnMut(u64) -> bool) -> u64 {
        let (mut nodes, mut look) = (0, self.solver.rounds.max(FIRST_LOOK / 2) * 2);
        while self.exploitability > self.enough && !over(nodes) {
            self.solver.round(&self.tree);
            nodes += (self.tree.nodes.len() * self.tree.players) as u64;
            if self.solver.rounds >= look {
                look *= 2;
                self.look();
            }
        }
        if nodes > 0 {
            self.look();
        }
        nodes
    }

    fn look(&mut self) {
        self.strategy = self.solver.strategy();
        self.exploitability = exploitability(&self.tree, &self.strategy);
    }

    /// What the moves of a set are worth: the mean over its positions, by how likely the others and chance make them.
    fn worths(&self, set: usize) -> Vec<Option<f64>> {
        let player = self.tree.sets[set].player.index();
        let values = solve::values(&self.tree, &self.strategy, player);
        let weights = solve::weights(&self.tree, &self.strategy, player);
        let mut sums = vec![0.0; self.tree.sets[set].moves.len()];
        let mut all = 0.0;
        for (at, node) in self.tree.nodes.iter().enumerate() {
            let Node::Choice { set: of, children } = node else { continue };
            if *of as usize == set {
                all += weights[at];
                for (sum, &child) in sums.iter_mut().zip(children) {
                    *sum += weights[at] * values[child as usize];
                }
            }
        }
        sums.into_iter().map(|sum| (all > 0.0).then(|| sum / all / self.unit)).collect()
    }
}

fn exploitability<M>(tree: &Tree<M>, strategy: &[Vec<f64>]) -> f64 {
    let gain = |player| solve::best_response(tree, strategy, player) - solve::values(tree, strategy, player)[0];
    (0..tree.players).map(gain).sum::<f64>() / tree.players as f64
}

impl<G> Player<G> for Cfr<G::Move>
where
    G: Game,
    G::Move: Send,
{
    fn choose(&mut self, question: &Question<'_, G>) -> Result<Choice<G::Move>, Fault> {
        let Question { game, state, me, moves, limits, .. } = *question;
        if let ([only], None) = (moves, &question.listener) {
            return Ok(Choice::at_once(*only));
        }
        let nodes = self.improve(|nodes| limits.is_over() || limits.nodes.is_some_and(|most| nodes >= most));
        let Some(&set) = self.tree.known.get(&tree::key(game, state, me)) else {
            // Only a position that play does not lead to is none of them.
            return Ok(Choice::at_once(moves[0]));
        };
        let shares = &self.strategy[set];
        let worths = self.worths(set);
        let of = &self.tree.sets[set].moves;
        let choice = |place: usize| Choice { value: worths[place], depth: 1, nodes, ..Choice::at_once(of[place]) };
        let mut order: Vec<usize> = (0..of.len()).collect();
        order.sort_by(|&one, &other| shares[other].total_cmp(&shares[one]));
        let best: Vec<_> = order.into_iter().take(question.lines()).map(choice).collect();
        question.tell(&best);
        Ok(choice(weighted(shares, &mut self.random)))
    }
}
