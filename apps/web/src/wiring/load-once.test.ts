import { afterEach, expect, test } from 'vitest'
import { PartMissing } from '../window/part-missing.ts'
import { setServerAbsent } from '../window/server-absence-gate.ts'
import { loadOnce } from './load-once.ts'

afterEach(() => setServerAbsent(false))

test('a part is loaded once, however many need it', async () => {
  let loads = 0
  const load = loadOnce(async () => ++loads)
  const both = [load(), load()]
  // React tells by its identity that it is the same.
  expect(both[0]).toBe(both[1])
  expect(await Promise.all([...both, load()])).toEqual([1, 1, 1])
})

test('a load that failed is tried again by the next that needs it', async () => {
  let isBroken = true
  const load = loadOnce(async () => {
    if (isBroken) throw new Error('no answer')
    return 'part'
  })
  await expect(load()).rejects.toThrow('no answer')
  // A view that needs it shows the panel of a missing part, and not that of a fault.
  await expect(load()).rejects.toBeInstanceOf(PartMissing)
  isBroken = false
  expect(await load()).toBe('part')
})

test('nothing is loaded while the server is lost', async () => {
  let loads = 0
  const load = loadOnce(async () => ++loads)
  setServerAbsent(true)
  await expect(load()).rejects.toThrow('server has stopped')
  await expect(load()).rejects.toBeInstanceOf(PartMissing)
  expect(loads).toBe(0)
  setServerAbsent(false)
  expect(await load()).toBe(1)
})
