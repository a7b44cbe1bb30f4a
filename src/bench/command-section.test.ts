import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { NODE_FLAGS } from './command-section.ts'

const PLACES = ['package.json', 'deploy/systemd/anneal.service', 'deploy/systemd/anneal-user.service']

it.each([...PLACES, 'deploy/container/Containerfile'])('%s starts Node with the flags of the command', (place) => {
  const start = readFileSync(new URL(`../../${place}`, import.meta.url), 'utf8')
    .split('\n')
    .find((line) => line.includes('bin/anneal.js') && line.includes('semi-space'))
  expect(start?.match(/--[a-z-]+semi-space[^\s",]+/g)).toEqual(NODE_FLAGS)
  expect(NODE_FLAGS).toHaveLength(2)
})
