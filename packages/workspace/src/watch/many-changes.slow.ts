import { testManyChanges } from './many-changes.testkit.ts'

testManyChanges(2000)
