import { builtIns, testPoisoned } from './poisoned-built-ins.testkit.ts'

testPoisoned(builtIns.filter(path => /^(?:Array|String|Promise)\.prototype/.test(path)))
