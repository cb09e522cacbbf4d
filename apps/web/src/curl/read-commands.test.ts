import { expect, test, vi } from 'vitest'
import { type PastedCurl, readPastedCurl } from '../workbench/request/pasted-curl.ts'
import { type CurlWorker, longestHere, readCommands } from './read-commands.ts'

const begin = 'curl https://a.example -d '
const commandOf = (length: number) => begin + 'a'.repeat(length - begin.length)

/** A worker of this thread, which counts what is asked of it. */
function fakeWorker(answer: ((text: string) => PastedCurl) | null) {
  const asked: number[] = []
  let ended = 0
  const start = (): CurlWorker => {
    const listeners = new Map<string, (event: unknown) => void>()
    return {
      addEventListener: (name: string, listener: unknown) => {
        if (typeof listener === 'function') listeners.set(name, event => listener(event))
      },
      postMessage: (text: string) => {
        asked.push(text.length)
        const event = answer === null ? null : { data: answer(text) }
        queueMicrotask(() => listeners.get(event === null ? 'error' : 'message')?.(event))
      },
      terminate: () => {
        ended += 1
      },
    }
  }
  return { start, asked, ended: () => ended }
}

test('a command of 64 KB is read here, and a longer one in a worker that ends', async () => {
  const worker = fakeWorker(readPastedCurl)
  expect((await readCommands(commandOf(longestHere), worker.start)).requests).toHaveLength(1)
  expect(worker.asked).toEqual([])
  const read = await readCommands(commandOf(longestHere + 1), worker.start)
  expect(read).toMatchObject({ requests: [{ url: 'https://a.example' }] })
  expect([worker.asked, worker.ended()]).toEqual([[longestHere + 1], 1])
})

test('a worker that fails or hangs gives no request, and says why', async () => {
  const failing = fakeWorker(null)
  expect(await readCommands(commandOf(longestHere + 1), failing.start)).toMatchObject({
    requests: [],
    toast: { kind: 'error', lines: ['It could not be read.'] },
  })
  vi.useFakeTimers()
  const ended = vi.fn()
  const read = readCommands(commandOf(longestHere + 1), () => ({
    addEventListener: () => {},
    postMessage: () => {},
    terminate: ended,
  }))
  vi.advanceTimersByTime(5_000)
  vi.useRealTimers()
  expect(await read).toMatchObject({ toast: { lines: ['Reading it takes longer than 5 seconds.'] } })
  expect(ended).toHaveBeenCalledOnce()
})
