const KEYWORDS: [keyword: string, language: string][] = [
  ['#include', 'c'],
  ['package main', 'go'],
  ['public class', 'java'],
  ['fn main', 'rust'],
  ['<?php', 'php'],
  ['SELECT', 'sql'],
  ['CREATE', 'sql'],
  ['function', 'javascript'],
  ['const', 'javascript'],
  ['console', 'javascript'],
  ['interface', 'typescript'],
  ['import', 'python'],
  ['def', 'python'],
  ['print', 'python'],
  ['echo', 'bash'],
  ['$', 'bash'],
  ['<', 'html'],
  ['{', 'json'],
  [':', 'yaml'],
]

/** The simplest possible guess, as a baseline: the first keyword decides. */
export function firstKeyword(code: string): string | null {
  const places = KEYWORDS.map(([keyword, language]) => ({ language, at: code.indexOf(keyword) })).filter(
    ({ at }) => at !== -1,
  )
  return places.toSorted((a, b) => a.at - b.at)[0]?.language ?? null
}
