import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { analyzeBash } from '../analyze-bash.ts'
import { analyzeJavascript } from '../analyze-javascript.ts'
import { analyzePython } from '../analyze-python.ts'
import { analyzeSql } from '../analyze-sql.ts'
import { readLines } from './read-lines.ts'

type Counts = [code: number, comment: number, blank: number]

const countsOf = ({ code, comment, blank }: { code: number; comment: number; blank: number }): Counts => [
  code,
  comment,
  blank,
]

describe('each line is code, a comment or blank', () => {
  it.each<[source: string, counts: Counts]>([
    ['', [0, 0, 0]],
    ['a', [1, 0, 0]],
    ['a\n', [1, 0, 0]],
    ['\n\n', [0, 0, 2]],
    ['a = 1  # why\n# what\n\nb = 2\n', [2, 1, 1]],
    ['def f():\n    """What it does.\n\n    And how.\n    """\n    return 1\n', [2, 3, 1]],
    ['text = """\n# no comment\n"""\n', [3, 0, 0]],
    ['a\r\n\r\nb\rc', [3, 0, 1]],
  ])('in Python: %j', (source, counts) => {
    expect(countsOf(analyzePython.read(source, 'python').lines)).toEqual(counts)
  })

  it.each<[source: string, counts: Counts]>([
    ["'use strict'\n// a\n/* b\n\n c */ d()\n", [2, 2, 1]],
    ['/* a */ /* b */\n/* c */ d() /* e */\n', [1, 1, 0]],
    ['#!/usr/bin/env node\na()\n', [1, 1, 0]],
  ])('in JavaScript: %j', (source, counts) => {
    expect(countsOf(analyzeJavascript.read(source, 'javascript').lines)).toEqual(counts)
  })

  it.each<[source: string, counts: Counts]>([
    ['#!/bin/bash\n# a\necho b # c\n', [1, 2, 0]],
    ['echo "\n# text\n"\ncat <<E\n# text\nE\n', [6, 0, 0]],
  ])('in Bash: %j', (source, counts) => {
    expect(countsOf(analyzeBash.read(source, 'bash').lines)).toEqual(counts)
  })

  it.each<[source: string, counts: Counts]>([
    ['-- a\nselect 1, -- b\n  2;\n\n/* c\n d */\n', [2, 3, 1]],
    ["select '\n-- text\n';\n", [3, 0, 0]],
  ])('in SQL: %j', (source, counts) => {
    expect(countsOf(analyzeSql.read(source, 'postgres').lines)).toEqual(counts)
  })

  it('and a place is on the line that holds it', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom('a', '\n', '\r\n', ' '), { maxLength: 30 }), (pieces) => {
        const source = pieces.join('')
        const { lineAt } = readLines(source, [])
        for (let at = 0; at < source.length; at++) {
          expect(lineAt(at)).toBe(source.slice(0, at).split('\n').length)
        }
      }),
    )
  })
})
