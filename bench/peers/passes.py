"""What all peers share: one timed pass for each line of JSON on standard input.

Libraries of linear algebra get one thread unless the peer asks for more: ours has one.
"""

import json
import os
import sys
import time


def limit_threads(count):
    """Before numpy is imported."""
    for name in ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS"):
        os.environ[name] = str(count)


LEAST_SECONDS = 0.05


def timed(work, operations=1):
    """Seconds an operation that a function takes, repeated where it is short, and what it gives."""
    start = time.perf_counter()
    result = work()
    repetitions, seconds = 1, time.perf_counter() - start
    while seconds < LEAST_SECONDS:
        work()
        repetitions, seconds = repetitions + 1, time.perf_counter() - start
    return seconds / repetitions / operations, result


def serve(cases):
    """`cases`: by name a function of the request that gives seconds an operation and a result."""
    print(json.dumps({"ready": True}), flush=True)
    for line in sys.stdin:
        request = json.loads(line)
        seconds, result = cases[request["case"]](request)
        print(json.dumps({"seconds": seconds, "result": result}), flush=True)
