import { describe } from 'vitest'
import { testAnyRequest, testOneLineChanges } from './document.testkit.ts'

describe('a written file', () => {
  testAnyRequest(250)
})

describe('a file that another program wrote', () => {
  testOneLineChanges(150)
})
