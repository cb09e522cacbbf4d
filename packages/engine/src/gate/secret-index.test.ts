import { sampleCount } from '@parley/testkit/sample-of'
import { describe, expect, test } from 'vitest'
import { formsOf } from './secret-forms.ts'
import { SecretIndex } from './secret-index.ts'

/** Random numbers that a seed repeats. */
function randomFrom(seed: number): (below: number) => number {
  let state = seed
  return below => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

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

const count = sampleCount(1000)

test(`a pass misses no secret, in ${count * textsOfSecrets} random texts`, () => {
  let found = 0
  for (let seed = 1; seed <= count; seed += 1) {
    const { secrets, texts } = cases(randomFrom(seed * 7919))
    const all = secrets.map(secret => ({ text: secret, forms: formsOf(secret) }))
    const index = new SecretIndex(all)
    for (const text of texts) {
      const candidates = index.candidatesIn(text)
      const inText = [...all.keys()].filter(at => all[at]?.forms.isIn(text))
      found += inText.length
      expect(inText.filter(at => !candidates.includes(at)).map(at => [secrets[at], text])).toEqual([])
    }
  }
  expect(found).toBeGreaterThan(count)
})

describe('a secret is found', () => {
  const secret = 'k3y/"<x>=1~'
  const others = Array.from({ length: 450 }, (_, at) => `other-secret-${at}-${at * 7919}`)
  const index = new SecretIndex([...others, secret].map(text => ({ text, forms: formsOf(text) })))

  test.each([
    ['as it is', secret],
    ['percent-encoded', encodeURIComponent(secret)],
    ['percent-encoded twice', encodeURIComponent(encodeURIComponent(secret))],
    ['in JSON', JSON.stringify(secret)],
    ['in JSON within JSON', JSON.stringify(JSON.stringify(secret))],
    ['in escapes of JSON', [...secret].map(one => `\\u00${one.charCodeAt(0).toString(16)}`).join('')],
    ['in HTML', secret.replaceAll('"', '&quot;').replaceAll('<', '&#60;').replaceAll('>', '&#x3E;')],
    ['in Base64', Buffer.from(secret).toString('base64')],
    ['within Base64', Buffer.from(`user:${secret}@`).toString('base64')],
    ['in Base64 of URLs', Buffer.from(`u${secret}`).toString('base64url')],
    ['in Base64 of JSON', Buffer.from(JSON.stringify({ user: 'a', key: secret })).toString('base64')],
    ['in Base64 of a query', Buffer.from(`a=1&key=${encodeURIComponent(secret)}`).toString('base64url')],
  ])('%s, and no other one', (_, text) => {
    expect(index.candidatesIn(`before ${text} after`)).toEqual([450])
  })

  test('after the end of an escape that takes its beginning', () => {
    const digits = '2525414243'
    const alone = new SecretIndex([{ text: digits, forms: formsOf(digits) }])
    expect(alone.candidatesIn(`%${digits}`)).toEqual([0])
  })
})
