import { homedir } from 'node:os'
import { type LoadedConfig, loadConfig } from './load-config.ts'
import type { Config } from './settings.ts'

/** Settings as a program gives them: neither the environment nor a file is looked at. */
export function configOf(settings: Partial<Config>): LoadedConfig {
  return loadConfig({ env: {}, flags: settings, userHome: homedir(), readFile: () => undefined })
}
