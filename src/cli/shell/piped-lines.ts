import type { Lines } from './lines.ts'

/** The lines of piped input. */
export function createPipedLines(input: AsyncIterable<Uint8Array>): Lines {
  const source = linesOf(input)
  let ahead: Promise<IteratorResult<string, void>> | undefined
  const next = () => {
    ahead ??= source.next()
    return ahead
  }
  return {
    isTyped: false,
    async read() {
      const { value } = await next()
      ahead = undefined
      return value ?? undefined
    },
    async peek() {
      return (await next()).value ?? undefined
    },
    close: () => void source.return(undefined),
  }
}

async function* linesOf(input: AsyncIterable<Uint8Array>): AsyncGenerator<string, void> {
  const decoder = new TextDecoder()
  let rest = ''
  for await (const bytes of input) {
    const lines = (rest + decoder.decode(bytes, { stream: true })).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) yield line.replace(/\r$/, '')
  }
  rest += decoder.decode()
  if (rest !== '') yield rest
}
