import { expect, it } from 'vitest'
import { javascriptGuard } from './javascript-guard.ts'

/** Applies all fixes of one rule to the program. */
function mended(source: string, id: string): string {
  const { program } = javascriptGuard.read(source, 'javascript')
  const spots = javascriptGuard.rules.filter((rule) => rule.id === id).flatMap((rule) => [...rule.find(program)])
  const edits = spots.flatMap(({ fix }) => fix?.edits ?? []).sort((one, other) => other.start - one.start)
  return edits.reduce((text, { start, end, text: put }) => text.slice(0, start) + put + text.slice(end), source)
}

it.each([
  ['javascript/process-start', 'cp.execSync("git status -s")', `cp.execFileSync('git', ['status', '-s'])`],
  ['javascript/process-start', 'cp.exec("git log", done)', `cp.execFile('git', ['log'], done)`],
  ['javascript/certificate-check-off', 'f({ rejectUnauthorized: false, a: 1 })', 'f({ a: 1 })'],
  ['javascript/certificate-check-off', 'f({ a: 1, rejectUnauthorized: false })', 'f({ a: 1 })'],
  ['javascript/certificate-check-off', 'f({ rejectUnauthorized: false })', 'f({  })'],
  ['javascript/unsafe-buffer', 'const b = new Buffer("a")', 'const b = Buffer.from("a")'],
  ['javascript/string-timer', 'setTimeout("tick()", 9)', 'setTimeout(() => { tick() }, 9)'],
  ['javascript/html-injection', 'box.innerHTML = "done"', 'box.textContent = "done"'],
  [
    'javascript/insecure-randomness',
    'const token = Math.random().toString(36).slice(2)',
    'const token = globalThis.crypto.randomUUID()',
  ],
])('%s turns %s into %s', (id, source, result) => {
  const imported = 'const cp = require("child_process")\n'
  expect(mended(imported + source, id)).toBe(imported + result)
})

it.each([
  ['javascript/process-start', 'const cp = require("child_process"); cp.execSync("ls | wc -l")'],
  ['javascript/process-start', 'const cp = require("child_process"); cp.execSync("echo $HOME")'],
  ['javascript/unsafe-buffer', 'const b = new Buffer(size)'],
  ['javascript/string-timer', 'setTimeout("a = 1", 9)'],
  ['javascript/html-injection', 'box.innerHTML = "<b>done</b>"'],
  ['javascript/insecure-randomness', 'const token = Math.floor(Math.random() * 9)'],
])('%s offers no fix where it would mean something else: %s', (id, source) => {
  expect(mended(source, id)).toBe(source)
})
