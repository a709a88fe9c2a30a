//! Regression test: small game files in which the interpreter and the compiled form once differed. The search for more
//! differences uses generated and mutated files.

use std::fs;
use std::path::Path;

use boardwright_lang::Source;
use boardwright_tests::{differential::assert_rules_agree, load_rules};
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;

#[test]
fn files_of_fixed_differences_play_the_same() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("data/alike");
    let mut files: Vec<_> =
        fs::read_dir(&folder).expect("the files").map(|entry| entry.expect("a file").path()).collect();
    files.sort();
    assert!(!files.is_empty());
    for path in files {
        let bytes = fs::read(&path).expect("a file that can be read");
        let rules = load_rules(&Source::new(path.display().to_string(), &bytes), &[]);
        for seed in 0..20 {
            let mut random = Pcg64Mcg::seed_from_u64(seed);
            assert_rules_agree(&rules, 20, |count| random.random_range(0..count));
        }
    }
}
