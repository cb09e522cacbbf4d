import { testShownIsSent } from './shown-is-sent.testkit.ts'

testShownIsSent(4, 80)
