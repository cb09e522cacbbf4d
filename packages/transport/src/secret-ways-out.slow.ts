import { describe } from 'vitest'
import { testLedAway, testRedirectedCredentials, useWire } from './every-way-out.testkit.ts'

useWire()

describe('a secret on its way to an origin that a script chose (SE8)', () => {
  testLedAway(3)
})

describe('a secret and a redirect to another origin', () => {
  testRedirectedCredentials(1)
})
