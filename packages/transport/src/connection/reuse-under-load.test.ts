import { testReuse } from './reuse-under-load.testkit.ts'
import { sendUnderLoad } from './send-under-load.testkit.ts'

testReuse({ lanes: 8, requestsEach: 50 }, sendUnderLoad)
