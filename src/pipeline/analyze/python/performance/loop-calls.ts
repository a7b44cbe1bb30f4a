import { argumentsOf } from '../../../../language/python/arguments-of.ts'
import { type Node, type Tree, textOf } from '../../../../language/tree/tree.ts'
import type { RemarkRule } from '../../remark-at.ts'
import { kindOf } from '../known-kind.ts'
import { statementKind } from './statement-kind.ts'

/** A call that is worth a remark in a loop. */
export interface LoopCall extends RemarkRule {
  /** Whole paths, or `.method` for a method of any object. */
  names: ReadonlySet<string>
  /** The call counts only if these have the same value in each round. */
  same?: 'arguments' | 'object'
  where?: (tree: Tree, call: Node) => boolean
  message: (path: string) => string
  cost: string
}

const firstArgument = (tree: Tree, call: Node): string => {
  const [first] = argumentsOf(tree, call)
  return first && !first.name ? textOf(tree, first.value) : ''
}

function isAtFront(tree: Tree, call: Node): boolean {
  const [object, , method] = call.children[0]?.children ?? []
  const kind = object && kindOf(tree, object)
  const expected = method && textOf(tree, method) === 'insert' ? 2 : 1
  const isList = kind === undefined || kind === 'list'
  return isList && argumentsOf(tree, call).length === expected && firstArgument(tree, call) === '0'
}

export const loopCalls: readonly LoopCall[] = [
  {
    rule: 'python/connection-in-loop',
    family: 'performance',
    severity: 'medium',
    names: new Set([
      ...['sqlite3', 'psycopg2', 'psycopg', 'pymysql', 'mysql.connector', 'duckdb'].map((name) => `${name}.connect`),
      ...['pymongo.MongoClient', 'redis.Redis', 'boto3.client', 'sqlalchemy.create_engine', 'smtplib.SMTP'],
    ]),
    same: 'arguments',
    message: (path) => `${path} makes the same connection in each round.`,
    cost: 'one handshake per round',
    why: 'Opening a connection takes far longer than using it.',
    remedy: 'Open it once before the loop.',
  },
  {
    rule: 'python/regex-in-loop',
    family: 'performance',
    severity: 'low',
    names: new Set(['re.compile', 'regex.compile']),
    same: 'arguments',
    message: (path) => `${path} makes the same pattern in each round.`,
    cost: 'one compilation, or one look into the cache of patterns, per round',
    why: 'The pattern does not change, so it needs to be compiled only once.',
    remedy: 'Compile it before the loop.',
  },
  {
    rule: 'python/file-read-in-loop',
    family: 'performance',
    severity: 'medium',
    names: new Set([
      'open',
      'io.open',
      'pandas.read_csv',
      'pandas.read_json',
      'pandas.read_excel',
      'numpy.load',
      'numpy.loadtxt',
    ]),
    same: 'arguments',
    message: (path) => `${path} opens the same file in each round.`,
    cost: 'one opening, and mostly one reading of the whole file, per round',
    why: 'Files are thousands of times slower than memory, and this one is the same each time.',
    remedy: 'Open or read it once before the loop.',
  },
  {
    rule: 'python/file-read-in-loop',
    family: 'performance',
    severity: 'medium',
    names: new Set(['.read_text', '.read_bytes']),
    same: 'object',
    message: (path) => `${path} reads the same file in each round.`,
    cost: 'one reading of the whole file per round',
    why: 'Files are thousands of times slower than memory, and this one is the same each time.',
    remedy: 'Read it once before the loop.',
  },
  {
    rule: 'python/request-in-loop',
    family: 'performance',
    severity: 'low',
    names: new Set([
      ...['get', 'post', 'put', 'patch', 'delete', 'head', 'request'].flatMap((verb) => [
        `requests.${verb}`,
        `httpx.${verb}`,
      ]),
      'urllib.request.urlopen',
    ]),
    message: (path) => `${path} makes a new connection in each round, and waits for its answer.`,
    cost: 'one connection and one round trip per round',
    why: 'Most of the time goes into waiting: for the handshake and for the answer.',
    remedy: 'Keep one Session open for the loop, or ask several at once with a thread pool or asyncio.',
  },
  {
    rule: 'python/query-in-loop',
    family: 'performance',
    severity: 'medium',
    names: new Set(['.execute']),
    where: (tree, call) => statementKind(tree, call) === 'read',
    message: () => 'A query is sent in each round.',
    cost: 'one round trip to the database per round (N+1 queries)',
    why: 'The database could answer all of it in one query.',
    remedy: 'Join the tables, or fetch all keys at once with `WHERE key IN (…)` before the loop.',
  },
  {
    rule: 'python/query-in-loop',
    family: 'performance',
    severity: 'medium',
    names: new Set([
      '.objects.get',
      '.objects.filter',
      '.query.get',
      '.query.filter_by',
      'session.query',
      '.session.query',
      'session.get',
    ]),
    message: (path) => `${path} asks the database in each round.`,
    cost: 'one round trip to the database per round (N+1 queries)',
    why: 'The database could answer all of it in one query.',
    remedy: 'Fetch what belongs together with select_related, joinedload or an `in` filter.',
  },
  {
    rule: 'python/write-in-loop',
    family: 'performance',
    severity: 'low',
    names: new Set(['.execute']),
    where: (tree, call) => statementKind(tree, call) === 'write',
    message: () => 'A row is written by a statement of its own in each round.',
    cost: 'one statement per row',
    why: 'Databases take many rows in one call far faster.',
    remedy: 'Gather the rows and give them to `executemany`.',
  },
  {
    rule: 'python/commit-in-loop',
    family: 'performance',
    severity: 'medium',
    names: new Set(['.commit']),
    same: 'object',
    message: () => 'Each round is a transaction of its own.',
    cost: 'one write to disk per round',
    why: 'A commit waits until everything is safe on the disk.',
    remedy: 'Commit once behind the loop.',
  },
  {
    rule: 'python/deep-copy-in-loop',
    family: 'performance',
    severity: 'low',
    names: new Set(['copy.deepcopy']),
    message: () => 'A deep copy is made in each round.',
    cost: 'time and memory for everything that the value holds, per round',
    why: 'A deep copy follows every reference, and is among the slowest things that Python can do to data.',
    remedy: 'Copy only the level that is changed, or build the new value directly.',
  },
  {
    rule: 'python/front-of-list',
    family: 'performance',
    severity: 'medium',
    names: new Set(['.pop', '.insert']),
    where: isAtFront,
    message: (path) => `${path} at the front moves all other elements, in each round.`,
    cost: 'O(n) per round, O(n²) in all',
    why: 'A list is one piece of memory; only its end can grow and shrink at no cost.',
    remedy: 'Use collections.deque with popleft and appendleft, or work from the end.',
  },
  {
    rule: 'python/sort-in-loop',
    family: 'performance',
    severity: 'low',
    names: new Set(['.sort']),
    same: 'object',
    message: () => 'The same list is sorted in each round.',
    cost: 'O(n log n) per round',
    why: 'After the first round the list is almost in order, and one sort in the end does the same.',
    remedy: 'Sort once before or behind the loop, or keep the order with bisect or heapq.',
  },
  {
    rule: 'python/sort-in-loop',
    family: 'performance',
    severity: 'low',
    names: new Set(['sorted']),
    same: 'arguments',
    message: () => 'The same values are sorted in each round.',
    cost: 'O(n log n) per round',
    why: 'Their order does not change between rounds.',
    remedy: 'Sort them once before the loop.',
  },
]
