import { describe, expect, it } from 'vitest'
import { analyzeJavascript } from '../analyze-javascript.ts'
import { analyzePython } from '../analyze-python.ts'
import { TIME_CASES } from './time-cases.fixture.ts'

const estimateOf = (language: string, source: string) =>
  (language === 'python' ? analyzePython : analyzeJavascript).read(source, language).estimate

describe('the growth of time is estimated for', () => {
  it.each(TIME_CASES)('$title in $language: $time', ({ language, source, time }) => {
    const estimate = estimateOf(language, source)
    expect(estimate.time).toBe(time)
    if (time !== 'O(1)') expect(estimate.reasons.some((reason) => reason.startsWith('time: '))).toBe(true)
  })
})

describe('the memory that a program takes', () => {
  it.each<[source: string, language: string, memory: string]>([
    ['print(1)', 'python', 'small'],
    ['a = bytearray(10 ** 9)', 'python', 'large'],
    ['SIZE = 20_000_000\na = [0] * SIZE', 'python', 'large'],
    ['a = list(range(1_000_000))', 'python', 'moderate'],
    ['a = [i * i for i in range(10_000_000)]', 'python', 'large'],
    ['import numpy as np\na = np.zeros((10000, 10000))', 'python', 'large'],
    ['a = "x" * 10', 'python', 'small'],
    ['text = open("a").read()', 'python', 'moderate'],
    ['a = []\nwhile True:\n    a.append(1)', 'python', 'unbounded'],
    ['const a = new Array(50_000_000).fill(0)', 'javascript', 'large'],
    ['const a = Buffer.alloc(16)', 'javascript', 'small'],
    ["const a = fs.readFileSync('a')", 'javascript', 'moderate'],
    ['const a = []; for (;;) a.push(1)', 'javascript', 'unbounded'],
  ])('%j in %s is %s', (source, language, memory) => {
    expect(estimateOf(language, source).memory).toBe(memory)
  })
})

describe('the outside world that a program uses', () => {
  it.each<[source: string, language: string, reached: string[]]>([
    ['print(1)', 'python', []],
    ['import requests', 'python', ['network']],
    ['from urllib.parse import quote', 'python', []],
    ['from urllib.request import urlopen', 'python', ['network']],
    ['open("a")', 'python', ['files']],
    ['import os\nos.system("ls")', 'python', ['processes']],
    ['import subprocess, shutil', 'python', ['files', 'processes']],
    ["await fetch('http://a')", 'javascript', ['network']],
    ["import { readFile } from 'node:fs/promises'", 'javascript', ['files']],
    ["const { spawn } = require('child_process')", 'javascript', ['processes']],
  ])('%j in %s: %j', (source, language, reached) => {
    const estimate = estimateOf(language, source)
    expect(['network', 'files', 'processes'].filter((key) => estimate[key as 'network'])).toEqual(reached)
    expect(estimate.reasons.length).toBe(reached.length)
  })
})
