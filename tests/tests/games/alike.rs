//! Small game files in which the two forms once differed: they play alike.
//! What else could differ is sought with invented and edited files.

use std::fs;
use std::path::Path;

use boardwright_lang::Source;
use boardwright_tests::{forms::agree, read};
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;

#[test]
fn files_that_were_told_apart_play_alike() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("data/alike");
    let mut files: Vec<_> =
        fs::read_dir(&folder).expect("the files").map(|entry| entry.expect("a file").path()).collect();
    files.sort();
    assert!(!files.is_empty());
    for path in files {
        let bytes = fs::read(&path).expect("a file that can be read");
        let rules = read(&Source::new(path.display().to_string(), &bytes), &[]);
        for seed in 0..20 {
            let mut random = Pcg64Mcg::seed_from_u64(seed);
            agree(&rules, 20, |count| random.random_range(0..count));
        }
    }
}
