import fc from 'fast-check'
import { expect, test } from 'vitest'
import { CssPrinter, printCss } from './print-css.ts'

test.each([
  ['a{color:red;b:c}', 'a {\n  color: red;\n  b: c\n}'],
  ['a:hover,b{x:y}', 'a:hover,b {\n  x: y\n}'],
  ['@media (min-width:1px){a{b:c}}', '@media (min-width:1px) {\n  a {\n    b: c\n  }\n}'],
  ['@import "a;b";a{}', '@import "a;b";\na {\n}'],
  ['a{b:url(data:x;y{)}', 'a {\n  b: url(data:x;y{)\n}'],
  ['/* a { */ b{c:"}"}', '/* a { */\nb {\n  c: "}"\n}'],
  ['a  >  b { c : d /* e */ }', 'a > b {\n  c: d /* e */\n}'],
])('lays out %s', (text, printed) => {
  expect(printCss(text)).toBe(printed)
})

test.each(['a{', '}', 'a{b:"c', '/* a', 'a(b'])('is null for %s', text => {
  expect(printCss(text)).toBeNull()
})

const part = fc.constantFrom(
  'a',
  ' ',
  '\n',
  '{',
  '}',
  ';',
  ':',
  '"',
  '\\',
  '(',
  ')',
  '/',
  '*',
  '/*',
  '*/',
  '@m',
)

test('changes only white space, however the text is divided', () => {
  fc.assert(
    fc.property(fc.array(part, { maxLength: 30 }), fc.integer({ min: 1, max: 5 }), (parts, length) => {
      const text = parts.join('')
      const pieces: string[] = []
      const printer = new CssPrinter(piece => pieces.push(piece))
      let isFine = true
      for (let at = 0; at < text.length && isFine; at += length)
        isFine = printer.write(text.slice(at, at + length))
      isFine = isFine && printer.end()
      const printed = printCss(text)
      expect(isFine ? pieces.join('') : null).toBe(printed)
      if (printed !== null) expect(printed.replace(/\s+/g, '')).toBe(text.replace(/\s+/g, ''))
    }),
    { numRuns: 2000 },
  )
})
