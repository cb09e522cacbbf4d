import { testEmptyMessages, testLargeBomb } from './hostile-web-socket.testkit.ts'

testEmptyMessages(1_000_000)

testLargeBomb(300_000_000)
