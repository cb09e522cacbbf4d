import { randomFrom } from '@parley/testkit/random'
import { expect, inject, test } from 'vitest'
import { formsOf } from './secret-forms.ts'
import { SecretIndex } from './secret-index.ts'

const textsOfSecrets = 20

/** Characters that are parts of escapes, so that secrets and escapes overlap. */
const alphabets = ['0123456789', '25cC5u004', 'abcdefXYZ/"\'<>;#&%\\+= ', 'aZ09-_.~+/=', 'üé€😀\n\tx1']

const byCharacter: readonly ((character: string) => string)[] = [
  one => one,
  one => one,
  one => encodeURIComponent(one),
  one => [...new TextEncoder().encode(one)].map(byte => `%${byte.toString(16).padStart(2, '0')}`).join(''),
  one => `%25${encodeURIComponent(one).slice(1)}`,
  one => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`,
  one => `%5cu${one.charCodeAt(0).toString(16).padStart(4, '0')}`,
  one => JSON.stringify(one).slice(1, -1),
  one => `\\${one}`,
  one => `\\\\\\${one}`,
  one => `&#${one.codePointAt(0)};`,
  one => `&#x00${one.codePointAt(0)?.toString(16)};`,
  one => ({ '"': '&quot;', "'": '&apos;', '<': '&lt;', '>': '&gt;' })[one] ?? one,
]

const noise = [
  '%',
  '%2',
  '%25',
  '\\',
  '\\\\',
  '\\u',
  '\\u00',
  '&',
  '&#',
  '&#x',
  '%5',
  '%5c',
  '%255c',
  'ü',
  'x',
  '25',
  '',
]

const whole: readonly ((secret: string) => string)[] = [
  secret => Buffer.from(secret).toString('base64'),
  secret => Buffer.from(`a${secret}bc`).toString('base64url'),
  secret => Buffer.from(JSON.stringify({ secret })).toString('base64'),
  secret => Buffer.from(`?a=${encodeURIComponent(secret)}`).toString('base64url'),
  secret => JSON.stringify(JSON.stringify(secret)),
  secret => encodeURIComponent(encodeURIComponent(secret)),
]

function cases(random: (below: number) => number) {
  const pick = <Value>(all: readonly Value[]) => all[random(all.length)] as Value
  const secrets = Array.from({ length: 8 }, () => {
    const alphabet = [...pick(alphabets)]
    return Array.from({ length: 8 + random(8) }, () => pick(alphabet)).join('')
  })
  const written = (secret: string) => {
    if (random(6) === 0) return pick(whole)(secret)
    const isMixed = random(2) === 0
    const form = pick(byCharacter)
    return [...secret].map(one => (isMixed ? pick(byCharacter) : form)(one)).join('')
  }
  const text = () =>
    Array.from({ length: 6 }, () => pick(noise) + pick(noise) + written(pick(secrets))).join('')
  return { secrets, texts: Array.from({ length: textsOfSecrets }, text) }
}

/**
 * Defines the test that an index of random secrets finds all that are in random texts.
 * @param rounds - how often it makes eight secrets and twenty texts
 */
export function testRandomTexts(rounds: number): void {
  test('a pass misses no secret in random texts', () => {
    const random = randomFrom(inject('seed'))
    let found = 0
    for (let round = 0; round < rounds; round += 1) {
      const { secrets, texts } = cases(below => Math.floor(random() * below))
      const all = secrets.map(secret => ({ text: secret, forms: formsOf(secret) }))
      const index = new SecretIndex(all)
      for (const text of texts) {
        const candidates = index.candidatesIn(text)
        const inText = [...all.keys()].filter(at => all[at]?.forms.isIn(text))
        found += inText.length
        expect(inText.filter(at => !candidates.includes(at)).map(at => [secrets[at], text])).toEqual([])
      }
    }
    expect(found).toBeGreaterThan(rounds)
  })
}
