import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { hasTitle } from './has-title.testkit.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const tables = readFileSync(`${root}/docs/security.md`, 'utf8')
  .split('\n')
  .filter(line => line.startsWith('| ') && !/^\| (?:Promise|---)/.test(line))

/** Returns the tests that a row names. */
function testsOf(row: string): { readonly path: string; readonly title: string }[] {
  return [...row.matchAll(/\[`([^`]+)`\]\(\.\.\/([^)]+)\): `([^`]+)`/g)].map(
    ([, shown = '', path = '', title = '']) => {
      expect(path, 'the link leads to the file that it shows').toBe(shown)
      return { path, title }
    },
  )
}

describe('each promise of docs/security.md names tests that exist', () => {
  test('there are promises', () => expect(tables.length).toBeGreaterThan(20))

  test.each(tables)('%s', row => {
    const [, promise = '', heldBy = ''] = row.split('|')
    expect(promise.trim()).toMatch(/^[A-Z`].*\.$/)
    expect(testsOf(heldBy)).toHaveLength(heldBy.split('<br>').length)
    for (const { path, title } of testsOf(heldBy)) {
      expect(existsSync(`${root}/${path}`), path).toBe(true)
      expect(hasTitle(readFileSync(`${root}/${path}`, 'utf8'), title), `${path}: ${title}`).toBe(true)
    }
  })
})
