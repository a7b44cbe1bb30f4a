import { describe, expect, it } from 'vitest'
import { packageNameOf, packageRequest, runPackage } from './package.ts'

describe('the name of a package', () => {
  it.each(['numpy', 'pandas==2.2.3', 'a[b,c]>=1,<2', 'x~=1.0', 'Zope.Interface'])('may be %s', (name) => {
    expect(packageRequest.safeParse({ names: [name] }).success).toBe(true)
  })

  it.each([
    '-e',
    '--index-url=http://x',
    'git+https://host/x.git',
    './x',
    '/x.whl',
    'x @ https://host/x.whl',
    'a b',
    'x;y',
    '',
    'x\n--pre',
    'a==1 ',
  ])('is never %j, which pip would take for something else', (name) => {
    expect(packageRequest.safeParse({ names: [name] }).success).toBe(false)
  })

  it.each(['lodash', '@scope/x', 'lodash@4', '@scope/x@^1.2.3', 'x@latest'])('of npm may be %s', (name) => {
    expect(packageRequest.safeParse({ names: [name], language: 'javascript' }).success).toBe(true)
  })

  it.each(['-g', '../x', 'file:x', 'github:a/b', 'https://x/y.tgz', 'a/b', 'x@npm:y', 'x@file:../y', 'x@https://y'])(
    'of npm is never %j, which npm would take for something else',
    (name) => {
      expect(packageRequest.safeParse({ names: [name], language: 'javascript' }).success).toBe(false)
    },
  )

  it('is the same however it is spelled', () => {
    expect(['Scikit_Learn', 'scikit.learn>=1', 'scikit-learn[x]'].map((name) => packageNameOf(name, 'python'))).toEqual(
      Array(3).fill('scikit-learn'),
    )
    expect(['@s/x@2', '@s/x'].map((name) => packageNameOf(name, 'javascript'))).toEqual(['@s/x', '@s/x'])
  })

  it('that a run asks for has no version', () => {
    expect(['numpy', 'npm:lodash', 'npm:@s/x'].map((name) => runPackage.safeParse(name).success)).toEqual(
      Array(3).fill(true),
    )
    expect(
      ['numpy==1', 'npm:lodash@4', 'npm:@s/x@1', 'x[y]'].map((name) => runPackage.safeParse(name).success),
    ).toEqual(Array(4).fill(false))
  })
})
