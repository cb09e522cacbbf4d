import { testAnyEntity, testAnyRequest, testAnyValue } from './round-trip.testkit.ts'

testAnyRequest(0.15)
testAnyEntity(0.2)
testAnyValue(0.2)
