import { expect, test } from 'vitest'
import { baseImage } from './base-image.ts'
import { createBuildLog } from './build-log.ts'

const images = {
  'fedora:44': '/srv/fedora',
  alpine: '/srv/alpine',
  'quay.io/a/b:1': '/srv/b',
  'python:3.13': 'host',
  node: 'host',
}
const warnings = (image: string) => {
  const log = createBuildLog(() => 1)
  return [baseImage({ image, images, log }).root, log.entries.length]
}

test('an image is the root file system that the operator named, or the host, which the log says; E2B’s own images are the host', () => {
  expect(warnings('e2bdev/base')).toEqual([undefined, 0])
  expect(warnings('e2bdev/code-interpreter:latest')).toEqual([undefined, 0])
  for (const image of ['python:3.13', 'node:lts', 'docker.io/library/node']) {
    expect(warnings(image)).toEqual([undefined, 1])
  }
  expect(warnings('fedora:44')).toEqual(['/srv/fedora', 0])
  expect(warnings('alpine:3.24')).toEqual(['/srv/alpine', 0])
  expect(warnings('quay.io/a/b:1')).toEqual(['/srv/b', 0])
})

test('any other image is refused with a remedy', () => {
  for (const image of [
    'ubuntu:22.04',
    'debian',
    'python:3.12',
    'fedora:43',
    'quay.io/a/b:2',
    'e2bdev/basement',
    'constructor',
    '',
    'evil/ubuntu',
  ]) {
    expect(() => warnings(image)).toThrow(/is not on this server.*fromBaseImage.*ANNEAL_IMAGES/s)
  }
})
