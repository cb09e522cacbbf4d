import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { startOwnDrag } from './own-drag.ts'

const folder = join(import.meta.dirname, '..')
const sources = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  .filter(name => /(?<!\.test|\.testkit)\.tsx?$/.test(name))
  .map(name => ({ name, text: readFileSync(join(folder, name), 'utf8') }))
const filesWith = (pattern: RegExp) => sources.flatMap(({ name, text }) => (pattern.test(text) ? [name] : []))

it('gives a drag of the page no text that a field would take', () => {
  const types: string[] = []
  const data = { effectAllowed: 'all', setData: (type: string) => types.push(type) }
  startOwnDrag(data as unknown as DataTransfer)
  expect(types).toEqual(['application/x-parley-part'])
  expect(data.effectAllowed).toBe('move')
})

it('is how every drag of the page begins', () => {
  // A part that can be dragged, and begins its drag itself.
  const begun = filesWith(/\bonDragStart(?:=\{event|\(event\))/)
  expect(begun.toSorted()).toEqual(filesWith(/\bstartOwnDrag\(event\.dataTransfer\)/).toSorted())
  expect(begun).not.toEqual([])
  expect(filesWith(/addEventListener\('dragstart'/)).toEqual([])
  // Copies of a paste get their types from it.
  expect(filesWith(/\.setData\((?!type\b|ownDragType\b)/)).toEqual([])
})
