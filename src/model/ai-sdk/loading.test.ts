import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'

const LOADED = `
  import { registerHooks } from 'node:module'
  const asked = []
  registerHooks({ resolve: (name, context, next) => (asked.push(name), next(name, context)) })
  const { createAiSdkModel } = await import(${JSON.stringify(new URL('./ai-sdk.ts', import.meta.url).href)})
  const isLoaded = () => asked.includes('ai')
  const settings = { id: 'x/y', protocol: 'openai', providerId: 'x', url: 'http://127.0.0.1:9/v1', key: '', timeoutMs: 1 }
  const model = createAiSdkModel({ settings })
  const before = isLoaded()
  await model.ask({ system: '', prompt: '' }, { signal: AbortSignal.abort() }).catch(() => {})
  console.log(before, isLoaded())
`

it('the SDK of models is loaded by the first question, not at the start', async () => {
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', LOADED])
  expect(stdout).toBe('false true\n')
})
