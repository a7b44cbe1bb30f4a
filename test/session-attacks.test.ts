import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { ADA, cellsIn, sessionsOfOneEngine } from './support/cells.ts'
import { eachRoute } from './support/each-route.ts'
import { type TestEngine, withEngine } from './support/engine.ts'
import { expectError } from './support/expect-error.ts'
import { inOneEngine } from './support/one-engine.ts'

const inEngine = inOneEngine()

const inSession = sessionsOfOneEngine()

/** A session of ada's with a checkpoint, and a volume. */
async function belongings({ engine }: TestEngine) {
  const volume = 'adas-notes'
  await engine.volumes.create('ada', { name: volume })
  const { id } = await engine.sessions.create({ volumes: [{ name: volume }] }, 'ada')
  await cellsIn(engine, id)('secret = 1; open("file", "w").write("secret")')
  const { id: checkpoint } = await engine.sessions.checkpoints.create(id, ADA)
  return { sessionId: id, checkpointId: checkpoint, other: checkpoint, volume }
}

/** A surviving process goes on writing for three seconds. */
const PATRICIDE_OF_PYTHON = `import os, time
os.kill(os.getppid(), 9)
for _ in range(30):
    time.sleep(0.1)
    open('late', 'a').write('x')`
const PATRICIDE_OF_NODE = `const fs = require('fs')
process.kill(process.ppid, 'SIGKILL')
for (let n = 0; n < 30; n++) { await new Promise((done) => setTimeout(done, 100)); fs.appendFileSync('late', 'x') }`
const PATRICIDE_OF_BASH = 'kill -9 $PPID; for n in {1..30}; do sleep 0.1; echo x >> late; done'

describe('attacks on stored things', () => {
  it('users apart: the session, checkpoint and volume of one user do not exist for another, by any route', () =>
    inEngine(async (tools) => {
      const own = await belongings(tools)
      const before = await tools.engine.sessions.get(own.sessionId, 'ada')
      const fill = (path: string) =>
        path
          .replace('/volumes/{name}', `/volumes/${own.volume}`)
          .replace('{name}', 'secret')
          .replace(/\{(sessionId|checkpointId|other)\}/g, (_, name: keyof typeof own) => own[name])
      const naming = eachRoute(tools).filter(({ path }) => /\{(sessionId|checkpointId)\}|volumes\/\{name\}/.test(path))
      expect(naming.length).toBeGreaterThan(20)
      for (const { path, method, name } of naming) {
        for (const key of [tools.keys.ben, tools.keys.admin]) {
          const response = await tools.call(`${fill(path)}${queryOf(path, method)}`, {
            key,
            method,
            ...bodyOf(path, method),
          })
          const { error } = (await response.json()) as { error: { code: string } }
          expect({ name, code: error.code, status: response.status }).toMatchObject({
            code: expect.stringMatching(/^(SESSION|CHECKPOINT|VOLUME)_NOT_FOUND$/),
            status: 404,
          })
        }
      }
      const mount = { body: { volumes: [{ name: own.volume }] }, key: tools.keys.ben }
      await expectError(await tools.call('/v1/sessions', mount), 'VOLUME_NOT_FOUND')
      const run = { body: { code: '1', language: 'python', session: own.sessionId }, key: tools.keys.ben }
      await expectError(await tools.call('/v1/runs', run), 'SESSION_NOT_FOUND')
      expect(await tools.engine.sessions.get(own.sessionId, 'ada')).toMatchObject({ executions: before.executions })
    }))

  it.each([
    ['python', PATRICIDE_OF_PYTHON, 'import os, time; time.sleep(1); print(os.listdir())', '[]\n'],
    [
      'javascript',
      PATRICIDE_OF_NODE,
      'await new Promise((done) => setTimeout(done, 1000)); console.log(fs.readdirSync("."))',
      '[]\n',
    ],
    ['bash', PATRICIDE_OF_BASH, 'sleep 1; ls', ''],
  ])(
    'patricide: %s code that kills the keeper of its interpreter is ended with it, and writes nothing afterwards',
    async (language, code, look, nothing) =>
      inSession(async ({ cell }) => {
        expect((await cell(code, language)).outcome).toBe('failed')
        expect(await cell(look, language)).toMatchObject({ outcome: 'ok', stdout: nothing })
      }),
  )

  it('pickle bomb: saved variables act only inside of the sandbox when they are loaded', () =>
    inEngine(async ({ engine }) => {
      const canary = join(mkdtempSync(join(tmpdir(), 'canary-')), 'canary')
      writeFileSync(canary, 'alive')
      const { id } = await engine.sessions.create({}, 'ada')
      const run = cellsIn(engine, id)
      const spoil = `rm -f ${canary}; touch /workspace/exploded`
      const bomb = `class Bomb:\n  def __reduce__(self):\n    import os\n    return (os.system, (${JSON.stringify(spoil)},))\nbomb = Bomb(); kept = 41`
      await run(bomb)
      await engine.sessions.memory.unload(id)
      const { outcome, stdout } = await run('import os\nprint(kept, os.path.exists("/workspace/exploded"))')
      expect({ outcome, stdout }).toMatchObject({ outcome: 'ok', stdout: '41 True\n' })
      const { id: checkpoint } = await engine.sessions.checkpoints.create(id, ADA)
      await engine.sessions.checkpoints.show(checkpoint, 'ada')
      await engine.sessions.checkpoints.diff({ from: checkpoint, to: checkpoint }, ADA)
      expect(readFileSync(canary, 'utf8')).toBe('alive')
      rmSync(join(canary, '..'), { recursive: true })
    }))

  it('planted links, pipes and sockets: saving and restoring follow none of them and wait for none', () =>
    inEngine(async ({ engine, home }) => {
      const { id } = await engine.sessions.create({}, 'ada')
      const cell = cellsIn(engine, id)
      const run = (code: string) => cell(code, 'bash')
      await run(
        `ln -s ${home}/anneal.db database; ln -s /etc shadow; ln -s . loop; ln -s /workspace/a a; mkdir real; echo 1 > real/file
ln real/file hard; mkfifo pipe; python3 -c 'import socket; socket.socket(socket.AF_UNIX).bind("socket")'`,
      )
      const { id: checkpoint } = await engine.sessions.checkpoints.create(id, ADA)
      const { tree, lost } = await engine.sessions.checkpoints.show(checkpoint, 'ada')
      expect(tree.map(({ path, type }) => `${path} ${type}`)).toEqual([
        ...['a symlink', 'database symlink', 'hard file', 'loop symlink'],
        ...['real directory', 'real/file file', 'shadow symlink'],
      ])
      expect(lost.map(({ what }) => what).sort()).toEqual(['pipe', 'socket'])
      // Links stand in the places of files to be restored, and the other way round.
      await run(
        'rm -r real; ln -s /tmp real; mkdir /tmp/there; rm shadow loop; mkdir shadow; echo 2 > shadow/passwd; mkfifo loop',
      )
      await engine.sessions.checkpoints.restore(checkpoint, ADA)
      const { stdout } = await run('readlink shadow loop a; cat real/file; ls /tmp/there; ls -A /tmp | grep -c file')
      expect(stdout).toBe('/etc\n.\n/workspace/a\n1\n0\n')
      await engine.sessions.memory.unload(id)
      expect((await run('readlink database shadow; cat real/file')).stdout).toBe(`${home}/anneal.db\n/etc\n1\n`)
      await expect(engine.sessions.files.read(id, ADA, 'database')).rejects.toMatchObject({
        code: expect.stringMatching(/^(PATH|FILE)_/),
      })
    }))

  it('bombs: a session is unchanged after one of processes or memory, and goes on', () =>
    // Guard would block most of these attacks.
    withEngine({ env: { ANNEAL_SECURITY_CHECK: 'false' } }, async ({ engine }) => {
      const { id } = await engine.sessions.create({ limits: { memoryMb: 200, timeoutMs: 5000 } }, 'ada')
      const run = cellsIn(engine, id)
      await run('import os\nkept = [1, 2]; open("kept", "w").write("kept")')
      const bombs = [
        'kept.append(3); os.remove("kept")\nwhile True: os.fork()',
        'kept.append(3); os.remove("kept")\nimport subprocess\nwhile True: subprocess.Popen(["sleep", "100"])',
        'kept.append(3); os.remove("kept")\nx = []\nwhile True: x.append(bytearray(10_000_000))',
        'kept.append(3); os.remove("kept")\nimport threading, time\nwhile True: threading.Thread(target=time.sleep, args=(100,)).start()',
      ]
      for (const bomb of bombs) {
        expect((await run(bomb)).outcome, bomb).toBe('failed')
        expect(await run('print(kept, open("kept").read(), os.listdir())'), bomb).toMatchObject({
          outcome: 'ok',
          stdout: "[1, 2] kept ['kept']\n",
        })
      }
    }))

  it('fresh randomness: sessions from one state draw other numbers, in other sandboxes, with the same limits', () =>
    inEngine(async ({ engine }) => {
      const { id } = await engine.sessions.create({ limits: { memoryMb: 300 } }, 'ada')
      await cellsIn(engine, id)('import random, uuid\nrandom.seed(7)')
      const { id: checkpoint } = await engine.sessions.checkpoints.create(id, ADA)
      const branches = [1, 2].map(() => engine.sessions.checkpoints.branch(checkpoint, 'ada'))
      const ids = [id, ...(await Promise.all(branches)).map((branch) => branch.id)]
      const draw = 'print(random.random(), uuid.uuid4())'
      const draws = []
      for (const one of ids) draws.push((await cellsIn(engine, one)(draw)).stdout)
      await engine.sessions.checkpoints.restore(checkpoint, ADA)
      draws.push((await cellsIn(engine, id)(draw)).stdout)
      await engine.sessions.memory.unload(id)
      await engine.sessions.checkpoints.restore(checkpoint, ADA)
      draws.push((await cellsIn(engine, id)(draw)).stdout)
      expect(new Set(draws.flatMap((line) => line.trim().split(' '))).size).toBe(2 * draws.length)
      const sandboxes = ids.map((one) => engine.sessions.memory.loaded(one)?.live)
      expect(new Set(sandboxes.map((live) => live?.id)).size).toBe(ids.length)
      expect(sandboxes.map((live) => live?.limits.memoryMb)).toEqual([300, 300, 300])
    }))

  it('hygiene: nothing that one session left anywhere in its sandbox is there for another user', () =>
    inEngine(async ({ engine }) => {
      const litter = `mkdir -p /tmp/mark ~/mark; echo mark > /tmp/mark/file; echo mark > /dev/shm/mark; export MARK=mark
(setsid sleep 1000.7 &) ; echo mark > mark; cd /tmp/mark`
      const look = `ls -A /workspace /tmp /dev/shm ~ | grep mark; env | grep MARK; pwd; pgrep -fc 'sleep 1000.7'; true`
      for (let round = 0; round < 10; round++) {
        const ada = await engine.sessions.create({}, 'ada')
        await cellsIn(engine, ada.id)(litter, 'bash')
        if (round % 2 === 0) await engine.sessions.remove(ada.id, 'ada')
        const ben = await engine.sessions.create({}, 'ben')
        expect((await cellsIn(engine, ben.id, { owner: { userId: 'ben' } })(look, 'bash')).stdout).toBe(
          '/workspace\n0\n',
        )
        await engine.sessions.remove(ben.id, 'ben')
      }
    }))
})

const UPLOADS = /\/file$|\/archive$/

/** A body that lets a route get as far as looking up the owner. */
function bodyOf(path: string, method: string): { body?: unknown; headers?: Record<string, string> } {
  if (UPLOADS.test(path) && method === 'PUT')
    return { body: new Uint8Array([1]), headers: { 'content-type': 'application/octet-stream' } }
  if (method === 'GET' || method === 'DELETE') return {}
  if (path.endsWith('/variables/{name}')) return { body: { language: 'python', value: 1 } }
  if (path.endsWith('/directories')) return { body: { path: 'x' } }
  if (path.endsWith('/move')) return { body: { from: 'x', to: 'y' } }
  if (method === 'PUT' && path.endsWith('{sessionId}')) return { body: { metadata: {} } }
  return { body: {} }
}

function queryOf(path: string, method: string): string {
  if (path.endsWith('/file')) return '?path=file'
  if (path.endsWith('/variables/{name}') && method === 'GET') return '?language=python'
  if (path.endsWith('/attributes')) return '?language=python&of=x'
  return ''
}
