import { expect, test } from 'vitest'
import { SendLimits } from './send-limits.ts'

test('at most four tasks run at a time, in order, whenever a new one comes while another ends', async () => {
  for (let ticks = 0; ticks < 10; ticks += 1) {
    const limits = new SendLimits(100)
    const started: number[] = []
    const ends: (() => void)[] = []
    let running = 0
    let most = 0
    const begin = (name: number) =>
      limits.run(1, async () => {
        started.push(name)
        running += 1
        most = Math.max(most, running)
        await new Promise<void>(resolve => ends.push(resolve))
        running -= 1
      })
    const tasks = [0, 1, 2, 3, 4, 5].map(begin)
    await expect.poll(() => started).toEqual([0, 1, 2, 3])
    ends[0]?.()
    for (let tick = 0; tick < ticks; tick += 1) await null
    tasks.push(begin(6))
    for (let at = 1; at < 7; at += 1) {
      await expect.poll(() => ends.length).toBeGreaterThan(at)
      ends[at]?.()
    }
    await Promise.all(tasks)
    expect([ticks, started, most]).toEqual([ticks, [0, 1, 2, 3, 4, 5, 6], 4])
  }
})

test('a task that fails gives its place to the next one', async () => {
  const limits = new SendLimits(100)
  const tasks = Array.from({ length: 9 }, (_, at) => limits.run(1, () => Promise.reject(new Error(`${at}`))))
  const results = await Promise.allSettled(tasks)
  expect(results.map(({ status }) => status)).toEqual(Array.from({ length: 9 }, () => 'rejected'))
})

test('sends of the last minute count, and the time to wait is named', async () => {
  let now = 0
  const limits = new SendLimits(3, () => now)
  const send = (count: number) => limits.run(count, async () => 'sent')
  expect(await send(2)).toBe('sent')
  now = 30_000
  expect(await send(1)).toBe('sent')
  await expect(send(1)).rejects.toMatchObject({
    refusal: { code: 'TOO_MANY_SENDS', nextStep: 'Wait 30 s, then try again.' },
  })
  await expect(send(4)).rejects.toMatchObject({
    refusal: { nextStep: 'Send fewer of them, or ask the user to raise --sends-per-minute.' },
  })
  now = 60_000
  expect(await send(2)).toBe('sent')
})
