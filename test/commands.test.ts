import { expect, test } from 'vitest'
import type { CommandResult } from '../src/contract/command.ts'
import { type TestEngine, withEngine } from './support/engine.ts'

async function exec({ call }: TestEngine, command: string, key?: string) {
  const answer = await call('/v1/commands', { body: { command }, ...(key && { key }) })
  return { status: answer.status, body: (await answer.json()) as CommandResult & { error?: { code: string } } }
}

async function historyOf({ call }: TestEngine, key?: string) {
  const answer = await call('/v1/commands', key ? { key } : {})
  const { commands } = (await answer.json()) as { commands: { command: string; outcome: string; rule: string }[] }
  return commands.map(({ command, outcome, rule }) => [command, outcome, rule])
}

test('a command runs in a sandbox, and is kept in the history of its user alone', async () => {
  await withEngine({}, async (tools) => {
    const { status, body } = await exec(tools, 'printf "b\\na\\n" | sort; exit 3')
    expect(status).toBe(200)
    expect(body).toMatchObject({
      outcome: 'failed',
      exitCode: 3,
      stdout: 'a\nb\n',
      programs: ['exit', 'printf', 'sort'],
    })
    const refused = await exec(tools, 'sudo id')
    expect([refused.status, refused.body.error?.code]).toEqual([422, 'COMMAND_REFUSED'])
    expect(await historyOf(tools)).toEqual([
      ['sudo id', 'refused', 'bash/become-root'],
      ['printf "b\\na\\n" | sort; exit 3', 'failed', null],
    ])
    expect(await historyOf(tools, tools.keys.ben)).toEqual([])
  })
})

test('no program beside the listed ones runs, however it is named', async () => {
  await withEngine({ env: { ANNEAL_COMMAND_ALLOW: 'echo,cat' } }, async (tools) => {
    expect((await exec(tools, 'echo one | cat')).body.stdout).toBe('one\n')
    for (const command of [
      'id',
      'echo $(id)',
      'e=id; $e',
      'eval id',
      'cat <(id)',
      'command id',
      'echo x && id',
      '`id`',
    ])
      expect((await exec(tools, command)).status, command).toBe(422)
  })
})

test('an empty list of programs allows nothing', async () => {
  await withEngine({ env: { ANNEAL_COMMAND_ALLOW: ',' } }, async (tools) => {
    expect((await exec(tools, 'echo one')).status).toBe(422)
  })
})

test('a command has the time limit for commands', async () => {
  await withEngine({ env: { ANNEAL_COMMAND_TIMEOUT_MS: '500' } }, async (tools) => {
    expect((await exec(tools, 'sleep 20')).body).toMatchObject({ outcome: 'failed', endedBy: 'timeout' })
  })
})

test('a command has the output limit for commands', async () => {
  await withEngine({ env: { ANNEAL_COMMAND_OUTPUT_BYTES: '1000' } }, async (tools) => {
    const { body } = await exec(tools, 'seq 1 100000')
    expect(body).toMatchObject({ outcome: 'failed', endedBy: 'output' })
    expect(body.stdout.length).toBeLessThanOrEqual(1000)
  })
})
