//! Values of positions by strongly connected components (Tarjan, Depth-first search and linear graph algorithms, 1972):
//! every component is iterated alone, after those that it depends on. It enumerates no positions.

use super::positions::Positions;
use crate::limits::Limits;

/// Largest change of a value in the last iteration of a component.
const TOLERANCE: f64 = 1e-8;
/// Maximum number of iterations of a component, since values can alternate where a game may go on for ever.
const MAX_ITERATIONS: u32 = 10_000;
/// Number of steps between two readings of the clock.
const STEPS: usize = 4096;

/// The state of the depth-first search, which can be interrupted.
#[derive(Debug, Default)]
pub struct Components {
    /// By position: its number in the order of visits, from 1; 0 before.
    visits: Vec<u32>,
    /// By position: the lowest number of a visit that can be reached from it.
    lowest: Vec<u32>,
    /// By position: `true` if its component is complete.
    is_done: Vec<bool>,
    /// The path of the search: positions, with the number of their successors that were looked at.
    path: Vec<(u32, u32)>,
    /// Visited positions whose component is not complete, in the order of their visits.
    waiting: Vec<u32>,
    /// The component that is iterated.
    component: Vec<u32>,
    /// Number of iterations of this component.
    iterations: u32,
    visited: u32,
}

impl Components {
    /// Values all positions of an enumerated game; `false` if the time of the limits is over before.
    pub fn solve<S: Clone>(&mut self, positions: &mut Positions<S>, limits: &Limits<'_>) -> bool {
        if self.visits.is_empty() {
            let count = positions.values.len();
            (self.visits, self.lowest, self.is_done) = (vec![0; count], vec![0; count], vec![false; count]);
            self.visit(0);
        }
        let mut steps: usize = 0;
        loop {
            steps += 1 + self.component.len();
            if steps >= STEPS {
                steps = 0;
                if limits.is_over() {
                    return false;
                }
            }
            if !self.component.is_empty() {
                self.iterations += 1;
                if iterate(positions, &self.component) <= TOLERANCE || self.iterations == MAX_ITERATIONS {
                    self.component.clear();
                    self.iterations = 0;
                }
            } else if !self.step(positions) {
                return true;
            }
        }
    }

    fn visit(&mut self, position: u32) {
        self.visited += 1;
        self.visits[position as usize] = self.visited;
        self.lowest[position as usize] = self.visited;
        self.path.push((position, 0));
        self.waiting.push(position);
    }

    /// Takes one step of the search; `false` at its end.
    fn step<S: Clone>(&mut self, positions: &mut Positions<S>) -> bool {
        let Some((position, seen)) = self.path.last_mut() else { return false };
        let at = *position as usize;
        if let Some(&next) = positions.successors(at).get(*seen as usize) {
            *seen += 1;
            let there = next as usize;
            if self.visits[there] == 0 {
                self.visit(next);
            } else if !self.is_done[there] {
                self.lowest[at] = self.lowest[at].min(self.visits[there]);
            }
            return true;
        }
        self.path.pop();
        if let Some(&(parent, _)) = self.path.last() {
            self.lowest[parent as usize] = self.lowest[parent as usize].min(self.lowest[at]);
        }
        if self.lowest[at] == self.visits[at] {
            let first = self.waiting.iter().rposition(|&other| other as usize == at).unwrap_or_default();
            let component = self.waiting.split_off(first);
            for &other in &component {
                self.is_done[other as usize] = true;
            }
            match component[..] {
                [only] if !positions.successors(only as usize).contains(&only) => {
                    positions.values[only as usize] = positions.backed_up_value(only as usize);
                }
                _ => self.component = component,
            }
        }
        true
    }
}

/// Updates the values of the positions of a component once, the last visited first. Returns the largest change.
fn iterate<S: Clone>(positions: &mut Positions<S>, component: &[u32]) -> f64 {
    let mut change: f64 = 0.0;
    for &position in component.iter().rev() {
        let value = positions.backed_up_value(position as usize);
        change = change.max((value - positions.values[position as usize]).abs());
        positions.values[position as usize] = value;
    }
    change
}
