import { plainSearch } from '@parley/engine/search'
import { describe, expect, it } from 'vitest'
import { type BodySearchPorts, createBodySearch, describeMatches } from './body-search.ts'
import type { BodyView } from './body-texts.ts'

const view: BodyView = { handle: 'h', view: 'raw', format: 'auto' }

function setUp(tabId?: string) {
  const asked: Parameters<BodySearchPorts['find']>[0][] = []
  const waiting: (() => void)[] = []
  const answers: { matchCount: number; isWhole: boolean }[] = []
  const search = createBodySearch(
    {
      async find(input) {
        asked.push(input)
        if (input.handle === 'gone') throw new Error('gone')
        const answer = answers.shift() ?? { matchCount: 3, isWhole: true }
        const match = answer.matchCount > 0 ? { row: input.ordinal, start: 0, length: 1 } : null
        return { ...answer, match, problem: null }
      },
      after: (_, callback) => void waiting.push(callback),
    },
    tabId,
  )
  const settle = () => new Promise(resolve => setImmediate(resolve))
  return { search, asked, answers, waiting, settle, state: () => search.store.getState() }
}

describe('find in response', () => {
  it('makes no call until it is open and something is typed', async () => {
    const { search, asked, settle } = setUp()
    search.setBody(view)
    search.type('x')
    search.open()
    await settle()
    expect(asked).toEqual([{ ...view, ...plainSearch, text: 'x', ordinal: 0 }])
    search.type('')
    await settle()
    expect(asked).toHaveLength(1)
  })

  it('wraps around in both directions', async () => {
    const { search, settle, state } = setUp()
    search.setBody(view)
    search.open()
    search.type('x')
    await settle()
    expect(describeMatches(state())).toBe('1 of 3')
    search.previous()
    await settle()
    expect(describeMatches(state())).toBe('3 of 3')
    expect(state().match).toEqual({ row: 2, start: 0, length: 1 })
    search.next()
    await settle()
    expect(describeMatches(state())).toBe('1 of 3')
  })

  it('asks again until the whole body was searched', async () => {
    const { search, answers, waiting, settle, state } = setUp()
    answers.push({ matchCount: 0, isWhole: false }, { matchCount: 1200, isWhole: false })
    search.setBody(view)
    search.open()
    search.type('x')
    expect(describeMatches(state())).toBe('Searching…')
    await settle()
    expect(describeMatches(state())).toBe('Searching…')
    waiting.shift()?.()
    await settle()
    expect(describeMatches(state())).toBe('1 of 1,200+')
    waiting.shift()?.()
    await settle()
    expect(describeMatches(state())).toBe('1 of 3')
  })

  it('ignores the response to a replaced search', async () => {
    const { search, answers, waiting, settle, state, asked } = setUp()
    answers.push({ matchCount: 7, isWhole: false })
    search.setBody(view)
    search.open()
    search.type('x')
    await settle()
    answers.push({ matchCount: 0, isWhole: true })
    search.type('xy')
    await settle()
    waiting.shift()?.()
    await settle()
    expect(describeMatches(state())).toBe('No matches')
    expect(asked.map(input => input.text)).toEqual(['x', 'xy'])
  })

  it('starts again in another body, and finds nothing in one that no longer exists', async () => {
    const { search, settle, state, asked } = setUp()
    search.setBody(view)
    search.open()
    search.type('x')
    await settle()
    search.setBody({ ...view, handle: 'gone' })
    expect(state().match).toBeNull()
    await settle()
    expect(asked).toHaveLength(2)
    expect(describeMatches(state())).toBe('No matches')
  })

  it('goes on with the word and the match of the response before in the same tab', async () => {
    const before = setUp('tab 1')
    before.search.setBody(view)
    before.search.open()
    before.search.type('x')
    await before.settle()
    before.search.previous()
    await before.settle()
    const { search, state, settle } = setUp('tab 1')
    search.setBody({ ...view, handle: 'next' })
    await settle()
    expect([state().isOpen, state().text, describeMatches(state())]).toEqual([true, 'x', '3 of 3'])
    expect(setUp('tab 2').state().isOpen).toBe(false)
  })

  it('begins at the first match in a response with fewer of them', async () => {
    const { settle } = setUp()
    const few = createBodySearch(
      {
        find: async ({ ordinal }) => ({
          matchCount: 1,
          isWhole: true,
          match: ordinal === 0 ? { row: 0, start: 0, length: 1 } : null,
          problem: null,
        }),
        after() {},
      },
      'tab 1',
    )
    few.setBody(view)
    await settle()
    expect(describeMatches(few.store.getState())).toBe('1 of 1')
  })
})
