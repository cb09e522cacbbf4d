import { testDocumentedRules } from '../equivalence/documented-rules.testkit.ts'

testDocumentedRules({ leastRequests: 2700 })
