import { describe, expect, it } from 'vitest'
import { undisturbed } from '../src/sandbox/checks/host-pace.ts'
import { ADA, cellsIn, sessionsOfOneEngine } from './support/cells.ts'
import { withEngine } from './support/engine.ts'
import { withHome } from './support/temporary-home.ts'

const inSession = sessionsOfOneEngine()

describe('a session', () => {
  it('keeps variables, files, directory and environment from run to run', () =>
    inSession(
      async ({ cell }) => {
        await cell('import os\nx = {"a": [1, 2]}\nos.makedirs("deep"); os.chdir("deep")\nopen("f.txt", "w").write("1")')
        const { shown } = await cell('x, os.getcwd(), open("f.txt").read(), os.environ["WHO"]')
        expect(shown).toBe("({'a': [1, 2]}, '/workspace/deep', '1', 'ada')")
      },
      { request: { env: { WHO: 'ada' } } },
    ))

  it('is unchanged when an execution fails, and says how', () =>
    inSession(async ({ cell }) => {
      await cell('x = [1]\nopen("a", "w").write("old")')
      const failed = await cell('x.append(2)\ny = 1\nopen("a", "w").write("new")\nopen("b", "w").write("")\n1 / 0')
      expect(failed).toMatchObject({ outcome: 'failed', state: { kept: false, undo: 'copy' } })
      expect(failed.error).toMatchObject({ type: 'ZeroDivisionError', line: 5 })
      const { shown } = await cell('import os; x, "y" in globals(), open("a").read(), os.path.exists("b")')
      expect(shown).toBe("([1], False, 'old', False)")
    }))

  it('keeps the changes of a failed execution when transactions are off', () =>
    inSession(
      async ({ cell }) => {
        expect(await cell('x = 1\nopen("a", "w").write("")\n1 / 0')).toMatchObject({
          outcome: 'failed',
          state: { kept: true },
        })
        expect((await cell('import os; x, os.path.exists("a")')).shown).toBe('(1, True)')
      },
      { request: { transactions: false } },
    ))

  it('uses saved state where the living interpreter cannot be copied, and says why', () =>
    inSession(async ({ cell }) => {
      await cell(
        'import threading\nx = 1\nhold = threading.Event()\nthreading.Thread(target=hold.wait, daemon=True).start()',
      )
      const failed = await cell('x = 2\n1 / 0')
      expect(failed.state).toMatchObject({ kept: false, undo: 'saved', why: expect.stringMatching(/thread/) })
      expect((await cell('x')).shown).toBe('1')
    }))

  it('repairs a program from the same state, and keeps the repaired one alone', () =>
    withEngine({}, async ({ engine }) => {
      const { id } = await engine.sessions.create({}, ADA.userId)
      const cell = cellsIn(engine, id, { attempts: 3 })
      await cell('total = 10\nlog = []')
      const repaired = await cell('log.append("ran")\nprint(totl + 1)')
      expect(repaired).toMatchObject({ outcome: 'ok', stdout: '11\n', state: { kept: true } })
      expect((await cell('log')).shown).toBe("['ran']")
    }))

  it('outlives its interpreter: a crash undoes one execution, not the session', () =>
    inSession(async ({ cell }) => {
      await cell('x = 1')
      const crashed = await cell('x = 2\nimport os; os.kill(os.getpid(), 9)')
      expect(crashed).toMatchObject({ outcome: 'failed', state: { kept: false } })
      expect((await cell('x')).shown).toBe('1')
    }))

  it('restores an interpreter that died while nobody used it', () =>
    undisturbed(400, () =>
      inSession(async ({ engine, id, cell }) => {
        await cell('x = 1')
        const dying =
          'import os, threading, time\nthreading.Thread(target=lambda: (time.sleep(0.3), os._exit(3))).start()'
        expect(await cell(dying)).toMatchObject({ outcome: 'ok' })
        await new Promise((resolve) => setTimeout(resolve, 700))
        expect((await cell('x')).shown).toBe('1')
        expect(await cell(dying)).toMatchObject({ outcome: 'ok' })
        await new Promise((resolve) => setTimeout(resolve, 700))
        expect(await engine.sessions.variables.get(id, ADA, { language: 'python', name: 'x' })).toMatchObject({
          value: 1,
        })
        expect(await cell(dying)).toMatchObject({ outcome: 'ok' })
        await new Promise((resolve) => setTimeout(resolve, 700))
        await engine.sessions.memory.unload(id)
        expect((await cell('x')).shown).toBe('1')
      }),
    ))

  it('restores an interpreter that something else has ended while it waited', () =>
    undisturbed(500, () =>
      inSession(async ({ cell }) => {
        await cell('x = 1')
        const ended = 'import os; os.system(f"(sleep 0.3; kill -9 {os.getpid()}) > /dev/null 2>&1 &")'
        expect(await cell(ended)).toMatchObject({ outcome: 'ok' })
        await new Promise((resolve) => setTimeout(resolve, 800))
        expect(await cell('x')).toMatchObject({ outcome: 'ok', shown: '1' })
      }),
    ))

  it('comes back after the engine was closed, with everything that could be saved, and names the rest', () =>
    withHome(async (home) => {
      const id = await withEngine({ home }, async ({ engine }) => {
        const made = await engine.sessions.create({ metadata: { for: 'test' } }, ADA.userId)
        const cell = cellsIn(engine, made.id)
        const { state } = await cell(
          'def twice(n): return 2 * n\nnumbers = (n for n in range(3))\nopen("f", "w").write("kept")',
        )
        expect(state?.lost).toMatchObject([{ what: 'numbers', language: 'python', why: expect.any(String) }])
        return made.id
      })
      await withEngine({ home }, async ({ engine }) => {
        expect(await engine.sessions.get(id, ADA.userId)).toMatchObject({
          status: 'saved',
          executions: 1,
          metadata: { for: 'test' },
          lost: [{ what: 'numbers' }],
        })
        expect((await cellsIn(engine, id)('twice(21), open("f").read(), "numbers" in globals()')).shown).toBe(
          "(42, 'kept', False)",
        )
      })
    }))

  it('holds several languages at once, each with its own state', () =>
    inSession(async ({ engine, id, cell }) => {
      await cell('x = "python"')
      await cell('x=bash; echo from bash > shared.txt', 'bash')
      await cell('create table x(n); insert into x values (7)', 'sql')
      expect((await cell('x, open("shared.txt").read()')).shown).toBe("('python', 'from bash\\n')")
      expect((await cell('echo $x', 'bash')).stdout).toBe('bash\n')
      await engine.sessions.memory.unload(id)
      expect((await engine.sessions.get(id, ADA.userId)).languages).toEqual(['bash', 'python', 'sql'])
      expect((await cell('select n from x', 'sql')).shown).toContain('7')
      expect((await cell('echo $x', 'bash')).stdout).toBe('bash\n')
    }))

  it('runs the blocks of an answer one after the other, each with the results of those before it', () =>
    inSession(async ({ engine, id, cell }) => {
      const fence = (language: string, code: string) => `\n\n\`\`\`${language}\n${code}\n\`\`\`\n`
      const text = ['x = 5\nopen("n.txt", "w").write(str(x))', 'cat n.txt', 'print(x + 1)', 'x = 99\n1 / 0']
        .map((code, n) => `Step ${n}:${fence(n === 1 ? 'bash' : 'python', code)}`)
        .join('\n')
      const { outcome, blocks } = await (await engine.run({ text, session: id, options: { attempts: 1 } }, ADA)).result
      expect(outcome).toBe('failed')
      expect(blocks.map((block) => [block.outcome, block.attempts[0]?.stdout, block.attempts[0]?.state?.kept])).toEqual(
        [
          ['ok', '', true],
          ['ok', '5', true],
          ['ok', '6\n', true],
          ['failed', '', false],
        ],
      )
      expect((await cell('x')).shown).toBe('5')
    }))

  it('runs programs of languages without living interpreters among its files', () =>
    inSession(async ({ engine, id, cell }) => {
      await cell('open("n.txt", "w").write("20")')
      const perl = 'open(F, "n.txt"); $n = <F>; open(G, ">m.txt"); print G $n + 1; close(G); print "done"'
      expect(await cell(perl, 'perl')).toMatchObject({ outcome: 'ok', stdout: 'done' })
      expect((await cell('open("m.txt").read()')).shown).toBe("'21'")
      const files = await engine.sessions.files.list(id, ADA, { path: '', depth: 1 })
      expect(files.map(({ path }) => path).sort()).toEqual(['m.txt', 'n.txt'])
    }))

  it('is changed and read from outside, and a change is safe once it is answered', () =>
    withHome(async (home) => {
      const id = await withEngine({ home }, async ({ engine }) => {
        const { sessions } = engine
        const made = await sessions.create({}, ADA.userId)
        await sessions.variables.set(made.id, ADA, { language: 'python', name: 'rows', value: [{ n: 1 }] })
        await sessions.files.write(made.id, ADA, { path: 'in/data.csv', content: Buffer.from('a,b\n') })
        await sessions.memory.discard(made.id)
        return made.id
      })
      await withEngine({ home }, async ({ engine: { sessions } }) => {
        const value = await sessions.variables.get(id, ADA, { language: 'py', name: 'rows' })
        expect(value).toMatchObject({ value: [{ n: 1 }], language: 'python' })
        expect(Buffer.from(await sessions.files.read(id, ADA, 'in/data.csv')).toString()).toBe('a,b\n')
        await expect(sessions.files.read(id, ADA, '../etc/passwd')).rejects.toMatchObject({ code: 'PATH_REFUSED' })
        await expect(sessions.variables.get(id, ADA, { language: 'python', name: 'no' })).rejects.toMatchObject({
          code: 'VARIABLE_NOT_FOUND',
        })
      })
    }))

  it('remembers its executions', () =>
    inSession(async ({ engine, id, cell }) => {
      await cell('x = 1')
      await cell('nope')
      const history = await engine.sessions.history(id, ADA.userId, { limit: 10 })
      expect(history).toMatchObject([
        { n: 1, code: 'x = 1', outcome: 'ok', language: 'python', runId: expect.stringMatching(/^run/) },
        { n: 2, code: 'nope', outcome: 'failed' },
      ])
    }))

  it('refuses options that were fixed when it was made, and other users', () =>
    inSession(async ({ engine, id }) => {
      const run = (options: object, userId = 'ada') =>
        engine.run({ code: '1', language: 'python', session: id, options }, { userId })
      await expect(run({ limits: { memoryMb: 64 } })).rejects.toMatchObject({ code: 'SESSION_LIMITS' })
      await expect(run({ network: { allow: ['example.org'] } })).rejects.toMatchObject({ code: 'SESSION_LIMITS' })
      await expect(run({ parallel: true })).rejects.toMatchObject({ code: 'UNSUPPORTED' })
      await expect(run({}, 'ben')).rejects.toMatchObject({ code: 'SESSION_NOT_FOUND' })
    }))

  it('is used by one run at a time, in order', () =>
    inSession(async ({ cell }) => {
      await cell('log = []')
      await Promise.all([1, 2, 3, 4].map((n) => cell(`import time; time.sleep(0.02); log.append(${n})`)))
      expect((await cell('log')).shown).toBe('[1, 2, 3, 4]')
    }))
})

describe('an idle session', () => {
  it('is frozen, then saved and unloaded, and loaded again for the next run', () =>
    undisturbed(400, () =>
      inSession(
        async ({ engine, id, cell }) => {
          await cell('x = 1')
          const status = async () => (await engine.sessions.get(id, ADA.userId)).status
          await expect.poll(status).toBe('frozen')
          expect((await cell('x')).shown).toBe('1')
          await expect.poll(status).toBe('saved')
          expect((await cell('x')).shown).toBe('1')
          expect(await status()).toBe('active')
        },
        { env: { ANNEAL_SESSION_FREEZE_MS: '400', ANNEAL_SESSION_UNLOAD_MS: '2000' } },
      ),
    ))

  it('makes room for another one when there are too many, the one that was idle longest first', () =>
    withEngine({ env: { ANNEAL_ACTIVE_SESSIONS: '2' } }, async ({ engine }) => {
      const ids = []
      for (const n of [0, 1, 2]) {
        const { id } = await engine.sessions.create({}, ADA.userId)
        await cellsIn(engine, id)(`x = ${n}`)
        ids.push(id)
      }
      const statuses = await Promise.all(ids.map(async (id) => (await engine.sessions.get(id, ADA.userId)).status))
      expect(statuses).toEqual(['saved', 'active', 'active'])
      expect((await cellsIn(engine, ids[0] ?? '')('x')).shown).toBe('0')
    }))

  it('is removed after a day; its checkpoints stay', () => {
    let now = Date.now()
    return withEngine({ overrides: { clock: () => now } }, async ({ engine }) => {
      const { sessions } = engine
      const { id, expiresAt } = await sessions.create({}, ADA.userId)
      await cellsIn(engine, id)('x = 1')
      const { id: checkpoint } = await sessions.checkpoints.create(id, ADA)
      await sessions.memory.unload(id)
      now = (expiresAt ?? 0) - 60_000
      await sessions.look()
      expect(await sessions.get(id, ADA.userId)).toMatchObject({ status: 'saved', executions: 1 })
      now += 3_600_000
      await sessions.look()
      await expect(sessions.get(id, ADA.userId)).rejects.toMatchObject({ code: 'SESSION_NOT_FOUND' })
      const { id: branch } = await sessions.checkpoints.branch(checkpoint, ADA.userId)
      expect((await cellsIn(engine, branch)('x')).shown).toBe('1')
    })
  })
})
