//! The weights that evolve, and the games in which they compete: the weights of a feature set of the game, played by
//! one-ply search, or those of the board evaluation, played by one-ply or alpha-beta search.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use boardwright_game::features::{WeightSet, WeightSetError};
use boardwright_game::game::{Game, GameExt, Outcome, Turn};
use boardwright_game::payoff::Payoff;
use boardwright_game::playout::draw_chance;
use rand::{Rng as _, SeedableRng as _};
use rand_pcg::Pcg64Mcg;
use thiserror::Error;

use super::{Competitor, Contest, ContestError, Gene, Genome, Individual};
use crate::alphabeta::AlphaBeta;
use crate::evaluation::terms::WeightRow as _;
use crate::evaluation::{Evaluation, Weights};
use crate::feature_player::FeaturePlayer;
use crate::greedy::{Greedy, StaticEvaluation};
use crate::limits::Limits;
use crate::names::hint;
use crate::player::{Player, Question, players};
use crate::registry::{PlayerArtifacts, PlayerSpec, PlayerSpecError};

/// The weights that evolve.
#[derive(Clone, Debug, PartialEq)]
pub enum SubjectSpec {
    /// Weights of a feature set with so many phases.
    Features {
        /// Name of the feature set.
        set: String,
        /// Number of phases.
        phases: usize,
    },
    /// Weights of the board evaluation.
    Board {
        /// Nodes per move of alpha-beta search; `None` for one-ply search.
        nodes: Option<u64>,
    },
}

/// A fixed opponent.
#[derive(Clone, Debug)]
pub enum Opponent {
    /// A player of the registry.
    Player(PlayerSpec),
    /// One-ply search by weights of features.
    Features(WeightSet),
    /// The board evaluation with these weights, played as the evolving weights are.
    Board(Weights),
}

/// Error of a subject or of its opponents.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum SubjectError {
    /// The game has no such feature set.
    #[error("the game has no feature set \"{name}\"{hint}")]
    #[allow(missing_docs)]
    UnknownFeatures { name: String, hint: String },
    /// The game has no board evaluation.
    #[error(
        "the board evaluation is for games of two players without chance and hidden information; choose a feature set with \
         features = \"...\""
    )]
    NoBoard,
    /// A range is reversed or not finite.
    #[error("the range from {0} to {1} is empty; its first number must be less than its second one")]
    EmptyRange(String, String),
    /// An opponent does not support the game.
    #[error(transparent)]
    Player(#[from] PlayerSpecError),
    /// The weights of an opponent do not fit the game.
    #[error(transparent)]
    Weights(#[from] WeightSetError),
    /// The weights of an opponent are of another board.
    #[error("the weights of the board evaluation are those of another game")]
    OtherBoard,
    /// The game has only one player.
    #[error("the game has a single player, so that nobody competes")]
    SinglePlayer,
}

/// Bounds of board weights, where the user gives none. A piece has the untuned value 100.
const BOARD_RANGE: [f32; 2] = [-1000.0, 1000.0];
/// Size of each alpha-beta player's transposition table in MiB.
const MEMORY: usize = 1;

/// Mapping of genes to weights.
#[derive(Clone, Debug)]
enum Mapping {
    /// The genes are the weights.
    Features { set: String, phases: usize },
    /// The weights of the rules, and by weight the gene and its sign; `None` for a weight that stays.
    Board { weights: Weights, genes: Vec<Option<(usize, f32)>>, nodes: Option<u64> },
}

/// Evolving weights of a game with their fixed opponents.
#[derive(Clone, Debug)]
pub struct Subject<'g, G> {
    game: &'g G,
    genome: Genome,
    mapping: Mapping,
    opponents: Vec<Opponent>,
    artifacts: PlayerArtifacts,
    /// Number of random plies before each game.
    pub opening: usize,
    /// Number of moves after which a game is a draw.
    pub max_moves: usize,
}

impl<'g, G> Subject<'g, G>
where
    G: Game + Sync,
    G::State: Send + Sync + 'static,
    G::Move: Send + Sync + 'static,
{
    /// A subject of a game. `range` replaces the ranges of the genes.
    ///
    /// # Errors
    /// If the game does not have these weights, or the range is empty.
    pub fn new(game: &'g G, spec: &SubjectSpec, range: Option<[f32; 2]>) -> Result<Self, SubjectError> {
        if let Some([low, high]) = range.filter(|[low, high]| !(low < high && low.is_finite() && high.is_finite())) {
            return Err(SubjectError::EmptyRange(low.to_string(), high.to_string()));
        }
        if game.players() < 2 {
            return Err(SubjectError::SinglePlayer);
        }
        let (genome, mapping) = match spec {
            SubjectSpec::Features { set, phases } => features_genome(game, set, *phases, range)?,
            SubjectSpec::Board { nodes } => board_genome(game, *nodes, range)?,
        };
        let artifacts = PlayerArtifacts::default();
        Ok(Self { game, genome, mapping, opponents: Vec::new(), artifacts, opening: 0, max_moves: 1000 })
    }

    /// Adds a fixed opponent.
    ///
    /// # Errors
    /// If it does not support the game.
    pub fn add_opponent(&mut self, opponent: Opponent) -> Result<(), SubjectError> {
        match &opponent {
            Opponent::Player(spec) => {
                spec.make_with_artifacts(self.game, 0, &self.artifacts)?;
            }
            Opponent::Features(weights) => {
                weights.feature_set(self.game)?;
            }
            Opponent::Board(weights) if weights.fits(self.game) => {}
            Opponent::Board(_) => return Err(SubjectError::OtherBoard),
        }
        self.opponents.push(opponent);
        Ok(())
    }

    /// The subject with artifacts of the game, which its opponents use.
    #[must_use]
    pub fn with_artifacts(self, artifacts: PlayerArtifacts) -> Self {
        Self { artifacts, ..self }
    }

    /// Genes of the individuals.
    pub fn genome(&self) -> &Genome {
        &self.genome
    }

    /// Number of fixed opponents.
    pub fn opponents(&self) -> usize {
        self.opponents.len()
    }

    /// Weights of an individual of a feature set; `None` for board weights.
    pub fn weight_set(&self, individual: &[f32]) -> Option<WeightSet> {
        let Mapping::Features { set, phases } = &self.mapping else { return None };
        let (players, weights) = (Some(self.game.players()), individual.to_vec());
        Some(WeightSet {
            name: "evolved".to_owned(),
            about: String::new(),
            features: set.clone(),
            players,
            phases: *phases,
            weights,
        })
    }

    /// Weights of an individual of the board evaluation; `None` for a feature set.
    pub fn board_weights(&self, individual: &[f32]) -> Option<Weights> {
        let Mapping::Board { weights, genes, .. } = &self.mapping else { return None };
        let mut row = weights.to_row();
        for (weight, gene) in row.iter_mut().zip(genes) {
            if let Some((gene, sign)) = gene {
                *weight = sign * individual[*gene];
            }
        }
        let mut weights = weights.clone();
        weights.set_from_row(&row);
        Some(weights)
    }

    /// The individual whose weights are those of a weight set of the same features, within the ranges of the genes. A
    /// set with one phase gives all phases its weights. `None` if the weights do not fit.
    pub fn individual_of_weights(&self, given: &WeightSet) -> Option<Individual> {
        let Mapping::Features { set, phases } = &self.mapping else { return None };
        if given.features != *set || given.feature_set(self.game).is_err() || ![1, *phases].contains(&given.phases) {
            return None;
        }
        let weight = |(index, gene): (usize, &Gene)| {
            gene.clamp(given.weight(index / phases, (index % phases).min(given.phases - 1)))
        };
        Some(self.genome.genes.iter().enumerate().map(weight).collect())
    }

    /// The individual of board weights, within the ranges of the genes; `None` if the weights do not fit.
    pub fn individual_of_board(&self, given: &Weights) -> Option<Individual> {
        let Mapping::Board { genes, .. } = &self.mapping else { return None };
        if !given.fits(self.game) {
            return None;
        }
        let mut individual = vec![0.0; self.genome.genes.len()];
        // Backwards, so that the first of tied weights counts.
        for (weight, gene) in given.to_row().into_iter().zip(genes).rev() {
            if let Some((gene, sign)) = gene {
                individual[*gene] = self.genome.genes[*gene].clamp(sign * weight);
            }
        }
        Some(individual)
    }

    /// Plays a contest and returns the total points of the competitors: final scores in games that are played for
    /// scores, otherwise 1 for a win and 1/2 for a draw.
    ///
    /// # Errors
    /// If the rules of the game fail, or `stop` was set.
    pub fn play(&self, contest: &Contest, stop: &AtomicBool) -> Result<Vec<f64>, ContestError> {
        let mut random = Pcg64Mcg::seed_from_u64(contest.seed);
        let mut totals = vec![0.0; contest.competitors.len()];
        for game in 0..contest.games {
            let mut seats: Vec<Box<dyn Player<G> + 'g>> = Vec::new();
            let mut limits = Vec::new();
            for seat in 0..contest.competitors.len() {
                let competitor = &contest.competitors[contest.competitor_at(seat, game)];
                seats.push(self.player(competitor, random.next_u64()));
                limits.push(self.limits(competitor, stop));
            }
            let points = self.play_game(&mut seats, &limits, &mut random, stop)?;
            for (seat, points) in points.into_iter().enumerate() {
                totals[contest.competitor_at(seat, game)] += points;
            }
        }
        Ok(totals)
    }

    /// Plays one game and returns the points by seat.
    fn play_game(
        &self,
        seats: &mut [Box<dyn Player<G> + 'g>],
        limits: &[Limits<'_>],
        random: &mut Pcg64Mcg,
        stop: &AtomicBool,
    ) -> Result<Vec<f64>, ContestError> {
        let game = self.game;
        let starts = game.initial_states();
        let mut state = starts[(random.next_u64() % starts.len() as u64) as usize].clone();
        let (mut moves, mut chances) = (Vec::new(), Vec::new());
        let mut made = 0;
        let outcome = loop {
            if stop.load(Ordering::Relaxed) {
                return Err(ContestError::Stopped);
            }
            let mv = match game.legal_moves(&state, &mut moves)? {
                Turn::Over(outcome) => break outcome,
                _ if made >= self.max_moves => break Outcome::Draw,
                Turn::Chance => draw_chance(game, &state, &moves, &mut chances, random)?,
                Turn::Player(_) if made < self.opening => game.random_move(&state, &moves, random),
                Turn::Player(me) => {
                    let limits = Limits { start: Instant::now(), ..limits[me.index()] };
                    let question =
                        Question { game, state: &state, me, moves: &moves, limits, listener: None, clocks: &[] };
                    seats[me.index()].choose(&question)?.mv
                }
            };
            game.apply(&mut state, mv)?;
            made += 1;
        };
        let points = |player| match (game.payoff(), outcome) {
            (Payoff::Score(_), _) => game.score(&state, player),
            (Payoff::WinDrawLoss, Outcome::Draw) => 0.5,
            (Payoff::WinDrawLoss, Outcome::Won(winner)) => f64::from(u8::from(winner == player)),
        };
        // A player whose search was stopped may have chosen any move.
        if stop.load(Ordering::Relaxed) { Err(ContestError::Stopped) } else { Ok(players(game).map(points).collect()) }
    }

    fn limits<'s>(&self, competitor: &Competitor, stop: &'s AtomicBool) -> Limits<'s> {
        if let Competitor::Opponent(number) = competitor
            && let Opponent::Player(spec) = &self.opponents[*number]
        {
            return spec.limits(stop);
        }
        let nodes = if let Mapping::Board { nodes, .. } = &self.mapping { *nodes } else { None };
        Limits { nodes, ..Limits::none(stop) }
    }

    /// The player of a competitor.
    fn player(&self, competitor: &Competitor, seed: u64) -> Box<dyn Player<G> + 'g> {
        let by_features = |weights| -> Box<dyn Player<G> + 'g> {
            let random = Pcg64Mcg::seed_from_u64(seed);
            Box::new(FeaturePlayer::with_weights(self.game, weights, random).expect("the weights were checked"))
        };
        let opponent = match competitor {
            Competitor::Individual(genes) => {
                return match (self.weight_set(genes), self.board_weights(genes)) {
                    (Some(weights), _) => by_features(weights),
                    (None, weights) => self.board_player(&weights.expect("the genes are of a board"), seed),
                };
            }
            Competitor::Opponent(number) => &self.opponents[*number],
        };
        match opponent {
            Opponent::Player(spec) => {
                spec.make_with_artifacts(self.game, seed, &self.artifacts).expect("the opponent was made before")
            }
            Opponent::Features(weights) => by_features(weights.clone()),
            Opponent::Board(weights) => self.board_player(weights, seed),
        }
    }

    fn board_player(&self, weights: &Weights, seed: u64) -> Box<dyn Player<G> + 'g> {
        let evaluation = Evaluation::from_weights(self.game, weights);
        if let Mapping::Board { nodes: Some(_), .. } = self.mapping {
            Box::new(AlphaBeta::new(evaluation, MEMORY, 1).expect("a small table can be allocated"))
        } else {
            Box::new(Greedy::new(StaticEvaluation::Evaluation(evaluation), Pcg64Mcg::seed_from_u64(seed)))
        }
    }
}

fn features_genome<G: Game>(
    game: &G,
    name: &str,
    phases: usize,
    range: Option<[f32; 2]>,
) -> Result<(Genome, Mapping), SubjectError> {
    let sets = game.feature_sets();
    let Some(set) = sets.iter().find(|set| set.name == name) else {
        let known = sets.iter().map(|set| set.name);
        let hint = if sets.is_empty() {
            "; it declares none: evolve its board evaluation with evaluation = \"made\"".to_owned()
        } else {
            hint(name, known)
        };
        return Err(SubjectError::UnknownFeatures { name: name.to_owned(), hint });
    };
    let gene = |feature: &str, phase: usize| {
        let name = if phases == 1 { feature.to_owned() } else { format!("{feature} (phase {})", phase + 1) };
        Gene { name, range: range.unwrap_or(set.bounds) }
    };
    let features = set.features.iter().map(|feature| feature.name.as_ref());
    let genes = features.flat_map(|feature| (0..phases).map(move |phase| gene(feature, phase))).collect();
    Ok((Genome { genes, phases }, Mapping::Features { set: name.to_owned(), phases }))
}

fn board_genome<G: Game>(
    game: &G,
    nodes: Option<u64>,
    range: Option<[f32; 2]>,
) -> Result<(Genome, Mapping), SubjectError> {
    let is_board = game.players() == 2 && !game.has_chance() && !game.has_hidden_information();
    if !is_board || game.structure().is_none() {
        return Err(SubjectError::NoBoard);
    }
    let weights = Weights::from_rules(game);
    let (row, ties) = (weights.to_row(), weights.symmetry_ties(game));
    let squares = weights.squares.iter().map(Vec::len).sum::<usize>();
    // Pieces of no player, and locations outside the board, have no value.
    let evolves = |weight: usize| weight >= squares || row[weight] != 0.0;
    let (mut genes, mut gene_of) = (Vec::new(), vec![None; row.len()]);
    for ((name, index), &(tie, _)) in weights.names().into_iter().zip(0..).zip(&ties) {
        if tie as usize == index && evolves(index) {
            gene_of[index] = Some(genes.len());
            genes.push(Gene { name, range: range.unwrap_or(BOARD_RANGE) });
        }
    }
    let mapped = ties.iter().map(|&(tie, sign)| gene_of[tie as usize].map(|gene| (gene, sign))).collect();
    Ok((Genome { genes, phases: 1 }, Mapping::Board { weights, genes: mapped, nodes }))
}
