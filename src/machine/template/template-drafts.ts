import type { StreamDraft } from '../../contract/event.ts'
import type { Drafts } from './shelf.ts'
import type { Build, Template } from './template.ts'

/** Events of a template, one for each change of it. */
export const templateDrafts: Drafts<Template> = ({ before, after, at }) => {
  const template = after ?? before
  if (!template) return []
  const { name, isSnapshot, isPublic, tags } = template
  const envelope = { subject: `template:${template.id}` as const, userId: template.userId, at }
  if (!after) return [{ type: 'template.removed', ...envelope, name }]
  const drafts: StreamDraft[] = []
  if (!before) drafts.push({ type: 'template.created', ...envelope, name, isSnapshot })
  if (before && before.isPublic !== isPublic) drafts.push({ type: 'template.changed', ...envelope, isPublic })
  const told = tags.map(({ tag, buildId }) => ({ tag, buildId }))
  if (JSON.stringify(before?.tags ?? []) !== JSON.stringify(tags)) {
    drafts.push({ type: 'template.tagged', ...envelope, tags: told })
  }
  return drafts
}

/** An event of a build is reported on the stream of its template; for a snapshot on that of the machine too. */
export const buildDrafts: Drafts<Build> = ({ before, after, at }) => {
  if (!after || before?.status === after.status) return []
  const { id: buildId, templateId, userId, machineId, status, reason } = after
  const envelope = { subject: `template:${templateId}` as const, userId, at }
  if (status === 'waiting') return []
  if (status === 'building') return [{ type: 'build.start', ...envelope, buildId }]
  const ended: StreamDraft = {
    type: 'build.end',
    ...envelope,
    ...{ buildId, status, ...(reason && { reason: reason.message }) },
  }
  if (machineId === null) return [ended]
  return [ended, { type: 'machine.saved', ...envelope, subject: `machine:${machineId}`, templateId, buildId }]
}
