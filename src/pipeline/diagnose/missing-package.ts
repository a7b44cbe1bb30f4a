import { missingPackageLine } from '../../contract/package.ts'
import { distributionOf } from '../../language/python/distributions.ts'
import { STANDARD_MODULES } from '../../language/python/standard-modules.ts'
import type { Failing } from './pattern.ts'

const MODULE = /^No module named '?([A-Za-z_][\w.]*)'?$/
const PACKAGE = /^Cannot find (?:package|module) '((?:@[\w.~-]+\/)?[\w~-][\w.~-]*)(?:\/[^']*)?'/
const PIP = /(?:No matching distribution found for|satisfies the requirement) ([A-Za-z0-9][\w.-]*)/
const NPM = /https:\/\/registry\.npmjs\.org\/((?:@[\w.~-]+%2f)?[\w~-][\w.~-]*) failed/i

/** The line about a package that an operator could add, when a program failed for want of it. */
export function missingPackageIn({ language, error, said }: Failing, stderr: string): string | undefined {
  if (language === 'python' && error.type === 'ModuleNotFoundError') {
    const name = MODULE.exec(error.message.trim())?.[1]
    if (name === undefined || STANDARD_MODULES.has(name.split('.')[0] ?? '')) return undefined
    return missingPackageLine(distributionOf(name), 'python')
  }
  if (language === 'javascript' || language === 'typescript') {
    const name = PACKAGE.exec(error.message)?.[1]
    return name === undefined ? undefined : missingPackageLine(name, 'javascript')
  }
  if (language !== 'bash') return undefined
  const told = `${stderr.slice(-MOST)}\n${said}`
  const [pip, npm] = [PIP.exec(told)?.[1], NPM.exec(told)?.[1]]
  if (pip !== undefined) return missingPackageLine(pip, 'python')
  return npm === undefined ? undefined : missingPackageLine(decodeURIComponent(npm), 'javascript')
}

const MOST = 20_000
