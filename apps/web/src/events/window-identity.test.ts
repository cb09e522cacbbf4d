import { expect, it } from 'vitest'
import { type IdentityWindow, takeWindowIdentity } from './window-identity.ts'

/** Windows of one browser: each has a storage of its own, and they share the locks. */
function setUp() {
  const held = new Set<string>()
  let lastId = 0
  const windowWith = (stored: string | null): IdentityWindow & { stored: string | null } => ({
    stored,
    take() {
      const text = this.stored
      this.stored = null
      return text
    },
    store(text) {
      this.stored = text
    },
    async holdLock(name) {
      if (held.has(name)) return false
      held.add(name)
      return true
    },
    newId() {
      lastId += 1
      return `id${lastId}`
    },
  })
  return { windowWith, held }
}

it('a window keeps its identity after a reload, and continues its numbers', async () => {
  const { windowWith, held } = setUp()
  const own = windowWith(null)
  const first = await takeWindowIdentity(own)
  expect([first.windowId, first.after, first.nextSequence()]).toEqual(['id1', null, 1])
  first.storeForNextPage({ sequence: first.nextSequence(), hasSentTabs: true })
  held.clear()
  const second = await takeWindowIdentity(own)
  expect([second.windowId, second.after, second.nextSequence()]).toEqual(['id1', 2, 3])
  second.storeForNextPage({ sequence: second.nextSequence(), hasSentTabs: false })
  held.clear()
  const third = await takeWindowIdentity(own)
  expect([third.windowId, third.after, third.nextSequence()]).toEqual(['id1', null, 5])
})

it('a copy of a window is another window, whether the original is open or closed', async () => {
  const { windowWith, held } = setUp()
  const own = windowWith(null)
  const first = await takeWindowIdentity(own)
  expect((await takeWindowIdentity(windowWith(own.stored))).windowId).not.toBe(first.windowId)
  first.storeForNextPage({ sequence: 1, hasSentTabs: true })
  const copy = windowWith(own.stored)
  held.clear()
  const [back, other] = [await takeWindowIdentity(own), await takeWindowIdentity(copy)]
  expect(back.windowId).toBe(first.windowId)
  expect(other.windowId).not.toBe(first.windowId)
  expect([other.after, other.nextSequence()]).toEqual([null, 1])
})

it.each(['{}', '{"windowId":1,"sequence":1}', '{"windowId":"a","sequence":"b"}'])(
  'data that cannot be parsed is not an identity: %s',
  async text => {
    const { windowWith } = setUp()
    expect((await takeWindowIdentity(windowWith(text))).windowId).toBe('id1')
  },
)
