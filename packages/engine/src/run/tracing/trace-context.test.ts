import { newHttpRequest, row } from '@parley/model'
import { expect, test } from 'vitest'
import { collection } from '../../engine-fixture.testkit.ts'
import { withTraceparent } from './trace-context.ts'

const ids = { traceId: 'a'.repeat(32), spanId: 'b'.repeat(16) }
const own = row('TraceParent', '00-1-2-01')

test.each([
  ['the request', newHttpRequest({ headers: [own] }), { ancestors: [] }],
  ['the collection', newHttpRequest(), { ancestors: [collection({ headers: [own] })] }],
  ['the workspace', newHttpRequest(), { ancestors: [], workspaceHeaders: [own] }],
])('a traceparent of %s is kept', (_, request, context) => {
  expect(withTraceparent(request, context, ids)).toEqual({ request, ids: null })
})
