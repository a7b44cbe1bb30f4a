import { z } from 'zod'
import { treeFile } from '../../contract/session.ts'
import {
  volumeDirectoryRequest,
  volumeInfo,
  volumeList,
  volumeMove,
  volumeName,
  volumeRequest,
  volumeStats,
} from '../../contract/volume.ts'
import type { Engine } from '../../engine.ts'
import { answers, json, type Route, route } from '../http/route.ts'
import { volumeFileRoutes } from './volume-files.ts'
import { volumeOf } from './volume-of.ts'

const params = z.object({ name: volumeName })

export function volumeRoutes({ volumes }: Engine): Route[] {
  return [
    route(
      {
        method: 'POST',
        path: '/v1/volumes',
        tag: 'Volumes',
        operation: 'createVolume',
        summary: 'Make a volume: files that outlive sandboxes',
        body: volumeRequest,
        example: { body: { name: 'data' } },
        errors: ['VOLUME_EXISTS', 'VOLUMES_FULL'],
        answers: [{ status: 201, description: 'The volume', content: { 'application/json': volumeInfo } }],
      },
      async ({ body, caller }) => json(await volumes.create(caller.userId, body), 201),
    ),
    route(
      {
        method: 'GET',
        path: '/v1/volumes',
        tag: 'Volumes',
        operation: 'listVolumes',
        summary: 'Your volumes',
        answers: answers(volumeList, 'All of them, by name'),
      },
      async ({ caller }) => json({ volumes: await volumes.list(caller.userId) }),
    ),
    route(
      {
        method: 'GET',
        path: '/v1/volumes/stats',
        tag: 'Volumes',
        operation: 'getVolumeStats',
        summary: 'How much your volumes hold and take',
        answers: answers(volumeStats, 'Of all of them together'),
      },
      async ({ caller }) => json(await volumes.stats(caller.userId)),
    ),
    route(
      {
        method: 'GET',
        path: '/v1/volumes/{name}',
        tag: 'Volumes',
        operation: 'getVolume',
        summary: 'One volume: its size, its limits, its version',
        params,
        answers: answers(volumeInfo, 'The volume'),
      },
      async (input) => json(await volumes.info(volumeOf(input))),
    ),
    route(
      {
        method: 'DELETE',
        path: '/v1/volumes/{name}',
        tag: 'Volumes',
        operation: 'deleteVolume',
        summary: 'Remove a volume with everything in it',
        params,
        answers: answers(volumeInfo, 'What it was'),
      },
      async (input) => json(await volumes.remove(volumeOf(input))),
    ),
    route(
      {
        method: 'POST',
        path: '/v1/volumes/{name}/directories',
        tag: 'Volumes',
        operation: 'createVolumeDirectory',
        summary: 'Make a directory in a volume, with those it is in; one that is there is fine',
        params,
        body: volumeDirectoryRequest,
        example: { body: { path: 'reports' } },
        errors: ['PATH_EXISTS', 'PATH_REFUSED', 'VOLUME_FULL'],
        answers: answers(treeFile, 'The directory'),
      },
      async (input) => json(await volumes.makeDirectory(volumeOf(input), input.body.path)),
    ),
    route(
      {
        method: 'POST',
        path: '/v1/volumes/{name}/move',
        tag: 'Volumes',
        operation: 'moveVolumeFile',
        summary: 'Give a file or directory of a volume another path',
        params,
        body: volumeMove,
        example: { body: { from: 'draft.csv', to: 'reports/final.csv' } },
        errors: ['PATH_NOT_FOUND', 'PATH_EXISTS', 'PATH_REFUSED'],
        answers: answers(treeFile, 'What it is now'),
      },
      async (input) => json(await volumes.move(volumeOf(input), input.body)),
    ),
    ...volumeFileRoutes(volumes),
  ]
}
