import { testManyOfOneName } from './add-collection.testkit.ts'

testManyOfOneName(5000)
