//! The symmetries of games: which the shipped games have, and the laws that symmetries obey along random games.

use boardwright_engine::symmetry::Among;
use boardwright_games::shipped;
use boardwright_tests::fast;

#[test]
fn probe() {
    for game in shipped() {
        let of = fast(game.name);
        let before = std::time::Instant::now();
        let all = of.symmetries();
        println!(
            "{}: {} ({}) {:?} in {:?}",
            game.name,
            all.count(Among::SamePlayers),
            all.count(Among::All),
            all.why_none(),
            before.elapsed()
        );
    }
}
