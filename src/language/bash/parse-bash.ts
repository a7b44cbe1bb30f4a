import { parse } from 'unbash'
import { problemAt } from '../syntax/problem-at.ts'
import type { Parse } from '../syntax/syntax.ts'

export const parseBash: Parse = (source) =>
  (parse(source).errors ?? []).map(({ message, pos }) => problemAt(source, pos, message))
