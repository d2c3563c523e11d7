//! A dense numbering of the possible 3x3 neighborhood codes, which keeps lookup tables in the cache.
//!
//! The number is the sum of one part per half of the code. The orthogonal neighbors determine which fields are border;
//! the other fields are digits in base 3. Interior points come first, then edge points, then corners.

/// A power of two above all numbers.
pub(super) const END: usize = 1 << 13;

/// The number's parts for the orthogonal and the diagonal half of the code.
static PARTS: [[u16; 256]; 2] = parts();

const fn parts() -> [[u16; 256]; 2] {
    let mut parts = [[0; 256]; 2];
    let mut next = 0;
    let mut borders = 0;
    while borders <= 2 {
        // An interior point has four diagonal neighbors, an edge point two, a corner one.
        let diagonals = 81_u16 / [1, 9, 27][borders];
        let mut half = 0;
        while half < 256 {
            let (digits, border) = digits(half as u8);
            if border.count_ones() as usize == borders && border != 0b0101 && border != 0b1010 {
                parts[0][half] = next;
                next += diagonals;
            }
            parts[1][half] = digits;
            half += 1;
        }
        borders += 1;
    }
    parts
}

/// The non-border fields of half a code, as digits in base 3, and one bit per border field.
const fn digits(half: u8) -> (u16, u8) {
    let (mut digits, mut border) = (0, 0);
    let mut field = 0;
    while field < 4 {
        match half >> (2 * field) & 3 {
            3 => border |= 1 << field,
            digit => digits = 3 * digits + digit as u16,
        }
        field += 1;
    }
    (digits, border)
}

/// The number of a possible code; an arbitrary number below [`END`] for other codes.
#[inline(always)]
pub(super) fn number(code: u16) -> usize {
    let [low, high] = code.to_le_bytes();
    usize::from(PARTS[0][usize::from(low)] + PARTS[1][usize::from(high)]) & (END - 1)
}

#[cfg(test)]
mod tests {
    use super::super::Neighborhood;
    use super::*;

    #[test]
    fn codes_of_points_are_numbered_without_gaps() {
        let mut numbers: Vec<_> = Neighborhood::all().map(|Neighborhood(code)| number(code)).collect();
        numbers.sort_unstable();
        // 6561 in the interior, 972 at an edge, 108 in a corner.
        assert_eq!(numbers, (0..7641).collect::<Vec<_>>());
    }
}
