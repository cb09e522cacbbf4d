import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { expect, it } from 'vitest'
import { leaveCompositions } from './leave-compositions.ts'

const root = join(import.meta.dirname, '../../..')

/** The sources of the page and of the desktop app. */
const sources = ['web/src', 'desktop/src'].flatMap(folder =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter(name => /\.tsx?$/.test(name) && !/\.(?:test|testkit|slow)\.tsx?$/.test(name))
    .map(name => join(root, folder, name)),
)
const texts = sources.map(path => ({ name: relative(root, path), text: readFileSync(path, 'utf8') }))
const filesWith = (pattern: RegExp) => texts.flatMap(({ name, text }) => (pattern.test(text) ? [name] : []))

function press(target: EventTarget, init: Readonly<Record<string, unknown>>): void {
  target.dispatchEvent(Object.assign(new Event('keydown', { cancelable: true }), init))
}

it.each([
  'Enter',
  'Escape',
  'Tab',
  'ArrowDown',
  'ArrowUp',
  'ArrowLeft',
  'ArrowRight',
  'Home',
  'End',
  'Delete',
  ' ',
])('keeps %s of a composition from all handlers', key => {
  const target = new EventTarget()
  const seen: string[] = []
  leaveCompositions(target)
  for (const capture of [true, false])
    target.addEventListener('keydown', event => seen.push(event.type), { capture })
  press(target, { key, isComposing: true, keyCode: 229 })
  press(target, { key, isComposing: true, keyCode: 13 })
  press(target, { key, isComposing: false, keyCode: 229 })
  expect(seen).toEqual([])
  press(target, { key, isComposing: false, keyCode: 13 })
  expect(seen).toEqual(['keydown', 'keydown'])
})

it('is called before anything listens to keys', () => {
  const main = texts.find(({ name }) => name === 'web/src/main.tsx')?.text ?? ''
  expect(main).toMatch(/function renderPage\(\): Promise<void> \{\n {2}leaveCompositions\(window\)\n/)
  // Handlers are registered in functions, which run later than that: none at the beginning of a line.
  expect(filesWith(/^(?:\w+\.)?addEventListener\(\s*'key/m)).toEqual([])
  expect(filesWith(/\w/)).not.toEqual([])
})

it('leaves no way for a key to reach a handler that it does not guard', () => {
  // The keys of a composition have these events as well, and no handler needs them.
  expect(filesWith(/onKeyUp|onKeyPress|addEventListener\('key(?:up|press)'/)).toEqual([])
  // Another window, a worker or a frame would have keys of its own.
  expect(filesWith(/contentWindow|contentDocument|\bopen\('(?:about|https?):/)).toEqual([])
  expect(filesWith(/isComposing|keyCode/).toSorted()).toEqual(composing)
})

/** The files that know of compositions: the guard, the reading of keys, and two that follow a composition. */
const composing = [
  'web/src/editor/url/plain-url-field.ts',
  'web/src/views/Shortcuts/held-keys.ts',
  'web/src/window/leave-compositions.ts',
  'web/src/workbench/settings/keys-of-press.ts',
]

it('leaves the letters of shortcuts to one function', () => {
  const own = ['web/src/workbench/settings/keys-of-press.ts']
  // A handler that compares a letter, or reads the place of a key, by itself.
  expect(filesWith(/\bkey\.toLowerCase\(\)|\b(?:event|press)\.code\b|\.key === '\w'/)).toEqual([])
  expect(filesWith(/\^\(\?:Key\|Digit\)/)).toEqual(own)
})
