import type { Frame, FrameLocator, Locator, Page } from 'playwright-core'
import type { BrowserTarget } from '../../contract/browser.ts'
import type { PageMemory } from '../snapshot/page-memory.ts'
import { frameOf } from '../snapshot/take-tree.ts'
import { REF_ENGINE } from './in-page.ts'

type TargetShape = Exclude<BrowserTarget, string>

/** An element as it was asked for. */
export interface Located {
  locator: Locator
  /** The frame that nearest matches are looked for in. */
  frame: Frame
  shape: TargetShape
  /** For people: `button "Save"`. */
  words: string
}

type Role = Parameters<Page['getByRole']>[0]

/** Finds the way to an element, without looking whether it is there. */
export function locate(page: Page, memory: PageMemory, target: BrowserTarget): Located {
  const shape = typeof target === 'string' ? shapeOf(target) : target
  const words = wordsOf(shape)
  if (shape.ref !== undefined) {
    const { frame, inner } = frameOf(page, memory, shape.ref)
    return { locator: frame.locator(`${REF_ENGINE}=${inner}`), frame, shape, words }
  }
  const place = shape.frame === undefined ? page : page.frameLocator(shape.frame)
  const all = locatorIn(place, shape)
  const locator = shape.nth === undefined ? all : all.nth(shape.nth)
  return { locator, frame: page.mainFrame(), shape, words }
}

function locatorIn(place: Page | FrameLocator, shape: TargetShape): Locator {
  const exactly = shape.exact === undefined ? {} : { exact: shape.exact }
  if (shape.text !== undefined) return place.getByText(shape.text, exactly)
  if (shape.label !== undefined) return place.getByLabel(shape.label, exactly)
  if (shape.placeholder !== undefined) return place.getByPlaceholder(shape.placeholder, exactly)
  if (shape.role !== undefined && !shape.role.includes('['))
    return place.getByRole(shape.role as Role, { ...(shape.name !== undefined && { name: shape.name }), ...exactly })
  return place.locator(shape.role === undefined ? (shape.css ?? '') : `role=${shape.role}`)
}

/** The meaning of a target that is a plain string. */
function shapeOf(target: string): TargetShape {
  if (/^(?:f\d+)?e\d+$/.test(target)) return { ref: target }
  const [, way, rest = ''] = /^(text|role|label|placeholder)=(.*)$/s.exec(target) ?? []
  if (way === undefined) return { css: target }
  const quoted = /^"(.*)"$/s.exec(rest)?.[1]
  if (way === 'role') {
    const [, role = rest, name] = /^([a-z]+)\[name="(.*)"\]$/s.exec(rest) ?? []
    return { role, ...(name !== undefined && { name }) }
  }
  return { [way]: quoted ?? rest, ...(quoted !== undefined && { exact: true }) }
}

const wordsOf = ({ ref, css, text, role, name, label, placeholder, nth, frame }: TargetShape): string => {
  const number = nth === undefined ? '' : ` (number ${nth})`
  const which = frame === undefined ? number : `${number} in the frame ${JSON.stringify(frame)}`
  if (ref !== undefined) return `the reference ${ref}${which}`
  if (role !== undefined) return `${role}${name === undefined ? '' : ` "${name}"`}${which}`
  const [way, value] = Object.entries({ css, text, label, placeholder }).find(([, given]) => given !== undefined) ?? []
  return `${way === 'css' ? 'the selector' : `the ${way}`} ${JSON.stringify(value)}${which}`
}
