import { describe, expect, it } from 'vitest'
import type { ProgramError } from '../contract/run.ts'
import { createJail } from '../sandbox/jail/jail.ts'
import { findLanguage, languageOfFile } from './language.ts'
import { languages } from './languages.ts'

const provider = createJail({ execPath: process.execPath, newBoxId: () => 'box', cgroups: undefined })
const limits = {
  timeoutMs: 10_000,
  memoryMb: 256,
  cpuPercent: 100,
  processes: 32,
  openFiles: 256,
  outputBytes: 1_000_000,
  diskMb: 8,
}

/** Really runs the program, so that the parsers are tested on what interpreters say today. */
async function run(id: string, code: string, input = '') {
  const language = findLanguage(languages, id)
  if (!language) throw new Error(`no language ${id}`)
  const out = { stdout: '', stderr: '' }
  const { sandbox, destroy } = await provider.create({ limits }, new AbortController().signal)
  try {
    await sandbox.files.write(language.fileName, code)
    const result = await sandbox.exec(language.command, {
      input: Buffer.from(input),
      reservedMb: language.reservedMb,
      onOutput: ({ stream, bytes }) => {
        out[stream] += Buffer.from(bytes).toString()
      },
    })
    return { ...result, ...out, error: language.errorOf({ stderr: out.stderr, code }) }
  } finally {
    await destroy()
  }
}

describe('every language', () => {
  const hello: Record<string, string> = {
    python: 'import sys; print("héllo ✓", sys.stdin.read())',
    javascript: 'console.log("héllo ✓", require("fs").readFileSync(0, "utf8"))',
    bash: 'echo "héllo ✓ $(cat)"',
  }
  it.each(languages)('$id prints unicode and reads its input', async ({ id }) => {
    const { exitCode, stdout, stderr } = await run(id, hello[id] ?? '', 'from stdin')
    expect([exitCode, stdout.trim()], stderr).toEqual([0, 'héllo ✓ from stdin'])
  })

  it('is found by name, alias and file ending, whatever the case', () => {
    for (const { id, aliases, extensions } of languages) {
      for (const name of [id, ...aliases]) expect(findLanguage(languages, name.toUpperCase())?.id).toBe(id)
      for (const ending of extensions) expect(languageOfFile(languages, `a.b.${ending.toUpperCase()}`)?.id).toBe(id)
    }
    expect(findLanguage(languages, 'cobol')).toBeUndefined()
    expect(languageOfFile(languages, 'Makefile')).toBeUndefined()
  })
})

describe('the error of a program is read from what its interpreter says', () => {
  const cases: [title: string, language: string, code: string, error: ProgramError | undefined][] = [
    [
      'a Python exception',
      'python',
      'def f():\n    return 1 / 0\nf()',
      { type: 'ZeroDivisionError', message: 'division by zero', line: 2, column: 14 },
    ],
    [
      'a Python syntax error',
      'python',
      'x = 1\nprint(x',
      { type: 'SyntaxError', message: "'(' was never closed", line: 2, column: 6 },
    ],
    [
      'a Python exception without a message',
      'python',
      'raise KeyboardInterrupt',
      { type: 'KeyboardInterrupt', message: '', line: 1 },
    ],
    [
      'the last of chained Python exceptions',
      'python',
      'try:\n    {}["a"]\nexcept KeyError:\n    int("b")',
      { type: 'ValueError', message: "invalid literal for int() with base 10: 'b'", line: 4 },
    ],
    [
      'a Python exception in a library, at the line that led there',
      'python',
      'import json\n\njson.loads("{")',
      {
        type: 'json.decoder.JSONDecodeError',
        message: 'Expecting property name enclosed in double quotes: line 1 column 2 (char 1)',
        line: 3,
      },
    ],
    [
      'a JavaScript exception',
      'javascript',
      'const a = 1\nnull.x',
      { type: 'TypeError', message: "Cannot read properties of null (reading 'x')", line: 2, column: 6 },
    ],
    [
      'a JavaScript syntax error',
      'javascript',
      'const a = 1\nlet = = 2',
      { type: 'SyntaxError', message: "Unexpected token '='", line: 2, column: 7 },
    ],
    [
      'an exception in an ES module',
      'javascript',
      'import fs from "node:fs"\nfs.nope()',
      { type: 'TypeError', message: 'fs.nope is not a function', line: 2, column: 4 },
    ],
    [
      'a rejected promise',
      'javascript',
      'await Promise.reject(new RangeError("far"))',
      { type: 'RangeError', message: 'far', line: 1, column: 22 },
    ],
    [
      'a Bash command that does not exist',
      'bash',
      'set -e\nnope --now',
      { type: 'CommandNotFound', message: 'nope: command not found', line: 2 },
    ],
    [
      'a Bash syntax error',
      'bash',
      'if true; then\necho a',
      { type: 'SyntaxError', message: 'syntax error: unexpected end of file', line: 3 },
    ],
    ['no error where none is told', 'bash', 'exit 3', undefined],
    ['no error from a traceback-like print', 'python', 'import sys; sys.exit(2)', undefined],
  ]
  it.each(cases)('%s', async (_, language, code, error) => {
    const ran = await run(language, code)
    expect(ran.exitCode).not.toBe(0)
    expect(ran.error, ran.stderr).toEqual(error)
  })
})
