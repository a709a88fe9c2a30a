//! Fuzz target: parsing, formatting, converting and analysing an arbitrarily edited file never panics.
#![no_main]

use boardwright_games::shipped_games;
use boardwright_lang::analysis::Analysis;
use boardwright_lang::{AllPictures, NoFiles, Source, convert, format};
use boardwright_tests::{data_file, mutations::mutate};

libfuzzer_sys::fuzz_target!(|input: (u8, u16, Vec<u8>)| {
    let (game, place, edits) = input;
    let game = usize::from(game);
    let text = if game % 4 == 0 {
        let files = ["2013/squares.game", "2013/nim.game", "games-2013/frogs.game", "games-2013/alquerque.game"];
        data_file(files[game / 4 % files.len()]).text().to_owned()
    } else {
        String::from_utf8_lossy(shipped_games()[game % shipped_games().len()].text).into_owned()
    };
    let text = mutate(&text, &edits);
    let source = Source::new("fuzzed.game", text.as_bytes());
    let _ = format(&source);
    let _ = convert(&source);
    let analysis = Analysis::new(&source, &NoFiles, &AllPictures);
    let at = usize::from(place) % (analysis.text().len() + 1);
    analysis.completion(at);
    analysis.hover(at);
    analysis.definition(at);
    analysis.references(at, true);
    analysis.symbols();
    let _ = analysis.format();
    let _ = analysis.rename(at, "other");
});
