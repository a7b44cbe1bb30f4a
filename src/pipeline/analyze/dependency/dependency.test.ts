import { describe, expect, it } from 'vitest'
import { analyzeBash } from '../analyze-bash.ts'
import { analyzeJavascript } from '../analyze-javascript.ts'
import { analyzePython } from '../analyze-python.ts'

const told = (imports: { name: string; kind: string; package?: string | undefined }[]) =>
  imports.map(({ name, kind, package: installed }) => `${name} ${kind}${installed ? ` ${installed}` : ''}`)

describe('modules that a Python program names', () => {
  it.each<[source: string, modules: string[]]>([
    ['import os.path as p, sys', ['os.path standard', 'sys standard']],
    ['from . import a\nfrom ..b.c import d', ['. local', '..b.c local']],
    ['import numpy.linalg', ['numpy.linalg package numpy']],
    ['import numpy', ['numpy package']],
    ['import cv2, yaml, PIL.Image', ['cv2 package opencv-python', 'yaml package PyYAML', 'PIL.Image package Pillow']],
    ['from sklearn.svm import SVC', ['sklearn.svm package scikit-learn']],
    ['from google.cloud.storage import Client', ['google.cloud.storage package google-cloud-storage']],
    [
      'import importlib\nimportlib.import_module("bs4")\n__import__("zlib")',
      ['importlib standard', 'bs4 package beautifulsoup4', 'zlib standard'],
    ],
    ['if a:\n    import os\nimport os', ['os standard']],
    ['from __future__ import annotations', ['__future__ standard']],
    ['importlib.import_module(name)', []],
  ])('%j: %j', (source, modules) => {
    expect(told(analyzePython.read(source, 'python').imports)).toEqual(modules)
  })

  it('are reported with the line that names them first', () => {
    expect(analyzePython.read('\nimport a\n\nimport b, a\n', 'python').imports).toMatchObject([
      { line: 2 },
      { line: 4 },
    ])
  })
})

describe('modules that a JavaScript program names', () => {
  it.each<[source: string, modules: string[]]>([
    ["import fs from 'fs'\nimport 'node:test'", ['fs standard', 'node:test standard']],
    ["import { a } from './a.js'\nexport * from '#b'", ['./a.js local', '#b local']],
    ["import fp from 'lodash/fp'", ['lodash/fp package lodash']],
    ["const a = require('@scope/name/deep')", ['@scope/name/deep package @scope/name']],
    ["await import('chalk')", ['chalk package']],
    ["import type { A } from 'a'", ['a package']],
    ["import a from 'npm:zod@3'", ['npm:zod@3 package zod']],
    ['require(name); import(name)', []],
  ])('%j: %j', (source, modules) => {
    expect(told(analyzeJavascript.read(source, 'typescript').imports)).toEqual(modules)
  })
})

describe('programs that a shell script starts', () => {
  it.each<[source: string, programs: string[]]>([
    ['echo a; ls -l | grep b', ['ls standard', 'grep standard']],
    ['curl -s "$1" | jq .a', ['curl package', 'jq package']],
    ['sudo -n apt-get install x', ['sudo package', 'apt-get package']],
    ['x=$(dig a); /usr/bin/python3 -c b', ['dig package dnsutils', 'python3 package']],
    ['f() { :; }\nf\n"$a" b', []],
    ['source ./a.sh; . b.sh; ./c', ['./a.sh local', 'b.sh local', './c local']],
  ])('%j: %j', (source, programs) => {
    expect(told(analyzeBash.read(source, 'bash').imports)).toEqual(programs)
  })
})
