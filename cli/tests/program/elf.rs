//! Shared libraries that a program needs, read from its file. It contains no tests.

/// Size of a section header of a 64-bit file.
const SECTION: usize = 64;
/// Type of the section with the dynamic linking information.
const SHT_DYNAMIC: u32 = 6;
/// Tag of a needed library.
const DT_NEEDED: u64 = 1;

/// Names of the shared libraries that are loaded when a program starts, without those that these need in turn: the entries
/// `DT_NEEDED` of a 64-bit little-endian ELF file.
pub fn needed_libraries(program: &str) -> Vec<String> {
    let file = std::fs::read(program).expect("the program can be read");
    assert_eq!(&file[..6], b"\x7fELF\x02\x01", "a 64-bit little-endian program");
    let word = |at: usize| u64::from_le_bytes(file[at..at + 8].try_into().expect("eight bytes"));
    let half = |at: usize| u32::from_le_bytes(file[at..at + 4].try_into().expect("four bytes"));
    let sections = word(0x28) as usize;
    let count = usize::from(u16::from_le_bytes([file[0x3c], file[0x3d]]));
    let section = |number: usize| sections + number * SECTION;
    let dynamic = (0..count).map(section).find(|&at| half(at + 4) == SHT_DYNAMIC).expect("a dynamic program");
    let (begin, size) = (word(dynamic + 0x18) as usize, word(dynamic + 0x20) as usize);
    let names = word(section(half(dynamic + 0x28) as usize) + 0x18) as usize;
    let needed = (begin..begin + size).step_by(16).filter(|&entry| word(entry) == DT_NEEDED);
    let name = |entry: usize| {
        let name = &file[names + word(entry + 8) as usize..];
        let end = name.iter().position(|&byte| byte == 0).expect("a terminated name");
        String::from_utf8_lossy(&name[..end]).into_owned()
    };
    needed.map(name).collect()
}

/// Libraries of C and of the compiler, which every program loads.
pub fn is_basic(library: &str) -> bool {
    ["ld-linux", "libc.", "libdl.", "libgcc_s.", "libm.", "libpthread.", "librt."]
        .iter()
        .any(|name| library.starts_with(name))
}
