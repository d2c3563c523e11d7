#!/usr/bin/env python3
"""Trains a network with PyTorch, on a GPU if there is one: the network, losses, optimizers and schedule of `brasa net train`.

    brasa net export --games games.sgfl --size 19 --out training.npy
    brasa net export --games games.sgfl --size 19 --tests --out tests.npy
    scripts/train.py training.npy --tests tests.npy --blocks 6 --channels 64 --batch 1024 --steps 20000 --out my.net

Several arrays, also of different board sizes, contribute batches in proportion to their positions. The same command resumes
a stopped run, whose state is in NET.pt. Without arrays, --from NET --tests FILE prints the losses of a network.
Needs Python 3.8, NumPy and PyTorch.
"""

import argparse
import math
import os
import pathlib
import re
import sys
import time

import numpy as np
import torch
import torch.nn.functional as F

# The constants of src/net: input planes, hidden units of the value head, slope below 0, weights of the losses, Adam.
INPUTS, HIDDEN, LEAK = 16, 32, 0.125
VALUE, LEAD, OWNER = 2.0, 1.0, 2.0
WARM_UP, DECAY, AVERAGE = 100, 0.01, 0.999
# Muon: its momentum, and the root mean square of an update at a learning rate of 1.
MOMENTUM, UPDATE = 0.95, 0.2


class Layout:
    """The parameters in the order of the file; they are one vector, so that the optimizer and the file know no shapes."""

    def __init__(self, blocks, channels):
        self.blocks, self.channels = blocks, c = blocks, channels
        stem, sizes = [9 * INPUTS * c, c], [9 * c * c, c, 2 * c * c, 9 * c * c, c]
        heads = [c + 1, 2 * c + 1, c + 1, HIDDEN * (2 * c + 2), HIDDEN + 2, HIDDEN + 2]
        self.sizes = stem + blocks * sizes + heads
        self.start, self.end, self.count = sum(stem), sum(stem + blocks * sizes), sum(self.sizes)

    def random(self, generator):
        """Returns initial parameters: convolutions as He et al. (ICCV 2015), the second one of a block smaller."""
        c = self.channels

        def he(inputs):
            return math.sqrt(2 / inputs)

        def linear(inputs):
            return 0.3 / math.sqrt(inputs)

        scales = [he(9 * INPUTS), 0] + self.blocks * [he(9 * c), 0, 0, 0.3 * he(9 * c), 0]
        scales += [linear(c), linear(2 * c), linear(c), he(2 * c), linear(HIDDEN), linear(HIDDEN)]
        parts = [s * torch.randn(size, generator=generator) for size, s in zip(self.sizes, scales)]
        for head in parts[-6:-3]:
            head[-1] = 0
        units = parts[-3].view(HIDDEN, 2 * c + 2)
        units[:, -2], units[:, -1] = 0, 0.3 * torch.randn(HIDDEN, generator=generator)
        for head in parts[-2:]:
            head[HIDDEN:] = 0
        return torch.cat(parts)

    def by_block(self, numbers):
        """Returns the numbers of the blocks, a row for each, of an array with one number per parameter."""
        return numbers[self.start:self.end].view(self.blocks, -1)

    def matrices(self, numbers):
        """Returns such numbers for the weights of the blocks, as stacks of matrices: first convolutions, pooled, second ones."""
        c = self.channels
        first, _, pooled, second, _ = self.by_block(numbers).split(self.sizes[2:7], 1)
        return [weights.unflatten(1, (-1, c)) for weights in (first, pooled, second)]

    def deepened(self, parameters, blocks):
        """Returns a layout with more blocks and parameters of the same function: what a new block adds to its input is 0."""
        layout = Layout(blocks, self.channels)
        new = layout.random(torch.Generator().manual_seed(1))
        new[:layout.start], new[layout.end:] = parameters[:self.start], parameters[self.end:]
        rows, tail = layout.by_block(new), sum(self.sizes[5:7])
        rows[:, -tail:] = 0
        rows[:self.blocks] = self.by_block(parameters)
        return layout, new

    def evaluate(self, parameters, planes):
        """Returns the logits of moves and owners, the logit of the value, and the lead, for planes of shape (n, 16, s, s)."""
        c, width = self.channels, planes.shape[-1]
        parts = iter(torch.split(parameters, self.sizes))

        def convolve(x, weights, bias):
            kernel = weights.view(3, 3, x.shape[1], c).permute(3, 2, 0, 1)
            return F.conv2d(x, kernel, bias, padding=1)

        def pool(x):
            x = x.float().flatten(2)
            # Not amax: its compiled gradient can be NaN.
            return torch.cat([x.mean(2), x.max(2).values], 1)

        def points(x, weights):
            return F.conv2d(x, weights[:-1].view(1, c, 1, 1), weights[-1:]).float().flatten(1)

        x = planes.contiguous(memory_format=torch.channels_last)
        x = F.relu(convolve(x, next(parts), next(parts)))
        for _ in range(self.blocks):
            first, bias, pooled, second, other = (next(parts) for _ in range(5))
            own = pool(x) @ pooled.view(2 * c, c) + bias
            inner = F.relu(convolve(x, first, None) + own[:, :, None, None])
            x = F.relu(convolve(inner, second, other) + x)
        policy, passing, owner, hidden, value, lead = parts
        pooled = pool(x)
        moves = torch.cat([points(x, policy), (pooled @ passing[:-1] + passing[-1])[:, None]], 1)
        owners = points(x, owner)
        balance = torch.tanh(owners).sum(1, keepdim=True) / width
        units = hidden.view(HIDDEN, 2 * c + 2)
        found = F.leaky_relu(torch.cat([pooled, torch.ones_like(balance), balance], 1) @ units.T, LEAK)
        found = torch.cat([found, torch.ones_like(balance), balance], 1)
        return moves, owners, found @ value, found @ lead


def read_net(path):
    """Returns the layout, the parameters, the checksum and the komi of a network, the komi as in the first line."""
    with open(path, "rb") as file:
        head, numbers = file.readline().decode(errors="replace"), file.read()
    shape = r"brasa-net 1 blocks (\d+) channels (\d+) parameters \d+ checksum ([0-9a-f]{16})"
    head = re.match(shape + r"(?: calibration \S+)?( komi \S+)? made-by ", head)
    if not head or checksum(numbers) != head.group(3):
        sys.exit(f"train.py: {path}: not a brasa network, or a damaged one")
    layout = Layout(int(head.group(1)), int(head.group(2)))
    parameters = torch.from_numpy(np.frombuffer(numbers, "<f2").astype(np.float32))
    return layout, parameters, head.group(3), head.group(4) or ""


def net_bytes(layout, parameters, komi, command):
    """Returns a network in the format of its file, whose first line has at most 4096 bytes."""
    numbers = parameters.cpu().numpy().astype("<f2").tobytes()
    head = f"brasa-net 1 blocks {layout.blocks} channels {layout.channels} parameters {layout.count}"
    origin = re.sub(r"[\x00-\x1f\x7f-\x9f]", " ", command).encode(errors="replace")[:2000].decode(errors="ignore")
    return f"{head} checksum {checksum(numbers)}{komi} made-by {origin}\n".encode() + numbers


def checksum(numbers):
    """Returns the FNV-1a hash of bytes."""
    state = 0xCBF29CE484222325
    for byte in numbers:
        state = (state ^ byte) * 0x100000001B3 & 0xFFFFFFFFFFFFFFFF
    return f"{state:016x}"


class Positions:
    """The positions of an array, on the device."""

    def __init__(self, path, device):
        try:
            array = np.load(path, mmap_mode="r")
            self.fields = {name: torch.from_numpy(self.plain(array[name])).to(device) for name in array.dtype.names}
            self.points = array.dtype["owners"].shape[0]
        except (OSError, ValueError, TypeError, KeyError) as error:
            sys.exit(f"train.py: {path}: expected an array of `brasa net export`: {error}")
        self.count, self.width = len(array), math.isqrt(self.points)
        grid = torch.arange(self.points).view(self.width, self.width)
        turns = [torch.rot90(side, turn).flatten() for side in (grid, grid.T) for turn in range(4)]
        passing = torch.tensor([self.points])
        # images[s][p] is the point that comes to p, places[s][p] the point where p comes to.
        self.images = torch.stack([torch.cat([turn, passing]) for turn in turns]).to(device)
        self.places = self.images.argsort(1)

    @staticmethod
    def plain(field):
        return np.ascontiguousarray(field.astype(np.int32) if field.dtype == np.uint16 else field)

    def batch(self, numbers, symmetries):
        """Returns inputs and targets of positions, each under its symmetry, 0 to 7."""
        planes, compensation, moves, shares, value, lead, owners = (field[numbers] for field in self.fields.values())
        images, places, n = self.images[symmetries], self.places[symmetries], len(numbers)
        bits = (planes[..., None] >> torch.arange(8, device=planes.device, dtype=torch.uint8)) & 1
        bits = bits.flatten(2)[..., : self.points].float()
        bits = bits.gather(2, images[:, None, :-1].expand(-1, INPUTS - 1, -1))
        planes = torch.cat([bits, compensation[:, None, None].expand(n, 1, self.points)], 1)
        policy = torch.zeros(n, self.points + 1, device=planes.device)
        policy.scatter_add_(1, places.gather(1, moves.long()), shares)
        owners = owners.float().gather(1, images[:, :-1]) / 100
        return planes.view(n, INPUTS, self.width, self.width), (policy, value, lead, owners)


def losses(found, targets):
    """Returns the total loss of each position, and by name the sums of losses with their numbers of positions."""
    moves, owner_logits, value_logit, lead = found
    policy, value, score, owners = targets
    by_move = -(policy * F.log_softmax(moves, 1)).sum(1)
    valued, led, owned = ~value.isnan(), ~score.isnan(), owners[:, 0] >= -1
    target = value.nan_to_num()
    by_value = F.binary_cross_entropy_with_logits(value_logit, target, reduction="none") * valued
    width = math.sqrt(owners.shape[1])
    by_lead = F.huber_loss(lead * width, score.nan_to_num() * width, reduction="none") * led
    # tanh(x) = 2 sigmoid(2 x) - 1, so the share of the owner has the logit 2 x.
    by_owner = F.binary_cross_entropy_with_logits(2 * owner_logits, (1 + owners.clamp(-1, 1)) / 2, reduction="none")
    by_owner = by_owner.mean(1) * owned
    total = by_move + VALUE * by_value + LEAD * by_lead + OWNER * by_owner
    known = policy.sum(1) > 0
    best = policy.argmax(1, keepdim=True)
    # Ties and NaN go before, so that a network that tells no moves apart predicts none.
    rank = (~(moves < moves.gather(1, best))).sum(1) - 1
    error = ((torch.tanh(owner_logits) - owners) ** 2).mean(1)
    means = {
        "first": ((rank == 0) & known, known),
        "five": ((rank < 5) & known, known),
        "policy": (by_move, known),
        "value": (by_value, valued),
        "value_error": ((torch.sigmoid(value_logit) - target) ** 2 * valued, valued),
        "owner": (error * owned, owned),
    }
    return total, {name: torch.stack([sums.sum(), count.sum()]) for name, (sums, count) in means.items()}


def orthogonal(matrices):
    """Returns nearly orthogonal matrices with the singular vectors of these: five rounds of the polynomial of src/net/muon.rs."""
    x = matrices.bfloat16() if matrices.is_cuda else matrices
    x = x / (x.norm(dim=(1, 2), keepdim=True) + 1e-7)
    for _ in range(5):
        square = x.mT @ x
        x = 3.4445 * x + x @ (-4.7750 * square + 2.0315 * square @ square)
    return x.float()


def muon(layout, parameters, gradients, momentum, rate):
    """Updates the weights of the blocks by Muon and clears their gradients, so that Adam leaves them alone."""
    arrays = (layout.matrices(numbers) for numbers in (parameters, gradients, momentum))
    for weights, gradient, mean in zip(*arrays):
        mean.lerp_(gradient, 1 - MOMENTUM)
        update = orthogonal(gradient.lerp(mean, MOMENTUM))
        weights.sub_(update, alpha=rate * UPDATE * math.sqrt(max(weights.shape[1:])))
        gradient.zero_()


def add(sums, others):
    return {name: sums[name] + pair if sums else pair for name, pair in others.items()}


def text(sums):
    return ", ".join(f"{name} {pair[0].item() / max(pair[1].item(), 1):.5f}" for name, pair in sums.items())


def test(layout, parameters, arrays, batch):
    """Returns the losses over all positions of the arrays, by name."""
    sums = {}
    with torch.no_grad():
        for positions in arrays:
            for start in range(0, positions.count, batch):
                numbers = torch.arange(start, min(start + batch, positions.count), device=parameters.device)
                planes, targets = positions.batch(numbers, torch.zeros_like(numbers))
                sums = add(sums, losses(layout.evaluate(parameters, planes), targets)[1])
    return sums


def replace(path, write):
    """Replaces a file at once, so that a stop leaves the old or the new one."""
    write(path + ".new")
    os.replace(path + ".new", path)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("positions", nargs="*", metavar="FILE", help="arrays of brasa net export, to train on")
    parser.add_argument("--tests", nargs="+", default=[], metavar="FILE", help="arrays to test on")
    parser.add_argument("--out", metavar="NET", help="network file")
    parser.add_argument("--from", dest="start", metavar="NET", help="start from this network instead of random weights")
    parser.add_argument("--blocks", type=int, help="residual blocks (4, or those of --from; more than it has: the new ones begin as identities)")
    parser.add_argument("--channels", type=int, choices=(32, 48, 64), help="channels (48, or those of --from)")
    parser.add_argument("--steps", type=int, default=20000, help="steps, one batch each (20000)")
    parser.add_argument("--seconds", type=float, help="end after this many seconds instead of --steps; a resumed run counts anew")
    parser.add_argument("--batch", type=int, default=1024, help="positions per batch (1024)")
    parser.add_argument("--rate", type=float, default=0.005, help="peak learning rate (0.005)")
    parser.add_argument("--every", type=float, default=60, help="seconds from one test to the next (60)")
    parser.add_argument("--seed", type=int, default=1, help="seed of the weights and of the choice of positions (1)")
    parser.add_argument("--device", default="cuda" if torch.cuda.is_available() else "cpu", help="cuda or cpu")
    options = parser.parse_args()
    if options.blocks is not None and not 1 <= options.blocks <= 40:
        parser.error("--blocks: expected 1 to 40")
    device = torch.device(options.device)
    generator = torch.Generator().manual_seed(options.seed)
    origin, komi = None, ""
    if options.start:
        layout, parameters, origin, komi = read_net(options.start)
        blocks, channels = options.blocks or layout.blocks, options.channels or layout.channels
        if blocks < layout.blocks or channels != layout.channels:
            parser.error(f"{options.start} has {layout.blocks} blocks of {layout.channels} channels")
        if blocks > layout.blocks:
            layout, parameters = layout.deepened(parameters, blocks)
    else:
        layout = Layout(options.blocks or 4, options.channels or 48)
        parameters = layout.random(generator)
    parameters = parameters.to(device)
    tests = [Positions(path, device) for path in options.tests]
    if not options.positions:
        if not (tests and options.start):
            parser.error("nothing to do: give arrays to train on, or --from and --tests")
        print(text(test(layout, parameters, tests, options.batch)))
        return
    if not options.out:
        parser.error("--out NET is missing")
    training = [Positions(path, device) for path in options.positions]
    parameters.requires_grad_()
    adam = torch.optim.AdamW([parameters], lr=options.rate, weight_decay=DECAY)
    average, momentum, step = parameters.detach().clone(), torch.zeros_like(parameters), 0
    command = "scripts/train.py " + " ".join(sys.argv[1:])
    state = options.out + ".pt"
    run = (layout.blocks, layout.channels, options.seed, origin)

    def write_net():
        replace(options.out, lambda path: pathlib.Path(path).write_bytes(net_bytes(layout, average, komi, command)))

    if os.path.exists(state):
        saved = torch.load(state, map_location=device)
        if saved["run"] != run:
            sys.exit(f"train.py: {state}: saved by a run with another shape, --seed or --from; choose another --out")
        step, average, momentum = saved["step"], saved["average"], saved["momentum"]
        parameters.data.copy_(saved["parameters"])
        adam.load_state_dict(saved["adam"])
        if step >= options.steps and not options.seconds:
            # A stop after the state was written leaves no network, or an older one.
            own = net_bytes(layout, average, komi, command).partition(b"\n")[2]
            if not os.path.exists(options.out) or pathlib.Path(options.out).read_bytes().partition(b"\n")[2] != own:
                write_net()
            print(f"{options.out}: already at step {step}; raise --steps to train further")
            return
    elif os.path.exists(options.out):
        sys.exit(f"train.py: {options.out} exists and has no saved run; choose another --out")

    def gradient(loss):
        generator = torch.Generator().manual_seed(1)
        numbers = torch.randint(training[0].count, (options.batch,), generator=generator).to(device)
        loss(*training[0].batch(numbers, torch.zeros_like(numbers)))[0].backward()
        found, parameters.grad = parameters.grad, None
        return found

    weights = torch.tensor([float(positions.count) for positions in training])

    def loss(planes, targets):
        with torch.autocast("cuda", torch.bfloat16, enabled=device.type == "cuda"):
            found = layout.evaluate(parameters, planes)
        total, means = losses([numbers.float() for numbers in found], targets)
        return total.mean(), {name: pair.detach() for name, pair in means.items()}

    if device.type == "cuda":
        torch.backends.cudnn.benchmark = True
        compiled, plain = torch.compile(loss, dynamic=False), gradient(loss)
        # They differ by rounding, the more the better a network is trained. A NaN is not greater than anything.
        if F.cosine_similarity(gradient(compiled), plain, dim=0) > 0.5:
            loss = compiled
        else:
            print("train.py: the compiled gradient is wrong; training goes on without the compiler", flush=True)
    sums, shown, begun, first = {}, time.monotonic(), time.monotonic(), step
    progress = 0 if options.seconds else step / options.steps
    while progress < 1:
        # A step's positions depend only on its number, so that a resumed run goes on in the same way.
        rng = torch.Generator().manual_seed(options.seed * 0x9E3779B1 + step)
        positions = training[torch.multinomial(weights, 1, generator=rng).item()]
        numbers = torch.randint(positions.count, (options.batch,), generator=rng).to(device)
        symmetries = torch.randint(8, (options.batch,), generator=rng).to(device)
        planes, targets = positions.batch(numbers, symmetries)
        cosine = 0.505 + 0.495 * math.cos(math.pi * progress)
        adam.param_groups[0]["lr"] = options.rate * cosine * min((step + 1) / WARM_UP, 1)
        total, means = loss(planes, targets)
        adam.zero_grad()
        total.backward()
        muon(layout, parameters.detach(), parameters.grad, momentum, adam.param_groups[0]["lr"])
        adam.step()
        step += 1
        elapsed = time.monotonic() - begun
        progress = elapsed / options.seconds if options.seconds else step / options.steps
        stay = min(AVERAGE, step / (step + 10))
        average.lerp_(parameters.detach(), 1 - stay)
        sums = add(sums, means)
        if time.monotonic() - shown > options.every or progress >= 1:
            if not parameters.isfinite().all():
                sys.exit(f"train.py: step {step}: the parameters are no numbers any more; try a lower --rate")
            rate = (step - first) * options.batch / elapsed
            print(f"step {step}: {text(test(layout, average, tests, options.batch))}; training: {text(sums)}; {rate:.0f}/s", flush=True)
            saved = {"run": run, "step": step, "parameters": parameters.data, "average": average, "momentum": momentum}
            saved["adam"] = adam.state_dict()
            replace(state, lambda path: torch.save(saved, path))
            write_net()
            sums, shown = {}, time.monotonic()


if __name__ == "__main__":
    main()
