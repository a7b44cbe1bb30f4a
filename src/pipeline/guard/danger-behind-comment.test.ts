import { describe, expect, it } from 'vitest'
import { findDangers } from './find-dangers.ts'
import { guards } from './guards.ts'

const NODE = 'const { execSync } = require("child_process")\n'

/** Programs in pairs: `@` becomes a comment, or nothing. */
const PROGRAMS: [language: string, place: string, code: string][] = [
  ['python', 'an import', 'from os import ( @ system as run)\nrun("rm -rf /")\n'],
  ['python', 'a call', 'import os\nfrom flask import request\nos.system( @ request.args["x"])\n'],
  ['python', 'a list', 'import subprocess\nsubprocess.run([ @ "rm", @ "-rf", "/"])\n'],
  ['python', 'a dictionary', 'import os\nall = { @ "a": @ "rm -rf /"}\nos.system(all["a"])\n'],
  ['python', 'a tuple', 'import os\nall = ( @ "rm -rf /", 2)\nos.system(all[0])\n'],
  ['python', 'strings side by side', 'import os\nline = ( @ "rm -rf " @ "/")\nos.system(line)\n'],
  ['python', 'a sum', 'import os\nline = ("rm -rf " @ + "/")\nos.system(line)\n'],
  ['python', 'a member', 'import os\n(os @ .system)("rm -rf /")\n'],
  ['python', 'an index', 'import os\nall = ["rm -rf /"]\nos.system(all[ @ 0])\n'],
  ['javascript', 'an import', 'import { execSync @ as @ run } from "child_process"\nrun("rm -rf /")\n'],
  ['javascript', 'a call', 'const { execSync } = require( @ "child_process")\nexecSync("rm -rf /")\n'],
  ['javascript', 'a declaration', 'const { execSync } @ = @ require("child_process")\nexecSync("rm -rf /")\n'],
  ['javascript', 'a sum', `${NODE}execSync("rm -rf " @ + @ "/")\n`],
  ['javascript', 'an array', `${NODE}const all = [ @ "rm -rf /"]\nexecSync(all[ @ 0])\n`],
  ['javascript', 'an object', `${NODE}const all = { @ a @ : @ "rm -rf /" }\nexecSync(all.a)\n`],
]

const COMMENTS: Record<string, string> = { python: '# harmless\n', javascript: '/* harmless */' }

describe('the guard', () => {
  it.each(PROGRAMS)('of %s is not misled by a comment in %s', (language, _, code) => {
    const rulesOf = (comment: string) =>
      findDangers({ language, code: code.replaceAll('@', comment) }, guards).findings.map(
        ({ rule, severity }) => `${rule} ${severity}`,
      )
    expect(rulesOf(COMMENTS[language] ?? '')).toEqual(rulesOf(''))
    expect(rulesOf('').join()).toMatch(/critical|high/)
  })
})
