import type { HistorySummary } from '@parley/model'
import { expect, it } from 'vitest'
import { createTestWindow } from '../window/window-context.testkit.ts'
import { createHistory } from './history.ts'

it('keeps the runs of a request while they are listed again, and drops those of another one', async () => {
  const asked: unknown[] = []
  const history = createHistory(
    {
      list: async ({ requestId }) => {
        asked.push(requestId)
        const entries = [{ id: `${requestId}-1` } as HistorySummary]
        return { entries, totalEntries: 1, locked: null }
      },
      read: async () => Promise.reject(new Error('not read')),
      remove: async () => ({}),
      clear: async () => ({}),
    },
    { ...createTestWindow(), describeError: String },
  )
  const ids = () => history.store.getState().runs?.map(({ id }) => id) ?? null
  history.listRuns('a')
  expect(ids()).toBeNull()
  await expect.poll(ids).toEqual(['a-1'])
  history.listRuns('a')
  expect(ids()).toEqual(['a-1'])
  history.listRuns('b')
  expect(ids()).toBeNull()
  await expect.poll(ids).toEqual(['b-1'])
  expect(asked).toEqual(['a', 'a', 'b'])
})
