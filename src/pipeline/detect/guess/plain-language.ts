/** Openings that tell a language beyond doubt, and that another language would read as something else. */
const PLAIN: [language: string, sign: RegExp][] = [
  ['php', /^\s*<\?php\b/],
  ['racket', /^\s*#lang\s+\w/],
  [
    'makefile',
    /^(?!\s*(?:case|def|class|if|for|while|else|elif|with|try)\b)[\w./%$(){} -]+:(?![=:/])[^\n=;{}'"]*\n\t(?!\s*(?:return|pass)\b)\S/m,
  ],
  [
    'html',
    /^\s*<!doctype html|^\s*<(?:html|head|body|div|p|ul|ol|h[1-6]|form|table|nav|section|button|main|footer)(?:\s+(?:class|id|href|type|lang|style|method|action)=[^>{]*)?>(?![\s\S]*(?:className=|=\{|<\?php))/i,
  ],
  ['env', /^\s*(?:(?:#[^\n]*)?\n)*(?:[A-Z][A-Z0-9_]*=[^\n$(`]*(?:\n|$)(?:(?:#[^\n]*)?\n)*){2,}$/],
]

export const plainLanguage = (code: string): string | undefined =>
  PLAIN.find(([, sign]) => sign.test(code.slice(0, 5_000)))?.[0]
