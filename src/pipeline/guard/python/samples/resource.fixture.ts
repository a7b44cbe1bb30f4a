import { lines, type RuleSample } from './sample.fixture.ts'

export const resourceSamples: RuleSample[] = [
  {
    rule: 'python/fork-bomb',
    dangerous: [lines('import os', 'while True:', '    os.fork()'), 'os.fork()'],
    evasion: [
      lines(
        'import itertools, multiprocessing as m',
        'def work():',
        '    pass',
        'for _ in itertools.count():',
        '    m.Process(target=work).start()',
      ),
      'm.Process(target=work)',
    ],
    harmless: lines(
      'import os, threading',
      'if os.fork() == 0:',
      '    os._exit(0)',
      'threads = [threading.Thread(target=print) for _ in range(4)]',
    ),
  },
  {
    rule: 'python/request-flood',
    dangerous: [
      lines(
        'import threading, requests',
        'def attack():',
        '    while True:',
        '        requests.get("http://victim.example")',
        'for _ in range(500):',
        '    threading.Thread(target=attack).start()',
      ),
      'requests.get("http://victim.example")',
    ],
    evasion: [
      lines(
        'import socket as s, threading as t',
        'def work(address):',
        '    line = s.socket(s.AF_INET, s.SOCK_DGRAM)',
        '    go = line.sendto',
        '    while 1:',
        '        go(b"x" * 1024, address)',
        'for _ in range(99):',
        '    t.Thread(target=work, args=(("victim.example", 80),)).start()',
      ),
      'go(b"x" * 1024, address)',
    ],
    harmless: lines(
      'import time, requests',
      'while True:',
      '    print(requests.get("https://example.org/status", timeout=5).status_code)',
      '    time.sleep(60)',
    ),
  },
  {
    rule: 'python/huge-allocation',
    dangerous: [lines('data = bytearray(10 ** 11)'), 'bytearray(10 ** 11)'],
    evasion: [lines('import numpy as np', 'size = 1 << 20', 'grid = np.zeros((size, size))'), 'np.zeros((size, size))'],
    harmless: lines('import numpy as np', 'grid = np.zeros((1000, 1000))', 'for i in range(10 ** 12):', '    break'),
  },
  {
    rule: 'python/unbounded-growth',
    dangerous: [lines('kept = []', 'while True:', '    kept.append("x" * 1000000)'), 'kept.append("x" * 1000000)'],
    evasion: [lines('text = "x"', 'while 1:', '    text += text'), 'text += text'],
    harmless: lines(
      'words = []',
      'while True:',
      '    word = input()',
      '    if not word:',
      '        break',
      '    words.append(word)',
    ),
  },
  {
    rule: 'python/huge-number',
    dangerous: [lines('text = "a" * 10**12'), '"a" * 10**12'],
    evasion: [
      lines('numbers = 9_000 * 1_000_000 * [0]', 'bomb = (50 * (1000 * 10**9)) * [0]'),
      '(50 * (1000 * 10**9)) * [0]',
    ],
    harmless: lines('line = "-" * 80', 'MODULUS = 10**9 + 7', 'row = [0] * 1000000'),
  },
  {
    rule: 'python/busy-loop',
    dangerous: [lines('while True:', '    pass'), 'while True'],
    evasion: [lines('for _ in iter(int, 1):', '    continue'), 'for _ in iter(int, 1)'],
    harmless: lines('import time', 'while True:', '    time.sleep(1)', '    print("tick")'),
  },
  {
    rule: 'python/endless-recursion',
    dangerous: [lines('def dig(n):', '    return dig(n + 1)'), 'dig(n + 1)'],
    evasion: [lines('def dig(n):', '    deeper = dig', '    deeper(n)'), 'deeper(n)'],
    harmless: lines('def factorial(n):', '    if n < 2:', '        return 1', '    return n * factorial(n - 1)'),
  },
  {
    rule: 'python/chosen-pattern',
    dangerous: [
      lines(
        'import re',
        'from flask import request',
        'def find(text):',
        '    return re.search(request.args["q"], text)',
      ),
      're.search(request.args["q"], text)',
    ],
    evasion: [
      lines('from re import match as m', 'def check(text):', '    return m(r"^(a+)+$", text)'),
      'm(r"^(a+)+$", text)',
    ],
    harmless: lines(
      'import re',
      'from flask import request',
      'def find(text):',
      '    return re.search(re.escape(request.args["q"]), text)',
    ),
  },
]
