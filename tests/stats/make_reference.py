"""Makes reference.json: what scipy, statsmodels and numpy say of small inputs.

Run it with scipy and statsmodels installed:  python make_reference.py > reference.json
Where a value is random it is the mean over repetitions, with its standard deviation beside it.
"""

import itertools
import json
import platform

import numpy as np
import scipy
import statsmodels
from scipy import stats
from scipy.stats._resampling import _bca_interval
from statsmodels.stats.contingency_tables import mcnemar
from statsmodels.stats.multitest import multipletests
from statsmodels.stats.proportion import proportion_confint

rng = np.random.default_rng(2026)


def spread(counts):
    """Values from {value: count}, as one list."""
    return [value for value, count in counts for _ in range(count)]


ternary_40 = [[0, 38], [1, 2]]
ternary_1034 = [[0, 914], [1, 76], [-1, 44]]
ternary_200 = [[0, 170], [1, 11], [-1, 19]]
thirds_300 = [[0, 215], [1 / 3, 25], [2 / 3, 15], [1, 12], [-1 / 3, 18], [-2 / 3, 10], [-1, 5]]
skewed_60 = [[0, 30], [1, 20], [5, 8], [20, 2]]
continuous_30 = [round(float(x), 6) for x in rng.normal(0.4, 1, 30)]
exponential_50 = [round(float(x), 6) for x in rng.exponential(1, 50)]


def bootstrap_case(name, values, draws=9999, repetitions=20, level=0.95):
    case = {"name": name, "values": values, "level": level}
    for method in ["percentile", "BCa"]:
        ends = []
        for _ in range(repetitions):
            interval = stats.bootstrap(
                (np.array(spread(values) if isinstance(values[0], list) else values),),
                np.mean, n_resamples=draws, method=method, confidence_level=level,
                random_state=rng, vectorized=True,
            ).confidence_interval
            ends.append([interval.low, interval.high])
        ends = np.array(ends)
        case[method.lower()] = {
            "mean": ends.mean(axis=0).tolist(),
            "deviation": ends.std(axis=0, ddof=1).tolist(),
        }
    return case


def cluster_case(name, totals, sizes, draws=9999, repetitions=20):
    def ratio(total, size, axis=-1):
        return total.sum(axis=axis) / size.sum(axis=axis)

    ends = []
    for _ in range(repetitions):
        interval = stats.bootstrap(
            (np.array(totals), np.array(sizes)), ratio, paired=True, vectorized=True,
            n_resamples=draws, method="percentile", random_state=rng,
        ).confidence_interval
        ends.append([interval.low, interval.high])
    ends = np.array(ends)
    return {
        "name": name, "totals": totals, "sizes": sizes,
        "mean": ends.mean(axis=0).tolist(), "deviation": ends.std(axis=0, ddof=1).tolist(),
    }


def bca_case(values, level):
    """Sums of every resample of a small sample of whole numbers, so that nothing is random."""
    data = np.array(values, dtype=float)
    resampled = np.array([sum(draw) for draw in itertools.product(values, repeat=len(values))], float)
    low, high, acceleration = _bca_interval(
        (data,), np.sum, -1, (1 - level) / 2, resampled, None, np,
    )
    known = stats._resampling.BootstrapResult(None, resampled, None)
    interval = stats.bootstrap(
        (data,), np.sum, n_resamples=0, bootstrap_result=known, method="BCa", confidence_level=level,
    ).confidence_interval
    below = ((resampled < data.sum()).mean() + (resampled <= data.sum()).mean()) / 2
    return {
        "values": values, "level": level, "below": float(below),
        "acceleration": float(np.ravel(acceleration)[0]),
        "low_level": float(np.ravel(low)[0]), "high_level": float(np.ravel(high)[0]),
        "low": float(interval.low), "high": float(interval.high),
    }


def flip_case(values):
    p = stats.permutation_test(
        (np.array(values, dtype=float),), np.sum, permutation_type="samples", n_resamples=np.inf,
        alternative="two-sided", vectorized=False,
    ).pvalue
    return {"values": values, "p": float(p)}


def mcnemar_case(b, c):
    return {"b": b, "c": c, "p": float(mcnemar([[50, b], [c, 50]], exact=True).pvalue)}


def wilson_case(successes, n, level):
    low, high = proportion_confint(successes, n, alpha=1 - level, method="wilson")
    return {"successes": successes, "n": n, "level": level, "low": float(low), "high": float(high)}


def t_case(means, level):
    interval = stats.ttest_1samp(means, 0).confidence_interval(level)
    return {"means": means, "level": level, "low": float(interval.low), "high": float(interval.high)}


def holm_case(p_values):
    return {"p": p_values, "adjusted": multipletests(p_values, method="holm")[1].tolist()}


def binomial_case(trials, probability, shown):
    law = stats.binom(trials, probability)
    return {
        "trials": trials, "probability": probability,
        "cumulative": [[k, float(law.cdf(k))] for k in shown],
    }


probabilities = [1e-300, 1e-12, 1e-5, 0.001, 0.025, 0.2, 0.5, 0.75, 0.9, 0.975, 0.999, 1 - 1e-9]
deviates = [-35, -8.5, -5, -3.0001, -2.9999, -1.96, -0.1, 0, 0.5, 1, 2.5, 3, 4, 8]

print(json.dumps({
    "made_by": {
        "script": "tests/stats/make_reference.py",
        "python": platform.python_version(),
        "numpy": np.__version__,
        "scipy": scipy.__version__,
        "statsmodels": statsmodels.__version__,
    },
    "normal_quantile": [[p, float(stats.norm.ppf(p))] for p in probabilities],
    "cumulative_normal": [[z, float(stats.norm.cdf(z))] for z in deviates],
    "central_t_quantile": [
        {"central": c, "degrees": d, "t": float(stats.t.ppf((1 + c) / 2, d))}
        for c, d in [(0.5, 1), (0.95, 1), (0.95, 2), (0.95, 3), (0.99, 4), (0.9, 7), (0.95, 19),
                     (0.95, 20), (0.999, 30), (0.8, 165), (0.95, 550)]
    ],
    "binomial": [
        binomial_case(7, 0.3, range(8)),
        binomial_case(1000, 0.001, range(6)),
        binomial_case(1534, 0.9, range(1350, 1411, 10)),
        binomial_case(150, 0.5, range(55, 96, 5)),
    ],
    "quantile": [
        {"values": v, "probability": q, "quantile": float(np.quantile(v, q))}
        for v in [[1, 2, 3, 10], [0.5, 0.5, 2, 7, 11], [4]] for q in [0, 0.025, 0.5, 0.8, 1]
    ],
    "mcnemar": [mcnemar_case(b, c) for b, c in [
        (0, 1), (1, 0), (0, 8), (5, 5), (3, 12), (44, 76), (120, 95), (2, 400), (510, 490),
    ]],
    "holm": [holm_case(p) for p in [
        [0.03], [0.01, 0.04, 0.03], [0.001, 0.5, 0.02, 0.02, 0.9], [0.6, 0.7], [0.05, 0.05, 0.05],
    ]],
    "wilson": [wilson_case(*case) for case in [
        (0, 25, 0.95), (25, 25, 0.95), (0, 5000, 0.95), (1, 10, 0.95), (517, 1034, 0.95),
        (1, 1, 0.9), (700, 1034, 0.99), (3, 160, 0.8),
    ]],
    "sign_flip": [flip_case(values) for values in [
        [1, 1, 1, 1, 1, 1, 1, 1],
        [1, -1, 1, 1, 0, 0, 1],
        [1 / 3, 2 / 3, -1 / 3, 1, 1, 0, -2 / 3, 1 / 3, 1],
        [0.31, -0.2, 1.7, 0.05, 0.44, -0.61, 0.9],
        [5, -1, 2, 2, 3, -4, 1, 1, 1, 6, 2],
        [0, 0, 0, 1],
    ]],
    "cluster_t": [t_case(*case) for case in [
        ([0.1, 0.0, -0.05, 0.2], 0.95), ([1, 2], 0.95), ([0.02, 0.03, 0.01, 0.05, 0.04], 0.9),
        ([0.0, 0.125, -0.25, 0.5, 0.0625, 0.03, 0.11, -0.02, 0.07, 0.01], 0.99),
    ]],
    "bca_levels": [bca_case(*case) for case in [
        ([0, 0, 1, 1, -1], 0.95), ([0, 0, 0, 0, 1, 1], 0.95), ([1, 2, 4, 8, 16], 0.9),
        ([-1, 0, 0, 0, 0, 1, 1], 0.99),
    ]],
    "bootstrap": [
        bootstrap_case("two of 40", ternary_40),
        bootstrap_case("ternary, n = 1,034", ternary_1034),
        bootstrap_case("ternary, n = 200, 90 %", ternary_200, level=0.9),
        bootstrap_case("thirds, n = 300", thirds_300),
        bootstrap_case("skewed counts, n = 60", skewed_60),
        bootstrap_case("continuous, n = 30", continuous_30),
        bootstrap_case("exponential, n = 50", exponential_50),
    ],
    "cluster_bootstrap": [
        cluster_case("eight databases", [2, 0, -1, 5, 3, 0, 1, -2], [40, 12, 33, 60, 51, 20, 44, 25]),
        cluster_case("pairs", [2] * 9 + [1] * 14 + [0] * 70 + [-1] * 6, [2] * 80 + [1] * 19),
    ],
}, indent=1))
