import { createFind } from '../../src/memory/pattern/find-patterns.ts'
import { createSearchIndex } from '../../src/memory/search/create-index.ts'
import { fieldsOf } from '../../src/memory/search/fields.ts'
import type { WordVectors } from '../../src/memory/search/word-vectors.ts'
import { hashOf } from '../repair/random.ts'
import { intervalOf } from './interval.ts'

export interface Solution {
  task: string
  language: string
  code: string
}

const [MOST_PROGRAMS, MOST_OF_TASK, MOST_ASKED] = [1500, 20, 300]
const USER = 'bench'
const EMPTY = {
  userId: USER,
  fingerprint: '',
  tests: [],
  source: 'given' as const,
  runs: [],
  worked: 1,
  createdAt: 0,
  changedAt: 0,
}
const TOKEN = /\w+|[^\s\w]/g

const DOC = /\n[ \t]*("{3}|'{3})[\s\S]*?\1/g
const withoutDoc = (solution: Solution): Solution => ({ ...solution, code: solution.code.replace(DOC, '') })
/** The task is the name of the function that solves it. */
const withoutName = (solution: Solution): Solution => ({
  ...solution,
  code: solution.code.replaceAll(solution.task, 'solve'),
})

/** The programs as they are, without their documentation, and without the name of their task either: a copy of the prompt makes all of them alike. */
export async function cloneScores(all: Solution[], table: WordVectors) {
  const bare = all.map(withoutDoc)
  return {
    whole: await scoresOf(all, table),
    withoutDocumentation: await scoresOf(bare, table),
    withoutNames: await scoresOf(bare.map(withoutName), table),
  }
}

/** MAP@R: programs of one task are clones of each other; by the answer of a search, as users see it, and by the Jaccard index of tokens. */
async function scoresOf(all: Solution[], table: WordVectors) {
  const programs = drawn(all)
  const find = findOver(programs, table)
  const tokens = programs.map(({ code }) => new Set(code.match(TOKEN)))
  const asked = programs.map((_, number) => number).slice(0, MOST_ASKED)
  const others = (number: number) => programs.map((_, other) => other).filter((other) => other !== number)
  const score = (orders: number[][]) =>
    intervalOf(orders.map((order, number) => averagePrecision(programs, number, order)))
  const found: number[][] = []
  for (const number of asked) {
    const { code } = programs[number] as Solution
    const known = await find({ code, limit: MOST_OF_TASK }, USER)
    found.push(known.map(({ id }) => Number(id)).filter((other) => other !== number))
  }
  const byScore = (list: number[], of: (other: number) => number) => {
    const scores = new Map(list.map((other) => [other, of(other)]))
    return list.toSorted((a, b) => (scores.get(b) ?? 0) - (scores.get(a) ?? 0))
  }
  return {
    programs: programs.length,
    asked: asked.length,
    jaccard: score(asked.map((number) => byScore(others(number), (other) => jaccard(tokens, number, other)))),
    search: score(found),
  }
}

/** The search of a user whose memory has these programs, and no store. */
function findOver(programs: Solution[], table: WordVectors) {
  const index = createSearchIndex(table)
  const rows = programs.map(({ code, language }, number) => {
    index.add(number, { ...fieldsOf(code), language })
    return { ...EMPTY, id: String(number), code, language }
  })
  const ids = rows.map(({ id }) => id)
  const numbers = new Map(ids.map((id, number) => [id, number]))
  return createFind({
    rows: {
      get: async (_, wanted) => wanted.flatMap((id) => rows[numbers.get(id) ?? -1] ?? []),
      idsOfAgent: async () => [],
    },
    users: { of: async () => ({ index, ids, numbers }) },
    vectors: undefined,
    assertShared: async () => {},
  }).find
}

function drawn(all: Solution[]): Solution[] {
  const counts = new Map<string, number>()
  return [...new Map(all.map((each) => [each.code, each])).values()]
    .map((each) => ({ each, order: hashOf(`clones ${each.task} ${each.code}`) }))
    .sort((a, b) => a.order - b.order)
    .map(({ each }) => each)
    .filter(({ task }) => {
      counts.set(task, (counts.get(task) ?? 0) + 1)
      return (counts.get(task) as number) <= MOST_OF_TASK
    })
    .slice(0, MOST_PROGRAMS)
}

function averagePrecision(programs: Solution[], number: number, order: number[]): number {
  const { task } = programs[number] as Solution
  const right = programs.filter((each) => each.task === task).length - 1
  if (right === 0) return 0
  let [hits, sum] = [0, 0]
  for (const [place, other] of order.slice(0, right).entries()) {
    if (programs[other]?.task === task) sum += ++hits / (place + 1)
  }
  return sum / right
}

function jaccard(tokens: Set<string>[], one: number, other: number): number {
  const [a, b] = [tokens[one] as Set<string>, tokens[other] as Set<string>]
  const both = [...a].filter((token) => b.has(token)).length
  return both / (a.size + b.size - both)
}
