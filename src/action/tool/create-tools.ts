import { LOCAL_USER } from '../../access/keys.ts'
import type { ActionReach } from '../../contract/action.ts'
import type { Effect, Pass } from '../../contract/effect.ts'
import { EngineError, problemsOf } from '../../contract/errors.ts'
import { nearNames } from '../../contract/near-names.ts'
import { shorten } from '../../contract/shorten.ts'
import type { ToolInfo, ToolInfoList, ToolOutput } from '../../contract/tool.ts'
import type { ActionContext, ActionEnd } from '../action.ts'
import { callFunction, functionInfo } from './function-source.ts'
import type { ToolAnswer, ToolSource } from './tool-source.ts'
import type { FunctionTool, ToolsApi } from './tools-api.ts'

export interface ToolNeeds {
  config: { toolTimeoutMs: number; toolOutputBytes: number }
  /** Hides known secrets in JSON. */
  mask(json: string): string
  approvals: { pass: Pass }
}

export interface AskedTool {
  tool: string
  arguments: Record<string, unknown>
}

export interface Tools extends ToolsApi {
  call(asked: AskedTool, context: ActionContext): Promise<ActionEnd<ToolOutput>>
  reachOf(tool: string): ActionReach
  /** Problems that are known without asking a server. */
  problemsOf(asked: AskedTool): string[]
  close(): Promise<void>
}

const TOOL_NAME = /^[A-Za-z0-9_.-]{1,128}$/
const SOURCE_NAME = /^[A-Za-z0-9_-]{1,64}$/
const BETWEEN = '/'
const NEVER = new AbortController().signal

/** All tools that there are: functions of the embedding program by their names, tools of servers as SERVER/TOOL. */
export function createTools({ config, mask, approvals }: ToolNeeds): Tools {
  const functions = new Map<string, FunctionTool>()
  const sources = new Map<string, ToolSource>()
  const knownNames = () => [...functions.keys(), ...[...sources.keys()].map((name) => `${name}${BETWEEN}…`)]

  function answerOf({ tool, arguments: given }: AskedTool, context: ActionContext, signal: AbortSignal) {
    const { userId, idempotencyKey } = context
    const own = functions.get(tool)
    if (own) return callFunction(own, given, { userId, idempotencyKey, signal })
    const [name = '', ...rest] = tool.split(BETWEEN)
    const source = sources.get(name)
    if (!source || rest.length === 0) throw notFound(tool, knownNames())
    return source.call({ tool: rest.join(BETWEEN), arguments: given, userId, idempotencyKey, signal })
  }

  return {
    registerTool(tool) {
      assertName(tool.name, TOOL_NAME, functions)
      functions.set(tool.name, tool as FunctionTool)
    },
    addToolSource(source) {
      assertName(source.name, SOURCE_NAME, sources)
      sources.set(source.name, source)
    },
    tools: (userId = LOCAL_USER, signal = NEVER) => listTools(functions, sources, { userId, signal }),
    reachOf: (tool) => functions.get(tool)?.reach ?? 'outside',
    problemsOf({ tool, arguments: given }) {
      const own = functions.get(tool)
      const parsed = own?.input.safeParse(given)
      if (parsed) return parsed.success ? [] : problemsOf(parsed.error, 'body.input.arguments')
      if (sources.has(tool.split(BETWEEN)[0] ?? '')) return []
      const { message, hint } = notFound(tool, knownNames())
      return [`body.input.tool: ${message} ${hint}`]
    },
    async call(asked, context) {
      await approvals.pass(effectOf(asked, context), context.signal)
      const timeoutMs = functions.get(asked.tool)?.timeoutMs ?? config.toolTimeoutMs
      const late = AbortSignal.timeout(timeoutMs)
      const signal = AbortSignal.any([context.signal, late])
      const answer = await Promise.race([answerOf(asked, context, signal), aborted(signal)]).catch((error) => {
        if (late.aborted && !context.signal.aborted)
          throw new EngineError('TOOL_TIMEOUT', { tool: asked.tool, timeoutMs })
        throw error
      })
      const output = bounded(asked.tool, answer, { most: config.toolOutputBytes, mask })
      return { outcome: answer.isError ? 'failed' : 'ok', output, ...(answer.isError && toolError(output)) }
    },
    async close() {
      await Promise.allSettled([...sources.values()].map((source) => source.close?.()))
    },
  }
}

/** A call as a person would have to allow it. */
const effectOf = ({ tool, arguments: given }: AskedTool, context: ActionContext): Effect => ({
  ...{ kind: 'tool', userId: context.userId, actionId: context.actionId, title: `Call the tool ${tool}` },
  ...{ arguments: { tool, arguments: given }, names: [tool] },
  ...(context.sessionId && { sessionId: context.sessionId }),
  ...(context.cause && { cause: context.cause }),
})

function assertName(name: string, form: RegExp, taken: Map<string, unknown>): void {
  if (!form.test(name))
    throw new EngineError('INVALID_REQUEST', { problems: [`name: "${name}" does not match ${form}`] })
  if (taken.has(name)) throw new EngineError('TOOL_EXISTS', { tool: name })
}

function notFound(tool: string, known: string[]): EngineError {
  const [near] = nearNames(tool, known, { most: () => 2 })
  return new EngineError('TOOL_NOT_FOUND', { tool: tool.slice(0, 300), known, ...(near && { meant: near.name }) })
}

const aborted = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) => {
    if (signal.aborted) reject(signal.reason)
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
  })

/** The answer of a tool is text of strangers: bounded, without our secrets, and marked. */
function bounded(
  tool: string,
  { content, value }: ToolAnswer,
  { most, mask }: { most: number; mask(json: string): string },
): ToolOutput {
  const { value: kept, isCut } = shorten({ content, ...(value !== undefined && { value }) }, most)
  const safe = JSON.parse(mask(JSON.stringify(kept ?? { content: [] }))) as Pick<ToolAnswer, 'content' | 'value'>
  return { tool, text: textIn(safe.content), ...safe, untrusted: true, cut: isCut }
}

const textIn = (content: unknown[]): string =>
  content
    .map((part) => (part as { text?: unknown } | null)?.text)
    .filter((text) => typeof text === 'string')
    .join('\n')

const LONGEST_REASON = 500
const toolError = ({ tool, text }: ToolOutput) => ({
  error: new EngineError('TOOL_FAILED', { tool, reason: text.slice(0, LONGEST_REASON) }).toInfo(),
})

async function listTools(
  functions: Map<string, FunctionTool>,
  sources: Map<string, ToolSource>,
  caller: { userId: string; signal: AbortSignal },
): Promise<ToolInfoList> {
  const listed = await Promise.all(
    [...sources.values()].map(async (source) => {
      try {
        const tools = await source.list(caller)
        return { tools: tools.map((tool): ToolInfo => infoOf(tool, source.name)) }
      } catch (error) {
        const reason = error instanceof EngineError ? error.message : 'it does not answer'
        return { tools: [], unavailable: { source: source.name, reason } }
      }
    }),
  )
  return {
    tools: [...[...functions.values()].map(functionInfo), ...listed.flatMap(({ tools }) => tools)],
    unavailable: listed.flatMap(({ unavailable }) => unavailable ?? []),
  }
}

const infoOf = ({ name, description, input, output }: Omit<ToolInfo, 'source'>, source: string): ToolInfo => ({
  ...{ name: `${source}${BETWEEN}${name}`, description, input, ...(output && { output }) },
  // The word of a server about its own tools is no promise.
  ...{ reach: 'outside', source },
})
