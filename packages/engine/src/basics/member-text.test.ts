import { expect, test } from 'vitest'
import { memberText } from './member-text.ts'

test.each([
  ['{"payload": 12345678901234567890 }', '12345678901234567890'],
  ['{"a":{"payload":1},"payload":"x"}', '"x"'],
  ['{"payload":{"payload":[1,{"a":"}"}]},"z":1}', '{"payload":[1,{"a":"}"}]}'],
  ['{"payload":1,"payload":2}', '2'],
  ['{"\\u0070ayload":"a\\"b\\\\"}', '"a\\"b\\\\"'],
  ['{"x":"payload","y":[",","payload",":"]}', ''],
  ['{}', ''],
  ['[]', ''],
  [' { "payload" : null } ', 'null'],
  ['{"":0,"payload":""}', '""'],
])('of %s it is %j', (json, text) => {
  JSON.parse(json)
  expect(memberText(json, 'payload')).toBe(text)
})
