import { testShownIsSent } from './shown-is-sent.testkit.ts'

testShownIsSent(1, 20)
