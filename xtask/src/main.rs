//! `cargo xtask`: installs what the project needs, then runs, checks, tests or measures it.
//!
//! It starts other programs and contains no game logic. It depends on the standard library only, so that it
//! builds quickly on a machine that has nothing but Rust.

mod cargo_call;
mod changes;
mod long;
mod packages;
mod random_games;
mod run;
mod suite;
mod workspace;

use std::path::Path;
use std::process::ExitCode;

use changes::Reach;
use suite::{Failure, Selection, Suite};
use workspace::Workspace;

const HELP: &str = "\
cargo xtask run [ARGUMENTS]   build the program and start it; without arguments: open the window, or play a game at the
                              terminal if there is no screen; with camera support if OpenCV is or can be installed
cargo xtask check [--only] [BASE]
                              check format, lints and tests of the crates that a change reaches: those with files that
                              differ from the revision BASE (default: HEAD~1, the last commit and what is not committed),
                              then those that depend on them; `--only` leaves out the tests of the latter
cargo xtask test [--slowest]  check format and lints, then run all tests; installs external programs for the tests where
                              apt-get can do that; `--slowest` lists the twenty slowest tests
cargo xtask fuzz TARGET [S]   run the target of fuzz/fuzz_targets for S seconds (60), starting from the inputs of earlier
                              runs
cargo xtask plies [N]         compare the forms of games along N plies (10 million) of generated files; continues where
                              the last run stopped
cargo xtask kills             play tournaments of 200,000 games and kill them twenty times; takes some minutes
cargo xtask soak              play a hundred games of each game that fits on a table with a simulated arm; continues where
                              the last run stopped
cargo xtask measure vision    read boards, moves and hands in thousands of synthetic images; continues where the last run
                              stopped
cargo xtask measure films [light | bump | marker | missed] FOLDER
                              read films of games that `cargo xtask render` has made, disturbed by a change of light, a bump
                              of the camera, a hand on a marker or a missed turn
cargo xtask measure loop      play whole games with a simulated person, camera and arm; continues where the last run stopped
cargo xtask measure distortions FILE
                              read boards in images with one distortion at a time; writes sample images to FILE, a JPEG
cargo xtask measure speed [GAME...]
                              measure the speed of all games, and write the table of docs/performance.md; continues where the
                              last run stopped
cargo xtask measure deadlines [FOLDER...]
                              measure how late a player answers in the shipped games and the game files of the folders;
                              `--player SPEC` and `--plies N,N` choose the player and the positions
cargo xtask render FOLDER LEVEL FIRST LAST [WIDTH [GAME]]
                              render films of whole games by POV-Ray, with the seeds FIRST to LAST; LEVEL is office or hard,
                              and GAME replaces the games that the seeds choose
cargo xtask random-games [F]  run the tests with random games, mutated files, deep counts and simulations with F (20) times as
                              many of them; continues where the last run stopped
cargo xtask truths            count published values that take too long for the tests; continues where the last run stopped
";

fn main() -> ExitCode {
    let mut arguments = std::env::args().skip(1);
    match arguments.next().as_deref() {
        Some("run") => run::run(arguments.collect()),
        Some("check") => check(&arguments.collect::<Vec<_>>()),
        Some("test") => test(&arguments.collect::<Vec<_>>()),
        Some("fuzz") => long::fuzz(&arguments.collect::<Vec<_>>()),
        Some("kills") => long::kills(),
        Some("soak") => long::soak(),
        Some("measure") => long::measure(arguments.next().as_deref(), arguments.collect()),
        Some("render") => long::render(arguments.collect()),
        Some("truths") => long::truths(),
        Some("random-games") => random_games::run(arguments.next().as_deref()),
        Some("plies") => long::plies(arguments.collect()),
        Some("help" | "--help" | "-h") => {
            print!("{HELP}");
            ExitCode::SUCCESS
        }
        other => {
            match other {
                Some(unknown) => eprintln!("unknown task \"{unknown}\"; the tasks are:\n\n{HELP}"),
                None => eprintln!("no task given; the tasks are:\n\n{HELP}"),
            }
            ExitCode::from(2)
        }
    }
}

/// Checks everything required before a change is merged. The tests come last, so that their summary ends the output.
fn test(arguments: &[String]) -> ExitCode {
    let lists_slowest = match arguments {
        [] => false,
        [option] if option == "--slowest" => true,
        _ => {
            eprintln!(
                "`cargo xtask test` runs all tests, and knows only `--slowest`; `cargo test -p CRATE NAME` runs some"
            );
            return ExitCode::from(2);
        }
    };
    let (suite, all) = (Suite::prepare(), Selection::Workspace);
    let checks = [suite::format(), suite.build(&all), suite.examples(&all), suite.tests(&all)];
    let failures: Vec<Failure> = checks.into_iter().filter_map(Result::err).collect();
    if lists_slowest {
        suite.print_slowest();
    }
    suite::status(&failures)
}

/// Checks the packages that a change reaches.
fn check(arguments: &[String]) -> ExitCode {
    let (options, bases): (Vec<&String>, Vec<&String>) = arguments.iter().partition(|word| word.starts_with('-'));
    if options.iter().any(|option| *option != "--only") || bases.len() > 1 {
        eprintln!("`cargo xtask check` takes a revision, and the option --only\n\n{HELP}");
        return ExitCode::from(2);
    }
    let base = bases.first().map_or(changes::DEFAULT_BASE, |base| base.as_str());
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let read = || Ok((Workspace::read(&root)?, changes::changed_files(&root, base)?));
    let (workspace, files) = match read() {
        Ok(found) => found,
        Err::<_, std::io::Error>(error) => {
            eprintln!("error: the change since {base} cannot be determined: {error}");
            return ExitCode::FAILURE;
        }
    };
    let tests = match changes::reach(&workspace, &files) {
        Reach::All => {
            eprintln!("files that all crates depend on differ from {base}");
            vec![Selection::Workspace]
        }
        Reach::Some { changed, dependents } if changed.is_empty() && dependents.is_empty() => {
            eprintln!("no file of a crate differs from {base}");
            return ExitCode::SUCCESS;
        }
        Reach::Some { changed, dependents } => {
            let list = |names: &std::collections::BTreeSet<String>| {
                names.iter().map(String::as_str).collect::<Vec<_>>().join(", ")
            };
            eprintln!("changed since {base}: {}\nand dependent: {}", list(&changed), list(&dependents));
            [changed, dependents]
                .into_iter()
                .filter(|names| !names.is_empty())
                .map(|names| Selection::Packages(names.into_iter().collect()))
                .collect()
        }
    };
    let suite = Suite::prepare();
    let mut failures: Vec<Failure> = suite::format().err().into_iter().collect();
    failures.extend(suite.build(&together(&tests)).err());
    let count = if options.is_empty() { tests.len() } else { 1 };
    for selection in tests.iter().take(count) {
        failures.extend(suite.tests(selection).err());
    }
    suite::status(&failures)
}

/// One selection of all packages.
fn together(selections: &[Selection]) -> Selection {
    let mut all = Vec::new();
    for selection in selections {
        match selection {
            Selection::Workspace => return Selection::Workspace,
            Selection::Packages(names) => all.extend(names.iter().cloned()),
        }
    }
    Selection::Packages(all)
}
