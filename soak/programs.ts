/** Ordinary work of the kind that filters and limits of other sandboxes broke at random; each with its exact output. */
export interface OrdinaryProgram {
  name: string
  language: 'python' | 'javascript' | 'bash'
  code: string
  stdout: string
  /** Debian packages that the program needs beside those of the engine. */
  packages?: string[]
}

export const ordinaryPrograms: OrdinaryProgram[] = [
  {
    name: 'numpy and pandas',
    language: 'python',
    packages: ['python3-numpy', 'python3-pandas'],
    code: 'import numpy, pandas\nframe = pandas.DataFrame({"a": numpy.arange(10), "b": numpy.ones(10)})\nprint(int(frame.a.sum()), float(frame.b.mean()), frame.shape)',
    stdout: '45 1.0 (10, 2)\n',
  },
  {
    name: 'matplotlib',
    language: 'python',
    packages: ['python3-matplotlib'],
    code: 'import matplotlib\nmatplotlib.use("Agg")\nimport matplotlib.pyplot as plot\nplot.plot([1, 2, 3])\nplot.savefig("figure.png")\nimport os\nprint(os.path.getsize("figure.png") > 1000)',
    stdout: 'True\n',
  },
  {
    name: 'threads',
    language: 'python',
    code: 'from concurrent.futures import ThreadPoolExecutor\nwith ThreadPoolExecutor(8) as pool:\n    print(sum(pool.map(lambda n: n * n, range(100))))',
    stdout: '328350\n',
  },
  {
    name: 'processes of multiprocessing',
    language: 'python',
    code: 'from multiprocessing import Pool\ndef square(n):\n    return n * n\nif __name__ == "__main__":\n    with Pool(3) as pool:\n        print(sum(pool.map(square, range(50))))',
    stdout: '40425\n',
  },
  {
    name: 'subprocess',
    language: 'python',
    code: 'import subprocess\nprint(subprocess.run(["sort", "-r"], input="a\\nb\\nc\\n", capture_output=True, text=True, check=True).stdout, end="")',
    stdout: 'c\nb\na\n',
  },
  {
    name: 'sqlite',
    language: 'python',
    code: 'import sqlite3\ndatabase = sqlite3.connect("data.db")\ndatabase.execute("pragma journal_mode=wal")\ndatabase.execute("create table t (n)")\ndatabase.executemany("insert into t values (?)", [(n,) for n in range(1000)])\ndatabase.commit()\nprint(database.execute("select sum(n) from t").fetchone()[0])',
    stdout: '499500\n',
  },
  {
    name: 'asyncio with a local server',
    language: 'python',
    code: 'import asyncio\nasync def main():\n    async def answer(reader, writer):\n        writer.write(await reader.readline())\n        writer.close()\n    server = await asyncio.start_server(answer, "127.0.0.1", 0)\n    reader, writer = await asyncio.open_connection(*server.sockets[0].getsockname())\n    writer.write(b"hello\\n")\n    print((await reader.readline()).decode(), end="")\nasyncio.run(main())',
    stdout: 'hello\n',
  },
  {
    name: 'files, temporary directories, archives',
    language: 'python',
    code: 'import os, shutil, tempfile, tarfile\nwith tempfile.TemporaryDirectory() as directory:\n    path = os.path.join(directory, "a.txt")\n    open(path, "w").write("x" * 1000)\n    with tarfile.open("a.tgz", "w:gz") as archive:\n        archive.add(path, "a.txt")\nshutil.unpack_archive("a.tgz", "out")\nprint(len(open("out/a.txt").read()))',
    stdout: '1000\n',
  },
  {
    name: 'node with workers, files and timers',
    language: 'javascript',
    code: 'import { Worker } from "node:worker_threads"\nimport { writeFile, readFile } from "node:fs/promises"\nawait writeFile("a.json", JSON.stringify({ n: 1 }))\nconst worker = new Worker("require(\'node:worker_threads\').parentPort.postMessage(41)", { eval: true })\nconst value = await new Promise((resolve) => worker.once("message", resolve))\nconsole.log(value + JSON.parse(await readFile("a.json", "utf8")).n)',
    stdout: '42\n',
  },
  {
    name: 'node with a child process and WebAssembly',
    language: 'javascript',
    code: 'const { execFileSync } = require("node:child_process")\nconst bytes = Uint8Array.from([0,97,115,109,1,0,0,0,1,7,1,96,2,127,127,1,127,3,2,1,0,7,7,1,3,97,100,100,0,0,10,9,1,7,0,32,0,32,1,106,11])\nconst { instance } = { instance: new WebAssembly.Instance(new WebAssembly.Module(bytes)) }\nconsole.log(instance.exports.add(40, 2), execFileSync("echo", ["hi"]).toString().trim())',
    stdout: '42 hi\n',
  },
  {
    name: 'bash pipelines',
    language: 'bash',
    code: 'set -euo pipefail\nseq 1 1000 | awk \'{ sum += $1 } END { print sum }\'\nprintf "b\\na\\nb\\n" | sort | uniq -c | sort -rn | head -1 | xargs\nfind /usr/bin -name "bash" -type f | wc -l\ndiff <(echo a) <(echo a) && echo same',
    stdout: '500500\n2 b\n1\nsame\n',
  },
]
