import { describe } from 'vitest'
import { useRunFixture } from './run-fixture.testkit.ts'
import { kept, testOrderOfImports } from './run-order.testkit.ts'

const fixture = useRunFixture()

describe('a run follows the one order of folders and requests', () => {
  testOrderOfImports(fixture, Object.keys(kept))
})
