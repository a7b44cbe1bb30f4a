import type { TaskKind } from '../../contract/agent.ts'

interface Sign {
  kind: TaskKind
  /** In code: imports and calls. */
  code?: RegExp
  /** In words. */
  words?: RegExp
  languages?: readonly string[]
}

const SIGNS: readonly Sign[] = [
  {
    kind: 'test',
    code: /\b(unittest|pytest|node:test|vitest|jest|testthat)\b|\bassert\w*\b.{0,80}\bassert/s,
    words: /\b(unit )?tests?\b|\bassert/i,
  },
  {
    kind: 'database',
    code: /\b(sqlite3|psycopg|sqlalchemy|node:sqlite|kysely|DBI)\b/,
    words: /\b(sql|database|table|query|join)\b/i,
    languages: ['sql'],
  },
  {
    kind: 'data',
    code: /\b(pandas|numpy|polars|csv|matplotlib|seaborn|sklearn|dplyr|ggplot2?|data\.frame)\b/,
    words: /\b(data ?frames?|csv|plot|chart|column|average|mean|dataset|statistic)/i,
    languages: ['r'],
  },
  {
    kind: 'web',
    code: /\b(requests|urllib|httpx|flask|fastapi|aiohttp|express|node:https?|fetch)\b/,
    words: /\b(http|web|api|url|html|scrape|endpoint)\b/i,
  },
  {
    kind: 'system',
    code: /\b(subprocess|os\.environ|psutil|child_process|process\.argv|sys\.argv)\b/,
    words: /\b(shell|command line|process|environment variable)\b/i,
    languages: ['bash'],
  },
  {
    kind: 'file',
    code: /\bopen\(|\bpathlib\b|\bnode:fs\b|\breadFile|\bshutil\b|\bglob\b/,
    words: /\b(files?|director(y|ies)|folder|rename)\b/i,
  },
  {
    kind: 'math',
    code: /\b(math|sympy|scipy|fractions|decimal|cmath)\b|\bMath\.\w+/,
    words: /\b(prime|factorial|matrix|equation|integral|sum of|compute)\b/i,
  },
  {
    kind: 'text',
    code: /\b(re|string|textwrap|difflib|unicodedata)\b|\.(split|replace|strip|trim|match)\(/,
    words: /\b(string|text|word|regex|parse|sentence|letter)s?\b/i,
  },
  {
    kind: 'algorithm',
    code: /\b(heapq|deque|bisect|itertools|defaultdict|functools)\b|\b(sort|search|graph|queue|stack|tree)\w*\(/i,
    words: /\b(algorithm|sort|search|graph|tree|path|recursi)/i,
  },
]

const MOST_READ = 20_000

/** The kind of a task, from its words and its code, with the reasons for it. */
export function kindOfTask(of: {
  words?: string | undefined
  code?: string | undefined
  language?: string | null | undefined
}): {
  kind: TaskKind
  reasons: string[]
} {
  const [words, code] = [(of.words ?? '').slice(0, MOST_READ), (of.code ?? '').slice(0, MOST_READ)]
  let best: { kind: TaskKind; score: number; reasons: string[] } = {
    kind: 'other',
    score: 0,
    reasons: ['no sign of a known kind'],
  }
  for (const { kind, ...sign } of SIGNS) {
    const reasons = [
      ...(of.language && sign.languages?.includes(of.language) ? [`it is ${of.language}`] : []),
      ...(sign.code?.test(code) ? [`the code uses what ${kind} tasks use`] : []),
      ...(sign.words?.test(words) ? [`the words speak of ${kind}`] : []),
    ]
    if (reasons.length > best.score) best = { kind, score: reasons.length, reasons }
  }
  return { kind: best.kind, reasons: best.reasons }
}
