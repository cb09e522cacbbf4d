import type { HttpBody } from '@parley/model'
import { expect, test } from 'vitest'
import { contentTypeOf } from './content-type-of.ts'

const file = (filePath: string, contentType: string, selected = true): HttpBody => ({
  type: 'file',
  files: [{ filePath, contentType, selected }],
})

test.each<readonly [HttpBody, string | null]>([
  [{ type: 'none' }, null],
  [{ type: 'raw', language: 'yaml', text: '' }, 'application/yaml'],
  [{ type: 'urlEncoded', fields: [] }, 'application/x-www-form-urlencoded'],
  [{ type: 'multipart', parts: [] }, 'multipart/form-data; boundary=B'],
  [{ type: 'graphql', query: '', variables: '' }, 'application/json'],
  [file('/a/b.png', ''), 'image/png'],
  [file('/a/b.png', 'x/y'), 'x/y'],
  [file('/a/b.png', '', false), null],
  [{ type: 'file', files: [] }, null],
])('of %j it is %j', (body, contentType) => {
  expect(contentTypeOf(body, 'B')).toBe(contentType)
})
