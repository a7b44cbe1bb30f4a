import fc from 'fast-check'
import { expect, it } from 'vitest'
import { titleOf } from './title-of.ts'

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
  expect(titleOf(code)).toBe(title)
})

it('a title has no controls and no marks that turn the reading order', () => {
  expect(titleOf('print("\u202egpj\u2066.exe\u001b[31m\u0007\u200b")')).toBe('print("gpj.exe [31m ")')
})

it('a long line is cut between characters', () => {
  expect(titleOf('😀a'.repeat(100))).toBe(`${'😀a'.repeat(59)}😀…`)
})

it('the title of any text is one short line of plain text', () => {
  const hostile = fc.string({
    unit: fc.oneof(
      fc.string({ unit: 'binary', maxLength: 3 }),
      fc.constantFrom('\n', '#', '\u202e', '\0', '\ud800', 'a'),
    ),
  })
  fc.assert(
    fc.property(hostile, (text) => {
      const title = titleOf(text)
      expect(title.isWellFormed()).toBe(true)
      expect([...title].length).toBeLessThanOrEqual(120)
      expect(title).not.toMatch(/[\p{Cc}\p{Cf}\p{Co}\p{Zl}\p{Zp}]/u)
    }),
  )
})

it('a text without an end of lines is read in bounded time', () => {
  const began = performance.now()
  for (const text of ['#'.repeat(1e6), `${' '.repeat(1e6)}x`, `const ${'a'.repeat(1e6)}`]) titleOf(text)
  expect(performance.now() - began).toBeLessThan(500)
})
