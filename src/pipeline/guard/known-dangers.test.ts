import { describe, expect, it } from 'vitest'
import { rank } from './find-dangers.ts'
import { guards } from './guards.ts'
import { dangersOfTrees } from './known-dangers.fixture.ts'
import { dangersOfCalls } from './known-dangers-of-calls.fixture.ts'
import { readDangers } from './read-dangers.ts'

const graves = (language: string, code: string): string[] =>
  readDangers({ language, code }, guards, {})
    .findings.filter(({ severity }) => rank(severity) >= rank('medium'))
    .map(({ rule }) => rule)

/** One danger of each kind that the catalogues of an ecosystem name, and its nearest harmless kin. */
const kinds = [...dangersOfTrees, ...dangersOfCalls]

describe('guard knows', () => {
  it.each(kinds)('%s in %s (%s)', (_, language, rule, code) => {
    expect(graves(language, code)).toContain(rule)
  })

  it.each(kinds)('what is not %s in %s (%s)', (_, language, rule, __, harmless) => {
    expect(graves(language, harmless)).not.toContain(rule)
  })

  it.each([
    ['r', 'lps <- readline()\ncat("longest:", lps, "\\n")'],
    ['r', 'result <- .Call(`dplyr_expand_groups`, old, positions)'],
    ['php', '<?php assert(\\count($rows) > 0);'],
    ['ruby', 'TEMPLATE = ERB.new <<-HTML\n<b><%= name %></b>\nHTML\n'],
    ['perl', "my $config = eval { decode($text) };\ndie 'no table' unless ref $config eq 'HASH';"],
    ['lua', 'local require, error =\n   require, error\nerror("no data in " .. name)'],
    ['python', 'class Rows:\n    def sorted(self, key):\n        return Rows(sorted(self.rows, key=key))'],
    ['python', 'import sys\nsys.modules[f"tools.packages.{name}"] = sys.modules[name]'],
    ['bash', 'zmodload zsh/datetime'],
    ['perl', '# Ignore everything before the first line of data'],
    ['ruby', "set session_key: 'rack.session', status: 403"],
  ])('no danger in ordinary %s: %s', (language, code) => {
    expect(graves(language, code)).toEqual([])
  })
})
