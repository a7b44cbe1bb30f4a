/** Openings that tell a language beyond doubt, and that another language would read as something else. */
const PLAIN: [language: string, sign: RegExp][] = [
  ['php', /^\s*<\?php\b/],
  ['racket', /^\s*#lang\s+\w/],
  ['makefile', /^(?!\s*(?:case|def|class|if|for|while|else|elif|with|try)\b)[\w./%$(){} -]+:(?![=:/])[^\n=;{}'"]*\n\t(?!\s*(?:return|pass)\b)\S/m],
  ['html', /^\s*<!doctype html/i],
]

export const plainLanguage = (code: string): string | undefined =>
  PLAIN.find(([, sign]) => sign.test(code.slice(0, 5_000)))?.[0]
