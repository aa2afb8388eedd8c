//! [`EvalRow`]: a result of `evaltest`, as text and JSON.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::output::rounded;
use lab::training::evaltest::Findings;

/// The errors at a depth, in discs for the side to move, on positions with `empties` empties or on
/// all positions.
#[derive(Serialize, Deserialize)]
#[serde(tag = "reply", rename = "evaltest")]
pub(super) struct EvalRow {
    pub(super) depth: u32,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) empties: Option<u32>,
    positions: usize,
    pub(super) mean_absolute_error: f64,
    root_mean_square_error: f64,
    bias: f64,
    pub(super) slope: f64,
    residual: f64,
    within_one: f64,
    within_three: f64,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    best_move_agreement: Option<f64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    loss: Option<f64>,
    nodes: u64,
}

impl EvalRow {
    pub(super) fn new(depth: u32, empties: Option<u32>, findings: &Findings) -> EvalRow {
        let statistics = findings.error_statistics();
        EvalRow {
            depth,
            empties,
            positions: findings.count(),
            mean_absolute_error: rounded(statistics.mean_absolute),
            root_mean_square_error: rounded(statistics.root_mean_square),
            bias: rounded(statistics.bias),
            slope: rounded(statistics.slope),
            residual: rounded(statistics.residual),
            within_one: rounded(findings.share_within(1.0)),
            within_three: rounded(findings.share_within(3.0)),
            best_move_agreement: findings.best_move_share().map(rounded),
            loss: findings.loss().map(rounded),
            nodes: findings.nodes,
        }
    }
}

impl fmt::Display for EvalRow {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let EvalRow { depth, positions, bias, slope, residual, nodes, .. } = self;
        let which = self.empties.map_or("all".to_owned(), |empties| format!("empties {empties}"));
        let agreement = self.best_move_agreement.map(|share| format!(" best move {share:.3}"));
        let loss = self.loss.map(|loss| format!(" loss {loss:.2}"));
        write!(
            f,
            "depth {depth} {which} positions {positions} error {:.2} rms {:.2} bias {bias:+.2} \
             slope {slope:.3} residual {residual:.2} within 1 {:.3} within 3 {:.3}{}{} \
             nodes {nodes}",
            self.mean_absolute_error,
            self.root_mean_square_error,
            self.within_one,
            self.within_three,
            agreement.unwrap_or_default(),
            loss.unwrap_or_default()
        )
    }
}
