import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

/** The answer to one request. */
export interface Step {
  /** The model's words: text, or an object that is sent as JSON. */
  says?: string | object
  /** Sent apart from the answer, as servers of thinking models do. */
  thinks?: string
  /** The vector of a text, where embeddings are asked for. */
  embeds?(text: string): number[]
  finish?: 'stop' | 'length' | 'content_filter'
  usage?: { prompt_tokens: number; completion_tokens: number }
  /** The status that is sent instead of an answer. */
  status?: number
  headers?: Record<string, string>
  body?: string
  /** The connection breaks, ends or falls silent when half of the answer is sent. */
  halfway?: 'cut' | 'end' | 'silent'
  /** No answer is ever sent. */
  hangs?: true
  /** Lines of the stream, sent unchanged. */
  lines?: string[]
}

export interface Received {
  path: string
  headers: IncomingMessage['headers']
  body: Record<string, unknown> & { messages?: { role: string; content: unknown }[] }
}

export interface ScriptedServer extends AsyncDisposable {
  url: string
  received: Received[]
  /** Resolves when a client has left before its answer was whole. */
  left: Promise<void>
}

/**
 * A model's server on a real port that speaks OpenAI's and Anthropic's protocols and follows the script, repeating the
 * last step.
 */
export async function startScriptedServer(script: Step[]): Promise<ScriptedServer> {
  const received: Received[] = []
  const left = Promise.withResolvers<void>()
  const server = createServer(async (request, response) => {
    response.on('close', () => response.writableFinished || left.resolve())
    const body = JSON.parse(await text(request))
    const step = script[Math.min(received.length, script.length - 1)] ?? {}
    received.push({ path: request.url ?? '', headers: request.headers, body })
    if (step.hangs) return
    if (step.status !== undefined) return refuse(response, step)
    if (request.url?.endsWith('/embeddings')) {
      return response.setHeader('content-type', 'application/json').end(embeddings(step, body.input))
    }
    const isAnthropic = request.url?.endsWith('/messages')
    if (!body.stream) return response.setHeader('content-type', 'application/json').end(wholeAnswer(step))
    await writeStream(response, {
      step,
      lines: step.lines ?? (isAnthropic ? anthropicLines(step, 'tools' in body) : openAiLines(step)),
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    received,
    left: left.promise,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

function refuse(response: ServerResponse, { status = 500, headers = {}, body }: Step): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers })
  response.end(body ?? JSON.stringify({ error: { message: `scripted ${status}`, type: 'scripted' } }))
}

async function writeStream(response: ServerResponse, { step, lines }: { step: Step; lines: string[] }): Promise<void> {
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  const told = step.halfway ? lines.slice(0, Math.ceil(lines.length / 2)) : lines
  for (const line of told) response.write(`${line}\n\n`)
  if (step.halfway === 'silent') return
  // The written text has to be on its way before the connection breaks.
  if (step.halfway === 'cut') return void setImmediate(() => response.destroy())
  response.end()
}

const saidBy = ({ says = '' }: Step): string => (typeof says === 'string' ? says : JSON.stringify(says))
const usageOf = ({ usage = { prompt_tokens: 100, completion_tokens: 20 } }: Step) => usage

function embeddings({ embeds = () => [1] }: Step, input: unknown): string {
  const data = (input as string[]).map((text, index) => ({ object: 'embedding', index, embedding: embeds(text) }))
  return JSON.stringify({ object: 'list', data, usage: { prompt_tokens: 7 } })
}

const PIECE = /[\s\S]{1,7}/g

function wholeAnswer(step: Step): string {
  const message = { role: 'assistant', content: saidBy(step), reasoning_content: step.thinks }
  const choices = [{ index: 0, message, finish_reason: step.finish ?? 'stop' }]
  return step.body ?? JSON.stringify({ id: 'x', object: 'chat.completion', choices, usage: usageOf(step) })
}

function openAiLines(step: Step): string[] {
  const chunk = (delta: object, finish: string | null = null) =>
    `data: ${JSON.stringify({ id: 'x', object: 'chat.completion.chunk', choices: [{ index: 0, delta, finish_reason: finish }] })}`
  return [
    ...(step.thinks?.match(PIECE) ?? []).map((piece) => chunk({ reasoning_content: piece })),
    ...(saidBy(step).match(PIECE) ?? []).map((piece) => chunk({ content: piece })),
    chunk({}, step.finish ?? 'stop'),
    `data: ${JSON.stringify({ id: 'x', object: 'chat.completion.chunk', choices: [], usage: usageOf(step) })}`,
    'data: [DONE]',
  ]
}

/** A model without schemas is given a tool, and answers with the input of that tool. */
function anthropicLines(step: Step, usesTool: boolean): string[] {
  const { prompt_tokens: input_tokens, completion_tokens: output_tokens } = usageOf(step)
  const line = (type: string, data: object) => `event: ${type}\ndata: ${JSON.stringify({ type, ...data })}`
  const message = { id: 'x', type: 'message', role: 'assistant', model: 'm', content: [], stop_reason: null }
  return [
    line('message_start', { message: { ...message, usage: { input_tokens, output_tokens: 1 } } }),
    line('content_block_start', {
      index: 0,
      content_block: usesTool ? { type: 'tool_use', id: 't', name: 'json', input: {} } : { type: 'text', text: '' },
    }),
    ...(saidBy(step).match(PIECE) ?? []).map((piece) =>
      line('content_block_delta', {
        index: 0,
        delta: usesTool ? { type: 'input_json_delta', partial_json: piece } : { type: 'text_delta', text: piece },
      }),
    ),
    line('content_block_stop', { index: 0 }),
    line('message_delta', {
      delta: { stop_reason: usesTool ? 'tool_use' : 'end_turn', stop_sequence: null },
      usage: { output_tokens },
    }),
    line('message_stop', {}),
  ]
}
