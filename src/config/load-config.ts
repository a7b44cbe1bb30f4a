import { dirname, join, resolve } from 'node:path'
import { EngineError } from '../contract/errors.ts'
import { meantName } from '../contract/meant-name.ts'
import { type Config, type SettingName, secretSettings, settingNames, settings, variableOf } from './settings.ts'

export type Origin = 'default' | 'file' | 'environment' | 'flag'

export interface LoadedConfig {
  config: Config
  origins: Record<SettingName, Origin>
  file: string
}

export interface ConfigSources {
  env: Record<string, string | undefined>
  /** From the command line, or from code that embeds the engine. */
  flags?: Partial<Record<SettingName, unknown>>
  userHome: string
  /** The text of the file, or undefined when there is none. */
  readFile(path: string): string | undefined
}

/** A flag beats a variable, a variable beats the file, the file beats the default. All problems are reported at once. */
export function loadConfig(sources: ConfigSources): LoadedConfig {
  const { env, flags = {} } = sources
  const home = String(flags.home ?? (env[variableOf('home')] || join(sources.userHome, '.anneal')))
  const file = env.ANNEAL_CONFIG || join(home, 'config.json')
  const problems: string[] = [...unknownVariables(env), ...unknownSettings(flags, 'the given settings')]
  const fromFile = readSettings({ file, required: Boolean(env.ANNEAL_CONFIG), problems, readFile: sources.readFile })

  const values: Record<string, unknown> = { home }
  const origins = {} as Record<SettingName, Origin>
  for (const name of settingNames) {
    const fromEnv = env[variableOf(name)]
    const [value, origin]: [unknown, Origin] =
      flags[name] !== undefined
        ? [flags[name], 'flag']
        : fromEnv !== undefined && fromEnv !== ''
          ? [fromEnv, 'environment']
          : name in fromFile
            ? [fromFile[name], 'file']
            : [undefined, 'default']
    origins[name] = origin
    if (value !== undefined) values[name] = value
  }
  if (typeof values.errorPatterns === 'string') {
    const path = resolve(dirname(file), values.errorPatterns)
    values.errorPatterns = readList({ path, name: variableOf('errorPatterns'), problems, readFile: sources.readFile })
  }
  const parsed = settings.safeParse(values)
  if (!parsed.success) problems.push(...describeProblems(parsed.error.issues, { values, origins, file }))
  if (problems.length > 0 || !parsed.data) throw new EngineError('CONFIG_INVALID', { problems })
  return { config: checkTogether(parsed.data), origins, file }
}

/** `ANNEAL_` variables that clients and the loader itself read. */
const OTHER_VARIABLES = new Set(['ANNEAL_CONFIG'])

function unknownVariables(env: Record<string, string | undefined>): string[] {
  const known = new Set<string>(settingNames.map(variableOf))
  return Object.keys(env)
    .filter((name) => name.startsWith('ANNEAL_') && !known.has(name) && !OTHER_VARIABLES.has(name))
    .map((name) => notASetting(name, name, known))
}

const unknownSettings = (given: object, place: string): string[] =>
  Object.keys(given)
    .filter((name) => !settingNames.includes(name as SettingName))
    .map((name) => notASetting(name, `"${name}" in ${place}`, settingNames))

function notASetting(written: string, shown: string, known: Iterable<string>): string {
  const meant = meantName(written, known)
  return `${shown} is not a setting; ${meant ? `did you mean ${meant}? ` : ''}"anneal config" lists all of them`
}

function readSettings(source: {
  file: string
  required: boolean
  problems: string[]
  readFile: ConfigSources['readFile']
}): Record<string, unknown> {
  const { file, problems } = source
  try {
    const text = source.readFile(file)
    if (text === undefined) {
      if (source.required) problems.push(`ANNEAL_CONFIG names ${file}, but there is no such file`)
      return {}
    }
    const parsed: unknown = JSON.parse(text)
    if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed)) {
      problems.push(`${file} must hold one JSON object`)
      return {}
    }
    problems.push(...unknownSettings(parsed, file))
    return parsed as Record<string, unknown>
  } catch (error) {
    problems.push(`${file} cannot be read: ${(error as Error).message}`)
    return {}
  }
}

/** A list that is too long for a variable stands in a file of its own. */
function readList(source: {
  path: string
  name: string
  problems: string[]
  readFile: ConfigSources['readFile']
}): unknown {
  const { path, name, problems } = source
  try {
    const text = source.readFile(path)
    if (text !== undefined) return JSON.parse(text)
    problems.push(`${name} names ${path}, but there is no such file`)
  } catch (error) {
    problems.push(`${path} cannot be read: ${(error as Error).message}`)
  }
  return []
}

function describeProblems(
  issues: { path: PropertyKey[]; message: string }[],
  read: { values: Record<string, unknown>; origins: Record<SettingName, Origin>; file: string },
): string[] {
  return issues.map((issue) => {
    const [first, ...within] = issue.path
    const name = String(first) as SettingName
    const shown = secretSettings.has(name) ? '•••' : JSON.stringify(valueAt(read.values[name], within))
    const where = { environment: variableOf(name), file: `"${name}" in ${read.file}`, flag: `--${name}`, default: name }
    const place = [where[read.origins[name]], ...within.map(String)].join('.')
    return `${place} is ${shown}: ${issue.message}`
  })
}

const valueAt = (value: unknown, path: PropertyKey[]): unknown =>
  path.reduce<unknown>((inner, key) => (inner as Record<PropertyKey, unknown> | undefined)?.[key], value)

/** A default above its ceiling could never be granted, and a certificate needs its key. */
function checkTogether(config: Config): Config {
  const pairs = [
    ['timeoutMs', 'maxTimeoutMs'],
    ['memoryMb', 'maxMemoryMb'],
    ['cpuPercent', 'maxCpuPercent'],
    ['processes', 'maxProcesses'],
    ['outputBytes', 'maxOutputBytes'],
    ['diskMb', 'maxDiskMb'],
  ] as const
  const problems = pairs
    .filter(([usual, most]) => config[usual] > config[most])
    .map(
      ([usual, most]) =>
        `${variableOf(usual)} is ${config[usual]}: must not be above ${variableOf(most)}, which is ${config[most]}`,
    )
  if (Boolean(config.tlsCert) !== Boolean(config.tlsKey))
    problems.push(`${variableOf('tlsCert')} and ${variableOf('tlsKey')} must both be set, or neither`)
  if (problems.length > 0) throw new EngineError('CONFIG_INVALID', { problems })
  return config
}
