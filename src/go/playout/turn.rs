//! The player to move and the last moves, which a policy looks at.

use crate::framework::Color;
use crate::go::board::Point;

/// The player to move and the last two moves.
#[derive(Clone, Copy, Debug)]
pub struct Turn {
    /// The player to move.
    pub color: Color,
    /// The last move and the one before; null for a pass or where there was none.
    pub last: [Point; 2],
}
