"""Collects pairs of words and code from the repositories of sources.json, as JSON lines.

    python3 collect-pairs.py OUT.jsonl MIRRORS

MIRRORS has a bare repository OWNER+NAME/repo for each of them. A pair is a function and the first paragraph of its documentation. Only functions whose
documentation has at least three words count, equal functions count once, and equal documentation three times. Nothing of the repositories is
kept beside the trained table.
"""

import collections
import hashlib
import json
import os
import re
import subprocess
import sys

MOST_CODE = 1600
MOST_PER_REPOSITORY = 20_000
MOST_OF_ONE_DOC = 3
NOT_OWN = re.compile(r"(^|/)(tests?|testing|migrations|vendor|_vendor|node_modules|examples/jsm/libs|build)/|\.min\.|\.d\.ts$")
PYTHON_DOC = re.compile(
    r"^([ \t]*)(?:async )?def (\w+)\(([^\n]*\n(?:[^\n]*\n){0,8}?)?\1[ \t]+[rRuU]?(\"\"\"|''')(.{12,3000}?)\4[ \t]*\n", re.S | re.M
)
JS_DOC = re.compile(
    r"/\*\*((?:(?!\*/).){10,2000}?)\*/\s*((?:export\s+)?(?:default\s+)?(?:async\s+)?(?:static\s+)?"
    r"(?:function\s*\*?\s*\w+|(?:const|let|var)\s+\w+\s*=|\w+)\s*\([^)]{0,500}\)\s*(?::\s*[\w<>\[\]|. ]+)?\s*\{)",
    re.S,
)


def files_of(git_dir, endings):
    git = ["git", "--git-dir", git_dir]
    listed = subprocess.run([*git, "ls-tree", "-r", "-l", "HEAD"], capture_output=True, text=True).stdout
    hashes = []
    for line in listed.splitlines():
        facts, path = line.split("\t", 1)
        _, kind, digest, size = facts.split()
        if kind == "blob" and size.isdigit() and int(size) < 300_000 and path.endswith(endings) and not NOT_OWN.search(path):
            hashes.append((digest, path))
    asked = "\n".join(digest for digest, _ in hashes) + "\n"
    out = subprocess.run([*git, "cat-file", "--batch"], input=asked.encode(), capture_output=True).stdout
    at = 0
    for _, path in hashes:
        end = out.find(b"\n", at)
        if end < 0:
            return
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
    """Reads by indentation: a syntax tree would take ten times as long."""
    for found in PYTHON_DOC.finditer(source):
        indent, body = found.group(1), []
        for line in source[found.end() : found.end() + MOST_CODE].split("\n")[:-1]:
            if line.strip() and not line.startswith((indent + " ", indent + "\t")):
                break
            body.append(line[len(indent) :])
        head = f"def {found.group(2)}({found.group(3) or ''}"[:200]
        code = head + "\n" + "\n".join(body).strip("\n")
        if len("".join(body).strip()) >= 15:
            yield {"name": found.group(2), "doc": first_paragraph(found.group(5)), "code": code, "language": "python"}


def javascript_pairs(source):
    for found in JS_DOC.finditer(source):
        doc = re.sub(r"\n\s*\*", "\n", found.group(1))
        depth, at = 1, found.end()
        while at < len(source) and depth > 0 and at - found.end() < MOST_CODE:
            depth += {"{": 1, "}": -1}.get(source[at], 0)
            at += 1
        name = re.search(r"(\w+)\s*(?:=|\()", found.group(2))
        yield {
            "name": name.group(1) if name else "",
            "doc": first_paragraph(doc),
            "code": source[found.start(2) : at],
            "language": "javascript",
        }


def is_telling(pair):
    return len(re.findall(r"[A-Za-z]{2,}", pair["doc"])) >= 3 and len(pair["code"]) >= 30


def main(out_path, mirrors):
    with open(os.path.join(os.path.dirname(os.path.abspath(__file__)), "sources.json"), encoding="utf-8") as file:
        sources = json.load(file)
    codes, docs = set(), collections.Counter()
    with open(out_path, "w", encoding="utf-8") as out:
        for repository in sorted(name for names in sources.values() for name in names):
            count = 0
            for path, source in files_of(f"{mirrors}/{repository.replace('/', '+')}/repo", (".py", ".js", ".mjs", ".ts")):
                if count >= MOST_PER_REPOSITORY:
                    break
                for pair in (python_pairs if path.endswith(".py") else javascript_pairs)(source):
                    key = hashlib.sha1(re.sub(r"\s+", "", pair["code"]).encode("utf-8", "replace")).digest()
                    if not is_telling(pair) or key in codes or docs[pair["doc"]] >= MOST_OF_ONE_DOC:
                        continue
                    codes.add(key)
                    docs[pair["doc"]] += 1
                    out.write(json.dumps(pair) + "\n")
                    count += 1
            print(f"{repository}: {count or 'nothing, fetch it first'}", flush=True)


main(*sys.argv[1:3])
