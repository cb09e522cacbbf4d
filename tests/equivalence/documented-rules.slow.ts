import { testDocumentedRules } from './documented-rules.testkit.ts'

testDocumentedRules({ leastRequests: 600, everyNth: 4 })
