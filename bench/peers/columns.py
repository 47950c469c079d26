"""Comparing results whose columns are alike, by the rule of judge.py: its naive search for an order."""

import sys

import passes

import json

import judge

with open(sys.argv[1], encoding="utf-8") as file:
    given = json.load(file)


def alike(request):
    rows = [(5,) * request["columns"] for _ in range(request["rows"])]
    return passes.timed(lambda: [judge.is_equal(rows, list(rows), False)])


def small(_):
    """Many pairs of small results, to compare the verdicts."""

    def compare(pair):
        gold, prediction = ([tuple(row) for row in rows] for rows in pair["results"])
        return judge.is_equal(gold, prediction, pair["ordered"])

    return passes.timed(lambda: [compare(pair) for pair in given["pairs"]], len(given["pairs"]))


passes.serve({"alike": alike, "small": small})
