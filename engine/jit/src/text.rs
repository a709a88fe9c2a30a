//! Textual form of programs, for people: one instruction per line, with nested blocks indented. It is not parsed.

use std::fmt;

use crate::program::{Arg, Inst, Memory, Program};

impl fmt::Display for Program {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, memory) in self.memories.iter().enumerate() {
            let kind = match memory {
                Memory::Buffer(_) => "buffer",
                Memory::Table(_) => "table",
            };
            writeln!(f, "m{index}: {kind} of {} bytes", memory.bytes())?;
        }
        let mut lines = Vec::new();
        for (index, function) in self.functions.iter().enumerate() {
            lines
                .push(format!("function f{index}, {} arguments, {} variables", function.arguments, function.variables));
            write_block(&function.body, 1, &mut lines);
        }
        lines.iter().try_for_each(|line| writeln!(f, "{line}"))
    }
}

fn write_block(block: &[Inst], depth: usize, lines: &mut Vec<String>) {
    let indent = "  ".repeat(depth);
    for inst in block {
        match inst {
            Inst::If { condition, then, otherwise } => {
                lines.push(format!("{indent}if {}", arg(*condition)));
                write_block(then, depth + 1, lines);
                if !otherwise.is_empty() {
                    lines.push(format!("{indent}else"));
                    write_block(otherwise, depth + 1, lines);
                }
            }
            Inst::Loop(body) => {
                lines.push(format!("{indent}loop"));
                write_block(body, depth + 1, lines);
            }
            other => lines.push(format!("{indent}{}", simple(other))),
        }
    }
}

fn simple(inst: &Inst) -> String {
    match inst {
        Inst::Set { to, from } => format!("v{} = {}", to.0, arg(*from)),
        Inst::Unary { op, to, of } => format!("v{} = {op:?}({})", to.0, arg(*of)),
        Inst::Binary { op, to, left, right } => format!("v{} = {op:?}({}, {})", to.0, arg(*left), arg(*right)),
        Inst::Select { to, condition, yes, no } => {
            format!("v{} = select({}, {}, {})", to.0, arg(*condition), arg(*yes), arg(*no))
        }
        Inst::Load { to, memory, width, at, offset } => {
            format!("v{} = load {} bytes of m{}[{} + {offset}]", to.0, width.bytes(), memory.0, arg(*at))
        }
        Inst::Store { memory, width, at, offset, value } => {
            format!("store {} bytes of {} to m{}[{} + {offset}]", width.bytes(), arg(*value), memory.0, arg(*at))
        }
        Inst::Break => "break".to_owned(),
        Inst::Continue => "continue".to_owned(),
        Inst::Return(value) => format!("return {}", arg(*value)),
        Inst::Call { to, function, arguments } => {
            let arguments: Vec<String> = arguments.iter().copied().map(arg).collect();
            format!("v{} = f{}({})", to.0, function.0, arguments.join(", "))
        }
        Inst::If { .. } | Inst::Loop(_) => unreachable!("blocks are written by `write_block`"),
    }
}

fn arg(arg: Arg) -> String {
    match arg {
        Arg::Var(var) => format!("v{}", var.0),
        Arg::Word(word) if word < 1 << 16 => word.to_string(),
        Arg::Word(word) => format!("{word:#x}"),
    }
}

#[cfg(test)]
mod tests {
    use crate::{Memory, Width, Writer};

    #[test]
    fn a_program_is_written_line_by_line() {
        let mut writer = Writer::new();
        let words = writer.add_memory(Memory::Buffer(16));
        let word = writer.load(words, Width::Eight, 0, 8);
        writer.store(words, Width::Eight, 0, 0, word);
        writer.end_function();
        let text = writer.finish().to_string();
        assert!(text.starts_with("m0: buffer of 16 bytes\nfunction f0, 0 arguments"), "{text}");
        assert!(
            text.contains("load 8 bytes of m0[0 + 8]") && text.contains("store 8 bytes of v0 to m0[0 + 0]"),
            "{text}"
        );
    }
}
