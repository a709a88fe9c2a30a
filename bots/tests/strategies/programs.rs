//! External programs of scripts: answers, and programs that hang, print rubbish, are missing or not allowed.
//! The programs are shell scripts, so the tests run on Unix only; scripts themselves are run without a shell.

use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};
use std::time::Duration;

use boardwright_bots::evaluation::{Decision, DecisionSettings, decide};
use boardwright_bots::programs::LocalPrograms;
use boardwright_bots::script::load;
use boardwright_bots::situation::BotAction;
use boardwright_bots::xml;
use boardwright_lang::{NoFiles, Source};
use rand::SeedableRng as _;
use rand_pcg::Pcg64Mcg;

const STATE: &str = r#"<game><init><BB>20</BB><SB>10</SB><herostack>1000</herostack><villainstack>1000</villainstack>
<herocards><card rank="8" color="hearts"/><card rank="t" color="diamonds"/></herocards></init>
<posts><post player="hero" amount="10">sb</post><post player="villain" amount="20">bb</post></posts>
<preflop><action no="0" player="hero" act="call" amount="10"/><action no="1" player="villain" act="check" amount="0"/></preflop>
<flop><cards><card rank="k" color="spades"/><card rank="7" color="clubs"/><card rank="2" color="diamonds"/></cards>
<action no="2" player="villain" act="raise" amount="40"/></flop></game>"#;

/// A folder with programs, removed at the end.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("{name}-{}", std::process::id()));
        fs::create_dir_all(&path).expect("a folder for programs");
        Self(path)
    }

    /// Writes a program and returns its path.
    fn program(&self, name: &str, body: &str) -> String {
        let path = self.0.join(name);
        fs::write(&path, format!("#!/bin/sh\n{body}\n")).expect("a program");
        fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).expect("a program");
        path.display().to_string()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn programs(allowed: &[&str]) -> LocalPrograms {
    let allowed = allowed.iter().map(|name| (*name).to_owned()).collect();
    LocalPrograms { time_limit: Duration::from_millis(700), ..LocalPrograms::new(allowed) }
}

fn decision(reaction: &str, programs: &LocalPrograms) -> Decision {
    let text = format!("FLOP\nRULE\npot > 0\nTHEN CHECK\nVILLAIN\n{reaction}\nENDVILLAIN\nENDRULE\nENDFLOP\n");
    let loaded = load(&Source::new("a.hus", text.as_bytes()), &NoFiles);
    let script = loaded.script.unwrap_or_else(|| panic!("{:?}", loaded.diagnostics));
    let state = xml::read(&Source::new("state.xml", STATE.as_bytes()), xml::StackMeaning::Behind);
    let situation = state.situation.expect("the state is valid");
    let settings = DecisionSettings { programs, is_strict_offsuit: false };
    decide(&script, &situation, settings, &mut Pcg64Mcg::seed_from_u64(0))
}

/// Decision of a program as an action.
fn action(command: &str, programs: &LocalPrograms) -> (Option<BotAction>, String) {
    let decision = decision(&format!("pot > 0\nTHEN external \"{command}\""), programs);
    (decision.action, decision.warnings.join("\n"))
}

#[test]
fn programs_give_actions_and_numbers() {
    let folder = Folder::new("answers");
    let raise = folder.program("raise", "echo raise 60.4\necho fold");
    let call = folder.program("call", "echo ' CALL '");
    let number = folder.program("number", "echo equity 0.71 of 1");
    let allowed = programs(&[&raise, &call, &number]);
    assert_eq!(action(&raise, &allowed), (Some(BotAction::Raise(60)), String::new()));
    assert_eq!(action(&call, &allowed), (Some(BotAction::Call), String::new()));
    let condition = |text: &str| decision(&format!("external \"{number}\" {text}\nTHEN CALL"), &allowed).rule_count;
    assert_eq!([condition("== 0.71"), condition("> 0.7"), condition("> 0.72")], [1, 1, 0]);
    let amount = decision(&format!("pot > 0\nTHEN RAISE external \"{number}\""), &allowed);
    assert_eq!(amount.action, Some(BotAction::Raise(1)));
}

#[test]
fn special_words_become_arguments_without_a_shell() {
    let folder = Folder::new("words");
    let file = folder.0.join("arguments");
    let body = format!("printf '<%s>' \"$@\" > '{}'\necho call", file.display());
    let program = folder.program("print", &body);
    let allowed = programs(&[&program]);
    let arguments = |text: &str| {
        assert_eq!(action(&format!("{program} {text}"), &allowed), (Some(BotAction::Call), String::new()));
        fs::read_to_string(&file).expect("the arguments")
    };
    assert_eq!(arguments("herocards flopcards"), "<8H><10D><KS><7C><2D>");
    assert_eq!(arguments("--size=pot tocall,BB"), "<--size=80><40,20>");
    assert_eq!(arguments("turncard rivercard communitycards"), "<KS><7C><2D>");
    assert_eq!(arguments("wholegame"), format!("<{STATE}>"));
    assert_eq!(arguments("$HOME ; rm `x` herocardsx"), "<$HOME><;><rm><`x`><herocardsx>");
}

#[test]
fn programs_that_fail_make_the_bot_fold_and_conditions_false() {
    let folder = Folder::new("failures");
    let hang = folder.program("hang", "sleep 60 & sleep 60");
    let silent = folder.program("silent", "exit 0");
    let rubbish = folder.program("rubbish", "echo 'I would raise'");
    let bytes = folder.program("bytes", "printf '\\377\\376\\n'");
    let endless = folder.program("endless", "while true; do printf aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa; done");
    let missing = folder.0.join("missing").display().to_string();
    let names = [&hang, &silent, &rubbish, &bytes, &endless, &missing];
    let allowed = programs(&names.map(String::as_str));
    let fails = [
        (&hang, "gave no answer within 0.7 s and was ended"),
        (&silent, "printed nothing"),
        (&rubbish, "printed \"I would raise\" instead of an action such as `call` or `raise 60`"),
        (&bytes, "is no text of at most 4096 bytes"),
        (&endless, "is no text of at most 4096 bytes"),
        (&missing, "cannot be started"),
    ];
    for (program, message) in fails {
        let (action, warnings) = action(program, &allowed);
        assert_eq!(action, Some(BotAction::Fold), "{program}");
        assert!(warnings.contains(message), "{warnings}");
    }
    for comparator in [">=", "<"] {
        let decision = decision(&format!("external \"{rubbish}\" {comparator} 0\nTHEN CALL"), &allowed);
        assert_eq!((decision.rule_count, decision.action), (0, None));
        assert!(decision.warnings[0].contains("instead of a number"), "{:?}", decision.warnings);
    }
}

#[test]
fn only_allowed_programs_run() {
    let folder = Folder::new("allowed");
    let mark = folder.0.join("mark");
    let program = folder.program("touch", &format!("touch '{}'\necho call", mark.display()));
    let (action, warnings) = action(&program, &programs(&["other"]));
    assert_eq!(action, Some(BotAction::Fold));
    assert_eq!(warnings, format!("the program `{program}` is not allowed; allow it with `allow={program}`"));
    assert!(!mark.exists());
}

#[test]
fn a_program_runs_once_in_a_decision() {
    let folder = Folder::new("once");
    let count = folder.0.join("count");
    let program = folder.program("counting", &format!("echo x >> '{}'\necho 5", count.display()));
    let condition = format!("external \"{program}\" > 3, external \"{program}\" < 7");
    assert_eq!(decision(&format!("{condition}\nTHEN CALL"), &programs(&[&program])).rule_count, 1);
    assert_eq!(fs::read_to_string(&count).expect("the calls").lines().count(), 1);
}
