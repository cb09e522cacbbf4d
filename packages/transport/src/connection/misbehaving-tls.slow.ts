import { alertingServers, moreMisbehavingServers, testMisbehaving } from './misbehaving-tls.testkit.ts'

testMisbehaving(moreMisbehavingServers)
testMisbehaving(alertingServers)
