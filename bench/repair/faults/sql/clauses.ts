import { mechanical } from '../fault.ts'
import { replace } from '../replace.ts'

/** Clauses that are right by themselves but at the wrong place. */
export const clauseFaults = [
  mechanical('aggregate-in-where', replace(/^(GROUP BY .*)\nHAVING ([^;\n]*)/gm, 'WHERE $2\n$1')),
  mechanical('having-before-group', replace(/^(GROUP BY .*)\n(HAVING [^;\n]*)/gm, '$2\n$1')),
  mechanical('order-before-group', replace(/^(GROUP BY .*)\n(ORDER BY [^;\n]*)/gm, '$2\n$1')),
  mechanical('where-after-order', replace(/^(WHERE .*)\n(ORDER BY [^;\n]*)/gm, '$2\n$1')),
  mechanical('limit-before-order', replace(/^(ORDER BY .*)\n(LIMIT [^;\n]*)/gm, '$2\n$1')),
  mechanical('where-before-join', replace(/^((?:INNER |LEFT )?JOIN .*)\n(WHERE [^;\n]*)/gm, '$2\n$1')),
  mechanical('double-where', replace(/^(WHERE (?!.*BETWEEN).*) AND (?=\S)/gm, '$1\nWHERE ')),
  mechanical('between-comma', replace(/(?<=BETWEEN \S+) AND (?=\S)/g, ', ')),
  mechanical('missing-with', replace(/^WITH (?:RECURSIVE )?/gm, '')),
]
