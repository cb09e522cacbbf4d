import { testShownIsSent } from './shown-is-sent.testkit.ts'

testShownIsSent(40, 200)
