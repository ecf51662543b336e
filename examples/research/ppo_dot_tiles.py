"""Masked PPO learns DOT: Dice or Tiles by self-play; then it plays against random play and against our levels.

    python examples/research/ppo_dot_tiles.py --minutes 10 --save tiles.pt
    python examples/research/ppo_dot_tiles.py --load tiles.pt --minutes 0 --levels newcomer,casual,steady

Needs torch (any build, CPU or GPU) and the extra `research`. One network plays both seats. Values are from the
viewpoint of the seat to act, so a value changes its sign when the turn passes to the other seat.
"""

import argparse
import time
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch import nn
from torch.distributions import Categorical
from torch.nn import functional

from dottable.core.registry import find_game
from dottable.core.views.observation_field import observation_fields_of, split_by_field
from dottable.lab.statistics.estimates import WilsonInterval, wilson_interval
from dottable.research.gymnasium.single_env import SingleAgentEnv
from dottable.research.self_play_env import SelfPlayEnv

GAME = find_game("dot_tiles")
SEATS, FACES, PHASES = 2, 12, 4
GAE_LAMBDA, CLIP, ENTROPY, EPOCHS, MINIBATCHES = 0.95, 0.2, 0.01, 3, 4
DEFAULTS = {"minutes": 10.0, "envs": 256, "steps": 64, "matches": 2000, "level_matches": 100, "seed": 1, "threads": 1}


def features(observations: torch.Tensor) -> torch.Tensor:
    """Return the network's input: faces and phases one-hot encoded, counts divided by 5."""
    fields: dict[str, torch.Tensor] = split_by_field(observation_fields_of(GAME), observations.long())

    def one_hot(values: torch.Tensor, count: int) -> torch.Tensor:
        return functional.one_hot(values, count).flatten(1).float()

    counts = torch.cat([fields["hand"], fields["burned"], fields["unseen"], fields["bag"][:, None]], 1) / 5.0
    faces = torch.cat([fields["sheets"][:, :SEATS].flatten(1), fields["hot"][:, None], fields["drawn"][:, None]], 1)
    return torch.cat([one_hot(faces, FACES + 1), one_hot(fields["phase"], PHASES), counts], 1)


class Net(nn.Module):
    """A policy over all actions, and the value of a state for the seat to act."""

    def __init__(self, inputs: int, hidden: int = 256) -> None:
        super().__init__()
        self.body = nn.Sequential(nn.Linear(inputs, hidden), nn.ReLU(), nn.Linear(hidden, hidden), nn.ReLU())
        self.policy = nn.Linear(hidden, GAME.state.ACTIONS.size)
        self.value = nn.Linear(hidden, 1)

    def forward(self, observations: torch.Tensor, mask: torch.Tensor) -> tuple[Categorical, torch.Tensor]:
        hidden = self.body(features(observations))
        return Categorical(logits=self.policy(hidden).masked_fill(~mask, -1e9)), self.value(hidden)[:, 0]


@torch.no_grad()
def rollout(
    env: SelfPlayEnv, tensors: dict[str, torch.Tensor], net: Net, steps: int, device: str
) -> dict[str, torch.Tensor]:
    """Play `steps` actions in every match; return the training batch, tensors of shape (steps, matches)."""
    names = ("observations", "mask", "actions", "log_probs", "values", "rewards", "ends", "signs")
    kept: dict[str, list[torch.Tensor]] = {name: [] for name in names}
    for _ in range(steps):
        observations, mask = tensors["observations"].to(device, copy=True), tensors["action_mask"].to(device, copy=True)
        choice, value = net(observations, mask)
        actions = choice.sample()
        seat = tensors["seat"].long().clone()
        env.step(actions.cpu().numpy())
        reward = tensors["rewards"].gather(1, seat[:, None])[:, 0].to(device)
        end, sign = tensors["terminations"].float().to(device), ((tensors["seat"] == seat).float() * 2 - 1).to(device)
        row = (observations, mask, actions, choice.log_prob(actions), value, reward, end, sign)
        for name, part in zip(names, row, strict=True):
            kept[name].append(part)
    batch = {name: torch.stack(parts) for name, parts in kept.items()}
    following = net(tensors["observations"].to(device), tensors["action_mask"].to(device))[1]
    return {**batch, "advantages": advantages(batch, following)}


def advantages(batch: dict[str, torch.Tensor], following: torch.Tensor) -> torch.Tensor:
    """Return generalised advantage estimates; later values count negatively when the other seat acts."""
    values = batch["values"]
    result, advantage = torch.zeros_like(values), torch.zeros_like(following)
    for t in reversed(range(len(values))):
        weight = (1 - batch["ends"][t]) * batch["signs"][t]
        advantage = batch["rewards"][t] + weight * following - values[t] + weight * GAE_LAMBDA * advantage
        result[t], following = advantage, values[t]
    return result


def learn(net: Net, optimizer: torch.optim.Optimizer, batch: dict[str, torch.Tensor]) -> None:
    """Train for EPOCHS epochs on one batch with PPO's clipped loss."""
    flat = {name: part.flatten(0, 1) for name, part in batch.items()}
    targets = flat["advantages"] + flat["values"]
    for _ in range(EPOCHS):
        for part in torch.randperm(len(targets), device=targets.device).chunk(MINIBATCHES):
            choice, value = net(flat["observations"][part], flat["mask"][part])
            advantage = flat["advantages"][part]
            advantage = (advantage - advantage.mean()) / (advantage.std() + 1e-8)
            ratio = (choice.log_prob(flat["actions"][part]) - flat["log_probs"][part]).exp()
            surrogate = torch.minimum(ratio * advantage, ratio.clamp(1 - CLIP, 1 + CLIP) * advantage).mean()
            loss = 0.5 * functional.mse_loss(value, targets[part]) - surrogate - ENTROPY * choice.entropy().mean()
            optimizer.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(net.parameters(), 0.5)
            optimizer.step()


@torch.no_grad()
def measure(net: Net, matches: int, device: str, seed: int) -> WilsonInterval:
    """Return the win rate against random play with its 95 % Wilson interval; ties count half, seats alternate."""
    env = SelfPlayEnv(GAME, matches, seats=SEATS)
    env.reset(seed=seed)
    tensors, mine = env.as_tensors(torch.from_dlpack), np.arange(matches) % SEATS
    won, is_running = np.zeros(matches), np.ones(matches, bool)
    while is_running.any():
        choice, _ = net(tensors["observations"].to(device), tensors["action_mask"].to(device))
        env.step(np.where(env.seat == mine, choice.probs.argmax(1).cpu().numpy(), env.sample_actions()))
        ended = env.terminations & is_running
        won[ended] = (env.rewards[np.arange(matches), mine][ended] + 1) / 2
        is_running &= ~ended
    return wilson_interval(round(won.sum()), matches)


@torch.no_grad()
def measure_against(level: str, net: Net, matches: int, device: str, seed: int) -> WilsonInterval:
    """Return the win rate against a bot with its 95 % Wilson interval; ties count half, seats alternate."""
    env, won = SingleAgentEnv(GAME, opponent=level, seat="rotate"), 0.0
    for match in range(matches):
        observation, info = env.reset(seed=seed if match == 0 else None)
        is_over, reward = False, 0.0
        while not is_over:
            mask = torch.from_numpy(info["action_mask"]).bool()[None].to(device)
            choice, _ = net(torch.from_numpy(observation)[None].to(device), mask)
            observation, reward, is_over, _, info = env.step(int(choice.probs.argmax()))
        won += (reward + 1) / 2
    return wilson_interval(round(won), matches)


def save_checkpoint(path: Path, net: Net, optimizer: torch.optim.Optimizer, updates: int) -> None:
    """Write network, optimizer and number of updates; a checkpoint under `path` is always complete."""
    temporary = path.with_name(path.name + ".part")
    torch.save({"net": net.state_dict(), "optimizer": optimizer.state_dict(), "updates": updates}, temporary)
    temporary.replace(path)


def load_checkpoint(path: Path, net: Net, optimizer: torch.optim.Optimizer, device: str) -> int:
    """Load what `save_checkpoint` wrote; return the number of updates so far."""
    checkpoint = torch.load(path, map_location=device, weights_only=True)
    net.load_state_dict(checkpoint["net"])
    optimizer.load_state_dict(checkpoint["optimizer"])
    return int(checkpoint["updates"])


def read_arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    for name, default in DEFAULTS.items():
        parser.add_argument(
            f"--{name.replace('_', '-')}", type=type(default), default=default, help=f"default {default}"
        )
    parser.add_argument("--device", default="cpu", help="cpu or cuda")
    parser.add_argument("--save", type=Path, metavar="FILE", help="write a checkpoint every 25 updates and at the end")
    parser.add_argument("--load", type=Path, metavar="FILE", help="go on from a checkpoint; --minutes 0 only plays")
    parser.add_argument("--levels", default="", metavar="A[,B...]", help="bots to play against at the end")
    return parser.parse_args()


def train(net: Net, optimizer: torch.optim.Optimizer, updates: int, args: argparse.Namespace) -> int:
    """Train for `args.minutes`, at least one update if nothing was loaded; return the number of updates so far."""
    env = SelfPlayEnv(GAME, args.envs, seats=SEATS)
    env.reset(seed=args.seed + updates)
    tensors = env.as_tensors(torch.from_dlpack)
    start = time.monotonic()
    while updates == 0 or time.monotonic() - start < 60 * args.minutes:
        learn(net, optimizer, rollout(env, tensors, net, args.steps, args.device))
        updates += 1
        if updates % 25 == 0:
            won = measure(net, args.matches // 4, args.device, args.seed)
            print(f"{time.monotonic() - start:5.0f} s: {won.share:.1%} against random", flush=True)
            if args.save:
                save_checkpoint(args.save, net, optimizer, updates)
    return updates


def print_result(name: str, won: WilsonInterval, matches: int) -> None:
    print(
        f"{won.share:.1%} of {matches} matches won against {name} (95 %: {won.low:.1%} to {won.high:.1%})", flush=True
    )


def main() -> None:
    args = read_arguments()
    torch.manual_seed(args.seed)
    torch.set_num_threads(args.threads)
    first: Any = torch.zeros(1, GAME.knowledge.OBSERVATION_SIZE, dtype=torch.int16)
    net = Net(features(first).shape[1]).to(args.device)
    optimizer = torch.optim.Adam(net.parameters(), lr=5e-4, eps=1e-5)
    updates = load_checkpoint(args.load, net, optimizer, args.device) if args.load else 0
    updates = train(net, optimizer, updates, args)
    if args.save:
        save_checkpoint(args.save, net, optimizer, updates)
    print(f"{updates} updates, {updates * args.envs * args.steps:,} steps on {args.device}.")
    print_result("random", measure(net, args.matches, args.device, args.seed + 1), args.matches)
    for level in filter(None, args.levels.split(",")):
        won = measure_against(level, net, args.level_matches, args.device, args.seed + 1)
        print_result(level, won, args.level_matches)


if __name__ == "__main__":
    main()
