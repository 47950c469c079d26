"""Sentence vectors by onnxruntime and tokenizers, from the same file of weights."""

import sys

import passes

import json
import pathlib

import numpy
import onnxruntime
import tokenizers

with open(sys.argv[1], encoding="utf-8") as file:
    given = json.load(file)
folder, texts = pathlib.Path(given["folder"]), given["texts"]
LONGEST = 512


def open_model(threads):
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = threads
    return onnxruntime.InferenceSession(
        str(folder / "onnx" / "model_int8.onnx"), options, providers=["CPUExecutionProvider"]
    )


tokenizer = tokenizers.Tokenizer.from_file(str(folder / "tokenizer.json"))
tokenizer.enable_truncation(LONGEST)
tokenizer.no_padding()
# 0 leaves the number of threads to the library.
sessions = {threads: open_model(threads) for threads in (1, 0)}


def embed(session, encodings):
    inputs = {
        "input_ids": [one.ids for one in encodings],
        "attention_mask": [one.attention_mask for one in encodings],
        "token_type_ids": [one.type_ids for one in encodings],
    }
    arrays = {
        value.name: numpy.array(inputs[value.name], dtype=numpy.int64)
        for value in session.get_inputs()
    }
    states = session.run(None, arrays)[0]
    mask = numpy.array(inputs["attention_mask"], dtype=numpy.float32)[:, :, None]
    means = (states * mask).sum(axis=1) / mask.sum(axis=1)
    return means / numpy.linalg.norm(means, axis=1, keepdims=True)


def one_by_one(request):
    session = sessions[request["threads"]]
    seconds, vectors = passes.timed(
        lambda: [embed(session, [tokenizer.encode(text)])[0] for text in texts], len(texts)
    )
    return seconds, [float(value) for vector in vectors[: request["shown"]] for value in vector]


passes.serve({"one by one": one_by_one})
