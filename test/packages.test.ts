import { chmodSync, existsSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { withRegistry } from './support/npm-registry.ts'
import { oneEngine } from './support/one-engine.ts'
import { writeWheels } from './support/wheels.ts'

const tools = oneEngine({ env: { ANNEAL_WARM_SANDBOXES: '1' } })

const WHEELS = [
  {
    name: 'annealgreeting',
    version: '1.0',
    code: 'import annealword\nWORD = annealword.WORD\n',
    needs: ['annealword'],
  },
  { name: 'annealword', version: '2.1', code: 'WORD = "hello"\n' },
  { name: 'annealother', version: '1.0', code: 'WORD = "other"\n' },
]
const wheels = () => writeWheels(join(tools().home, 'wheels'), WHEELS)

const told = async (answer: Response) => JSON.parse(await answer.text())

async function run(request: object) {
  const answer = await tools().call('/v1/runs', { body: { options: { attempts: 1 }, ...request } })
  const { blocks = [], ...rest } = await told(answer)
  return { ...rest, block: blocks.at(-1), attempt: blocks.at(-1)?.attempts[0] }
}
const python = (code: string, more: object = {}) => run({ code, language: 'python', ...more })
const asAdmin = (method: string, body: object) =>
  tools().call('/v1/packages', { method, body, key: tools().keys.admin })

describe('packages', () => {
  it('that are missing are reported in one line with the command that adds them', async () => {
    const line = 'annealgreeting is not installed here; an operator can add it with: anneal packages add annealgreeting'
    expect((await python('import annealgreeting')).attempt.error.explanation).toBe(line)
    const asked = await python('1', { packages: ['annealgreeting'] })
    expect(asked.error).toMatchObject({ code: 'PACKAGE_MISSING', message: `${line}.` })
    const text = 'First:\n\n```bash\npip install annealgreeting\n```\n'
    expect((await run({ text })).block).toMatchObject({ executable: false, reason: line })
    const npm = await run({ code: 'import "annealchunk"', language: 'javascript' })
    expect(npm.attempt.error.explanation).toMatch(/^annealchunk is not .*: anneal packages add --npm annealchunk$/)
  })

  it('are added and removed by an admin alone', async () => {
    const body = { names: ['annealword'] }
    for (const method of ['POST', 'DELETE'])
      expect((await tools().call('/v1/packages', { method, body })).status).toBe(403)
  })

  it('can be imported at once by programs and new sessions when they are added, and not by a session that lives', async () => {
    const living = await told(await tools().call('/v1/sessions', { body: {} }))
    expect((await python('1', { session: living.id })).outcome).toBe('ok')
    expect((await python('1')).outcome).toBe('ok')
    const added = await asAdmin('POST', { names: ['annealgreeting'], from: wheels() })
    expect((await told(added)).packages.slice(0, 2)).toEqual([
      { name: 'annealgreeting', version: '1.0', language: 'python', origin: 'added' },
      { name: 'annealword', version: '2.1', language: 'python', origin: 'dependency' },
    ])
    const program = 'import annealgreeting; print(annealgreeting.WORD)'
    expect((await python(program, { packages: ['AnnealGreeting'] })).attempt.stdout).toBe('hello\n')
    const fresh = await told(await tools().call('/v1/sessions', { body: {} }))
    expect((await python(program, { session: fresh.id })).attempt.stdout).toBe('hello\n')
    expect((await python(program, { session: living.id })).attempt.error.type).toBe('ModuleNotFoundError')
  })

  it('serve a program that installs them itself, in a shell and in a notebook', async () => {
    const shell = await run({ code: 'pip install annealgreeting\necho "status $?"', language: 'bash' })
    expect(shell.attempt.stdout).toMatch(/already satisfied: annealgreeting[\s\S]*status 0\n$/)
    const notebook = await python('%pip install annealgreeting\nimport annealgreeting\nprint(annealgreeting.WORD)')
    expect(notebook.attempt.stdout).toBe('hello\n')
  })

  it('stay as they were when a change fails', async () => {
    const failed = await asAdmin('POST', { names: ['annealother', 'annealnowhere'], from: wheels() })
    expect(failed.status).toBe(502)
    expect((await told(failed)).error).toMatchObject({
      code: 'PACKAGES_FAILED',
      message: expect.stringContaining('annealnowhere'),
    })
    const nowhere = await told(await asAdmin('POST', { names: ['annealother'], from: '/no/such/directory' }))
    expect(nowhere.error.message).toContain('/no/such/directory is no directory')
    const list = await told(await tools().call('/v1/packages'))
    expect(list.packages.map(({ name }: { name: string }) => name)).not.toContain('annealother')
  })

  it('cannot be written by a program, even where the host let anybody write', async () => {
    const shown = (await tools().engine.packages.shown()) ?? ''
    for (const path of ['python', 'node_modules', 'python/annealgreeting', 'python/annealgreeting/__init__.py'])
      chmodSync(join(shown, path), 0o777)
    const attack = `import os
tried = [(os.mkdir, place + '/planted') for place in ('/opt/packages', '/node_modules', '/opt/packages/annealgreeting')]
tried += [(os.unlink, '/opt/packages/annealgreeting/__init__.py'), (lambda path: open(path, 'a'), '/opt/packages/annealgreeting/__init__.py')]
for act, path in tried:
    try:
        act(path)
        print('done', path)
    except OSError as error:
        print(error.strerror)
`
    expect((await python(attack)).attempt.stdout).toBe('Read-only file system\n'.repeat(5))
  })

  it('of npm are imported and required, and none of their scripts runs', async () => {
    const mark = join(tools().home, 'script-ran')
    const chunk = { name: 'annealchunk', code: 'module.exports = { half: (n) => n / 2 }\n', script: `touch ${mark}` }
    await withRegistry(chunk, async (index) => {
      const added = await asAdmin('POST', { names: ['annealchunk'], language: 'javascript', index })
      expect(await told(added)).toMatchObject({
        packages: expect.arrayContaining([
          expect.objectContaining({ name: 'annealchunk', version: '1.2.3', origin: 'added' }),
        ]),
      })
    })
    expect(existsSync(mark)).toBe(false)
    const imported = await run({ code: 'import c from "annealchunk"\nconsole.log(c.half(4))', language: 'javascript' })
    const required = await run({ code: 'console.log(require("annealchunk").half(6))', language: 'javascript' })
    expect([imported.attempt.stdout, required.attempt.stdout]).toEqual(['2\n', '3\n'])
    expect((await python('import annealgreeting; print(1)')).attempt.stdout).toBe('1\n')
  })

  it('are gone once they are removed, with dependencies that only they needed', async () => {
    const needed = await asAdmin('DELETE', { names: ['annealword'] })
    expect((await told(needed)).error).toMatchObject({
      code: 'PACKAGE_NOT_ADDED',
      message: expect.stringContaining('another package needs it'),
    })
    expect((await asAdmin('DELETE', { names: ['annealgreeting'] })).status).toBe(200)
    expect((await python('import annealword')).attempt.error.type).toBe('ModuleNotFoundError')
  })
})
