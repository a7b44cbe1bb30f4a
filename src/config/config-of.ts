import { homedir } from 'node:os'
import { type LoadedConfig, loadConfig } from './load-config.ts'
import type { Config } from './settings.ts'

/** Takes settings from a program, without reading the environment or a file. */
export function configOf(settings: Partial<Config>): LoadedConfig {
  return loadConfig({ env: {}, flags: settings, userHome: homedir(), readFile: () => undefined })
}
