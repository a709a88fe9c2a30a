//! Test that the reference page is up to date with the tables. `BLESS=1` rewrites the page.

use std::{env, fs};

const PAGE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../docs/reference.md");

#[test]
fn the_page_is_up_to_date() {
    let page = boardwright_lang::vocabulary::reference();
    if env::var_os("BLESS").is_some() {
        fs::write(PAGE, &page).expect("the page can be written");
    }
    let written = fs::read_to_string(PAGE).unwrap_or_default();
    let differs = written.lines().zip(page.lines()).position(|(old, new)| old != new);
    assert!(
        written == page,
        "docs/reference.md differs from line {} on; run `BLESS=1 cargo test -p boardwright-lang --test files` to rewrite it",
        differs.unwrap_or(written.lines().count().min(page.lines().count())) + 1
    );
}
