import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { anyText, jsonText, numberText, pieceEnds, tokensOf } from './json-texts.testkit.ts'
import { JsonTokenizer } from './json-tokenizer.ts'

const utf8 = (text: string) => new TextEncoder().encode(text)
const runs = { numRuns: 400 }

function isParsed(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

/** Whether bytes are UTF-8 that `JSON.parse` accepts. */
function isParsedAsBytes(bytes: Uint8Array): boolean {
  try {
    return isParsed(new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes))
  } catch {
    return false
  }
}

describe('tokens', () => {
  test('are those of any JSON, as written, with only white space between them', () => {
    fc.assert(
      fc.property(jsonText, ({ text, tokens: expected }) => {
        const { tokens, fault } = tokensOf(text)
        expect(fault).toBeNull()
        expect(tokens.map(([, , , written]) => written)).toEqual(expected)
        let at = 0
        let rejoined = ''
        for (const [, from, to, written] of tokens) {
          expect(text.slice(at, from)).toMatch(/^[ \t\r\n]*$/)
          rejoined += text.slice(at, from) + written
          at = to
        }
        expect(rejoined + text.slice(at)).toBe(text)
      }),
      runs,
    )
  })

  test('are found in exactly the texts that JSON.parse accepts', () => {
    fc.assert(
      fc.property(anyText, text => {
        expect(tokensOf(text).fault === null).toBe(isParsed(text))
        const bytes = utf8(text)
        expect(tokensOf(bytes).fault === null).toBe(isParsedAsBytes(bytes))
      }),
      { numRuns: 2_000 },
    )
  })

  test('are the same however the text is divided, and so is the first error', () => {
    const options = fc.record(
      {
        variables: fc.constantFrom('values' as const, 'keysAndValues' as const),
        allowsAnyString: fc.boolean(),
        allowsByteOrderMark: fc.boolean(),
        deepest: fc.constantFrom(2, 500),
        reportsParts: fc.boolean(),
      },
      { requiredKeys: [] },
    )
    fc.assert(
      fc.property(anyText, pieceEnds, options, (text, endsIn, some) => {
        const whole = tokensOf(text, some)
        expect(tokensOf(text, some, endsIn(text.length))).toEqual(whole)
        const bytes = utf8(text)
        // Parts of characters are no text.
        const inBytes = { ...some, reportsParts: false }
        const { tokens, fault } = tokensOf(bytes, inBytes)
        expect(tokensOf(bytes, inBytes, endsIn(bytes.length))).toEqual({ tokens, fault })
        if (!text.isWellFormed()) return
        const placed = (at: number) => utf8(text.slice(0, at)).length
        expect(tokens).toEqual(
          whole.tokens.map(([token, from, to, written]) => [token, placed(from), placed(to), written]),
        )
        expect(fault?.tokenAt).toEqual(whole.fault === null ? undefined : placed(whole.fault.tokenAt))
      }),
      { numRuns: 1_000 },
    )
  })

  test('keep the text of numbers', () => {
    fc.assert(
      fc.property(numberText, pieceEnds, (text, endsIn) => {
        expect(tokensOf(text, {}, endsIn(text.length)).tokens).toEqual([['number', 0, text.length, text]])
      }),
      runs,
    )
  })

  test('have the values of strings', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), text => {
        const written = JSON.stringify(text)
        for (const source of [written, utf8(written)]) {
          const tokenizer = new JsonTokenizer()
          tokenizer.write(source)
          expect(tokenizer.next()).toBe('string')
          expect(tokenizer.value()).toBe(text)
          expect(tokenizer.text()).toBe(written)
        }
      }),
      runs,
    )
  })
})

test.each([
  ['', 0, 0, 'value'],
  [' \n ', 3, 3, 'value'],
  ['\ufeff1', 0, 0, 'value'],
  ['\u00a01', 0, 0, 'value'],
  ['01', 1, 0, 'value'],
  ['-', 1, 0, 'value'],
  ['-01', 2, 0, 'value'],
  ['1.', 2, 0, 'value'],
  ['1.e1', 2, 0, 'value'],
  ['1e', 2, 0, 'value'],
  ['1e+', 3, 0, 'value'],
  ['.5', 0, 0, 'value'],
  ['+1', 0, 0, 'value'],
  ['0x1', 1, 0, 'value'],
  ['1_0', 1, 0, 'value'],
  ['NaN', 0, 0, 'value'],
  ['nan', 1, 0, 'value'],
  ['-Infinity', 1, 0, 'value'],
  ['tru', 3, 0, 'value'],
  ['True', 0, 0, 'value'],
  ['trues', 4, 0, 'value'],
  ['nul"', 3, 0, 'value'],
  ['[1,]', 3, 3, 'value'],
  ['[,1]', 1, 1, 'valueOrClose'],
  ['[1 2]', 3, 3, 'commaOrClose'],
  ['[1}', 2, 2, 'commaOrClose'],
  ['[1', 2, 2, 'commaOrClose'],
  ['[', 1, 1, 'valueOrClose'],
  ['{', 1, 1, 'keyOrClose'],
  ['{"a":1,}', 7, 7, 'key'],
  ['{"a"}', 4, 4, 'colon'],
  ['{"a":}', 5, 5, 'value'],
  ['{a:1}', 1, 1, 'keyOrClose'],
  ['{1:1}', 1, 1, 'keyOrClose'],
  ['{null:1}', 1, 1, 'keyOrClose'],
  ['{"a":1]', 6, 6, 'commaOrClose'],
  ["['a']", 1, 1, 'valueOrClose'],
  ['[1]]', 3, 3, 'end'],
  ['1 1', 2, 2, 'end'],
  ['{}\u0000', 2, 2, 'end'],
  ['[1] // one', 4, 4, 'end'],
  ['"a', 2, 0, 'value'],
  ['"a\nb"', 2, 0, 'value'],
  ['"\t"', 1, 0, 'value'],
  ['"\u0000"', 1, 0, 'value'],
  ['"\\x41"', 2, 0, 'value'],
  ['"\\\'"', 2, 0, 'value'],
  ['"\\u12', 5, 0, 'value'],
  ['"\\u12"', 5, 0, 'value'],
  ['"\\u12g4"', 5, 0, 'value'],
  ['"\\', 2, 0, 'value'],
  ['{"\\u":1}', 4, 1, 'keyOrClose'],
  ['{{a}}', 1, 1, 'keyOrClose'],
] as const)('%j is not JSON from %i on', (text, at, tokenAt, expected) => {
  expect(tokensOf(text).fault).toMatchObject({ at, tokenAt, expected, isTooDeep: false })
  expect(isParsed(text)).toBe(false)
})

test.each([
  '-0',
  '-0.0e-0',
  '1E400',
  '"\ud800"',
  '"\\ud800"',
  '"\u007f\u2028"',
  '"\\/"',
  ' \t\r\n1 ',
  '[[],{}]',
  '{"":0,"":1}',
])('%j is JSON', text => {
  expect(tokensOf(text).fault).toBeNull()
  expect(isParsed(text)).toBe(true)
})

test.each([
  ['a lonely continuation', [0x80], 1],
  ['an unfinished sequence', [0xc3], 2],
  ['a sequence that another begins', [0xe2, 0x82, 0xe2, 0x82, 0xac], 3],
  ['an overlong slash of two bytes', [0xc0, 0xaf], 1],
  ['an overlong slash of three bytes', [0xe0, 0x80, 0xaf], 2],
  ['an overlong slash of four bytes', [0xf0, 0x80, 0x80, 0xaf], 2],
  ['a surrogate', [0xed, 0xa0, 0x80], 2],
  ['a character beyond the last', [0xf4, 0x90, 0x80, 0x80], 2],
  ['a byte that UTF-8 does not have', [0xff], 1],
])('a string in UTF-8 may not have %s', (_what, bytes, at) => {
  const text = Uint8Array.of(0x22, ...bytes, 0x22)
  expect(isParsedAsBytes(text)).toBe(false)
  expect(tokensOf(text).fault).toMatchObject({ at, tokenAt: 0, within: 'string' })
  expect(tokensOf(text, { allowsAnyString: true }).fault).toBeNull()
})

test('any bytes between quotes are accepted exactly where they are UTF-8', () => {
  const byte = fc.oneof(
    fc.constantFrom(0x80, 0xa0, 0xbf, 0xc2, 0xe0, 0xed, 0xef, 0xf0, 0xf4, 0x22),
    fc.nat(255),
  )
  fc.assert(
    fc.property(fc.array(byte, { maxLength: 5 }), bytes => {
      const text = Uint8Array.of(0x22, ...bytes, 0x22)
      expect(tokensOf(text).fault === null).toBe(isParsedAsBytes(text))
    }),
    { numRuns: 2_000 },
  )
})

test('a byte order mark is skipped where it is allowed', () => {
  const options = { allowsByteOrderMark: true }
  expect(tokensOf('\ufeff 1', options, [1])).toEqual({ tokens: [['number', 2, 3, '1']], fault: null })
  expect(tokensOf(utf8('\ufeff1'), options, [1, 2])).toEqual({ tokens: [['number', 3, 4, '1']], fault: null })
  for (const text of ['\ufeff', '\ufeff\ufeff1', ' \ufeff1', '1\ufeff'])
    expect(tokensOf(text, options).fault).not.toBeNull()
  expect(tokensOf(Uint8Array.of(0xef, 0xbb), options).fault).toMatchObject({ at: 0 })
})

test.each(['?', '"?"', '"\\?"', '"\\u00?0"', '1?', '-?', '1.?', '1e?', '[1?]', 'tru?'])(
  'any character in the place of ? in %s',
  pattern => {
    for (let code = 0; code <= 0x17f; code += 1) {
      const text = pattern.replace('?', () => String.fromCharCode(code))
      expect([code, tokensOf(text).fault === null]).toEqual([code, isParsed(text)])
      expect([code, tokensOf(utf8(text)).fault === null]).toEqual([code, isParsed(text)])
    }
  },
)

describe('variables', () => {
  const kinds = (text: string, variables: 'values' | 'keysAndValues') => {
    const { tokens, fault } = tokensOf(text, { variables })
    return (
      fault?.tokenAt ??
      tokens
        .map(([token, , , written]) => (token.startsWith('variable') ? `${token} ${written}` : token))
        .join(', ')
    )
  }

  test.each([
    ['{{a}}', 'variable {{a}}'],
    ['[{{ a b }},{{"q":1}}]', 'openArray, variable {{ a b }}, comma, variable {{"q":1}}, closeArray'],
    ['{"k":{{a}}}', 'openObject, key, colon, variable {{a}}, closeObject'],
    ['{{{a}}:1}', 'openObject, variableKey {{a}}, colon, number, closeObject'],
    [
      '[{{{a}}:{{{b}}:{{c}}}}]',
      'openArray, openObject, variableKey {{a}}, colon, openObject, variableKey {{b}}, colon, variable {{c}}, closeObject, closeObject, closeArray',
    ],
    ['{"a":"{{b}}"}', 'openObject, key, colon, string, closeObject'],
    ['{{}}', 1],
    ['{{a', 0],
    ['{{a}', 0],
    ['{{a}b}}', 0],
    ['{{a{b}}', 0],
    ['{', 1],
    ['{{', 1],
    ['{{a}}1', 5],
    ['1{{a}}', 1],
    ['{{a}}{{b}}', 5],
    ['{{{{', 1],
  ])('%j', (text, expected) => {
    expect(kinds(text, 'keysAndValues')).toBe(expected)
  })

  test('may be values only', () => {
    expect(kinds('[{{a}}]', 'values')).toBe('openArray, variable {{a}}, closeArray')
    expect(kinds('{{{a}}:1}', 'values')).toBe(1)
    expect(kinds('{"b":1,{{a}}:1}', 'values')).toBe(7)
  })
})

describe('a hostile text', () => {
  test.each([
    ['[[', 2],
    ['{"a":[{"b":1}]}', 3],
  ])('%s is refused at the bracket beyond the depth', (text, depth) => {
    expect(tokensOf(text, { deepest: depth }).fault?.isTooDeep ?? false).toBe(false)
    const { fault } = tokensOf(text, { deepest: depth - 1 })
    expect(fault).toMatchObject({ isTooDeep: true, expected: expect.stringMatching(/^value/) })
  })

  /** The text as bytes that count how often they are read. */
  function counted(text: string) {
    const bytes = utf8(text)
    const count = { reads: 0 }
    const piece = new Proxy(bytes, {
      get(target, key) {
        if (typeof key === 'string' && /^\d+$/.test(key)) count.reads += 1
        return Reflect.get(target, key, target)
      },
    })
    return { piece, count }
  }

  test.each([
    ['brackets', '['.repeat(20_000)],
    ['brackets that close', '['.repeat(10_000) + ']'.repeat(10_000)],
    ['braces', '{{'.repeat(10_000)],
    ['white space', ' '.repeat(20_000)],
    ['backslashes', `"${'\\'.repeat(20_000)}`],
    ['quotes', `[${'"",'.repeat(7_000)}`],
    ['digits', '1'.repeat(20_000)],
    ['exponents', `[${'1e'.repeat(10_000)}`],
    ['a variable without an end', `{{${'a'.repeat(20_000)}`],
    ['a string without an end', `"${'\\u00e9'.repeat(4_000)}`],
  ])('of %s is read once', (_what, text) => {
    const { piece, count } = counted(text)
    const tokenizer = new JsonTokenizer({ variables: 'keysAndValues', reportsParts: true })
    tokenizer.write(piece)
    let steps = 0
    while (!/^(?:more|fault)$/.test(tokenizer.next())) steps += 1
    expect(count.reads).toBeLessThanOrEqual(4 * text.length)
    expect(steps).toBeLessThanOrEqual(text.length)
  })

  test.each(['1'.repeat(100_000), `"${'\\n'.repeat(50_000)}"`, `{{${'a'.repeat(100_000)}}}`])(
    'in pieces of one character is read once: %.5s',
    text => {
      const tokenizer = new JsonTokenizer({ variables: 'values' })
      let steps = 0
      for (const character of text) {
        tokenizer.write(character)
        steps += 1
        while (tokenizer.next() !== 'more') steps += 1
      }
      tokenizer.finish()
      expect(tokenizer.next()).toMatch(/^(?:number|string|variable|end)$/)
      expect(tokenizer.text() === text).toBe(true)
      expect(steps).toBeLessThanOrEqual(text.length + 1)
    },
  )
})
