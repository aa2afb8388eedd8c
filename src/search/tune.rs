//! scratch
use std::sync::LazyLock;
fn get(name: &str, d: i32) -> i32 { std::env::var(name).map_or(d, |v| v.parse().unwrap()) }
macro_rules! t { ($($n:ident $d:expr;)*) => { $(pub(crate) static $n: LazyLock<i32> = LazyLock::new(|| get(stringify!($n), $d));)* } }
t! { ETC 4; SORTD 3; MOBW 50; IIDD 99; IIDR 3; ASP 150; PCSLACK 0; PCMIN 3; PCD 4; PCTWO 99; EVE 17; SOE 17; SOS 3; SOA 0; SPW 30; SPX 30; SVE 13; SVD 4; }
