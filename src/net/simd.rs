//! One place where the kernels are compiled for the vector units of the machine.
//!
//! A kernel is a function with the constant `F`: whether a fused multiplication and addition is one instruction. All
//! functions below it are `inline(always)`, so that they are compiled with the instructions of the dispatched function. The
//! results of the two forms differ in the last bits.

/// A piece of work for the vector units.
pub(super) trait Work {
    /// The result.
    type Output;

    /// Does the work. An implementation must be `inline(always)`.
    fn run<const F: bool>(self) -> Self::Output;
}

/// Returns a b + c.
#[inline(always)]
pub(super) fn fma<const F: bool>(a: f32, b: f32, c: f32) -> f32 {
    if F { a.mul_add(b, c) } else { a * b + c }
}

/// Does the work with the best instructions that the machine has.
pub(super) fn dispatch<W: Work>(work: W) -> W::Output {
    #[cfg(target_arch = "x86_64")]
    {
        struct Vectorized<W>(W);
        impl<W: Work> pulp::NullaryFnOnce for Vectorized<W> {
            type Output = W::Output;

            #[inline(always)]
            fn call(self) -> W::Output {
                self.0.run::<true>()
            }
        }
        if let Some(simd) = pulp::x86::V3::try_new() {
            return simd.vectorize(Vectorized(work));
        }
    }
    if cfg!(target_arch = "aarch64") { work.run::<true>() } else { work.run::<false>() }
}

/// Does the work with the instructions that every machine has, with the same result everywhere.
pub(super) fn scalar<W: Work>(work: W) -> W::Output {
    work.run::<false>()
}

/// Returns whether the machine has the fast instructions.
pub(super) fn is_fast() -> bool {
    #[cfg(target_arch = "x86_64")]
    return pulp::x86::V3::try_new().is_some();
    #[cfg(not(target_arch = "x86_64"))]
    return cfg!(target_arch = "aarch64");
}
