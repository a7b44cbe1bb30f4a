import { describe, expect, it } from 'vitest'
import { isSteadyProgram } from './is-steady-program.ts'

const isSteady = (language: string, code: string, files: Record<string, string> = {}) =>
  isSteadyProgram({ language, code, files })

describe('a program whose result may be served', () => {
  it.each([
    ['python', 'print(sum(n * n for n in range(7)))'],
    [
      'python',
      'import math, json\nfrom collections import Counter\nprint(math.pi, json.dumps({"a": 1}), Counter("aab"))',
    ],
    ['python', 'import numpy as np\nprint(np.arange(4).sum())'],
    ['python', 'print(open("data.csv").read())'],
    ['python', 'print({"ada", "ben"})'],
    ['javascript', 'const { deepEqual } = require("node:assert")\ndeepEqual([1], [1])\nconsole.log([3, 1, 2].sort())'],
    [
      'typescript',
      'import { readFileSync } from "fs"\nconst text: string = readFileSync("a.txt", "utf8")\nconsole.log(text)',
    ],
    ['sql', 'SELECT sum(value) FROM (VALUES (1), (2)) AS t(value)'],
    ['duckdb', 'SELECT 6 * 7'],
    ['c', '#include <stdio.h>\nint main(void) { printf("%d", 42); }'],
    ['cpp', '#include <vector>\n#include <iostream>\nint main() { std::cout << std::vector<int>{1}.size(); }'],
  ])('%s: %s', (language, code) => expect(isSteady(language, code)).toBe(true))

  it('may take its own files along', () => {
    expect(
      isSteady('python', 'import helper\nprint(helper.twice(2))', { 'helper.py': 'def twice(n): return 2 * n' }),
    ).toBe(true)
    expect(
      isSteady('python', 'import helper\nprint(helper.pid())', { 'helper.py': 'import os\npid = os.getppid' }),
    ).toBe(false)
    expect(isSteady('c', '#include "own.h"\nint main(void) { return N; }', { 'own.h': '#define N 0' })).toBe(true)
  })
})

describe('a program that is always run', () => {
  it.each([
    ['python', 'import datetime\nprint(datetime.datetime.now().year)'],
    ['python', 'import random\nrandom.seed(1)\nprint(random.random())'],
    ['python', 'import os\nprint(os.getpid())'],
    ['python', 'import os\nprint(os.getppid())'],
    ['python', 'import os\nprint(os.stat(".")[8])'],
    ['python', 'import os\nprint(os.getloadavg())'],
    ['python', 'import shutil\nprint(shutil.disk_usage("/"))'],
    ['python', 'import calendar\nprint(calendar.TextCalendar())'],
    ['python', 'import locale\nprint(locale.getlocale())'],
    ['python', 'import gzip\nprint(gzip.compress(b"a"))'],
    ['python', 'print(__import__("o" + "s").getloadavg())'],
    ['python', 'import\\\n os\nprint(os.getloadavg())'],
    ['python', 'print(hash("a"))'],
    ['python', 'print([*map(id, "ab")])'],
    ['python', 'print(open("/etc/os-release").read())'],
    ['python', 'print(open("../../etc/os-release").read())'],
    ['javascript', 'console.log(new Date().getFullYear())'],
    ['javascript', 'console.log(require("os").loadavg())'],
    ['javascript', 'console.log(require("o" + "s").loadavg())'],
    ['javascript', 'import os from "os"\nconsole.log(os.freemem())'],
    ['javascript', 'console.log(performance.toJSON())'],
    ['javascript', 'console.log(require("fs").statSync(".").size)'],
    ['sql', 'SELECT julianday()'],
    ['sql', "SELECT strftime('%Y')"],
    ['duckdb', 'SELECT today()'],
    ['duckdb', "SELECT age(TIMESTAMP '2020-01-01')"],
    ['postgres', 'SELECT pg_backend_pid()'],
    ['c', '#include <stdlib.h>\nint main(void) { system("ls -l"); }'],
    ['c', '#include <unistd.h>\nint main(void) { return getppid(); }'],
    ['bash', "printf '%(%Y)T\\n' -1"],
    ['bash', 'ls -l .'],
    ['bash', 'cal'],
    [
      'java',
      'class A { public static void main(String[] a) { System.out.println(java.util.Calendar.getInstance().get(1)); } }',
    ],
    ['go', 'package main\nfunc main() { for k := range map[string]int{"a": 1, "b": 2} { println(k) } }'],
    ['perl', 'print $^T'],
    ['lua', 'for k in pairs({a = 1, b = 2}) do print(k) end'],
  ])('%s: %s', (language, code) => expect(isSteady(language, code)).toBe(false))
})
