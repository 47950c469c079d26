"""rank_bm25 with Lucene's inverse document frequency, as ours has it, so that results can be compared.

rank_bm25 knows no such variant, but its table of them can be replaced; a look-up costs the same. Its
scores then are k1 + 1 times ours, a factor that changes no order.
"""

import math

from rank_bm25 import BM25Okapi

K1, B = 1.5, 0.75


class LuceneBM25(BM25Okapi):
    """ln(1 + (N - n + 0.5) / (n + 0.5)) for a word that n of N documents hold."""

    def __init__(self, documents):
        super().__init__(documents, k1=K1, b=B)

    def _calc_idf(self, nd):
        for word, n in nd.items():
            self.idf[word] = math.log(1 + (self.corpus_size - n + 0.5) / (n + 0.5))
