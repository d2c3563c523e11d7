//! Vector arithmetic with the machine's instructions, chosen at run time.
//!
//! A kernel is generic over [`Simd`]. All functions it calls are `inline(always)`, so that they are compiled for the
//! chosen instructions. Vectors are written out rather than left to the optimizer, because development builds do not
//! vectorize loops. Fused multiply-adds make the last bits differ from scalar arithmetic.

use std::array;
use std::ops::{Add, Mul, Sub};

/// Numbers in a vector.
pub(super) const LANES: usize = 8;

/// Arithmetic on vectors of [`LANES`] numbers.
pub(super) trait Simd: Copy {
    /// A vector.
    type Vector: Copy;
    /// A vector of integers of 32 bits.
    type Integers: Copy;

    fn load(self, from: [f32; LANES]) -> Self::Vector;
    fn store(self, a: Self::Vector) -> [f32; LANES];
    fn add(self, a: Self::Vector, b: Self::Vector) -> Self::Vector;
    fn sub(self, a: Self::Vector, b: Self::Vector) -> Self::Vector;
    fn mul(self, a: Self::Vector, b: Self::Vector) -> Self::Vector;
    /// The greater of two numbers; the second if one is not a number.
    fn max(self, a: Self::Vector, b: Self::Vector) -> Self::Vector;
    /// a b + c.
    fn mul_add(self, a: Self::Vector, b: Self::Vector, c: Self::Vector) -> Self::Vector;
    /// Rounds numbers to the nearest integers of 16 bits, ties to even; they must fit.
    fn round(self, a: Self::Vector) -> [i16; LANES];
    fn load_integers(self, from: [i32; LANES]) -> Self::Integers;
    fn store_integers(self, a: Self::Integers) -> [i32; LANES];
    fn floats(self, a: Self::Integers) -> Self::Vector;
    /// Adds a₀b₀ + a₁b₁ to each integer, with its own pair b.
    fn add_products(self, sums: Self::Integers, a: [i16; 2], b: [[i16; 2]; LANES]) -> Self::Integers;
    /// a b + c for single numbers, rounded as in a vector.
    fn fma(self, a: f32, b: f32, c: f32) -> f32;
}

/// Arithmetic in loops: with fused multiply-adds, which the optimizer turns into vector instructions, or scalar, with the
/// same result on every machine.
#[derive(Clone, Copy)]
pub(super) struct Loops<const FUSED: bool>;

impl<const FUSED: bool> Simd for Loops<FUSED> {
    type Vector = [f32; LANES];
    type Integers = [i32; LANES];

    #[inline(always)]
    fn load(self, from: [f32; LANES]) -> [f32; LANES] {
        from
    }

    #[inline(always)]
    fn store(self, a: [f32; LANES]) -> [f32; LANES] {
        a
    }

    #[inline(always)]
    fn add(self, a: [f32; LANES], b: [f32; LANES]) -> [f32; LANES] {
        array::from_fn(|i| a[i] + b[i])
    }

    #[inline(always)]
    fn sub(self, a: [f32; LANES], b: [f32; LANES]) -> [f32; LANES] {
        array::from_fn(|i| a[i] - b[i])
    }

    #[inline(always)]
    fn mul(self, a: [f32; LANES], b: [f32; LANES]) -> [f32; LANES] {
        array::from_fn(|i| a[i] * b[i])
    }

    #[inline(always)]
    fn max(self, a: [f32; LANES], b: [f32; LANES]) -> [f32; LANES] {
        array::from_fn(|i| if a[i] > b[i] { a[i] } else { b[i] })
    }

    #[inline(always)]
    fn mul_add(self, a: [f32; LANES], b: [f32; LANES], c: [f32; LANES]) -> [f32; LANES] {
        array::from_fn(|i| self.fma(a[i], b[i], c[i]))
    }

    #[inline(always)]
    fn round(self, a: [f32; LANES]) -> [i16; LANES] {
        /// Adding it leaves no bits for a fraction.
        const MAGIC: f32 = 12_582_912.0;
        array::from_fn(|i| ((a[i] + MAGIC) - MAGIC) as i16)
    }

    #[inline(always)]
    fn load_integers(self, from: [i32; LANES]) -> [i32; LANES] {
        from
    }

    #[inline(always)]
    fn store_integers(self, a: [i32; LANES]) -> [i32; LANES] {
        a
    }

    #[inline(always)]
    fn floats(self, a: [i32; LANES]) -> [f32; LANES] {
        a.map(|a| a as f32)
    }

    #[inline(always)]
    fn add_products(self, sums: [i32; LANES], a: [i16; 2], b: [[i16; 2]; LANES]) -> [i32; LANES] {
        // Numbers that are not finite overflow, here as in the instruction.
        let product = |i: usize, k: usize| i32::from(a[k]).wrapping_mul(b[i][k].into());
        array::from_fn(|i| sums[i].wrapping_add(product(i, 0).wrapping_add(product(i, 1))))
    }

    #[inline(always)]
    fn fma(self, a: f32, b: f32, c: f32) -> f32 {
        if FUSED { a.mul_add(b, c) } else { a * b + c }
    }
}

/// AVX2: fused multiply-adds, or products and sums rounded as in scalar arithmetic.
#[cfg(target_arch = "x86_64")]
#[derive(Clone, Copy)]
struct Avx2<const FUSED: bool>(pulp::x86::V3);

#[cfg(target_arch = "x86_64")]
impl<const FUSED: bool> Simd for Avx2<FUSED> {
    type Vector = pulp::f32x8;
    type Integers = pulp::i32x8;

    #[inline(always)]
    fn load(self, from: [f32; LANES]) -> pulp::f32x8 {
        pulp::cast(from)
    }

    #[inline(always)]
    fn store(self, a: pulp::f32x8) -> [f32; LANES] {
        pulp::cast(a)
    }

    #[inline(always)]
    fn add(self, a: pulp::f32x8, b: pulp::f32x8) -> pulp::f32x8 {
        pulp::Simd::add_f32s(self.0, a, b)
    }

    #[inline(always)]
    fn sub(self, a: pulp::f32x8, b: pulp::f32x8) -> pulp::f32x8 {
        pulp::Simd::sub_f32s(self.0, a, b)
    }

    #[inline(always)]
    fn mul(self, a: pulp::f32x8, b: pulp::f32x8) -> pulp::f32x8 {
        pulp::Simd::mul_f32s(self.0, a, b)
    }

    #[inline(always)]
    fn max(self, a: pulp::f32x8, b: pulp::f32x8) -> pulp::f32x8 {
        pulp::Simd::max_f32s(self.0, a, b)
    }

    #[inline(always)]
    fn mul_add(self, a: pulp::f32x8, b: pulp::f32x8, c: pulp::f32x8) -> pulp::f32x8 {
        if FUSED { pulp::Simd::mul_add_f32s(self.0, a, b, c) } else { self.add(self.mul(a, b), c) }
    }

    #[inline(always)]
    fn round(self, a: pulp::f32x8) -> [i16; LANES] {
        let pulp::x86::V3 { avx, avx2, sse2, .. } = self.0;
        let integers = avx._mm256_cvtps_epi32(pulp::cast(a));
        let [low, high] =
            [avx._mm256_castsi256_si128(integers), avx2._mm256_extracti128_si256::<1>(integers)];
        pulp::cast(sse2._mm_packs_epi32(low, high))
    }

    #[inline(always)]
    fn load_integers(self, from: [i32; LANES]) -> pulp::i32x8 {
        pulp::cast(from)
    }

    #[inline(always)]
    fn store_integers(self, a: pulp::i32x8) -> [i32; LANES] {
        pulp::cast(a)
    }

    #[inline(always)]
    fn floats(self, a: pulp::i32x8) -> pulp::f32x8 {
        pulp::cast(self.0.avx._mm256_cvtepi32_ps(pulp::cast(a)))
    }

    #[inline(always)]
    fn add_products(self, sums: pulp::i32x8, a: [i16; 2], b: [[i16; 2]; LANES]) -> pulp::i32x8 {
        let pulp::x86::V3 { avx, avx2, .. } = self.0;
        let products = avx2._mm256_madd_epi16(avx._mm256_set1_epi32(pulp::cast(a)), pulp::cast(b));
        pulp::cast(avx2._mm256_add_epi32(pulp::cast(sums), products))
    }

    #[inline(always)]
    fn fma(self, a: f32, b: f32, c: f32) -> f32 {
        if FUSED { a.mul_add(b, c) } else { a * b + c }
    }
}

/// One number per channel for a group of channels.
#[derive(Clone, Copy)]
pub(super) struct Lanes<S: Simd>(S::Vector, S);

impl<S: Simd> Lanes<S> {
    #[inline(always)]
    pub(super) fn new(simd: S, from: [f32; LANES]) -> Self {
        Self(simd.load(from), simd)
    }

    #[inline(always)]
    pub(super) fn splat(simd: S, x: f32) -> Self {
        Self::new(simd, [x; LANES])
    }

    #[inline(always)]
    pub(super) fn to_array(self) -> [f32; LANES] {
        self.1.store(self.0)
    }

    #[inline(always)]
    pub(super) fn max(self, other: Self) -> Self {
        Self(self.1.max(self.0, other.0), self.1)
    }

    /// The nearest integers, ties to even; they must fit 16 bits.
    #[inline(always)]
    pub(super) fn round(self) -> [i16; LANES] {
        self.1.round(self.0)
    }

    #[inline(always)]
    pub(super) fn from_integers(simd: S, from: [i32; LANES]) -> Self {
        Self(simd.floats(simd.load_integers(from)), simd)
    }

    /// Adds the product of two others.
    #[inline(always)]
    pub(super) fn add_product(self, a: Self, b: Self) -> Self {
        Self(self.1.mul_add(a.0, b.0, self.0), self.1)
    }
}

impl<S: Simd> Add for Lanes<S> {
    type Output = Self;

    #[inline(always)]
    fn add(self, other: Self) -> Self {
        Self(self.1.add(self.0, other.0), self.1)
    }
}

impl<S: Simd> Sub for Lanes<S> {
    type Output = Self;

    #[inline(always)]
    fn sub(self, other: Self) -> Self {
        Self(self.1.sub(self.0, other.0), self.1)
    }
}

impl<S: Simd> Mul for Lanes<S> {
    type Output = Self;

    #[inline(always)]
    fn mul(self, other: Self) -> Self {
        Self(self.1.mul(self.0, other.0), self.1)
    }
}

impl<S: Simd> Mul<f32> for Lanes<S> {
    type Output = Self;

    #[inline(always)]
    fn mul(self, factor: f32) -> Self {
        Self(self.1.mul(self.0, self.1.load([factor; LANES])), self.1)
    }
}

/// Work for the vector units.
pub(super) trait Work {
    /// Its result.
    type Output;

    /// Does the work. Must be `inline(always)`.
    fn run<S: Simd>(self, simd: S) -> Self::Output;
}

#[cfg(test)]
thread_local! {
    /// Set to run the work of this thread without vector instructions.
    pub(super) static WITHOUT_VECTORS: std::cell::Cell<bool> = const { std::cell::Cell::new(false) };
}

/// Runs the work: either exactly, with the same result on every machine, or with this machine's best instructions.
pub(super) fn run<W: Work>(exactly: bool, work: W) -> W::Output {
    #[cfg(test)]
    if WITHOUT_VECTORS.get() {
        return work.run(Loops::<false>);
    }
    #[cfg(target_arch = "x86_64")]
    if let Some(simd) = pulp::x86::V3::try_new() {
        struct Vectorized<W, S>(W, S);
        impl<W: Work, S: Simd> pulp::NullaryFnOnce for Vectorized<W, S> {
            type Output = W::Output;

            #[inline(always)]
            fn call(self) -> W::Output {
                self.0.run(self.1)
            }
        }
        return if exactly {
            simd.vectorize(Vectorized(work, Avx2::<false>(simd)))
        } else {
            simd.vectorize(Vectorized(work, Avx2::<true>(simd)))
        };
    }
    #[cfg(target_arch = "aarch64")]
    if !exactly {
        return work.run(Loops::<true>);
    }
    work.run(Loops::<false>)
}

pub(super) fn is_fast() -> bool {
    #[cfg(target_arch = "x86_64")]
    return pulp::x86::V3::try_new().is_some();
    #[cfg(not(target_arch = "x86_64"))]
    return cfg!(target_arch = "aarch64");
}
