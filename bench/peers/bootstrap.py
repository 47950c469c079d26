"""The paired bootstrap of a mean difference by scipy."""

import sys

import passes

passes.limit_threads(1)

import json

import numpy
import scipy.stats

with open(sys.argv[1], encoding="utf-8") as file:
    given = json.load(file)
arms = {name: [numpy.array(arm, dtype=float) for arm in pair] for name, pair in given["arms"].items()}
LARGEST_BATCH = 10_000_000


def mean_difference(first, second, axis):
    return numpy.mean(first - second, axis=axis)


def resample(request):
    pair, draws = arms[request["arms"]], given["draws"]
    # All resamples at once, unless that takes more memory than it saves time.
    batch = min(draws, max(1, LARGEST_BATCH * 2 // len(pair[0])))
    seconds, found = passes.timed(
        lambda: scipy.stats.bootstrap(
            pair,
            mean_difference,
            paired=True,
            vectorized=True,
            n_resamples=draws,
            batch=batch,
            confidence_level=0.95,
            method=request["method"],
            rng=numpy.random.default_rng(1),
        )
    )
    interval = found.confidence_interval
    return seconds, [float(interval.low), float(interval.high)]


passes.serve({"resample": resample})
