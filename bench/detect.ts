// Scores detection on our labelled answers: `npm run bench:detect`, with `--mistakes` to list the wrong ones.
import { languages } from '../src/language/languages.ts'
import { createDetect } from '../src/pipeline/detect/detect.ts'
import { createReading } from '../src/pipeline/reading/reading-jobs.ts'
import { generateAnswers } from './detect/generate-answers.ts'
import { hostileTexts } from './detect/hostile-texts.ts'
import { type LabelledAnswer, loadAnswers } from './detect/load-answers.ts'
import { type AnswerScores, type Share, scoreAnswers } from './detect/score-answers.ts'

const reading = createReading()
const detect = createDetect({ languages, reading })
const folder = (name: string) => loadAnswers(new URL(`detect/${name}/`, import.meta.url))
const sets: [title: string, answers: LabelledAnswer[]][] = [
  ['written by hand, used for tuning', folder('answers')],
  ['written by hand, held out', folder('held-out')],
  ['composed, used for tuning', generateAnswers({ seed: 1, count: 100 })],
  ['composed, held out', generateAnswers({ seed: 2, count: 100 })],
]
for (const [title, answers] of sets) {
  const scores = await scoreAnswers(detect, answers)
  console.log(tellScores(title, scores))
  if (process.argv.includes('--mistakes')) for (const mistake of scores.mistakes) console.log(`    ${mistake}`)
}
const times: [name: string, ms: number][] = []
for (const [name, text] of hostileTexts(10_000_000)) {
  const before = process.cpuUsage()
  await detect.blocksOf(text)
  const { user, system } = process.cpuUsage(before)
  times.push([name, (user + system) / 1_000])
}
console.log('10 MB of hostile text, processor time of the slowest')
for (const [name, ms] of times.toSorted((a, b) => b[1] - a[1]).slice(0, 5)) {
  console.log(`  ${name.padEnd(40)} ${Math.round(ms)} ms`)
}
await reading.close()

function tellScores(title: string, { answers, exact, tagged, untagged, baseline, run }: AnswerScores): string {
  return [
    `${title} (${answers} answers)`,
    `  exact blocks             ${percent(exact)}`,
    `  language, told           ${percent(tagged)}`,
    `  language, not told       ${percent(untagged)}   first keyword: ${percent(baseline)}`,
    `  run or not               ${percent(run)}`,
  ].join('\n')
}

function percent({ right, of }: Share): string {
  return `${((100 * right) / of).toFixed(1).padStart(5)} % (${right} of ${of})`
}
