//! [`Weights`]: the weights of all patterns.

use std::fmt;

use super::network::Network;
use super::tables::ENTRIES;
use crate::eval::deviations::{Deviations, ErrorModel};

/// The default error model, from pattern-06d8d1a9.
const UNCALIBRATED: ErrorModel = ErrorModel {
    by_depth: [1024, 382, 136, 43],
    by_leaf: [309_427, 213_874, 104_219, 79_285, 18_429],
};

/// The weights of the evaluator, and its error model.
#[derive(Clone)]
pub struct Weights {
    network: Network,
    pub(super) deviations: Deviations,
}

/// Omits the numbers.
impl fmt::Debug for Weights {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Weights").finish_non_exhaustive()
    }
}

impl Weights {
    /// Weights that evaluate every position as 0, not calibrated.
    #[must_use]
    pub fn zero() -> Weights {
        let dense = bytemuck::Zeroable::zeroed();
        Weights::new(Network::new([0; _], dense, bytemuck::zeroed_vec(ENTRIES)))
    }

    /// Weights of `network`, not calibrated.
    pub(super) fn new(network: Network) -> Weights {
        Weights { network, deviations: Deviations::new(UNCALIBRATED) }
    }

    /// The network.
    #[must_use]
    pub fn network(&self) -> &Network {
        &self.network
    }

    /// Sets the network.
    pub fn set_network(&mut self, network: Network) {
        self.network = network;
    }

    /// The constants of the error model.
    #[must_use]
    pub fn error_model(&self) -> &ErrorModel {
        self.deviations.error_model()
    }

    /// Sets the constants of the error model.
    pub fn set_error_model(&mut self, model: ErrorModel) {
        self.deviations = Deviations::new(model);
    }
}
