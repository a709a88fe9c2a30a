//! What a thread knows of a child beside its own playouts: those of other positions with the same move, and what a heuristic
//! makes of it. All of it is switched on by options; what a playout is worth is found elsewhere.

use boardwright_engine::game::Game;
use boardwright_engine::ids::Player;

use super::super::amaf::{Codes, Table};
use super::super::tree::{Child, ONE};
use super::{UNTRIED, Worker};

/// How soon a position's own playouts count more than those with its move elsewhere (Gelly and Silver's b, with its square).
const TRUST: f32 = 1e-4;

impl<G: Game, const SHARED: bool> Worker<'_, G, SHARED> {
    /// The score of a child with all that is known beside its own playouts.
    #[inline(never)]
    pub(super) fn beside(&self, score: f32, player: Player, child: &Child<G::Move>, visits: u32) -> f32 {
        let Some(extra) = &child.extra else { return score };
        let mut score = score;
        let tried = visits as f32;
        if self.settings.rave > 0 {
            let mut table = self.path.iter().rev().map(|step| step.child).chain([&self.tree.root]);
            let table = table.find_map(|node| node.extra.as_ref()?.table.get());
            if let (Some(table), Some(codes)) = (table, self.codes) {
                let (count, mean) = table.get(codes.place(player, extra.code));
                if count > 0.0 {
                    let share = count / (count + tried + TRUST * count * tried);
                    let own = if visits > 0 { score } else { 0.0 };
                    score = (1.0 - share) * own + share * mean;
                }
            }
        }
        if self.settings.judges() {
            if score >= UNTRIED {
                score = 0.0;
            }
            if self.settings.minimax > 0.0 {
                score = (1.0 - self.settings.minimax) * score + self.settings.minimax * extra.minimax();
            }
            score += self.settings.bias * extra.prior / (tried + 1.0);
            if visits == 0 {
                score += self.settings.exploration;
            }
        }
        score
    }

    pub(super) fn open_table(&self, child: &Child<G::Move>, codes: Codes) {
        let Some(extra) = &child.extra else { return };
        if extra.table.get().is_none() {
            let table = Table::new(codes, self.game.players());
            let bytes = table.bytes();
            if extra.table.set(table).is_ok() {
                self.tree.takes(bytes);
            }
        }
    }

    /// Adds what the playout was worth to what is known of its moves.
    pub(super) fn learn(&mut self) {
        let Some(codes) = self.codes else { return };
        let values = &self.values;
        self.playouts.learn(|player| values[player.index()] as f32 / ONE as f32);
        if self.settings.rave == 0 {
            return;
        }
        for depth in 0..=self.path.len() {
            let node = if depth == 0 { &self.tree.root } else { self.path[depth - 1].child };
            if node.visits() < self.settings.rave {
                continue;
            }
            if self.tree.has_room() {
                self.open_table(node, codes);
            }
            let Some(table) = node.extra.as_ref().and_then(|extra| extra.table.get()) else { continue };
            // Each move counts once for each table.
            let stamp = (self.rounds << 8) + depth as u64 % 256 + 1;
            for &(player, code) in self.playouts.noted.get(depth..).unwrap_or_default() {
                let place = codes.place(player, code);
                if self.seen[place] != stamp {
                    self.seen[place] = stamp;
                    table.add(place, self.values[player.index()] as f32 / ONE as f32);
                }
            }
        }
    }
}

/// What the heuristic makes of a position by what is below.
pub(super) fn look_up<M>(parent: &Child<M>, before: Option<Player>) {
    let (Some(extra), Some((player, children))) = (&parent.extra, parent.below()) else { return };
    let values = children.iter().filter_map(|child| child.extra.as_ref()).map(|extra| extra.minimax());
    let best = values.fold(f32::NEG_INFINITY, f32::max);
    // It is kept for the player who moved there.
    extra.set_minimax(if before == Some(player) { best } else { -best });
}
