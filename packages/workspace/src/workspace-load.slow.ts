import { describe } from 'vitest'
import { testManyRequests, testSavesByTwo } from './workspace-load.testkit.ts'

testManyRequests(500, 20)

describe('a save', () => {
  testSavesByTwo(100, 30)
})
