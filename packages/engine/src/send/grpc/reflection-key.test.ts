import { newHttpRequest, row } from '@parley/model'
import { expect, test } from 'vitest'
import { collection, context } from '../../engine-fixture.testkit.ts'
import { reflectionKey } from './reflection-key.ts'

test('a server may describe other services to other users: each header on any level is part of the key', () => {
  const headers = [row('X-User', 'ada')]
  const keys = [
    reflectionKey(newHttpRequest(), context()),
    reflectionKey(newHttpRequest({ headers }), context()),
    reflectionKey(newHttpRequest(), context({ ancestors: [collection({ headers })] })),
    reflectionKey(newHttpRequest(), context({ workspaceHeaders: headers })),
  ]
  expect(new Set(keys).size).toBe(4)
})
