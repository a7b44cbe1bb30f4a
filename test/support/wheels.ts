import { execFileSync } from 'node:child_process'
import { mkdirSync } from 'node:fs'

export interface Wheel {
  name: string
  version: string
  code: string
  needs?: string[]
}

/** A wheel is a zip archive with a few lines about itself. */
const WRITE = `import json, sys, zipfile
directory, wheels = json.loads(sys.argv[1])
for wheel in wheels:
    name, version = wheel['name'], wheel['version']
    about = '%s-%s.dist-info/' % (name, version)
    needs = ''.join('Requires-Dist: %s\\n' % need for need in wheel.get('needs', []))
    with zipfile.ZipFile('%s/%s-%s-py3-none-any.whl' % (directory, name, version), 'w') as file:
        file.writestr('%s/__init__.py' % name, wheel['code'])
        file.writestr(about + 'METADATA', 'Metadata-Version: 2.1\\nName: %s\\nVersion: %s\\n%s' % (name, version, needs))
        file.writestr(about + 'WHEEL', 'Wheel-Version: 1.0\\nRoot-Is-Purelib: true\\nTag: py3-none-any\\n')
        file.writestr(about + 'RECORD', '')
`

export function writeWheels(directory: string, wheels: Wheel[]): string {
  mkdirSync(directory, { recursive: true })
  execFileSync('/usr/bin/python3', ['-c', WRITE, JSON.stringify([directory, wheels])])
  return directory
}
