import { expect, it } from 'vitest'
import { chooseView, newBodyDisplay, prettyAtOnceBytes, shownView } from './body-display.ts'

const small = { handle: 'small', decodedBytes: 100 }
const large = { handle: 'large', decodedBytes: prettyAtOnceBytes + 1 }
const pretty = newBodyDisplay('pretty')

it('shows the chosen view, but a large body as raw and one that is not text as hex', () => {
  expect(shownView(pretty, small, null)).toBe('pretty')
  expect(shownView(pretty, large, true)).toBe('raw')
  expect(shownView(pretty, small, false)).toBe('hex')
  expect(shownView(newBodyDisplay('raw'), small, false)).toBe('hex')
  expect(shownView(newBodyDisplay('preview'), small, false)).toBe('preview')
})

it('formats a large body on request, and shows the next one as raw first again', () => {
  const chosen = chooseView(pretty, 'pretty', large, true)
  expect(shownView(chosen, large, true)).toBe('pretty')
  expect(shownView(chosen, { ...large, handle: 'next' }, true)).toBe('raw')
  expect(shownView(chosen, small, true)).toBe('pretty')
})

it('keeps a view for later bodies, but hex for its own body only', () => {
  const raw = chooseView(pretty, 'raw', small, true)
  expect(shownView(raw, large, true)).toBe('raw')
  const hex = chooseView(pretty, 'hex', small, true)
  expect(shownView(hex, small, true)).toBe('hex')
  expect(shownView(hex, { ...small, handle: 'next' }, true)).toBe('pretty')
  const back = chooseView(hex, 'pretty', small, true)
  expect(shownView(back, small, true)).toBe('pretty')
})

it('shows bytes as text if that is requested', () => {
  const raw = chooseView(pretty, 'raw', small, false)
  expect(shownView(raw, small, false)).toBe('raw')
  expect(shownView(raw, { ...small, handle: 'next' }, false)).toBe('hex')
})
