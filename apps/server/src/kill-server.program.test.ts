import { testKills } from './kill-server.testkit.ts'

testKills(1)
