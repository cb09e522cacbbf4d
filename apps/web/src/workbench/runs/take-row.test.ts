import type { TakenRow } from '@parley/server/contract'
import { expect, test } from 'vitest'
import type { Toast } from '../toasts.ts'
import { takeRow } from './take-row.ts'

const all = { state: 'set', setId: 's1', iteration: 1, names: ['code', 'name'], leftOut: [] } as const

async function take(taken: TakenRow | Error, undone: object | Error = { wasKnown: true }) {
  const shown: (Pick<Toast, 'kind' | 'text'> & Partial<Toast>)[] = []
  const calls: object[] = []
  const answer =
    <Value>(value: Value | Error) =>
    (input: object) => {
      calls.push(input)
      return value instanceof Error ? Promise.reject(value) : Promise.resolve(value)
    }
  const scripts = { setFromRow: answer(taken), undoSet: answer(undone as { wasKnown: boolean }) }
  const toasts = {
    show: (toast: Toast) => void shown.push(toast),
    showError: (title: string, text: string) => void shown.push({ kind: 'error', title, text }),
  }
  return { isTaken: await takeRow({ scripts, toasts }, 'run', 4), shown, calls }
}

test('says which values of a row are values of the session, and takes that back once', async () => {
  const { isTaken, shown, calls } = await take(all)
  expect(isTaken).toBe(true)
  expect(shown).toMatchObject([{ text: 'The values of iteration 2 are session values now: code, name.' }])
  await shown[0]?.action?.run()
  expect(calls).toEqual([{ runId: 'run', index: 4 }, { setId: 's1' }])
  expect(shown).toHaveLength(1)
})

test.each<[string, TakenRow, string]>([
  [
    'what is left out',
    { ...all, leftOut: ['token'] },
    'The values of iteration 2 are session values now: code, name. Not set, as secret or too long: token.',
  ],
  [
    'the first of many names, and the beginning of long ones',
    { ...all, iteration: 9_999, names: ['x'.repeat(99), '__proto__', 'a\u202eb', 'c', 'd'] },
    `The values of iteration 10,000 are session values now: ${'x'.repeat(60)}, __proto__, a‹U+202E›b and 2 more.`,
  ],
])('names %s', async (_, taken, text) => {
  expect((await take(taken)).shown).toMatchObject([{ text }])
})

test('offers no Undo where nothing was set, and opens nothing where the row is gone', async () => {
  const { shown } = await take({ ...all, names: [], leftOut: ['token'] })
  expect(shown[0]?.text).toBe('No value of iteration 2 could be set. Not set, as secret or too long: token.')
  expect(shown[0]?.action).toBeUndefined()
  const gone = await take(
    Object.assign(new Error('This data row of a run no longer exists.'), { status: 404 }),
  )
  expect(gone).toMatchObject({
    isTaken: false,
    shown: [{ title: 'Session values not set', text: 'This data row of a run no longer exists.' }],
  })
  const refused = await take({ state: 'failed', sentence: 'Too much.', nextStep: 'Set fewer.' })
  expect(refused).toMatchObject({ isTaken: false, shown: [{ text: 'Too much. Set fewer.' }] })
})

test('says that values could not be restored', async () => {
  const { shown } = await take(all, Object.assign(new Error('Gone.'), { status: 500 }))
  await shown[0]?.action?.run()
  expect(shown[1]).toMatchObject({ kind: 'error', title: 'Session values not restored', text: 'Gone.' })
})
