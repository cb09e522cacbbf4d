import { misbehavingServers, testMisbehaving } from './misbehaving-tls.testkit.ts'

testMisbehaving(misbehavingServers)
