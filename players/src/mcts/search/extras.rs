//! Additional terms of the selection score: AMAF statistics (RAVE, GRAVE), progressive bias and implicit minimax
//! values. All of them are optional.

use boardwright_game::game::Game;
use boardwright_game::ids::Player;

use super::super::amaf::{AmafTable, MoveCodes};
use super::super::tree::{Node, ONE};
use super::{UNTRIED, Worker};

/// Bias parameter of RAVE (4b² in Gelly and Silver, 2011): how soon the node's own statistics outweigh AMAF.
const RAVE_BIAS: f32 = 1e-4;

impl<G: Game, const SHARED: bool> Worker<'_, G, SHARED> {
    /// Selection score of a child, with all optional terms added to the UCB1 score.
    #[inline(never)]
    pub(super) fn adjusted_score(&self, score: f32, player: Player, child: &Node<G::Move>, visits: u32) -> f32 {
        let Some(extra) = &child.extra else { return score };
        let mut score = score;
        let tried = visits as f32;
        if self.settings.amaf_visits > 0 {
            let mut table = self.path.iter().rev().map(|step| step.child).chain([&self.tree.root]);
            let table = table.find_map(|node| node.extra.as_ref()?.table.get());
            if let (Some(table), Some(codes)) = (table, self.codes) {
                let (count, mean) = table.get(codes.table_index(player, extra.code));
                if count > 0.0 {
                    let share = count / (count + tried + RAVE_BIAS * count * tried);
                    let own = if visits > 0 { score } else { 0.0 };
                    score = (1.0 - share) * own + share * mean;
                }
            }
        }
        if self.settings.uses_heuristic() {
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

    pub(super) fn open_table(&self, child: &Node<G::Move>, codes: MoveCodes) {
        let Some(extra) = &child.extra else { return };
        if extra.table.get().is_none() {
            let table = AmafTable::new(codes, self.game.players());
            let bytes = table.bytes();
            if extra.table.set(table).is_ok() {
                self.tree.add_bytes(bytes);
            }
        }
    }

    /// Updates the AMAF and MAST statistics with the values of the playout.
    pub(super) fn update_statistics(&mut self) {
        let Some(codes) = self.codes else { return };
        let values = &self.values;
        self.playouts.update_mast(|player| values[player.index()] as f32 / ONE as f32);
        if self.settings.amaf_visits == 0 {
            return;
        }
        for depth in 0..=self.path.len() {
            let node = if depth == 0 { &self.tree.root } else { self.path[depth - 1].child };
            if node.visits() < self.settings.amaf_visits {
                continue;
            }
            if self.tree.has_room() {
                self.open_table(node, codes);
            }
            let Some(table) = node.extra.as_ref().and_then(|extra| extra.table.get()) else { continue };
            // Each move counts once per playout and table.
            let stamp = (self.iterations << 8) + depth as u64 % 256 + 1;
            for &(player, code) in self.playouts.recorded.get(depth..).unwrap_or_default() {
                let place = codes.table_index(player, code);
                if self.seen[place] != stamp {
                    self.seen[place] = stamp;
                    table.add(place, self.values[player.index()] as f32 / ONE as f32);
                }
            }
        }
    }
}

/// Backs up the implicit minimax value of a position from its children.
pub(super) fn back_up_minimax<M>(parent: &Node<M>, before: Option<Player>) {
    let (Some(extra), Some((player, children))) = (&parent.extra, parent.children()) else { return };
    let values = children.iter().filter_map(|child| child.extra.as_ref()).map(|extra| extra.minimax());
    let best = values.fold(f32::NEG_INFINITY, f32::max);
    // The value is stored from the view of the player who moved there.
    extra.set_minimax(if before == Some(player) { best } else { -best });
}
