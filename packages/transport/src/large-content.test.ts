import { testLargeContent } from './large-content.testkit.ts'

testLargeContent({ received: 5_000_000, unpackedMegabytes: 66, lineMegabytes: 3 })
