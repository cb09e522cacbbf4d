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

const compiledEngine = () =>
  WebAssembly.compile(readFileSync(createRequire(import.meta.url).resolve('quickjs-wasi/quickjs.wasm')))

test('the same prelude makes the same image at any time', { timeout: 60_000 }, async () => {
  const module = await compiledEngine()
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

test('an image contains no source, which each script would copy', async () => {
  const { memory } = await makeSandboxImage(
    await compiledEngine(),
    `(function () { const known = function (given) { return given + 'a text' }; return [known] })()`,
  )
  expect(Buffer.from(memory).includes('a text')).toBe(true)
  expect(Buffer.from(memory).includes('return given')).toBe(false)
})
