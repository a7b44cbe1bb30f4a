import { access, constants } from 'node:fs/promises'
import { EngineError } from '../../contract/errors.ts'

/** Programs themselves, and no scripts around them: sandboxes see only /usr, and not the settings of the host. */
const PLACES = [
  '/usr/lib/chromium/chromium',
  '/usr/lib/chromium-browser/chromium-browser',
  '/usr/lib64/chromium-browser/chromium-browser',
  '/usr/lib64/chromium/chromium',
]
const REMEDY = 'Install it: apt-get install -y chromium. Or name another one in ANNEAL_BROWSER_PATH.'

/** The program of Chromium, or BROWSER_UNAVAILABLE that says how to get it. */
export async function findChromium(named: string): Promise<string> {
  if (named !== '' && !named.startsWith('/usr/'))
    throw new EngineError('BROWSER_UNAVAILABLE', {
      reason: `${named} lies outside of /usr, which is all that a sandbox sees`,
      remedy: REMEDY,
    })
  for (const path of named === '' ? PLACES : [named]) if (await isProgram(path)) return path
  const reason = named === '' ? 'Chromium is not installed' : `there is no program ${named}`
  throw new EngineError('BROWSER_UNAVAILABLE', { reason, remedy: REMEDY })
}

const isProgram = (path: string): Promise<boolean> =>
  access(path, constants.X_OK).then(
    () => true,
    () => false,
  )
