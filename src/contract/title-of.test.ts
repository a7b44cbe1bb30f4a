import fc from 'fast-check'
import { expect, it } from 'vitest'
import { titleOf, titleOfProgram, titleOfRun } from './title-of.ts'

it.each([
  ['print(6 * 7)', 'print(6 * 7)'],
  [
    '#!/usr/bin/env python3\n# -*- coding: utf-8 -*-\nimport os\nfrom a import b\n\nmean = sum(x) / len(x)\n',
    'mean = sum(x) / len(x)',
  ],
  ['# Mean of the temperatures\nimport os', 'Mean of the temperatures'],
  ['"""\nCounts words.\n"""\nprint(1)', 'Counts words.'],
  ['"""Counts words."""\nprint(1)', 'Counts words.'],
  ['/* Sorts a list. */\n#include <stdio.h>', 'Sorts a list.'],
  ['#include <stdio.h>\n\nint main(void) {\n  printf("hi");\n}', 'printf("hi");'],
  [
    'public class Main {\n  public static void main(String[] a) {\n    System.out.println(1);',
    'System.out.println(1);',
  ],
  ['set -euo pipefail\nls -l', 'ls -l'],
  ['import os', 'import os'],
  ['-- Orders of May\nselect 1', 'Orders of May'],
  ['{}\n;;', ''],
  ['', ''],
])('the title of %j is its first line that tells it from others', (code, title) => {
  expect(titleOfProgram(code)).toBe(title)
})

it('words are their first line, code between fences its own, and a run is its task before its program', () => {
  expect(titleOf('\nfrom the table below, sum May:\n| a |')).toBe('from the table below, sum May')
  expect(titleOf('```python\nprint(1)\n```')).toBe('print(1)')
  const programs = [
    { executable: false, code: 'a' },
    { executable: true, code: 'def b():\n  pass' },
  ]
  expect(titleOfRun(undefined, programs)).toBe('def b()')
  expect(titleOfRun('Print\nb', programs)).toBe('Print')
  expect(titleOfRun(undefined, [])).toBe('')
})

it('a title has no controls and no marks that turn the reading order', () => {
  expect(titleOfProgram('print("\u202egpj\u2066.exe\u001b[31m\u0007\u200b")')).toBe('print("gpj.exe [31m ")')
})

it('a long line is cut between characters', () => {
  expect(titleOf('😀a'.repeat(100))).toBe(`${'😀a'.repeat(59)}😀…`)
})

it('the title of any text is one short line of plain text', () => {
  const piece = fc.constantFrom(
    '\n',
    '#',
    '// ',
    '\u202e',
    '\0',
    '\ud800',
    '\u2028',
    'a',
    'é',
    '😀',
    ' ',
    '\u{e0041}',
    '{',
    ':',
  )
  const hostile = fc.array(
    fc.oneof(
      piece,
      fc.integer({ min: 0, max: 0x10ffff }).map((point) => String.fromCodePoint(point)),
    ),
    { maxLength: 40 },
  )
  fc.assert(
    fc.property(hostile, (pieces) => {
      const title = titleOfProgram(pieces.join(''))
      expect(title.isWellFormed()).toBe(true)
      expect([...title].length).toBeLessThanOrEqual(120)
      expect(title).not.toMatch(/[\p{Cc}\p{Cf}\p{Co}\p{Zl}\p{Zp}]/u)
    }),
  )
})

it('a text without an end of lines is read in bounded time', () => {
  const began = performance.now()
  for (const text of ['#'.repeat(1e6), `${' '.repeat(1e6)}x`, `const ${'a'.repeat(1e6)}`]) titleOfProgram(text)
  expect(performance.now() - began).toBeLessThan(500)
})
