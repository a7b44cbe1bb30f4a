import type { EngineEvent } from '../../contract/event.ts'
import type { Host } from '../host.ts'
import { byteText } from './byte-text.ts'
import { createPaint } from './screen.ts'
import { durationText, momentText } from './time-text.ts'
import { visibleText } from './visible-text.ts'

const TYPE_WIDTH = 'checkpoint.created'.length
const SUBJECT_WIDTH = 'template:'.length + 'tpl'.length + 21
const LONGEST_DETAIL = 200

/** One event in one line: its time, its subject, its type, and the detail that tells it from others of its type. */
export function eventLine(event: EngineEvent, { host, isAlone }: { host: Host; isAlone: boolean }): string {
  const paint = createPaint(host.stdout)
  const about = isAlone ? String(event.seq).padStart(4) : event.subject.padEnd(SUBJECT_WIDTH)
  const type = event.type.padEnd(TYPE_WIDTH)
  const detail = visibleText(detailOf(event)).slice(0, LONGEST_DETAIL)
  const line = `${paint('dim', momentText(event.at, 'second'))}  ${paint('dim', visibleText(about))}  ${paint('cyan', type)}  ${detail}`
  return `${line.trimEnd()}\n`
}

function detailOf(event: EngineEvent): string {
  switch (event.type) {
    case 'run.start':
      return `${event.kind}, ${byteText(event.bytes)}`
    case 'run.end':
      return `${event.outcome} in ${durationText(event.durationMs)}`
    case 'block.end':
      return event.outcome
    case 'attempt.end':
      return `${event.language}, ${event.endedBy} ${event.exitCode ?? ''}`
    case 'output.delta':
      return `${event.stream}: ${event.text.trimEnd()}`
    case 'block.found':
      return event.found.language ?? event.found.reason
    case 'error.diagnosed':
      return `${event.diagnosis.type}: ${event.diagnosis.message}`
    case 'stage.start':
      return event.stage
    case 'stage.end':
      return `${event.stage} in ${durationText(event.durationMs)}`
    case 'session.created':
      if (event.branchedFrom !== null) return `as ${event.branchedFrom}`
      return event.conversation === event.sessionId ? '' : event.conversation
    case 'session.advanced': {
      const { execution } = event
      return execution ? `execution ${execution.n} in ${execution.language}: ${execution.outcome}` : 'saved'
    }
    case 'session.restored':
      return `to ${event.checkpointId}`
    case 'checkpoint.created':
      return `${event.checkpointId}, ${event.kind}, ${byteText(event.bytes)}`
    case 'checkpoint.removed':
      return `${event.checkpointId}, ${event.reason}`
    case 'session.removed':
    case 'machine.ended':
      return event.reason
    default:
      return otherDetail(event)
  }
}

/** The name or number that identifies any other event. */
function otherDetail(event: EngineEvent): string {
  if (event.type === 'volume.changed') return `${event.name}, version ${event.version}, ${byteText(event.bytes)}`
  if (event.type === 'build.end') return `${event.buildId}, ${event.reason ?? event.status}`
  if (event.type === 'template.tagged') return event.tags.map(({ tag }) => tag).join(', ')
  const parts = ['name', 'label', 'start', 'buildId', 'machineId', 'templateId']
  const fields = event as unknown as Record<string, unknown>
  return parts.flatMap((part) => (typeof fields[part] === 'string' ? [fields[part]] : [])).join(', ')
}
