import type { EventOf, RunEvent } from '../../contract/event.ts'
import type { ShownValue } from '../../contract/run.ts'
import { type CellOutput, linesOf } from './notebook.ts'

/** Content that nbformat keeps in one string, or as the value that it is. */
const IS_WHOLE = /^image\/(?!svg\+xml)|^application\/pdf$/
const TRACEBACK = 'Traceback (most recent call last)'

/**
 * Collects the outputs of one cell from the events of its run: those of the last attempt. Fields stand in the order in which
 * Jupyter writes them.
 */
export function createCellOutputs(count: number) {
  let outputs: CellOutput[] = []
  let streams: { name: string; text: string }[] = []
  let result: ShownValue | undefined
  const settle = () => {
    outputs.push(...streams.filter(({ text }) => text !== '').map(streamOf))
    streams = []
  }
  const addText = (name: string, text: string) => {
    const last = streams.at(-1)
    if (last?.name === name) last.text += text
    else streams.push({ name, text })
  }
  return {
    take(event: RunEvent): void {
      if (event.type === 'attempt.start') [outputs, streams, result] = [[], [], undefined]
      if (event.type === 'output.delta') addText(event.stream, event.text)
      if (event.type === 'value.shown' && event.isResult) result = event
      if (event.type === 'value.shown' && !event.isResult) {
        settle()
        outputs.push({ ...bundleOf(event), output_type: 'display_data' })
      }
      if (event.type === 'attempt.end') {
        const error = errorOf(event, streams)
        settle()
        if (result) {
          const { data, metadata } = bundleOf(result)
          outputs.push({ data, execution_count: count, metadata, output_type: 'execute_result' })
        }
        if (error) outputs.push(error)
      }
      // A run that was refused has no attempt, or one without an end.
      if (event.type === 'run.end' && event.error && !outputs.some(isError)) {
        settle()
        outputs.push({ ename: event.error.code, evalue: event.error.message, output_type: 'error', traceback: [] })
      }
    },
    all: (): CellOutput[] => outputs,
  }
}

const isError = ({ output_type }: CellOutput) => output_type === 'error'

const streamOf = ({ name, text }: { name: string; text: string }): CellOutput => ({
  name,
  output_type: 'stream',
  text: linesOf(text),
})

const bundleOf = ({ data, metadata }: ShownValue) => ({
  data: Object.fromEntries(Object.entries(data).map(([type, content]) => [type, contentOf(type, content)])),
  metadata,
})

const contentOf = (type: string, content: unknown): unknown =>
  typeof content === 'string' && !IS_WHOLE.test(type) ? linesOf(content) : content

/** The error of a failed attempt. Its traceback is the end of stderr, and is taken from there. */
function errorOf(end: EventOf<'attempt.end'>, streams: { name: string; text: string }[]): CellOutput | undefined {
  const { error, endedBy, exitCode } = end
  if (endedBy === 'exit' && exitCode === 0) return undefined
  const last = streams.findLast(({ name }) => name === 'stderr')
  const at = last?.text.lastIndexOf(TRACEBACK) ?? -1
  const traceback = at < 0 ? [] : (last?.text.slice(at).trimEnd().split('\n') ?? [])
  if (last && at >= 0) last.text = last.text.slice(0, at)
  const ename = error?.type ?? endedBy
  return { ename, evalue: error?.message ?? '', output_type: 'error', traceback }
}
