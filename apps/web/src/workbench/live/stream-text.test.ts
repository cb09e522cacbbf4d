import type { LiveRow } from '@parley/server/contract'
import { expect, test } from 'vitest'
import { createTestWindow } from '../../window/window-context.testkit.ts'
import { settle, TestLiveServer } from './live-calls.testkit.ts'
import { describeNoText, StreamText } from './stream-text.ts'
import { readTextPath } from './typed-text-path.ts'

const chunkOf = (text: string) => ({ preview: JSON.stringify({ delta: { text } }) })

function setUp(previews: readonly Partial<LiveRow>[], path = '') {
  const server = new TestLiveServer()
  server.add(previews.length, number => previews[number] ?? {})
  const window = createTestWindow()
  const readData = async (row: LiveRow) =>
    row.number === 99 ? null : `{"delta":{"text":"<long ${row.number}>"}}`
  const text = new StreamText(
    's',
    server,
    { ...window, readData, readPath: async typed => readTextPath(typed) },
    path,
  )
  const shown = () => text.store.getState().pieces.join('')
  const runTimers = async () => {
    for (const timer of window.timers.splice(0)) timer.run()
    await settle()
  }
  return { server, text, shown, runTimers }
}

test('the text of all events is joined, and goes on with those that arrive', async () => {
  const { server, text, shown } = setUp([chunkOf('Hel'), { preview: '{"type":"ping"}' }, chunkOf('lo')])
  text.watch()
  await settle()
  expect(shown()).toBe('Hello')
  expect(text.store.getState()).toMatchObject({ readCount: 3, joinedCount: 2, isWhole: true })
  server.add(2, number => (number === 3 ? chunkOf(', world') : { preview: '[DONE]' }))
  text.refresh()
  await settle()
  expect(shown()).toBe('Hello, world')
  expect(server.asked.at(-1)?.from).toBeGreaterThanOrEqual(3)
})

test('a secret that several events have parts of is hidden once it is whole', async () => {
  const { server, text, shown } = setUp([chunkOf('a sec')])
  server.secret = 'secret-key'
  text.watch()
  await settle()
  expect(shown()).toBe('a sec')
  for (const piece of ['ret-', 'key b s', 'o']) {
    server.add(1, () => chunkOf(piece))
    text.refresh()
    await settle()
  }
  expect(shown()).toBe('a {{secret}} b so')
})

test('thousands of events are read in several calls, none twice', async () => {
  const { text, shown } = setUp(Array.from({ length: 1234 }, (_, at) => chunkOf(`${at},`)))
  text.watch()
  await settle()
  expect(shown()).toBe(Array.from({ length: 1234 }, (_, at) => `${at},`).join(''))
})

test('the data of a long event is read completely, and an incomplete one is left out', async () => {
  const { text, shown } = setUp([
    { preview: '{"delta":{"text":"<lo', isCut: true },
    { ...chunkOf('not whole'), isComplete: false },
  ])
  text.watch()
  await settle()
  expect(shown()).toBe('<long 0>')
})

test('another path begins again, and a wrong one keeps the text', async () => {
  const { text, shown, runTimers } = setUp([{ preview: '{"a":"1","delta":{"text":"x"}}' }])
  text.watch()
  await settle()
  text.setPath('$.a')
  await runTimers()
  expect(shown()).toBe('1')
  text.setPath('$.a[')
  await runTimers()
  expect(shown()).toBe('1')
  expect(text.store.getState().pathProblem).toContain('Invalid JSONPath at character ')
  text.setPath('')
  await runTimers()
  expect(shown()).toBe('x')
  expect(text.store.getState().pathProblem).toBe(null)
})

test('a path that was typed before is used from the start', async () => {
  const { text, shown } = setUp([{ preview: '{"a":"1","delta":{"text":"x"}}' }], 'a')
  text.watch()
  await settle()
  expect(shown()).toBe('1')
})

test('a text without end is cut, and reading stops', async () => {
  const { server, text, shown } = setUp([chunkOf('x'.repeat(999_999)), chunkOf('yy'), chunkOf('z')])
  text.watch()
  await settle()
  expect(shown()).toHaveLength(1_000_000)
  expect(text.store.getState().isCut).toBe(true)
  const asked = server.asked.length
  text.refresh()
  await settle()
  expect(server.asked).toHaveLength(asked)
})

test('where there is no text, the reason is shown', async () => {
  const { server, text, runTimers } = setUp([])
  expect(describeNoText(text.store.getState())).toBe('Reading…')
  text.watch()
  await settle()
  expect(describeNoText(text.store.getState())).toBe('Text appears here as it arrives.')
  server.add(1)
  text.refresh()
  await settle()
  expect(describeNoText(text.store.getState())).toContain('Type the path of the text')
  text.setPath('$.a[')
  await runTimers()
  expect(describeNoText(text.store.getState())).toContain('Invalid JSONPath')
})
