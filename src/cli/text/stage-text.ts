import type { DetectedBlock } from '../../contract/detect.ts'
import type { EventOf, RunEvent } from '../../contract/event.ts'
import { visibleText } from './visible-text.ts'

/** Characters of a model's thoughts that fit on the line. */
const THOUGHT = 48

/** The text of the live line: the latest stage, or the number of running blocks when there are several. */
export function createStageText(blocks: DetectedBlock[]) {
  const atWork = new Set<number>()
  const done = new Set<number>()
  let thought = ''
  let stage: EventOf<'stage.start'> | undefined
  return {
    take(event: RunEvent) {
      if (event.type === 'thinking.delta') thought = (thought + event.text).slice(-THOUGHT)
      if (event.type === 'stage.start') {
        stage = event
        thought = ''
      }
      if (event.type !== 'stage.start' && event.type !== 'stage.end') return
      if (event.stage !== 'execute' || event.block === undefined) return
      const [from, to] = event.type === 'stage.start' ? [done, atWork] : [atWork, done]
      from.delete(event.block)
      to.add(event.block)
    },
    text(attempts: number): string {
      if (!stage) return 'starting'
      if (atWork.size > 1) return `${atWork.size} at once · ${done.size}/${blocks.length} done`
      const block = stage.block !== undefined && blocks.length > 1 ? [`block ${stage.block + 1}/${blocks.length}`] : []
      const attempt = stage.attempt === undefined ? [] : [`attempt ${stage.attempt}/${attempts}`]
      const doing = thought === '' ? stage.stage : 'thinking'
      const words = visibleText(thought).trim()
      return [doing, ...block, ...attempt, ...(words ? [words] : [])].join(' · ')
    },
  }
}
