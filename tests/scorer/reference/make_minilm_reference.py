"""Writes minilm_reference.json: sentence vectors of the int8 all-MiniLM-L6-v2, made by Python.

Oracle of tests/scorer/live/minilm_checks.ts. Each text runs alone without padding; token vectors
are averaged and brought to length 1. Run: pip install onnxruntime==1.32.0 tokenizers==0.23.3
numpy==2.4.6, then this file with the model's folder as its argument.
"""

import hashlib
import json
import pathlib
import sys
from importlib.metadata import version

import numpy
import onnxruntime
import tokenizers

folder = pathlib.Path(sys.argv[1])
weights = folder / "onnx" / "model_int8.onnx"
session = onnxruntime.InferenceSession(str(weights), providers=["CPUExecutionProvider"])
tokenizer = tokenizers.Tokenizer.from_file(str(folder / "tokenizer.json"))
tokenizer.no_padding()
tokenizer.no_truncation()


def embed(text):
    encoding = tokenizer.encode(text)
    inputs = {
        "input_ids": encoding.ids,
        "attention_mask": encoding.attention_mask,
        "token_type_ids": encoding.type_ids,
    }
    wanted = {value.name for value in session.get_inputs()}
    arrays = {name: numpy.array([ids], dtype=numpy.int64) for name, ids in inputs.items()
              if name in wanted}
    mean = session.run(None, arrays)[0][0].astype(numpy.float64).mean(axis=0)
    return mean / numpy.linalg.norm(mean)


texts = [
    "How many singers are from France?",
    "SELECT count(*) FROM singer WHERE country = 'France'",
    "List the names of all stadiums, biggest first.",
    "café Łódź 東京",
    "word " * 200 + "end",
]
vectors = [embed(text) for text in texts]
reference = {
    "made_with": {name: version(name) for name in ("onnxruntime", "tokenizers", "numpy")},
    "weights_sha256": hashlib.sha256(weights.read_bytes()).hexdigest(),
    "texts": texts,
    "first_components": [[round(float(x), 8) for x in vector[:8]] for vector in vectors],
    "cosines_with_first": [round(float(vector @ vectors[0]), 8) for vector in vectors],
}
path = pathlib.Path(__file__).with_name("minilm_reference.json")
path.write_text(json.dumps(reference, indent=2, ensure_ascii=False) + "\n")
