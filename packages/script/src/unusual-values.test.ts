import { describe, expect, test } from 'vitest'
import { type CannedAnswer, sendWithScripts, sessionTexts } from './script-fixture.testkit.ts'

/** Unusual values that scripts pass on, which must arrive unchanged or be refused with a message. */
const network: Readonly<Record<string, CannedAnswer>> = {
  'http://auth.test/': {
    headers: [
      ['X-List', 'a'],
      ['X-List', 'b'],
    ],
  },
}

describe('a variable', () => {
  test.each([
    ['10n', '10'],
    ['-3n', '-3'],
    ['NaN', 'NaN'],
    ['-Infinity', '-Infinity'],
    ['undefined', 'undefined'],
    ['null', 'null'],
    ['false', 'false'],
    ['"10n"', '10n'],
    ['"undefined"', 'undefined'],
  ])('of %s comes back to bru as it was given, and to all others as text', async (value, text) => {
    const { session, error } = await sendWithScripts({
      pre: `bru.setVar('a', ${value}); bru.setVar('same', Object.is(bru.getVar('a'), ${value}))`,
    })
    expect(error).toBeNull()
    expect(sessionTexts(session)).toEqual({ a: text, same: 'true' })
    const next = await sendWithScripts({
      session,
      pre: `bru.setVar('same', Object.is(bru.getVar('a'), ${value}) && tool.environment.get('a') === '${text}')`,
    })
    expect(sessionTexts(next.session).same).toBe('true')
  })

  test('called __proto__ is included in toObject', async () => {
    const { session } = await sendWithScripts({
      pre: `tool.environment.set('__proto__', 'x'); const all = tool.environment.toObject();
        tool.environment.set('got', Object.hasOwn(all, '__proto__') && all.__proto__)`,
    })
    expect(session.scope.values.get('got')?.text).toBe('x')
  })
})

describe('a body', () => {
  test('of 5 MB is accepted, however many of its characters JSON escapes', async () => {
    const { sent, error } = await sendWithScripts({ pre: `req.setBody('"'.repeat(5 * 1024 * 1024))` })
    expect(error).toBeNull()
    expect(sent?.body).toHaveLength(5 * 1024 * 1024)
  })

  test.each([
    ['new URLSearchParams({ a: "b c" })', '{}', 'a=b+c'],
    [
      '{ a: "b c", list: ["x", "y"] }',
      '{ "content-type": "application/x-www-form-urlencoded" }',
      'a=b+c&list%5B%5D=x&list%5B%5D=y',
    ],
  ])('of bru.sendRequest that is a form goes out as one: %s', async (data, headers, content) => {
    const { calls, error } = await sendWithScripts({
      network,
      pre: `await bru.sendRequest({ url: 'http://auth.test/', method: 'POST', headers: ${headers}, data: ${data} })`,
    })
    expect(error).toBeNull()
    expect(calls[0]?.body).toBe(content)
    const types = calls[0]?.headers.filter(field => field.name.toLowerCase() === 'content-type')
    expect(types?.map(field => field.value)).toEqual(['application/x-www-form-urlencoded'])
  })
})

describe('a request of a script', () => {
  test.each([
    ['pm.sendRequest(undefined, () => {})', 'pm.sendRequest needs a URL'],
    ['pm.sendRequest({ method: "POST" }, () => {})', 'pm.sendRequest needs a URL'],
    ['pm.sendRequest({ url: { path: ["a"] } }, () => {})', 'pm.sendRequest needs a URL'],
    ['await bru.sendRequest()', 'bru.sendRequest needs a URL'],
    ['await bru.sendRequest({ method: "POST" })', 'bru.sendRequest needs a URL'],
    [
      'await bru.sendRequest({ url: "http://auth.test/", params: { a: 1 } })',
      'bru.sendRequest with params is not supported',
    ],
  ])('%s says what is missing, and nothing is sent', async (pre, message) => {
    const { error, calls, sent } = await sendWithScripts({ network, pre })
    expect(error).toContain(message)
    expect(calls).toEqual([])
    expect(sent).toBeNull()
  })

  test('accepts the address as text, as an object of another client and as a URL', async () => {
    const { calls, error } = await sendWithScripts({
      network,
      pre: `for (const url of ['http://auth.test/', { raw: 'http://auth.test/' }, new URL('http://auth.test')])
        { pm.sendRequest({ url }, () => {}) }
        await bru.sendRequest({ url: new URL('http://auth.test') })`,
    })
    expect(error).toBeNull()
    expect(calls.map(call => call.url)).toEqual(Array(4).fill('http://auth.test/'))
  })

  test('returns fields of one name as one text', async () => {
    const { session } = await sendWithScripts({
      network,
      pre: `pm.sendRequest('http://auth.test/', (err, res) => pm.environment.set('list', res.headers['X-List']))`,
    })
    expect(sessionTexts(session).list).toBe('a, b')
  })
})

describe('text above the limit', () => {
  const huge = '"x".repeat(7 * 1024 * 1024)'

  test('as the reason and the name of a test keeps the test', async () => {
    const { results, error } = await sendWithScripts({
      post: `tool.test('reason', () => { throw new Error(${huge}) }); tool.test(${huge}, () => {});
        pw.test('check', () => pw.expect(1).toBe(${huge}))`,
    })
    expect(error).toBeNull()
    expect(results.map(one => one.passed)).toEqual([false, true, false])
    expect(results[0]?.reason).toHaveLength(2000)
    expect(results[1]?.name).toHaveLength(500)
  })

  test('as a script error is shortened', async () => {
    const { error } = await sendWithScripts({ post: `throw new Error('begin' + ${huge})` })
    expect(error).toMatch(/^beginx+$/)
  })
})

test('a key in quotes keeps its spaces and dots', async () => {
  const { session, error } = await sendWithScripts({
    answer: { body: '{"my key": {"a.b": 1}, "plain": [{"x y": 2}]}' },
    post: `bru.setVar('found', [res('["my key"]["a.b"]'), res("['my key']['a.b']"), res(' plain [0] ["x y"]')])`,
  })
  expect(error).toBeNull()
  expect(sessionTexts(session).found).toBe('[1,1,2]')
})
