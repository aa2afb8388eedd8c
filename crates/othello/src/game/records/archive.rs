//! Reads records from ZIP archives.

use std::io::{BufReader, Read, Seek};
use std::path::Path;

use zip::ZipArchive;
use zip::result::ZipError;

use super::error::{RecordError, RecordFault};
use super::{FoundRecord, Records, WthorNameFiles};

/// The first bytes of a ZIP archive.
const MAGIC: [u8; 4] = *b"PK\x03\x04";

/// The extensions of record files. Files with other extensions may have other contents.
const EXTENSIONS: [&str; 9] = ["wtb", "ggf", "sgf", "pgn", "obf", "fen", "json", "jsonl", "csv"];

/// Whether a file with this start is a ZIP archive.
#[must_use]
pub fn starts_archive(bytes: &[u8]) -> bool {
    bytes.starts_with(&MAGIC)
}

/// Calls `take` with each record in a ZIP archive and its path: `games.zip/a.ggf`. WTHOR name files
/// in the archive apply to the games in it, in addition to `names`. Other files without any record
/// are skipped, unless they have the extension of a record file.
///
/// # Errors
/// If the archive cannot be read, or `take` fails.
pub fn read_archive<E: From<RecordFault>>(
    input: impl Read + Seek,
    name: &str,
    names: &WthorNameFiles,
    mut take: impl FnMut(&str, Result<FoundRecord, RecordError>) -> Result<(), E>,
) -> Result<(), E> {
    let mut archive = ZipArchive::new(input).map_err(RecordFault::from)?;
    let mut names = names.clone();
    let mut members = Vec::new();
    for index in 0..archive.len() {
        let file = archive.by_index(index).map_err(RecordFault::from)?;
        let path = file.name().map_err(RecordFault::from)?.into_owned();
        if WthorNameFiles::are_at(Path::new(&path)) {
            names.add(Path::new(&path), file)?;
        } else if file.is_file() && !path.starts_with("__MACOSX/") {
            members.push((index, path));
        }
    }
    for (index, path) in members {
        let file = archive.by_index(index).map_err(RecordFault::from)?;
        let names = names.for_games(Path::new(&path))?;
        let mut records = Records::with_names(BufReader::new(file), names).peekable();
        if !ends_like_records(&path) {
            let mut faults = Vec::new();
            while let Some(fault) = records.next_if(Result::is_err) {
                faults.push(fault);
            }
            if records.peek().is_none() {
                continue;
            }
            faults.into_iter().try_for_each(|fault| take(&format!("{name}/{path}"), fault))?;
        }
        records.try_for_each(|found| take(&format!("{name}/{path}"), found))?;
    }
    Ok(())
}

fn ends_like_records(path: &str) -> bool {
    let extension = Path::new(path).extension().unwrap_or_default();
    EXTENSIONS.iter().any(|known| extension.eq_ignore_ascii_case(known))
}

impl From<ZipError> for RecordFault {
    fn from(error: ZipError) -> RecordFault {
        RecordFault::Archive { reason: error.to_string() }
    }
}

#[cfg(test)]
mod tests {
    use std::io::{Cursor, Write};

    use zip::ZipWriter;
    use zip::write::SimpleFileOptions;

    use super::*;

    fn archive(files: &[(&str, &[u8])]) -> Vec<u8> {
        let mut archive = ZipWriter::new(Cursor::new(Vec::new()));
        for (name, bytes) in files {
            archive.start_file(*name, SimpleFileOptions::default()).unwrap();
            archive.write_all(bytes).unwrap();
        }
        archive.finish().unwrap().into_inner()
    }

    fn read(bytes: &[u8]) -> Result<Vec<String>, RecordFault> {
        let mut found = Vec::new();
        read_archive(Cursor::new(bytes), "x.zip", WthorNameFiles::NONE, |name, record| {
            found.push(match record {
                Ok(record) => format!("{name}:{} {}", record.place, record.record.black.name),
                Err(error) => format!("{name}:{error}"),
            });
            Ok::<(), RecordFault>(())
        })?;
        Ok(found)
    }

    #[test]
    fn an_archive_is_read_with_its_wthor_names() {
        let mut game = vec![20, 1, 1, 1, 1, 0, 0, 0, 0, 0, 0xd0, 7, 8, 0, 0, 0];
        game.extend([0, 0, 1, 0, 0, 0, 32, 32, 56]);
        game.resize(16 + 68, 0);
        let mut players = vec![20, 1, 1, 1, 0, 0, 0, 0, 2, 0, 0, 0, 0, 0, 0, 0];
        players
            .extend(b"bob\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0ann\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0");
        let bytes = archive(&[
            ("a/read me.txt", b"Games of the year\n"),
            ("a/WTHOR.JOU", &players),
            ("a/WTH_2000.wtb", &game),
            ("b.txt", b"# games\nnone\nf5d6\n"),
            ("c.csv", b"none"),
            ("logo.png", b"\x89PNG\0\0"),
        ]);
        assert!(starts_archive(&bytes));
        let found = read(&bytes).unwrap();
        assert_eq!(found.len(), 4, "{found:?}");
        assert_eq!(found[0], "x.zip/a/WTH_2000.wtb:game 1 ann");
        assert!(found[1].starts_with("x.zip/b.txt:2:1: invalid record \"none\""), "{found:?}");
        assert_eq!(found[2], "x.zip/b.txt:3:1 ");
        assert!(found[3].starts_with("x.zip/c.csv:1:1: invalid record \"none\""), "{found:?}");
    }

    #[test]
    fn a_damaged_archive_is_an_error() {
        let bytes = archive(&[("a.txt", b"f5d6")]);
        let refused = read(&bytes[..bytes.len() - 10]).unwrap_err().to_string();
        assert!(refused.starts_with("invalid ZIP archive: "), "{refused}");
    }
}
