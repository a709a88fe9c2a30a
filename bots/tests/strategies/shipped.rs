//! The shipped scripts: they load without a warning, are formatted, and have an action in every situation.

use boardwright_bots::script::{format, load};
use boardwright_bots::shipped::{SHIPPED_BOTS, ShippedTables};
use boardwright_lang::render;

#[test]
fn shipped_scripts_have_no_diagnostics_and_the_canonical_layout() {
    assert_eq!(SHIPPED_BOTS.len(), 5);
    for bot in SHIPPED_BOTS {
        let source = bot.source();
        let loaded = load(&source, &ShippedTables);
        let rendered = render(&loaded.diagnostics, &loaded.sources.iter().collect::<Vec<_>>(), false);
        assert!(loaded.diagnostics.is_empty(), "{rendered}");
        assert_eq!(format(&source).as_deref(), Ok(bot.text), "{}", bot.name);
    }
}
