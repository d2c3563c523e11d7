//! Runtime dispatch to the machine's vector instructions.
//!
//! A kernel is a function with the constant `F`: whether fused multiply-add is a single instruction. All functions it
//! calls are `inline(always)`, so that they are compiled for the dispatched instruction set. The two forms differ in
//! the last bits.

/// Work for the vector units.
pub(super) trait Work {
    /// Its result.
    type Output;

    /// Does the work. Must be `inline(always)`.
    fn run<const F: bool>(self) -> Self::Output;
}

/// a b + c.
#[inline(always)]
pub(super) fn fma<const F: bool>(a: f32, b: f32, c: f32) -> f32 {
    if F { a.mul_add(b, c) } else { a * b + c }
}

/// Runs the work: either exactly, in scalar arithmetic with the same result on every machine, or with this machine's
/// best instructions.
pub(super) fn run<W: Work>(exactly: bool, work: W) -> W::Output {
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
        if !exactly && let Some(simd) = pulp::x86::V3::try_new() {
            return simd.vectorize(Vectorized(work));
        }
    }
    if cfg!(target_arch = "aarch64") && !exactly { work.run::<true>() } else { work.run::<false>() }
}

pub(super) fn is_fast() -> bool {
    #[cfg(target_arch = "x86_64")]
    return pulp::x86::V3::try_new().is_some();
    #[cfg(not(target_arch = "x86_64"))]
    return cfg!(target_arch = "aarch64");
}
