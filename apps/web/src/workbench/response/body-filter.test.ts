import { describe, expect, it } from 'vitest'
import { createBodyFilter, describeFilter, type FilterAnswer } from './body-filter.ts'
import type { BodyView } from './body-texts.ts'

const body: BodyView = { handle: 'h', view: 'pretty', format: 'auto' }

function setUp(text = '') {
  const asked: string[] = []
  const readAhead: BodyView[] = []
  const waiting: (() => void)[] = []
  const answers: (FilterAnswer | Promise<FilterAnswer>)[] = []
  const filter = createBodyFilter(
    {
      async filter(view) {
        asked.push(view.filter)
        if (view.handle === 'gone') throw new Error('gone')
        return answers.shift() ?? { state: 'made', matchCount: 2 }
      },
      readAhead: async view => void readAhead.push(view),
      describeError: () => 'It is gone.',
      after: (_, callback) => void waiting.push(callback),
    },
    text,
  )
  const settle = () => new Promise(resolve => setImmediate(resolve))
  const pass = async () => {
    for (const callback of waiting.splice(0)) callback()
    await settle()
  }
  return { filter, asked, readAhead, answers, settle, pass, state: () => filter.store.getState() }
}

const refusal = { state: 'refused', refusal: { message: 'Not a JSONPath.' } } as const

describe('filter of a body', () => {
  it('is applied after a pause in typing, and shown once its rows are loaded', async () => {
    const { filter, asked, readAhead, pass, state } = setUp()
    filter.setBody(body)
    filter.type('$[0')
    filter.type(' $[0] ')
    expect(state()).toMatchObject({ text: ' $[0] ', shown: '' })
    await pass()
    expect(asked).toEqual(['$[0]'])
    expect(readAhead).toEqual([{ ...body, filter: '$[0]' }])
    expect(state()).toMatchObject({ shown: '$[0]', status: { state: 'applied', matchCount: 2 } })
  })

  it('is applied at once on Enter, and not again after the pause', async () => {
    const { filter, asked, settle, pass } = setUp()
    filter.setBody(body)
    filter.type('$.a')
    filter.applyNow()
    await settle()
    await pass()
    expect(asked).toEqual(['$.a'])
  })

  it('asks again until it is ready', async () => {
    const { filter, asked, answers, settle, pass, state } = setUp('$.a')
    answers.push({ state: 'making' })
    filter.setBody(body)
    await settle()
    expect(state().status).toEqual({ state: 'waiting' })
    await pass()
    expect(asked).toEqual(['$.a', '$.a'])
    expect(state().shown).toBe('$.a')
  })

  it('keeps its result if the next one is invalid', async () => {
    const { filter, answers, settle, pass, state } = setUp('$.a')
    filter.setBody(body)
    await settle()
    answers.push(refusal)
    filter.type('$.')
    expect(state().shown).toBe('$.a')
    await pass()
    expect(state()).toMatchObject({ shown: '$.a', status: { state: 'refused', message: 'Not a JSONPath.' } })
    filter.type('')
    await pass()
    expect(state()).toMatchObject({ shown: '', status: { state: 'none' } })
  })

  it('that is outdated is not shown', async () => {
    const { filter, answers, settle, state } = setUp('$.slow')
    const slow = Promise.withResolvers<FilterAnswer>()
    answers.push(slow.promise)
    filter.setBody(body)
    filter.type('$.quick')
    filter.applyNow()
    await settle()
    slow.resolve({ state: 'made', matchCount: 9 })
    await settle()
    expect(state()).toMatchObject({ shown: '$.quick', status: { matchCount: 2 } })
  })

  it('waits for a body that is still arriving, and ends with its view', async () => {
    const { filter, asked, settle, pass, state } = setUp('$.a')
    expect(state()).toMatchObject({ shown: null, status: { state: 'waiting' } })
    filter.setBody(null)
    await settle()
    expect(asked).toEqual([])
    expect(state()).toMatchObject({ shown: '', status: { state: 'none' } })
    filter.setBody(body)
    expect(state().shown).toBeNull()
    await settle()
    expect(state().shown).toBe('$.a')
    filter.type('$.b')
    filter.stop()
    await pass()
    expect(asked).toEqual(['$.a'])
  })

  it('of a body that no longer exists says so', async () => {
    const { filter, settle, state } = setUp('$.a')
    filter.setBody({ ...body, handle: 'gone' })
    await settle()
    expect(state()).toMatchObject({ shown: '', status: { state: 'refused', message: 'It is gone.' } })
  })
})

it('says how many matches there are', () => {
  expect(describeFilter({ state: 'applied', matchCount: 0 })).toBe('0 matches')
  expect(describeFilter({ state: 'applied', matchCount: 1 })).toBe('1 match')
  expect(describeFilter({ state: 'applied', matchCount: 1234 })).toBe('1,234 matches')
  expect(describeFilter({ state: 'waiting' })).toBe('Filtering…')
  expect(describeFilter({ state: 'refused', message: 'No.' })).toBe('No.')
})
