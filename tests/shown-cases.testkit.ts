import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { hasTitle } from './has-title.testkit.ts'

const root = fileURLToPath(new URL('..', import.meta.url))

/** A file of tests, and the title of one of them or of their group, or a row of their table. */
export type Shown = readonly [file: string, title: string]

/** Cases, each with the tests that show it. */
export type ShownCases = Readonly<Record<string, readonly Shown[]>>

/** Checks that each case has tests, and that these exist. */
export function describeCases(name: string, cases: ShownCases): void {
  describe(`each ${name} has tests`, () => {
    test.each(Object.entries(cases))('%s', (_, shown) => {
      expect(shown.length).toBeGreaterThan(0)
      for (const [file, title] of shown) {
        const source = sourceOf(file)
        expect(source, file).not.toBe('')
        expect(hasTitle(source, title) || hasRow(source, title), `${file}: ${title}`).toBe(true)
      }
    })
  })
}

/** Returns the source of a file of tests; of browser tests also those of `core` and what both share. */
export function sourceOf(file: string): string {
  const name = /^e2e\/(.*)\.spec\.ts$/.exec(file)?.[1]
  const files =
    name === undefined ? [file] : [file, `e2e/core/${name}.spec.ts`, `e2e/support/rooms/${name}.ts`]
  return files
    .map(one => `${root}/${one}`)
    .filter(one => existsSync(one))
    .map(one => readFileSync(one, 'utf8'))
    .join('\n')
}

/** Returns whether a table of the source has a row with this name. */
function hasRow(source: string, name: string): boolean {
  const starts = ["'", '"'].flatMap(quote => [`${quote}${name}${quote}: `, `[${quote}${name}${quote}, `])
  return source.split('\n').some(line => starts.some(start => line.trim().startsWith(start)))
}
