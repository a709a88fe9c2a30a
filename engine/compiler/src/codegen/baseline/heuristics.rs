//! Heuristics of the game file: a program of its own, as only players that search evaluate positions.

use boardwright_game::ids::Player;
use boardwright_interpreter::layout::Layout;
use boardwright_interpreter::state::State;
use boardwright_jit::{Arg, CompiledProgram, FunctionId, Width};
use boardwright_rules::{Heuristic, RuleSet};

use super::generator::{Context, Generated, Generator};
use super::{SCRATCH, Scratch, scratch};
use crate::Unsupported;
use crate::codegen::{CONTINUES, MOVE_FAILED, read_word, with_history_memory};

/// Native code of the heuristics of a game.
#[derive(Debug)]
pub(crate) struct HeuristicCode {
    compiled: CompiledProgram,
    /// By heuristic and player; `None` where the expression is not supported.
    functions: Vec<Vec<Option<FunctionId>>>,
    has_history: bool,
}

impl HeuristicCode {
    /// Compiles the heuristics of a game.
    ///
    /// # Errors
    /// The construct that is not supported, if no heuristic is.
    pub(crate) fn new(rules: &RuleSet, layout: &Layout) -> Result<Self, String> {
        let mut g = Generator::new(rules, layout).map_err(|Unsupported(what)| what.to_owned())?;
        let mut reason = "the file has no heuristics".to_owned();
        let mut functions = Vec::new();
        for heuristic in &rules.heuristics {
            let of_player = layout.players().map(|player| match g.write_heuristic(heuristic, player) {
                Ok(function) => Some(function),
                Err(Unsupported(what)) => {
                    what.clone_into(&mut reason);
                    None
                }
            });
            functions.push(of_player.collect::<Vec<_>>());
        }
        if functions.iter().flatten().all(Option::is_none) {
            return Err(reason);
        }
        let compiled = CompiledProgram::new(&g.board.w.finish()).map_err(|error| error.to_string())?;
        Ok(Self { compiled, functions, has_history: layout.counts_repetitions })
    }

    /// Value of a heuristic for a player; `None` if the interpreter must evaluate it.
    pub(crate) fn value(&self, state: &State, index: usize, player: Player) -> Option<i32> {
        let function = self.functions.get(index)?.get(player.index()).copied().flatten()?;
        SCRATCH.with_borrow_mut(|buffers| {
            buffers.begin();
            buffers.body.clear();
            buffers.body.extend_from_slice(&state.bytes);
            let Scratch { words, body, .. } = buffers;
            let code = if self.has_history {
                // No heuristic reads the history; its memory has to be there.
                with_history_memory(|history| self.compiled.call(function, [body, words, history]))
            } else {
                self.compiled.call(function, [body, words, &mut []])
            };
            (code == CONTINUES).then(|| read_word(words, scratch::RESULT) as i32)
        })
    }
}

impl Generator<'_> {
    fn write_heuristic(&mut self, heuristic: &Heuristic, player: Player) -> Generated<FunctionId> {
        let id = self.board.w.declare_function(0);
        self.board.w.begin_declared(id);
        let written = self.by_mover(|g, mover| {
            g.env.fill(None);
            let me = Arg::Word(player.number() as u64);
            g.context = Context { me, ..Context::without_move(Arg::Word(mover as u64 + 1)) };
            let number = g.number(heuristic.value)?;
            g.board.w.store(g.scratch, Width::Eight, 0, scratch::RESULT, number.arg);
            g.board.w.return_word(CONTINUES);
            Ok(())
        });
        if let Err(reason) = written {
            self.board.w.discard_declared();
            return Err(reason);
        }
        self.board.w.return_word(MOVE_FAILED);
        self.board.w.end_declared(id);
        Ok(id)
    }
}
