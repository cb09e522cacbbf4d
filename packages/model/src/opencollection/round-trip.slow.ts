import { testAnyEntity, testAnyRequest, testAnyValue } from './round-trip.testkit.ts'

testAnyRequest(1)
testAnyEntity(1)
testAnyValue(1)
