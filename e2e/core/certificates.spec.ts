import { servers, testException } from '../support/rooms/certificates.ts'
import { test } from '../support/test.ts'

test.afterEach(async () => {
  for (const server of servers.splice(0)) await server.close()
})

testException({ inSettings: false })
