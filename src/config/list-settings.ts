import { z } from 'zod'
import type { SettingInfo, SettingList } from '../contract/api.ts'
import type { LoadedConfig } from './load-config.ts'
import { secretSettings, settingNames, settings, variableOf } from './settings.ts'

/** The list of `anneal config`: every setting with its value, origin and allowed values. */
export function listSettings(loaded: LoadedConfig): SettingList {
  return {
    file: loaded.file,
    settings: settingNames.map((name): SettingInfo => {
      const value = loaded.config[name]
      const isSecret = secretSettings.has(name) && value !== ''
      return {
        name,
        variable: variableOf(name),
        value: isSecret ? '•••' : name === 'errorPatterns' ? loaded.config.errorPatterns.map(({ id }) => id) : value,
        origin: loaded.origins[name],
        help: settings.shape[name].description ?? '',
        allowed: allowedValues(settings.shape[name]),
      }
    }),
  }
}

/** Reads the schema itself, so that the list cannot disagree with the validation. */
function allowedValues(schema: z.ZodType): string {
  const json = z.toJSONSchema(schema, { io: 'output', unrepresentable: 'any' })
  if (json.enum) return json.enum.join(', ')
  if (json.type === 'integer' || json.type === 'number') return `${json.minimum} to ${json.maximum}`
  if (json.anyOf?.some((one) => one.type === 'boolean')) return 'true, false'
  const items = json.type === 'array' ? (json.items as { type?: string } | undefined) : undefined
  if (items?.type === 'object') return 'a list in the file, or a path'
  if (json.type === 'array') return 'a list, separated by commas'
  return json.pattern || json.format ? 'text of its form' : 'text'
}
