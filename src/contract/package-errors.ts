import { row } from './error-row.ts'
import { missingPackageLine, type PackageLanguage } from './package.ts'

export const packageErrors = {
  PACKAGE_MISSING: row(422, false, (d: { name: string; language: PackageLanguage }) => [
    `${missingPackageLine(d.name, d.language)}.`,
    'Leave it out of "packages", or have the operator add it or list it in ANNEAL_PACKAGES_ALLOWED.',
  ]),
  PACKAGE_NOT_ADDED: row(404, false, (d: { name: string; why: string }) => [
    `${d.name} was not added here${d.why}.`,
    'List what was with "anneal packages list".',
  ]),
  PACKAGES_FAILED: row(502, false, (d: { tool: string; reason: string; remedy: string }) => [
    `${d.tool} could not install the packages: ${d.reason}. Nothing has changed.`,
    d.remedy,
  ]),
}
