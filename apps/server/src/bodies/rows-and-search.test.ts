import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type FileBodyStore, openFileBodyStore } from '@parley/appdata'
import { plainSearch, type SearchOptions, searchPattern } from '@parley/engine/search'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { RowIndex } from './row-index.ts'
import { RowSearch } from './row-search.ts'
import { maxMarkedInRow, maxRowBytes } from './split-rows.ts'

let folder: string
let bodies: FileBodyStore

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'parley-rows-'))
  bodies = await openFileBodyStore(folder)
})

afterAll(() => {
  bodies.clear()
  rmSync(folder, { recursive: true })
})

async function indexOf(bytes: Uint8Array, encoding = 'utf-8'): Promise<RowIndex> {
  const writer = await bodies.create()
  await writer.write(bytes)
  await writer.close()
  const index = new RowIndex(bodies, writer.handle, { name: encoding, markBytes: 0 })
  await index.extend()
  return index
}

/** Characters that an editor draws as an element. */
const marked = /[\p{Cc}\xad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff\ufff9-\ufffc]/gu

const line = fc.oneof(
  { weight: 8, arbitrary: fc.string({ unit: 'grapheme', maxLength: 12 }) },
  {
    weight: 1,
    arbitrary: fc
      .tuple(
        fc.constantFrom('é', '漢', '😀', 'ab', '\0', '\x1b[', '\u200b', '\u0085x'),
        fc.integer({ min: 500, max: 4000 }),
      )
      .map(([unit, count]) => unit.repeat(count)),
  },
)
const lines = fc.array(
  line.map(text => text.replace(/[\r\n\ufeff]/g, '_').toWellFormed()),
  { minLength: 1, maxLength: 400 },
)

test('rows of any text join to its lines, whatever rows are requested', async () => {
  await fc.assert(
    fc.asyncProperty(
      lines,
      fc.constantFrom('utf-8', 'utf-16le', 'utf-16be'),
      fc.integer({ min: 1, max: 300 }),
      async (value, encoding, count) => {
        const text = value.join('\n')
        const bytes = encoding === 'utf-8' ? Buffer.from(text) : Buffer.from(text, 'utf16le')
        const index = await indexOf(encoding === 'utf-16be' ? bytes.swap16() : bytes, encoding)
        const found: string[] = []
        let row = 0
        while (row < index.rowCount) {
          const rows = await index.rows(row, count)
          if (rows.length === 0) throw new Error('No progress')
          for (const one of rows) {
            expect(Buffer.byteLength(one.text)).toBeLessThanOrEqual(maxRowBytes * 2)
            expect(one.text.match(marked)?.length ?? 0).toBeLessThanOrEqual(maxMarkedInRow)
            if (one.line === null) found.push((found.pop() ?? '') + one.text)
            else expect(found.push(one.text)).toBe(one.line)
          }
          row += rows.length
        }
        expect(found).toEqual(value)
        expect(await index.rows(index.rowCount, 5)).toEqual([])
      },
    ),
    { numRuns: 60 },
  )
}, 60_000)

test('a long line is whole, row by row', async () => {
  const whole = Array.from({ length: 40_000 }, (_, at) => `${at},`).join('')
  const index = await indexOf(Buffer.from(whole))
  const found: string[] = []
  while (found.length < index.rowCount) {
    const rows = await index.rows(found.length, 50)
    if (rows.length === 0) throw new Error(`No row ${found.length}`)
    found.push(...rows.map(row => row.text))
  }
  expect(found.join('') === whole).toBe(true)
})

test('binary read as text has rows that a page can draw, also over megabytes', async () => {
  for (const text of ['\0\x01\x02', 'a\x01b', '\u202eb']) {
    const whole = text.repeat(400_000)
    const index = await indexOf(Buffer.from(whole))
    let row = 0
    let found = ''
    while (row < index.rowCount) {
      const rows = await index.rows(row, 5000)
      if (rows.length === 0) throw new Error(`No row ${row}`)
      for (const one of rows) {
        if ((one.text.match(marked)?.length ?? 0) > maxMarkedInRow) throw new Error(`Too many in row ${row}`)
        found += one.text
      }
      row += rows.length
    }
    expect(found === whole, 'the rows join to the text').toBe(true)
  }
})

test('Windows line ends are not part of a row', async () => {
  const index = await indexOf(Buffer.from('a\r\nb\rc\n'))
  expect(await index.rows(0, 9)).toEqual([
    { text: 'a', line: 1 },
    { text: 'b\rc', line: 2 },
    { text: '', line: 3 },
  ])
})

test('the index continues as a body grows', async () => {
  const writer = await bodies.create()
  const index = new RowIndex(bodies, writer.handle, { name: 'utf-8', markBytes: 0 })
  await writer.write(Buffer.from('one\ntw'))
  await index.extend()
  expect(await index.rows(0, 9)).toEqual([
    { text: 'one', line: 1 },
    { text: 'tw', line: 2 },
  ])
  await writer.write(Buffer.from(`o\n${'x\n'.repeat(1000)}`))
  expect(index.isAtEnd).toBe(false)
  await index.extend()
  expect(index.rowCount).toBe(1003)
  expect(await index.rows(1, 1)).toEqual([{ text: 'two', line: 2 }])
  expect(await index.rows(1001, 9)).toEqual([
    { text: 'x', line: 1002 },
    { text: '', line: 1003 },
  ])
  await writer.close()
})

test('a search finds all that a naive search finds, at the same positions', async () => {
  await fc.assert(
    fc.asyncProperty(
      lines,
      fc.constantFrom('é', 'ab', 'aba', '😀', '漢漢', 'x', '_', '.'),
      async (value, query) => {
        const text = value.join('\n')
        const index = await indexOf(Buffer.from(text))
        const search = await searchOf(index, query)
        await search.extend()
        const expected = [...text.matchAll(new RegExp(query.replace('.', '\\.'), 'giu'))]
        expect(search.matchCount).toBe(expected.length)
        for (const ordinal of [0, Math.floor(expected.length / 2), expected.length - 1]) {
          const match = await search.match(ordinal)
          const at = expected[ordinal]?.index
          if (at === undefined) expect(match).toBeNull()
          else {
            if (match === null) throw new Error('No match')
            const before = await index.rows(0, match.row + 1)
            const row = before[match.row]
            // The text before the match, with its lines cut into rows.
            let start = 0
            for (const [number, one] of before.slice(0, match.row).entries())
              start += one.text.length + (before[number + 1]?.line === null ? 0 : 1)
            expect(row).toBeDefined()
            expect(start + match.start).toBe(at)
          }
        }
      },
    ),
    { numRuns: 60 },
  )
}, 60_000)

test('matches across the blocks of a single long line are found once', async () => {
  const unit = 'abcab'
  const text = unit.repeat(300_000)
  const index = await indexOf(Buffer.from(text))
  for (const query of ['abca', 'ABCABABCAB', 'b'.repeat(3), 'x']) {
    const search = await searchOf(index, query)
    await search.extend()
    expect(search.matchCount).toBe([...text.matchAll(new RegExp(query, 'giu'))].length)
  }
})

test('a search continues as a body grows', async () => {
  const writer = await bodies.create()
  const index = new RowIndex(bodies, writer.handle, { name: 'utf-8', markBytes: 0 })
  const search = await searchOf(index, 'needle')
  let expected = 0
  for (let round = 0; round < 5; round += 1) {
    await writer.write(Buffer.from(`${'hay\n'.repeat(200)}nee`))
    await writer.write(Buffer.from(`dle ${'hay'.repeat(5000)}`))
    expected += 1
    await index.extend()
    await search.extend()
    expect(search.matchCount).toBe(expected)
  }
  await writer.close()
})

test.each([1, 700, 40_000])(
  'a body that grows by %i rows between or amid searches has each match once',
  async rows => {
    const writer = await bodies.create()
    const index = new RowIndex(bodies, writer.handle, { name: 'utf-8', markBytes: 0 })
    const search = await searchOf(index, 'needle')
    for (let round = 0; round < 6; round += 1) {
      const text = Array.from({ length: rows }, (_, row) => `${row} needle\n`).join('')
      await writer.write(Buffer.from(`${text}nee`))
      const searches = [search.extend(), index.extend(), search.extend()]
      await writer.write(Buffer.from('dle'))
      await Promise.all(searches)
      if (round % 2 === 0) await index.extend()
      if (round % 2 === 0) await search.extend()
    }
    await index.extend()
    await search.extend()
    expect(search.isAtEnd).toBe(true)
    expect(search.matchCount).toBe(6 * rows + 6)
    await writer.close()
  },
)

test('characters with a meaning in patterns are searched literally', async () => {
  for (const query of ['a.b', '(c)', '[d]', '$e^', 'x*y+', '{z}', '\\w', '|', '"/', '-']) {
    const index = await indexOf(Buffer.from(`- a.b (c) [d] $e^ x*y+ {z} \\w | "/`))
    const one = await searchOf(index, query)
    await one.extend()
    expect(one.matchCount, query).toBe(1)
  }
})

async function searchOf(
  index: RowIndex,
  typed: string,
  options: Partial<SearchOptions> = {},
): Promise<RowSearch> {
  const pattern = await searchPattern(typed, { ...plainSearch, ...options })
  if (!pattern.ok) throw new Error(pattern.failure)
  return new RowSearch(index, typed, pattern.value, options.isRegularExpression ? 'expression' : 'text')
}

test('words and expressions are found across the blocks of a long line and of many lines, with their lengths', async () => {
  const unit = 'cat cats 12 '
  // A block of words has 512 KB, one of expressions 64 KB.
  const words = [
    ['cat', { isWholeWord: true }, 1, 3],
    ['CAT', { isCaseSensitive: true }, 0, 0],
  ] as const
  const expressions = [
    ['\\bcats? \\d+', { isRegularExpression: true }, 1, 7],
    ['c.t', { isRegularExpression: true }, 2, 3],
  ] as const
  for (const [count, typedIn] of [
    [50_000, words],
    [12_000, expressions],
  ] as const)
    for (const text of [unit.repeat(count), `${unit}\n`.repeat(count)]) {
      const index = await indexOf(Buffer.from(text))
      for (const [typed, options, inUnit, length] of typedIn) {
        const search = await searchOf(index, typed, options)
        await search.extend()
        const expected = inUnit * count
        expect([typed, search.matchCount]).toEqual([typed, expected])
        if (expected > 0) expect(await search.match(expected - 1)).toMatchObject({ length })
      }
    }
})
