import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { EngineError } from '../contract/errors.ts'
import { listSettings } from './list-settings.ts'
import { type ConfigSources, loadConfig } from './load-config.ts'
import { settingNames, variableOf } from './settings.ts'

const sources = (over: Partial<ConfigSources> = {}): ConfigSources => ({
  env: {},
  userHome: '/home/someone',
  readFile: () => undefined,
  ...over,
})

const problemsWith = (over: Partial<ConfigSources>): string => {
  try {
    loadConfig(sources(over))
  } catch (error) {
    if (error instanceof EngineError && error.code === 'CONFIG_INVALID') return error.message
    throw error
  }
  return ''
}

describe('configuration', () => {
  it('works without any file or variable', () => {
    const { config } = loadConfig(sources())
    expect(config).toMatchObject({ home: '/home/someone/.anneal', host: '127.0.0.1', port: 4400, timeoutMs: 30_000 })
  })

  it('lets a flag beat a variable, a variable beat the file, and the file beat the default', () => {
    const { config, origins } = loadConfig(
      sources({
        flags: { port: '1' },
        env: { ANNEAL_PORT: '2', ANNEAL_MEMORY_MB: '64' },
        readFile: () => '{"port": 3, "memoryMb": 32, "diskMb": 7}',
      }),
    )
    expect([config.port, config.memoryMb, config.diskMb]).toEqual([1, 64, 7])
    expect([origins.port, origins.memoryMb, origins.diskMb, origins.host]).toEqual([
      'flag',
      'environment',
      'file',
      'default',
    ])
  })

  it('refuses a bad value with its name, the value and the allowed ones', () => {
    expect(problemsWith({ env: { ANNEAL_PORT: '99999' } })).toMatch(/ANNEAL_PORT is "99999": .*65535/)
    expect(problemsWith({ env: { ANNEAL_LOG_LEVEL: 'loud' } })).toMatch(/ANNEAL_LOG_LEVEL is "loud": .*"debug"\|"info"/)
    expect(problemsWith({ readFile: () => '{"port": "many"}' })).toMatch(/"port" in .*config\.json is "many"/)
  })

  it('takes exact origins of pages alone, and says so about a star', () => {
    const origins = (text: string) =>
      loadConfig(sources({ env: { ANNEAL_ALLOWED_ORIGINS: text } })).config.allowedOrigins
    const good = ['https://app.example', 'http://localhost:3000', 'http://[::1]:8080', 'chrome-extension://abcdef']
    expect(origins(good.join(', '))).toEqual(good)
    expect(origins('')).toEqual([])
    const almost = [
      'https://app.example/',
      'https://app.example:443',
      'https://APP.example',
      'https://*.example',
      'app.example',
    ]
    for (const bad of ['*', 'null', 'https://app.example/path', 'https://a@app.example', ...almost])
      expect(problemsWith({ env: { ANNEAL_ALLOWED_ORIGINS: bad } }), bad).toMatch(
        /ANNEAL_ALLOWED_ORIGINS.*exact origin/,
      )
  })

  it('reports all problems at once', () => {
    const message = problemsWith({ env: { ANNEAL_PORT: 'x', ANNEAL_DISK_MB: '-1', ANNEAL_PROT: '1' } })
    expect(message).toMatch(/ANNEAL_PORT is/)
    expect(message).toMatch(/ANNEAL_DISK_MB is/)
    expect(message).toMatch(/ANNEAL_PROT is not a setting/)
  })

  it('names the setting that was probably meant, wherever it was misspelt', () => {
    expect(problemsWith({ env: { ANNEAL_PROT: '1' } })).toMatch(/ANNEAL_PROT .*did you mean ANNEAL_PORT\?/)
    expect(problemsWith({ flags: { memorymb: 1 } as never })).toMatch(/"memorymb" .*did you mean memoryMb\?/)
    expect(problemsWith({ readFile: () => '{"timeout_ms": 1}' })).toMatch(/"timeout_ms" .*did you mean timeoutMs\?/)
    expect(problemsWith({ env: { ANNEAL_XYZZY: '1' } })).not.toMatch(/did you mean/)
  })

  it('never shows a secret, not even a wrong one', () => {
    expect(problemsWith({ env: { ANNEAL_API_KEY: 'hunter2' } })).not.toContain('hunter2')
    expect(problemsWith({ env: { ANNEAL_MODEL_KEY: 'hunter 2' } })).toContain('ANNEAL_MODEL_KEY is •••')
    const env = { ANNEAL_DATABASE_URL: 'postgres://me:hunter2@db/x', ANNEAL_MODEL_KEY: 'sk-hunter2' }
    const listed = listSettings(loadConfig(sources({ env })))
    expect(JSON.stringify(listed)).not.toContain('hunter2')
  })

  it('refuses a file that is missing when named, broken, or has unknown names', () => {
    expect(problemsWith({ env: { ANNEAL_CONFIG: '/nowhere.json' } })).toContain('no such file')
    expect(problemsWith({ readFile: () => '{' })).toContain('cannot be read')
    expect(problemsWith({ readFile: () => '[]' })).toContain('one JSON object')
    expect(problemsWith({ readFile: () => '{"porrt": 1}' })).toContain('"porrt"')
    const denied = () => {
      throw new Error('EACCES: permission denied')
    }
    expect(problemsWith({ readFile: denied })).toContain('permission denied')
  })

  it('refuses a default above its ceiling', () => {
    expect(problemsWith({ env: { ANNEAL_TIMEOUT_MS: '400000' } })).toContain('ANNEAL_MAX_TIMEOUT_MS')
  })

  it('refuses a certificate without its key, and a domain that no host can have', () => {
    expect(problemsWith({ env: { ANNEAL_TLS_CERT: '/c.pem' } })).toContain('ANNEAL_TLS_KEY')
    for (const wrong of [
      'Upper.example',
      'a..b',
      '-a.example',
      'a.example:0',
      'a.example:65536',
      'https://a.example',
      'a_b',
    ])
      expect(problemsWith({ env: { ANNEAL_E2B_DOMAIN: wrong } }), wrong).toContain('ANNEAL_E2B_DOMAIN')
    for (const right of ['localhost:4400', 'boxes.example.org', 'a-b.example:65535'])
      expect(loadConfig(sources({ env: { ANNEAL_E2B_DOMAIN: right } })).config.e2bDomain).toBe(right)
  })

  it('reads lists separated by commas', () => {
    const { config } = loadConfig(sources({ env: { ANNEAL_ALLOWED_HOSTS: 'a.example, b.example,' } }))
    expect(config.allowedHosts).toEqual(['a.example', 'b.example'])
  })

  it('reads error patterns from the file itself or from a file of their own', () => {
    const ours = {
      id: 'team/quota',
      message: '^quota (\\d+) reached$',
      category: 'resource',
      explain: 'All {1} are used.',
    }
    const inline = loadConfig(sources({ readFile: () => JSON.stringify({ errorPatterns: [ours] }) }))
    expect(inline.config.errorPatterns).toMatchObject([{ ...ours, severity: 'medium', recoverable: true }])
    const readFile = (path: string) => (path === '/etc/ours.json' ? JSON.stringify([ours]) : undefined)
    const apart = loadConfig(sources({ env: { ANNEAL_ERROR_PATTERNS: '/etc/ours.json' }, readFile }))
    expect(apart.config.errorPatterns).toEqual(inline.config.errorPatterns)
    expect(listSettings(apart).settings.find(({ name }) => name === 'errorPatterns')?.value).toEqual(['team/quota'])
  })

  it('refuses error patterns that are missing, broken, or endless to match', () => {
    const problemsOf = (text: string) => problemsWith({ flags: { errorPatterns: '/p.json' }, readFile: () => text })
    expect(problemsWith({ flags: { errorPatterns: '/p.json' } })).toContain('no such file')
    expect(problemsOf('{')).toContain('cannot be read')
    const slow = { id: 'team/slow', message: '(a+)+$', category: 'logic', explain: 'x' }
    expect(problemsOf(JSON.stringify([slow]))).toContain('must not repeat a group')
  })

  it('has help and allowed values for every setting', () => {
    for (const setting of listSettings(loadConfig(sources())).settings) {
      expect(setting.help, setting.name).not.toBe('')
      expect(setting.allowed, setting.name).not.toBe('')
    }
  })

  it('fails only as CONFIG_INVALID, whatever the variables hold', () => {
    const anySettings = fc.dictionary(fc.constantFrom(...settingNames.map(variableOf)), fc.string())
    fc.assert(
      fc.property(anySettings, (env) => {
        problemsWith({ env })
      }),
    )
  })
})
