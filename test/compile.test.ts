import { afterAll, beforeAll, expect, it } from 'vitest'
import { c } from '../src/language/c.ts'
import { createExecute } from '../src/pipeline/execute/execute.ts'
import { undisturbed } from '../src/sandbox/checks/host-pace.ts'
import { createPackageMounts } from '../src/sandbox/host/package-mounts.ts'
import { createJail } from '../src/sandbox/jail/jail.ts'
import { openProgramRunner } from './support/program-runner.ts'

let runner: Awaited<ReturnType<typeof openProgramRunner>>
beforeAll(async () => {
  runner = await openProgramRunner()
})
afterAll(() => runner.close())

it('the compiler’s output is not the output of the program', async () => {
  const code = '#warning "look here"\n#include <stdio.h>\nint main(void) { puts("out"); }'
  const ran = await runner.run('c', { code })
  expect(ran).toMatchObject({ stdout: 'out\n', stderr: expect.stringContaining('look here'), exitCode: 0 })
})

it('a program that does not compile is not run, and says so', async () => {
  const ran = await runner.run('c', { code: '#include <stdio.h>\nint main(void) { puts("out"); return nope; }' })
  expect(ran).toMatchObject({ stdout: '', endedBy: 'exit', exitCode: 1, error: { type: 'CompileError', line: 2 } })
  expect(ran.durationMs).toBe(ran.compileMs)
})

it('compile time is reported apart from run time, and counts towards the total', async () => {
  const ran = await runner.run('c', { code: '#include <unistd.h>\nint main(void) { usleep(300000); }' })
  expect(ran.compileMs).toBeGreaterThan(0)
  expect((ran.durationMs ?? 0) - (ran.compileMs ?? 0)).toBeGreaterThan(290)
  expect((await runner.run('bash', { code: 'true' })).compileMs).toBeUndefined()
})

it('the time limit holds for compiling and running together', () =>
  undisturbed(1500, async () => {
    const inRun = await runner.run('c', { code: 'int main(void) { for (;;); }', timeoutMs: 4000 })
    expect(inRun.endedBy).toBe('timeout')
    expect(inRun.durationMs).toBeLessThan(5500)
    const inCompiler = await runner.run('cpp', { code: '#include <regex>\nint main() {}', timeoutMs: 100 })
    expect([inCompiler.endedBy, inCompiler.exitCode]).toEqual(['timeout', null])
  }))

it('all sources of the workspace are compiled together', async () => {
  const ran = await runner.run('c', {
    code: '#include <stdio.h>\n#include "twice.h"\nint main(void) { printf("%d\\n", twice(21)); }',
    files: { 'twice.c': 'int twice(int n) { return 2 * n; }', 'twice.h': 'int twice(int n);' },
  })
  expect(ran.stdout, ran.stderr).toBe('42\n')
})

it('a Java program may be in any class, in a package, with others beside it', async () => {
  const ran = await runner.run('java', {
    code: 'package app;\nimport app.model.Pair;\nrecord Helper(int n) {}\npublic class Start {\n  public static void main(String[] args) {\n    System.out.println(new Pair(1, 2).sum() + new Helper(3).n());\n  }\n}',
    files: {
      'app/model/Pair.java':
        'package app.model;\npublic record Pair(int a, int b) { public int sum() { return a + b; } }',
    },
  })
  expect(ran.stdout, ran.stderr).toBe('6\n')
})

it('a language whose interpreter is missing names the package to install', async () => {
  const cobol = {
    ...c,
    id: 'cobol',
    compile: { ...c.compile, command: ['/usr/bin/cobc', 'main.c'], errorOf: () => undefined },
  }
  const language = { ...cobol, requires: '/usr/bin/cobc', package: 'gnucobol' }
  const sandbox = createJail({ execPath: process.execPath, newSandboxId: () => 'none', cgroups: undefined })
  const limits = {
    timeoutMs: 5000,
    memoryMb: 64,
    cpuPercent: 100,
    processes: 8,
    openFiles: 64,
    outputBytes: 1000,
    diskMb: 1,
  }
  const execute = createExecute({ sandbox, finish: () => {}, packageMounts: async () => [] })
  const admission = { takeSlot: async () => () => {} }
  const execution = { block: 0, attempt: 1, code: 'x', language, limits, admission, request: {} }
  const context = { emit: () => '', signal: new AbortController().signal, cause: '' }
  await expect(execute(execution, context)).rejects.toMatchObject({
    code: 'LANGUAGE_MISSING',
    hint: 'Install it: apt-get install -y gnucobol',
  })
})

it('a language whose npm package is missing names it', async () => {
  const mounts = createPackageMounts({ execPath: process.execPath, target: '/opt/none' })
  await expect(mounts({ id: 'none', packages: { names: ['@anneal/none'] } })).rejects.toMatchObject({
    code: 'LANGUAGE_MISSING',
    hint: 'Install it: npm install @anneal/none',
  })
})
