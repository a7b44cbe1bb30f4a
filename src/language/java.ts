import type { ProgramError } from '../contract/diagnosis.ts'
import { withExpression } from './error/with-expression.ts'
import type { Language, Program } from './language.ts'

const CLASSES = '/tmp/classes'
/** Few threads and no files of its own: without these the virtual machine sizes itself by the whole host. */
const SMALL = [
  '-XX:+UseSerialGC',
  '-XX:TieredStopAtLevel=1',
  '-XX:ActiveProcessorCount=2',
  '-XX:-UsePerfData',
  '-Xms16m',
]

export const java: Language = {
  id: 'java',
  aliases: ['jdk'],
  extensions: ['java'],
  ...namesIn('class Main {}'),
  namesIn,
  reservedMb: 0,
  requires: '/usr/bin/javac',
  package: 'default-jdk-headless',
  isExpected: false,
  errorOf: ({ stderr, code }) => withExpression(readException(stderr.split('\n'), namesIn(code).fileName), code),
}

/** The file is named after its public class, and the class with `main` is started. */
function namesIn(code: string): Program {
  const own = withoutComments(code)
  const name =
    /^[^\S\n]*public\s+(?:(?:abstract|final|sealed|strictfp)\s+)*(?:class|interface|enum|record)\s+(\w+)/m.exec(
      own,
    )?.[1]
  const before = own.slice(0, Math.max(0, own.search(/\bstatic\s+(?:final\s+)?void\s+main\s*\(/)))
  const starts = [
    ...before.matchAll(/^(?:public\s+|final\s+|abstract\s+)*(?:class|interface|enum|record)\s+(\w+)/gm),
  ].at(-1)?.[1]
  const inPackage = /^\s*package\s+([\w.]+)\s*;/m.exec(own)?.[1]
  const fileName = `${name ?? 'Main'}.java`
  const main = starts ?? name ?? 'Main'
  return {
    fileName,
    compile: {
      command: [
        '/usr/bin/javac',
        ...SMALL.map((option) => `-J${option}`),
        '-encoding',
        'UTF-8',
        '-d',
        CLASSES,
        fileName,
      ],
      errorOf: ({ stderr }) => withExpression(readCompiler(stderr.split('\n'), fileName), code),
    },
    command: ['/usr/bin/java', ...SMALL, '-cp', CLASSES, inPackage ? `${inPackage}.${main}` : main],
  }
}

function withoutComments(code: string): string {
  return code.replace(/\/\*[\s\S]*?\*\/|\/\/[^\n]*/g, '')
}

function readCompiler(lines: string[], fileName: string): ProgramError | undefined {
  const told = /^(\w+\.java):(\d+): error: (.*)$/
  const at = lines.findIndex((line) => told.exec(line)?.[1] === fileName)
  const [, , line, message] = told.exec(lines[at] ?? '') ?? []
  if (message === undefined) return undefined
  const marker = lines.slice(at + 1, at + 4).find((shown) => /^\s*\^$/.test(shown))
  // The lines below `cannot find symbol` name the symbol.
  const symbol = /^ *symbol: +\w+ (\w+)/.exec(
    lines.slice(at + 1, at + 5).find((shown) => /^ *symbol:/.test(shown)) ?? '',
  )?.[1]
  const error = { type: 'CompileError', message, line: Number(line), ...(symbol && { expression: symbol }) }
  return marker === undefined ? error : { ...error, column: marker.length }
}

function readException(lines: string[], fileName: string): ProgramError | undefined {
  const told = /^Exception in thread "[^"]*" ([\w.$]+)(?:: (.*))?$/
  const at = lines.findIndex((line) => told.test(line))
  const [, type, message = ''] = told.exec(lines[at] ?? '') ?? []
  if (type === undefined) return undefined
  const frame = lines.slice(at + 1).find((line) => /^\s+at /.test(line) && line.includes(`(${fileName}:`))
  const line = Number(/:(\d+)\)$/.exec(frame ?? '')?.[1])
  return line ? { type, message, line } : { type, message }
}
