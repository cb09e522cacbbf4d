import { testRedirectCredentials } from './redirect-credentials.testkit.ts'

// Each kind of credentials crosses one border, and each border is crossed by four kinds.
testRedirectCredentials((kind, crossing) => kind % 5 === crossing)
