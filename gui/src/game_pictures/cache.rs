//! Files of drawings. A drawing depends on the text of a game and on the program that draws it, and is the same in every theme
//! and size; it is drawn again when one of both differs.

use std::fmt::Write as _;
use std::fs;
use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use std::time::UNIX_EPOCH;

use boardwright_library::files;
use serde::Serialize;
use serde::de::DeserializeOwned;

/// Greatest number of letters of a name in the name of its file.
const MAX_NAME: usize = 60;

/// A folder of drawings; `None` keeps none.
#[derive(Clone, Debug)]
pub struct DrawingFolder(pub Option<PathBuf>);

impl DrawingFolder {
    /// The kept value of a name, if it was made of this text by this program.
    pub fn read<T: DeserializeOwned>(&self, name: &str, text: &[u8]) -> Option<T> {
        let bytes = fs::read(self.path(name)?).ok()?;
        let at = bytes.iter().position(|&byte| byte == b'\n')?;
        let (key, value) = (&bytes[..at], &bytes[at + 1..]);
        // A damaged file is the same as none.
        (key == self::key(text).as_bytes()).then(|| serde_json::from_slice(value).ok()).flatten()
    }

    /// Keeps a value in place of an earlier one. It is drawn again where it cannot be written.
    pub fn write<T: Serialize>(&self, name: &str, text: &[u8], value: &T) {
        let Some(path) = self.path(name) else { return };
        let Ok(json) = serde_json::to_string(value) else { return };
        let made = path.parent().map_or(Ok(()), fs::create_dir_all);
        if made.is_ok() {
            let _ = files::write(&path, format!("{}\n{json}", key(text)).as_bytes());
        }
    }

    /// Path of the file of a name.
    fn path(&self, name: &str) -> Option<PathBuf> {
        let mut file = String::new();
        for letter in name.chars() {
            match letter {
                'a'..='z' | '0'..='9' | '-' | '.' => file.push(letter),
                other => write!(file, "_{:x}", u32::from(other)).ok()?,
            }
        }
        // Names of paths may be longer than a file name can be.
        if file.len() > MAX_NAME {
            file = format!("{:016x}", hash(&[name.as_bytes()]));
        }
        Some(self.0.as_ref()?.join(format!("{file}.json")))
    }
}

/// Key of a text: it differs if the text or the program does.
fn key(text: &[u8]) -> String {
    static PROGRAM: OnceLock<u64> = OnceLock::new();
    let program = *PROGRAM.get_or_init(|| std::env::current_exe().map_or(0, |path| file_stamp(&path)));
    format!("{:016x}", hash(&[&program.to_le_bytes(), text]))
}

/// Stamp of a file: its length and the time of its last change.
pub fn file_stamp(path: &Path) -> u64 {
    let Ok(data) = fs::metadata(path) else { return 0 };
    let changed = data.modified().ok().and_then(|time| time.duration_since(UNIX_EPOCH).ok()).unwrap_or_default();
    hash(&[&data.len().to_le_bytes(), &changed.as_nanos().to_le_bytes()])
}

fn hash(parts: &[&[u8]]) -> u64 {
    let mut hasher = DefaultHasher::new();
    parts.hash(&mut hasher);
    hasher.finish()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_drawing_is_kept_until_its_text_changes() {
        let folder = tempfile::tempdir().expect("a folder");
        let drawings = DrawingFolder(Some(folder.path().join("deep")));
        assert_eq!(drawings.read::<String>("chess", b"rules"), None);
        drawings.write("chess", b"rules", &"drawing");
        assert_eq!(drawings.read::<String>("chess", b"rules").as_deref(), Some("drawing"));
        assert_eq!(drawings.read::<String>("chess", b"other rules"), None);
        assert_eq!(drawings.read::<String>("go", b"rules"), None);
        drawings.write("chess", b"other rules", &"other");
        assert_eq!(drawings.read::<String>("chess", b"other rules").as_deref(), Some("other"));
        assert_eq!(fs::read_dir(folder.path().join("deep")).expect("a folder").count(), 1, "one file for each name");
    }

    #[test]
    fn a_damaged_file_is_the_same_as_none() {
        let folder = tempfile::tempdir().expect("a folder");
        let drawings = DrawingFolder(Some(folder.path().to_owned()));
        drawings.write("chess", b"rules", &vec!["a drawing"; 9]);
        let path = drawings.path("chess").expect("a path");
        let bytes = fs::read(&path).expect("it is there");
        for length in [0, 5, 17, bytes.len() - 1] {
            fs::write(&path, &bytes[..length]).expect("it can be written");
            assert_eq!(drawings.read::<Vec<String>>("chess", b"rules"), None, "{length} bytes");
        }
    }

    #[test]
    fn any_name_is_a_name_of_a_file() {
        let drawings = DrawingFolder(Some(PathBuf::from("/data")));
        let name = |name: &str| drawings.path(name).expect("a path").strip_prefix("/data").expect("below").to_owned();
        assert_eq!(name("nim:heaps=1"), Path::new("nim_3aheaps_3d1.json"));
        assert_ne!(name("/home/Ann/own.game"), name("/home/ann/own.game"));
        assert_eq!(name(&"long/".repeat(100)).as_os_str().len(), 21);
        assert_eq!(DrawingFolder(None).path("chess"), None);
    }
}
