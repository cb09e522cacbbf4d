import { testUnread } from './line-transport.testkit.ts'
import { mostUnread } from './line-transport.ts'

testUnread(mostUnread)
