//! Playing on the board: the legality of a move, and the incremental update after it.

use super::tracking::{Atari, Tracking};
use super::{Board, Liberties, NS, Point, PointSet, WE, cell, color_bits, direction, empty_bits, stone_key};
use crate::framework::{Color, IllegalMove};

impl<F: Tracking> Board<F> {
    /// Whether `color` may play at the empty point `p` when suicide and simple ko are illegal.
    #[inline(always)]
    pub fn is_legal_empty(&self, p: Point, color: Color) -> bool {
        (empty_bits(self.neighborhood3x3(p)) != 0 || !self.is_suicide_enclosed(p, color))
            && self.ko_for(color) != p
    }

    /// Whether playing at `p`, which has no empty neighbor, would be suicide.
    #[inline(always)]
    fn is_suicide_enclosed(&self, p: Point, color: Color) -> bool {
        let mut escapes = false;
        for q in p.neighbors() {
            let cell = self.cells[q];
            // A chain whose only liberty is `p` is captured if it is the opponent's, and adds no liberty if it is own.
            let only_here = self.liberties[self.chain[q]].at_most_one();
            escapes |= (cell != cell::BORDER) & (only_here == (cell != color as u8));
        }
        !escapes
    }

    /// Whether a stone of `color` at the empty point `p` would have no liberty.
    #[inline]
    pub fn is_suicide(&self, p: Point, color: Color) -> bool {
        empty_bits(self.neighborhood3x3(p)) == 0 && self.is_suicide_enclosed(p, color)
    }

    /// Whether `color` may play at `p`; suicide is legal if `suicide` is true, simple ko never.
    ///
    /// # Errors
    /// When the move is illegal.
    pub fn check(&self, p: Point, color: Color, suicide: bool) -> Result<(), IllegalMove> {
        match self.cells[p] {
            cell::EMPTY if self.ko_for(color) == p => Err(IllegalMove::Ko),
            cell::EMPTY if !suicide && self.is_suicide(p, color) => Err(IllegalMove::Suicide),
            cell::EMPTY => Ok(()),
            cell::BORDER => Err(IllegalMove::NoSuchMove),
            _ => Err(IllegalMove::Occupied),
        }
    }

    /// Plays a stone at an empty point, which debug builds check, along with simple ko.
    ///
    /// A suicide removes the player's own stones.
    #[inline]
    pub fn play_legal(&mut self, p: Point, color: Color) {
        check!(self.check(p, color, true).is_ok(), "{color} {p}");
        let opponent = !color;
        let code = self.neighborhood3x3(p);
        let neighbors = p.neighbors();
        let liberty = Liberties::at(p);
        for q in neighbors {
            self.liberties[self.chain[q]].remove(liberty);
        }

        self.ko = Point::NULL;
        self.remove_empty(p);
        self.put(p, color as u8);
        self.stones[color.index()] += 1;
        if F::KEY {
            self.key ^= stone_key(p, color);
        }
        if F::ATARI {
            self.atari_bits[p] = 0;
            self.atari[p] = Atari::default();
        }

        let friends = color_bits(code, color);
        if F::STIRRED {
            self.stirred = PointSet::EMPTY;
            let mut left = friends;
            while left != 0 {
                let liberties = self.liberties[self.chain[p + direction(left)]];
                if liberties.is_one() {
                    self.stirred.insert(liberties.only());
                }
                left &= left - 1;
            }
        }

        // The opponent's chains: captured, or perhaps in atari now.
        let mut captured = 0;
        let mut any = false;
        for q in neighbors {
            any |= (self.cells[q] == opponent as u8) & self.liberties[self.chain[q]].is_none();
        }
        if any {
            if F::STIRRED {
                self.stir_by_capture(p, color);
            }
            for q in neighbors {
                if self.cells[q] == opponent as u8 && self.liberties[self.chain[q]].is_none() {
                    captured += self.remove_chain(self.chain[q], opponent);
                }
            }
        }
        if F::ATARI {
            // Most chains are not in atari: one branch, rarely taken.
            let mut ataris = 0_u32;
            for (i, q) in neighbors.into_iter().enumerate() {
                let is_one = (self.cells[q] == opponent as u8) & self.liberties[self.chain[q]].at_most_one();
                ataris |= u32::from(is_one) << i;
            }
            while ataris != 0 {
                self.note_atari(self.chain[neighbors[ataris.trailing_zeros() as usize & 3]], opponent);
                ataris &= ataris - 1;
            }
        }

        // The liberties beside the new stone, then the chains that it joins.
        let mut own = Liberties::NONE;
        for q in neighbors {
            own.add_if(q, self.cells[q] == cell::EMPTY);
        }
        if captured == 1 && friends == 0 && own.pseudo() == 1 {
            self.ko = own.only();
            self.ko_color = opponent;
        }
        // A stone without friendly neighbors joins an empty chain of its own: the same stores, no branch.
        self.next[p] = p;
        self.chain_size[p] = 0;
        self.liberties[p] = Liberties::NONE;
        let friend = self.chain[p + direction(friends)];
        let head = if friends == 0 { p } else { friend };
        if F::ATARI {
            self.leave_atari(head, color);
        }
        self.chain[p] = head;
        self.next[p] = self.next[head];
        self.next[head] = p;
        self.chain_size[head] += 1;
        self.liberties[head].add(own);
        let mut others = friends & friends.wrapping_sub(1);
        while others != 0 {
            let other = self.chain[p + direction(others)];
            others &= others - 1;
            if other != self.chain[p] {
                self.join(self.chain[p], other, color);
            }
        }

        let head = self.chain[p];
        if self.liberties[head].is_none() {
            self.remove_chain(head, color);
            if F::ATARI {
                for q in neighbors {
                    if self.cells[q] == opponent as u8 {
                        self.note_atari(self.chain[q], opponent);
                    }
                }
            }
        } else if F::ATARI {
            self.note_atari(head, color);
        }
    }

    /// Adds the points that the capture by a stone of `color` at `p` stirs, before the captured chains are removed.
    #[cold]
    fn stir_by_capture(&mut self, p: Point, color: Color) {
        let mut stirred = self.stirred;
        let friends =
            p.neighbors().map(|q| if self.cells[q] == color as u8 { self.chain[q] } else { Point::NULL });
        // The new stone's chain: its liberties are those beside the stone and those of the chains that it joins.
        let (mut joined, mut count) = (PointSet::EMPTY, 0);
        let beside = p.neighbors().into_iter().filter(|&q| self.cells[q] == cell::EMPTY);
        let of_friends = friends.into_iter().filter(|&head| head != Point::NULL).flat_map(|head| {
            let (liberties, len) = self.find_liberties::<3>(head);
            liberties.into_iter().take(len)
        });
        for q in beside.chain(of_friends) {
            count += u32::from(!joined.contains(q));
            joined.insert(q);
        }
        if count <= 2 {
            joined.for_each(|q| stirred.insert(q));
        }
        for q in p.neighbors() {
            if self.cells[q] != !color as u8 || !self.liberties[self.chain[q]].is_none() {
                continue;
            }
            for stone in self.stones_of(self.chain[q]) {
                stirred.insert_area(stone);
                for r in stone.neighbors() {
                    let head = self.chain[r];
                    if self.cells[r] == color as u8 && r != p && !friends.contains(&head) {
                        let (liberties, len) = self.find_liberties::<3>(head);
                        liberties
                            .iter()
                            .take(if len <= 2 { len } else { 0 })
                            .for_each(|&q| stirred.insert(q));
                    }
                }
            }
        }
        self.stirred = stirred;
    }

    /// Joins two chains of one color under the head of the larger one.
    #[inline]
    fn join(&mut self, a: Point, b: Point, color: Color) {
        let (large, small) = if self.chain_size[a] >= self.chain_size[b] { (a, b) } else { (b, a) };
        if F::ATARI {
            self.leave_atari(a, color);
            self.leave_atari(b, color);
        }
        let mut stone = small;
        loop {
            self.chain[stone] = large;
            let next = self.next[stone];
            if next == small {
                break;
            }
            stone = next;
        }
        self.next[stone] = self.next[large];
        self.next[large] = small;
        self.chain_size[large] += self.chain_size[small];
        let liberties = self.liberties[small];
        self.liberties[large].add(liberties);
    }

    /// Removes a chain from the board and returns its number of stones.
    fn remove_chain(&mut self, head: Point, color: Color) -> u16 {
        if F::ATARI {
            self.leave_atari(head, color);
        }
        let count = self.chain_size[head];
        self.stones[color.index()] -= count;
        self.captured[color.index()] += count;
        let mut stone = head;
        for _ in 0..count {
            self.put(stone, color as u8);
            if F::KEY {
                self.key ^= stone_key(stone, color);
            }
            self.push_empty(stone);
            let liberty = Liberties::at(stone);
            for q in stone.neighbors() {
                let neighbor = self.chain[q];
                self.liberties[neighbor].add(liberty);
                if F::ATARI {
                    self.leave_atari(neighbor, !color);
                }
            }
            self.chain[stone] = stone;
            stone = self.next[stone];
        }
        count
    }

    /// Places or removes a stone: updates the cell and the neighborhoods around it.
    #[inline(always)]
    fn put(&mut self, p: Point, cell: u8) {
        self.cells[p] ^= cell;
        let v = u64::from(cell);
        // For the three points in the row below, `p` is the neighbor in the north-east, north and north-west,
        // and so on.
        self.toggle(p + (-NS - WE), v << 8 | v << 16 | v << (32 + 14));
        self.toggle(p + -WE, v << 2 | v << (32 + 6));
        self.toggle(p + (NS - WE), v << 10 | v << (16 + 4) | v << (32 + 12));
        if F::CHANGES {
            self.changes.insert_area(p);
        }
    }

    /// Toggles bits in the neighborhoods of four points in a row.
    #[inline(always)]
    fn toggle(&mut self, p: Point, bits: u64) {
        let i = 2 * p.index();
        let row = &mut self.neighborhoods[i..i + 8];
        let old = u64::from_le_bytes([row[0], row[1], row[2], row[3], row[4], row[5], row[6], row[7]]);
        row.copy_from_slice(&(old ^ bits).to_le_bytes());
    }

    #[inline(always)]
    pub(super) fn push_empty(&mut self, p: Point) {
        self.empty_place[p] = self.empty_count;
        self.empty[Point::from_number(self.empty_count)] = p;
        self.empty_count += 1;
    }

    #[inline(always)]
    fn remove_empty(&mut self, p: Point) {
        self.empty_count -= 1;
        let last = self.empty[Point::from_number(self.empty_count)];
        let place = self.empty_place[p];
        self.empty[Point::from_number(place)] = last;
        self.empty_place[last] = place;
    }

    /// Adds a chain to the list of chains in atari if it is in atari and not yet listed.
    #[inline(always)]
    fn note_atari(&mut self, head: Point, color: Color) {
        if self.atari[head].liberty == Point::NULL && self.liberties[head].is_one() {
            let liberty = self.liberties[head].only();
            self.atari_lists[color.index()].insert(head, liberty, &mut self.atari);
            let mut bits = 0;
            for (i, q) in liberty.neighbors().into_iter().enumerate() {
                bits |= u8::from((self.chain[q] == head) & (self.cells[q] == color as u8)) << i;
            }
            self.atari_bits[liberty] |= bits;
            if F::CHANGES {
                self.changes.insert(liberty);
            }
        }
    }

    /// Removes a chain from the list of chains in atari if listed. Chain heads must not have changed since it was
    /// listed.
    #[inline(always)]
    fn leave_atari(&mut self, head: Point, color: Color) {
        let liberty = self.atari[head].liberty;
        if liberty != Point::NULL {
            let mut bits = 0;
            for (i, q) in liberty.neighbors().into_iter().enumerate() {
                bits |= u8::from(self.chain[q] == head) << i;
            }
            self.atari_bits[liberty] &= !bits;
            if F::CHANGES {
                self.changes.insert(liberty);
            }
            self.atari_lists[color.index()].remove(head, &mut self.atari);
        }
    }
}
