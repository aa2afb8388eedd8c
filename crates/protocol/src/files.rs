//! [`Files`]: files that a host sends in pieces. The web page uses it for files that the user
//! chooses.

use std::io::Cursor;
use std::path::Path;

use othello::game::{
    FoundRecord, RecordError, RecordFault, Records, WthorNameFiles, read_archive, starts_archive,
};

/// The files that the session has received and not read yet.
#[derive(Debug, Default)]
pub(super) struct Files {
    files: Vec<(String, Vec<u8>)>,
}

/// The files exceed [`Files::LIMIT`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("files too large: expected at most {} MiB in total", Files::LIMIT >> 20)]
pub(super) struct TooLarge;

impl Files {
    /// Maximum total size of all files, in bytes.
    pub(super) const LIMIT: usize = 16 << 20;

    /// Appends `bytes` to the file called `name`.
    ///
    /// # Errors
    /// If the total exceeds [`Files::LIMIT`]. All files are then dropped, because one is
    /// incomplete.
    pub(super) fn append(&mut self, name: &str, bytes: &[u8]) -> Result<(), TooLarge> {
        let size: usize = self.files.iter().map(|(name, bytes)| name.len() + bytes.len()).sum();
        if size + name.len() + bytes.len() > Files::LIMIT {
            self.files.clear();
            return Err(TooLarge);
        }
        match self.files.iter_mut().find(|(known, _)| known == name) {
            Some((_, file)) => file.extend_from_slice(bytes),
            None => self.files.push((name.to_owned(), bytes.to_vec())),
        }
        Ok(())
    }

    /// Takes the files whose content `is_wanted` accepts.
    pub(super) fn extract(&mut self, is_wanted: fn(&[u8]) -> bool) -> Vec<(String, Vec<u8>)> {
        self.files.extract_if(.., |(_, bytes)| is_wanted(bytes)).collect()
    }

    /// Takes the files. Calls `take` with each record and the name of its file.
    ///
    /// # Errors
    /// If a WTHOR file of names is invalid, or the games that it belongs to are ambiguous.
    pub(super) fn read(
        &mut self,
        mut take: impl FnMut(&str, Result<FoundRecord, RecordError>),
    ) -> Result<(), RecordFault> {
        let files = std::mem::take(&mut self.files);
        let (names, files): (Vec<_>, Vec<_>) =
            files.into_iter().partition(|(name, _)| WthorNameFiles::are_at(Path::new(name)));
        let mut known = WthorNameFiles::default();
        for (name, bytes) in &names {
            known.add(Path::new(name), &bytes[..])?;
        }
        let names = files.iter().map(|(name, _)| known.for_games(Path::new(name)));
        let names: Vec<_> = names.collect::<Result<_, _>>()?;
        for ((name, bytes), names) in files.iter().zip(names) {
            if starts_archive(bytes) {
                read_archive(Cursor::new(bytes), name, &known, |name, found| {
                    take(name, found);
                    Ok::<(), RecordFault>(())
                })?;
            } else {
                Records::with_names(&bytes[..], names).for_each(|found| take(name, found));
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(files: &mut Files) -> Vec<(String, bool)> {
        let mut found = Vec::new();
        files.read(|name, record| found.push((name.to_owned(), record.is_ok()))).unwrap();
        found
    }

    #[test]
    fn files_arrive_in_pieces_and_are_read_once() {
        let mut files = Files::default();
        files.append("a.txt", b"f5d6\nf5").unwrap();
        files.append("b.txt", b"z9\n").unwrap();
        files.append("a.txt", b"d6c3\n").unwrap();
        let records =
            [("a.txt", true), ("a.txt", true), ("b.txt", false)].map(|(n, ok)| (n.to_owned(), ok));
        assert_eq!(read(&mut files), records);
        assert_eq!(read(&mut files), []);
    }

    #[test]
    fn the_size_of_files_is_limited() {
        let mut files = Files::default();
        let mut blanks = b"f5d6\n".to_vec();
        blanks.resize(Files::LIMIT - 1, b'\n');
        files.append("a", &blanks).unwrap();
        assert_eq!(files.append("b", b"f5"), Err(TooLarge));
        assert_eq!(read(&mut files), [], "an incomplete file is not read");
        assert_eq!(TooLarge.to_string(), "files too large: expected at most 16 MiB in total");
    }
}
