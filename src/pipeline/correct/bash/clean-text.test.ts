import { expect, test } from 'vitest'
import { repaired, type Told } from '../repaired.fixture.ts'
import { cleanText } from './clean-text.ts'

const REPAIRED: [what: string, broken: string, repaired: string, told?: Told][] = [
  ['carriage returns', 'echo a\r\necho b\r\n', 'echo a\necho b\n'],
  ['a fence', '```bash\necho a\n```\n', 'echo a\n'],
  [
    'a sentence before',
    "Here's the script you asked for:\n\necho a\n",
    "# Here's the script you asked for:\n\necho a\n",
  ],
  ['a sentence behind', 'echo a\n\nThis prints the letter a.\n', 'echo a\n\n# This prints the letter a.\n'],
  ['typographic quotes', 'name=“a b”\n', 'name="a b"\n'],
  ['a long dash', 'ls –l\n', 'ls -l\n'],
  ['an invisible space', 'ls\u00a0-l\n', 'ls -l\n'],
  ['a character without width', 'ls\u200b -l\n', 'ls -l\n'],
  ['prompts', '$ ls\n$ pwd\n', 'ls\npwd\n'],
  ['what a transcript printed', '$ whoami\nann\n$ pwd\n/home/ann\n', 'whoami\n# ann\npwd\n# /home/ann\n'],
  ['a prompt before only one of the commands', '$ cd x\nls -l\n', 'cd x\nls -l\n'],
  ['comments of other languages', '// all files\nls\n', '# all files\nls\n'],
]

test.each(REPAIRED)('text that is no code is removed: %s', (_, broken, mended, told) => {
  expect(repaired(cleanText, broken, told)).toBe(mended)
})

const LEFT_ALONE: [what: string, code: string, told?: Told][] = [
  ['a program in order', '#!/bin/bash\n# Shows it\'s fine.\necho "$HOME"\n'],
  ['addresses', 'curl https://example.org\n'],
]

test.each(LEFT_ALONE)('the strategy leaves %s alone', (_, code, told) => {
  expect(repaired(cleanText, code, told)).toBeUndefined()
})
