//! Winograd 3x3 convolutions, forward and backward.
//!
//! A tile of outputs takes fewer products when its inputs are transformed first (`tile.rs`). The backward pass works
//! the same way: the input gradient is also a convolution, and the weight gradient is a sum of products of transformed
//! inputs and transformed output gradients, with one inverse transform per batch.

use super::layout::TAPS;
use super::simd::{self, LANES, Lanes, Simd, Work};
use super::tile::{Factors, Floats, Kind, Line, Product, Tile, Winograd, at_once};

/// Transforms weights from tap, input, output order to kernel order: output groups, products, inputs, outputs.
pub(super) fn pack(kind: Kind, weights: &[f32], inputs: usize, outputs: usize) -> Vec<f32> {
    let products = kind.inputs() * kind.inputs();
    let mut packed = Vec::with_capacity(products * inputs * outputs);
    let mut sums = [0.0; LANES];
    for first in (0..outputs).step_by(LANES) {
        for product in 0..products {
            for input in 0..inputs {
                sums.fill(0.0);
                for tap in 0..TAPS {
                    let factor = factor(kind, product, tap);
                    let weights = &weights[(tap * inputs + input) * outputs + first..][..LANES];
                    for (sum, weight) in sums.iter_mut().zip(weights) {
                        *sum += factor * f64::from(*weight);
                    }
                }
                packed.extend(sums.iter().map(|&sum| sum as f32));
            }
        }
    }
    packed
}

/// The same for the backward pass, from outputs to inputs, with the taps rotated by 180 degrees.
pub(super) fn pack_backward(kind: Kind, weights: &[f32], inputs: usize, outputs: usize) -> Vec<f32> {
    let mut turned = Vec::with_capacity(weights.len());
    for weights in weights.chunks_exact(inputs * outputs).rev() {
        for output in 0..outputs {
            turned.extend(weights.iter().skip(output).step_by(outputs));
        }
    }
    pack(kind, &turned, outputs, inputs)
}

/// Accumulates the weight gradient from the gradient of the transformed weights, indexed by product, input and output.
#[inline(always)]
pub(super) fn unpack(kind: Kind, sums: &[f32], weights: &mut [f32]) {
    let pairs = weights.len() / TAPS;
    for (product, sums) in sums.chunks_exact(pairs).enumerate() {
        for (tap, weights) in weights.chunks_exact_mut(pairs).enumerate() {
            let factor = factor(kind, product, tap) as f32;
            for (weight, sum) in weights.iter_mut().zip(sums) {
                *weight += factor * sum;
            }
        }
    }
}

/// The coefficient of a tap's weight in a product's transformed weight.
fn factor(kind: Kind, product: usize, tap: usize) -> f64 {
    let (weights, tile) = (kind.weights(), kind.inputs());
    f64::from(weights[product / tile][tap / 3]) * f64::from(weights[product % tile][tap % 3])
}

/// The tiling of a board with a row stride of `stride` points; a margin of one empty point surrounds the board.
#[derive(Clone, Copy, Debug)]
pub(super) struct Tiles {
    pub(super) kind: Kind,
    pub(super) size: usize,
    /// Tiles in a row.
    pub(super) across: usize,
    pub(super) stride: usize,
    /// Slots for tiles: enough for a multiple of the tiles multiplied at once, and an odd number, because a power of two
    /// would put all products of a tile into the same sets of the cache.
    pub(super) count: usize,
}

impl Tiles {
    /// The fastest tiling for boards of `size` x `size` points.
    pub(super) fn new(size: usize) -> Self {
        let across = |kind: Kind| size.div_ceil(kind.outputs());
        let time = |kind: &Kind| (across(*kind) * kind.inputs()).pow(2) * kind.effort();
        let kind = Kind::ALL.into_iter().min_by_key(time).unwrap_or(Kind::Three);
        let across = across(kind);
        let tiles = across * across;
        Self {
            kind,
            size,
            across,
            stride: across * kind.outputs() + 2,
            // Nine tiles at once need no more slots.
            count: tiles.next_multiple_of(at_once(tiles, 0)) | 1,
        }
    }

    /// Numbers per channel in a layer.
    pub(super) const fn places(self) -> usize {
        self.stride * self.stride
    }

    /// Products of a tile.
    pub(super) const fn products(self) -> usize {
        self.kind.inputs() * self.kind.inputs()
    }

    /// Indices of the points of the board, row by row.
    pub(super) fn points(self) -> impl Iterator<Item = usize> + Clone {
        (1..=self.size).flat_map(move |row| (1..=self.size).map(move |col| row * self.stride + col))
    }

    /// Rows and columns of the tiles.
    fn all(self) -> impl Iterator<Item = (usize, usize)> {
        (0..self.across).flat_map(move |row| (0..self.across).map(move |col| (row, col)))
    }
}

/// The numbers of a layer, by vector of channels, place and channel.
pub(super) struct Output<'a> {
    pub(super) numbers: &'a mut [f32],
    /// Their means over the board, followed by their maxima.
    pub(super) pooled: &'a mut [f32],
}

/// Buffers for the transformed numbers of a layer.
#[derive(Clone, Debug)]
pub(super) struct Scratch {
    inputs: Vec<f32>,
    products: Vec<f32>,
}

impl Scratch {
    /// Creates buffers for layers of up to `channels` channels.
    pub(super) fn new(tiles: Tiles, channels: usize) -> Self {
        let len = tiles.products() * tiles.count * channels;
        Self { inputs: vec![0.0; len], products: vec![0.0; len] }
    }
}

/// The last part of a convolution: bias, addition to the previous output, ReLU.
#[derive(Clone, Copy)]
pub(super) struct End<'a> {
    pub(super) bias: &'a [f32],
    adds: bool,
    is_rectified: bool,
}

impl<'a> End<'a> {
    pub(super) const fn new(bias: &'a [f32]) -> Self {
        Self { bias, adds: false, is_rectified: false }
    }

    /// Adds to the previous output.
    pub(super) const fn adding(self) -> Self {
        Self { adds: true, ..self }
    }

    /// Applies ReLU.
    pub(super) const fn rectified(self) -> Self {
        Self { is_rectified: true, ..self }
    }
}

/// A kernel's arguments, and its compile-time tile kind.
pub(super) struct Job<'a, W, B, A> {
    pub(super) tile: W,
    pub(super) tiles: Tiles,
    pub(super) scratch: &'a mut B,
    pub(super) arguments: A,
}

impl<'a, B, A> Job<'a, Kind, B, A> {
    /// Instantiates the kernel for each tile kind.
    pub(super) fn run<T>(self) -> T
    where
        Job<'a, Tile<5>, B, A>: Work<Output = T>,
        Job<'a, Tile<6>, B, A>: Work<Output = T>,
        Job<'a, Tile<7>, B, A>: Work<Output = T>,
    {
        let Self { tile, tiles, scratch, arguments } = self;
        match tile {
            Kind::Three => simd::run(Job { tile: Tile::<5>, tiles, scratch, arguments }),
            Kind::Four => simd::run(Job { tile: Tile::<6>, tiles, scratch, arguments }),
            Kind::Five => simd::run(Job { tile: Tile::<7>, tiles, scratch, arguments }),
        }
    }
}

/// Computes a convolution.
pub(super) fn convolve(
    tiles: Tiles,
    weights: &[f32],
    end: End<'_>,
    input: &[f32],
    output: Output<'_>,
    scratch: &mut Scratch,
) {
    Job { tile: tiles.kind, tiles, scratch, arguments: (weights, end, input, output) }.run()
}

impl<const N: usize> Work for Job<'_, Tile<N>, Scratch, (&[f32], End<'_>, &[f32], Output<'_>)>
where
    Tile<N>: Winograd<N>,
{
    type Output = ();

    #[inline(always)]
    fn run<S: Simd>(self, simd: S) {
        let Self { tiles, scratch: Scratch { inputs, products }, arguments, .. } = self;
        let (weights, end, input, output) = arguments;
        transform(
            simd,
            tiles,
            N,
            #[inline(always)]
            |line| Tile::transform(line),
            input,
            inputs.as_chunks_mut().0,
            #[inline(always)]
            |_, _, lanes| lanes.to_array(),
        );
        multiply_all::<S, Floats, N>(
            simd,
            tiles,
            (end, 1.0),
            (inputs, weights.as_chunks().0),
            products.as_chunks_mut().0,
            #[inline(always)]
            |_, _, _, sums| Lanes::new(simd, sums),
            output,
        );
    }
}

/// Transforms `n` x `n` numbers from the middle of each tile. `keep` converts the numbers of a product's row and column
/// to those of `products`, which are by product, tile and vector of channels.
#[inline(always)]
pub(super) fn transform<S: Simd, T, const N: usize>(
    simd: S,
    tiles: Tiles,
    n: usize,
    map: impl Fn(Line<S, N>) -> Line<S, N>,
    numbers: &[f32],
    products: &mut [T],
    keep: impl Fn(usize, usize, Lanes<S>) -> T,
) {
    let (numbers, _) = numbers.as_chunks();
    let vectors = numbers.len() / tiles.places();
    let (outputs, margin) = (tiles.kind.outputs(), (N - n) / 2);
    let zero = Lanes::splat(simd, 0.0);
    // Outside the loops, or every tile would clear them first.
    let mut columns = [[zero; N]; N];
    let product = tiles.count * vectors;
    for (vector, numbers) in numbers.chunks_exact(tiles.places()).enumerate() {
        for (tile, (row, col)) in tiles.all().enumerate() {
            let corner = (row * outputs + margin) * tiles.stride + col * outputs + margin;
            for i in 0..n {
                let numbers = &numbers[corner + i * tiles.stride..][..n];
                let mut line = [zero; N];
                for j in 0..n {
                    line[j] = Lanes::new(simd, numbers[j]);
                }
                let line = map(line);
                for j in 0..N {
                    columns[j][i] = line[j];
                }
            }
            for (j, &column) in columns.iter().enumerate() {
                let mut at = tile * vectors + vector + j * product;
                for (i, &lanes) in map(column).iter().enumerate() {
                    products[at] = keep(i, j, lanes);
                    at += N * product;
                }
            }
        }
    }
}

/// Multiplies the transformed inputs of all tiles by the weights and transforms the products to outputs, a group of
/// outputs at a time, so that the products stay in the cache. `number` converts the sums of a product, given the group
/// and the product's row and column; the outputs are `scale` times their transform.
#[inline(always)]
pub(super) fn multiply_all<S: Simd, F: Factors, const N: usize>(
    simd: S,
    tiles: Tiles,
    (end, scale): (End<'_>, f32),
    (inputs, weights): (&[F::Input], &[F::Weights]),
    products: &mut [F::Sums],
    number: impl Fn(usize, usize, usize, F::Sums) -> Lanes<S>,
    Output { numbers, pooled }: Output<'_>,
) where
    Tile<N>: Winograd<N>,
{
    let (means, most) = pooled.split_at_mut(end.bias.len());
    let pooled = means.as_chunks_mut().0.iter_mut().zip(most.as_chunks_mut().0);
    let numbers = numbers.as_chunks_mut().0.chunks_exact_mut(tiles.places());
    let len = weights.len() * LANES / (N * N * end.bias.len());
    let weights = weights.chunks_exact(N * N * len);
    for (group, ((weights, numbers), (mean, most))) in weights.zip(numbers).zip(pooled).enumerate() {
        // The buffer may have room for more channels.
        let inputs = inputs.chunks_exact(tiles.count * len);
        for ((product, weights), inputs) in weights.chunks_exact(len).enumerate().zip(inputs) {
            let product = Product::<F> { inputs, weights, product, products: N * N };
            let products = products.as_chunks_mut().0;
            match at_once(tiles.across * tiles.across, S::SUMS) {
                3 => product.multiply::<S, 3, 1, 2>(simd, products),
                4 => product.multiply::<S, 4, 1, 2>(simd, products),
                5 => product.multiply::<S, 5, 1, 2>(simd, products),
                _ => product.multiply::<S, 9, 1, 2>(simd, products),
            }
        }
        let (sum, greatest) = finish(
            simd,
            tiles,
            (end, scale),
            group,
            products.as_chunks().0.as_chunks().0,
            #[inline(always)]
            |row, col, sums| number(group, row, col, sums),
            numbers,
        );
        *mean = (sum * (1.0 / (tiles.size * tiles.size) as f32)).to_array();
        *most = greatest.to_array();
    }
}

/// Transforms the products of all tiles to a group of outputs; returns their sum and their maximum over the board.
/// `number` converts the sums of a product's row and column.
#[inline(always)]
fn finish<S: Simd, T: Copy, const N: usize>(
    simd: S,
    tiles: Tiles,
    (end, scale): (End<'_>, f32),
    group: usize,
    products: &[[[T; N]; N]],
    number: impl Fn(usize, usize, T) -> Lanes<S>,
    output: &mut [[f32; LANES]],
) -> (Lanes<S>, Lanes<S>)
where
    Tile<N>: Winograd<N>,
{
    let End { bias, adds, is_rectified } = end;
    let bias = Lanes::new(simd, bias.as_chunks().0[group]);
    let least = Lanes::splat(simd, if is_rectified { 0.0 } else { f32::NEG_INFINITY });
    let zero = Lanes::splat(simd, 0.0);
    let (mut rows, mut sum, mut greatest) = ([[zero; N]; N], zero, least);
    for ((row, col), products) in tiles.all().zip(products) {
        let (top, left) = (row * (N - 2), col * (N - 2));
        let (height, width) = ((tiles.size - top).min(N - 2), (tiles.size - left).min(N - 2));
        for j in 0..N {
            let mut line = [zero; N];
            for i in 0..N {
                line[i] = number(i, j, products[i][j]);
            }
            let line = Tile::finish(line);
            for i in 0..N - 2 {
                rows[i][j] = line[i];
            }
        }
        for (i, &row) in rows[..height].iter().enumerate() {
            let output = &mut output[(top + 1 + i) * tiles.stride + left + 1..][..width];
            for (output, &lanes) in output.iter_mut().zip(&Tile::finish(row)) {
                let mut number = lanes * scale + bias;
                if adds {
                    number = number + Lanes::new(simd, *output);
                }
                number = number.max(least);
                sum = sum + number;
                greatest = number.max(greatest);
                *output = number.to_array();
            }
        }
    }
    (sum, greatest)
}

/// Accumulates the gradient of the transformed weights from inputs and output gradients.
pub(super) fn add_gradient(
    tiles: Tiles,
    inputs: &[f32],
    by_outputs: &[f32],
    sums: &mut [f32],
    scratch: &mut Scratch,
) {
    Job { tile: tiles.kind, tiles, scratch, arguments: (inputs, by_outputs, sums) }.run();
}

impl<const N: usize> Work for Job<'_, Tile<N>, Scratch, (&[f32], &[f32], &mut [f32])>
where
    Tile<N>: Winograd<N>,
{
    type Output = ();

    #[inline(always)]
    fn run<S: Simd>(self, simd: S) {
        /// Inputs computed at once.
        const AT_ONCE: usize = 4;
        let Self { tiles, scratch, arguments: (inputs, by_outputs, sums), .. } = self;
        let [from, to] = [inputs, by_outputs].map(|numbers| numbers.len() / tiles.places());
        transform(
            simd,
            tiles,
            N,
            #[inline(always)]
            |line| Tile::transform(line),
            inputs,
            scratch.inputs.as_chunks_mut().0,
            #[inline(always)]
            |_, _, lanes| lanes.to_array(),
        );
        transform(
            simd,
            tiles,
            N - 2,
            #[inline(always)]
            |line| Tile::transform_back(line),
            by_outputs,
            scratch.products.as_chunks_mut().0,
            #[inline(always)]
            |_, _, lanes| lanes.to_array(),
        );
        // Slots beyond the last tile hold stale numbers.
        let count = tiles.across * tiles.across;
        let inputs = scratch.inputs.chunks_exact(tiles.count * from);
        let by_outputs = scratch.products.chunks_exact(tiles.count * to);
        for ((sums, inputs), by_outputs) in sums.chunks_exact_mut(from * to).zip(inputs).zip(by_outputs) {
            let (inputs, by_outputs) = (&inputs[..count * from], &by_outputs[..count * to]);
            let ((by_outputs, _), (sums, _)) = (by_outputs.as_chunks(), sums.as_chunks_mut());
            let to = to / LANES;
            for i in (0..from).step_by(AT_ONCE) {
                for o in 0..to {
                    let mut block = [Lanes::splat(simd, 0.0); AT_ONCE];
                    for (inputs, by_outputs) in inputs.chunks_exact(from).zip(by_outputs.chunks_exact(to)) {
                        let d = Lanes::new(simd, by_outputs[o]);
                        for (block, &x) in block.iter_mut().zip(&inputs[i..][..AT_ONCE]) {
                            *block = block.add_product(Lanes::splat(simd, x), d);
                        }
                    }
                    for (k, block) in block.into_iter().enumerate() {
                        let sums = &mut sums[(i + k) * to + o];
                        *sums = (Lanes::new(simd, *sums) + block).to_array();
                    }
                }
            }
        }
    }
}
