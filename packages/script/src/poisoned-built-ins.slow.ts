import { builtIns, testPoisoned } from './poisoned-built-ins.testkit.ts'

testPoisoned(builtIns)
