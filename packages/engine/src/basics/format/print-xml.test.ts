import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { printXml, XmlPrinter } from './print-xml.ts'

test.each([
  ['<a><b>text</b><c/></a>', '<a>\n  <b>text</b>\n  <c/>\n</a>'],
  ['<?xml version="1.0"?><a  x="1>2"/>', '<?xml version="1.0"?>\n<a  x="1>2"/>'],
  ['<a>\n\n<b></b>\n</a>', '<a>\n  <b></b>\n</a>'],
  ['<p>one <b>two</b> three</p>', '<p>one <b>two</b> three</p>'],
  ['<p>one <br/> <b>two</b></p>', '<p>one <br/> <b>two</b></p>'],
  ['<a><![CDATA[<not> a tag]]></a>', '<a><![CDATA[<not> a tag]]></a>'],
  ['<a><!-- - -- x --><b/></a>', '<a>\n  <!-- - -- x -->\n  <b/>\n</a>'],
  ['<!DOCTYPE a [<!ENTITY e "x">]><a/>', '<!DOCTYPE a [<!ENTITY e "x">]>\n<a/>'],
])('lays out %s', (text, printed) => {
  expect(printXml(text)).toBe(printed)
})

test.each(['', 'text', '<a>', '</a>', '<a></b>', '<a><b></a></b>', '<a', '<a/> text', '<!-- x', '{"a":1}'])(
  'is null for %s',
  text => {
    expect(printXml(text)).toBeNull()
  },
)

const text = fc.constantFrom('one', ' ', '\n  ', ' two ', '<![CDATA[ <x> ]]>', '<!-- y -->', '<?z ?>')
const element = fc.letrec<{ node: string; element: string }>(tie => ({
  node: fc.oneof({ maxDepth: 4 }, text, tie('element')),
  element: fc
    .tuple(fc.constantFrom('a', 'b:c', 'long-name'), fc.array(tie('node'), { maxLength: 4 }))
    .map(([name, children]) =>
      children.length === 0 ? `<${name} x='">'/>` : `<${name}>${children.join('')}</${name}>`,
    ),
})).element

describe('of any elements', () => {
  test('changes only white space between tags, and printing again changes nothing', () => {
    fc.assert(
      fc.property(element, value => {
        const printed = printXml(value) ?? ''
        expect(printed.replace(/\s+/g, '')).toBe(value.replace(/\s+/g, ''))
        expect(printXml(printed)).toBe(printed)
      }),
    )
  })

  test('prints the same however the text is divided', () => {
    fc.assert(
      fc.property(element, fc.integer({ min: 1, max: 7 }), (value, length) => {
        const pieces: string[] = []
        const printer = new XmlPrinter(piece => pieces.push(piece))
        for (let at = 0; at < value.length; at += length)
          expect(printer.write(value.slice(at, at + length))).toBe(true)
        expect(printer.end()).toBe(true)
        expect(pieces.join('')).toBe(printXml(value))
      }),
    )
  })
})

test('megabytes in one text, one comment and one tag are printed', () => {
  // In quadratic time, the test would not end.
  for (const whole of ['<a>x</a>', '<a><!--x--></a>', '<a y="x"/>'].map(part =>
    part.replace('x', 'x'.repeat(5_000_000)),
  )) {
    const printer = new XmlPrinter(() => {})
    for (let at = 0; at < whole.length; at += 65_536) if (!printer.write(whole.slice(at, at + 65_536))) break
    expect(printer.end()).toBeTypeOf('boolean')
  }
})
