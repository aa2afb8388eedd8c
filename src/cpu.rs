//! Whether this CPU can run this build.
//!
//! Even in the check itself, the compiler may use instructions that the CPU lacks. The check
//! therefore only tests single bits and writes constant text. Tested with a build for AVX-512 under
//! `qemu-x86_64` with `-cpu Nehalem`, `Haswell` and `Skylake-Server`.

use std::io::{self, Write};

/// The level chosen at the start; `None` in a program with one level.
pub(super) const LEVEL: Option<&str> = if !cfg!(outflank_levels) {
    None
} else if cfg!(target_feature = "avx512f") {
    Some("x86-64-v4")
} else if cfg!(target_feature = "avx2") {
    Some("x86-64-v3")
} else {
    Some("x86-64")
};

/// Warns if this CPU has AVX2 and the build does not use it.
pub(super) fn warn_if_slow() {
    #[cfg(all(target_arch = "x86_64", not(target_feature = "avx2"), not(outflank_levels)))]
    if std::arch::is_x86_feature_detected!("avx2") {
        super::output::complain(
            "built without AVX2, which this CPU has: searches run at a third of the speed; to build \
             for this CPU, set RUSTFLAGS=\"-C target-cpu=native\"",
        );
    }
}

/// Whether this CPU has all features of the build. Otherwise writes a missing feature on standard
/// error.
#[inline(never)]
pub(super) fn can_run() -> bool {
    let Some(feature) = missing_feature() else { return true };
    let mut stderr = io::stderr();
    // Write errors are ignored.
    let _ = stderr.write_all(b"outflank: this CPU lacks ");
    let _ = stderr.write_all(feature.as_bytes());
    let _ = stderr.write_all(
        b", which this binary was built for: build it on this machine, \
          or for every x86-64 with RUSTFLAGS=\"-C target-cpu=x86-64\"\n",
    );
    false
}

/// The first feature of the build that this CPU lacks. The most demanding are checked first.
#[cfg(target_arch = "x86_64")]
fn missing_feature() -> Option<&'static str> {
    use raw_cpuid::cpuid;

    /// The last basic leaf used below.
    const LAST_LEAF: u32 = 7;
    macro_rules! demand {
        ($($register:ident: $($feature:literal = $bit:literal),*;)*) => {
            $($(
                if cfg!(target_feature = $feature) && $register & (1 << $bit) == 0 {
                    return Some($feature);
                }
            )*)*
        };
    }
    let (seven_b, seven_c) = if cpuid!(0).eax < LAST_LEAF {
        (0, 0)
    } else {
        let leaf = cpuid!(7, 0);
        (leaf.ebx, leaf.ecx)
    };
    let one_c = cpuid!(1).ecx;
    let extended_c = cpuid!(0x8000_0001_u32).ecx;
    // Bits from Intel's manual, volume 2, CPUID, and AMD's, volume 3, appendix E. The second bit
    // for AVX means that the system saves the wide registers.
    demand! {
        seven_b: "avx512f" = 16, "avx512cd" = 28, "avx512bw" = 30, "avx512dq" = 17,
            "avx512vl" = 31, "avx512ifma" = 21;
        seven_c: "avx512vbmi" = 1, "avx512vbmi2" = 6, "avx512vnni" = 11, "avx512bitalg" = 12,
            "avx512vpopcntdq" = 14, "gfni" = 8;
        seven_b: "avx2" = 5, "bmi2" = 8, "bmi1" = 3;
        extended_c: "lzcnt" = 5;
        one_c: "fma" = 12, "f16c" = 29, "movbe" = 22, "avx" = 28, "avx" = 27, "popcnt" = 23,
            "sse4.2" = 20, "sse4.1" = 19, "ssse3" = 9, "sse3" = 0;
    }
    None
}

/// Always `None` on other architectures: a missing feature ends the process with a signal.
#[cfg(not(target_arch = "x86_64"))]
const fn missing_feature() -> Option<&'static str> {
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn this_cpu_passes_its_own_check() {
        assert_eq!(missing_feature(), None);
    }
}
