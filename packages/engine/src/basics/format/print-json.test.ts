import fc from 'fast-check'
import { describe, expect, test, vi } from 'vitest'
import { jsonFault } from './json-fault.ts'
import { JsonPrinter, printJson, printJsonInSteps } from './print-json.ts'

/** The text without what printing may change: white space outside of strings. */
function tokens(text: string): string {
  return (text.match(/"(?:[^"\\]|\\.)*"|[^\s"]+/gs) ?? []).join('')
}

describe('printJson', () => {
  test('breaks and indents lines, and nothing else', () => {
    expect(printJson('\ufeff {"a":[1,2,{"b":null}],"e":{},"f":[ ],"s":"x: {[,"}\r\n')).toBe(
      '{\n  "a": [\n    1,\n    2,\n    {\n      "b": null\n    }\n  ],\n  "e": {},\n  "f": [],\n  "s": "x: {[,"\n}',
    )
  })

  test.each([
    ['{"id":12345678901234567890123}', '{\n  "id": 12345678901234567890123\n}'],
    ['{"a":1,"a":2.50,"b":1E+2}', '{\n  "a": 1,\n  "a": 2.50,\n  "b": 1E+2\n}'],
    ['["\\u00e9\\/\\"\\\\"]', '[\n  "\\u00e9\\/\\"\\\\"\n]'],
    ['{"2":0,"1":0}', '{\n  "2": 0,\n  "1": 0\n}'],
    ['"text"', '"text"'],
    [' -0.0 ', '-0.0'],
    ['null', 'null'],
    ['[]', '[]'],
    ['["\ufeff"]', '[\n  "\ufeff"\n]'],
  ])('keeps every token of %s', (text, printed) => {
    expect(printJson(text)).toBe(printed)
  })

  test('of any value parses to that value, its tokens unchanged', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.constantFrom(undefined, 1, '\t'), (value, space) => {
        const text = JSON.stringify(value, null, space)
        const printed = printJson(text) ?? ''
        expect(JSON.parse(printed)).toEqual(JSON.parse(text))
        expect(tokens(printed)).toBe(tokens(text))
        expect(printJson(printed)).toBe(printed)
      }),
    )
  })

  test('formats as JSON.stringify does', () => {
    fc.assert(
      fc.property(
        fc.jsonValue(),
        value => printJson(JSON.stringify(value)) === JSON.stringify(value, null, 2),
      ),
    )
  })

  test.each([
    '',
    ' \n',
    '{',
    '[1',
    '}',
    '[}',
    '{]',
    '[1]]',
    '"abc',
    '"abc\\"',
    '"abc\\',
    '{"a":"b',
    '1 2',
    '{"a":1}\n{"a":2}',
    '[1 2]',
    '["a""b"]',
    '[1,]',
    '{"a":1,}',
    '[,1]',
    '{"a"}',
    '{"a" 1}',
    '{"a":}',
    '{1:2}',
    '{{name}}',
    '{"a": {{name}}}',
    '[1] // why',
    '[01, NaN]',
    "['a']",
    '<html>',
    '1\ufeff',
  ])('is null for %j, which is not JSON', text => {
    expect(printJson(text)).toBeNull()
  })

  test('a text that is cut off anywhere is null', () => {
    const text = '{"a":["x\\"y",{"b":[1,true]},{}],"c":"d"}'
    for (let length = 0; length < text.length; length += 1)
      expect(printJson(text.slice(0, length))).toBeNull()
  })
})

describe('a hostile text', () => {
  // In quadratic time, the tests would not end.
  test('with a depth of 100,000 takes little time and memory', () => {
    const text = '['.repeat(100_000) + ']'.repeat(100_000)
    const printed = printJson(text)
    expect(printed?.length).toBeLessThan(text.length + 25_000)
    expect(tokens(printed ?? '')).toBe(text)
    expect(printJson('{"a":'.repeat(100_000))).toBeNull()
  })

  test('with a string of megabytes is printed', () => {
    const plain = `"${'x'.repeat(1_000_000)}"`
    expect(printJson(plain) === plain).toBe(true)
    const escapes = `"${'\\n'.repeat(5_000_000)}"`
    expect(printJson(escapes) === escapes).toBe(true)
    expect(printJson(escapes.slice(0, -1))).toBeNull()
    expect(printJson('"'.repeat(1_000_001))).toBeNull()
  })
})

test('gives up where indentation would make a small text large', () => {
  const wide = `${'['.repeat(100)}${'1,'.repeat(50_000)}1${']'.repeat(100)}`
  expect(printJson(wide)).toBeNull()
})

test('variables stand for keys and values where they are allowed, and stay as typed', () => {
  const text = '{"n":{{ id }},{{key}}:"{{in}}","l":[{{a}},{{b}}],"big":12345678901234567890,"o":{{{k}}:1}}'
  expect(printJson(text)).toBeNull()
  expect(printJson(text, { allowsVariables: true })).toBe(
    [
      '{',
      '  "n": {{ id }},',
      '  {{key}}: "{{in}}",',
      '  "l": [',
      '    {{a}},',
      '    {{b}}',
      '  ],',
      '  "big": 12345678901234567890,',
      '  "o": {',
      '    {{k}}: 1',
      '  }',
      '}',
    ].join('\n'),
  )
  expect(printJson('{{whole}}', { allowsVariables: true })).toBe('{{whole}}')
  expect(printJson('{"a":{{b}}5}', { allowsVariables: true })).toBeNull()
  expect(printJson('{{a}}{{b}}', { allowsVariables: true })).toBeNull()
})

test('prints the same however the text is divided', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.integer({ min: 1, max: 5 }), (value, length) => {
      const text = JSON.stringify(value)
      const pieces: string[] = []
      const printer = new JsonPrinter(piece => pieces.push(piece))
      for (let at = 0; at < text.length; at += length)
        expect(printer.write(text.slice(at, at + length))).toBe(true)
      expect(printer.end()).toBe(true)
      expect(pieces.join('')).toBe(printJson(text))
    }),
  )
})

test.each<[string, [line: number, column: number] | null]>([
  ['{"a": [1, {{b}}, "{{c}}"]}', null],
  [' 1 ', null],
  ['', [1, 1]],
  ['{', [1, 2]],
  ['{"a": 1,\n  "b": tru }', [2, 8]],
  ['{"a": 1,\r\n\r\n  b: 2}', [3, 3]],
  ['[1, 2', [1, 6]],
  ['[1,]', [1, 4]],
  ['"abc', [1, 5]],
  ['12a', [1, 1]],
  ['{} {}', [1, 4]],
])('%j stops being JSON at %j', (text, position) => {
  const fault = jsonFault(text)
  expect(fault && [fault.line, fault.column]).toEqual(position)
})

test('prints and fails the same however the text is divided', () => {
  const fragments = [
    '{',
    '}',
    '[',
    ']',
    ',',
    ':',
    '"',
    '\\',
    '"a"',
    '"b":',
    ' ',
    '\n',
    '1',
    '-2.5e3',
    'tru',
    'true',
  ]
  const text = fc
    .array(fc.constantFrom(...fragments, '{{c}}', '{{', '}}', '\ufeff', '\u0001'), { maxLength: 12 })
    .map(parts => parts.join(''))
  fc.assert(
    fc.property(text, fc.integer({ min: 1, max: 4 }), fc.boolean(), (text, length, allowsVariables) => {
      const printed = (step: number) => {
        const pieces: string[] = []
        const printer = new JsonPrinter(piece => pieces.push(piece), allowsVariables)
        let isJson = true
        for (let at = 0; isJson && at < text.length; at += step)
          isJson = printer.write(text.slice(at, at + step))
        return isJson && printer.end() ? pieces.join('') : printer.faultAt
      }
      expect(printed(length)).toEqual(printed(Math.max(1, text.length)))
    }),
    { numRuns: 1_000 },
  )
})

test('a string is looked through once, whatever it has', () => {
  const spies = [vi.spyOn(String.prototype, 'charCodeAt'), vi.spyOn(String.prototype, 'indexOf')]
  for (const text of [`"${'\\'.repeat(20_000)}"`, `"${'\\"'.repeat(10_000)}"`, `"${'\\\\"'.repeat(5_000)}`])
    printJson(text)
  const steps = spies.reduce((sum, { mock }) => sum + mock.calls.length, 0)
  for (const spy of spies) spy.mockRestore()
  expect(steps).toBeLessThan(4 * 20_000)
})

test('a long text is printed in steps as in one go', async () => {
  const long = JSON.stringify(Array.from({ length: 9000 }, (_, at) => ({ [`a${at}`]: ['"\u0041', {}, at] })))
  expect(long.length).toBeGreaterThan(3 * 65_536)
  expect(await printJsonInSteps(long)).toBe(printJson(long))
  expect(await printJsonInSteps(`${long}]`)).toBeNull()
  expect(await printJsonInSteps('{{a}}', { allowsVariables: true })).toBe('{{a}}')
})
