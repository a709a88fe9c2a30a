//! The tables of a tournament, a file each. They are made of the ledger and the description alone, so that the same games always give
//! the same bytes; only what a clock measured is apart, in [`times`]. The columns are in docs/tournaments.md.

mod games;
mod moves;
mod pairs;
mod ratings;
mod times;

pub use games::games;
pub use moves::moves;
pub use pairs::pairs;
pub use ratings::ratings;
pub use times::times;

/// The rows of a table as CSV (RFC 4180, lines ended by a line feed).
fn csv<I>(header: &[&str], rows: I) -> Vec<u8>
where
    I: IntoIterator<Item = Vec<String>>,
{
    let mut writer = csv::Writer::from_writer(Vec::new());
    let written =
        writer.write_record(header).and_then(|()| rows.into_iter().try_for_each(|row| writer.write_record(row)));
    written.expect("every row has the columns of the header, and memory takes what is written");
    writer.into_inner().expect("memory takes what is written")
}

/// A number as short as it can be told, the same everywhere.
pub(super) fn number(number: f64) -> String {
    // No table has a zero with a minus.
    format!("{}", number + 0.0)
}

/// A number with so many digits behind the point.
pub(super) fn rounded(number: f64, digits: usize) -> String {
    let text = format!("{number:.digits$}");
    if text.trim_start_matches('-').chars().all(|letter| matches!(letter, '0' | '.')) {
        text.trim_start_matches('-').to_owned()
    } else {
        text
    }
}
