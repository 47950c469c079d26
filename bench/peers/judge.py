"""Judging predictions with sqlite3 by the rule of Spider's test-suite evaluation.

The rule: some rewriting, then both queries run, then the results are compared as multisets of rows, or
as lists where the gold has "order by"; the columns of the prediction may be in another order, the same
for all rows. The search for that order tries all ways to give each column one that holds its values.
"""

import sys

import passes

import collections
import itertools
import json
import multiprocessing
import multiprocessing.connection
import re
import sqlite3
import time

TIME_LIMIT = 30.0
OPERATIONS_BETWEEN_LOOKS = 100_000
ROWS_LOOKED_AT = 20

TOKEN = re.compile(
    r"""'(?:[^']|'')*'|"(?:[^"]|"")*"|`(?:[^`]|``)*`|\[[^\]]*\]|--[^\n]*|/\*.*?\*/|\w+|\s+|.""",
    re.DOTALL,
)


def without_distinct(sql):
    """The first statement without the word DISTINCT."""
    kept = []
    for token in TOKEN.findall(sql):
        if token.lower() != "distinct":
            kept.append(token)
        if token == ";":
            break
    return "".join(kept)


def rewrite(sql):
    joined = sql.replace("> =", ">=").replace("< =", "<=").replace("! =", "!=")
    return re.sub(
        r"YEAR\s*\(\s*CURDATE\s*\(\s*\)\s*\)\s*", "2020", without_distinct(joined), flags=re.I
    )


def connect(database):
    connection = sqlite3.connect(database)
    connection.text_factory = lambda value: value.decode(errors="ignore")
    return connection


def run(connection, sql):
    """The rows; None for a query that fails or takes too long."""
    deadline = time.monotonic() + TIME_LIMIT
    connection.set_progress_handler(
        lambda: time.monotonic() > deadline, OPERATIONS_BETWEEN_LOOKS
    )
    try:
        return connection.execute(sql).fetchall()
    except (sqlite3.Error, sqlite3.Warning):
        return None


def sorted_cells(row):
    return tuple(sorted(row, key=lambda cell: str(cell) + str(type(cell))))


def column_orders(gold, prediction):
    """For each column of the gold those of the prediction that hold its values; all ways to choose."""
    width = len(gold[0])
    possible = [set(range(width)) for _ in range(width)]
    if width > 3:
        values = [{row[column] for row in gold} for column in range(width)]
        for row in prediction[:ROWS_LOOKED_AT]:
            for column in range(width):
                possible[column] = {
                    other for other in possible[column] if row[other] in values[column]
                }
    return itertools.product(*possible)


def is_equal(gold, prediction, ordered):
    if not gold and not prediction:
        return True
    if len(gold) != len(prediction) or len(gold[0]) != len(prediction[0]):
        return False
    ours, theirs = [sorted_cells(row) for row in gold], [sorted_cells(row) for row in prediction]
    if ours != theirs if ordered else set(ours) != set(theirs):
        return False
    wanted = gold if ordered else collections.Counter(gold)
    for order in column_orders(gold, prediction):
        if len(set(order)) != len(order):
            continue
        rows = [tuple(row[column] for column in order) for row in prediction]
        if (rows if ordered else collections.Counter(rows)) == wanted:
            return True
    return False


def is_ordered(gold):
    return "order by" in gold.lower()


def judge_pair(pair):
    """Gold and prediction, each on a connection of its own."""
    gold_sql = rewrite(pair["gold"])
    results = []
    for sql in (gold_sql, rewrite(pair["prediction"].replace("value", "1"))):
        connection = connect(pair["database"])
        results.append(run(connection, sql))
        connection.close()
    gold, prediction = results
    return prediction is not None and is_equal(gold, prediction, is_ordered(gold_sql))


def judge_in_processes(pairs, at_once):
    """A process for each pair, killed when it is late; verdicts in the order of the pairs."""
    fork = multiprocessing.get_context("fork")
    verdicts, running = [False] * len(pairs), {}

    def collect(timeout):
        done = multiprocessing.connection.wait(list(running), timeout)
        late = [pipe for pipe in running if pipe not in done and time.monotonic() > running[pipe][2]]
        for pipe in done + late:
            place, process, _ = running.pop(pipe)
            if pipe in late:
                process.kill()
            else:
                try:
                    verdicts[place] = pipe.recv()
                except EOFError:
                    pass
            process.join()
            pipe.close()

    for place, pair in enumerate(pairs):
        while len(running) >= at_once:
            collect(1.0)
        receiver, sender = fork.Pipe(duplex=False)
        process = fork.Process(target=lambda: sender.send(judge_pair(pair)))
        process.start()
        sender.close()
        running[receiver] = (place, process, time.monotonic() + TIME_LIMIT)
    while running:
        collect(1.0)
    return verdicts


if __name__ == "__main__":
    with open(sys.argv[1], encoding="utf-8") as file:
        pairs = json.load(file)

    def judge_each(_):
        """As the official script goes, in this process."""
        return passes.timed(lambda: [judge_pair(pair) for pair in pairs])

    def judge_isolated(request):
        """The same, each pair in a process that can be killed."""
        return passes.timed(lambda: judge_in_processes(pairs, request["at_once"]))

    def judge_sparingly(_):
        """Each gold once, each prediction of a gold once, one connection a database."""

        def judge_all():
            connections, golds, verdicts = {}, {}, {}
            for pair in pairs:
                database, gold_sql, sql = pair["database"], pair["gold"], pair["prediction"]
                if database not in connections:
                    connections[database] = connect(database)
                connection = connections[database]
                if (database, gold_sql) not in golds:
                    golds[database, gold_sql] = run(connection, rewrite(gold_sql))
                if (database, gold_sql, sql) not in verdicts:
                    prediction = run(connection, rewrite(sql.replace("value", "1")))
                    verdicts[database, gold_sql, sql] = prediction is not None and is_equal(
                        golds[database, gold_sql], prediction, is_ordered(gold_sql)
                    )
            for connection in connections.values():
                connection.close()
            return [verdicts[p["database"], p["gold"], p["prediction"]] for p in pairs]

        return passes.timed(judge_all)

    passes.serve({"isolated": judge_isolated, "each": judge_each, "sparing": judge_sparingly})
