import { test } from 'vitest'
import { sendToClosingServers } from './closing-server.testkit.ts'

test('none of 400 POSTs for each delay is lost or sent twice by servers that close after their answers', () =>
  sendToClosingServers(400, [0, 1, 2, 3, 4, 5]))
