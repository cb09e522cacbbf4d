import type { WindowEvent } from '@parley/server/contract'
import { expect, it } from 'vitest'
import { followSharedEvents, type SharedEventsPorts } from './shared-events.ts'
import type { FromWorker, ToWorker } from './worker-messages.ts'

const tokens: WindowEvent = { type: 'tokens' }

/** A worker as one window sees it. */
class Worker {
  readonly posted: ToWorker[] = []
  isClosed = false
  listener: (message: FromWorker) => void = () => {}
  fail = () => {}
  readonly #isAnswering: () => boolean

  constructor(isAnswering: () => boolean) {
    this.#isAnswering = isAnswering
  }

  post(message: ToWorker): void {
    this.posted.push(message)
    if (message.type === 'ping' && this.#isAnswering()) this.listener({ type: 'pong' })
  }
}

/** A browser whose windows share generations; each window has a beat that the test gives. */
function setUpBrowser() {
  let generation = 0
  const workers: { readonly generation: number; readonly worker: Worker }[] = []
  const listeners = new Set<() => void>()
  const beats = new Set<() => void>()
  const locks = new Map<string, () => void>()
  const deaf = new Set<number>()

  function openWindow() {
    const events: WindowEvent[] = []
    let sequence = 0
    let isUnavailable = false
    const ports: SharedEventsPorts = {
      connect(used) {
        const worker = new Worker(() => !deaf.has(used))
        workers.push({ generation: used, worker })
        return {
          post: message => worker.post(message),
          onMessage(listener) {
            worker.listener = listener
          },
          onFailure(listener) {
            worker.fail = listener
          },
          close() {
            worker.isClosed = true
          },
        }
      },
      readGeneration: () => generation,
      writeGeneration(next) {
        generation = next
        // As a browser does: all windows but the own one.
        for (const listener of listeners) if (listener !== own) listener()
      },
      onGeneration(listener) {
        own = listener
        listeners.add(listener)
        return () => listeners.delete(listener)
      },
      waitForLock: name => new Promise(resolve => locks.set(name, resolve)),
      every(_, callback) {
        beats.add(callback)
        return () => beats.delete(callback)
      },
    }
    let own = () => {}
    const end = followSharedEvents(ports, {
      token: 't',
      joining() {
        sequence += 1
        return { windowId: 'w', sequence, after: null }
      },
      listener: { onEvent: event => void events.push(event), onConnection: () => {} },
      onUnavailable() {
        isUnavailable = true
        end()
      },
    })
    return { events, end, isUnavailable: () => isUnavailable }
  }

  return {
    openWindow,
    workers,
    deaf,
    locks,
    generation: () => generation,
    used: () => workers.filter(({ worker }) => !worker.isClosed).map(one => one.generation),
    beat(times: number): void {
      for (let count = 0; count < times; count += 1) for (const beat of [...beats]) beat()
    },
  }
}

it('joins the worker, passes on its events, and leaves it at the end', () => {
  const { openWindow, workers } = setUpBrowser()
  const { events, end } = openWindow()
  const worker = workers[0]?.worker
  expect(worker?.posted).toEqual([
    { type: 'join', token: 't', window: { windowId: 'w', sequence: 1, after: null } },
  ])
  worker?.listener({ type: 'event', event: tokens, position: { logId: 'l', number: 1 } })
  end()
  expect(worker?.posted.at(-1)).toEqual({ type: 'leave', windowId: 'w', sequence: 1 })
  expect(worker?.isClosed).toBe(true)
  worker?.listener({ type: 'event', event: tokens, position: { logId: 'l', number: 2 } })
  expect(events).toEqual([tokens])
})

/** Each way in which a worker can be lost. */
const losses: [string, (browser: ReturnType<typeof setUpBrowser>) => unknown][] = [
  [
    'gives its lock free',
    async browser => {
      browser.deaf.add(0)
      for (const free of browser.locks.values()) free()
      await new Promise(resolve => setImmediate(resolve))
      browser.beat(2)
    },
  ],
  [
    'misses its heartbeats',
    browser => {
      browser.deaf.add(0)
      browser.beat(6)
    },
  ],
]

it.each(losses)('all windows continue with the same new worker when theirs %s', async (_loss, lose) => {
  const browser = setUpBrowser()
  const windows = [browser.openWindow(), browser.openWindow(), browser.openWindow()]
  for (const { worker } of browser.workers) worker.listener({ type: 'ready', lockName: crypto.randomUUID() })
  await lose(browser)
  await new Promise(resolve => setImmediate(resolve))
  expect(browser.used()).toEqual([1, 1, 1])
  expect(browser.generation()).toBe(1)
  const later = browser.openWindow()
  expect(browser.used()).toEqual([1, 1, 1, 1])
  // The first worker was only suspended.
  for (const { worker } of browser.workers.slice(0, 3))
    worker.listener({ type: 'event', event: tokens, position: { logId: 'l', number: 1 } })
  expect([...windows, later].flatMap(({ events }) => events)).toEqual([])
})

it('waits longer for a worker that is still loading, and not for one that responds', () => {
  const browser = setUpBrowser()
  browser.openWindow()
  browser.deaf.add(0)
  browser.beat(20)
  expect(browser.used()).toEqual([0])
  browser.deaf.delete(0)
  browser.beat(100)
  expect(browser.used()).toEqual([0])
})

it('leaves a worker that still responds while its lock seems free', async () => {
  const browser = setUpBrowser()
  const { isUnavailable } = browser.openWindow()
  browser.workers[0]?.worker.listener({ type: 'ready', lockName: 'l' })
  for (const free of browser.locks.values()) free()
  await new Promise(resolve => setImmediate(resolve))
  browser.beat(3)
  expect(isUnavailable()).toBe(true)
  expect(browser.generation()).toBe(0)
})

it('reports that no worker can be loaded', () => {
  const browser = setUpBrowser()
  const { isUnavailable } = browser.openWindow()
  browser.workers[0]?.worker.fail()
  expect(isUnavailable()).toBe(true)
})
