//! Rust source as far as `tests/layering.rs` has to understand it: the paths that
//! a file uses, through comments, literals, nested `use` groups and inline modules.

/// A path from the crate root, as `["board", "Position"]` for any of
/// `crate::board::Position`, `outflank::board::Position`, and in the module `eval`
/// also `super::board::Position`.
#[derive(Debug, PartialEq, Eq)]
pub struct UsedPath {
    /// Where it ends, from 1.
    pub line: usize,
    /// Its names; `*` for a glob, none for the root itself.
    pub names: Vec<String>,
    /// Whether it is a call of a macro.
    pub is_macro: bool,
}

/// All paths in the source of `module` that start with `crate`, `outflank`, `self`
/// or `super`, in order.
pub fn used_paths(source: &str, module: &[String]) -> Vec<UsedPath> {
    let code = without_comments_and_literals(source);
    let mut reader = PathReader { tokens: tokens(&code), next: 0, found: Vec::new() };
    let mut blocks: Vec<Option<String>> = Vec::new();
    while let Some(text) = reader.peek(0) {
        match text {
            "crate" | "outflank" | "self" | "super" if reader.peek(1) == Some("::") => {
                let inline = blocks.iter().flatten().cloned();
                reader.read_path(module.iter().cloned().chain(inline).collect());
                continue;
            }
            "mod" if reader.peek(2) == Some("{") => {
                blocks.push(reader.peek(1).map(str::to_owned));
                reader.next += 2;
            }
            "{" => blocks.push(None),
            "}" => {
                blocks.pop();
            }
            _ => {}
        }
        reader.next += 1;
    }
    reader.found
}

/// The names with which paths start in `source`, each with its line: crates, and
/// whatever is in scope.
pub fn path_starts(source: &str) -> Vec<(usize, String)> {
    let code = without_comments_and_literals(source);
    let tokens = tokens(&code);
    let before = |at: usize| at.checked_sub(1).map_or("", |at| tokens[at].text);
    let starts = (0..tokens.len().saturating_sub(1)).filter(|&at| {
        is_name(tokens[at].text) && tokens[at + 1].text == "::" && before(at) != "::"
    });
    starts.map(|at| (tokens[at].line, tokens[at].text.to_owned())).collect()
}

/// A name, `::`, or any other single character.
struct Token<'a> {
    text: &'a str,
    line: usize,
}

struct PathReader<'a> {
    tokens: Vec<Token<'a>>,
    next: usize,
    found: Vec<UsedPath>,
}

impl<'a> PathReader<'a> {
    fn peek(&self, ahead: usize) -> Option<&'a str> {
        self.tokens.get(self.next + ahead).map(|token| token.text)
    }

    /// Reads a path, or a group with all paths in it, that stands in the module
    /// `names`.
    fn read_path(&mut self, mut names: Vec<String>) {
        loop {
            match self.peek(0) {
                Some("{") => return self.read_group(&names),
                Some("crate" | "outflank") => names.clear(),
                Some("super") => names.truncate(names.len().saturating_sub(1)),
                Some("self") => {}
                Some(name) if name == "*" || is_name(name) => names.push(name.to_owned()),
                _ => break,
            }
            self.next += 1;
            if self.peek(0) != Some("::") {
                break;
            }
            self.next += 1;
        }
        let line = self.tokens[self.next - 1].line;
        self.found.push(UsedPath { line, names, is_macro: self.peek(0) == Some("!") });
    }

    /// Reads `{path, path as name, ..}` after the path `prefix`.
    fn read_group(&mut self, prefix: &[String]) {
        self.next += 1;
        while let Some(text) = self.peek(0) {
            match text {
                "}" => break,
                "as" => self.next += 2,
                text if text == "{" || text == "*" || is_name(text) => {
                    self.read_path(prefix.to_vec());
                }
                _ => self.next += 1,
            }
        }
        self.next += 1;
    }
}

fn is_name(text: &str) -> bool {
    text.starts_with(is_name_character)
}

fn is_name_character(character: char) -> bool {
    character == '_' || character.is_alphanumeric()
}

fn tokens(code: &str) -> Vec<Token<'_>> {
    let mut tokens = Vec::new();
    for (index, mut rest) in code.lines().map(str::trim_start).enumerate() {
        while let Some(first) = rest.chars().next() {
            let length = if is_name_character(first) {
                rest.find(|character| !is_name_character(character)).unwrap_or(rest.len())
            } else if rest.starts_with("::") {
                2
            } else {
                first.len_utf8()
            };
            let (text, behind) = rest.split_at(length);
            tokens.push(Token { text, line: index + 1 });
            rest = behind.trim_start();
        }
    }
    tokens
}

/// The source with a blank for each comment and literal, and the same lines.
fn without_comments_and_literals(source: &str) -> String {
    let mut code = String::new();
    let mut rest = source;
    while let Some(first) = rest.chars().next() {
        let length = comment_or_literal(rest);
        if length == 0 {
            code.push(first);
            rest = &rest[first.len_utf8()..];
        } else {
            code.push(' ');
            code.extend(rest[..length].matches('\n'));
            rest = &rest[length..];
        }
    }
    code
}

/// The length of the comment, string or character that `text` starts with; 0 if it
/// starts with none.
fn comment_or_literal(text: &str) -> usize {
    if text.starts_with("//") {
        text.find('\n').unwrap_or(text.len())
    } else if text.starts_with("/*") {
        block_comment(text)
    } else if text.starts_with('"') {
        quoted(text, '"')
    } else if text.starts_with("'\\") {
        quoted(text, '\'')
    } else if text.starts_with('\'') {
        character_or_lifetime(text)
    } else if text.starts_with('r') {
        raw_string(text)
    } else {
        0
    }
}

fn block_comment(text: &str) -> usize {
    let (mut depth, mut at) = (0, 0);
    while at < text.len() {
        let rest = &text[at..];
        if rest.starts_with("/*") {
            depth += 1;
            at += 2;
        } else if rest.starts_with("*/") {
            depth -= 1;
            at += 2;
            if depth == 0 {
                break;
            }
        } else {
            at += rest.chars().next().map_or(1, char::len_utf8);
        }
    }
    at
}

/// The length of a literal up to the second `quote`, a backslash before one leaving
/// it out.
fn quoted(text: &str, quote: char) -> usize {
    let mut characters = text.char_indices().skip(1);
    while let Some((at, character)) = characters.next() {
        if character == quote {
            return at + quote.len_utf8();
        }
        if character == '\\' {
            characters.next();
        }
    }
    text.len()
}

fn character_or_lifetime(text: &str) -> usize {
    match text.char_indices().nth(2) {
        Some((at, '\'')) => at + 1,
        _ => 0,
    }
}

/// The length of `r".."`, `r#".."#` and so on; 0 of a name that starts with r.
fn raw_string(text: &str) -> usize {
    let behind_hashes = text[1..].trim_start_matches('#');
    if !behind_hashes.starts_with('"') {
        return 0;
    }
    let opening = text.len() - behind_hashes.len() + 1;
    let closing = format!("\"{}", "#".repeat(opening - 2));
    text[opening..].find(&closing).map_or(text.len(), |at| opening + at + closing.len())
}
