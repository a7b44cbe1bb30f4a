import { cCalls } from '../c/calls.ts'
import { cppCalls } from '../cpp/calls.ts'
import { goCalls } from '../go/calls.ts'
import { javaCalls } from '../java/calls.ts'
import { javascriptCalls } from '../javascript/calls.ts'
import { luaCalls } from '../lua/calls.ts'
import { perlCalls } from '../perl/calls.ts'
import { phpCalls } from '../php/calls.ts'
import { pythonCalls } from '../python/calls.ts'
import { rCalls } from '../r/calls.ts'
import { rubyCalls } from '../ruby/calls.ts'
import { rustCalls } from '../rust/calls.ts'
import type { CallFacts } from './call-facts.ts'

/** Languages that are read by their calls alone, by their ids. */
export const CALL_FACTS: Readonly<Record<string, CallFacts>> = {
  ruby: rubyCalls,
  perl: perlCalls,
  lua: luaCalls,
  php: phpCalls,
  r: rCalls,
  go: goCalls,
  c: cCalls,
  cpp: cppCalls,
  java: javaCalls,
  rust: rustCalls,
}

/** Facts for the scan of a program that its parser gives up, by the id of the language. */
export const SCAN_FACTS: Readonly<Record<string, CallFacts>> = {
  python: pythonCalls,
  javascript: javascriptCalls,
  typescript: javascriptCalls,
}
