//! `boardwright tarok mine`: how the declarer's score depends on attributes of the hand, over the recorded deals of Taroky.

use std::io::Write as _;
use std::path::PathBuf;

use boardwright_library::tarok_mining::{bid_deals, table};
use boardwright_library::{Error, store};

use crate::answer::Answer;
use crate::failure::Failure;
use crate::output::Output;

#[derive(Debug, clap::Args)]
pub struct Args {
    /// Records of `taroky`, such as those of a tournament.
    #[arg(required = true, value_name = "FILE")]
    records: Vec<PathBuf>,
    /// Leave out values with fewer deals.
    #[arg(long, value_name = "N", default_value_t = 5)]
    least: u32,
}

pub fn run(args: &Args, out: &mut Output) -> Result<Answer, Failure> {
    let mut deals = Vec::new();
    for path in &args.records {
        for stored in store::read_all(path)? {
            let found = bid_deals(&stored.record);
            deals.extend(found.map_err(|error| Error::Input(format!("{}: {error}", path.display())))?);
        }
    }
    writeln!(out, "{} deals with a declarer", deals.len())?;
    writeln!(out, "bid,attribute,value,deals,mean score,95 %,gained")?;
    for row in table(&deals).into_iter().filter(|row| row.deals >= args.least) {
        let gained = 100.0 * row.gained;
        let (bid, attribute, value, count) = (row.bid, row.attribute, row.value, row.deals);
        let margin = if row.margin.is_finite() { format!("±{:.2}", row.margin) } else { String::new() };
        writeln!(out, "{bid},{attribute},{value},{count},{:.2},{margin},{gained:.0} %", row.mean)?;
    }
    Ok(Answer::Yes)
}
