import type { Strategy } from '../strategy.ts'

/** The search needs the tests and a sandbox, so it proposes nothing by reading; it is listed with the strategies that do. */
export const VALUE_SEARCH: Strategy = {
  id: 'any/value-search',
  languages: ['python', 'javascript'],
  title: 'Looks for a small change with which all tests of the request pass',
  answers: ['TestFailed'],
  prior: 0.5,
  propose: () => [],
}
