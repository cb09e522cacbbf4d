import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { afterEach, expect, test, vi } from 'vitest'
import { makeSandboxImage } from './sandbox-image.ts'

afterEach(() => void vi.useRealTimers())

/** Keeps what the engine gets from its system: times, random numbers, and places that depend on hashes. */
const prelude = `(function () {
  globalThis.kept = [Date.now(), Math.random(), new Map([['a', 1], [Symbol('b'), 2]]), {}]
  return [() => kept]
})()`

test('the same prelude makes the same image at any time', { timeout: 60_000 }, async () => {
  const wasm = readFileSync(createRequire(import.meta.url).resolve('quickjs-wasi/quickjs.wasm'))
  const module = await WebAssembly.compile(wasm)
  vi.useFakeTimers({ toFake: ['Date'] })
  const images = []
  for (const day of ['2001-02-03', '2031-04-05']) {
    vi.setSystemTime(new Date(day))
    images.push(await makeSandboxImage(module, prelude))
  }
  const [first, second] = images
  expect(first?.memory.byteLength).toBeGreaterThan(100_000)
  expect(Buffer.compare(first?.memory ?? Buffer.of(1), second?.memory ?? Buffer.of(2))).toBe(0)
  expect({ ...first, memory: null }).toEqual({ ...second, memory: null })
})
