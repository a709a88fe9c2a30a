//! That the reference page says what the tables say. `BLESS=1` writes it anew.

use std::{env, fs};

const PAGE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../docs/reference.md");

#[test]
fn the_page_is_that_of_the_tables() {
    let page = boardwright_lang::keys::reference();
    if env::var_os("BLESS").is_some() {
        fs::write(PAGE, &page).expect("the page can be written");
    }
    let written = fs::read_to_string(PAGE).unwrap_or_default();
    let differs = written.lines().zip(page.lines()).position(|(old, new)| old != new);
    assert!(
        written == page,
        "docs/reference.md differs from line {} on; `BLESS=1 cargo test -p boardwright-lang --test reference` writes it anew",
        differs.unwrap_or(written.lines().count().min(page.lines().count())) + 1
    );
}
