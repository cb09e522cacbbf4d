import { expect, test } from 'vitest'
import { BatchedWriter } from './message-texts.ts'

/** A store whose writes end when the test says so. */
function slowStore() {
  const written: string[] = []
  const ends: { readonly resolve: () => void; readonly reject: (error: Error) => void }[] = []
  return {
    written,
    ends,
    write(bytes: Uint8Array): Promise<void> {
      written.push(new TextDecoder().decode(bytes))
      return new Promise((resolve, reject) => ends.push({ resolve, reject }))
    },
  }
}

test('texts that arrive during a write are written together, in their order', async () => {
  const store = slowStore()
  const writer = new BatchedWriter(store)
  for (const text of ['a', 'b', 'ü']) expect(writer.write(text)).toBeNull()
  expect(store.written).toEqual(['a'])
  const flushed = writer.flush()
  store.ends[0]?.resolve()
  await expect.poll(() => store.written).toEqual(['a', 'bü'])
  store.ends[1]?.resolve()
  await flushed
})

test('a store that is slow is waited for', async () => {
  const store = slowStore()
  const writer = new BatchedWriter(store)
  void writer.write('a')
  let isAccepted = false
  const accepted = writer.write('x'.repeat(64 * 1024))?.then(() => {
    isAccepted = true
  })
  expect(isAccepted).toBe(false)
  store.ends[0]?.resolve()
  await expect.poll(() => store.ends.length).toBe(2)
  expect(isAccepted).toBe(false)
  store.ends[1]?.resolve()
  await accepted
})

test('a write that fails is reported by the next one, and by the end', async () => {
  const store = slowStore()
  const writer = new BatchedWriter(store)
  void writer.write('a')
  store.ends[0]?.reject(new Error('full'))
  await expect(writer.flush()).rejects.toThrow('full')
  expect(() => writer.write('b')).toThrow('full')
})
