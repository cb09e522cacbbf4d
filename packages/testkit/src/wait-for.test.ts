import { expect, test } from 'vitest'
import { waitFor } from './wait-for.ts'

test('resolves to the first accepted value, including 0 and the empty text', async () => {
  let looks = 0
  const value = await waitFor(() => {
    looks += 1
    return looks < 3 ? undefined : looks
  }, 'the third look')
  expect(value).toBe(3)
  expect(await waitFor(() => 0, 'a number')).toBe(0)
  expect(await waitFor(async () => '', 'a text')).toBe('')
})

test('checks again after a condition that throws', async () => {
  let looks = 0
  await waitFor(() => {
    looks += 1
    if (looks < 3) throw new Error('not yet')
    return true
  }, 'no more errors')
  expect(looks).toBe(3)
})

test('rejects with a description of the condition and the last error', async () => {
  const cause = new Error('connection refused')
  const never = waitFor(() => Promise.reject(cause), 'the server to answer', { timeoutMs: 20 })
  await expect(never).rejects.toMatchObject({
    message: 'Gave up after 20 ms waiting for the server to answer',
    cause,
  })
  let looks = 0
  const counting = waitFor(
    () => ++looks < 0,
    () => `look ${looks} to hold`,
    { timeoutMs: 20 },
  )
  await expect(counting).rejects.toThrow(/waiting for look [1-9]\d* to hold$/)
})
