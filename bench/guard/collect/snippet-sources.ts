import { hashOf } from '../../repair/random.ts'
import * as kinds from './kinds.ts'
import type { Mirror } from './mirror.ts'
import { type Collected, languageOf, nameOf, type Source } from './sources.ts'

/** Collections of snippets and of command lines that people wrote to teach attacks. */
export const SNIPPET_SOURCES: readonly Source[] = [
  {
    collection: 'yeswehack',
    repository: 'yeswehack/vulnerable-code-snippets',
    read: byFolder(/\/vsnippet\/\d[^/]*$/),
  },
  { collection: 'snoopysecurity', repository: 'snoopysecurity/Vulnerable-Code-Snippets', read: byFolder(/\//) },
  { collection: 'shell-generator', repository: '0dayCTF/reverse-shell-generator', read: readShellGenerator },
  { collection: 'progpilot', repository: 'designsecurity/progpilot', read: readProgpilot },
]

/** Programs whose topmost folder names the weakness. */
function byFolder(path: RegExp) {
  return (mirror: Mirror): Collected[] =>
    mirror
      .paths('')
      .filter((name) => path.test(name) && !/patched/i.test(name))
      .flatMap((name): Collected[] => {
        const language = languageOf(name)
        const kind = kinds.kindOfFolder(name.slice(0, name.indexOf('/')).replaceAll(' ', ''))
        return language === undefined ? [] : [{ kind, language, name: nameOf(name), code: mirror.text(name) }]
      })
}

/** Lines of a shell that give somebody far away a shell, those for Linux. */
function readShellGenerator(mirror: Mirror): Collected[] {
  const list = mirror.text('js/data.js').split('const msfvenomCommands')[0] ?? ''
  const entries = list.matchAll(/"name": "([^"]+)",\s*"command": ("(?:[^"\\]|\\.)*"),\s*"meta": \[([^\]]*)\]/g)
  return [...entries]
    .filter(([, , , systems = '']) => systems.includes('linux'))
    .flatMap(([, title = '', command = ''], index): Collected[] => {
      const code = command
        .slice(1, -1)
        .replace(/\\(.)/gs, (_, sign: string) => ({ n: '\n', t: '\t', r: '' })[sign] ?? sign)
        .replaceAll('{ip}', '10.10.10.10')
        .replaceAll('{port}', '9001')
        .replaceAll('{shell}', 'sh')
      const language = languageOfBeginning(code)
      const name = `${index}-${title.replace(/\W+/g, '-')}`
      return language === undefined ? [] : [{ kind: 'core', language, name, code }]
    })
}

const BEGINNINGS: readonly [RegExp, string | undefined][] = [
  [/^(using System|module Main|import 'dart|<%|require "process")/, undefined],
  [/^<(\?|html)/, 'php'],
  [/^#include/, 'c'],
  [/^(public class|import java)/, 'java'],
  [/^(require\(|\(function)/, 'javascript'],
  [/^/, 'bash'],
]
const languageOfBeginning = (code: string) => BEGINNINGS.find(([beginning]) => beginning.test(code))?.[1]

const MOST_OF_ONE_STATE = 200

/** Small programs made by combining inputs, checks and statements; up to two hundred unsafe and two hundred safe ones. */
function readProgpilot(mirror: Mirror): Collected[] {
  const programs = mirror
    .paths('projects/tests/tests/vulntestsuite')
    .filter((path) => /\/CWE_(78|89|90|91)_/.test(path))
    .sort((one, other) => hashOf(one) - hashOf(other))
    .map((path): Collected => {
      const code = mirror.text(path)
      const kind = /^\s*(Uns|S)afe sample/m.exec(code)?.[1] === 'Uns' ? 'core' : 'mended'
      return { kind, language: 'php', name: nameOf(path), code }
    })
  return ['core', 'mended'].flatMap((kind) =>
    programs.filter((program) => program.kind === kind).slice(0, MOST_OF_ONE_STATE),
  )
}
