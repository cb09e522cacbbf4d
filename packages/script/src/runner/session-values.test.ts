import { expect, test } from 'vitest'
import { scriptLimits } from '../shared/script-limits.ts'
import { SessionValues } from './session-values.ts'

const setBy = { requestName: 'Sign in', owner: 'request', phase: 'postResponse' } as const
const row = { dataName: 'users.csv', iteration: 1 }
const change = (name: string, text: string | null) => ({ scope: 'session', name, text, json: null }) as const
const typed = (text: string) => ({ text, isLiteral: false })

test('the values of a data row are taken back to what was there, but for what was set or removed since', () => {
  let changes = 0
  const session = new SessionValues(() => {
    changes += 1
  })
  session.apply([change('code', 'from a script'), change('other', 'x')], setBy)
  const before = session.list()
  const undo = session.put(
    new Map([
      ['code', typed('7')],
      ['__proto__', typed('{{code}}')],
    ]),
    row,
  )
  expect(session.list()).toEqual([
    { name: 'code', text: '7', setBy: row },
    { name: 'other', text: 'x', setBy },
    { name: '__proto__', text: '{{code}}', setBy: row },
  ])
  expect(session.scope.values.get('__proto__')).toEqual(typed('{{code}}'))
  undo?.()
  expect(session.list()).toEqual(before)
  expect(session.scope.values.get('code')).toEqual({ text: 'from a script', isLiteral: true })
  expect(changes).toBe(3)
  undo?.()
  expect(session.list()).toEqual(before)

  const undoAgain = session.put(new Map(['a', 'b', 'c'].map(name => [name, typed(name)])), row)
  session.apply([change('a', 'newer')], setBy)
  session.remove('b')
  undoAgain?.()
  expect(session.list().map(({ name, text }) => [name, text])).toEqual([
    ['code', 'from a script'],
    ['other', 'x'],
    ['a', 'newer'],
  ])
})

test('a row is taken back from below another one in either order', () => {
  const rows = ['1', '2'].map(text => new Map([['code', typed(text)]]))
  const setUp = () => {
    const session = new SessionValues()
    return { session, undo: rows.map(values => session.put(values, row)) }
  }
  const inOrder = setUp()
  inOrder.undo[0]?.()
  expect(inOrder.session.list()).toMatchObject([{ text: '2' }])
  const backwards = setUp()
  backwards.undo[1]?.()
  expect(backwards.session.list()).toMatchObject([{ text: '1' }])
  backwards.undo[0]?.()
  expect(backwards.session.list()).toEqual([])
})

test('a row may have no more values, and no longer ones, than one script may set', () => {
  const session = new SessionValues()
  const many = Array.from(
    { length: scriptLimits.variableWrites + 1 },
    (_, at) => [`n${at}`, typed('')] as const,
  )
  expect(session.put(new Map(many), row)).toBeNull()
  const long = 'x'.repeat(scriptLimits.variableWriteCharacters)
  expect(session.put(new Map([['a', typed(long)]]), row)).toBeNull()
  expect(session.list()).toEqual([])
  expect(session.put(new Map(many.slice(1)), row)).not.toBeNull()
})
