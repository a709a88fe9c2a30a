//! Prints the table of the 169 classes of hole cards by their exact equity against one random hand:
//! `cargo run --release -p boardwright-games --example holdem_preflop > games/holdem/preflop.tsv`

use std::io::Write as _;

use boardwright_games::holdem::preflop::{HoleClass, exact_equities};

fn main() -> std::io::Result<()> {
    let counts = exact_equities();
    let mut classes: Vec<HoleClass> = HoleClass::all().collect();
    classes.sort_by(|one, other| counts[other.index()].equity().total_cmp(&counts[one.index()].equity()));
    let mut out = std::io::stdout().lock();
    writeln!(out, "# Hole cards by exact equity against one random hand; made by games/examples/holdem_preflop.rs")?;
    writeln!(out, "# rank, class, equity, wins, splits, showdowns")?;
    for (rank, class) in (1..).zip(classes) {
        let counts = counts[class.index()];
        let (wins, splits, showdowns) = (counts.wins, counts.splits, counts.showdowns);
        writeln!(out, "{rank}\t{class}\t{:.8}\t{wins}\t{splits}\t{showdowns}", counts.equity())?;
    }
    Ok(())
}
