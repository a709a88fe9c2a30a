//! scratch
use boardwright_engine::game::Game;
use boardwright_games::shipped;
use boardwright_tests::*;
use std::collections::BTreeMap;
#[test]
fn print() {
    for game in shipped() {
        let g = fast(game.name);
        let t = std::time::Instant::now();
        let s = g.structure().unwrap();
        let mut by: BTreeMap<String, usize> = BTreeMap::new();
        for l in s.lines() { *by.entry(format!("p{} len{} {:?} {:?}", l.player, l.cells.len(), l.ends, l.classes)).or_default() += 1; }
        println!("{} {:?} {:?}", game.name, by, t.elapsed());
    }
    for (n, o) in [("gomoku", [("exactly","yes")])] {
        let g = with_options(n, &o);
        let s = g.structure().unwrap();
        let mut by: BTreeMap<String, usize> = BTreeMap::new();
        for l in s.lines() { *by.entry(format!("p{} len{} {:?} {:?}", l.player, l.cells.len(), l.ends, l.classes)).or_default() += 1; }
        println!("{} {:?}", n, by);
    }
}
