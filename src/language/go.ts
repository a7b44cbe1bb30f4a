import type { ProgramError } from '../contract/diagnosis.ts'
import { COMPILED } from './compiled.ts'
import { withExpression } from './error/with-expression.ts'
import type { Language } from './language.ts'

export const go: Language = {
  id: 'go',
  aliases: ['golang'],
  extensions: ['go'],
  fileName: 'main.go',
  compile: {
    command: ['/usr/bin/go', 'build', '-o', COMPILED, '.'],
    errorOf: ({ stderr, code }) => withExpression(readCompiler(stderr), code),
  },
  command: [COMPILED],
  env: {
    GOCACHE: '/tmp/go-cache',
    GOPATH: '/tmp/go',
    // Go uses a go.mod of the workspace, if there is one.
    GO111MODULE: 'auto',
    GOFLAGS: '-buildvcs=false',
    GOPROXY: 'off',
    GOTOOLCHAIN: 'local',
    CGO_ENABLED: '0',
    // One compiler per core of a large host would not fit into the limits of a sandbox.
    GOMAXPROCS: '2',
  },
  reservedMb: 0,
  requires: '/usr/bin/go',
  package: 'golang-go',
  isExpected: false,
  errorOf: ({ stderr, code }) => withExpression(readPanic(stderr), code),
}

function readCompiler(stderr: string): ProgramError | undefined {
  const [, line, column, message] = /^(?:\.\/)?main\.go:(\d+):(\d+): (.*)$/m.exec(stderr) ?? []
  if (message === undefined) return undefined
  const type = message.startsWith('syntax error') ? 'SyntaxError' : 'CompileError'
  return { type, message, line: Number(line), column: Number(column) }
}

function readPanic(stderr: string): ProgramError | undefined {
  const [, kind, message] = /^(panic|fatal error): (.*)$/m.exec(stderr) ?? []
  if (message === undefined) return undefined
  const line = Number(/^\t\/workspace\/main\.go:(\d+)/m.exec(stderr)?.[1])
  const type = kind === 'panic' ? 'Panic' : 'FatalError'
  return line ? { type, message, line } : { type, message }
}
