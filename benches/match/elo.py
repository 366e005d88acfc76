"""What a match says about the difference of two players.

Two games with one opening and colours reversed are one observation: their results hang together,
and to count them one by one would overstate how sure the result is.
"""

import math
from dataclasses import dataclass

# Standard errors on either side of a 95 % interval.
Z = 1.959964


def elo(score):
    """The Elo difference that belongs to a score between 0 and 1."""
    if score <= 0.0:
        return -math.inf
    if score >= 1.0:
        return math.inf
    return -400.0 * math.log10(1.0 / score - 1.0)


def score(difference):
    """The score between 0 and 1 that belongs to an Elo difference."""
    return 1.0 / (1.0 + 10.0 ** (-difference / 400.0))


@dataclass
class Sprt:
    """A sequential test between two Elo differences."""

    elo0: float
    elo1: float
    alpha: float = 0.05
    beta: float = 0.05

    def bounds(self):
        """The log-likelihood ratios at which elo0 and elo1 are accepted."""
        return math.log(self.beta / (1 - self.alpha)), math.log((1 - self.beta) / self.alpha)


class Tally:
    """Pairs of games by the points of the first player: 0, 1/2, 1, 3/2, 2."""

    def __init__(self):
        self.pairs = [0] * 5
        self.wins = self.draws = self.losses = 0

    def add(self, points):
        """Takes in the points of the first player in both games of a pair."""
        self.pairs[round(2 * sum(points))] += 1
        self.wins += points.count(1.0)
        self.draws += points.count(0.5)
        self.losses += points.count(0.0)

    def mean(self):
        """The mean score of a game, between 0 and 1."""
        return sum(count * index / 4 for index, count in enumerate(self.pairs)) / sum(self.pairs)

    def variance(self):
        """The variance of the score of a pair."""
        mean = self.mean()
        squares = (count * (index / 4 - mean) ** 2 for index, count in enumerate(self.pairs))
        return sum(squares) / sum(self.pairs)

    def elo_interval(self):
        """The Elo difference, and the ends of its 95 % interval."""
        mean = self.mean()
        error = Z * math.sqrt(self.variance() / sum(self.pairs))
        return elo(mean), elo(mean - error), elo(mean + error)

    def likelihood_ratio(self, sprt):
        """The logarithm of how much better elo1 explains the pairs than elo0; 0 as long as all
        pairs ended alike."""
        variance = self.variance() if sum(self.pairs) else 0.0
        if variance == 0.0:
            return 0.0
        low, high = score(sprt.elo0), score(sprt.elo1)
        pairs = sum(self.pairs)
        return pairs * (high - low) * (2 * self.mean() - low - high) / (2 * variance)

    def figures(self):
        """The state of the match as an object; a difference that is infinite is `None`."""
        elos = [round(value, 1) if math.isfinite(value) else None for value in self.elo_interval()]
        return {
            "games": 2 * sum(self.pairs),
            "wins": self.wins,
            "draws": self.draws,
            "losses": self.losses,
            "score": round(self.mean(), 4),
            **dict(zip(("elo", "elo_low", "elo_high"), elos)),
            "pairs": self.pairs,
        }

    def text(self, sprt=None):
        """The state of the match in a few lines."""
        if not sum(self.pairs):
            return "no pair is complete"
        difference, low, high = self.elo_interval()
        lines = [
            f"games {2 * sum(self.pairs)}  +{self.wins} ={self.draws} -{self.losses}  "
            f"score {100 * self.mean():.1f} %",
            f"elo {difference:+.1f}  95 % from {low:+.1f} to {high:+.1f}",
            f"pairs with 0, 1/2, 1, 3/2, 2 points: {self.pairs}",
        ]
        if sprt:
            low, high = sprt.bounds()
            ratio = self.likelihood_ratio(sprt)
            lines.append(
                f"sprt {sprt.elo0:g} against {sprt.elo1:g}: {ratio:.2f} in {low:.2f} .. {high:.2f}"
            )
        return "\n".join(lines)
