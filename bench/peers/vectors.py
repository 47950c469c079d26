"""The nearest of many vectors by numpy, alone and together with rank_bm25; filters are masks of rows.

Input: vectors and queries as raw 32-bit floats, texts and masks as JSON. Ties do not occur: the vectors
are random.
"""

import sys

import passes

passes.limit_threads(1)

import json
import pathlib

import numpy
from lucene_bm25 import LuceneBM25

DENSE, LEXICAL = 0.75, 0.25


def best_of(scores, limit, rows=None):
    """Rows and scores of the best, best first."""
    found = numpy.argpartition(scores, -limit)[-limit:]
    found = found[numpy.argsort(-scores[found])]
    return [[int(found[i] if rows is None else rows[found[i]]), float(scores[found[i]])]
            for i in range(limit)]


path = pathlib.Path(sys.argv[1])
given = json.loads(path.read_text(encoding="utf-8"))
dimensions, limit = given["dimensions"], given["limit"]


def read_vectors(name):
    return numpy.fromfile(path.with_name(name), dtype=numpy.float32).reshape(-1, dimensions)


matrix, queries = read_vectors("rows.f32"), read_vectors("queries.f32")
masks = {name: numpy.array(rows, dtype=bool) for name, rows in given["masks"].items()}
kept = {name: numpy.flatnonzero(mask) for name, mask in masks.items()}
texts = [text.split() for text in given["texts"]]
lexical = LuceneBM25(texts) if texts else None


def nearest(request):
    """One product with all rows, then the mask."""
    rows, size = matrix[: request["size"]], request["size"]
    mask, asked = masks[request["filter"]][:size], queries[: request["queries"]]
    outside = ~mask

    def ask(query):
        scores = rows @ query
        scores[outside] = -numpy.inf
        return best_of(scores, limit)

    return passes.timed(lambda: [ask(query) for query in asked], len(asked))


def nearest_of_gathered(request):
    """The rows of the filter are copied first, which pays for few."""
    held = kept[request["filter"]]
    rows, asked = held[held < request["size"]], queries[: request["queries"]]
    return passes.timed(
        lambda: [best_of(matrix[rows] @ query, limit, rows) for query in asked], len(asked)
    )


def totals(cosines, raw):
    highest = raw.max()
    overlap = raw / highest if highest > 0 else raw
    return DENSE * numpy.maximum(cosines, 0) + LEXICAL * overlap


def hybrid(request):
    """Both scores of all rows, then the mask."""
    mask, asked = masks[request["filter"]], range(request["queries"])
    outside = ~mask

    def ask(number):
        raw = lexical.get_scores(given["queries"][number].split())
        raw[outside] = 0
        scores = totals(matrix @ queries[number], raw)
        scores[outside] = -numpy.inf
        return best_of(scores, limit)

    return passes.timed(lambda: [ask(number) for number in asked], len(asked))


def hybrid_of_gathered(request):
    """Both scores of the rows of the filter alone."""
    rows, asked = kept[request["filter"]], range(request["queries"])
    listed = rows.tolist()

    def ask(number):
        raw = numpy.array(lexical.get_batch_scores(given["queries"][number].split(), listed))
        return best_of(totals(matrix[rows] @ queries[number], raw), limit, rows)

    return passes.timed(lambda: [ask(number) for number in asked], len(asked))


passes.serve(
    {
        "nearest": nearest,
        "nearest gathered": nearest_of_gathered,
        "hybrid": hybrid,
        "hybrid gathered": hybrid_of_gathered,
    }
)
