import { EngineError } from '../../contract/errors.ts'
import type { DocumentRows } from '../../store/document/document-rows.ts'
import type { BuildState } from './build/build-state.ts'
import { createShelf, type Shelf } from './shelf.ts'
import { type Build, type BuildLogEntry, DEFAULT_TAG, type Template } from './template.ts'
import { buildDrafts, templateDrafts } from './template-drafts.ts'
import { parseTemplateName } from './template-name.ts'

interface Owned {
  id: string
  userId: string
  createdAtMs: number
}

/** The result of a step, and the layer that it made, if it wrote anything. */
export interface RememberedStep extends Owned {
  layer: string | null
  after: BuildState
}

/** The stored records of templates. */
export interface TemplateRecords {
  readonly templates: Shelf<Template>
  readonly builds: Shelf<Build>
  /** Logs by the id of their build, once it is over. */
  readonly logs: Shelf<Owned & { entries: BuildLogEntry[] }>
  /** Remembered steps, by their content and the layers below. */
  readonly cache: Shelf<RememberedStep>
  /** Finds a template by id or name, if this user may see it, with the tag that was asked for. */
  find(text: string, userId: string): Promise<{ template: Template; tag: string } | undefined>
  /** Throws TEMPLATES_FULL when this user has the most templates allowed. */
  add(fresh: Template): Promise<void>
  /** The user's template by that name, added when there is none. Throws TEMPLATES_FULL as `assertRoom` does. */
  named(name: string, fresh: Template, tags: readonly string[]): Promise<Template>
  /** Throws TEMPLATES_FULL when there is no room for these tags: each keeps a build and its layers. */
  assertRoom(template: Template, tags: readonly string[]): Promise<void>
  /** The oldest first. */
  buildsOf(template: Template): Promise<Build[]>
  /** Removes the template with its name and all its builds. */
  remove(template: Template): Promise<void>
}

export interface TemplateRecordsParts {
  documents: DocumentRows
  /** Templates and tags of one user. */
  most: number
  clock(): number
}

export function createTemplateRecords({ documents, most, clock }: TemplateRecordsParts): TemplateRecords {
  const parts = { documents, clock }
  const templates = createShelf<Template>({ ...parts, kind: 'template', drafts: templateDrafts })
  const builds = createShelf<Build>({ ...parts, kind: 'template-build', drafts: buildDrafts })
  const logs = createShelf<Owned & { entries: BuildLogEntry[] }>({ ...parts, kind: 'template-log' })
  const names = createShelf<Owned & { templateId: string }>({ ...parts, kind: 'template-name' })
  const buildsOf = async ({ id, userId }: Template) =>
    (await builds.list(userId)).filter(({ templateId }) => templateId === id)

  async function byName(namespace: string, name: string): Promise<Template | undefined> {
    const place = await names.get(`${namespace}/${name}`)
    return place && templates.get(place.templateId)
  }

  async function assertRoomFor(userId: string, more: number): Promise<void> {
    const kept = (await templates.list(userId)).reduce((sum, { tags }) => sum + Math.max(1, tags.length), 0)
    if (more > 0 && kept + more > most)
      throw new EngineError('TEMPLATES_FULL', { templates: kept, setting: 'ANNEAL_TEMPLATES' })
  }

  async function assertRoom({ userId, tags: known }: Template, tags: readonly string[]): Promise<void> {
    const all = new Set([...known.map(({ tag }) => tag), ...tags]).size
    await assertRoomFor(userId, all - Math.max(1, known.length))
  }

  async function add(fresh: Template): Promise<void> {
    await assertRoomFor(fresh.userId, 1)
    await templates.insert(fresh)
  }

  return {
    ...{ templates, builds, logs, buildsOf, add, assertRoom },
    cache: createShelf<RememberedStep>({ ...parts, kind: 'template-cache' }),
    async find(text, userId) {
      const parsed = parseTemplateName(text)
      if (!parsed) return undefined
      const { namespace, name, tag } = parsed
      const isSeen = (found?: Template) => found && (found.userId === userId || found.isPublic) && found
      const byId = namespace === null ? isSeen(await templates.get(name)) : undefined
      const template = byId || isSeen(await byName(namespace ?? userId, name))
      return template ? { template, tag: tag ?? DEFAULT_TAG } : undefined
    },
    async named(name, fresh, tags) {
      const { userId, createdAtMs } = fresh
      const known = await byName(userId, name)
      if (known) {
        await assertRoom(known, tags)
        return known
      }
      await add(fresh)
      if (await names.insert({ id: `${userId}/${name}`, userId, createdAtMs, templateId: fresh.id })) return fresh
      await templates.delete(fresh.id)
      const first = await byName(userId, name)
      // A faster writer has removed it again at the same moment.
      if (!first) throw new EngineError('TEMPLATE_NOT_FOUND', { template: name })
      return first
    },
    async remove(template) {
      const { id, userId, name } = template
      // The name goes first, so that nobody finds a template that is half removed.
      if (name !== null) await names.delete(`${userId}/${name}`)
      await templates.delete(id)
      for (const build of await buildsOf(template)) {
        await builds.delete(build.id)
        await logs.delete(build.id)
      }
    },
  }
}
