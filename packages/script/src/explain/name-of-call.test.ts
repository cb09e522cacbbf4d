import { expect, test } from 'vitest'
import { sendWithScripts } from '../script-fixture.testkit.ts'
import { nameOfCall } from './name-of-call.ts'

test.each([
  ['pm.nothing()', 'TypeError: not a function: pm.nothing', 1],
  ['tool.response.json().map(x => x)', 'TypeError: not a function: tool.response.json().map', 1],
  ['const a = { b: 1 }\ntool.response.json(); a.b()\n', 'TypeError: not a function: a.b', 2],
  ['nothing.at.all()', 'ReferenceError: nothing is not defined', 1],
  ['new pm.Thing()', 'TypeError: not a function: pm.Thing', 1],
  ['const f = 1; f(2)', 'TypeError: not a function: f', 1],
  ['const list = [1]; list.map(1)', 'TypeError: not a function: list.map', 1],
  ['throw new TypeError("not a function")', 'TypeError: not a function: TypeError', 1],
  ['pm.nothing(JSON.stringify({}))', 'TypeError: not a function: pm.nothing', 1],
  ['JSON.stringify(pm.nothing())', 'TypeError: not a function: pm.nothing', 1],
  ['console.log(JSON.stringify(pm.response.nothing()))', 'TypeError: not a function: pm.response.nothing', 1],
  ['pm.nothing(\n  JSON.stringify({}))', 'TypeError: not a function: pm.nothing', 2],
  ['pm.nothing(pm.info.requestName)', 'TypeError: not a function: pm.nothing', 1],
  ['pm.expect(pm.nothing(1)).to.equal(1)', 'TypeError: not a function: pm.nothing', 1],
  ['const a = { b() {} }\npm.nothing(a.b(1))', 'TypeError: not a function: a.b or pm.nothing', 2],
  ['pm.environment.put("a", JSON.stringify({ b: 1 }))', 'TypeError: not a function: pm.environment.put', 1],
  ['pm["nothing"](JSON.stringify(1))', 'TypeError: not a function: pm["nothing"]', 1],
  ['nothing.a(String(1))', 'ReferenceError: nothing is not defined', 1],
  ['const f = 1; f(JSON.stringify(1))', 'TypeError: not a function: f', 1],
  ['const a = {}; a.b(a)(JSON.stringify(1))', 'TypeError: not a function: a.b', 1],
  ['throw "TypeError: not a function"', 'TypeError: not a function', 1],
])('%j', async (post, message, line) => {
  const { outcome } = await sendWithScripts({ post, answer: { body: '{}' } })
  const [error] = outcome.ok ? outcome.value.tests.scriptErrors : []
  expect(error).toMatchObject({ line })
  expect(error?.message.startsWith(message)).toBe(true)
})

test('a position without a call, and a script with a syntax error, have no name', () => {
  expect(nameOfCall('a()', 9, 9)).toBeNull()
  expect(nameOfCall('a(', 1, 1)).toBeNull()
  expect(nameOfCall(`${'x'.repeat(90)}()`, 1, 1)).toBeNull()
})
