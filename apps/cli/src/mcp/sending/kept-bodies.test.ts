import { expect, test } from 'vitest'
import { KeptBodies } from './kept-bodies.ts'

const megabyte = new Uint8Array(1024 * 1024)

test('a body of more than 64 MB ends its send (MC1)', async () => {
  const writer = await new KeptBodies().store.store.create()
  const rest = new Uint8Array(64 * 1024 * 1024)
  await writer.write(megabyte)
  await expect(writer.write(rest)).rejects.toThrow('agents get at most 64 MB')
})

test('the bodies of the last responses are kept up to 64 MB, and the last one in any case', async () => {
  const bodies = new KeptBodies()
  const handles: string[] = []
  for (const sizeMb of [30, 30, 10, 60]) {
    const writer = await bodies.store.store.create()
    for (let at = 0; at < sizeMb; at += 1) await writer.write(megabyte)
    await writer.close()
    await bodies.keep(writer.handle)
    handles.push(writer.handle)
  }
  const kept = handles.map(handle => bodies.store.sizeBytes(handle) !== null)
  expect(kept).toEqual([false, false, false, true])
})

test('the last 50 bodies are kept', async () => {
  const bodies = new KeptBodies()
  for (let at = 0; at < 51; at += 1) {
    const writer = await bodies.store.store.create()
    await writer.write(new TextEncoder().encode(`body ${at}`))
    await bodies.keep(writer.handle)
    if (at === 50)
      expect(new TextDecoder().decode((await bodies.read(writer.handle)) ?? undefined)).toBe('body 50')
  }
})
