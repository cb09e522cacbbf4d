import { testLargeContent } from './large-content.testkit.ts'

testLargeContent({ received: 200_000_000, unpackedMegabytes: 200, lineMegabytes: 100 })
