//! CSV tables of a tournament, one file each. They are derived from the ledger and the configuration alone, so that
//! equal games give equal bytes; only measured times are separate, in [`times`](mod@times). The columns are documented
//! in docs/tournaments.md.

mod games;
mod moves;
mod pairs;
mod ratings;
mod scores;
mod times;

pub use games::games;
pub use moves::moves;
pub use pairs::pairs;
pub use ratings::ratings;
pub use scores::scores;
pub use times::times;

/// Formats a table as CSV (RFC 4180, with lines ended by a line feed).
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

/// Formats a number with the shortest exact representation, equal on all platforms.
pub(super) fn format_number(number: f64) -> String {
    // Adding zero removes the sign of a negative zero.
    format!("{}", number + 0.0)
}

/// Formats a number with a fixed number of decimals.
pub(super) fn format_rounded(number: f64, digits: usize) -> String {
    let text = format!("{number:.digits$}");
    if text.trim_start_matches('-').chars().all(|letter| matches!(letter, '0' | '.')) {
        text.trim_start_matches('-').to_owned()
    } else {
        text
    }
}
