import { testUnread } from './line-transport.testkit.ts'

testUnread(64 * 1024)
