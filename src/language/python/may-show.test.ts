import { expect, it } from 'vitest'
import { mayShow } from './may-show.ts'

it.each([
  'import matplotlib.pyplot as plt',
  'import os, pandas as pd',
  'from PIL import Image',
  'def draw():\n    import seaborn',
  'from . import own',
  'import own_module',
  '__import__("matplotlib")',
  'import importlib; importlib.import_module("pandas")',
  'exec("import " + name)',
  'display(1)',
])('a program with %j may show something', (code) => expect(mayShow(code)).toBe(true))

it.each(['print(1)', 'import os, sys', 'import os.path as path', 'from collections import Counter', 'x = 1\n'])(
  'a program with %j shows nothing',
  (code) => expect(mayShow(code)).toBe(false),
)
