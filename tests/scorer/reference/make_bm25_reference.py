"""Writes bm25_reference.json: scores of bm25s, an independent BM25, for tests/scorer/bm25_test.ts.

Variant: method="lucene", that is idf = ln(1 + (N - n + 0.5) / (n + 0.5)), without the factor
k1 + 1, in double precision. Run: pip install bm25s==0.3.16 numpy==2.4.6, then this file.
"""

import json
import pathlib
import random
from importlib.metadata import version

import bm25s


def scores(documents, query, k1=1.5, b=0.75):
    """One score a document; a repeated query term counts as often as it stands there."""
    model = bm25s.BM25(k1=k1, b=b, method="lucene", dtype="float64")
    model.index([document.split() for document in documents], show_progress=False)
    known = set(" ".join(documents).split())
    terms = [term for term in query.split() if term in known]
    return [float(score) for score in model.get_scores(terms)]


def random_case(seed, size, words):
    """Documents of skewed word counts, some of them alike, and a query with a repeated word."""
    draw = random.Random(seed)
    vocabulary = [f"w{i}" for i in range(words)]
    weights = [1 / (i + 1) for i in range(words)]
    documents = [
        " ".join(draw.choices(vocabulary, weights, k=draw.randint(1, 40))) for _ in range(size)
    ]
    query = " ".join(draw.choices(vocabulary, weights, k=8) + [vocabulary[0], "unseen"])
    return documents, query


cases = [
    (["windy london", "windy paris", "sunny rome", "cloudy oslo"], "windy"),
    (["list all singers", "count all singers by country"], "count all singers by country"),
    (["alone"], "alone"),
    (["a b c", "a a a", "c"], "a a c"),
    random_case(1, 30, 40),
    random_case(2, 60, 15),
]
reference = {
    "made_with": {name: version(name) for name in ("bm25s", "numpy")},
    "method": "lucene, without k1 + 1, float64",
    "cases": [
        {"k1": k1, "b": b, "query": query, "documents": documents,
         "scores": scores(documents, query, k1, b)}
        for documents, query in cases
        for k1, b in [(1.5, 0.75), (0.9, 0.4)]
    ],
}
path = pathlib.Path(__file__).with_name("bm25_reference.json")
path.write_text(json.dumps(reference, indent=2) + "\n")
