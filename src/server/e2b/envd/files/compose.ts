import { posix } from 'node:path'
import { z } from 'zod'
import { atMost } from '../../../../contract/at-most.ts'
import { sendJson } from '../../../http/send-json.ts'
import type { Visit } from '../../visit.ts'
import { readUnary } from '../connect/read-message.ts'
import { userNamed } from '../machine-user.ts'
import { resolvePath } from '../resolve-path.ts'

const message = z.object({
  source_paths: atMost(10_000, z.array(z.string().min(1)).min(1)),
  destination: z.string().min(1),
  username: z.string().default(''),
})

/** `POST /files/compose`: joins several files into one, and removes them. */
export async function compose({ request, response, machine }: Visit): Promise<void> {
  const { source_paths, destination, username } = await readUnary(request, message)
  const user = await userNamed(machine, username)
  const files = machine.sandbox.files.as(user.name)
  const at = (path: string) => resolvePath(path, { machine, user })
  const [sources, path] = [source_paths.map(at), at(destination)]
  async function* content() {
    for (const source of sources) yield* files.readStream(source)
  }
  await files.write(path, content())
  for (const source of sources) if (source !== path) await files.remove(source)
  sendJson(response, { status: 200, value: { path, name: posix.basename(path), type: 'file' } })
}
