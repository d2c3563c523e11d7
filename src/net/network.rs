//! A network: its shape and its parameters.

use std::ops::Deref;
use std::sync::{Arc, OnceLock};

use super::calibration::Calibration;
use super::integers::Weights;
use super::layout::{Conv, Layout, Shape};
use super::tile::Kind;
use crate::util::Rng;

/// A network: its shape and its parameters. Clones share the parameters.
#[derive(Clone, Debug)]
pub struct Network {
    pub(super) shape: Shape,
    pub(super) parameters: Arc<Parameters>,
    /// The command that made the network; may be empty.
    pub(super) origin: Arc<str>,
    /// The calibration for searches with this network; `None` if not measured.
    pub(super) calibration: Option<Calibration>,
    /// The least and the greatest of White's compensations that the network can judge, in half points; `None` if not
    /// stated.
    pub(super) komis: Option<[i32; 2]>,
}

/// The parameters of a network, and the weights that evaluations compute from them once for all threads and searches.
#[derive(Debug)]
pub(super) struct Parameters {
    numbers: Vec<f32>,
    rounded: [OnceLock<Vec<Weights>>; Kind::ALL.len()],
}

impl Parameters {
    /// The weights of all convolutions for a kind of tiles.
    pub(super) fn rounded(&self, kind: Kind, layout: &Layout) -> &[Weights] {
        self.rounded[kind as usize].get_or_init(|| {
            let round = |conv: &Conv| {
                let weights = &self.numbers[conv.weights.clone()];
                Weights::new(kind, weights, conv.inputs, conv.bias.len())
            };
            layout.convs().map(round).collect()
        })
    }

    /// The parameters, to be changed.
    pub(super) fn numbers(&mut self) -> &mut [f32] {
        self.rounded = Default::default();
        &mut self.numbers
    }
}

impl From<Vec<f32>> for Parameters {
    fn from(numbers: Vec<f32>) -> Self {
        Self { numbers, rounded: Default::default() }
    }
}

impl Clone for Parameters {
    fn clone(&self) -> Self {
        self.numbers.clone().into()
    }
}

impl PartialEq for Parameters {
    fn eq(&self, other: &Self) -> bool {
        self.numbers == other.numbers
    }
}

impl Deref for Parameters {
    type Target = [f32];

    fn deref(&self) -> &[f32] {
        &self.numbers
    }
}

/// Clones compare equal without comparing their parameters.
impl PartialEq for Network {
    fn eq(&self, other: &Self) -> bool {
        (&self.calibration, &self.komis) == (&other.calibration, &other.komis)
            && (Arc::ptr_eq(&self.parameters, &other.parameters)
                || self.shape == other.shape && self.parameters == other.parameters)
    }
}

impl Network {
    /// Creates a network with random parameters. Each block's second convolution starts small, so that the block starts
    /// near the identity.
    ///
    /// # Panics
    /// When no kernels exist for the shape.
    pub fn random(shape: Shape, rng: &mut Rng) -> Self {
        assert!(shape.is_valid(), "no kernels for {shape}");
        let layout = Layout::new(shape);
        let mut parameters = vec![0.0; layout.len()];
        for (range, size) in layout.random_ranges() {
            for weight in &mut parameters[range] {
                // The sum of four uniform numbers is nearly normal, with variance 1/3.
                let sum: f32 = (0..4).map(|_| unit(rng) - 0.5).sum();
                *weight = size * 3f32.sqrt() * sum;
            }
        }
        let parameters = Arc::new(parameters.into());
        Self { shape, parameters, origin: "".into(), calibration: None, komis: None }
    }

    /// A network with at least as many blocks and channels and the same outputs, but more capacity: each new block adds
    /// 0, and nothing reads the new channels, whose weights start at random. `None` for a smaller shape, and for one without
    /// kernels.
    ///
    /// # References
    /// - T. Chen, I. Goodfellow and J. Shlens, "Net2Net: accelerating learning via knowledge transfer", ICLR 2016.
    pub fn grown(&self, shape: Shape, rng: &mut Rng) -> Option<Self> {
        let is_smaller = shape.blocks < self.shape.blocks || shape.channels < self.shape.channels;
        if is_smaller || !shape.is_valid() {
            return None;
        }
        let (origin, komis) = (self.origin.clone(), self.komis);
        let mut network = Self { origin, komis, ..Self::random(shape, rng) };
        let is_new = |channel: Option<usize>| channel.is_some_and(|channel| channel >= self.shape.channels);
        let mut known = self.parameters.iter();
        for (parameter, link) in
            Arc::make_mut(&mut network.parameters).numbers().iter_mut().zip(Layout::new(shape).links())
        {
            if link.block >= self.shape.blocks {
                if link.is_second {
                    *parameter = 0.0;
                }
            } else if !is_new(link.output) {
                *parameter = if is_new(link.input) { 0.0 } else { *known.next()? };
            }
        }
        Some(network)
    }

    /// The mean of networks of one shape, parameter by parameter. The mean of a network and one trained on from it keeps
    /// most of what each knows. It states a range of compensations if all state the same. `None` for no network or several
    /// shapes.
    ///
    /// # References
    /// - P. Izmailov et al., "Averaging weights leads to wider optima and better generalization", UAI 2018.
    pub fn mean(networks: &[Self]) -> Option<Self> {
        let (first, rest) = networks.split_first()?;
        let mut sum = first.parameters.to_vec();
        for network in rest {
            if network.shape != first.shape {
                return None;
            }
            sum.iter_mut().zip(network.parameters.iter()).for_each(|(sum, parameter)| *sum += parameter);
        }
        let count = networks.len() as f32;
        sum.iter_mut().for_each(|parameter| *parameter /= count);
        let komis = first.komis.filter(|komis| rest.iter().all(|network| network.komis == Some(*komis)));
        Some(Self { parameters: Arc::new(sum.into()), calibration: None, komis, ..first.clone() })
    }

    /// The shape.
    pub const fn shape(&self) -> Shape {
        self.shape
    }

    /// The command that made the network; may be empty.
    pub fn origin(&self) -> &str {
        &self.origin
    }

    /// The calibration for searches with this network; `None` if not measured.
    pub const fn calibration(&self) -> Option<Calibration> {
        self.calibration
    }

    /// The least and the greatest of White's compensations that the network can judge, in half points; `None` if its file
    /// states none.
    pub const fn komis(&self) -> Option<[i32; 2]> {
        self.komis
    }

    /// The same network with a calibration.
    #[must_use]
    pub fn calibrated(self, calibration: Calibration) -> Self {
        Self { calibration: Some(calibration), ..self }
    }
}

/// A random number in [0, 1).
pub(super) fn unit(rng: &mut Rng) -> f32 {
    (rng.next_u64() >> 40) as f32 / (1u32 << 24) as f32
}
