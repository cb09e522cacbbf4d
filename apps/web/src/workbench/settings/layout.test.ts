import { expect, it } from 'vitest'
import { createLayout, isSidebarShown, shareOf, shownOrientation, toggledLayout } from './layout.ts'

function memory(text: string | null = null) {
  let kept = text
  return {
    getItem: () => kept,
    setItem: (_: string, value: string) => {
      kept = value
    },
  }
}

it('remembers sizes for each orientation and kind of request; the others have half', () => {
  const storage = memory()
  const layout = createLayout(storage)
  layout.resizeSplit(0.4, 'http')
  layout.resizeSplit(0.7, 'grpc')
  layout.resizeSplit(0.8, 'webSocket')
  layout.resizeSplit(null, 'webSocket')
  layout.setLayout('beside')
  layout.resizeSplit(0.6, 'http')
  layout.resizeSidebar(300)
  layout.toggleSidebar()
  layout.wrapLines(true)
  const again = createLayout(storage)
  expect(again.store.getState()).toMatchObject({ sidebarWidth: 300, isSidebarOpen: false, wrapsLines: true })
  const shares = () =>
    (['http', 'grpc', 'webSocket'] as const).map(kind => shareOf(again.store.getState(), kind))
  expect(shares()).toEqual([0.4, 0.7, 0.5])
  again.setLayout('beside')
  expect(shares()).toEqual([0.6, 0.5, 0.5])
})

it('keeps the sizes that an earlier version remembered for all kinds', () => {
  const layout = createLayout(memory('{"stackedShare":0.4,"tallShare":0.7,"sideShare":0.6}'))
  const share = () => shareOf(layout.store.getState(), 'graphql')
  expect(share()).toBe(0.4)
  layout.setLayout('beside')
  expect(share()).toBe(0.6)
  expect(shareOf(createLayout(memory('{"tallShare":0.7}')).store.getState(), 'http')).toBe(0.7)
})

it('puts GraphQL beside its response in a wide window, and turns round what is shown', () => {
  const layout = createLayout(memory())
  const shown = (kind: 'http' | 'graphql') => shownOrientation(layout.store.getState(), kind)
  const toggle = (kind: 'http' | 'graphql') => layout.setLayout(toggledLayout(layout.store.getState(), kind))
  expect([shown('http'), shown('graphql')]).toEqual(['stacked', 'stacked'])
  layout.setWindowWidth('wide', true)
  expect([shown('http'), shown('graphql')]).toEqual(['stacked', 'side'])
  for (const kind of ['http', 'graphql'] as const) {
    toggle(kind)
    expect(shown('http')).toBe(shown('graphql'))
    toggle(kind)
    expect([shown('http'), shown('graphql')]).toEqual(['stacked', 'side'])
  }
})

it('keeps the sidebar between its limits, and resets it', () => {
  const layout = createLayout(memory())
  layout.resizeSidebar(10)
  expect(layout.store.getState().sidebarWidth).toBe(200)
  layout.resizeSidebar(9_999)
  expect(layout.store.getState().sidebarWidth).toBe(480)
  layout.resizeSidebar(null)
  expect(layout.store.getState().sidebarWidth).toBeNull()
})

it.each([
  '',
  '{',
  'null',
  '[]',
  '{"sidebarWidth":"wide","shares":{"stacked":{"http":7},"side":3},"stackedShare":-4}',
])('starts with the defaults for the stored text %s', text => {
  expect(createLayout(memory(text)).store.getState()).toEqual(createLayout(memory()).store.getState())
})

it('takes what is remembered now, and remembers nothing before it is changed', () => {
  const storage = memory()
  const layout = createLayout(storage)
  layout.setWindowWidth('wide', true)
  layout.setLayout('beside')
  expect(storage.getItem()).toBeNull()
  storage.setItem('layout', '{"sidebarWidth":300}')
  layout.recall()
  expect(layout.store.getState()).toMatchObject({ sidebarWidth: 300, layout: 'beside' })
})

it('overlays the sidebar in a narrow window, and does not remember that', () => {
  const storage = memory()
  const layout = createLayout(storage)
  layout.setLayout('beside')
  layout.setWindowWidth('narrow', false)
  expect(isSidebarShown(layout.store.getState())).toBe(false)
  expect(shownOrientation(layout.store.getState(), 'http')).toBe('stacked')
  layout.toggleSidebar()
  expect(isSidebarShown(layout.store.getState())).toBe(true)
  layout.setWindowWidth('wide', true)
  expect(shownOrientation(layout.store.getState(), 'http')).toBe('side')
  const again = createLayout(storage).store.getState()
  expect(again).toMatchObject({ isSidebarOpen: true, isOverlayOpen: false, windowWidth: 'wide' })
})
