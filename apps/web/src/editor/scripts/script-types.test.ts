import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { scriptChainAt } from './script-chain.ts'
import { scriptMembersAt } from './script-members.ts'
import { readScriptTypes } from './script-types.ts'

const path = new URL(import.meta.resolve('@parley/script/types'))
const types = readScriptTypes(readFileSync(path, 'utf8'))

function namesAfter(text: string): readonly string[] {
  return scriptMembersAt(types, text).members.map(member => member.name)
}

test('the namespaces are suggested where a name begins', () => {
  expect(namesAfter('to')).toEqual(
    expect.arrayContaining(['tool', 'pm', 'insomnia', 'bru', 'req', 'res', 'pw', 'test', 'expect']),
  )
})

test.each([
  ['tool.', ['test', 'expect', 'environment', 'variables', 'request', 'response']],
  ['pm.', ['test', 'sendRequest', 'globals', 'collectionVariables', 'info', 'cookies']],
  ['insomnia.', ['baseEnvironment', 'sendRequest', 'test']],
  ['bru.', ['getVar', 'setEnvVar', 'sleep', 'sendRequest', 'runner']],
  ['bru.runner.', ['setNextRequest', 'skipRequest', 'stopExecution', 'iterationIndex']],
  ['req.', ['getUrl', 'setHeader', 'setBody', 'setUrl']],
  ['res.', ['status', 'body', 'getHeader']],
  ['pw.', ['env', 'test', 'expect', 'response']],
  ['pw.response.', ['status', 'body', 'headers']],
  ['pw.env.', ['get', 'resolve', 'getResolve']],
  ['pw.expect(res.status).', ['toBe', 'toBeLevel2xx', 'toInclude']],
  ['tool.response.', ['code', 'json', 'headers', 'to']],
  ['tool.response.headers.', ['get', 'toObject']],
  ['tool.response?.to.', ['be', 'have', 'not']],
  ["tool.expect(call('a)', (b))).to.", ['be', 'equal', 'deep']],
  ['tool\n  .expect(1)\n  .to.', ['be', 'equal']],
  ['expect(1).to.be.', ['above', 'a', 'ok']],
  ['pm.info.', ['requestName', 'requestId']],
  ['tool.test.', ['skip']],
  ["(await bru.sendRequest({ url: '' })).", []],
  ['bru.sendRequest(1).', ['status', 'headers', 'data']],
])('after %j its members are suggested', (text, names) => {
  const found = namesAfter(text)
  expect(found).toEqual(expect.arrayContaining(names))
  if (names.length === 0) expect(found).toEqual([])
})

test.each(['nothing.', 'tool.nothing.', '1.', "'text'.", 'tool.request.url.'])(
  '%j suggests nothing',
  text => {
    expect(namesAfter(text)).toEqual([])
  },
)

test('a member shows its signature and its description', () => {
  const [get] = scriptMembersAt(types, 'tool.environment.').members
  expect(get).toMatchObject({
    name: 'get',
    kind: 'function',
    signature: '(name: string): string | null',
    doc: 'The value as text; null if there is none. A withheld secret stops the script.',
  })
  const send = types.membersOf('PmNamespace').find(member => member.name === 'sendRequest')
  expect(send?.signature).toBe(
    '(request: string | PmRequest, callback: (error: Error | null, response?: PmSentResponse) => void): undefined',
  )
})

test.each([
  ['tool.', 'test', '(name, run)'],
  ['tool.', 'expect', '(value, message)'],
  ['tool.', 'environment', null],
  ['pm.', 'sendRequest', '(request, callback)'],
  ['tool.environment.', 'get', '(name)'],
  ['bru.', 'sleep', '(ms)'],
  ['', 'res', '(path, ...filters)'],
  ['tool.response.', 'text', '()'],
])('after %j, %s is called with %s', (text, name, parameters) => {
  const member = scriptMembersAt(types, text).members.find(one => one.name === name)
  if (member === undefined) throw new Error(`There is no ${name}`)
  expect(types.parametersOf(member)).toBe(parameters)
  expect(types.signatureOf(member)).toMatch(parameters === null ? /^: / : /^\(/)
})

test('every declared member has a description', () => {
  const named = types.globals.flatMap(one => [one, ...types.membersOf(one.type)])
  expect(named.length).toBeGreaterThan(100)
})

test('a chain is parsed from its end', () => {
  expect(scriptChainAt('x = tool.response.json().it')).toEqual({
    links: [
      { name: 'tool', isCalled: false },
      { name: 'response', isCalled: false },
      { name: 'json', isCalled: true },
    ],
    from: 25,
  })
  expect(scriptChainAt('return\nto')).toEqual({ links: [], from: 7 })
  expect(scriptChainAt('"".')).toBe(null)
})
