import type { DetectedBlock } from '../../src/contract/detect.ts'
import type { Detect } from '../../src/pipeline/detect/detect.ts'
import { firstKeyword } from './first-keyword.ts'
import type { ExpectedBlock, LabelledAnswer } from './load-answers.ts'

/** A count of right ones out of all. */
export interface Share {
  right: number
  of: number
}

export interface AnswerScores {
  answers: number
  exact: Share
  tagged: Share
  untagged: Share
  /** Score of a guess by the first keyword on the same untagged blocks. */
  baseline: Share
  run: Share
  /** One sentence for each mistake. */
  mistakes: string[]
}

/** Compares the blocks found in every answer with its labels. */
export async function scoreAnswers(detect: Pick<Detect, 'blocksOf'>, answers: LabelledAnswer[]): Promise<AnswerScores> {
  const share = (): Share => ({ right: 0, of: 0 })
  const scores = { exact: share(), tagged: share(), untagged: share(), baseline: share(), run: share() }
  const mistakes: string[] = []
  const count = (name: keyof typeof scores, isRight: boolean, mistake: string) => {
    scores[name].of += 1
    if (isRight) scores[name].right += 1
    else if (name !== 'baseline') mistakes.push(mistake)
  }
  for (const { id, text, blocks: expected } of answers) {
    const found = (await detect.blocksOf(text)).blocks.filter(({ kind }) => kind !== 'inline')
    for (let index = 0; index < Math.max(found.length, expected.length); index++) {
      const [want, got] = [expected[index], found[index]]
      const place = `${id} ${index + 1}`
      count(
        'exact',
        want !== undefined && got?.code === want.code,
        `${place}: ${describe(got)} instead of ${describe(want)}`,
      )
      if (!want || !got) continue
      const isTagged = got.kind === 'html' || /^[\s>\d.-]*(?:`{3,}|~{3,})[^\n]*\w/.test(text.slice(got.start, got.end))
      count(
        isTagged ? 'tagged' : 'untagged',
        got.language === want.language,
        `${place}: ${got.language} instead of ${want.language}`,
      )
      if (!isTagged) count('baseline', firstKeyword(want.code) === want.language, '')
      count(
        'run',
        got.executable === want.isRun,
        `${place}: ${got.executable ? 'run' : 'not run'}, because ${got.reason}`,
      )
    }
  }
  return { answers: answers.length, ...scores, mistakes }
}

const describe = (block: ExpectedBlock | DetectedBlock | undefined): string =>
  block ? `${block.language} ${JSON.stringify(block.code.slice(0, 60))}` : 'nothing'
