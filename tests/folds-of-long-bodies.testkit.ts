import { ensureSyntaxTree, foldable } from '@codemirror/language'
import { EditorState, type Extension, Text } from '@codemirror/state'
import { waitFor } from '@parley/testkit'
import { expect } from 'vitest'
import { keep, receivedAs, texts } from '../apps/server/src/bodies/body-texts.testkit.ts'
import { foldSummary } from '../apps/web/src/editor/languages/json-language.ts'

interface Fold {
  readonly row: number
  readonly at: number
  readonly endRow: number
  readonly endAt: number
  readonly summary: string
}

/** Returns the server's folds of a formatted body, with everything about each row that starts one. */
export async function foldsOfServer(body: string, mediaType: string) {
  const handle = await keep(Buffer.from(body))
  const received = receivedAs(mediaType)
  const view = { handle, view: 'pretty', format: 'auto' } as const
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
  await texts.release(handle)
  return { lines, folds }
}

/** Returns what the editor of short bodies folds in the same rows. */
export function foldsOfEditor(lines: readonly string[], language: Extension): readonly Fold[] {
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
