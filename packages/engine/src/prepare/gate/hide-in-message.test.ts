import { expect, test } from 'vitest'
import { stepCharacters } from '../../basics/text/turns.ts'
import { hideInMessage } from './hide-in-message.ts'
import { hideFilledIn, hideInText } from './hide-withheld.ts'

const filledIn = [
  { name: 'pin', text: '4711' },
  { name: 'key', text: '4711-4711' },
]
const known = [{ name: 'token', text: 's3cr3t-token-value' }]

test('a short message is hidden at once', () => {
  expect(hideInMessage('4711-4711 4711 s3cr3t-token-value', filledIn, known)).toBe(
    '{{key}} {{pin}} {{token}}',
  )
})

test('a long message hides the same, also where its steps meet (SE1)', async () => {
  const secrets = ['4711', '4711-4711', 's3cr3t-token-value', 's3cr3t%2Dtoken%2Dvalue']
  const text = Array.from(
    { length: 5000 },
    (_, at) => `${'a'.repeat(at % 61)} ${secrets[at % secrets.length]}`,
  ).join('')
  expect(text.length).toBeGreaterThan(3 * stepCharacters)
  expect(await hideInMessage(text, filledIn, known)).toBe(hideInText(hideFilledIn(text, filledIn), known))
})
