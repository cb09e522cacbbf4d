import { testManyEntries } from './listed-collections.testkit.ts'

testManyEntries(100_000)
