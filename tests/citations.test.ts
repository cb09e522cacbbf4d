import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const root = fileURLToPath(new URL('..', import.meta.url))
const read = (path: string) => readFileSync(`${root}/${path}`, 'utf8')

const behaviour = read('docs/behaviour.md')
const sections = new Set([...behaviour.matchAll(/^#+ (\d+(?:\.\d+)?)\.? /gm)].map(([, number]) => number))
const rules = [...behaviour.matchAll(/^\| (\S[^|]*?) +\|/gm)].map(([, name = '']) => name)
const attacks = new Set([...read('docs/attacks.md').matchAll(/^\| ([A-Z]{2}\d+) /gm)].map(([, id]) => id))

const sources = globSync(
  ['{apps,packages,tests,e2e,bench,scripts}/**/*.{ts,tsx,mjs,css}', 'docs/*.md', '*.md'],
  {
    cwd: root,
    exclude: ['**/node_modules/**', '**/dist/**', 'tests/citations.test.ts'],
  },
)

/** Returns the text of a file, in which a comment of several lines is one. */
const joined = (path: string) => read(path).replace(/\n\s*(?:\*|\/\/)\s?/g, ' ')

/** Returns what a text cites and the pages do not have. */
function unknownCitations(text: string): readonly string[] {
  const numbers = [...text.matchAll(/\bbehaviour (\d+(?:\.\d+)?)/g)].map(([, number = '']) => number)
  const names = [...text.matchAll(/\bbehaviour, (?=[A-Z`\d-])([^;)]{3,50})/g)].map(([, name = '']) => name)
  const ids = [...text.matchAll(/\battacks ([A-Z]{2}\d+(?:, [A-Z]{2}\d+)*)/g)].flatMap(([, list = '']) =>
    list.split(', '),
  )
  return [
    ...numbers.filter(number => !sections.has(number)).map(number => `behaviour ${number}`),
    ...names.filter(name => !rules.some(rule => name.startsWith(rule))).map(name => `behaviour, ${name}`),
    ...ids.filter(id => !attacks.has(id)).map(id => `attacks ${id}`),
    ...[...text.matchAll(/\bspec \d|product decisions|\bdecisions, [A-Z]|\bDESIGN \d/g)].map(
      ([cited]) => cited,
    ),
  ]
}

test('what comments cite is in the pages of the repository', () => {
  const unknown = sources.flatMap(path => unknownCitations(joined(path)).map(cited => `${path}: ${cited}`))
  expect(unknown).toEqual([])
})

test('a citation of nothing is found', () => {
  expect(
    unknownCitations(
      '(behaviour 4.8; attacks SE11) (behaviour, Exactness) (behaviour, Nothing) (behaviour 44)',
    ),
  ).toEqual(['behaviour 44', 'behaviour, Nothing'])
  expect(unknownCitations('(spec 4.8, attacks XX1)')).toEqual(['attacks XX1', 'spec 4'])
})
