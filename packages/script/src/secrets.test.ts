import { describe, expect, test } from 'vitest'
import { SessionValues } from './runner/session-values.ts'
import { sendWithScripts, sessionTexts } from './script-fixture.testkit.ts'
import { network, refusal, secrets, testWithheld, withheldCalls } from './withheld-calls.testkit.ts'

describe('a withheld secret stops the script that asks for it (behaviour 5.3; behaviour, Withheld secret)', () => {
  testWithheld('environment', withheldCalls)

  describe.each(['collection', 'folder'] as const)('one of a %s', owner =>
    testWithheld(owner, [
      'tool.variables.get("client_secret")',
      'pm.collectionVariables.set("client_secret", "x")',
      'bru.interpolate("{{client_secret}}")',
      'pm.sendRequest("http://auth.test/?{{client_secret}}", () => {})',
    ]),
  )

  test('the host refuses it even if a script has broken the prelude (SB4)', async () => {
    const { calls, error } = await sendWithScripts({
      secrets,
      network,
      pre: `String.prototype.matchAll = () => []; Set.prototype.has = () => false;
        pm.sendRequest("http://auth.test/?a={{client_secret}}", e => tool.environment.set("e", e.message))`,
    })
    expect(calls).toEqual([])
    expect(error ?? refusal).toContain(refusal)
  })

  test('neither value is anywhere in the sandbox (SB4)', async () => {
    const { session } = await sendWithScripts({
      secrets,
      pre: `const seen = new Set(); const texts = [];
        const walk = (v, d) => { if (d > 6 || v === null || (typeof v !== 'object' && typeof v !== 'function')) { texts.push(String(v)); return }
          if (seen.has(v)) return; seen.add(v);
          for (const k of Reflect.ownKeys(v)) { let one; try { one = v[k] } catch { continue } walk(one, d + 1) } };
        walk(globalThis, 0);
        tool.environment.set("leak", texts.some(t => t.includes("s3cr")))`,
    })
    expect(sessionTexts(session).leak).toBe('false')
  })
})

test('has() returns false, and replaceIn works for other names', async () => {
  const { session } = await sendWithScripts({
    secrets,
    pre: `tool.environment.set("has", [tool.environment.has("client_secret"), bru.hasVar("client_secret"), tool.environment.has("open_secret")]);
      tool.environment.set("open", pm.variables.replaceIn("{{open_secret}}"));
      tool.environment.set("all", tool.environment.toObject())`,
  })
  expect(sessionTexts(session)).toEqual({
    has: '[false,false,true]',
    open: 'o1',
    all: '{"open_secret":"o1","has":"[false,false,true]","open":"o1"}',
  })
})

test('a narrower value of the same name is not secret', async () => {
  const { session, sent } = await sendWithScripts({
    secrets,
    variables: { iteration: { client_secret: 'row' } },
    request: { url: 'http://h/{{client_secret}}' },
    pre: 'tool.environment.set("got", tool.variables.get("client_secret"))',
  })
  expect(sessionTexts(session).got).toBe('row')
  expect(sent?.url).toBe('http://h/row')
})

describe('a narrower value gives no access to the secret that it overrides', () => {
  const covered = {
    secrets,
    variables: { iteration: { client_secret: 'row' } },
  }

  test.each([
    'tool.environment.get("client_secret")',
    'bru.getVar("client_secret")',
    'pw.env.get("client_secret")',
    'postman.getGlobalVariable("client_secret")',
  ])('%s, which looks past it', async pre => {
    const { error, sent } = await sendWithScripts({ ...covered, pre })
    expect(error).toBe(refusal)
    expect(sent).toBeNull()
  })

  test('nor does the script’s store of variables contain it', async () => {
    const session = new SessionValues()
    await sendWithScripts({ session, pre: 'tool.environment.set("client_secret", "mine")' })
    for (const cover of [covered, { secrets, session }]) {
      const { console } = await sendWithScripts({
        ...cover,
        pre: `const get = Map.prototype.get;
          Map.prototype.get = function (key) { for (const one of this) console.log(...one); return get.call(this, key) };
          tool.variables.get("gone"); console.log(tool.environment.toObject(), tool.environment.has("client_secret"))`,
      })
      expect(JSON.stringify(console)).toMatch(/row|mine/)
      expect(JSON.stringify(console)).not.toContain('s3cr')
    }
  })
})

describe('a script that only reads the request sees the name instead of the value', () => {
  const request = {
    method: 'POST',
    url: 'http://h/{{client_secret}}?q={{client_secret}}&o={{open_secret}}',
    headers: [
      { name: 'X-Key', value: 'k {{open_secret}}', enabled: true },
      { name: 'X-Nested', value: '{{nested}}', enabled: true },
    ],
  }
  const variables = { global: { nested: 'Bearer {{client_secret}}' } }
  const withheld = { ...secrets, client_secret: { value: 's3cr/t', allowed: false } }

  test('before the send', async () => {
    const { session, sent } = await sendWithScripts({
      secrets: withheld,
      variables,
      request,
      pre: 'tool.environment.set("url", tool.request.url); tool.environment.set("req", req.getUrl())',
    })
    const seen = 'http://h/{{client_secret}}?q={{client_secret}}&o=o1'
    expect(sessionTexts(session)).toEqual({ url: seen, req: seen })
    expect(sent?.url).toContain('s3cr/t')
  })

  test('after the send', async () => {
    const { session, sent } = await sendWithScripts({
      secrets: withheld,
      variables,
      request,
      post: 'tool.environment.set("url", tool.request.url); tool.environment.set("headers", tool.request.headers.toObject()); tool.environment.set("curl", pm.request.url + req.getHeader("x-nested"))',
    })
    expect(sent?.headers).toContainEqual({ name: 'X-Nested', value: 'Bearer s3cr/t' })
    const seen = sessionTexts(session)
    expect(JSON.stringify(seen)).not.toContain('s3cr')
    expect(seen.url).toBe('http://h/{{client_secret}}?q={{client_secret}}&o=o1')
    expect(JSON.parse(seen.headers ?? '')).toMatchObject({
      'X-Key': 'k o1',
      'X-Nested': 'Bearer {{client_secret}}',
    })
  })
})

test('a value from a script is never expanded again', async () => {
  const { sent, session } = await sendWithScripts({
    secrets: { ...secrets, client_secret: { value: 'value', allowed: false } },
    request: { url: 'http://h/', headers: [{ name: 'X', value: '{{a}}', enabled: true }] },
    pre: 'tool.environment.set("a", "{{client_sec" + "ret}}"); tool.environment.set("b", pm.variables.replaceIn("{{a}}"))',
  })
  expect(sent?.headers).toContainEqual({ name: 'X', value: '{{client_secret}}' })
  expect(sessionTexts(session).b).toBe('{{client_secret}}')
})

describe('hidden values reveal nothing of a secret to a script', () => {
  const guesses = (part: number) =>
    `Array.from({ length: 2500 }, (_, at) => String(${part} * 2500 + at).padStart(4, '0')).join('.')`
  const places = [0, 1, 2, 3].map(part => `tool.variables.set("p${part}", ${guesses(part)})`).join(';')
  const rows = [0, 1, 2, 3].map(part => ({ name: `X-P${part}`, value: `{{p${part}}}`, enabled: true }))

  test.each([
    [
      'in rows of its own',
      { headers: [{ name: 'X-Pin', value: '{{client_secret}}', enabled: true }, ...rows] },
    ],
    ['in the same row', { headers: rows.map(row => ({ ...row, value: `{{client_secret}} ${row.value}` })) }],
    ['in the URL', { url: 'http://h/{{client_secret}}?{{p0}}.{{p1}}&{{p2}}.{{p3}}' }],
    ['in cookies', { cookies: [{ name: 'pin', value: '{{client_secret}}', enabled: true }, ...rows] }],
    [
      'in its authorization',
      { headers: rows, auth: { type: 'basic', username: 'u', password: '{{client_secret}}' } },
    ],
    ['as a literal', { headers: rows, auth: { type: 'bearer', token: '7391' } }],
  ] as const)('10,000 guesses at a PIN %s', async (_, request) => {
    const { session, sent } = await sendWithScripts({
      secrets: { client_secret: { value: '7391', allowed: false } },
      request: { method: 'POST', ...request },
      pre: `${places}; req.setHeader("X-Set", ${guesses(2)})`,
      post: `const seen = JSON.stringify(tool.request.headers.toObject()) + tool.request.url;
        const shown = new Set(seen.match(/[0-9]{4}/g)); const missing = [];
        for (let at = 0; at < 10000; at += 1) { const guess = String(at).padStart(4, "0"); if (!shown.has(guess)) missing.push(guess) }
        tool.environment.set("missing", missing.join());
        tool.environment.set("set", tool.request.headers.get("X-Set").includes("7391"));
        tool.environment.set("named", /\\{\\{(client_secret|Token)\\}\\}/.test(seen))`,
    })
    expect(JSON.stringify(sent)).toContain('7391')
    expect(sessionTexts(session)).toMatchObject({ missing: '', set: 'true', named: 'true' })
  })

  test('a literal in a secret field is shown as the name of its field', async () => {
    const { session } = await sendWithScripts({
      request: { auth: { type: 'bearer', token: 'literal-canary' } },
      post: 'tool.environment.set("seen", tool.request.headers.get("Authorization"))',
    })
    expect(sessionTexts(session).seen).toBe('Bearer {{Token}}')
  })
})
