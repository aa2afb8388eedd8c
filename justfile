# Common commands. Install just with `cargo install --locked just`, or read the recipes as a list.

# Formatting and clippy: before each commit.
check:
    .ci/check

# All tests, or those whose names contain the filters.
test *filters:
    cargo test --locked {{filters}}

# The node signature, and the speed of the board and the evaluation.
bench:
    cargo run --release --locked -- bench
    cargo bench --locked

# The page with the engine as WebAssembly, in target/web.
web:
    scripts/web.sh

# The archives of a release, built and tested.
release *platforms:
    scripts/release.sh {{platforms}}
    scripts/test-release.sh {{platforms}}

# Everything that CI checks, or some steps.
ci *steps:
    .ci/run {{steps}}
