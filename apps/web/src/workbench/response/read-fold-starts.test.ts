import { expect, it } from 'vitest'
import { readFoldStarts } from './read-fold-starts.ts'

it('asks for folds until they are known, a thousand rows at a time', async () => {
  const asked: (readonly [number, number])[] = []
  const bodies: Parameters<typeof readFoldStarts>[0] = {
    async readFoldStarts({ firstRow, maxRows }) {
      asked.push([firstRow, maxRows])
      const starts = [firstRow, firstRow + 1].map(row => ({ row, at: 0 }))
      return asked.length === 1 ? { isWhole: false, starts: [] } : { isWhole: true, starts }
    },
  }
  const view = { handle: 'h', view: 'pretty', format: 'auto' } as const
  const starts = await readFoldStarts(bodies, (_, again) => void setImmediate(again), view, 100, 1200)
  expect(starts).toEqual([100, 101, 1100, 1101])
  expect(asked).toEqual([
    [100, 1000],
    [100, 1000],
    [1100, 200],
  ])
})
