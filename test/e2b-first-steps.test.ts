import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Sandbox } from '@e2b/code-interpreter'
import { Template } from 'e2b'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type E2bServer, startE2bServer } from './support/e2b-server.ts'

/** The first commands of somebody new to a sandbox. */
let origin: Server
let url: string
let server: E2bServer
let sandbox: Sandbox
beforeAll(async () => {
  origin = createServer((_, response) => void response.end('hello from outside'))
  await new Promise<void>((resolve) => origin.listen(0, '127.0.0.1', resolve))
  const { port } = origin.address() as AddressInfo
  url = `http://127.0.0.1:${port}/`
  server = await startE2bServer({ env: { ANNEAL_NETWORK_CEILING: `*,127.0.0.1:${port}` } })
  const network = { allowOut: ['127.0.0.1'], denyOut: ['0.0.0.0/0'] }
  sandbox = await Sandbox.create('code-interpreter-v1', { ...server.options, network, envs: { COLOUR: 'blue' } })
  for (const name of ['by_user', 'by_root', 'by_cell', 'by_magic']) await sandbox.commands.run(wheelOf(name))
})
afterAll(async () => {
  await server.close()
  origin.close()
})

const run = async (command: string, user = 'user') => (await sandbox.commands.run(command, { user })).stdout.trim()
const cell = async (code: string, language = 'python') => {
  const { error, text, logs } = await sandbox.runCode(code, { language })
  return error ? `${error.name}: ${error.value} ${logs.stdout.join('')}` : (text ?? logs.stdout.join(''))
}
const INSTALL = 'pip install --no-index --find-links /tmp/wheels --quiet'

/** A command that makes a wheel with one module and one program: no index of packages is reachable from a test. */
const wheelOf = (name: string) => `mkdir -p /tmp/wheels && python3 - <<'END'
import zipfile
info = '${name}-1.0.dist-info/'
with zipfile.ZipFile('/tmp/wheels/${name}-1.0-py3-none-any.whl', 'w') as wheel:
    wheel.writestr('${name}.py', 'def main():\\n    print("hello ${name}")\\n')
    wheel.writestr(info + 'METADATA', 'Metadata-Version: 2.1\\nName: ${name}\\nVersion: 1.0\\n')
    wheel.writestr(info + 'WHEEL', 'Wheel-Version: 1.0\\nRoot-Is-Purelib: true\\nTag: py3-none-any\\n')
    wheel.writestr(info + 'entry_points.txt', '[console_scripts]\\nsay-${name} = ${name}:main\\n')
    wheel.writestr(info + 'RECORD', '')
END`

describe('pip install', () => {
  it('by a user or root gives everybody the module and its program, a running interpreter too', async () => {
    expect(await cell('import importlib.util as u\nu.find_spec("by_user")')).toBe('')
    await run(`${INSTALL} by-user`)
    await run(`sudo ${INSTALL} by-root`)
    for (const name of ['by_user', 'by_root']) {
      expect(await cell(`import ${name}\n${name}.main()`)).toBe(`hello ${name}\n`)
      for (const user of ['user', 'root']) expect(await run(`say-${name}`, user)).toBe(`hello ${name}`)
    }
  })

  it('in a cell gives the module to that cell and to the shell', async () => {
    expect(await cell(`!${INSTALL} by-cell\nimport by_cell\nby_cell.main()`)).toContain('hello by_cell')
    expect(await cell('%pip install --no-index --find-links /tmp/wheels --quiet by-magic')).not.toContain('Error')
    expect(await run('say-by_cell && python3 -c "import by_magic; by_magic.main()"')).toBe(
      'hello by_cell\nhello by_magic',
    )
  })

  it('in a template gives the module to its sandboxes', async () => {
    const wheels = Template().fromTemplate('code-interpreter-v1').runCmd(wheelOf('by_template'))
    const template = wheels
      .runCmd(`${INSTALL} by-template`)
      .pipInstall('--no-index --find-links /tmp/wheels by-template')
    await Template.build(template, 'with-module', server.options)
    const made = await Sandbox.create('with-module', server.options)
    expect((await made.runCode('import by_template; by_template.main()')).logs.stdout.join('')).toBe(
      'hello by_template\n',
    )
    expect((await made.commands.run('echo $E2B_TEMPLATE_ID')).stdout).toBe(`${(await made.getInfo()).templateId}\n`)
    await made.kill()
  })
})

describe('programs of a sandbox', () => {
  it('know that they run in one, in which, and of which template', async () => {
    const told = ['true', sandbox.sandboxId, 'code-interpreter-v1', 'blue']
    const names = ['E2B_SANDBOX', 'E2B_SANDBOX_ID', 'E2B_TEMPLATE_ID', 'COLOUR']
    expect((await run(`printenv ${names.join(' ')}`)).split('\n')).toEqual(told)
    expect(await cell(`import os\n" ".join(os.environ[name] for name in ${JSON.stringify(names)})`)).toBe(
      told.join(' '),
    )
    expect(await cell(names.map((name) => `process.env.${name}`).join(" + ' ' + "), 'javascript')).toBe(told.join(' '))
  })

  it('know which system it is, and count the processors of its limit', async () => {
    expect(await run('. /etc/os-release && echo $ID')).toMatch(/^\w+$/)
    const { cpuCount } = await sandbox.getInfo()
    expect(await run('nproc; echo $OPENBLAS_NUM_THREADS')).toBe(`${cpuCount}\n${cpuCount}`)
  })

  it('reach allowed hosts by the fetch of Node, as root too', async () => {
    const script = `node -e 'fetch("${url}").then((answer) => answer.text()).then(console.log)'`
    expect(await run(script)).toBe('hello from outside')
    expect(await run(`sudo ${script}`)).toBe('hello from outside')
    expect(await cell(`await (await fetch('${url}')).text()`, 'javascript')).toBe('hello from outside')
  })
})
