import { testRedirectCredentials } from './redirect-credentials.testkit.ts'

testRedirectCredentials(() => true)
