import { expect, it } from 'vitest'
import { createPageMemory, rememberedIds } from './page-memory.ts'

/** A browser's storage, a server that keeps what it is sent, and a clock that `wait` moves. */
function surroundings(isForbidden = false) {
  const stored = new Map<string, string>()
  const kept = new Map<string, string>()
  const calls: string[] = []
  let waiting: () => void = () => undefined
  const forbid = () => {
    if (isForbidden) throw new Error('forbidden')
  }
  const memory = createPageMemory(
    {
      getItem(key) {
        forbid()
        return stored.get(key) ?? null
      },
      setItem(key, text) {
        forbid()
        stored.set(key, text)
      },
    },
    {
      remember({ name, text }) {
        calls.push(name)
        if (text === 'full') return Promise.reject(new Error('full'))
        kept.set(name, text)
        return Promise.resolve({})
      },
    },
    {
      after(_delayMs, callback) {
        waiting = callback
      },
    },
  )
  const wait = async () => {
    waiting()
    waiting = () => undefined
    await new Promise(setImmediate)
  }
  return { memory, kept, calls, wait }
}

it('sends the server the last text of each name, once', async () => {
  const { memory, kept, calls, wait } = surroundings()
  for (const text of ['1', '2', '3']) memory.setItem('layout', text)
  memory.setItem('palette', '["a"]')
  expect(memory.getItem('layout')).toBe('3')
  expect(kept.size).toBe(0)
  await wait()
  expect(calls).toEqual(['layout', 'palette'])
  expect(Object.fromEntries(kept)).toEqual({ layout: '3', palette: '["a"]' })
  memory.setItem('layout', 'full')
  await wait()
  memory.setItem('layout', '4')
  await wait()
  expect(kept.get('layout')).toBe('4')
})

it('takes what the server remembers, but not over what the window has changed', () => {
  const { memory } = surroundings()
  memory.setItem('folded', '["own"]')
  memory.receive({ folded: '["old"]', favourites: '["a"]', unknown: 'x' })
  expect(rememberedIds(memory, 'folded')).toEqual(['own'])
  expect(rememberedIds(memory, 'favourites')).toEqual(['a'])
  memory.receive({ favourites: '{' })
  expect(rememberedIds(memory, 'favourites')).toEqual([])
})

it('fails nothing where the browser forbids its storage, and the server remembers', async () => {
  const { memory, kept, wait } = surroundings(true)
  memory.setItem('layout', '1')
  memory.receive({ layout: '2' })
  expect(memory.getItem('layout')).toBeNull()
  await wait()
  expect(kept.get('layout')).toBe('1')
})

it('sends what waits when the page closes, and nothing else', async () => {
  const { memory, wait } = surroundings()
  const flushed = () => {
    const sent: unknown[] = []
    memory.flush((path, input) => sent.push([path, input]) > 0)
    return sent
  }
  memory.setItem('folded', '["a"]')
  expect(flushed()).toEqual([['session/remember', { name: 'folded', text: '["a"]' }]])
  await wait()
  expect(flushed()).toEqual([])
})
