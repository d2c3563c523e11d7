//! Vector arithmetic with the machine's instructions, chosen at run time.
//!
//! A kernel is generic over [`Simd`]. All functions it calls are `inline(always)`, so that they are compiled for the
//! chosen instructions. Vectors are written out rather than left to the optimizer, because development builds do not
//! vectorize loops. Fused multiply-adds make the last bits differ from scalar arithmetic.

use std::array;
use std::ops::{Add, Deref, DerefMut, Mul, Sub};

#[cfg(target_arch = "x86_64")]
use pulp::Simd as _;
use pulp::bytemuck::Pod;

/// Numbers in a vector.
pub(super) const LANES: usize = 16;

/// Arithmetic on vectors of [`LANES`] numbers.
pub(super) trait Simd: Copy {
    /// Whether multiply-adds are fused.
    const FUSED: bool;
    /// The number of sums, each a vector, that a kernel keeps in registers.
    const SUMS: usize;

    /// A vector.
    type Vector: Pod;
    /// A vector of integers of 32 bits.
    type Integers: Pod;

    /// a b + c for single numbers, rounded as in a vector.
    #[inline(always)]
    fn fma(self, a: f32, b: f32, c: f32) -> f32 {
        if Self::FUSED { a.mul_add(b, c) } else { a * b + c }
    }

    fn add(self, a: Self::Vector, b: Self::Vector) -> Self::Vector;
    fn sub(self, a: Self::Vector, b: Self::Vector) -> Self::Vector;
    fn mul(self, a: Self::Vector, b: Self::Vector) -> Self::Vector;
    /// The greater of two numbers; the second if one is not a number.
    fn max(self, a: Self::Vector, b: Self::Vector) -> Self::Vector;
    /// a b + c.
    fn mul_add(self, a: Self::Vector, b: Self::Vector, c: Self::Vector) -> Self::Vector;
    /// Rounds numbers to the nearest integers of 16 bits, ties to even; they must fit.
    fn round(self, a: Self::Vector) -> [i16; LANES];
    fn floats(self, a: Self::Integers) -> Self::Vector;
    /// Adds a₀b₀ + a₁b₁ to each integer, with its own pair b.
    fn add_products(self, sums: Self::Integers, a: [i16; 2], b: [[i16; 2]; LANES]) -> Self::Integers;
    /// The sum of the numbers: the halves of the vector are added, then the halves of their sum, and so on.
    fn sum(self, a: Self::Vector) -> f32;
}

/// Arithmetic in loops: with fused multiply-adds, which the optimizer turns into vector instructions, or scalar, with the
/// same result on every machine.
#[derive(Clone, Copy)]
pub(super) struct Loops<const FUSED: bool>;

impl<const FUSED: bool> Simd for Loops<FUSED> {
    const FUSED: bool = FUSED;
    const SUMS: usize = 5;

    type Vector = [f32; LANES];
    type Integers = [i32; LANES];

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
    fn sum(self, mut a: [f32; LANES]) -> f32 {
        let mut half = LANES / 2;
        while half > 0 {
            for i in 0..half {
                a[i] += a[i + half];
            }
            half /= 2;
        }
        a[0]
    }
}

/// AVX2: fused multiply-adds, or products and sums rounded as in scalar arithmetic.
#[cfg(target_arch = "x86_64")]
#[derive(Clone, Copy)]
struct Avx2<const FUSED: bool>(pulp::x86::V3);

#[cfg(target_arch = "x86_64")]
impl<const FUSED: bool> Simd for Avx2<FUSED> {
    const FUSED: bool = FUSED;
    const SUMS: usize = 5;

    type Vector = [pulp::f32x8; 2];
    type Integers = [pulp::i32x8; 2];

    #[inline(always)]
    fn add(self, a: Self::Vector, b: Self::Vector) -> Self::Vector {
        [self.0.add_f32s(a[0], b[0]), self.0.add_f32s(a[1], b[1])]
    }

    #[inline(always)]
    fn sub(self, a: Self::Vector, b: Self::Vector) -> Self::Vector {
        [self.0.sub_f32s(a[0], b[0]), self.0.sub_f32s(a[1], b[1])]
    }

    #[inline(always)]
    fn mul(self, a: Self::Vector, b: Self::Vector) -> Self::Vector {
        [self.0.mul_f32s(a[0], b[0]), self.0.mul_f32s(a[1], b[1])]
    }

    #[inline(always)]
    fn max(self, a: Self::Vector, b: Self::Vector) -> Self::Vector {
        [self.0.max_f32s(a[0], b[0]), self.0.max_f32s(a[1], b[1])]
    }

    #[inline(always)]
    fn mul_add(self, a: Self::Vector, b: Self::Vector, c: Self::Vector) -> Self::Vector {
        if FUSED {
            [self.0.mul_add_f32s(a[0], b[0], c[0]), self.0.mul_add_f32s(a[1], b[1], c[1])]
        } else {
            self.add(self.mul(a, b), c)
        }
    }

    #[inline(always)]
    fn round(self, a: Self::Vector) -> [i16; LANES] {
        let pulp::x86::V3 { avx, avx2, .. } = self.0;
        let [low, high] =
            [avx._mm256_cvtps_epi32(pulp::cast(a[0])), avx._mm256_cvtps_epi32(pulp::cast(a[1]))];
        // Packed are the first halves of both, then the second ones.
        const ORDER: i32 = 0b11_01_10_00;
        pulp::cast(avx2._mm256_permute4x64_epi64::<ORDER>(avx2._mm256_packs_epi32(low, high)))
    }

    #[inline(always)]
    fn floats(self, a: Self::Integers) -> Self::Vector {
        let avx = self.0.avx;
        [
            pulp::cast(avx._mm256_cvtepi32_ps(pulp::cast(a[0]))),
            pulp::cast(avx._mm256_cvtepi32_ps(pulp::cast(a[1]))),
        ]
    }

    #[inline(always)]
    fn add_products(self, sums: Self::Integers, a: [i16; 2], b: [[i16; 2]; LANES]) -> Self::Integers {
        let pulp::x86::V3 { avx, avx2, .. } = self.0;
        let (a, b) = (avx._mm256_set1_epi32(pulp::cast(a)), pulp::cast::<_, [pulp::i32x8; 2]>(b));
        let products = b.map(
            #[inline(always)]
            |b| avx2._mm256_madd_epi16(a, pulp::cast(b)),
        );
        let add = |i: usize| avx2._mm256_add_epi32(pulp::cast(sums[i]), products[i]);
        [pulp::cast(add(0)), pulp::cast(add(1))]
    }

    #[inline(always)]
    fn sum(self, a: Self::Vector) -> f32 {
        let pulp::x86::V3 { sse, avx, .. } = self.0;
        let eight = avx._mm256_add_ps(pulp::cast(a[0]), pulp::cast(a[1]));
        let four = sse._mm_add_ps(avx._mm256_castps256_ps128(eight), avx._mm256_extractf128_ps::<1>(eight));
        let two = sse._mm_add_ps(four, sse._mm_movehl_ps(four, four));
        sse._mm_cvtss_f32(sse._mm_add_ss(two, sse._mm_shuffle_ps::<1>(two, two)))
    }
}

#[cfg(target_arch = "x86_64")]
pulp::simd_type! {
    /// AVX-512 with one instruction for two products of integers and their sum.
    struct Avx512Features {
        avx: "avx",
        avx2: "avx2",
        fma: "fma",
        avx512f: "avx512f",
        avx512bw: "avx512bw",
        avx512vl: "avx512vl",
        avx512vnni: "avx512vnni",
    }
}

/// AVX-512: fused multiply-adds, or products and sums rounded as in scalar arithmetic.
#[cfg(target_arch = "x86_64")]
#[derive(Clone, Copy)]
struct Avx512<const FUSED: bool>(Avx512Features);

#[cfg(target_arch = "x86_64")]
impl<const FUSED: bool> Simd for Avx512<FUSED> {
    const FUSED: bool = FUSED;
    const SUMS: usize = 9;

    type Vector = pulp::f32x16;
    type Integers = pulp::i32x16;

    #[inline(always)]
    fn add(self, a: Self::Vector, b: Self::Vector) -> Self::Vector {
        pulp::cast(self.0.avx512f._mm512_add_ps(pulp::cast(a), pulp::cast(b)))
    }

    #[inline(always)]
    fn sub(self, a: Self::Vector, b: Self::Vector) -> Self::Vector {
        pulp::cast(self.0.avx512f._mm512_sub_ps(pulp::cast(a), pulp::cast(b)))
    }

    #[inline(always)]
    fn mul(self, a: Self::Vector, b: Self::Vector) -> Self::Vector {
        pulp::cast(self.0.avx512f._mm512_mul_ps(pulp::cast(a), pulp::cast(b)))
    }

    #[inline(always)]
    fn max(self, a: Self::Vector, b: Self::Vector) -> Self::Vector {
        pulp::cast(self.0.avx512f._mm512_max_ps(pulp::cast(a), pulp::cast(b)))
    }

    #[inline(always)]
    fn mul_add(self, a: Self::Vector, b: Self::Vector, c: Self::Vector) -> Self::Vector {
        if FUSED {
            pulp::cast(self.0.avx512f._mm512_fmadd_ps(pulp::cast(a), pulp::cast(b), pulp::cast(c)))
        } else {
            self.add(self.mul(a, b), c)
        }
    }

    #[inline(always)]
    fn round(self, a: Self::Vector) -> [i16; LANES] {
        let avx512f = self.0.avx512f;
        pulp::cast(avx512f._mm512_cvtsepi32_epi16(avx512f._mm512_cvtps_epi32(pulp::cast(a))))
    }

    #[inline(always)]
    fn floats(self, a: Self::Integers) -> Self::Vector {
        pulp::cast(self.0.avx512f._mm512_cvtepi32_ps(pulp::cast(a)))
    }

    #[inline(always)]
    fn add_products(self, sums: Self::Integers, a: [i16; 2], b: [[i16; 2]; LANES]) -> Self::Integers {
        let Avx512Features { avx512f, avx512bw, .. } = self.0;
        // The compiler makes one instruction of both.
        let products = avx512bw._mm512_madd_epi16(avx512f._mm512_set1_epi32(pulp::cast(a)), pulp::cast(b));
        pulp::cast(avx512f._mm512_add_epi32(pulp::cast(sums), products))
    }

    #[inline(always)]
    fn sum(self, a: Self::Vector) -> f32 {
        self.0.avx512f._mm512_reduce_add_ps(pulp::cast(a))
    }
}

/// One number per channel for a group of channels.
#[derive(Clone, Copy)]
pub(super) struct Lanes<S: Simd>(S::Vector, S);

impl<S: Simd> Lanes<S> {
    #[inline(always)]
    pub(super) fn new(simd: S, from: [f32; LANES]) -> Self {
        Self(pulp::cast(from), simd)
    }

    #[inline(always)]
    pub(super) fn splat(simd: S, x: f32) -> Self {
        Self::new(simd, [x; LANES])
    }

    #[inline(always)]
    pub(super) fn to_array(self) -> [f32; LANES] {
        pulp::cast(self.0)
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
        Self(simd.floats(pulp::cast(from)), simd)
    }

    /// The sum of the numbers.
    #[inline(always)]
    pub(super) fn sum(self) -> f32 {
        self.1.sum(self.0)
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
        self * Self::splat(self.1, factor)
    }
}

/// Numbers that begin with a cache line, so that a vector of them lies in one line.
#[derive(Debug)]
pub(super) struct Aligned<T> {
    numbers: Vec<T>,
    first: usize,
}

impl<T: Copy + Default> Aligned<T> {
    pub(super) fn new(len: usize) -> Self {
        Self::from_iter(std::iter::repeat_n(T::default(), len))
    }

    pub(super) fn from_iter(numbers: impl ExactSizeIterator<Item = T>) -> Self {
        /// The length of a line in bytes.
        const LINE: usize = 64;
        let room = LINE / size_of::<T>();
        let mut all = Vec::<T>::with_capacity(room + numbers.len());
        let first = all.as_ptr().align_offset(LINE).min(room);
        all.resize(first, T::default());
        all.extend(numbers);
        Self { numbers: all, first }
    }
}

impl<T> Deref for Aligned<T> {
    type Target = [T];

    #[inline]
    fn deref(&self) -> &[T] {
        &self.numbers[self.first..]
    }
}

impl<T> DerefMut for Aligned<T> {
    #[inline]
    fn deref_mut(&mut self) -> &mut [T] {
        &mut self.numbers[self.first..]
    }
}

/// Work for the vector units.
pub(super) trait Work {
    /// Whether the result must be the same on every machine.
    const EXACT: bool = false;

    /// Its result.
    type Output;

    /// Does the work. Must be `inline(always)`.
    fn run<S: Simd>(self, simd: S) -> Self::Output;
}

#[cfg(test)]
thread_local! {
    /// The most that the work of this thread may use: 0 no vector instructions, 1 AVX2, 2 AVX-512.
    pub(super) static MOST: std::cell::Cell<u8> = const { std::cell::Cell::new(2) };
}

/// Runs the work with this machine's best instructions.
pub(super) fn run<W: Work>(work: W) -> W::Output {
    #[cfg(test)]
    let most = MOST.get();
    #[cfg(not(test))]
    let most = 2;
    if most == 0 {
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
        // `EXACT` is a constant, so the compiler drops the branch that the work does not need.
        if let Some(simd) = Avx512Features::try_new()
            && most > 1
        {
            return if W::EXACT {
                simd.vectorize(Vectorized(work, Avx512::<false>(simd)))
            } else {
                simd.vectorize(Vectorized(work, Avx512::<true>(simd)))
            };
        }
        return if W::EXACT {
            simd.vectorize(Vectorized(work, Avx2::<false>(simd)))
        } else {
            simd.vectorize(Vectorized(work, Avx2::<true>(simd)))
        };
    }
    #[cfg(target_arch = "aarch64")]
    if !W::EXACT {
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
