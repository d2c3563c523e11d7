#!/usr/bin/env python3
"""Labels the positions of arrays with a KataGo network on a GPU: values, leads, owners and moves.

    scripts/teacher.py NET.bin.gz SIZE ARRAY.npy INPUTS.bin [ARRAY.npy INPUTS.bin ...]

ARRAY is the output of `brasa net export`, INPUTS that of scripts/teacher-inputs.cpp for the same games: the network's inputs,
22 bit planes and 19 floats per position. The labels replace those of the array. A position whose value is 0.5 keeps a share
of the move played. scripts/teach-gpu.sh runs all steps. Needs Python 3.8, NumPy and PyTorch.
"""

import argparse
import gzip
import math
import sys
import time

import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F

PLANES, GLOBALS, LARGEST = 22, 19, 19
# The share of the move played in the policy target, and positions at a time.
PLAYED, BATCH = 0.3, 4096 if torch.cuda.is_available() else 64
ACTIVATIONS = {"IDENTITY": lambda x: x, "RELU": F.relu, "MISH": F.mish, "SILU": F.silu}


class Reader:
    """The fields of a network file: words between white space, and blocks of floats after @BIN@."""

    def __init__(self, path):
        with gzip.open(path, "rb") as file:
            self.data = file.read()
        self.at = 0
        self.word()  # name
        self.version = self.integer()
        if not 8 <= self.version <= 17:
            raise ValueError("network version %d is not supported, only 8 to 17" % self.version)

    def word(self):
        while self.data[self.at:self.at + 1].isspace():
            self.at += 1
        start = self.at
        while self.at < len(self.data) and not self.data[self.at:self.at + 1].isspace():
            self.at += 1
        if start == self.at:
            raise ValueError("the network file ends early")
        return self.data[start:self.at].decode("ascii", "replace")

    def integer(self):
        return int(self.word())

    def number(self):
        return float(self.word())

    def unused(self, count):
        """Reserved options, which must be 0."""
        for _ in range(count):
            if self.integer() != 0:
                raise ValueError("the network uses an option that is not supported")

    def floats(self, *shape):
        mark = self.data.find(b"@BIN@", self.at, self.at + 100)
        if mark < 0:
            raise ValueError("no block of floats at byte %d: is this a .bin.gz network?" % self.at)
        count = math.prod(shape)
        start, self.at = mark + 5, mark + 5 + 4 * count
        return torch.from_numpy(np.frombuffer(self.data, "<f4", count, start).astype(np.float32).reshape(shape))

    def activation(self):
        self.word()
        kind = self.word() if self.version >= 11 else "ACTIVATION_RELU"
        if kind[:11] != "ACTIVATION_" or kind[11:] not in ACTIVATIONS:
            raise ValueError("activation %s is not supported" % kind)
        return ACTIVATIONS[kind[11:]]

    def matrix(self):
        """A matrix as F.linear wants it: outputs, inputs."""
        self.word()
        inputs, outputs = self.integer(), self.integer()
        return self.floats(inputs, outputs).t().contiguous()

    def vector(self):
        self.word()
        return self.floats(self.integer())


def frozen(tensor):
    return nn.Parameter(tensor.contiguous(), requires_grad=False)


class Linear(nn.Module):
    def __init__(self, weight, bias=None):
        super().__init__()
        self.weight = frozen(weight)
        self.bias = None if bias is None else frozen(bias)

    def forward(self, x):
        return F.linear(x, self.weight, self.bias)


class Convolution(nn.Module):
    def __init__(self, reader, outputs=None):
        """Keeps only the first outputs, if given."""
        super().__init__()
        reader.word()
        height, width, inputs, channels, dilation_y, dilation_x = (reader.integer() for _ in range(6))
        weight = reader.floats(height, width, inputs, channels).permute(3, 2, 0, 1)[:outputs]
        self.weight = frozen(weight)
        self.dilation = (dilation_y, dilation_x)
        self.padding = (height // 2 * dilation_y, width // 2 * dilation_x)

    def forward(self, x):
        return F.conv2d(x, self.weight, padding=self.padding, dilation=self.dilation)


class BatchNorm(nn.Module):
    """A batch norm with fixed statistics, then the activation."""

    def __init__(self, reader):
        super().__init__()
        reader.word()
        channels, epsilon = reader.integer(), reader.number()
        has_scale, has_bias = reader.integer(), reader.integer()
        mean, variance = reader.floats(channels), reader.floats(channels)
        scale = reader.floats(channels) if has_scale else torch.ones(channels)
        bias = reader.floats(channels) if has_bias else torch.zeros(channels)
        scale = scale / torch.sqrt(variance + epsilon)
        self.scale = frozen(scale.view(-1, 1, 1))
        self.bias = frozen((bias - mean * scale).view(-1, 1, 1))
        self.activation = reader.activation()

    def forward(self, x):
        return self.activation(x.float() * self.scale + self.bias)


class TipNorm(nn.Module):
    """The RMS norm at the end of the trunk, per point or over the whole board, then the activation."""

    def __init__(self, reader):
        super().__init__()
        reader.word()
        channels, self.epsilon = reader.integer(), reader.number()
        self.axes = (1, 2, 3) if reader.integer() else (1,)
        reader.unused(1)
        self.scale = frozen(reader.floats(channels).view(-1, 1, 1))
        self.bias = frozen(reader.floats(channels).view(-1, 1, 1))
        self.activation = reader.activation()

    def forward(self, x):
        x = x.float()
        x = x * torch.rsqrt(x.square().mean(self.axes, keepdim=True) + self.epsilon)
        return self.activation(x * self.scale + self.bias)


class PointNorm(nn.Module):
    """The RMS norm over the channels of each point, before attention and feed-forward layers."""

    def __init__(self, reader):
        super().__init__()
        reader.word()
        channels, self.epsilon = reader.integer(), reader.number()
        self.scale = frozen(reader.floats(channels))

    def forward(self, x):
        x = x.float()
        return x * torch.rsqrt(x.square().mean(-1, keepdim=True) + self.epsilon) * self.scale


def pool(x, value_head=False):
    """Mean, mean scaled with the width of the board, and the maximum; the value head has a second scaling instead."""
    x = x.float()
    width = math.sqrt(x.shape[2] * x.shape[3]) - 14.0
    mean = x.mean((2, 3))
    last = mean * (width * width * 0.01 - 0.1) if value_head else x.amax((2, 3))
    return torch.cat((mean, mean * (width * 0.1), last), 1)


class OrdinaryBlock(nn.Module):
    def __init__(self, reader):
        super().__init__()
        reader.word()
        self.norm1, self.convolution1 = BatchNorm(reader), Convolution(reader)
        self.norm2, self.convolution2 = BatchNorm(reader), Convolution(reader)

    def forward(self, trunk):
        x = self.convolution1(self.norm1(trunk))
        return trunk + self.convolution2(self.norm2(x))


class PoolingBlock(nn.Module):
    def __init__(self, reader):
        super().__init__()
        reader.word()
        self.norm1, self.convolution1 = BatchNorm(reader), Convolution(reader)
        self.pool_convolution, self.pool_norm = Convolution(reader), BatchNorm(reader)
        self.pool_linear = Linear(reader.matrix())
        self.norm2, self.convolution2 = BatchNorm(reader), Convolution(reader)

    def forward(self, trunk):
        x = self.norm1(trunk)
        pooled = self.pool_linear(pool(self.pool_norm(self.pool_convolution(x))))
        return trunk + self.convolution2(self.norm2(self.convolution1(x) + pooled[:, :, None, None]))


class AttentionBlock(nn.Module):
    def __init__(self, reader):
        super().__init__()
        reader.word()
        self.heads, self.kv_heads, self.width, self.value_width = (reader.integer() for _ in range(4))
        self.rotary, learned = reader.integer(), reader.integer()
        self.norm = PointNorm(reader)
        q, k, v = reader.matrix(), reader.matrix(), reader.matrix()
        self.output = Linear(reader.matrix())
        if self.rotary:
            # The file rotates channels 2p and 2p + 1 of a head together. Reordered, the pairs are p and p + width / 2.
            q, k = self.reordered(q, self.heads), self.reordered(k, self.kv_heads)
            angles = self.learned_angles(reader) if learned else self.fixed_angles(reader)
            self.register_buffer("cosines", angles.cos(), persistent=False)
            self.register_buffer("sines", angles.sin(), persistent=False)
        self.parts = [len(q), len(k), len(v)]
        self.input = Linear(torch.cat((q, k, v)))

    def reordered(self, weight, heads):
        return weight.view(heads, self.width // 2, 2, -1).transpose(1, 2).reshape(weight.shape)

    def learned_angles(self, reader):
        """A table of key head, y, x, pair."""
        reader.word()
        heads, pairs, two = (reader.integer() for _ in range(3))
        frequencies = reader.floats(heads, 1, 1, pairs, two)
        at = torch.arange(LARGEST, dtype=torch.float32)
        return at[:, None] * frequencies[..., 0] + at[:, None, None] * frequencies[..., 1]

    def fixed_angles(self, reader):
        """A table of one for all heads, y, x, pair: the first pairs turn with y, the others with x."""
        reader.word()
        theta, quarter = reader.number(), self.width // 4
        frequencies = theta ** (-torch.arange(quarter, dtype=torch.float32) / quarter)
        turns = torch.arange(LARGEST, dtype=torch.float32)[:, None] * frequencies
        shape = (LARGEST, LARGEST, quarter)
        return torch.cat((turns[:, None].expand(shape), turns[None].expand(shape)), 2)[None]

    def rotated(self, x, height, width):
        heads, points, pairs = x.shape[1], height * width, self.width // 2
        cosines = self.cosines[:, :height, :width].reshape(-1, points, pairs)
        sines = self.sines[:, :height, :width].reshape(-1, points, pairs)
        if len(cosines) != 1:
            cosines = cosines.repeat_interleave(heads // len(cosines), 0)
            sines = sines.repeat_interleave(heads // len(sines), 0)
        first, second = x[..., :pairs], x[..., pairs:]
        turned = torch.cat((first * cosines - second * sines, first * sines + second * cosines), -1)
        return turned.to(x.dtype)

    def forward(self, trunk):
        batch, channels, height, width = trunk.shape
        x = trunk.flatten(2).transpose(1, 2)
        q, k, v = self.input(self.norm(x)).split(self.parts, 2)
        q = q.unflatten(2, (self.heads, self.width)).transpose(1, 2)
        k = k.unflatten(2, (self.kv_heads, self.width)).transpose(1, 2)
        v = v.unflatten(2, (self.kv_heads, self.value_width)).transpose(1, 2)
        if self.rotary:
            q, k = self.rotated(q, height, width), self.rotated(k, height, width)
        if self.heads != self.kv_heads:
            k = k.repeat_interleave(self.heads // self.kv_heads, 1)
            v = v.repeat_interleave(self.heads // self.kv_heads, 1)
        x = F.scaled_dot_product_attention(q, k, v)
        x = self.output(x.transpose(1, 2).flatten(2))
        return trunk + x.transpose(1, 2).unflatten(2, (height, width))


class FeedForwardBlock(nn.Module):
    def __init__(self, reader):
        super().__init__()
        reader.word()
        reader.integer(), reader.integer()
        if not reader.integer():
            raise ValueError("feed-forward blocks without a gate are not supported")
        self.norm = PointNorm(reader)
        self.input = Linear(torch.cat((reader.matrix(), reader.matrix())))
        self.output = Linear(reader.matrix())

    def forward(self, trunk):
        x, gate = self.input(self.norm(trunk.flatten(2).transpose(1, 2))).chunk(2, 2)
        x = self.output(F.silu(x) * gate)
        return trunk + x.transpose(1, 2).unflatten(2, trunk.shape[2:])


BLOCKS = {
    "ordinary_block": OrdinaryBlock,
    "gpool_block": PoolingBlock,
    "transformer_attention_block": AttentionBlock,
    "transformer_ffn_block": FeedForwardBlock,
}


def read_blocks(reader, count):
    blocks = []
    for _ in range(count):
        kind = reader.word()
        if kind not in BLOCKS:
            raise ValueError("blocks of kind %s are not supported" % kind)
        blocks.append(BLOCKS[kind](reader))
    return nn.Sequential(*blocks)


class Trunk(nn.Module):
    def __init__(self, reader):
        super().__init__()
        reader.word()
        count = reader.integer()
        for _ in range(5):
            reader.integer()  # numbers of channels, which the layers state again
        rms = reader.integer() if reader.version >= 15 else 0
        reader.unused(5 if reader.version >= 15 else 0)
        self.convolution = Convolution(reader)
        self.linear = Linear(reader.matrix())
        self.blocks = read_blocks(reader, count)
        self.norm = TipNorm(reader) if rms else BatchNorm(reader)

    def forward(self, spatial, global_features):
        # The first layers are cheap, and rounding here costs the most precision.
        with torch.autocast(spatial.device.type, enabled=False):
            x = self.convolution(spatial.float().contiguous(memory_format=torch.channels_last))
            x = x + self.linear(global_features.float())[:, :, None, None]
        return self.norm(self.blocks(x))


class PolicyHead(nn.Module):
    """The logits of all points and of the pass. The optimistic policy and the other channels are left out."""

    def __init__(self, reader):
        super().__init__()
        reader.word()
        if reader.version >= 17:
            reader.integer()  # number of channels
            reader.unused(3)
        self.convolution1 = Convolution(reader)
        self.pool_convolution, self.pool_norm = Convolution(reader), BatchNorm(reader)
        self.pool_linear = Linear(reader.matrix())
        self.norm, self.convolution2 = BatchNorm(reader), Convolution(reader, outputs=1)
        if reader.version >= 15:
            self.hidden = Linear(reader.matrix(), reader.vector())
            self.activation = reader.activation()
        else:
            self.hidden, self.activation = nn.Identity(), nn.Identity()
        self.passing = Linear(reader.matrix()[:1])

    def forward(self, x):
        pooled = pool(self.pool_norm(self.pool_convolution(x)))
        x = self.norm(self.convolution1(x) + self.pool_linear(pooled)[:, :, None, None])
        passing = self.passing(self.activation(self.hidden(pooled)))
        return torch.cat((self.convolution2(x).flatten(1), passing), 1)


class ValueHead(nn.Module):
    """The logits of win, loss and no result, the unscaled scores, and the ownership before tanh."""

    def __init__(self, reader):
        super().__init__()
        reader.word()
        reader.unused(3 if reader.version >= 17 else 0)
        self.convolution, self.norm = Convolution(reader), BatchNorm(reader)
        self.hidden = Linear(reader.matrix(), reader.vector())
        self.activation = reader.activation()
        self.outcome = Linear(reader.matrix(), reader.vector())
        self.score = Linear(reader.matrix(), reader.vector())
        self.owner = Convolution(reader)

    def forward(self, x):
        x = self.norm(self.convolution(x))
        hidden = self.activation(self.hidden(pool(x, value_head=True)))
        return self.outcome(hidden), self.score(hidden), self.owner(x).flatten(1)


class Teacher(nn.Module):
    """A KataGo network for boards that fill the input, of 9 to 19 lines.

    Weights stay float32. On a GPU use autocast with float16, whose errors are a tenth of bfloat16's.
    """

    def __init__(self, reader):
        super().__init__()
        version, self.lead_scale = reader.version, 20.0
        inputs = reader.integer(), reader.integer()
        if inputs != (PLANES, GLOBALS):
            raise ValueError("a network of %d planes and %d globals is not supported" % inputs)
        if version >= 13:
            scales = [reader.number() for _ in range(7)]
            self.lead_scale = scales[3]
        if version >= 15:
            if reader.integer() != 0:
                raise ValueError("networks with inputs about the players are not supported")
            reader.integer()  # concerns who computes planes 18 and 19
            reader.unused(6)
        self.trunk, self.policy_head, self.value_head = Trunk(reader), PolicyHead(reader), ValueHead(reader)
        if reader.data[reader.at:].strip():
            raise ValueError("the network file has more layers than expected")

    @staticmethod
    def load(path):
        return Teacher(Reader(path)).eval()

    def forward(self, spatial, global_features):
        """Policy logits (pass last), win probability, lead in points, ownership, all for the side to move, in float32."""
        x = self.trunk(spatial, global_features)
        with torch.autocast(spatial.device.type, enabled=False):
            policy = self.policy_head(x.float())
            outcome, score, owner = self.value_head(x.float())
            # win / (win + loss) of the softmax, without overflow
            win = torch.sigmoid(outcome[:, 0] - outcome[:, 1])
            # No result is possible with simple ko or territory scoring only; KataGo counts it as a lead of 0.
            possible = (global_features[:, 6] == 0) | (global_features[:, 9] != 0)
            no_result = outcome.softmax(1)[:, 2] * possible
            lead = score[:, 2] * self.lead_scale * (1 - no_result)
        return policy, win, lead, owner.tanh()


class Inputs:
    """The network's inputs for the positions of an array, checked against its stones."""

    def __init__(self, size, device):
        self.size, self.points, self.device = size, size * size, device
        bytes_per_plane = (self.points + 7) // 8
        self.record = np.dtype([("planes", "u1", (PLANES, bytes_per_plane)), ("globals", "<f4", (GLOBALS,))])
        # KataGo numbers points from the top, our arrays from the bottom.
        self.flip = torch.arange(self.points, device=device).view(size, size).flip(0).flatten()

    def plain(self, array):
        return torch.from_numpy(np.ascontiguousarray(array)).to(self.device)

    def unpack(self, planes):
        bits = torch.arange(8, device=self.device, dtype=torch.uint8)
        return ((self.plain(planes)[..., None] >> bits) & 1).flatten(-2)[..., : self.points]

    def of(self, positions, records):
        """Returns planes and globals; None if the stones differ."""
        planes, ours = self.unpack(records["planes"]), self.unpack(positions["planes"][:, :2])
        same = torch.equal(ours, planes[:, 1:3, self.flip])
        return (planes, self.plain(records["globals"])) if same else None


def label(teacher, inputs, path, records):
    """Writes the labels into an array. Returns the number of its positions."""
    positions = np.load(path, mmap_mode="r+")
    theirs = np.fromfile(records, inputs.record)
    if len(positions) != len(theirs):
        sys.exit(f"teacher.py: {path} has {len(positions)} positions, {records} {len(theirs)}")
    # Labels replace these values of `brasa net positions`, which say whether the move played counts.
    if not np.isin(positions["value"], (0.5, 0.25)).all():
        sys.exit(f"teacher.py: {path}: values other than 0.5 and 0.25; is it labeled already? Then export it anew")
    for start in range(0, len(positions), BATCH):
        part = positions[start : start + BATCH]
        found = inputs.of(part, theirs[start : start + BATCH])
        if found is None:
            sys.exit(f"teacher.py: {path} and {records} differ in the stones of positions from {start}")
        planes, others = found
        boards = planes.float().unflatten(2, (inputs.size, inputs.size))
        # The compiled network wants batches of one size.
        boards, others = (F.pad(x, [0, 0] * (x.dim() - 1) + [0, BATCH - len(part)]) for x in (boards, others))
        with torch.no_grad(), torch.autocast(inputs.device, torch.float16, enabled=inputs.device == "cuda"):
            logits, value, lead, owners = (x.float()[: len(part)] for x in teacher(boards, others))
        logits[:, :-1].masked_fill_((planes[:, 1] | planes[:, 2]).bool(), -math.inf)
        policy = logits.softmax(1)
        policy[:, :-1] = policy[:, inputs.flip]
        share = PLAYED * (inputs.plain(part["value"]) == 0.5)
        policy *= 1 - share[:, None]
        policy.scatter_add_(1, inputs.plain(part["moves"][:, :1].astype(np.int64)), share[:, None])
        shares, moves = policy.topk(part["moves"].shape[1], 1)
        part["moves"] = moves.cpu().numpy()
        part["shares"] = (shares / shares.sum(1, keepdim=True)).cpu().numpy()
        part["value"], part["lead"] = value.cpu().numpy(), lead.cpu().numpy() / inputs.points
        part["owners"] = (100 * owners[:, inputs.flip]).round().to(torch.int8).cpu().numpy()
    positions.flush()
    return len(positions)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("net", metavar="NET.bin.gz")
    parser.add_argument("size", metavar="SIZE", type=int)
    parser.add_argument("files", metavar="FILE", nargs="+", help="arrays, each followed by its inputs")
    options = parser.parse_args()
    if len(options.files) % 2:
        parser.error(f"{options.files[-1]}: its inputs are missing")
    device = "cuda" if torch.cuda.is_available() else "cpu"
    teacher, inputs = Teacher.load(options.net).to(device), Inputs(options.size, device)
    if device == "cuda":
        teacher = torch.compile(teacher, dynamic=False)
    total, begun = 0, time.monotonic()
    for path, records in zip(options.files[::2], options.files[1::2]):
        total += label(teacher, inputs, path, records)
        print(f"{path}: {total} positions, {total / (time.monotonic() - begun):.0f}/s", flush=True)


if __name__ == "__main__":
    main()
