// Scores detection on our labelled answers: `npm run bench:detect`, with `--mistakes` to list the wrong ones. With `--foreign DIRECTORY`
// it scores code and texts of strangers instead, as docs/guide/detect.md describes them, and with `--json FILE` keeps the numbers there.
import { writeFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import { languages } from '../src/language/languages.ts'
import { createDetect } from '../src/pipeline/detect/detect.ts'
import { createReading } from '../src/pipeline/reading/reading-jobs.ts'
import { hasPart, scoreLanguages, scoreLines } from './detect/foreign.ts'
import { generateAnswers } from './detect/generate-answers.ts'
import { hostileTexts } from './detect/hostile-texts.ts'
import { type LabelledAnswer, loadAnswers } from './detect/load-answers.ts'
import { type AnswerScores, type Share, scoreAnswers } from './detect/score-answers.ts'

const { values } = parseArgs({
  options: { mistakes: { type: 'boolean', default: false }, foreign: { type: 'string' }, json: { type: 'string' } },
})
const reading = createReading()
const detect = createDetect({ languages, reading })
if (values.foreign) await scoreForeign(values.foreign)
else await scoreOurs()
await reading.close()

async function scoreOurs(): Promise<void> {
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
    if (values.mistakes) for (const mistake of scores.mistakes) console.log(`    ${mistake}`)
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
}

/** DIRECTORY/code/LANGUAGE/REPOSITORY/FILE, DIRECTORY/texts/….md with fences, DIRECTORY/answers/….txt labelled like ours; any may be absent. */
async function scoreForeign(directory: string): Promise<void> {
  const told: Record<string, unknown> = {}
  if (hasPart(directory, 'code')) {
    const { byLength, byLanguage, all, wronglyRun, calibration, mistakes } = await scoreLanguages(detect, directory)
    console.log(`language of fragments in a fence that does not tell it (${byLanguage.size} languages)`)
    for (const [length, share] of byLength)
      console.log(`  ${length === 0 ? 'whole' : `${length} lines`}`.padEnd(27) + percent(share))
    console.log(`  over all lengths         ${percent(all)}`)
    console.log(`  run in a wrong language  ${percent(wronglyRun)}`)
    calibration.forEach((share, at) => {
      if (share.of > 0) console.log(`  of those ${at * 10} % sure`.padEnd(27) + percent(share))
    })
    const worst = [...byLanguage].toSorted((a, b) => a[1].right / a[1].of - b[1].right / b[1].of)
    if (values.mistakes)
      for (const [language, share] of worst) console.log(`    ${language.padEnd(22)} ${percent(share)}`)
    const often = [...mistakes].toSorted((a, b) => b[1] - a[1])
    if (values.mistakes) for (const [mistake, times] of often.slice(0, 60)) console.log(`    ${times} × ${mistake}`)
    told.language = {
      byLength: Object.fromEntries(byLength),
      all,
      wronglyRun,
      calibration,
      byLanguage: Object.fromEntries(byLanguage),
    }
  }
  if (hasPart(directory, 'texts')) {
    const lines = await scoreLines(detect, directory)
    const [precision, recall] = [ratio(lines.precision), ratio(lines.recall)]
    const f1 = (2 * precision * recall) / (precision + recall)
    console.log(`lines of code without fences (${lines.texts} texts)`)
    console.log(
      `  precision                ${percent(lines.precision)}\n  recall                   ${percent(lines.recall)}`,
    )
    console.log(`  F1                       ${f1.toFixed(3)}`)
    told.lines = { ...lines, f1 }
  }
  if (hasPart(directory, 'answers')) {
    const scores = await scoreAnswers(detect, loadAnswers(pathToFileURL(`${directory}/answers/`)))
    console.log(tellScores('labelled answers', scores))
    if (values.mistakes) for (const mistake of scores.mistakes) console.log(`    ${mistake}`)
    told.answers = { exact: scores.exact, tagged: scores.tagged, untagged: scores.untagged, run: scores.run }
  }
  if (values.json) writeFileSync(values.json, `${JSON.stringify(told, null, 2)}\n`)
}

function ratio({ right, of }: Share): number {
  return right / of
}

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
