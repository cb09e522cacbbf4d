import { expect, it } from 'vitest'
import { createLayout, isSidebarShown, shownOrientation } from './layout.ts'

function memory(text: string | null = null) {
  let kept = text
  return {
    getItem: () => kept,
    setItem: (_: string, value: string) => {
      kept = value
    },
  }
}

it('remembers sizes for each orientation, and for what is tall', () => {
  const storage = memory()
  const layout = createLayout(storage)
  layout.resizeSplit(0.4, false)
  layout.resizeSplit(0.7, true)
  layout.setOrientation('side')
  layout.resizeSplit(0.6, false)
  layout.resizeSidebar(300)
  layout.toggleSidebar()
  expect(createLayout(storage).store.getState()).toMatchObject({
    stackedShare: 0.4,
    tallShare: 0.7,
    sideShare: 0.6,
    sidebarWidth: 300,
    isSidebarOpen: false,
  })
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

it.each(['', '{', 'null', '[]', '{"sidebarWidth":"wide","orientation":7,"stackedShare":-4}'])(
  'starts with the defaults for the stored text %s',
  text => {
    expect(createLayout(memory(text)).store.getState()).toEqual(createLayout(memory()).store.getState())
  },
)

it('works if nothing can be stored', () => {
  const layout = createLayout({
    getItem: () => null,
    setItem() {
      throw new Error('full')
    },
  })
  layout.toggleSidebar()
  expect(layout.store.getState().isSidebarOpen).toBe(false)
})

it('overlays the sidebar in a narrow window, and does not remember that', () => {
  const storage = memory()
  const layout = createLayout(storage)
  layout.setOrientation('side')
  layout.setWindowWidth('narrow')
  expect(isSidebarShown(layout.store.getState())).toBe(false)
  expect(shownOrientation(layout.store.getState())).toBe('stacked')
  layout.toggleSidebar()
  expect(isSidebarShown(layout.store.getState())).toBe(true)
  layout.setWindowWidth('wide')
  expect(shownOrientation(layout.store.getState())).toBe('side')
  const again = createLayout(storage).store.getState()
  expect(again).toMatchObject({ isSidebarOpen: true, isOverlayOpen: false, windowWidth: 'wide' })
})
