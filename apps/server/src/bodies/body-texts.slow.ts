import { waitFor } from '@parley/testkit'
import { describe, expect, test } from 'vitest'
import { countFiles, keep, receivedAs, texts, useBodies } from './body-texts.testkit.ts'

useBodies()

describe('a long body that is being formatted', () => {
  const json = receivedAs('application/json')
  const firstRows = (handle: string) =>
    texts.readRows({ handle, view: 'pretty', format: 'auto', firstRow: 0, maxRows: 3 }, json)
  const beginningOf = (handle: string) =>
    waitFor(async () => {
      const rows = await firstRows(handle)
      // The first answers may have no rows yet.
      return rows?.view === 'pretty' && rows.rows.length === 3 ? rows : null
    }, 'the first rows')
  const endOf = (handle: string) =>
    waitFor(
      async () => {
        const rows = await firstRows(handle)
        return rows?.isWhole ? rows : null
      },
      'all rows',
      { timeoutMs: 30_000 },
    )

  test('shows its first rows at once, and finds matches in them, while the rest is formatted', async () => {
    const handle = await keep(Buffer.from(`[${'{"a":[1,2]},'.repeat(1_500_000)}3]`))
    const rows = await beginningOf(handle)
    expect(rows).toMatchObject({ isWhole: false, isFormatting: true })
    expect(rows.rows.map(row => row.text)).toEqual(['[', '  {', '    "a": ['])
    const query = {
      handle,
      view: 'pretty',
      format: 'auto',
      text: '"a"',
      ordinal: 0,
      isCaseSensitive: false,
      isWholeWord: false,
      isRegularExpression: false,
    } as const
    const first = await waitFor(async () => {
      const found = await texts.find(query, json)
      return found?.match ? found : null
    }, 'the first match')
    expect(first).toMatchObject({ isWhole: false, match: { row: 2, start: 4 } })
    const all = await waitFor(
      async () => {
        const found = await texts.find(query, json)
        return found?.isWhole ? found : null
      },
      'all matches',
      { timeoutMs: 30_000 },
    )
    expect(all.matchCount).toBe(1_500_000)
    expect(await endOf(handle)).toMatchObject({ view: 'pretty', totalRows: 9_000_003, isFormatting: false })
  }, 60_000)

  test('is shown as received if its end is not in the format, and nothing is left of the beginning', async () => {
    const files = countFiles()
    const handle = await keep(Buffer.from(`[${'{"a":[1,2]},'.repeat(1_000_000)}3`))
    expect(await beginningOf(handle)).toMatchObject({ isFormatting: true })
    const rows = await endOf(handle)
    expect(rows.view).toBe('raw')
    expect(rows.rows[0]?.text).toMatch(/^\[\{"a":\[1,2\]\},/)
    expect(countFiles()).toBe(files + 1)
  }, 60_000)

  test('can be deleted meanwhile', async () => {
    const files = countFiles()
    const handle = await keep(Buffer.from(`[${'{"a":[1,2]},'.repeat(1_000_000)}3]`))
    await beginningOf(handle)
    await texts.release(handle)
    expect(await firstRows(handle)).toBeNull()
    expect(countFiles()).toBe(files)
  }, 60_000)
})
