import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { SEVERITIES, type Severity } from '../../../contract/finding.ts'
import { javascriptGuard } from './javascript-guard.ts'
import type { RuleSample } from './sample/rule-sample.fixture.ts'
import { ruleSamples } from './sample/rule-samples.fixture.ts'

type Language = NonNullable<RuleSample['language']>

function findingsIn(source: string, language: Language) {
  const { program } = javascriptGuard.read(source, language)
  return javascriptGuard.rules.flatMap((rule) =>
    Array.from(rule.find(program), ({ start, end, severity = rule.severity, fix }) => ({
      rule: rule.id,
      severity,
      text: source.slice(start, end),
      start,
      end,
      fix,
    })),
  )
}

const isHigh = (severity: Severity): boolean => SEVERITIES.indexOf(severity) >= SEVERITIES.indexOf('high')
const languagesOf = ({ language }: RuleSample): Language[] => (language ? [language] : ['javascript', 'typescript'])
const cases = ruleSamples.flatMap((sample) => languagesOf(sample).map((language) => ({ ...sample, language })))
const found = cases.flatMap(({ rule, language, dangers, evasions }) =>
  [...dangers, ...evasions].map(([code, at]) => ({ rule, language, code, at })),
)
const harmless = cases.flatMap(({ language, harmless }) => harmless.map((code) => ({ language, code })))

describe('the rules for JavaScript and TypeScript', () => {
  it.each(found)('find $rule in $language: $code', ({ rule, language, code, at }) => {
    const findings = findingsIn(code, language)
    const own = findings.filter((finding) => finding.rule === rule)
    expect(own.map(({ text }) => text.slice(0, at.length))).toContain(at)
    const usual = javascriptGuard.rules.find(({ id }) => id === rule)?.severity ?? 'critical'
    if (isHigh(usual)) expect(own.some(({ severity }) => isHigh(severity))).toBe(true)
  })

  it.each(harmless)('let harmless $language be: $code', ({ language, code }) => {
    expect(findingsIn(code, language).filter(({ severity }) => isHigh(severity))).toEqual([])
  })

  it.each([
    'const { execSync } = require("child_process"); const { version } = await (await fetch(registry)).json(); execSync("npm i tool@" + version)',
    'const data = eval("(" + (await (await fetch("/data.json")).text()) + ")")',
    'const { execSync } = require("child_process"); while (true) { execSync("git pull") }',
    'document.addEventListener("keydown", (e) => fetch("/moves", { method: "POST", body: e.key }))',
    'const name = Buffer.from(given, "base64").toString(); require("child_process").exec("convert " + name)',
    'axios.post(url, { csrf: document.cookie.split("=")[1] })',
    'for (const cpu of require("os").cpus()) require("cluster").fork()',
    'import { Worker } from "worker_threads"\nfor (let i = 0; i < 4; i++) new Worker(new URL("./worker.js", import.meta.url))',
  ])('keep critical for code that is hostile in any context: %s', (code) => {
    expect(findingsIn(code, 'javascript').filter(({ severity }) => severity === 'critical')).toEqual([])
  })

  it('have a danger, an evasion and a harmless look-alike each', () => {
    const kinds = (id: string) => {
      const own = ruleSamples.filter(({ rule }) => rule === id)
      return [
        own.flatMap(({ dangers }) => dangers),
        own.flatMap(({ evasions }) => evasions),
        own.flatMap(({ harmless }) => harmless),
      ]
    }
    const bare = javascriptGuard.rules.filter(({ id }) => kinds(id).some((samples) => samples.length === 0))
    expect(bare.map(({ id }) => id)).toEqual([])
    expect(new Set(javascriptGuard.rules.map(({ id }) => id)).size).toBe(javascriptGuard.rules.length)
  })

  it('never throw, and point inside of the source, whatever it is', () => {
    const pieces = found.map(({ code }) => code)
    const cut = fc
      .tuple(fc.constantFrom(...pieces), fc.nat(200), fc.constantFrom(...pieces), fc.nat(200))
      .map(([a, from, b, to]) => a.slice(from) + b.slice(0, to))
    const word = fc.constantFrom(
      'eval(',
      'x',
      '=',
      '(',
      ')',
      '{',
      '}',
      '`${',
      '[',
      ']',
      '.',
      'require(',
      '"',
      'a',
      '=>',
      ',',
      'function ',
      '\n',
      'const ',
      '😀',
      '+=',
      '...',
    )
    const noise = fc.array(word, { maxLength: 60 }).map((words) => words.join(''))
    fc.assert(
      fc.property(
        fc.oneof(cut, noise, fc.string()),
        fc.constantFrom<Language>('javascript', 'typescript'),
        (source, language) => {
          for (const { start, end, fix } of findingsIn(source, language)) {
            for (const range of [{ start, end }, ...(fix?.edits ?? [])]) {
              expect(range.start).toBeGreaterThanOrEqual(0)
              expect(range.end).toBeGreaterThanOrEqual(range.start)
              expect(range.end).toBeLessThanOrEqual(source.length)
            }
          }
        },
      ),
      { numRuns: 500 },
    )
  })
})
