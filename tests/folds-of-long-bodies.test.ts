import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { json } from '@codemirror/lang-json'
import { xml } from '@codemirror/lang-xml'
import { ensureSyntaxTree, foldable } from '@codemirror/language'
import { EditorState, type Extension, Text } from '@codemirror/state'
import { type FileBodyStore, openFileBodyStore } from '@parley/appdata'
import { waitFor } from '@parley/testkit'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { BodyTexts, type ReceivedBody } from '../apps/server/src/bodies/body-texts.ts'
import { foldSummary } from '../apps/web/src/editor/languages/json-language.ts'

let folder: string
let bodies: FileBodyStore
let texts: BodyTexts

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'parley-folds-'))
  bodies = await openFileBodyStore(folder)
  texts = new BodyTexts(bodies)
})

afterAll(async () => {
  await texts.close()
  bodies.clear()
  rmSync(folder, { recursive: true })
})

interface Fold {
  readonly row: number
  readonly at: number
  readonly endRow: number
  readonly endAt: number
  readonly summary: string
}

function receivedAs(mediaType: string, isGrowing = false, isComplete = !isGrowing): ReceivedBody {
  const content = { handle: '', mediaType, charset: '', wireBytes: 0, decodedBytes: 0, isComplete }
  return { response: { content }, isGrowing }
}

/** Returns the server's folds of a formatted body, with everything about each row that starts one. */
async function foldsOfServer(body: string, mediaType: string) {
  const writer = await bodies.create()
  await writer.write(Buffer.from(body))
  await writer.close()
  const received = receivedAs(mediaType)
  const view = { handle: writer.handle, view: 'pretty', format: 'auto' } as const
  const read = await waitFor(async () => {
    const rows = await texts.readRows({ ...view, firstRow: 0, maxRows: 5000 }, received)
    return rows?.isWhole ? rows : null
  }, 'the laid-out body')
  expect(read.view).toBe('pretty')
  const { starts } = await waitFor(async () => {
    const found = await texts.readFoldStarts({ ...view, firstRow: 0, maxRows: read.totalRows }, received)
    return found?.isWhole ? found : null
  }, 'the folds')
  const folds: Fold[] = []
  for (const { row, at } of starts) {
    const fold = await texts.readFold({ ...view, row }, received)
    if (fold === null) throw new Error(`Nothing folds at row ${row}`)
    expect(fold.at).toBe(at)
    const { endRow, endAt, noun, count } = fold
    const summary = noun === null ? '…' : `${count} ${noun}${count === 1 ? '' : 's'}`
    folds.push({ row, at, endRow, endAt, summary })
  }
  const lines: string[] = []
  while (lines.length < read.totalRows) {
    const rows = await texts.readRows({ ...view, firstRow: lines.length, maxRows: 5000 }, received)
    lines.push(...(rows?.rows.map(row => row.text) ?? []))
  }
  await texts.release(writer.handle)
  return { lines, folds }
}

/** Returns what the editor of short bodies folds in the same rows. */
function foldsOfEditor(lines: readonly string[], language: Extension): readonly Fold[] {
  const unparsed = EditorState.create({ doc: Text.of([...lines]), extensions: [language] })
  ensureSyntaxTree(unparsed, unparsed.doc.length, 60_000)
  // The tree that was parsed meanwhile is in the next state.
  const { state } = unparsed.update({})
  return lines.flatMap((_, row) => {
    const line = state.doc.line(row + 1)
    const range = foldable(state, line.from, line.to)
    if (range === null) return []
    const end = state.doc.lineAt(range.to)
    const place = { row, at: range.from - line.from, endRow: end.number - 1, endAt: range.to - end.from }
    return [{ ...place, summary: foldSummary(state, range.from, range.to) }]
  })
}

const word = fc.string({
  unit: fc.constantFrom('a', '"', '\\', '[', '{', ',', ']', 'é', '😀', ' '),
  maxLength: 8,
})
const jsonValue = fc.letrec(tie => ({
  value: fc.oneof(
    { maxDepth: 4 },
    fc.oneof(word, fc.integer(), fc.constant(null)),
    fc.array(tie('value'), { maxLength: 5 }),
    fc.dictionary(word, tie('value'), { maxKeys: 5 }),
  ),
})).value
const xmlName = fc.constantFrom('a', 'b', 'item')
const xmlElement = fc.letrec<{ element: string }>(tie => ({
  element: fc.oneof(
    { depthSize: 'medium' },
    fc.constantFrom(
      '<e/>',
      '<t>1 &lt; 2</t>',
      '<q a="> <b>" c=\'</x>\'/>',
      '<!-- <a> - -->',
      '<c><![CDATA[ <a> ]] ]]></c>',
      '<?go <a> ?>',
      '<m>text <i>in</i> text</m>',
    ),
    fc
      .tuple(
        xmlName,
        fc.constantFrom('', ' k="v"', '\n  k="v"\n  l="]>"'),
        fc.array(tie('element'), { maxLength: 7 }),
      )
      .map(([name, attributes, children]) => `<${name}${attributes}>${children.join('')}</${name}>`),
  ),
})).element

test('the folds of long JSON are those of the editor', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(jsonValue, { minLength: 1, maxLength: 25 }), async value => {
      const { lines, folds } = await foldsOfServer(JSON.stringify(value), 'application/json')
      expect(folds).toEqual(foldsOfEditor(lines, json()))
    }),
    { numRuns: 12, endOnFailure: true },
  )
})

test('the folds of long XML are those of the editor', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(xmlElement, { minLength: 1, maxLength: 60 }), async elements => {
      const body = `<?xml version="1.0"?><!DOCTYPE r [<!ENTITY e "]>">]><r>${elements.join('')}</r>`
      const { lines, folds } = await foldsOfServer(body, 'application/xml')
      expect(folds).toEqual(foldsOfEditor(lines, xml()))
    }),
    { numRuns: 12, endOnFailure: true },
  )
})

test('folds over many blocks are counted completely', async () => {
  const books = Array.from({ length: 1200 }, (_, id) => ({
    id,
    tags: ['a', 'b'],
    more: id % 7 === 0 ? [[], {}] : {},
  }))
  const { lines, folds } = await foldsOfServer(JSON.stringify({ books, last: [1] }), 'application/json')
  expect(folds).toEqual(foldsOfEditor(lines, json()))
  expect(folds.slice(0, 2).map(fold => fold.summary)).toEqual(['2 keys', '1200 items'])
})

test('deep nesting without further indentation, cut into rows, folds up to where it closes', async () => {
  const depth = 100_000
  const { lines, folds } = await foldsOfServer('['.repeat(depth) + ']'.repeat(depth), 'application/json')
  const [first] = folds
  expect(first).toEqual({ row: 0, at: 1, endRow: lines.length - 1, endAt: 0, summary: '1 item' })
  for (const { row, endRow } of folds) {
    expect(endRow).toBeGreaterThan(row)
    expect(lines[endRow]).toContain(']')
  }
})

test('a body that is still arriving, was cut off, or is not valid in its format has no folds', async () => {
  const folding = async (body: string, received: ReceivedBody) => {
    const writer = await bodies.create()
    await writer.write(Buffer.from(body))
    await writer.close()
    const view = { handle: writer.handle, view: 'pretty', format: 'json' } as const
    const { starts } = await waitFor(async () => {
      const found = await texts.readFoldStarts({ ...view, firstRow: 0, maxRows: 100 }, received)
      return found?.isWhole ? found : null
    }, 'the folds')
    return { starts, fold: await texts.readFold({ ...view, row: 0 }, received) }
  }
  const nothing = { starts: [], fold: null }
  const body = '[1, [2, 3]]'
  expect(await folding(body, receivedAs('application/json', true))).toEqual(nothing)
  expect(await folding(body, receivedAs('application/json', false, false))).toEqual(nothing)
  expect(await folding('[1, [2, 3', receivedAs('application/json'))).toEqual(nothing)
  expect((await folding(body, receivedAs('application/json'))).starts).toHaveLength(2)
})
