import { type HttpRequest, type Item, newHttpRequest, row } from '@parley/model'
import { describe, expect, test } from 'vitest'
import { maximumDocumentBytes } from './damage.ts'
import {
  bytesOf,
  changedLines,
  read,
  testAnyRequest,
  testOneLineChanges,
  written,
} from './document.testkit.ts'
import { isLongerThan, readDocument, writeDocument } from './document.ts'
import { environmentFormat, itemFormat } from './document-format.ts'
import { parseYamlText } from './parse-yaml.ts'

function readHttp(text: string): HttpRequest {
  const item = read(text, itemFormat)
  if (item.kind !== 'http') throw new Error(`It is a ${item.kind}.`)
  return item
}

describe('a written file', () => {
  testAnyRequest(15)

  test.each([
    'line\nbreak',
    'carriage\r\nreturn',
    '\r',
    'trailing \n',
    '\n leading',
    '\ttab\n\ttab',
    '}} {{a}} #no comment: - "\' &a *a',
    '\ufeffmark',
    'lone \ud800 surrogate',
    '\u0000\u001b[2J\u009b\u2028\u2029\u0085\ufffe',
    'yes',
    '0x10',
    '2.0',
    '~',
    '<<<<<<< ours\n>>>>>>> theirs',
    '---\n...\n',
    '%YAML 1.2',
    '🎉'.repeat(300),
    '# '.repeat(100),
  ])('keeps the text %j (attacks IM9)', text => {
    const request = newHttpRequest({
      name: text,
      url: text,
      headers: [row(text, text)],
      body: { type: 'raw', language: 'text', text },
      docs: text,
    })
    expect(read(written<Item>(request, itemFormat), itemFormat)).toStrictEqual(request)
  })
})

const commented = `# The shop's most used call
info:
  name: List books     # shown in the sidebar
  type: http
  seq: 3
  x-owner: books team
http:
    method: GET
    url: '{{baseUrl}}/books'
    headers:
    # asked for by the gateway
    - {name: X-Team, value: books}
    - name: Accept
      value: "application/json"   # not XML
      x-why: history
    params:
      - name: id
        value: '1'
        type: path
      - name: q
        value: le guin
        type: query
      -
x-tool:
  nested: [1, 2.0, 0x10]
extensions:
  other: {kept: true}
`

describe('a file that another program wrote', () => {
  test.each([
    ['as it is', commented],
    ['with CRLF', commented.replaceAll('\n', '\r\n')],
    ['with a byte order mark', `\ufeff${commented}`],
    ['without a last line break', commented.trimEnd()],
  ])('saved unchanged is not changed, %s', (_, text) => {
    expect(written(read(text, itemFormat), itemFormat, text)).toBe(text)
  })

  const edits: readonly (readonly [string, (request: HttpRequest) => HttpRequest, readonly string[]])[] = [
    ['method', request => ({ ...request, method: 'PUT' }), ['    method: PUT']],
    ['url', request => ({ ...request, url: '{{baseUrl}}/b' }), ["    url: '{{baseUrl}}/b'"]],
    ['name', request => ({ ...request, name: 'Books' }), ['  name: Books # shown in the sidebar']],
    [
      'second header',
      request => ({ ...request, headers: [request.headers[0] ?? row('', ''), row('Accept', 'text/xml')] }),
      ['      value: "text/xml" # not XML'],
    ],
    ['path param', request => ({ ...request, pathParams: [row('id', '2')] }), ["        value: '2'"]],
    [
      'new header',
      request => ({ ...request, headers: [...request.headers, row('X-New', 'one')] }),
      ['    - name: X-New', '      value: one'],
    ],
    ['header away', request => ({ ...request, headers: request.headers.slice(1) }), []],
  ]

  test.each(edits)('is edited in one place only: %s', (_, edit, lines) => {
    for (const text of [commented, commented.replaceAll('\n', '\r\n')]) {
      const after = edit(readHttp(text))
      const saved = written<Item>(after, itemFormat, text)
      expect(readHttp(saved)).toStrictEqual(after)
      expect(changedLines(text, saved).map(line => line.replace('\r', ''))).toEqual(lines)
      expect(saved).toContain('# asked for by the gateway')
      expect(saved).toContain('x-why: history')
      expect(saved).toContain('other: {kept: true}')
      expect(saved.includes('\r\n')).toBe(text.includes('\r\n'))
      expect(/(?<!\r)\n/.test(saved)).toBe(!text.includes('\r\n'))
    }
  })

  test('keeps unknown keys when the known part around them is removed', () => {
    const withCookie = written<Item>(
      { ...readHttp(commented), cookies: [row('a', 'b')] },
      itemFormat,
      commented,
    )
    expect(withCookie).toContain('parley:')
    const without = written<Item>(readHttp(commented), itemFormat, withCookie)
    expect(readHttp(without).cookies).toEqual([])
    expect(without).not.toContain('parley:')
    expect(without).toContain('other: {kept: true}')
  })

  testOneLineChanges(30)
})

describe('damage', () => {
  test.each([
    ['EMPTY', ''],
    ['EMPTY', '# nothing but words\n'],
    ['NUL_BYTES', '\0'.repeat(100)],
    ['NUL_BYTES', 'info:\n  name: a\n\0\0\0'],
    ['MERGE_MARKERS', 'info:\n<<<<<<< HEAD\n  name: a\n=======\n  name: b\n>>>>>>> branch\n  type: http\n'],
    ['NOT_YAML', 'info: {name: a\n'],
    ['NOT_YAML', 'info:\n  name: a\ninfo:\n  name: b\n'],
    ['NOT_YAML', 'a: 1\n---\nb: 2\n'],
    ['NOT_YAML', '['.repeat(100_000)],
    ['WRONG_CONTENT', 'just text'],
    ['WRONG_CONTENT', 'info:\n  name: a\n  type: letter\n'],
    ['WRONG_CONTENT', 'info:\n  type: http\nhttp:\n  url: [1]\n'],
    ['TOO_LARGE', `info: ${'x'.repeat(maximumDocumentBytes)}`],
  ])('%s is reported with a sentence and a next step', (code, text) => {
    const document = readDocument(bytesOf(text), itemFormat)
    expect(document).toMatchObject({ ok: false, failure: { code } })
    expect(!document.ok && /^.+\.$/.test(document.failure.sentence)).toBe(true)
    expect(!document.ok && document.failure.nextStep.length).toBeGreaterThan(10)
  })

  test('bytes that are not text are reported', () => {
    expect(readDocument(new Uint8Array([0xff, 0xfe, 0x41]), itemFormat)).toMatchObject({
      failure: { code: 'NOT_TEXT' },
    })
  })

  test.each([
    ['brackets', `docs: ${'['.repeat(100_000)}${']'.repeat(100_000)}\n`, 'nested too deep'],
    [
      'mappings',
      Array.from({ length: 3000 }, (_, at) => `${' '.repeat(at)}k:`).join('\n'),
      'nested too deep',
    ],
    ['questions', `docs: 1\n${'? '.repeat(50_000)}\n`, 'nested too deep'],
    ['quotes', `docs: ${'"'.repeat(100_000)}\n`, 'at line 1, column 9.'],
    ['a tag', `docs: ${'!'.repeat(200_000)}\n`, '!!!…'],
  ])('a file of %s is damaged, in a moment and a short sentence (attacks IM6)', (_, text, sentence) => {
    const parsed = parseYamlText(text)
    if (parsed.ok) throw new Error('It was read')
    expect(parsed.failure.sentence).toContain(sentence)
    expect(parsed.failure.sentence.length).toBeLessThan(300)
  })

  test('alias bombs and prototype keys do no harm (attacks IM5, IM6)', () => {
    const levels = Array.from({ length: 30 }, (_, level) => {
      const alias = level === 0 ? 'x' : `*a${level - 1}`
      return `a${level}: &a${level} [${Array(10).fill(alias).join(', ')}]`
    })
    expect(readDocument(bytesOf(levels.join('\n')), itemFormat).ok).toBe(false)
    const hostile =
      'info:\n  name: a\n  type: http\n__proto__:\n  polluted: true\nconstructor: {prototype: {polluted: 1}}\n'
    expect(readDocument(bytesOf(hostile), itemFormat).ok).toBe(true)
    expect(Reflect.get({}, 'polluted')).toBeUndefined()
  })

  test('a file of many keys is read', () => {
    const lines = Array.from({ length: 5000 }, (_, index) => `k${index}: 1`)
    const text = `info:\n  name: a\n  type: http\n${lines.join('\n')}`
    expect(readDocument(bytesOf(text), itemFormat).ok).toBe(true)
  })

  test('is never overwritten', () => {
    expect(writeDocument<Item>(newHttpRequest({ name: 'a' }), itemFormat, 'info: {')).toMatchObject({
      failure: { code: 'NOT_YAML' },
    })
  })
})

test('the size of a value is found without printing it, and no more of it is read than that takes', () => {
  let reads = 0
  const entry = {
    get name() {
      reads += 1
      return 'a'
    },
  }
  expect(
    isLongerThan(
      Array.from({ length: 100_000 }, () => entry),
      100,
    ),
  ).toBe(true)
  expect(reads).toBeLessThan(100)
  expect(isLongerThan({ a: ['b', 1, null, true] }, 100)).toBe(false)
  const headers = Array.from({ length: 12_000 }, () => row('a', 'b'.repeat(1000)))
  expect(writeDocument<Item>(newHttpRequest({ name: 'a', headers }), itemFormat, null)).toMatchObject({
    ok: false,
    failure: { code: 'TOO_LARGE' },
  })
})

test.each([true, false])(
  'where another client wrote `enabled: %s`, a change of it is written and read back',
  enabled => {
    const text = `name: Dev
variables:
  # where it runs
  - name: host
    value: a.test
    enabled: ${enabled}
    x-note: kept
`
    const environment = read(text, environmentFormat)
    expect(environment.variables.map(one => one.enabled)).toEqual([enabled])
    expect(written(environment, environmentFormat, text)).toBe(text)
    const variables = environment.variables.map(one => ({ ...one, enabled: !enabled }))
    const changed = written({ ...environment, variables }, environmentFormat, text)
    expect(read(changed, environmentFormat).variables).toEqual(variables)
    expect(changed).toContain('# where it runs')
    expect(changed).toContain('x-note: kept')
    expect(changed.includes('disabled: true')).toBe(enabled)
  },
)
