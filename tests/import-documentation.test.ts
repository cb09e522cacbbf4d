import { readFileSync } from 'node:fs'
import { exportFormats, importFormatNames } from '@parley/convert'
import { expect, test } from 'vitest'

test.each([...Object.values(importFormatNames), ...exportFormats.map(one => one.name)])(
  'docs/import.md has a row for %s',
  name => {
    const text = readFileSync(new URL('../docs/import.md', import.meta.url), 'utf8')
    expect(text).toMatch(new RegExp(`^\\| ${name.replace(/[.()]/g, '\\$&')} +\\|`, 'm'))
  },
)

/** The sentences that list the formats that can be imported; those of the page are made from the list. */
const sentences = {
  'docs/cli.md': /detects its format: [^.]+/,
  'apps/cli/src/import/define-import-command.ts': /The format of a source is detected: [\s\S]+?Scripts/,
}

test.each(Object.entries(sentences))('%s lists all formats that can be imported', (path, sentence) => {
  const text = readFileSync(new URL(`../${path}`, import.meta.url), 'utf8')
  const listed = sentence.exec(text)?.[0] ?? ''
  const isMissing = (name: string) => !listed.includes(shortName(name))
  expect(Object.values(importFormatNames).filter(isMissing)).toEqual([])
})

test('parley export --help lists all formats of an export', () => {
  const path = new URL('../apps/cli/src/export/define-export-command.ts', import.meta.url)
  const [, listed = ''] = /'--to <format>', '([^']+)'/.exec(readFileSync(path, 'utf8')) ?? []
  expect(listed.split(/, | or /)).toEqual(exportFormats.map(({ format }) => format.toLowerCase()))
})

/** Returns the part of a name that every sentence has. */
function shortName(name: string): string {
  return /\((.+)\)/.exec(name)?.[1] ?? name.replace(/ (?:schema|commands)$/, '')
}
