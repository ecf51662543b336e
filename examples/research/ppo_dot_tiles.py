"""Masked PPO learns DOT: Dice or Tiles by playing against itself, and is then measured against random play.

    python examples/research/ppo_dot_tiles.py --minutes 10

Needs torch (any build, on a CPU or a GPU) besides Dottable. One net plays both seats; a state is valued from the
side of whoever acts, so a value changes its sign when the turn goes to the other seat.
"""

import argparse
import time

import numpy as np
import torch
from torch import nn
from torch.distributions import Categorical
from torch.nn import functional

from dottable.core.observation import by_name, fields_of
from dottable.core.registry import find
from dottable.lab.ratings import Share, wilson
from dottable.research.vector import VectorEnv

GAME = find("dot_tiles")
SEATS, FACES, PHASES = 2, 12, 4
TRACE, CLIP, ENTROPY, EPOCHS, MINIBATCHES = 0.95, 0.2, 0.01, 3, 4
NUMBERS = {"minutes": 10.0, "envs": 256, "steps": 64, "matches": 2000, "seed": 1, "threads": 1}


def features(observations: torch.Tensor) -> torch.Tensor:
    """Faces and phases as one number a choice, counts as they are."""
    seen = by_name(fields_of(GAME), observations.long())

    def choices(values: torch.Tensor, count: int) -> torch.Tensor:
        return functional.one_hot(values, count).flatten(1).float()

    counts = torch.cat([seen["hand"], seen["burned"], seen["unseen"], seen["bag"][:, None]], 1) / 5.0
    faces = torch.cat([seen["sheets"][:, :SEATS].flatten(1), seen["hot"][:, None], seen["drawn"][:, None]], 1)
    return torch.cat([choices(faces, FACES + 1), choices(seen["phase"], PHASES), counts], 1)


class Net(nn.Module):
    """A policy over all actions, and the value of a state for whoever acts."""

    def __init__(self, inputs: int, hidden: int = 256) -> None:
        super().__init__()
        self.body = nn.Sequential(nn.Linear(inputs, hidden), nn.ReLU(), nn.Linear(hidden, hidden), nn.ReLU())
        self.policy = nn.Linear(hidden, GAME.state.ACTIONS.size)
        self.value = nn.Linear(hidden, 1)

    def forward(self, observations: torch.Tensor, mask: torch.Tensor) -> tuple[Categorical, torch.Tensor]:
        found = self.body(features(observations))
        return Categorical(logits=self.policy(found).masked_fill(~mask, -1e9)), self.value(found)[:, 0]


@torch.no_grad()
def rollout(env: VectorEnv, seen: dict, net: Net, steps: int, device: str) -> dict[str, torch.Tensor]:
    """Play on for `steps` actions in every match; everything that PPO needs, as (steps, matches)."""
    names = ("observations", "mask", "actions", "chances", "values", "rewards", "ends", "signs")
    kept: dict[str, list] = {name: [] for name in names}
    for _ in range(steps):
        observations, mask = seen["observations"].to(device, copy=True), seen["action_mask"].to(device, copy=True)
        choice, value = net(observations, mask)
        actions = choice.sample()
        seat = seen["seat"].long().clone()
        env.step(actions.cpu().numpy())
        reward = seen["rewards"].gather(1, seat[:, None])[:, 0].to(device)
        end, sign = seen["terminations"].float().to(device), ((seen["seat"] == seat).float() * 2 - 1).to(device)
        now = (observations, mask, actions, choice.log_prob(actions), value, reward, end, sign)
        for name, part in zip(names, now, strict=True):
            kept[name].append(part)
    batch = {name: torch.stack(parts) for name, parts in kept.items()}
    following = net(seen["observations"].to(device), seen["action_mask"].to(device))[1]
    return {**batch, "gains": advantages(batch, following)}


def advantages(batch: dict[str, torch.Tensor], following: torch.Tensor) -> torch.Tensor:
    """Generalised advantage estimation for two sides: what follows counts against me if the other seat acts."""
    values = batch["values"]
    gains, gain = torch.zeros_like(values), torch.zeros_like(following)
    for t in reversed(range(len(values))):
        weight = (1 - batch["ends"][t]) * batch["signs"][t]
        gain = batch["rewards"][t] + weight * following - values[t] + weight * TRACE * gain
        gains[t], following = gain, values[t]
    return gains


def learn(net: Net, optimizer: torch.optim.Optimizer, batch: dict[str, torch.Tensor]) -> None:
    """Some epochs of PPO's clipped loss over one batch."""
    flat = {name: part.flatten(0, 1) for name, part in batch.items()}
    targets = flat["gains"] + flat["values"]
    for _ in range(EPOCHS):
        for part in torch.randperm(len(targets), device=targets.device).chunk(MINIBATCHES):
            choice, value = net(flat["observations"][part], flat["mask"][part])
            gains = flat["gains"][part]
            gains = (gains - gains.mean()) / (gains.std() + 1e-8)
            ratio = (choice.log_prob(flat["actions"][part]) - flat["chances"][part]).exp()
            surplus = torch.minimum(ratio * gains, ratio.clamp(1 - CLIP, 1 + CLIP) * gains).mean()
            loss = 0.5 * functional.mse_loss(value, targets[part]) - surplus - ENTROPY * choice.entropy().mean()
            optimizer.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(net.parameters(), 0.5)
            optimizer.step()


@torch.no_grad()
def measure(net: Net, matches: int, device: str, seed: int) -> Share:
    """Win rate against random play, ties as half, with its 95 % interval; each seat in half of the matches."""
    env = VectorEnv(GAME, matches, seats=SEATS)
    env.reset(seed=seed)
    seen, mine = env.views(torch.from_dlpack), np.arange(matches) % SEATS
    won, is_open = np.zeros(matches), np.ones(matches, bool)
    while is_open.any():
        choice, _ = net(seen["observations"].to(device), seen["action_mask"].to(device))
        env.step(np.where(env.seat == mine, choice.probs.argmax(1).cpu().numpy(), env.sample()))
        ended = env.terminations & is_open
        won[ended] = (env.rewards[np.arange(matches), mine][ended] + 1) / 2
        is_open &= ~ended
    return wilson(round(won.sum()), matches)


def main() -> None:
    parser = argparse.ArgumentParser()
    for name, default in NUMBERS.items():
        parser.add_argument(f"--{name}", type=type(default), default=default, help=f"{default} if not given")
    parser.add_argument("--device", default="cpu", help="cpu or cuda")
    args = parser.parse_args()
    torch.manual_seed(args.seed)
    torch.set_num_threads(args.threads)
    env = VectorEnv(GAME, args.envs, seats=SEATS)
    env.reset(seed=args.seed)
    seen = env.views(torch.from_dlpack)
    net = Net(features(seen["observations"]).shape[1]).to(args.device)
    optimizer = torch.optim.Adam(net.parameters(), lr=5e-4, eps=1e-5)
    start, rounds = time.monotonic(), 0
    while rounds == 0 or time.monotonic() - start < 60 * args.minutes:
        learn(net, optimizer, rollout(env, seen, net, args.steps, args.device))
        rounds += 1
        if rounds % 25 == 0:
            won = measure(net, args.matches // 4, args.device, args.seed)
            print(f"{time.monotonic() - start:5.0f} s: {won.share:.1%} against random", flush=True)
    minutes, won = (time.monotonic() - start) / 60, measure(net, args.matches, args.device, args.seed + 1)
    print(f"{won.share:.1%} of {args.matches} matches won against random (95 %: {won.low:.1%} to {won.high:.1%}),")
    print(f"after {minutes:.1f} minutes and {rounds * args.envs * args.steps:,} steps on {args.device}.")


if __name__ == "__main__":
    main()
