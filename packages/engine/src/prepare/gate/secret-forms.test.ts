import { getHeapSpaceStatistics } from 'node:v8'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { formsOf } from './secret-forms.ts'

/** The ways in which programs write a text, each as short as it can be. */
const ways: Readonly<Record<string, (text: string) => string>> = {
  'as it is': text => text,
  'percent-encoded': encodeURIComponent,
  'in JSON': text => JSON.stringify(text).slice(1, -1),
  'in JSON within JSON': text => JSON.stringify(JSON.stringify(text)).slice(3, -3),
  'in HTML': text => text.replace(/[&<>"']/g, character => `&#${character.charCodeAt(0)};`),
  'as UTF-8 that was read as Latin-1': text => Buffer.from(text).toString('latin1'),
}

const character = fc.constantFrom('a', '9', '"', "'", '\\', '/', '<', '&', '%', ' ', '\n', 'é', '漢', '😀')
const secret = fc.array(character, { minLength: 1, maxLength: 12 }).map(all => all.join(''))

describe('a text that is nothing but the secret holds it', () => {
  test.each(Object.entries(ways))('%s', (_, write) => {
    fc.assert(
      fc.property(secret, one => {
        const written = write(one)
        expect(formsOf(one).isIn(written)).toBe(true)
        expect(formsOf(one).replaceIn(written, '•')).not.toContain(written)
        expect(formsOf(one).beginsAt(`${written} and more`, 0)).toBe(true)
      }),
    )
  })
})

test('a thousand secrets fill no memory for machine code, however many characters they have', () => {
  const before = codeBytes()
  for (let at = 0; at < 1_000; at += 1) {
    const secret = `${at}-abcdefghijklmnopqrstuvwxyz-%2F-${'0123456789'.repeat(3)}`
    // Only the second use of an expression compiles it to machine code.
    for (const _ of [1, 2]) {
      expect(formsOf(secret).replaceIn(`Some text ${secret}.`, '•')).toBe('Some text •.')
      expect(formsOf(secret).beginsAt(encodeURIComponent(secret), 0)).toBe(true)
    }
  }
  expect(codeBytes() - before).toBeLessThan(80_000_000)
})

/** Compiled regular expressions are machine code, of which a process can have some hundred megabytes. */
function codeBytes(): number {
  const spaces = getHeapSpaceStatistics().filter(({ space_name }) => space_name.startsWith('code_'))
  return spaces.reduce((sum, { space_used_size }) => sum + space_used_size, 0)
}
