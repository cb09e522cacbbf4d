import { test } from 'vitest'
import { sendToClosingServers } from './closing-server.testkit.ts'

test('no POST is lost or sent twice by servers that close soon after their answers', () =>
  sendToClosingServers(10, [1, 4]))
