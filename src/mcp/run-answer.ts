import type { CallToolResult, ContentBlock } from '@modelcontextprotocol/server'
import type { Attempt } from '../contract/run.ts'
import type { EndedRun } from '../sdk/sdk.ts'
import { toolAnswer } from '../tool/tool-answer.ts'
import { runFileUri, runUri } from './resource-uri.ts'

/** Pictures beyond this size are told by their place. */
const MOST_PICTURE_CHARACTERS = 1_000_000
const MOST_FILES = 20
const PICTURES = ['image/png', 'image/jpeg', 'image/webp', 'image/gif']
const MOST_DIFF = 4000

/** The result of a run for a model: its output as text, pictures as pictures, files as links. */
export function runAnswer(run: EndedRun): CallToolResult {
  const told = { runId: run.runId, ...(run.session !== null && { session: run.session }), ...toolAnswer(run) }
  return {
    content: [{ type: 'text', text: JSON.stringify(told) }, ...picturesOf(run), ...linksOf(run)],
    structuredContent: storyOf(run),
    ...(run.outcome !== 'ok' && { isError: true }),
  }
}

const lastAttempts = ({ blocks }: EndedRun): Attempt[] => blocks.flatMap(({ attempts }) => attempts.at(-1) ?? [])

function picturesOf(run: EndedRun): ContentBlock[] {
  const shown = lastAttempts(run).flatMap(({ results }) => results)
  return shown.flatMap(({ data }) => {
    const mimeType = PICTURES.find((type) => typeof data[type] === 'string')
    const picture = mimeType === undefined ? undefined : (data[mimeType] as string)
    if (mimeType === undefined || picture === undefined || picture.length > MOST_PICTURE_CHARACTERS) return []
    return [{ type: 'image' as const, data: picture, mimeType }]
  })
}

function linksOf({ runId, files }: EndedRun): ContentBlock[] {
  const links = files.slice(0, MOST_FILES).map(({ path, size, type }) => ({
    ...{ type: 'resource_link' as const, uri: runFileUri(runId, path), name: path },
    ...{ mimeType: type, size },
  }))
  const story = { name: runId, description: 'The whole run', mimeType: 'application/json' }
  return [...links, { type: 'resource_link', uri: runUri(runId), ...story }]
}

/** The attempts in short, as the view of a run draws them. */
function storyOf(run: EndedRun): Record<string, unknown> {
  return {
    runId: run.runId,
    outcome: run.outcome,
    attempts: run.blocks.flatMap(({ language, attempts }) =>
      attempts.map(({ n, endedBy, exitCode, durationMs, why, diff, error }) => ({
        ...{ language, n, endedBy, exitCode, durationMs },
        ...(why !== undefined && { why }),
        ...(diff !== undefined && { diff: diff.slice(0, MOST_DIFF) }),
        ...(error && { error: error.message }),
      })),
    ),
  }
}
