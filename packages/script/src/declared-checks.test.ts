import { type Assertion, assertionOperators, type SetVariableAction } from '@parley/model'
import { describe, expect, test } from 'vitest'
import { type ScriptedSend, sendWithScripts, sessionTexts } from './script-fixture.testkit.ts'

const answer: NonNullable<ScriptedSend['answer']> = {
  status: 200,
  time: 42,
  headers: [
    ['Content-Type', 'application/json'],
    ['ETag', '"1"'],
  ],
  body: '{"items":[{"id":"a","price":9.5},{"id":"b"}],"name":"Le Guin","none":null,"yes":true,"no":false,"empty":[],"n":6}',
}

const assertion = (expression: string, operator: string, value?: string): Assertion => ({
  expression,
  operator,
  ...(value === undefined ? {} : { value }),
  enabled: true,
})

const variable = (
  variableName: string,
  expression: string,
  fields: Partial<SetVariableAction> = {},
): SetVariableAction => ({
  type: 'setVariable',
  phase: 'postResponse',
  expression,
  variableName,
  variableScope: 'runtime',
  enabled: true,
  ...fields,
})

const check = (assertions: readonly Assertion[], send: ScriptedSend = {}) =>
  sendWithScripts({ answer, ...send, request: { assertions, ...send.request } })

/** For each operator an assertion that holds and one that does not. */
const operators: Readonly<
  Record<
    keyof typeof assertionOperators,
    readonly (readonly [holds: boolean, expression: string, value?: string])[]
  >
> = {
  eq: [
    [true, 'res.status', '200'],
    [true, 'res.body.name', 'Le Guin'],
    [true, 'res.body.name', '"Le Guin"'],
    [true, 'res.body.none', 'null'],
    [true, 'res.body.yes', 'true'],
    [false, 'res.status', '"200"'],
    [false, 'res.status', '500'],
  ],
  neq: [
    [true, 'res.status', '500'],
    [false, 'res.status', '200'],
  ],
  gt: [
    [true, 'res.responseTime', '41'],
    [false, 'res.responseTime', '42'],
    [false, 'res.responseTime', 'many'],
  ],
  gte: [
    [true, 'res.body.items.length', '2'],
    [false, 'res.body.items.length', '3'],
  ],
  lt: [
    [true, 'res.body.n', '7'],
    [false, 'res.body.n', '6'],
  ],
  lte: [
    [true, 'res.body.n', '6'],
    [false, 'res.body.n', '5'],
  ],
  in: [
    [true, 'res.status', '200, 201'],
    [true, 'res.status', '[200, 201]'],
    [false, 'res.status', '201'],
  ],
  notIn: [
    [true, 'res.status', '201'],
    [false, 'res.status', '[200]'],
  ],
  contains: [
    [true, 'res.body.name', 'Guin'],
    [false, 'res.body.name', 'guin'],
  ],
  notContains: [
    [true, 'res.body.name', 'x'],
    [false, 'res.body.name', 'Le'],
  ],
  length: [
    [true, 'res.body.items', '2'],
    [false, 'res.body.items', '1'],
  ],
  matches: [
    [true, 'res.body.name', '^Le'],
    [true, 'res.body.name', '/Guin$/'],
    [false, 'res.body.name', '^x'],
    [false, 'res.body.missing', '.*'],
  ],
  notMatches: [
    [true, 'res.body.name', '^x'],
    [false, 'res.body.name', '^L'],
  ],
  startsWith: [
    [true, 'res.body.name', 'Le'],
    [false, 'res.body.name', 'Guin'],
    [false, 'res.body.n', '6'],
  ],
  endsWith: [
    [true, 'res.body.name', 'Guin'],
    [false, 'res.body.name', 'Le'],
  ],
  between: [
    [true, 'res.body.n', '5, 7'],
    [false, 'res.body.n', '7,9'],
  ],
  isEmpty: [
    [true, 'res.body.empty'],
    [false, 'res.body.items'],
  ],
  isNotEmpty: [
    [true, 'res.body.items'],
    [false, 'res.body.empty'],
  ],
  isNull: [
    [true, 'res.body.none'],
    [false, 'res.body.n'],
  ],
  isUndefined: [
    [true, 'res.body.missing'],
    [false, 'res.body.none'],
  ],
  isDefined: [
    [true, 'res.headers.etag'],
    [false, 'res.body.missing'],
  ],
  isTruthy: [
    [true, 'res.body.yes'],
    [false, 'res.body.no'],
  ],
  isFalsy: [
    [true, 'res.body.no'],
    [false, 'res.body.yes'],
  ],
  isJson: [
    [true, 'res.body'],
    [false, 'res.body.items'],
  ],
  isNumber: [
    [true, 'res.status'],
    [false, 'res.body.name'],
  ],
  isString: [
    [true, 'res.body.name'],
    [false, 'res.status'],
  ],
  isBoolean: [
    [true, 'res.body.no'],
    [false, 'res.body.none'],
  ],
  isArray: [
    [true, 'res.body.items'],
    [false, 'res.body'],
  ],
}

describe('assertions (behaviour, Assertions)', () => {
  const rows = Object.entries(operators).flatMap(([operator, cases]) =>
    cases.map(([holds, expression, value]) => [expression, operator, value ?? '', holds] as const),
  )

  test.each(rows)('%s %s %s: %s', async (expression, operator, value, holds) => {
    const { results, error } = await check([assertion(expression, operator, value)])
    expect(error).toBeNull()
    expect(results).toMatchObject([{ passed: holds, assertion: 0 }])
    if (!holds) expect(results[0]?.reason).not.toBe('')
  })

  const long = '54739488869584896'
  const near = '54739488869584897'
  const longRows: readonly (readonly [
    operator: string,
    expression: string,
    value: string,
    holds: boolean,
  ])[] = [
    ['eq', 'res.body.long', long, true],
    ['eq', 'res.body.long', near, false],
    ['eq', 'res.body.long', `"${long}"`, false],
    ['eq', 'res.body.text', long, true],
    ['neq', 'res.body.long', near, true],
    ['neq', 'res.body.long', long, false],
    ['gt', 'res.body.long', '54739488869584895', true],
    ['gt', 'res.body.long', long, false],
    ['gte', 'res.body.long', long, true],
    ['gte', 'res.body.long', near, false],
    ['lt', 'res.body.long', near, true],
    ['lt', 'res.body.long', long, false],
    ['lte', 'res.body.long', long, true],
    ['lte', 'res.body.long', '54739488869584895', false],
    ['between', 'res.body.long', `${long}, ${near}`, true],
    ['between', 'res.body.long', `${near}, 1e300`, false],
    ['in', 'res.body.long', `1, ${long}`, true],
    ['in', 'res.body.long', `1, ${near}`, false],
    ['notIn', 'res.body.long', near, true],
    ['notIn', 'res.body.long', long, false],
    ['isNumber', 'res.body.long', '', true],
    ['eq', 'res.body.precise', '0.12345678901234567891', true],
    ['eq', 'res.body.precise', '0.12345678901234567892', false],
    ['eq', 'res.body.price', '1.1', true],
    ['eq', 'res.body.huge', '1e400', true],
    ['eq', 'res.body.long > 5', 'true', true],
    // biome-ignore lint/suspicious/noTemplateCurlyInString: It is the expression of a user.
    ['eq', '`${res.body.long}`', `"${long}"`, true],
  ]
  test.each(longRows)('%s rounds no number: %s, %s: %s', async (operator, expression, value, holds) => {
    const body = `{"long":${long},"text":"${long}","precise":0.12345678901234567891,"price":1.10,"huge":1E400}`
    const { results, error } = await check([assertion(expression, operator, value)], {
      answer: { ...answer, body },
    })
    expect(error).toBeNull()
    expect(results).toMatchObject([{ passed: holds }])
    if (!holds) expect(results[0]?.reason).toContain(operator === 'eq' ? value.replaceAll('"', '') : '')
  })

  test('each operator is shown to hold and to fail', () => {
    expect(Object.keys(operators).toSorted()).toEqual(Object.keys(assertionOperators).toSorted())
    for (const cases of Object.values(operators)) expect(new Set(cases.map(([holds]) => holds)).size).toBe(2)
  })

  test('are listed under their expression, with the positions of the ticked ones', async () => {
    const { results } = await check(
      [
        { ...assertion('res.status', 'eq', '500'), enabled: false },
        assertion('res.status', 'eq', '{{wanted}}'),
        assertion('res.body.n', 'gte', '{{limit}}'),
        assertion('res.headers.etag', 'isDefined', 'ignored'),
        assertion("res('items[0].id')", 'eq', 'a'),
      ],
      { variables: { environment: { wanted: '200', limit: '20' } } },
    )
    expect(results).toEqual([
      { passed: true, name: 'res.status equals 200', assertion: 1 },
      {
        passed: false,
        name: 'res.body.n is at least 20',
        reason: 'expected 6 to be at least 20',
        assertion: 2,
      },
      { passed: true, name: 'res.headers.etag is defined', assertion: 3 },
      { passed: true, name: "res('items[0].id') equals a", assertion: 4 },
    ])
  })

  test.each([
    ['an error in it', 'res.body.missing.deep', 'eq', 'TypeError: cannot read property'],
    ['bad syntax', 'res.body.', 'eq', 'SyntaxError'],
    ['two statements', 'res.body; 1', 'eq', 'SyntaxError'],
    ['an operator that is unknown', 'res.status', 'near', 'The operator near is unknown'],
    ['an operator of all objects', 'res.status', 'constructor', 'The operator constructor is unknown'],
    ['a pattern that is none', 'res.body.name', 'matches', 'SyntaxError'],
  ])('with %s fail, and the others are checked', async (_name, expression, operator, reason) => {
    const { results } = await check([
      assertion(expression, operator, '('),
      assertion('res.status', 'eq', '200'),
    ])
    expect(results).toMatchObject([{ passed: false }, { passed: true }])
    expect(results[0]?.reason).toContain(reason)
  })

  test('know variables by name, but not in place of namespaces', async () => {
    const { results } = await check(
      [assertion('wanted + "!"', 'eq', '9!'), assertion('typeof res', 'eq', 'function')],
      { variables: { environment: { wanted: '9', res: 'mine' } } },
    )
    expect(results.map(one => one.passed)).toEqual([true, true])
  })

  test('may not read a withheld secret', async () => {
    const secrets = { key: { value: 's3cret-value', allowed: false } }
    const { results, error } = await check([assertion('bru.getVar("key")', 'isDefined')], { secrets })
    expect(results.filter(one => one.passed)).toEqual([])
    expect(error).toBe('Secret variable "key" is withheld from scripts')
  })

  test('are stopped like scripts', async () => {
    const { error } = await check([assertion('(() => { for (;;) {} })()', 'eq', '1')], {
      budget: { ownMs: 300, requestMs: 300 },
    })
    expect(error).toBe('Script timeout: stopped after 0.3 seconds')
  })

  test('change nothing for the scripts after them', async () => {
    const { results } = await check([assertion('globalThis.leak = 1', 'eq', '1')], {
      request: {
        scripts: {
          preRequest: '',
          postResponse: '',
          tests: 'test("clean", () => expect(globalThis.leak).to.be.undefined)',
          hooks: '',
        },
      },
    })
    expect(results.map(one => one.passed)).toEqual([true, true])
  })
})

describe('variables from the response (behaviour, Assertions)', () => {
  test('run in the order of Bruno: variables, Post Response, assertions, tests', async () => {
    const { results, session, error } = await sendWithScripts({
      answer,
      request: {
        actions: [
          variable('first', 'res.body.items[0].id'),
          variable('list', 'res.body.items'),
          variable('off', '1', { enabled: false }),
        ],
        assertions: [assertion('bru.getVar("second")', 'eq', 'a2')],
        scripts: {
          preRequest: '',
          postResponse: 'test("post", () => {}); bru.setVar("second", bru.getVar("first") + 2)',
          tests: 'test("tests", () => expect(bru.getVar("list")).to.have.lengthOf(2))',
          hooks: '',
        },
      },
    })
    expect(error).toBeNull()
    expect(results.map(({ name, passed }) => [name, passed])).toEqual([
      ['post', true],
      ['bru.getVar("second") equals a2', true],
      ['tests', true],
    ])
    expect(sessionTexts(session)).toMatchObject({ first: 'a', second: 'a2' })
    expect(sessionTexts(session)).not.toHaveProperty('off')
  })

  test('and before the request, from the request', async () => {
    const { sent } = await sendWithScripts({
      request: {
        method: 'PUT',
        url: 'http://h/{{was}}/{{script}}',
        actions: [variable('was', 'req.getMethod()', { phase: 'preRequest' })],
      },
      pre: 'pm.environment.set("script", pm.environment.get("was") + "!")',
    })
    expect(sent?.url).toBe('http://h/PUT/PUT!')
  })

  test.each([
    ['res.body.missing', 'was not set: res.body.missing is undefined'],
    ['res.body.missing.deep', "was not set: TypeError: cannot read property 'deep' of undefined"],
    ['res.body.', 'was not set: SyntaxError'],
  ])('that cannot be found leave a note: %s', async (expression, text) => {
    const { outcome, session } = await sendWithScripts({
      answer,
      request: { actions: [variable('token', expression), variable('n', 'res.body.n')] },
    })
    const notices = outcome.ok ? outcome.value.exchange.notices : []
    expect(notices).toMatchObject([
      { code: 'SCRIPT_NOTE', member: 'token', text: expect.stringContaining(text) },
    ])
    expect(sessionTexts(session)).toEqual({ n: '6' })
  })

  test('have all digits of a number, by itself and in an object', async () => {
    const body =
      '{"id":54739488869584896,"ratio":0.12345678901234567891,"all":{"ids":[54739488869584896,1e400]}}'
    const { outcome, session } = await sendWithScripts({
      answer: { ...answer, body },
      request: {
        actions: [
          variable('id', 'res.body.id'),
          variable('ratio', "res('ratio')"),
          variable('all', 'res.getBody().all'),
          variable('next', 'res.body.all.ids.length + 1'),
        ],
      },
    })
    expect(outcome.ok && outcome.value.exchange.notices).toEqual([])
    expect(sessionTexts(session)).toEqual({
      id: '54739488869584896',
      ratio: '0.12345678901234567891',
      all: '{"ids":[54739488869584896,1e400]}',
      next: '3',
    })
  })

  test('may not set a withheld secret', async () => {
    const { error } = await sendWithScripts({
      answer,
      secrets: { key: { value: 's3cret-value', allowed: false } },
      request: { actions: [variable('key', 'res.body.n')] },
    })
    expect(error).toBe('Secret variable "key" is withheld from scripts')
  })
})

test('a response that is a stream is not checked, and a note says so', async () => {
  const { results, outcome } = await check([assertion('res.status', 'eq', '200')], {
    answer: { headers: [['Content-Type', 'text/event-stream']] },
  })
  expect(results).toEqual([])
  expect(outcome).toMatchObject({
    value: {
      exchange: {
        notices: [
          { member: 'Assertions and variables', text: 'were not checked, because the response is a stream' },
        ],
      },
    },
  })
})
