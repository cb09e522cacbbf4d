import { expect, it } from 'vitest'
import { longestRevealed, revealAllInvisible, revealInvisible, shownName } from './reveal-invisible.ts'

it('names invisible characters and those that reorder a text', () => {
  expect(revealInvisible('\u202eevil\u202c')).toBe('‹U+202E›evil‹U+202C›')
  expect(revealInvisible('a\u200bb\ufeff\u2066\u061c')).toBe('a‹U+200B›b‹U+FEFF›‹U+2066›‹U+061C›')
})

it('shows them in the way that the caller asks for', () => {
  expect(revealAllInvisible('a\u200bb', one => `<${one.charCodeAt(0)}>`)).toBe('a<8203>b')
})

it('leaves every other text unchanged', () => {
  const text = 'plain, Zoë 書 עברית\t\r\n 👍'
  expect(revealInvisible(text)).toBe(text)
})

it('leaves out what no window shows', () => {
  expect(revealInvisible('\u200b'.repeat(longestRevealed)).length).toBe(8 * longestRevealed)
  expect(revealInvisible(`${'a'.repeat(longestRevealed)}b`)).toBe(`${'a'.repeat(longestRevealed)}…`)
})

it('shows characters that reorder a name, and keeps emoji and their joiners', () => {
  expect(shownName('\u202egnp.exe')).toBe('‹U+202E›gnp.exe')
  expect(shownName('GET\r\nX\u0000')).toBe('GET‹U+000D›‹U+000A›X‹U+0000›')
  expect(shownName('👩‍👩‍👧 می‌خواهم')).toBe('👩‍👩‍👧 می‌خواهم')
})
