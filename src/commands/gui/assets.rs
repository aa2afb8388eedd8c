//! [`Assets`]: the files of the page.

use std::borrow::Cow;
use std::fs;
use std::path::{Component, Path, PathBuf};

use anyhow::ensure;

/// A file of the page.
struct Asset {
    /// The path in `web`.
    path: &'static str,
    bytes: &'static [u8],
}

// `EMBEDDED: &[Asset]`, the files of `web` sorted by path.
include!(concat!(env!("OUT_DIR"), "/assets.rs"));

/// Replaces the service worker of the static page with a worker that removes itself.
const SERVICE_WORKER: (&str, &[u8]) = ("sw.js", include_bytes!("retired_worker.js"));

/// Content types by file extension.
const CONTENT_TYPES: [(&str, &str); 8] = [
    ("html", "text/html; charset=utf-8"),
    ("css", "text/css; charset=utf-8"),
    ("js", "text/javascript; charset=utf-8"),
    ("json", "application/json"),
    ("svg", "image/svg+xml"),
    ("png", "image/png"),
    ("wasm", "application/wasm"),
    ("webmanifest", "application/manifest+json"),
];

/// The files of the page, embedded or read from a folder on each request.
pub(super) struct Assets {
    folder: Option<PathBuf>,
}

impl Assets {
    /// The files in `folder`, by default the embedded ones.
    pub(super) fn new(folder: Option<PathBuf>) -> anyhow::Result<Assets> {
        if let Some(folder) = &folder {
            ensure!(
                folder.join("index.html").is_file(),
                "{} has no page: expected an index.html in it",
                folder.display()
            );
        }
        Ok(Assets { folder })
    }

    /// Content type and content of the file at a request `path`, which starts with a slash; `None` if
    /// there is no such file.
    pub(super) fn get(&self, path: &str) -> Option<(&'static str, Cow<'static, [u8]>)> {
        let path = path.strip_prefix('/')?;
        let path = if path.is_empty() { "index.html" } else { path };
        let (_, extension) = path.rsplit_once('.')?;
        let (_, content_type) = CONTENT_TYPES.into_iter().find(|(known, _)| *known == extension)?;
        if path == SERVICE_WORKER.0 {
            return Some((content_type, SERVICE_WORKER.1.into()));
        }
        let Some(folder) = &self.folder else {
            let asset = EMBEDDED.iter().find(|asset| asset.path == path)?;
            return Some((content_type, asset.bytes.into()));
        };
        let is_inside =
            Path::new(path).components().all(|part| matches!(part, Component::Normal(_)));
        let bytes = is_inside.then(|| fs::read(folder.join(path)).ok()).flatten()?;
        Some((content_type, bytes.into()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_page_is_embedded() {
        let assets = Assets::new(None).unwrap();
        let (content_type, page) = assets.get("/").unwrap();
        assert_eq!(content_type, "text/html; charset=utf-8");
        assert!(String::from_utf8_lossy(&page).contains("<html"));
        assert!(assets.get("/engine/host.js").is_some());
        for path in ["", "index.html", "/README.md", "/engine/", "/../Cargo.toml"] {
            assert!(assets.get(path).is_none(), "{path}");
        }
    }

    #[test]
    fn every_embedded_file_has_a_content_type() {
        let assets = Assets::new(None).unwrap();
        for asset in EMBEDDED {
            assert!(assets.get(&format!("/{}", asset.path)).is_some(), "{}", asset.path);
        }
    }

    #[test]
    fn the_service_worker_retires_that_of_the_static_page() {
        let folder = tempfile::tempdir().unwrap();
        for name in ["index.html", "sw.js"] {
            fs::write(folder.path().join(name), "").unwrap();
        }
        for folder in [None, Some(folder.path().to_owned())] {
            let (content_type, worker) = Assets::new(folder).unwrap().get("/sw.js").unwrap();
            assert_eq!(content_type, "text/javascript; charset=utf-8");
            assert!(String::from_utf8_lossy(&worker).contains("unregister"));
        }
    }

    #[test]
    fn only_files_in_the_folder_are_served() {
        let folder = tempfile::tempdir().unwrap();
        let inside = folder.path().join("web");
        fs::create_dir(&inside).unwrap();
        assert!(Assets::new(Some(inside.clone())).is_err());
        fs::write(inside.join("index.html"), "<html>").unwrap();
        fs::write(folder.path().join("secret.js"), "1").unwrap();
        let assets = Assets::new(Some(inside.clone())).unwrap();
        assert!(assets.get("/index.html").is_some());
        let absolute = format!("/{}", folder.path().join("secret.js").display());
        for path in ["/../secret.js", "/./../secret.js", "/nothing.js", &absolute] {
            assert!(assets.get(path).is_none(), "{path}");
        }
    }
}
