"""BM25 by rank_bm25 and bm25s: the best documents of each query, and adding one document."""

import sys

import passes

passes.limit_threads(1)

import json

import bm25s
import numpy
from lucene_bm25 import B, K1, LuceneBM25


def best_of(scores, limit):
    """Places and scores of the best, best first, equal ones by place."""
    found = numpy.argpartition(scores, -limit)[-limit:]
    found = found[numpy.lexsort((found, -scores[found]))]
    return [[int(place), float(scores[place])] for place in found]


with open(sys.argv[1], encoding="utf-8") as file:
    given = json.load(file)
documents = [text.split() for text in given["texts"]]
limit = given["limit"]
built = {}


def index_of(kind, size):
    if (kind, size) not in built:
        if kind == "rank_bm25":
            index = LuceneBM25(documents[:size])
        else:
            index = bm25s.BM25(k1=K1, b=B, method="lucene", backend="numba")
            index.index(documents[:size], show_progress=False)
        built[kind, size] = index
    return built[kind, size]


def ask_rank_bm25(request):
    index, queries = index_of("rank_bm25", request["size"]), given["queries"][: request["queries"]]
    seconds, found = passes.timed(
        lambda: [best_of(index.get_scores(query.split()), limit) for query in queries],
        len(queries),
    )
    return seconds, [[[place, score / (K1 + 1)] for place, score in one] for one in found]


def pairs(found):
    return [
        [[int(place), float(score)] for place, score in zip(places, scores)]
        for places, scores in zip(found.documents, found.scores)
    ]


def ask_bm25s(request):
    """One query a call, as a repair loop asks."""
    index, queries = index_of("bm25s", request["size"]), given["queries"][: request["queries"]]
    seconds, found = passes.timed(
        lambda: [index.retrieve([query.split()], k=limit, show_progress=False) for query in queries],
        len(queries),
    )
    return seconds, [pairs(one)[0] for one in found]


def ask_bm25s_at_once(request):
    """All queries in one call, which spares the overhead of a call."""
    index, queries = index_of("bm25s", request["size"]), given["queries"][: request["queries"]]
    seconds, found = passes.timed(
        lambda: index.retrieve(
            [query.split() for query in queries], k=limit, show_progress=False
        ),
        len(queries),
    )
    return seconds, pairs(found)


def rebuild(request):
    """rank_bm25 cannot grow: a document more is an index anew."""
    size = request["size"]
    seconds, index = passes.timed(lambda: LuceneBM25(documents[: size + 1]))
    scores = index.get_scores(given["queries"][0].split()) / (K1 + 1)
    return seconds, best_of(scores, limit)


passes.serve(
    {
        "rank_bm25": ask_rank_bm25,
        "bm25s": ask_bm25s,
        "bm25s at once": ask_bm25s_at_once,
        "rebuild": rebuild,
    }
)
