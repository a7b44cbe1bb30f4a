import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Layers } from '../../layers.ts'
import { openDirectoryLayers } from './directory-layers.ts'
import { openSystemJail, runAs, SYSTEM_LIMITS } from './system.fixture.ts'

const jail = await openSystemJail()
let directory = ''
let layers: Layers
let made = 0
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'anneal-test-'))
  layers = await openDirectoryLayers({
    ...{ directory, provider: jail, limits: SYSTEM_LIMITS, forget: jail.systems.forget },
    newId: () => `lay${made++}`,
  })
})
afterAll(async () => {
  await rm(directory, { recursive: true })
  await jail.close?.()
})

/** Scripts for sandboxes, each of which stands on the layers of all before it. */
const STEPS = [
  `echo 1 > /srv/replaced; echo 1 > /srv/removed; mkdir -p /srv/emptied/deep /srv/becomes-file /srv/moved;
   echo 1 > /srv/emptied/old; echo 1 > /srv/emptied/deep/old; echo 1 > /srv/becomes-file/in; echo 1 > /srv/becomes-directory;
   ln -s /srv/replaced /srv/link; rm /usr/bin/tac; rm -r /usr/share/doc; echo 1 > /srv/moved/in; chown user /srv/replaced;
   mkdir -p /srv/led-to/kept; echo 1 > /srv/led-to/kept/in; ln -s /layer/srv/led-to /srv/swapped`,
  `echo 2 > /srv/replaced; rm /srv/removed; rm -r /srv/emptied; mkdir /srv/emptied; echo 2 > /srv/emptied/new;
   rm -r /srv/becomes-file; echo 2 > /srv/becomes-file; rm /srv/becomes-directory; mkdir /srv/becomes-directory;
   ln -sfn /srv/emptied /srv/link; mkdir /usr/share/doc; echo 2 > /usr/share/doc/own; mv /srv/moved /srv/elsewhere;
   rm /srv/swapped; mkdir /srv/swapped; echo 2 > /srv/swapped/kept`,
  `echo 3 > /srv/becomes-directory/in; chmod 700 /srv/becomes-directory; chown user /srv/emptied/new; mkfifo /srv/pipe;
   echo 3 > /srv/removed; rm /usr/bin/factor; touch -d 2001-01-01 /srv/replaced; rm -r /srv/elsewhere`,
]
/** Lists every entry with its type, owner, mode, target and text. */
const LOOK = `cd / && find /srv /usr/share/doc -printf '%p %y %U %G %m %l %Ts\\n' | grep -v ' d ' | sort;
  find /srv /usr/share/doc -type d -printf '%p %U %m\\n' | sort; find /srv /usr/share/doc -type f | sort | xargs cat; ls /usr/bin | md5sum`

async function look(ids: string[]): Promise<string> {
  const sandbox = await jail.createSystem({ system: { layers: ids.map((id) => layers.directoryOf(id)) } })
  const { output } = await runAs(sandbox, 'root', LOOK)
  await sandbox.destroy()
  return output
}

it('one merged layer shows the same as its parts: replaced, removed, emptied and other kinds of entries, of any owner', async () => {
  const ids: string[] = []
  for (const step of STEPS) {
    const sandbox = await jail.createSystem({ system: { layers: ids.map((id) => layers.directoryOf(id)) } })
    expect(await runAs(sandbox, 'root', `set -e; ${step}`)).toMatchObject({ exitCode: 0 })
    ids.push((await layers.add(sandbox.changes())).id)
    await sandbox.destroy()
  }
  const shown = await look(ids)
  expect(shown).toContain('/srv/emptied/new f 1000')
  expect(shown).not.toContain('/srv/emptied/old')
  expect(await look([(await layers.merge(ids)).id])).toBe(shown)
  const [first = '', ...rest] = ids
  expect(await look([first, (await layers.merge(rest)).id]), 'what hides something below goes on hiding it').toBe(shown)
})
