import { expect, test } from 'vitest'
import { createToasts, type Toast } from './toasts.ts'

function setUp() {
  const timers: (() => void)[] = []
  let ids = 0
  const toasts = createToasts({ newId: () => `${++ids}`, after: (_, callback) => timers.push(callback) })
  const titles = () => toasts.store.getState().toasts.map(toast => toast.title)
  const pass = () => {
    for (const timer of timers.splice(0)) timer()
  }
  return { toasts, titles, pass }
}

const toast = (kind: Toast['kind'], title: string): Toast => ({ kind, title, code: '', text: '' })

test('an error stays until it is dismissed, a notice disappears by itself', () => {
  const { toasts, titles, pass } = setUp()
  toasts.show(toast('error', 'Request not sent'))
  toasts.show(toast('notice', 'Token not renewed'))
  expect(titles()).toEqual(['Request not sent', 'Token not renewed'])
  pass()
  expect(titles()).toEqual(['Request not sent'])
  toasts.dismiss('1')
  expect(titles()).toEqual([])
})

test('a notice stays while the pointer or the focus is on it', () => {
  const { toasts, titles, pass } = setUp()
  toasts.show(toast('notice', 'One'))
  toasts.setHeld('1', true)
  pass()
  expect(titles()).toEqual(['One'])
  toasts.setHeld('1', false)
  pass()
  expect(titles()).toEqual([])
})

test('a toast about a subject disappears with it, and a newer one replaces it', () => {
  const { toasts, titles } = setUp()
  toasts.show({ ...toast('error', 'a'), subject: 'tab 1' })
  toasts.show({ ...toast('error', 'b'), subject: 'tab 2' })
  toasts.show({ ...toast('error', 'c'), subject: 'tab 1' })
  expect(titles()).toEqual(['b', 'c'])
  toasts.dismissOf('tab 2')
  expect(titles()).toEqual(['c'])
})

test('the fourth replaces a notice, otherwise the oldest', () => {
  const { toasts, titles } = setUp()
  for (const title of ['a', 'b']) toasts.show(toast('error', title))
  toasts.show(toast('notice', 'c'))
  toasts.show(toast('error', 'd'))
  expect(titles()).toEqual(['a', 'b', 'd'])
  toasts.show(toast('error', 'e'))
  expect(titles()).toEqual(['b', 'd', 'e'])
})
