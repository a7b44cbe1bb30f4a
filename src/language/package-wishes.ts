import { isPackageWish, type PackageLanguage, packageNameOf } from '../contract/package.ts'

export interface Wish {
  language: PackageLanguage
  name: string
}

const PIP = /^(?:sudo\s+)?(?:(?:uv\s+)?pip3?|python3?\s+-m\s+pip)\s+install\s+(.*)$/
const NPM = /^(?:sudo\s+)?(?:npm\s+(?:install|i|add)|yarn\s+add|pnpm\s+(?:add|install|i))\s+(.*)$/
/** Options of pip that are followed by a value. */
const WITH_VALUE =
  /^(?:-[rciftd]|--(?:requirement|constraint|index-url|extra-index-url|find-links|target|root|prefix|platform|python-version|trusted-host|upgrade-strategy))$/
const LONGEST = 100_000

/**
 * The packages that a piece of code wants to install: commands of a shell, or the lines of a notebook that begin with `!` or
 * `%`. Models write these because most places have a network.
 */
export function packageWishesIn(language: string | null, code: string): Wish[] {
  if (code.length > LONGEST || !/\binstall\b|\badd\b|\bi\b/.test(code)) return []
  const wishes = commandsIn(language, code).flatMap((command): Wish[] => {
    const [pip, npm] = [PIP.exec(command)?.[1], NPM.exec(command)?.[1]]
    if (pip !== undefined) return namesIn(pip, 'python')
    return npm === undefined ? [] : namesIn(npm, 'javascript')
  })
  return wishes.filter(({ name }, at) => wishes.findIndex((each) => each.name === name) === at)
}

const NOTEBOOK_LINE = /^([ \t]*)([!%]\s*(?:(?:uv\s+)?pip3?|python3?\s+-m\s+pip)\s+install\s.*)$/gm

/** A Python program whose wishes are comments: outside of a notebook they are no Python. Every line stays where it is. */
export const withWishesAsComments = (code: string): string =>
  code.replace(NOTEBOOK_LINE, (_, indent: string, wish: string) => `${indent}${indent === '' ? '' : 'pass  '}# ${wish}`)

function commandsIn(language: string | null, code: string): string[] {
  const lines = code.replaceAll('\\\n', ' ').split('\n')
  const texts =
    language === 'bash'
      ? lines.map((line) => line.replace(/^\s*\$\s+/, ''))
      : language === 'python'
        ? lines.flatMap((line) => /^\s*[!%]\s*(\S.*)$/.exec(line)?.[1] ?? [])
        : []
  return texts.flatMap((text) => text.split(/\s*(?:&&|;|\|\|)\s*/)).map((command) => command.trim())
}

function namesIn(words: string, language: PackageLanguage): Wish[] {
  const given = words
    .replace(/\s#.*$/, '')
    .split(/\s+/)
    .filter(Boolean)
  return given
    .filter((word, at) => !word.startsWith('-') && !WITH_VALUE.test(given[at - 1] ?? ''))
    .map((word) => word.replace(/^(["'])(.*)\1$/, '$2'))
    .filter((word) => isPackageWish(word, language))
    .map((word) => ({ language, name: packageNameOf(word, language) }))
}
