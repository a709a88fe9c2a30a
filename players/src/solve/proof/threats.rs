//! Threats to complete a winning line, as bitboards of at most 128 locations, updated incrementally. They only order
//! moves: whether a move wins is determined by making it.

use boardwright_game::game::{Game, Outcome};
use boardwright_game::ids::{LocationId, Player};
use boardwright_game::structure::BoardGeometry;

/// The winning lines of a game of two players, as bitboards.
#[derive(Debug)]
pub(super) struct WinningLines {
    /// By player and location: the lines through it.
    through: [Vec<Vec<u128>>; 2],
    /// By player and class: `true` if such pieces fill the player's lines.
    fills: [Vec<bool>; 2],
    /// All locations on lines.
    cells: u128,
}

/// Occupation of the lines, with the resulting threats.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Threats {
    /// By player: locations with pieces that fill the player's lines.
    own: [u128; 2],
    /// Occupied locations on lines.
    occupied: u128,
    /// By player: locations where one more piece completes a line.
    pub wins: [u128; 2],
}

const BITS: usize = 128;

/// Bitboard of a single location.
#[inline]
pub(super) fn bit(at: LocationId) -> u128 {
    1 << at.index()
}

impl WinningLines {
    /// `None` if there are no winning lines, more than one kind of them for a player, or the board is too large.
    pub fn new<G: Game>(game: &G) -> Option<Self> {
        let structure = game.structure()?;
        if structure.location_count() > BITS || game.players() != 2 {
            return None;
        }
        let mut through = [(); 2].map(|()| vec![Vec::new(); structure.location_count()]);
        let mut classes: [Option<&[usize]>; 2] = [None; 2];
        for line in structure.win_lines()?.lines() {
            if line.outcome != Some(Outcome::Won(line.player)) {
                continue;
            }
            let side = line.player.index();
            if classes[side].is_some_and(|known| known != line.classes) {
                return None;
            }
            classes[side] = Some(&line.classes);
            let mask = line.cells.iter().fold(0, |mask, &cell| mask | bit(cell));
            line.cells.iter().for_each(|cell| through[side][cell.index()].push(mask));
        }
        if classes == [None; 2] {
            return None;
        }
        let fills = |side: usize| {
            let filling = classes[side].unwrap_or_default();
            (0..structure.class_count()).map(|class| filling.contains(&class)).collect()
        };
        let cells = through.iter().flatten().flatten().fold(0, |cells, mask| cells | mask);
        Some(Self { fills: [fills(0), fills(1)], through, cells })
    }

    /// Computes the threats of a position from scratch.
    pub fn threats<S>(&self, geometry: &dyn BoardGeometry<S>, state: &S) -> Threats {
        let mut threats = Threats::default();
        for at in (0..geometry.location_count()).map(LocationId::new) {
            if self.cells & bit(at) == 0 {
                continue;
            }
            if let Some(class) = geometry.class_at(state, at) {
                threats.occupied |= bit(at);
                for side in 0..2 {
                    threats.own[side] |= if self.fills[side][class] { bit(at) } else { 0 };
                }
            }
        }
        for side in 0..2 {
            for at in (0..geometry.location_count()).filter(|&at| threats.occupied >> at & 1 == 0) {
                let full = |&mask: &u128| threats.own[side] & mask == mask & !(1 << at);
                threats.wins[side] |= if self.through[side][at].iter().any(full) { 1 << at } else { 0 };
            }
        }
        threats
    }

    /// Updates the threats after a move that changed these locations.
    pub fn update<S>(
        &self,
        mut threats: Threats,
        geometry: &dyn BoardGeometry<S>,
        after: &S,
        changed: &[LocationId],
    ) -> Threats {
        let changes = changed.iter().fold(0, |all, &at| all | bit(at)) & self.cells;
        if changes & threats.occupied != 0 {
            // Captures and promotions are rare, so the threats are computed from scratch.
            return self.threats(geometry, after);
        }
        for &at in changed {
            if bit(at) & changes == 0 {
                continue;
            }
            let Some(class) = geometry.class_at(after, at) else { continue };
            threats.occupied |= bit(at);
            for side in 0..2 {
                if self.fills[side][class] {
                    threats.own[side] |= bit(at);
                    for &mask in &self.through[side][at.index()] {
                        let missing = mask & !threats.own[side];
                        threats.wins[side] |= if missing.is_power_of_two() { missing } else { 0 };
                    }
                }
            }
        }
        threats.wins[0] &= !threats.occupied;
        threats.wins[1] &= !threats.occupied;
        threats
    }

    /// Promise of a location for a player: primarily the number of new threats that a piece there makes, then the
    /// number of lines through it that either player can still fill.
    pub fn promise(&self, threats: &Threats, at: LocationId, player: Player) -> i32 {
        let (side, other) = (player.index(), 1 - player.index());
        let mut made = 0;
        let mut open = 0;
        let here = bit(at);
        for &mask in &self.through[side][at.index()] {
            let blocked = mask & threats.occupied & !threats.own[side] != 0;
            let missing = mask & !(threats.own[side] | here);
            if !blocked {
                open += 1 + (mask & threats.own[side]).count_ones() as i32;
                made |= if missing.is_power_of_two() { missing } else { 0 };
            }
        }
        for &mask in &self.through[other][at.index()] {
            let blocked = mask & threats.occupied & !threats.own[other] != 0;
            open += i32::from(!blocked);
        }
        let new = made & !threats.wins[side];
        64 * new.count_ones() as i32 + open
    }
}
