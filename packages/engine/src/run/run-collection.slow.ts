import { expect, test } from 'vitest'
import { itemsOf, request, testRun } from './run-fixture.testkit.ts'

test('the order that scripts request does not loop forever', async () => {
  const { summary, results } = await testRun({
    items: itemsOf(request('a')),
    options: { scriptsMayChangeOrder: true },
    scripts: place => ({
      async runPostResponse() {
        place.onOrder([{ kind: 'next', requestName: 'a' }])
        return { results: [], scriptErrors: [] }
      },
    }),
  })
  expect(summary.requests).toBe(10_001)
  expect(results.at(-1)?.tests.scriptErrors[0]?.message).toContain('10000 times')
})
