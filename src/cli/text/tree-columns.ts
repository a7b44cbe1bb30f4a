import type { TreeFile } from '../../contract/session.ts'
import { byteText } from './byte-text.ts'
import type { Column } from './table.ts'
import { momentText } from './time-text.ts'

const KINDS: Record<TreeFile['type'], string> = { file: '-', directory: 'd', symlink: 'l' }

/** The columns of a list of files. */
export const treeColumns: Column<TreeFile>[] = [
  {
    title: 'MODE',
    text: ({ type, mode }) => `${KINDS[type]}${(mode & 0o777).toString(8).padStart(3, '0')}`,
    style: () => 'dim',
  },
  { title: 'SIZE', text: ({ type, size }) => (type === 'file' ? byteText(size) : ''), align: 'right' },
  { title: 'CHANGED', text: ({ modifiedMs }) => momentText(modifiedMs) },
  {
    title: 'PATH',
    text: ({ path, type, target }) =>
      `${path}${type === 'directory' ? '/' : ''}${target === undefined ? '' : ` → ${target}`}`,
    style: ({ type }) => (type === 'directory' ? 'cyan' : undefined),
  },
]
