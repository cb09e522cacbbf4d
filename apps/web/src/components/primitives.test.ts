import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const sources = globSync('src/**/*.{module.css,tsx}', { cwd: new URL('../..', import.meta.url) }).map(path =>
  readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8'),
)
const primitives = new Set(
  [...readFileSync(new URL('primitives.css', import.meta.url), 'utf8').matchAll(/^\.([\w-]+)/gm)].map(
    ([, name = '']) => name,
  ),
)

/** The names that CSS modules compose, and those that components give to an element. */
const used = sources.flatMap(text =>
  [...text.matchAll(/composes: ([\w -]+) from global;|(?:className|[a-z]+Class)="([\w -]+)"/g)].flatMap(
    ([, composed, named]) => (composed ?? named ?? '').split(' '),
  ),
)

test('every class that is composed or named is a primitive of style', () => {
  expect(used.length).toBeGreaterThan(100)
  expect(used.filter(name => !primitives.has(name))).toEqual([])
})

test('every primitive of style is used twice at least', () => {
  // The tones are names of states as well, which components pass on.
  const tones = ['success', 'info', 'warning', 'danger']
  const seldom = [...primitives].filter(name => used.filter(one => one === name).length < 2)
  expect(seldom.filter(name => !tones.includes(name))).toEqual([])
})
