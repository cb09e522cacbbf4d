import type { OpenCollectionObject, OpenCollectionValue } from '@parley/model'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  arbitraryCollection,
  arbitraryEnvironment,
  arbitraryFolder,
  arbitraryRequests,
} from '../../../model/golden/arbitrary-entities.ts'
import { collectionFormat, environmentFormat, folderFormat, itemFormat } from './document-format.ts'
import { parseYamlText } from './parse-yaml.ts'
import { printPlainYaml } from './print-plain-yaml.ts'
import { readPlainYaml } from './read-plain-yaml.ts'
import { newDocument, printText, spaceParts, styleOf } from './yaml-style.ts'

/** What the library prints for a new file. */
export function libraryText(value: OpenCollectionObject): string {
  const document = newDocument(value)
  spaceParts(document)
  return document.toString(styleOf(''))
}

/** Expects the value of a text to be that of the library, where it is read at all. Returns whether it was. */
export function expectSameValue(text: string): boolean {
  const value = readPlainYaml(text)
  if (value === undefined) return false
  const byLibrary = parseYamlText(text)
  expect({ text, byLibrary: byLibrary.ok && byLibrary.value.value }).toEqual({ text, byLibrary: value })
  return true
}

/** Expects the printed text to be that of the library, where it is printed at all. Returns it, or null. */
export function expectSameText(value: OpenCollectionObject): string | null {
  const text = printPlainYaml(value, printText)
  if (text !== null) expect(text).toBe(libraryText(value))
  return text
}

const entities = fc.oneof(
  ...Object.values(arbitraryRequests).map(one => one.map(itemFormat.write)),
  arbitraryCollection.map(collectionFormat.write),
  arbitraryFolder.map(folderFormat.write),
  arbitraryEnvironment.map(environmentFormat.write),
)

/** Pieces that YAML reads in ways of their own. */
const pieces = [
  ...[
    'a',
    'yes',
    'No',
    'null',
    '~',
    'true',
    'FALSE',
    '1',
    '01',
    '-1',
    '1.0',
    '0x1f',
    '0o7',
    '1e3',
    '.5',
    '.inf',
  ],
  ...[
    '2001-01-01',
    '12:30:45',
    ' ',
    '  ',
    '\n',
    '\n\n',
    '\t',
    ':',
    ': ',
    '#',
    ' #',
    '-',
    '- ',
    '?',
    '? ',
    '!',
    '!a',
  ],
  ...[
    '&a',
    '*a',
    '{',
    '}',
    '[',
    ']',
    ',',
    '|',
    '>',
    "'",
    '"',
    '%',
    '@',
    '`',
    '---',
    '...',
    '<<',
    '=',
    '\\',
    '\\x',
    '$',
  ],
  ...[
    'é',
    '日本',
    '😀',
    '\u00a0',
    '\u0085',
    '\u2028',
    '\ufeff',
    '\u0000',
    '\r',
    '\r\n',
    '{{a}}',
    'https://a/b?c=d#e',
  ],
  ...[
    '__proto__',
    'key',
    'a: b',
    'a:b',
    'a #b',
    '|-',
    '|+',
    '|2',
    '>-',
    '[]',
    '{}',
    '""',
    "''",
    '"a"',
    "'a'",
  ],
]
const sharpText = fc
  .array(fc.oneof(fc.constantFrom(...pieces), fc.string({ maxLength: 3 })), { maxLength: 6 })
  .map(parts => parts.join(''))
const key = fc.oneof(fc.constantFrom('name', 'url', 'a-b', '_c', 'y', 'null', '__proto__', 'type'), sharpText)
const { value: sharpValue } = fc.letrec<{ value: OpenCollectionValue }>(tie => ({
  value: fc.oneof(
    { maxDepth: 3 },
    sharpText,
    fc.constantFrom(null, true, false, 0, -0, 1, -7, 1.5, 1e21, 2 ** 53),
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(key, tie('value'), { maxKeys: 3, noNullPrototype: true }),
  ),
}))
const sharpObject = fc.dictionary(key, sharpValue, { minKeys: 1, maxKeys: 4, noNullPrototype: true })

/** A file with nothing that only the library reads. */
const ordinaryObject = fc.dictionary(
  fc.constantFrom('name', 'url', 'a-b', '_c'),
  fc.constantFrom<OpenCollectionValue>('a', 'b c', 'https://a/b', true, 7, ['a'], { name: 'b' }),
  { minKeys: 1, noNullPrototype: true },
)

/** A text of a file with some of its characters exchanged for pieces. */
const changedText = fc
  .tuple(
    entities,
    fc.array(fc.tuple(fc.nat(), fc.nat(4), fc.constantFrom(...pieces)), { minLength: 1, maxLength: 3 }),
  )
  .map(([value, changes]) =>
    changes.reduce((text, [at, cut, piece]) => {
      const from = at % (text.length + 1)
      return text.slice(0, from) + piece + text.slice(from + cut)
    }, libraryText(value)),
  )

/** Lines that are put together as files are. */
const lineText = fc
  .array(
    fc
      .tuple(
        fc.constantFrom('', '  ', '    ', '- ', '  - ', '    - ', ' '),
        key,
        fc.constantFrom(':', ': ', '', ': |', ': |-'),
        sharpText,
      )
      .map(([indent, name, colon, text]) => `${indent}${name}${colon}${text}`),
    { maxLength: 7 },
  )
  .map(lines => `${lines.join('\n')}\n`)

/** Compares what is printed and read with the library, for this many random values and texts of each kind. */
export function testLikeLibrary(runs: number): void {
  test('files are printed as the library prints them', () => {
    let printed = 0
    fc.assert(
      fc.property(fc.oneof(entities, sharpObject), value => {
        const text = expectSameText(value)
        if (text === null) return
        printed += 1
        expectSameValue(text)
      }),
      { numRuns: runs },
    )
    expect(printed).toBeGreaterThan(0)
  })

  test('files are read as the library reads them', () => {
    let read = 0
    fc.assert(
      fc.property(fc.oneof(entities, ordinaryObject), value => {
        if (expectSameValue(libraryText(value))) read += 1
      }),
      { numRuns: runs },
    )
    expect(read).toBeGreaterThan(0)
  })

  test('texts of any lines, and files with some characters exchanged, are read as the library reads them or left to it', () => {
    fc.assert(
      fc.property(fc.oneof(changedText, lineText, sharpText), text => void expectSameValue(text)),
      { numRuns: runs * 2 },
    )
  })
}
