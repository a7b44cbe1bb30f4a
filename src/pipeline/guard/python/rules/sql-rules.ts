import { callRule, type PythonRule } from '../call-rule.ts'
import { allGiven, given, gradeOf } from '../condition.ts'
import { cleanFor, constantOf, hasOrigin, isBuilt, OUTSIDE, origin } from '../read/make-value.ts'
import type { Value } from '../read/value.ts'

const EXECUTE = '.execute .executemany .executescript .execute_query .run_sql .fetch .fetchrow .fetchval'
const QUERIES =
  'pandas.read_sql pandas.read_sql_query pandas.io.sql.read_sql sqlalchemy.text text .raw .extra django.db.models.expressions.RawSQL RawSQL .from_statement .exec_driver_sql .query'

const SQL =
  /\b(select|insert\s+into|update|delete\s+from|drop\s+\w+|attach\s+database|create\s+(table|database|user)|alter\s+table|replace\s+into|where|truncate|grant|exec|call|union|like|between|order\s+by|merge\s+into|from\s+\w|pragma\s+\w+|show\s+\w+)\b/i

const looksLikeSql = (text: string | undefined): boolean => text !== undefined && SQL.test(text.slice(0, 1000))

/** A composed text is worse than one that comes whole: wrappers of databases get theirs as an argument. */
function judgeQuery(query: Value | undefined) {
  if (!query) return undefined
  if (isBuilt(query) && looksLikeSql(query.text))
    return gradeOf(query, cleanFor.sql, { unknown: 'medium', kept: 'medium', other: 'medium' })
  if (query.text === undefined && hasOrigin(query, OUTSIDE)) return gradeOf(query, cleanFor.sql)
  return undefined
}

/** Not only databases have methods of these names. */
const PIECES = { parameter: 'medium', outside: 'medium', other: 'low', unknown: 'info', kept: 'info' } as const

export const sqlRules: readonly PythonRule[] = [
  callRule(
    {
      id: 'python/sql-injection',
      family: 'sql',
      severity: 'high',
      title: 'A query is put together with values of others',
      why: 'Whoever decides about a value can change the query: read, change or delete everything.',
      remedy: 'Leave placeholders in the query and give the values beside it: execute(query, (value,)).',
      cwe: [89],
    },
    { calls: EXECUTE, when: (call) => judgeQuery(given(call, 0, 'query', 'sql', 'statement')) },
    {
      calls: QUERIES,
      when: (call) =>
        allGiven(call)
          .map((value) => (value.items ? value.items[0] : value))
          .map((value) => value && isBuilt(value) && judgeQuery(value))
          .find(Boolean),
    },
    {
      calls: 'sqlalchemy.text .raw .exec_driver_sql django.db.models.expressions.RawSQL',
      when: (call) => hasOrigin(given(call, 0), origin.request) && !isBuilt(given(call, 0) ?? call.callee) && 'high',
    },
    {
      calls: '.filter .where .having .group_by .order_by .distinct .filter_by',
      when: (call) =>
        allGiven(call)
          .map((value) => isBuilt(value) && gradeOf(value, cleanFor.sql, PIECES))
          .find(Boolean),
    },
    {
      calls: 'asyncpg.connect().fetch databases.Database().fetch_all .fetch_all .fetch_one',
      when: (call) => judgeQuery(given(call, 0, 'query')),
    },
  ),
  callRule(
    {
      id: 'python/destructive-sql',
      family: 'sql',
      severity: 'medium',
      title: 'A statement that destroys data',
      why: 'What is dropped, truncated or deleted without a condition is gone.',
      remedy: 'Delete by a condition, within a transaction, after a backup.',
      cwe: [1188],
    },
    {
      calls: `${EXECUTE} sqlalchemy.text`,
      when: (call) => {
        const text = (given(call, 0)?.text ?? '').slice(0, 2000)
        if (/\bdrop\s+(database|schema)\b/i.test(text)) return 'high'
        if (/\bdrop\s+table\s+(?!if\s)|\btruncate\s+(table\s+)?\w/i.test(text)) return true
        return /\bdelete\s+from\s+[\w."`]+\s*(;|$)/i.test(text.trim())
      },
    },
  ),
  callRule(
    {
      id: 'python/query-injection',
      family: 'sql',
      severity: 'high',
      title: 'A filter or path expression is put together with values of others',
      why: 'Whoever decides about a value can change what is asked for.',
      remedy: 'Escape values with the functions of the library, or give them as variables.',
      cwe: [90, 643, 943],
    },
    {
      calls: '.search_s .search_ext .search_ext_s ldap.initialize().search ldap3.Connection().search .search_st',
      when: (call) =>
        allGiven(call)
          .map((value) => isBuilt(value) && gradeOf(value, cleanFor.sql, { unknown: 'low', kept: 'low' }))
          .find(Boolean),
    },
    {
      calls: '.search',
      when: (call) =>
        !call.name.startsWith('re.') &&
        allGiven(call).some(
          (value) =>
            isBuilt(value) && /^\(?[&|(]?\(?\w+=/.test(value.text ?? '') && gradeOf(value, cleanFor.sql) === 'high',
        ),
    },
    {
      calls: '.xpath lxml.etree.XPath .findall .iterfind',
      when: (call) =>
        isXPath(given(call, 0)) &&
        !call.name.startsWith('re.') &&
        gradeOf(given(call, 0), cleanFor.sql, { unknown: 'low', kept: 'low' }),
    },
    {
      calls: '.find .find_one .aggregate .update_one .delete_many .delete_one .count_documents',
      when: (call) => {
        const where = given(call, 0, 'filter')?.entries?.get('$where')
        return where
          ? gradeOf(where, 0, { unknown: 'low' })
          : hasOrigin(given(call, 0), OUTSIDE) &&
              given(call, 0)?.entries === undefined &&
              (/find_one|delete|update/.test(call.method) || isJson(given(call, 0))) &&
              (hasOrigin(given(call, 0), origin.request) ? 'high' : 'medium')
      },
    },
    {
      calls: '.find .find_one',
      when: (call) => [...(given(call, 0, 'filter')?.entries?.values() ?? [])].some(isPartOfJson),
    },
    {
      calls: '.scan .query',
      when: (call) =>
        FILTERS.some(
          (name) =>
            hasOrigin(call.keywords.get(name)?.value, origin.request) && !call.keywords.get(name)?.value.entries,
        ) && 'medium',
    },
    {
      calls: '.scan .query .update_item .delete_item .put_item .execute_statement',
      when: (call) =>
        EXPRESSIONS.map((name) => call.keywords.get(name)?.value)
          .map((value) => value && isBuilt(value) && gradeOf(value, cleanFor.sql, { unknown: 'low', kept: 'medium' }))
          .find(Boolean),
    },
  ),
]

/** A piece of JSON may be an operator, such as `{"$ne": ""}`, where a text was expected. */
const isPartOfJson = (value: Value): boolean =>
  hasOrigin(value, origin.request) && /request\.(get_json\(\)|json\b)/.test(value.name)

/** Parameters that DynamoDB reads as expressions. */
const EXPRESSIONS = [
  'FilterExpression',
  'KeyConditionExpression',
  'ConditionExpression',
  'UpdateExpression',
  'Statement',
]

const isJson = (value: Value | undefined): boolean => /loads\(\)$|get_json\(\)$|\.json$/.test(value?.name ?? '')

/** Whole conditions of DynamoDB. */
const FILTERS = ['ScanFilter', 'QueryFilter', 'KeyConditions', 'FilterExpression']

const isXPath = (value: Value | undefined): boolean =>
  !!value && isBuilt(value) && (value.text ?? '').includes('/') && constantOf(value) === undefined
