import { expect, test } from 'vitest'
import { checkScript } from './check-script.ts'

const subject = { hostNames: new Set(['base']) }

/** Each way in which a script sends, or decides where the request goes, with arguments of every form. */
const calls: Readonly<Record<string, readonly string[]>> = {
  sends: [
    'pm.sendRequest(X)',
    'await bru.sendRequest({ url: X })',
    'const { sendRequest: s } = pm; s(X)',
    'const s = tool . sendRequest; s(X)',
    'pm["sendRequest"](X)',
    'pm?.sendRequest(X)',
    'pm.send\\u0052equest(X)',
    'pm.s\\u{65}ndRequest(X)',
    'pm["s\\x65ndRequest"](X)',
    'bru.runRequest(X)',
  ],
  address: [
    'pm.request.url = X',
    'pm.request["url"] = X',
    'pm . request . url  =  X',
    'pm.request.url += X',
    'pm.request.url ??= X',
    'pm.request.url.update(X)',
    'pm.request.url["update"](X)',
    'req.setUrl(X)',
    'pm.request.url.host = X',
    'pm.request.url.port = X',
    'const r = pm.request; r.url = X',
    '[pm.request.url] = [X]',
    '({ a: pm.request.url } = { a: X })',
    'pm.request.headers.upsert({ key: "Host", value: X })',
    'req.setHeader("host", X)',
  ],
  variable: [
    'pm.environment.set("base", X)',
    "tool.environment.set( 'base' , X)",
    'bru.setVar("base", X)',
    'bru.setEnvVar(`base`, X)',
    'postman.setEnvironmentVariable("base", X)',
    'pm.variables.set("ba" + "se", X)',
    'pm.variables.set(name, X)',
    `pm.variables.set(\`b$\{a}se\`, X)`,
  ],
  indirect: [
    'pm["send" + "Request"](X)',
    'const p = pm; p["send" + "Request"](X)',
    'pm.request["u" + "rl"] = X',
    'Object.assign(pm.request, { url: X })',
    'Reflect.set(pm.request, name, X)',
    'eval(X)',
    'const o = pm.request.toObject(); o(X)',
  ],
}

const forms = [
  '"http://evil.test/"',
  '"evil.test/"',
  '"//evil.test/"',
  '"ev" + "il.test"',
  'a',
  'f()',
  `\`$\{a}\``,
]

test.each(Object.keys(calls))('each call of the kind %s has a warning, whatever its argument (AI1)', kind => {
  for (const call of calls[kind] ?? [])
    for (const argument of forms)
      expect([call, checkScript(call.replace('X', argument), subject)]).toEqual([
        call,
        expect.arrayContaining([expect.any(String)]),
      ])
})

test.each([
  'pm.test("is 200", () => pm.response.to.have.status(200))',
  'const url = pm.request.url; console.log(url === "x", pm.request.url == url)',
  'pm.environment.set("id", pm.response.json().id)',
  'const total = list.reduce((sum, one) => sum + one.price, 0); pm.expect(total).to.be.above(1)',
  'req.setHeader("X-Time", String(Date.now()))',
])('what a script usually does has none: %s', script => {
  expect(checkScript(script, subject)).toEqual([])
})
