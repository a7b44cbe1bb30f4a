import { type ModelProvider, providers } from './providers.ts'

/** A model as it is configured; `setting` is the variable that names it, and the beginning of those for its key and its address. */
export interface ConfiguredModel {
  setting: string
  model: string
  key: string
  url: string
}

/** The way to one model. */
export interface ModelAddress {
  setting: string
  id: string
  /** The name that the provider of the model uses. */
  name: string
  providerId: string
  protocol: ModelProvider['protocol']
  url: string
  key: string
}

/** Undefined for a model that `addressProblems` has no good word for. */
export function addressOf({ setting, model, key, url }: ConfiguredModel): ModelAddress | undefined {
  const { providerId, name, provider } = splitName(model)
  if (!provider) return undefined
  const address = (url || (provider.url ?? '')).replace(/\/$/, '')
  return { setting, id: model, name, providerId, protocol: provider.protocol, url: address, key }
}

/** The reasons why a configured model cannot be reached, as sentences. */
export function addressProblems({ setting, model, key, url }: ConfiguredModel): string[] {
  if (model === '') {
    const given = key !== '' ? `${setting}_KEY` : url !== '' ? `${setting}_URL` : undefined
    // Half a configuration is a mistake: a user who gave a key expects a model to be asked.
    return given === undefined ? [] : [`${given} is set, but ${setting} is empty`]
  }
  const { providerId, name, provider } = splitName(model)
  if (!provider || name === '') {
    const known = Object.keys(providers).join(', ')
    return [`${setting} is ${JSON.stringify(model)}: must be provider/model, the provider one of ${known}`]
  }
  return [
    provider.needsKey && key === '' && url === '' && `${setting}_KEY is empty: ${providerId} wants a key`,
    provider.url === undefined && url === '' && `${setting}_URL is empty: ${providerId} has no usual address`,
    hasCredentials(url) && `${setting}_URL holds a password: put it into ${setting}_KEY`,
  ].filter((problem) => problem !== false)
}

export const providerOf = (model: string): string => splitName(model).providerId

function splitName(model: string): { providerId: string; name: string; provider: ModelProvider | undefined } {
  const [providerId = '', ...rest] = model.split('/')
  const provider = Object.hasOwn(providers, providerId) ? providers[providerId] : undefined
  return { providerId, name: rest.join('/').trim(), provider }
}

function hasCredentials(url: string): boolean {
  const parsed = URL.parse(url)
  return parsed !== null && (parsed.username !== '' || parsed.password !== '')
}
