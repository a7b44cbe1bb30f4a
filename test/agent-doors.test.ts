import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { promisify } from 'node:util'
import { generateText } from 'ai'
import { MockLanguageModelV3 } from 'ai/test'
import { expect, test } from 'vitest'
import { functionTools, runCodeInput, type ToolList } from '../src/contract/tool-description.ts'
import { createClient } from '../src/sdk/sdk.ts'
import { runCode as aiTool } from '../src/tool/ai.ts'
import { codeInterpreter, runCode as langChainTool } from '../src/tool/langchain.ts'
import { type ApiDocument, pythonClient } from './python-client.ts'
import { withServer } from './support/engine.ts'

const CLIENTS = new URL('../clients/python/', import.meta.url).pathname

const PYTHON = `
import sys
from anneal import Anneal, AnnealError
anneal = Anneal(sys.argv[1], sys.argv[2])
run = anneal.create_run({"language": "bash", "code": "echo $((6 * 7))"})
print(run["outcome"], run["blocks"][0]["attempts"][-1]["stdout"].strip())
anneal.create_volume({"name": "data"})
anneal.write_volume_file("data", b"\\x00\\xff", path="a b.bin")
print(anneal.read_volume_file("data", path="a b.bin"))
waiting = anneal.create_run({"language": "bash", "code": "echo first; sleep 60", "background": True})
for event in anneal.follow_run(waiting["runId"]):
    if event["type"] == "output.delta":
        print("live", anneal.cancel_run(waiting["runId"])["outcome"])
print(event["type"])
print(anneal.delete_runs(all=True, dry_run=True)["deleted"])
try:
    anneal.create_run({"lang": "bash", "code": "1"})
except AnnealError as error:
    print(error.status, error.code, '"language" instead of "lang"' in error.hint)
`

test('every door for agents runs code on a real server: function calls, the AI SDK, LangChain and Python', async () => {
  await withServer({}, async ({ url, keys, call }) => {
    const client = createClient({ baseUrl: url, apiKey: keys.ada })
    const input = { language: 'bash', code: 'read name; echo "hello $name"', input: 'ada' }

    const listed = (await (await call('/v1/tools')).json()) as ToolList
    expect(listed).toEqual(functionTools())
    expect(listed.tools[0]?.function).toMatchObject({
      name: 'run_code',
      parameters: { type: 'object', required: ['language', 'code'] },
    })
    expect((await call('/v1/runs', { body: runCodeInput.parse(input) })).status).toBe(200)

    const model = new MockLanguageModelV3({
      doGenerate: async () => ({
        content: [{ type: 'tool-call', toolCallId: 'one', toolName: 'run_code', input: JSON.stringify(input) }],
        finishReason: { unified: 'tool-calls', raw: undefined },
        usage: {
          inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
          outputTokens: { total: 1, text: 1, reasoning: 0 },
        },
        warnings: [],
      }),
    })
    const { toolResults } = await generateText({ model, prompt: 'Greet.', tools: { run_code: aiTool({ client }) } })
    expect(toolResults[0]?.output).toEqual({ outcome: 'ok', stdout: 'hello ada\n', stderr: '' })
    expect(await aiTool({ client }).execute({ language: 'bash', code: 'exit 3' }, {})).toMatchObject({
      outcome: 'failed',
    })

    expect(JSON.parse(await langChainTool({ client }).invoke(input))).toMatchObject({ stdout: 'hello ada\n' })
    const interpreter = await codeInterpreter({ client })
    const use = (name: string, given: object) =>
      interpreter.tools.find((one) => one.name === name)?.invoke(given) as Promise<string>
    await use('write_file', { path: 'data.txt', content: 'one\ntwo\n' })
    await use('run_code', { language: 'bash', code: 'wc -l < data.txt > count.txt' })
    expect(await use('read_file', { path: 'count.txt' })).toBe('2\n')
    expect(await use('list_files', {})).toContain('count.txt')
    await interpreter.close()
    await expect(client.sessions.get(interpreter.session)).rejects.toMatchObject({ code: 'SESSION_NOT_FOUND' })

    const document = (await (await call('/openapi.json')).json()) as ApiDocument
    const written = readFileSync(`${CLIENTS}anneal.py`, 'utf8')
    expect(written, 'run "npm run docs"').toBe(pythonClient(document))
    const { stdout } = await promisify(execFile)('python3', ['-B', '-c', PYTHON, url, keys.ada], {
      env: { ...process.env, PYTHONPATH: CLIENTS },
    })
    expect(stdout.trim().split('\n')).toEqual([
      ...['ok 42', "b'\\x00\\xff'", 'live cancelled', 'run.end', expect.stringMatching(/^\d+$/)],
      '400 INVALID_REQUEST True',
    ])
  })
})
