import fc from 'fast-check'
import { type JsonFault, type JsonToken, JsonTokenizer, type JsonTokenizerOptions } from './json-tokenizer.ts'

/** A token with its place and its text as written. */
export type FoundToken = readonly [token: JsonToken, from: number, to: number, text: string]

/** Reads a text whose pieces end at some positions, and returns its tokens and its first error. */
export function tokensOf(
  source: string | Uint8Array,
  options: JsonTokenizerOptions = {},
  ends: readonly number[] = [],
): { readonly tokens: readonly FoundToken[]; readonly fault: JsonFault | null } {
  const tokenizer = new JsonTokenizer(options)
  const tokens: FoundToken[] = []
  let parts = ''
  const take = () => {
    for (let token = tokenizer.next(); !isStop(token); token = tokenizer.next()) {
      parts += tokenizer.text()
      if (!tokenizer.isWhole) continue
      tokens.push([token, tokenizer.from, tokenizer.to, parts])
      parts = ''
    }
  }
  let from = 0
  for (const end of [...ends, source.length]) {
    tokenizer.write(source.slice(from, end))
    from = end
    take()
  }
  tokenizer.finish()
  take()
  return { tokens, fault: tokenizer.fault }
}

function isStop(token: JsonToken): boolean {
  return token === 'more' || token === 'end' || token === 'fault'
}

/** Positions at which pieces of a text end: after each unit, or anywhere. */
export const pieceEnds = fc.oneof(
  fc.constant((length: number) => Array.from({ length }, (_, at) => at)),
  fc
    .array(fc.nat(), { maxLength: 8 })
    .map(numbers => (length: number) => numbers.map(number => number % (length + 1)).sort((a, b) => a - b)),
)

const space = fc.stringMatching(/^[ \t\r\n]{0,3}$/)
export const numberText = fc.stringMatching(/^-?(0|[1-9][0-9]{0,25})(\.[0-9]{1,25})?([eE][+-]?[0-9]{1,4})?$/)
const stringText = fc.oneof(
  fc.string().map(text => JSON.stringify(text)),
  fc.string({ unit: 'binary' }).map(text => JSON.stringify(text)),
  fc.stringMatching(/^"(\\["\\/bfnrt]|\\u[0-9a-fA-F]{4}|[ -!#-[\]-~é€𝄞])*"$/u),
)

/** The tokens of a JSON text without its white space. */
const { tokens: jsonTokens } = fc.letrec<{ tokens: readonly string[] }>(tie => ({
  tokens: fc.oneof(
    { maxDepth: 4, depthSize: 'small' },
    fc.oneof(numberText, stringText, fc.constantFrom('true', 'false', 'null')).map(text => [text]),
    fc.array(tie('tokens'), { maxLength: 4 }).map(items => ['[', ...separated(items), ']']),
    fc
      .array(fc.tuple(fc.oneof(stringText, fc.constantFrom('"a"', '"__proto__"', '"1"')), tie('tokens')), {
        maxLength: 4,
      })
      .map(members => ['{', ...separated(members.map(([key, value]) => [key, ':', ...value])), '}']),
  ),
}))

function separated(parts: readonly (readonly string[])[]): readonly string[] {
  return parts.flatMap((part, at) => (at === 0 ? part : [',', ...part]))
}

/** A JSON text with white space anywhere between its tokens, and these tokens. */
export const jsonText = fc
  .tuple(jsonTokens, fc.array(space, { minLength: 1, maxLength: 5 }))
  .map(([tokens, spaces]) => ({
    tokens,
    text: `${tokens.map((token, at) => `${spaces[at % spaces.length]}${token}`).join('')}${spaces[0]}`,
  }))

const fragments = [
  ...['{', '}', '[', ']', ',', ':', '"', '\\', '\\u', ' ', '\n', '0', '1', '-', '+', '.', 'e', 'E', 'x'],
  ...['"a"', '"a":', '""', 'tru', 'true', 'nul', 'null', 'false', 'NaN', '01', '1.', '{}', '[]', '[1,2]'],
  ...[
    '{{',
    '}}',
    '{{a}}',
    '{{ü}}',
    '\u0000',
    '\u001f',
    '\u00a0',
    '\u2028',
    '\ufeff',
    'é',
    '𝄞',
    '\ud800',
    '//',
  ],
]

/** A text that may be JSON: fragments, or JSON with a few changes. */
export const anyText = fc.oneof(
  fc.array(fc.constantFrom(...fragments), { maxLength: 10 }).map(parts => parts.join('')),
  fc
    .tuple(
      jsonText,
      fc.array(fc.tuple(fc.nat(), fc.nat(2), fc.constantFrom('', ...fragments)), { maxLength: 3 }),
    )
    .map(([{ text }, changes]) => changes.reduce(changed, text)),
)

function changed(text: string, [place, removed, added]: readonly [number, number, string]): string {
  const at = place % (text.length + 1)
  return text.slice(0, at) + added + text.slice(at + removed)
}
