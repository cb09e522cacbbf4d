import fc from 'fast-check'
import { expect, test } from 'vitest'
import { JsonPrinter } from './print-json.ts'
import { showEscapes } from './show-escapes.ts'

function printed(text: string, length = text.length): string {
  const pieces: string[] = []
  const printer = new JsonPrinter(piece => pieces.push(piece), false, showEscapes())
  for (let at = 0; at < text.length; at += length) printer.write(text.slice(at, at + length))
  expect(printer.end()).toBe(true)
  return pieces.join('')
}

test.each([
  ['"\\u041f\\u0440\\u0438\\u0432\\u0435\\u0442 \\u4f60\\u597d"', '"Привет 你好"'],
  ['{"\\u00e9t\\u00e9":"\\ud83d\\ude00"}', '{\n  "été": "😀"\n}'],
  ['"\\u0041\\n\\u0042\\/"', '"A\\nB\\/"'],
  ['"\\\\u0041 \\\\\\u0041"', '"\\\\u0041 \\\\A"'],
])('shows the letters of %s', (text, shown) => {
  expect(printed(text)).toBe(shown)
})

test.each([
  '"\\u0022\\u005c\\u0000\\u001f\\u007f\\u0085"',
  '"\\u202e\\u200b\\u2066\\u061c\\ufeff\\u2028\\u00a0\\u3000\\u00ad"',
  '"\\ud83d \\ude00 \\ud83d\\ud83d \\ud83dA"',
  '"\\ue000\\uffff\\udb40\\udc41"',
])('keeps %s', text => {
  expect(printed(text)).toBe(text)
})

test('a text in pieces is shown as a whole one is, and says the same', () => {
  const part = fc.constantFrom('\\u0416', '\\ud83d\\ude00', '\\ud83d', '\\u0022', '\\\\', '\\n', 'u0041', 'x')
  fc.assert(
    fc.property(fc.array(part), fc.integer({ min: 1, max: 9 }), (parts, length) => {
      const text = `["${parts.join('')}",1]`
      const whole = printed(text)
      expect(printed(text, length)).toBe(whole)
      expect(JSON.parse(whole)).toEqual(JSON.parse(text))
    }),
  )
})
