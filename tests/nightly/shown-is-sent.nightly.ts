import { testShownIsSent } from '../shown-is-sent.testkit.ts'

testShownIsSent(12, 150)
