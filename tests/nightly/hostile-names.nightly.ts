import { testHostileNames } from '../../packages/convert/src/import/hostile-names.testkit.ts'

testHostileNames(1)
