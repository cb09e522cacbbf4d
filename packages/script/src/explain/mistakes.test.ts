import { expect, test } from 'vitest'
import { sendWithScripts } from '../script-fixture.testkit.ts'

/** Common mistakes in the second line of a script, and what users read about them. */
const mistakes: readonly (readonly [phase: 'pre' | 'post', source: string, shown: string])[] = [
  [
    'post',
    'const a = JSON.stringfy({})',
    'TypeError: not a function: JSON.stringfy. Check the spelling of JSON.stringfy. (2:16)',
  ],
  [
    'post',
    'pm.respone.json()',
    "TypeError: cannot read property 'json' of undefined. pm.respone does not exist: did you mean pm.response? (2:1)",
  ],
  [
    'post',
    'pm.response.josn()',
    'TypeError: not a function: pm.response.josn. pm.response.josn does not exist: did you mean pm.response.json? (2:13)',
  ],
  [
    'post',
    'pm.response.json().user.name',
    "TypeError: cannot read property 'name' of undefined. pm.response.json().user is undefined: check its spelling and that the value is there. (2:13)",
  ],
  [
    'post',
    'pm.response.json().items.map(x => x.id)',
    "TypeError: cannot read property 'map' of undefined. pm.response.json().items is undefined: check its spelling and that the value is there. (2:13)",
  ],
  [
    'post',
    'pm.response.body.id',
    "TypeError: cannot read property 'id' of undefined. Use pm.response.json() or pm.response.text(). (2:1)",
  ],
  [
    'post',
    'pm.response.statusCode.toString()',
    "TypeError: cannot read property 'toString' of undefined. Use pm.response.code. (2:1)",
  ],
  [
    'post',
    'let x = 1; let x = 2',
    'SyntaxError: invalid redefinition of lexical identifier. A name is declared twice. Remove one of the declarations. (2:18)',
  ],
  [
    'post',
    'if (true) { pm.test("a", () => {})',
    "SyntaxError: unexpected token in expression: ''. The script ends before a bracket or quote is closed. (2:35)",
  ],
  [
    'post',
    'pm.test("a", () => { pm.expect(1).to.equls(1) })',
    'Invalid Chai property: equls. Did you mean "equals"? (line 2)',
  ],
  [
    'post',
    'pm.test("a", () => { expect(res.status).toBe(200) })',
    'Invalid Chai property: toBe. Use to.equal. (line 2)',
  ],
  ['post', 'pm.test("a", pm.expect(1).to.equal(2))', 'expected 1 to equal 2 (2:30)'],
  [
    'post',
    'pm.test("a")',
    "TypeError: A test needs a function. Write it as test('name', () => { … }). (line 2)",
  ],
  [
    'post',
    'pm.environment.get("token").length',
    'TypeError: cannot read property \'length\' of null. pm.environment.get("token") is null: check its spelling and that the value is there. (2:16)',
  ],
  [
    'post',
    'pm.enviroment.set("a", 1)',
    "TypeError: cannot read property 'set' of undefined. pm.enviroment does not exist: did you mean pm.environment? (2:1)",
  ],
  [
    'post',
    'pm.environment("a")',
    'TypeError: not a function: pm.environment. Check the spelling of pm.environment. (2:4)',
  ],
  [
    'post',
    'pm.globals.put("a", 1)',
    'TypeError: not a function: pm.globals.put. Check the spelling of pm.globals.put. (2:12)',
  ],
  [
    'pre',
    'const r = await pm.sendRequest("http://auth.test/"); r.json()',
    'pm.sendRequest takes a callback and returns nothing to await. Use pm.sendRequest(url, (error, response) => { … }), or await bru.sendRequest. (2:20)',
  ],
  [
    'pre',
    'pm.sendRequest({}, () => {})',
    'TypeError: pm.sendRequest needs a URL. Pass it as text, or as the url of an object. (2:4)',
  ],
  [
    'post',
    'pm.sendRequest("http://auth.test/", () => {})',
    'pm.sendRequest is not available in this context. Use pm.sendRequest in a Pre Request script. (2:4)',
  ],
  [
    'post',
    'await bru.sendRequest({ url: "http://auth.test/" })',
    'bru.sendRequest is not available in this context. Use bru.sendRequest in a Pre Request script. (2:11)',
  ],
  [
    'pre',
    'pm.response.json()',
    "TypeError: cannot read property 'json' of null. There is no response before the send: use a Post Response script. (2:1)",
  ],
  [
    'pre',
    'res.getStatus()',
    "TypeError: cannot read property 'getStatus' of null. There is no response before the send: use a Post Response script. (2:1)",
  ],
  [
    'pre',
    'req.setUrl("http://x")',
    'req.setUrl is not supported. Assign pm.request.url in a Pre Request script. (2:5)',
  ],
  [
    'pre',
    'req.setHeader("A", undefined)',
    'TypeError: req.setHeader needs a value for A, but it is undefined. Check that the value is there. (2:20)',
  ],
  [
    'pre',
    'req.setHeader("A\\n", "b")',
    '“A\n” cannot be the name of a header. Use letters, digits and hyphens. (2:5)',
  ],
  [
    'pre',
    'req.setHeader("Host", "b")',
    'The header Host cannot be changed by a script. It is set from the URL and the body: remove the line. (2:5)',
  ],
  [
    'pre',
    'req.setHeaders("A: b")',
    'TypeError: req.setHeaders needs an object. Write it as { name: value }. (2:5)',
  ],
  [
    'pre',
    'pm.request.header.add({ key: "a", value: "b" })',
    "TypeError: cannot read property 'add' of undefined. pm.request.header does not exist: did you mean pm.request.headers? (2:1)",
  ],
  [
    'pre',
    'pm.request.headers.add({ name: "a", value: "b" })',
    "TypeError: pm.request.headers.add needs an object with key and value. Write it as { key: 'name', value: 'text' }. (2:20)",
  ],
  [
    'post',
    'req.setBody("x")',
    'req.setBody is not available in this context. Use req.setBody in a Pre Request script. (2:5)',
  ],
  [
    'pre',
    'const fs = require("fs")',
    'require is not supported. No package fs is bundled. Write what it does in the script, or use a bundled one: lodash, crypto-js, moment. (2:12)',
  ],
  [
    'pre',
    'const _ = require("lodash")',
    'require is not supported. Use the global _, or turn on Settings → Editor → Bundled libraries by require (--script-libraries in runs) (2:11)',
  ],
  [
    'pre',
    'const token = process.env.TOKEN',
    'process is not supported. Put the value into a variable and read it with tool.environment.get. (2:15)',
  ],
  [
    'pre',
    'await fetch("http://a/")',
    'fetch is not supported. Use bru.sendRequest or pm.sendRequest in a Pre Request script. (2:7)',
  ],
  [
    'pre',
    'bru.getProcessEnv("A")',
    'bru.getProcessEnv is not supported. Put the value into a variable and read it with bru.getEnvVar. (2:5)',
  ],
  [
    'pre',
    'bru.cookies.jar()',
    'bru.cookies is not supported. Read the cookies that a response sets with res.getHeader("set-cookie"). (2:1)',
  ],
  ['pre', 'hopp.env.set("a","b")', 'hopp is not supported. Use pw, or tool. (2:1)'],
  [
    'pre',
    'pw.env.put("a","b")',
    'TypeError: not a function: pw.env.put. Check the spelling of pw.env.put. (2:8)',
  ],
  [
    'post',
    'pw.expect(1).toEqual(1)',
    'TypeError: not a function: pw.expect(1).toEqual. Check the spelling of pw.expect(1).toEqual. (2:14)',
  ],
  ['post', 'expect(res.status).toBe(200)', 'Invalid Chai property: toBe. Use to.equal. (2:8)'],
  [
    'post',
    'res.body.items[0].id',
    "TypeError: cannot read property '0' of undefined. res.body.items is undefined: check its spelling and that the value is there. (2:1)",
  ],
  [
    'post',
    'JSON.parse("{a:1}")',
    "SyntaxError: Expected property name or '}' in JSON at position 1 (line 1 column 2). The text is not JSON. (2:6)",
  ],
  [
    'post',
    'JSON.parse(pm.response.json())',
    "SyntaxError: unexpected token: 'object'. JSON.parse needs text, but this is already parsed. (2:24)",
  ],
  [
    'post',
    'responseJson.id',
    'ReferenceError: responseJson is not defined. Declare responseJson with const or let, or check its spelling. (2:1)',
  ],
  [
    'post',
    'undefinedFunction()',
    'ReferenceError: undefinedFunction is not defined. Declare undefinedFunction with const or let, or check its spelling. (2:1)',
  ],
  [
    'post',
    'CryptoJS.sha256("a")',
    'TypeError: not a function: CryptoJS.sha256. Check the spelling of CryptoJS.sha256. (2:10)',
  ],
  [
    'post',
    'moment().foo()',
    'TypeError: not a function: moment().foo. Check the spelling of moment().foo. (2:10)',
  ],
  [
    'post',
    '_.flatMapp([])',
    'TypeError: not a function: _.flatMapp. Check the spelling of _.flatMapp. (2:3)',
  ],
  [
    'post',
    'new Date().toISO()',
    'TypeError: not a function: new Date().toISO. Check the spelling of new Date().toISO. (2:12)',
  ],
  [
    'post',
    '"abc".replaceALL("a","b")',
    'TypeError: not a function: "abc".replaceALL. Check the spelling of "abc".replaceALL. (2:7)',
  ],
  [
    'post',
    'const [a] = null',
    "TypeError: cannot read property 'Symbol.iterator' of null. Only lists can be looped over or destructured: check that the value is there. (2:7)",
  ],
  [
    'post',
    'const { a } = undefined',
    'TypeError: Cannot convert undefined or null to object. Only lists can be looped over or destructured: check that the value is there. (2:7)',
  ],
  [
    'post',
    'for (const x of 5) {}',
    'TypeError: value is not iterable. Only lists can be looped over or destructured: check that the value is there. (2:1)',
  ],
  [
    'post',
    'null.foo',
    "TypeError: cannot read property 'foo' of null. null is null: check its spelling and that the value is there. (2:1)",
  ],
  ['post', 'const c = 1; c = 2', "TypeError: 'c' is read-only. Declare c with let to change it. (2:14)"],
  ['post', 'throw "text"', 'text (2:1)'],
  ['post', 'pm.response.to.have.statusCode(200)', 'Invalid Chai property: statusCode. Use status. (2:1)'],
  ['post', 'pm.response.to.be.OK', 'Invalid Chai property: OK. Use ok. (2:1)'],
  ['post', 'xml2Json("<a>")', 'SyntaxError: xml2Json cannot read this XML: Unclosed root tag (2:1)'],
  [
    'post',
    'class A extends B {}',
    'ReferenceError: B is not defined. Declare B with const or let, or check its spelling. (2:17)',
  ],
  [
    'post',
    'function f() { return f() } f()',
    'RangeError: Maximum call stack size exceeded. A function calls itself endlessly. (2:23)',
  ],
  [
    'post',
    'import x from "lodash"',
    "SyntaxError: Unexpected identifier 'x'. import is not possible in scripts: use a global library, or require. (2:8)",
  ],
  [
    'pre',
    'bru.setEnv("a", 1)',
    'TypeError: not a function: bru.setEnv. Check the spelling of bru.setEnv. (2:5)',
  ],
  [
    'pre',
    'bru.sendRequest({ url: "http://auth.test/", params: {} })',
    'bru.sendRequest with params is not supported. Write the params into the url. (2:5)',
  ],
  [
    'pre',
    'bru.setEnvVars("a", 1)',
    'TypeError: not a function: bru.setEnvVars. bru.setEnvVars does not exist: did you mean bru.setEnvVar? (2:5)',
  ],
  [
    'pre',
    'for (let i = 0; i < 6; i++) pm.sendRequest("http://auth.test/", () => {})',
    'A script can make at most 5 requests. Make fewer requests, or save some of them in the collection. (2:32)',
  ],
]

test.each(mistakes)('%s: %s', async (phase, source, shown) => {
  const run = await sendWithScripts({
    [phase]: `const before = 1\n${source}`,
    answer: { body: '{"id":1}' },
    network: { 'http://auth.test/': { body: '{}' } },
  })
  const error = run.outcome.ok
    ? run.outcome.value.tests.scriptErrors[0]
    : run.outcome.failure.failure.scriptError
  const place = error === undefined ? '' : ` (${error.line}:${error.column})`
  expect((error?.message ?? run.results[0]?.reason ?? '') + place).toBe(shown)
})

test('there are at least fifty', () => {
  expect(mistakes.length).toBeGreaterThanOrEqual(50)
})
