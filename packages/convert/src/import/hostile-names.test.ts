import { testHostileNames } from './hostile-names.testkit.ts'

testHostileNames(12)
