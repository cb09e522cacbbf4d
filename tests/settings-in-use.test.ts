import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { defaultAppSettings } from '@parley/model'
import { expect, test } from 'vitest'

const root = fileURLToPath(new URL('..', import.meta.url))
const textOf = (path: string) => readFileSync(`${root}/${path}`, 'utf8')
const pages = 'apps/web/src/views/Settings'
const sources = globSync(
  ['apps/*/src/**/*.{ts,tsx}', 'packages/{appdata,engine,script,transport}/src/**/*.ts'],
  {
    cwd: root,
  },
).filter(path => !/\.(?:test|slow|testkit)\.tsx?$/.test(path) && !path.startsWith(pages))
const pageTexts = globSync('*.tsx', { cwd: `${root}/${pages}` }).map(path => textOf(`${pages}/${path}`))
const otherTexts = sources.map(textOf)

const settings = Object.entries(defaultAppSettings).flatMap(([group, defaults]) =>
  Object.keys(defaults).map(name => [group, name] as const),
)

/** A setting that is kept without being shown or used compiles. */
test.each(settings)('the setting %s.%s has a control in Settings, and something reads it', (_group, name) => {
  const hasName = (text: string) => new RegExp(`\\b${name}\\b`).test(text)
  expect(pageTexts.some(hasName), `nothing in ${pages} names it`).toBe(true)
  expect(otherTexts.some(hasName), 'nothing outside of Settings names it').toBe(true)
})
