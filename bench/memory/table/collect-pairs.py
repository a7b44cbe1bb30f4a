"""Collects pairs of words and code from checked out or bare repositories, as JSON lines.

    python3 collect-pairs.py OUT.jsonl NAME=GIT_DIR [NAME=GIT_DIR ...]

A pair is a function and the first paragraph of its documentation. Only functions whose documentation has at least three
words count, and equal functions count once. Nothing of the repositories is kept beside the trained table.
"""

import ast
import hashlib
import json
import re
import subprocess
import sys

MOST_CODE = 4000
MOST_PER_REPOSITORY = 60_000
JS_DOC = re.compile(
    r"/\*\*((?:(?!\*/).){10,2000}?)\*/\s*((?:export\s+)?(?:default\s+)?(?:async\s+)?(?:static\s+)?"
    r"(?:function\s*\*?\s*\w+|(?:const|let|var)\s+\w+\s*=|\w+)\s*\([^)]*\)\s*(?::\s*[\w<>\[\]|. ]+)?\s*\{)",
    re.S,
)


def files_of(git_dir, endings):
    listed = subprocess.run(
        ["git", "--git-dir", git_dir, "ls-tree", "-r", "-l", "HEAD"], capture_output=True, text=True, check=True
    ).stdout
    hashes = []
    for line in listed.splitlines():
        facts, path = line.split("\t", 1)
        _, kind, digest, size = facts.split()
        if kind == "blob" and size != "-" and int(size) < 400_000 and path.endswith(endings):
            hashes.append((digest, path))
    asked = "\n".join(digest for digest, _ in hashes) + "\n"
    batch = subprocess.run(["git", "--git-dir", git_dir, "cat-file", "--batch"], input=asked.encode(), capture_output=True)
    at, out = 0, batch.stdout
    for _, path in hashes:
        end = out.index(b"\n", at)
        head = out[at:end].split()
        if len(head) < 3:
            at = end + 1
            continue
        size = int(head[2])
        yield path, out[end + 1 : end + 1 + size].decode("utf-8", "replace")
        at = end + 2 + size


def first_paragraph(doc):
    paragraph = re.split(r"\n\s*\n|\n\s*(?:[:@]|Args|Parameters|Returns|>>>)", doc.strip())[0]
    return re.sub(r"\s+", " ", paragraph)[:400]


def python_pairs(source):
    try:
        tree = ast.parse(source)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return
    lines = source.splitlines(keepends=True)
    for node in ast.walk(tree):
        if not isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)) or len(node.body) < 2:
            continue
        doc = ast.get_docstring(node)
        if not doc:
            continue
        first = node.body[0]
        head = "".join(lines[node.lineno - 1 : first.lineno - 1])
        body = "".join(lines[first.end_lineno : node.end_lineno])
        yield {"name": node.name, "doc": first_paragraph(doc), "code": (head + body)[:MOST_CODE], "language": "python"}


def javascript_pairs(source):
    for found in JS_DOC.finditer(source):
        doc = re.sub(r"\n\s*\*", "\n", found.group(1))
        depth, at = 1, found.end()
        while at < len(source) and depth > 0 and at - found.end() < MOST_CODE:
            depth += {"{": 1, "}": -1}.get(source[at], 0)
            at += 1
        code = source[found.start(2) : at]
        name = re.search(r"(\w+)\s*(?:=|\()", found.group(2))
        yield {"name": name.group(1) if name else "", "doc": first_paragraph(doc), "code": code, "language": "javascript"}


def main(out_path, repositories):
    seen = set()
    with open(out_path, "w", encoding="utf-8") as out:
        for repository in repositories:
            name, git_dir = repository.split("=", 1)
            count = 0
            for path, source in files_of(git_dir, (".py", ".js", ".mjs", ".ts")):
                if count >= MOST_PER_REPOSITORY or ".min." in path or path.endswith(".d.ts"):
                    continue
                for pair in (python_pairs if path.endswith(".py") else javascript_pairs)(source):
                    if len(re.findall(r"[A-Za-z]{2,}", pair["doc"])) < 3 or len(pair["code"]) < 30:
                        continue
                    key = hashlib.sha1(re.sub(r"\s+", "", pair["code"]).encode()).digest()
                    if key in seen:
                        continue
                    seen.add(key)
                    out.write(json.dumps(pair) + "\n")
                    count += 1
            print(f"{name}: {count}", flush=True)


main(sys.argv[1], sys.argv[2:])
