import { describe, expect, test } from 'vitest'
import { createTestWindow } from '../../window/window-context.testkit.ts'
import { lineCount, positionOf } from './list-window.ts'
import { settle, TestLiveServer } from './live-calls.testkit.ts'
import { LiveList } from './live-list.ts'

function setUp(count: number, more?: Parameters<TestLiveServer['add']>[1]) {
  const server = new TestLiveServer()
  server.add(count, more)
  const window = createTestWindow()
  const list = new LiveList('s', server, window, 'newestFirst')
  const state = () => list.store.getState()
  /** The numbers in the visible lines; null: not loaded. */
  const numbers = (first: number, lines: number) =>
    Array.from({ length: Math.min(lines, lineCount(state()) - first) }, (_, at) => {
      return state().rows.get(positionOf(state(), first + at))?.number ?? null
    })
  const runTimers = async (delayMs: number) => {
    for (const timer of window.timers.splice(0)) {
      if (timer.delayMs === delayMs) timer.run()
      else window.timers.push(timer)
    }
    await settle()
  }
  return { server, window, list, state, numbers, runTimers }
}

const everyThird = (number: number) => ({ type: number % 3 === 0 ? 'tick' : 'stock' })

describe('the rows of a list', () => {
  test('nothing is read until it is watched, and nothing after that', async () => {
    const { server, list } = setUp(3)
    list.refresh()
    await settle()
    expect(server.asked).toEqual([])
    const stop = list.watch()
    await settle()
    const asked = server.asked.length
    expect(asked).toBeGreaterThan(0)
    stop()
    stop()
    list.refresh()
    await settle()
    expect(server.asked).toHaveLength(asked)
  })

  test('only the visible lines of a hundred thousand messages are asked for', async () => {
    const { server, list, numbers, state } = setUp(100_000)
    list.watch()
    list.show(0, 40)
    await settle()
    expect(lineCount(state())).toBe(100_000)
    expect(numbers(0, 3)).toEqual([99_999, 99_998, 99_997])
    list.show(50_000, 40)
    await settle()
    expect(numbers(50_000, 2)).toEqual([49_999, 49_998])
    expect(server.asked.reduce((sum, { count }) => sum + count, 0)).toBeLessThan(400)
    expect(state().rows.size).toBeLessThan(2000)
  })

  test('newest last begins with the oldest message', async () => {
    const { list, numbers } = setUp(300)
    list.setOrder('newestLast')
    list.watch()
    list.show(0, 20)
    await settle()
    expect(numbers(0, 3)).toEqual([0, 1, 2])
  })

  test('new messages come in when the session has changed', async () => {
    const { server, list, numbers } = setUp(2)
    list.watch()
    list.show(0, 20)
    await settle()
    server.add(2)
    list.refresh()
    await settle()
    expect(numbers(0, 20)).toEqual([3, 2, 1, 0])
  })

  test('dropped messages leave the list, and the others keep their positions', async () => {
    const { server, list, numbers, state } = setUp(10)
    list.watch()
    list.show(0, 20)
    await settle()
    server.dropped = 7
    list.refresh()
    await settle()
    expect(state().firstRow).toBe(7)
    expect(numbers(0, 20)).toEqual([9, 8, 7])
  })

  test('a failed call is shown, what was read stays, and the next success clears it', async () => {
    const { server, list, state, numbers } = setUp(2)
    list.watch()
    list.show(0, 20)
    await settle()
    server.failure = new Error('gone')
    list.refresh()
    await settle()
    expect(state().problem).toBe('gone')
    expect(numbers(0, 20)).toEqual([1, 0])
    server.failure = null
    list.refresh()
    await settle()
    expect(state().problem).toBe(null)
  })
})

describe('filter and search', () => {
  test('a type is listed alone, with the counts of all types', async () => {
    const { list, numbers, state } = setUp(9, everyThird)
    list.watch()
    list.show(0, 20)
    list.chooseType('tick')
    await settle()
    expect(numbers(0, 20)).toEqual([6, 3, 0])
    expect(state().types).toEqual([
      { type: 'tick', count: 3 },
      { type: 'stock', count: 6 },
    ])
    list.chooseType(null)
    await settle()
    expect(numbers(0, 20)).toHaveLength(9)
  })

  test('a search is asked for 100 ms after the last key, once', async () => {
    const { server, window, list, state, runTimers, numbers } = setUp(30)
    list.watch()
    list.show(0, 20)
    await settle()
    for (const text of ['d', 'da', 'data 2']) list.search(text)
    expect(state().query).toBe('data 2')
    expect(window.timers.filter(({ delayMs }) => delayMs === 100)).toHaveLength(3)
    await runTimers(100)
    const queries = server.asked.map(({ query }) => query).filter(query => query !== '')
    expect(new Set(queries)).toEqual(new Set(['data 2']))
    expect(numbers(0, 20)).toEqual([29, 28, 27, 26, 25, 24, 23, 22, 21, 20, 2])
  })

  test('the number of matches grows while the server searches', async () => {
    const { server, list, state, runTimers } = setUp(30)
    list.watch()
    list.show(0, 20)
    await settle()
    server.searched = 10
    list.search('data')
    await runTimers(100)
    expect([lineCount(state()), state().isWhole]).toEqual([10, false])
    server.searched = 20
    await runTimers(80)
    expect([lineCount(state()), state().isWhole]).toEqual([20, false])
    server.searched = null
    await runTimers(80)
    expect([lineCount(state()), state().isWhole]).toEqual([30, true])
  })

  test('an answer to an earlier question is dropped', async () => {
    const { server, list, numbers } = setUp(9, everyThird)
    list.watch()
    list.show(0, 20)
    list.chooseType('tick')
    list.chooseType('stock')
    await settle()
    expect(numbers(0, 20)).toEqual([8, 7, 5, 4, 2, 1])
    expect(server.asked.at(-1)?.filter?.types).toEqual(['stock'])
  })
})

describe('pause and clear', () => {
  test('a paused list keeps its rows, and counts what arrives', async () => {
    const { server, list, numbers, state } = setUp(3)
    list.watch()
    list.show(0, 20)
    await settle()
    list.setFollowing(false)
    server.add(4)
    list.refresh()
    await settle()
    expect(numbers(0, 20)).toEqual([2, 1, 0])
    expect(state().unseenCount).toBe(4)
    list.setFollowing(true)
    await settle()
    expect(numbers(0, 20)).toEqual([6, 5, 4, 3, 2, 1, 0])
    expect(state().unseenCount).toBe(0)
  })

  test('a pause keeps the rows when more messages were counted than listed', async () => {
    const { server, list, state, numbers } = setUp(3)
    server.arriving = 2
    list.watch()
    list.show(0, 20)
    await settle()
    list.setFollowing(false)
    server.add(2)
    server.arriving = 0
    list.refresh()
    await settle()
    expect(numbers(0, 20)).toEqual([2, 1, 0])
    expect(state().unseenCount).toBe(2)
  })

  test('clearing hides no message that was counted and not yet listed', async () => {
    const { server, list, numbers } = setUp(3)
    server.arriving = 2
    list.watch()
    list.show(0, 20)
    await settle()
    list.clear()
    server.add(2)
    server.arriving = 0
    list.refresh()
    await settle()
    expect(numbers(0, 20)).toEqual([4, 3])
  })

  test('a filter that is chosen while paused lists what arrived before the pause', async () => {
    const { server, list, numbers } = setUp(9, everyThird)
    list.watch()
    list.show(0, 20)
    await settle()
    list.setFollowing(false)
    server.add(9, everyThird)
    list.chooseType('tick')
    await settle()
    expect(numbers(0, 20)).toEqual([6, 3, 0])
  })

  test('moving in the list of an open session pauses it, of an ended one not', async () => {
    for (const [session, isFollowing] of [
      [{ state: 'open' }, false],
      [{ state: 'ended', by: 'peer' }, true],
    ] as const) {
      const { server, list, state } = setUp(3)
      server.state = session
      list.watch()
      list.show(0, 20)
      await settle()
      list.mark(1)
      expect([state().marked, state().isFollowing]).toEqual([1, isFollowing])
    }
  })

  test('a mark stays within the list', async () => {
    const { list, state } = setUp(3)
    list.watch()
    await settle()
    list.mark(-5)
    expect(state().marked).toBe(2)
    list.mark(99)
    expect(state().marked).toBe(0)
  })

  test('cleared messages are out of view only, with any filter, and can be shown again', async () => {
    const { server, list, numbers, state } = setUp(9, everyThird)
    list.watch()
    list.show(0, 20)
    await settle()
    list.clear()
    await settle()
    expect(numbers(0, 20)).toEqual([])
    server.add(4, everyThird)
    list.refresh()
    await settle()
    expect(numbers(0, 20)).toEqual([12, 11, 10, 9])
    list.chooseType('tick')
    await settle()
    expect(numbers(0, 20)).toEqual([12, 9])
    list.showCleared()
    await settle()
    expect(numbers(0, 20)).toEqual([12, 9, 6, 3, 0])
    expect(state().isCleared).toBe(false)
  })

  test('clearing a filtered list hides what follows from before as well', async () => {
    const { server, list, numbers } = setUp(9, everyThird)
    list.watch()
    list.show(0, 20)
    list.chooseType('tick')
    await settle()
    list.clear()
    await settle()
    expect(numbers(0, 20)).toEqual([])
    server.add(6, everyThird)
    list.refresh()
    await settle()
    expect(numbers(0, 20)).toEqual([12, 9])
    list.chooseType(null)
    await settle()
    expect(numbers(0, 20)).toEqual([14, 13, 12, 11, 10, 9])
  })
})

test('the newest message of a live session is announced, at most every two seconds', async () => {
  const { server, list, state, runTimers } = setUp(3)
  list.watch()
  list.show(0, 20)
  await settle()
  expect(state().announced).toBe(null)
  server.add(5)
  list.refresh()
  await settle()
  await runTimers(2000)
  expect(state().announced?.number).toBe(7)
  await runTimers(2000)
  expect(state().announced?.number).toBe(7)
})
