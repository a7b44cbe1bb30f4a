/** A run as events, made up: what a page shows of it is tested, not the run. */
export interface MadeStory {
  /** Pieces of output. */
  output?: string[]
  /** Values by MIME type. */
  values?: Record<string, unknown>[]
  files?: string[]
  code?: string
  error?: { type: string; message: string; line: number; explanation: string }
}

export const MADE_RUN = `run${'0'.repeat(20)}1`

/** The events as a server would send them, `text/event-stream`. */
export function madeStream({ output = [], values = [], files = [], code = 'print(1)', error }: MadeStory): string {
  let seq = 0
  const lines: string[] = []
  const tell = (type: string, data: object = {}) => {
    seq++
    const envelope = {
      id: `${MADE_RUN}.${seq}`,
      subject: `run:${MADE_RUN}`,
      userId: 'ada',
      runId: MADE_RUN,
      sessionId: null,
      seq,
    }
    lines.push(
      `id: ${seq}\ndata: ${JSON.stringify({ type, ...envelope, at: 1_790_000_000_000 + seq, cause: null, ...data })}\n\n`,
    )
  }
  const at = { block: 0, attempt: 1 }
  tell('run.start', { kind: 'code', bytes: code.length, request: { code, language: 'python' } })
  const found = {
    language: 'python',
    confidence: 1,
    code,
    start: 0,
    end: code.length,
    line: 1,
    executable: true,
    reason: 'told',
    complexity: 0,
  }
  tell('block.found', { block: 0, found })
  tell('stage.start', { stage: 'execute', block: 0 })
  tell('attempt.start', { ...at, code })
  for (const text of output) tell('output.delta', { ...at, stream: 'stdout', text })
  for (const data of values) tell('value.shown', { ...at, isResult: false, data, metadata: {} })
  for (const path of files)
    tell('file.written', { ...at, path, size: 1, mediaType: 'text/plain', blob: '0'.repeat(64) })
  const end = { language: 'python', signal: null, durationMs: 12, waitMs: 0, invalidUtf8: false, endedBy: 'exit' }
  tell('attempt.end', { ...at, ...end, exitCode: error ? 1 : 0, ...(error && { error }) })
  tell('stage.end', { stage: 'execute', block: 0, durationMs: 12 })
  if (error) {
    const more = { category: 'runtime', severity: 'low', recoverable: true, pattern: 'x', fingerprint: 'x' }
    tell('error.diagnosed', { ...at, diagnosis: { ...error, ...more } })
  }
  tell('block.end', { block: 0, outcome: error ? 'failed' : 'ok', finalCode: code, explanation: error?.explanation })
  tell('run.end', { outcome: error ? 'failed' : 'ok', durationMs: 30, finalCode: code })
  return lines.join('')
}
