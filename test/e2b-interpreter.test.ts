import { type OutputMessage, type Result, Sandbox } from '@e2b/code-interpreter'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type E2bServer, startE2bServer } from './support/e2b-server.ts'

let server: E2bServer
let sandbox: Sandbox
const textIn = async (language: string, code: string, envs?: Record<string, string>) =>
  (await sandbox.runCode(code, { language, ...(envs && { envs }) })).text

beforeAll(async () => {
  server = await startE2bServer()
  sandbox = await Sandbox.create('code-interpreter-v1', { ...server.options, envs: { COLOUR: 'blue' } })
})
afterAll(() => server.close())

describe('code that the official SDK runs', () => {
  it('keeps its variables, is counted, and has the value of its last line', async () => {
    expect(await sandbox.runCode('x = 20')).toMatchObject({ results: [], executionCount: 1 })
    const { text, executionCount, results } = await sandbox.runCode('  x += 1\n  x * 2')
    expect([text, executionCount, results[0]?.isMainResult]).toEqual(['42', 2, true])
    expect(await textIn('python', '"it\'s"')).toBe("it's")
  })

  it('is reported as it happens, in order', async () => {
    const told: string[] = []
    // A line may come in several pieces.
    const tell = (kind: string) => (said: OutputMessage | Result) => {
      const text = 'line' in said ? said.line : (said.text ?? '')
      if ('line' in said && told.at(-1)?.startsWith(kind)) told.push(`${told.pop()}${text}`)
      else told.push(`${kind} ${text}`)
    }
    const code = 'import sys\nprint("one")\nprint("two", file=sys.stderr)\ndisplay(3)\nprint("four")\n5'
    const { logs } = await sandbox.runCode(code, {
      onStdout: tell('out'),
      onStderr: tell('err'),
      onResult: tell('result'),
    })
    expect(told).toEqual(['out one\n', 'err two\n', 'result 3', 'out four\n', 'result 5'])
    expect([logs.stdout.join(''), logs.stderr.join('')]).toEqual(['one\nfour\n', 'two\n'])
  })

  it('fails with the name, the message and the lines of its error', async () => {
    const errors: string[] = []
    const { error } = await sandbox.runCode('def f():\n    return 1 / 0\nf()', {
      onError: ({ name }) => void errors.push(name),
    })
    expect([error?.name, error?.value, errors]).toEqual([
      'ZeroDivisionError',
      'division by zero',
      ['ZeroDivisionError'],
    ])
    expect(error?.traceback).toMatch(/line 3, in <module>[\s\S]*line 2, in f[\s\S]*ZeroDivisionError/)
  })

  it.each([
    ['python', 'import os; os.getenv("COLOUR")', 'os.getcwd()'],
    ['javascript', 'process.env.COLOUR', 'process.cwd()'],
    ['ts', 'process.env.COLOUR as string', 'process.cwd()'],
    ['R', 'cat(Sys.getenv("COLOUR"))', 'cat(getwd())'],
    ['java', 'System.getProperty("COLOUR")', 'System.getProperty("user.dir")'],
    ['bash', 'echo "$COLOUR"', 'pwd'],
  ])('runs %s at home, with the variables of its sandbox and those of its call', async (language, ask, where) => {
    const said = async (code: string, envs: Record<string, string> = {}) => {
      const { text, logs } = await sandbox.runCode(code, { language, envs })
      return text ?? logs.stdout.join('').trim()
    }
    expect([await said(ask), await said(ask, { COLOUR: 'red' }), await said(ask)]).toEqual(['blue', 'red', 'blue'])
    expect(await said(where)).toBe('/home/user')
  })

  it.each([
    ['R', 'print("Hello")', ['[1] "Hello"\n']],
    ['java', 'System.out.println("Hello")', ['Hello', '\n']],
  ])('prints the lines of %s in the pieces that callers know', async (language, code, pieces) => {
    expect((await sandbox.runCode(code, { language })).logs.stdout).toEqual(pieces)
  })

  it('may await, import modules and have types in JavaScript, and run commands in Python', async () => {
    const code =
      "import { readFileSync } from 'fs'\nconst kind: string = typeof readFileSync\nawait Promise.resolve(kind)"
    expect(await textIn('js', code)).toBe('function')
    expect((await sandbox.runCode('!pwd')).logs.stdout.join('')).toBe('/home/user\n')
  })

  it('is refused in an unknown language', async () => {
    await expect(sandbox.runCode('1', { language: 'cobol' })).rejects.toThrow('500')
  })
})

describe('contexts', () => {
  it('exist from the start for Python and JavaScript, and new ones come last', async () => {
    const fresh = await Sandbox.create('code-interpreter-v1', server.options)
    const listed = await fresh.listCodeContexts()
    expect(listed.map(({ language, cwd }) => [language, cwd])).toEqual([
      ['python', '/home/user'],
      ['javascript', '/home/user'],
    ])
    const made = await fresh.createCodeContext({ language: 'ts', cwd: '/tmp' })
    expect(made).toMatchObject({ language: 'typescript', cwd: '/tmp' })
    expect((await fresh.listCodeContexts()).at(-1)).toEqual(made)
    await fresh.kill()
  })

  it('are independent, keep their id after a restart, and can be removed', async () => {
    const context = await sandbox.createCodeContext({ cwd: '/tmp' })
    await sandbox.runCode('y = 1; import os; print(os.getcwd())', { context })
    expect((await sandbox.runCode('y')).error?.value).toBe("name 'y' is not defined")
    expect((await sandbox.runCode('y', { context })).text).toBe('1')
    await sandbox.restartCodeContext(context)
    expect((await sandbox.runCode('y', { context })).error?.name).toBe('NameError')
    await sandbox.removeCodeContext(context.id)
    expect((await sandbox.listCodeContexts()).map(({ id }) => id)).not.toContain(context.id)
    for (const use of [
      sandbox.runCode('1', { context }),
      sandbox.removeCodeContext(context),
      sandbox.restartCodeContext(context),
    ])
      await expect(use).rejects.toThrow('not found')
  })

  it('are made again when a shared one was removed', async () => {
    const own = (await sandbox.listCodeContexts()).find(({ language }) => language === 'javascript')
    await sandbox.removeCodeContext(own?.id ?? '')
    expect(await textIn('js', '1 + 1')).toBe('2')
  })
})

it('a sandbox that is connected to again still has its variables', async () => {
  await sandbox.runCode('kept = "here"')
  const again = await Sandbox.connect(sandbox.sandboxId, server.options)
  expect((await again.runCode('kept')).text).toBe('here')
})

describe('programs inside of a sandbox', () => {
  const ask = `python3 -c 'import json, urllib.request
body = json.dumps({"code": "mine"}).encode()
print(urllib.request.urlopen("http://localhost:49999/execute", body).read().decode())'`

  it('find the same interpreters on port 49999 of their own', async () => {
    await sandbox.runCode('mine = "outside"')
    expect((await sandbox.commands.run(ask)).stdout).toContain('"text":"outside"')
  })

  it('cannot end the server there: when root ends every program, the next code has a fresh interpreter', async () => {
    await sandbox.commands.run('kill -9 -1', { user: 'root' }).catch(() => {})
    expect((await sandbox.commands.run(ask)).stdout).toContain('"name":"NameError"')
    expect((await sandbox.runCode('1 + 1')).text).toBe('2')
  })
})
