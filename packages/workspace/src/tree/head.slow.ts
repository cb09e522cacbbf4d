import { describe } from 'vitest'
import { testAnyHead } from './head.testkit.ts'

describe('the head of a file from its first bytes is that of the whole file', () => {
  testAnyHead(300)
})
