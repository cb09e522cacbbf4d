import { expect, it } from 'vitest'
import { chooseView, newBodyDisplay, prettyAtOnceBytes, shownView } from './body-display.ts'

const small = { handle: 'small', decodedBytes: 100, mediaType: '' }
const large = { handle: 'large', decodedBytes: prettyAtOnceBytes + 1, mediaType: 'text/html' }
const pretty = newBodyDisplay('pretty')

it.each([
  ['application/json', 'pretty'],
  ['application/problem+json', 'pretty'],
  ['application/xml', 'pretty'],
  ['text/css', 'pretty'],
  ['text/plain', 'pretty'],
  ['', 'pretty'],
  ['text/html', 'raw'],
  ['application/xhtml+xml', 'raw'],
  ['application/javascript', 'raw'],
] as const)('a large body of type %s shows as %s at first', (mediaType, view) => {
  expect(shownView(pretty, { ...large, mediaType }, true)).toBe(view)
})

it('shows the chosen view, but a large page as raw and one that is not text as hex', () => {
  expect(shownView(pretty, small, null)).toBe('pretty')
  expect(shownView(pretty, large, true)).toBe('raw')
  expect(shownView(pretty, small, false)).toBe('hex')
  expect(shownView(newBodyDisplay('raw'), small, false)).toBe('hex')
  expect(shownView(newBodyDisplay('hex'), small, true)).toBe('hex')
})

it.each([
  ['image/png', false, 'preview', 'preview'],
  ['application/pdf', false, 'preview', 'preview'],
  ['application/pdf', true, 'preview', 'preview'],
  ['application/pdf', null, 'preview', 'preview'],
  ['image/png', true, 'preview', 'preview'],
  ['audio/mpeg', true, 'preview', 'preview'],
  ['audio/x-mpegurl', true, 'pretty', 'preview'],
  ['video/mp4', false, 'preview', 'preview'],
  ['application/octet-stream', false, 'hex', 'hex'],
  ['', false, 'hex', 'hex'],
  ['image/svg+xml', true, 'pretty', 'preview'],
  ['application/json', true, 'pretty', 'preview'],
  ['application/problem+json', true, 'pretty', 'preview'],
  ['text/html', true, 'pretty', 'preview'],
  ['application/atom+xml', true, 'pretty', 'preview'],
  ['text/plain', true, 'pretty', 'pretty'],
  ['text/css', null, 'pretty', 'pretty'],
] as const)(
  'a body of type %s opens where there is something to see',
  (mediaType, isText, first, previewed) => {
    const content = { ...small, mediaType }
    expect(shownView(pretty, content, isText)).toBe(first)
    expect(shownView(newBodyDisplay('preview'), content, isText)).toBe(previewed)
    const chosen = chooseView(newBodyDisplay('preview'), 'preview', content, isText)
    expect(shownView(chosen, content, isText)).toBe('preview')
  },
)

it('formats a large page on request, and shows the next one as raw first again', () => {
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
