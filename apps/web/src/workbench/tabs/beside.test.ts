import { newHttpRequest } from '@parley/model'
import { expect, test } from 'vitest'
import { createTestWindow } from '../../window/window-context.testkit.ts'
import { createTestWorkbench } from '../workbench.testkit.ts'
import { createBeside, otherRequest } from './beside.ts'

/** Three requests, of which the last one is active. */
function setUp() {
  const workbench = createTestWorkbench({}, createTestWindow())
  const [a = '', b = '', c = ''] = ['a', 'b', 'c'].map(name => {
    workbench.openRequest({ requestId: name, parentId: 'p', path: [] }, newHttpRequest({ name }))
    return workbench.store.getState().activeTabId ?? ''
  })
  const beside = createBeside(workbench)
  const shown = () => [
    beside.store.getState().tabId,
    beside.store.getState().side,
    workbench.store.getState().activeTabId,
  ]
  return { workbench, beside, shown, a, b, c }
}

test('a request opens on the right of the active one, and the focus changes which of them is active', () => {
  const { workbench, beside, shown, a, b, c } = setUp()
  beside.open(a)
  expect(shown()).toEqual([c, 'left', a])
  workbench.activateTab(c)
  expect(shown(), 'they keep their sides').toEqual([a, 'right', c])
  workbench.activateTab(b)
  expect(shown(), 'the other one stays').toEqual([a, 'right', b])
  beside.close()
  expect(shown()).toEqual([null, 'right', b])
})

test('the active request opens beside its neighbour', () => {
  const { workbench, beside, shown, b, c } = setUp()
  beside.open(c)
  expect(shown()).toEqual([b, 'left', c])
  workbench.closeTab(b)
  expect(shown(), 'a closed tab leaves the room to the other').toEqual([null, 'left', c])
})

test('the one beside gets all of the room when the active one closes and it follows', () => {
  const { workbench, beside, shown, b, c } = setUp()
  beside.open(c)
  workbench.closeTab(c)
  expect(shown()).toEqual([null, 'right', b])
})

test('a side that is closed leaves the other one alone, whichever is active', () => {
  const active = setUp()
  active.beside.open(active.c)
  active.beside.closePane(active.c)
  expect(active.shown()).toEqual([null, 'left', active.b])
  const other = setUp()
  other.beside.open(other.c)
  other.beside.closePane(other.b)
  expect(other.shown()).toEqual([null, 'left', other.c])
})

test('a single request has none to be shown with', () => {
  const { workbench, beside, shown, a, b, c } = setUp()
  workbench.closeTab(a)
  workbench.closeTab(b)
  expect(otherRequest(workbench.store.getState(), c)).toBeNull()
  expect(otherRequest(workbench.store.getState(), 'gone')).toBeNull()
  beside.open(c)
  expect(shown()).toEqual([null, 'left', c])
})
