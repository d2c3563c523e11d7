//! Evaluates positions with a network.

use super::heads::{Evaluation, heads, pool, pooled_bias};
use super::layout::{Conv, INPUTS, Layout};
use super::network::Network;
use super::simd::{self, Work};
use super::tile::Tile;
use super::winograd::{self, Build, Scratch, Tiles};

/// Evaluates positions of one board size. It owns its buffers: use one per thread.
pub struct Evaluator {
    kernel: Box<dyn Kernel>,
    evaluation: Evaluation,
}

impl Evaluator {
    /// Creates an evaluator for boards of `size` x `size` points, 2 to 25.
    pub fn new(network: &Network, size: usize) -> Self {
        let kernel = winograd::build(BuildKernel { network, size }, size, network.shape().channels);
        Self { kernel, evaluation: Evaluation::default() }
    }

    /// Evaluates a position. The planes hold [`INPUTS`] numbers for each point, row by row.
    pub fn evaluate(&mut self, planes: &[f32]) -> &Evaluation {
        self.kernel.evaluate(planes, false, &mut self.evaluation);
        &self.evaluation
    }

    /// Evaluates a position in scalar arithmetic, with the same result on every machine.
    pub fn evaluate_exactly(&mut self, planes: &[f32]) -> &Evaluation {
        self.kernel.evaluate(planes, true, &mut self.evaluation);
        &self.evaluation
    }

    /// Whether this machine has the vector instructions that make evaluation fast.
    pub fn is_fast() -> bool {
        simd::is_fast()
    }
}

trait Kernel: Send {
    fn evaluate(&mut self, planes: &[f32], exactly: bool, evaluation: &mut Evaluation);
}

struct BuildKernel<'a> {
    network: &'a Network,
    size: usize,
}

impl Build for BuildKernel<'_> {
    type Output = Box<dyn Kernel>;

    fn build<
        W: Tile<M, T>,
        const M: usize,
        const T: usize,
        const C: usize,
        const P: usize,
        const G: usize,
    >(
        self,
    ) -> Box<dyn Kernel> {
        Box::new(Winograd::<W, M, T, C, P, G>::new(self.network, self.size))
    }
}

/// A convolution's transformed weights and its bias.
struct FastConv {
    weights: Vec<f32>,
    bias: Vec<f32>,
}

impl FastConv {
    fn new<W: Tile<M, T>, const M: usize, const T: usize>(
        parameters: &[f32],
        conv: &Conv,
        group: usize,
    ) -> Self {
        let bias = parameters[conv.bias.clone()].to_vec();
        let weights =
            winograd::pack::<W, M, T>(&parameters[conv.weights.clone()], (conv.inputs, bias.len(), group));
        Self { weights, bias }
    }
}

/// The fast evaluator: tiles of `M` x `M` outputs, `C` channels; the kernel multiplies `P` tiles by `G` outputs at a
/// time.
struct Winograd<W, const M: usize, const T: usize, const C: usize, const P: usize, const G: usize> {
    tiles: Tiles,
    layout: Layout,
    parameters: std::sync::Arc<Vec<f32>>,
    stem: FastConv,
    blocks: Vec<[FastConv; 2]>,
    input: Vec<f32>,
    numbers: Vec<f32>,
    inner: Vec<f32>,
    scratch: Scratch,
    tile: std::marker::PhantomData<W>,
}

impl<W: Tile<M, T>, const M: usize, const T: usize, const C: usize, const P: usize, const G: usize>
    Winograd<W, M, T, C, P, G>
{
    fn new(network: &Network, size: usize) -> Self {
        let (layout, parameters) = (Layout::new(network.shape), network.parameters.clone());
        let tiles = Tiles::new(size, M, P);
        let fast = |conv: &Conv| FastConv::new::<W, M, T>(&parameters, conv, G);
        Self {
            tiles,
            stem: fast(&layout.stem),
            blocks: layout.blocks.iter().map(|block| [fast(&block.first), fast(&block.second)]).collect(),
            input: vec![0.0; tiles.places() * INPUTS],
            numbers: vec![0.0; tiles.places() * C],
            inner: vec![0.0; tiles.places() * C],
            scratch: Scratch::new(tiles.products(T) * C.max(INPUTS)),
            layout,
            parameters,
            tile: std::marker::PhantomData,
        }
    }

    #[inline(always)]
    fn run<const F: bool>(&mut self, planes: &[f32], evaluation: &mut Evaluation) {
        let (size, stride) = (self.tiles.size, self.tiles.stride);
        for (row, planes) in planes.chunks_exact(size * INPUTS).take(size).enumerate() {
            self.input[((row + 1) * stride + 1) * INPUTS..][..planes.len()].copy_from_slice(planes);
        }
        let Self { tiles, layout, parameters, stem, blocks, input, numbers, inner, scratch, .. } = self;
        winograd::convolve::<F, W, M, T, INPUTS, C, P, G, false, true>(
            *tiles,
            (&stem.weights, &stem.bias),
            input,
            numbers,
            scratch,
        );
        let mut pooled = [[0.0; C]; 2];
        for ([first, second], block) in blocks.iter().zip(&layout.blocks) {
            pool::<C>(tiles.points(), numbers, &mut pooled);
            let bias =
                pooled_bias::<F, C>(&first.bias, &parameters[block.pool.clone()], pooled.as_flattened());
            winograd::convolve::<F, W, M, T, C, C, P, G, false, true>(
                *tiles,
                (&first.weights, &bias),
                numbers,
                inner,
                scratch,
            );
            winograd::convolve::<F, W, M, T, C, C, P, G, true, true>(
                *tiles,
                (&second.weights, &second.bias),
                inner,
                numbers,
                scratch,
            );
        }
        pool::<C>(tiles.points(), numbers, &mut pooled);
        heads::<F, C>(tiles.points(), layout, parameters, numbers, pooled.as_flattened(), evaluation);
    }
}

struct Job<'a, K>(&'a mut K, &'a [f32], &'a mut Evaluation);

impl<W: Tile<M, T>, const M: usize, const T: usize, const C: usize, const P: usize, const G: usize> Work
    for Job<'_, Winograd<W, M, T, C, P, G>>
{
    type Output = ();

    #[inline(always)]
    fn run<const F: bool>(self) {
        self.0.run::<F>(self.1, self.2);
    }
}

impl<W: Tile<M, T>, const M: usize, const T: usize, const C: usize, const P: usize, const G: usize> Kernel
    for Winograd<W, M, T, C, P, G>
{
    fn evaluate(&mut self, planes: &[f32], exactly: bool, evaluation: &mut Evaluation) {
        let job = Job(self, planes, evaluation);
        if exactly { simd::scalar(job) } else { simd::dispatch(job) }
    }
}
