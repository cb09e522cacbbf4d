import { expect, it } from 'vitest'
import { revealInvisible } from './reveal-invisible.ts'

it('names what hides in a text or turns it around', () => {
  expect(revealInvisible('\u202eevil\u202c')).toBe('‹U+202E›evil‹U+202C›')
  expect(revealInvisible('a\u200bb\ufeff\u2066\u061c')).toBe('a‹U+200B›b‹U+FEFF›‹U+2066›‹U+061C›')
})

it('shows them in another way where one is given', () => {
  expect(revealInvisible('a\u200bb', one => `<${one.charCodeAt(0)}>`)).toBe('a<8203>b')
})

it('leaves every other text as it is', () => {
  const text = 'plain, Zoë 書 עברית\t\r\n 👍'
  expect(revealInvisible(text)).toBe(text)
})
