import { describe, expect, it, test } from 'vitest'
import { hostileMarkdown } from './hostile-markdown.testkit.ts'
import type { MarkdownNode } from './markdown-node.ts'
import { elementsOf, piecesOf, testHostileMarkdown, tooDeep } from './read-markdown.testkit.ts'
import { readMarkdown } from './read-markdown.ts'

/** The nodes in short: `p(All `code(of)`)`, with attributes behind the tag. */
function short(node: MarkdownNode): string {
  if (typeof node === 'string') return node
  const { tag, children, ...attributes } = node
  const values = Object.entries(attributes).map(([name, value]) => ` ${name}=${value}`)
  return `${tag}${values.join('')}(${children.map(short).join('')})`
}

const read = (text: string) => piecesOf(text).map(nodes => nodes.map(short))

test.each([
  ['# a\n## b\n### c\n#### d', ['h2(a)', 'h3(b)', 'h4(c)', 'h4(d)']],
  ['All `of` **them**\nand *more* ~~less~~', ['p(All code(of) strong(them)\nand em(more) s(less))']],
  ['- one\n- two\n  goes on', ['ul(li(one)li(two\ngoes on))']],
  ['- one\n\n- two', ['ul(li(p(one))li(p(two)))']],
  ['1. first\n   - below', ['ol start=1(li(firstul(li(below))))']],
  ['7) first', ['ol start=7(li(first))']],
  [
    '- [ ] open\n- [x] **done**\n- [a](https://a.test)',
    ['ul(li(☐ open)li(☑ strong(done))li(a href=https://a.test(a)))'],
  ],
  ['[x] no task', ['p([x] no task)']],
  ['> said', ['blockquote(p(said))']],
  ['```JS title\n# code\n```\n---', ['pre language=js(code(# code))', 'hr()']],
  ['``` ' + 'x'.repeat(99) + '\ncode', [`pre language=${'x'.repeat(20)}(code(code))`]],
  ['    indented', ['pre(code(indented))']],
  ['a\\\nb', ['p(abr()b)']],
  [
    '|a|b|c|\n|:-|:-:|-:|\n|1|2|3|',
    [
      'table(thead(tr(th align=left(a)th align=center(b)th align=right(c)))' +
        'tbody(tr(td align=left(1)td align=center(2)td align=right(3))))',
    ],
  ],
  ['```\nopen', ['pre(code(open))']],
  ['<b>x</b>', ['p(<b>x</b>)']],
  ['', undefined],
])('%j is formatted', (text, expected) => {
  expect(read(text)[0]).toEqual(expected)
})

describe('links lead to the web and to mail only (UI4, AI1)', () => {
  it.each(['http://a.test/', 'https://a.test/x?y#z', 'HTTPS://a.test', 'mailto:a@b.test'])('%s', href => {
    expect(short(piecesOf(`[label](${href})`)[0]?.[0] ?? '')).toContain('(label)')
    expect(hrefs(piecesOf(`[label](${href})`).flat())).toHaveLength(1)
  })

  it.each([
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    'java&#115;cript:alert(1)',
    'data:text/html,x',
    'vbscript:x',
    'file:///etc/passwd',
    'smb://evil.test/x',
    'ms-msdt:/id',
    'ftp://a.test/',
    'parley:x',
    '//evil.test',
    '/ticket/x',
    'other.md',
    '#part',
    'http:evil',
  ])('do not lead to %s', href => {
    for (const text of [
      `[label](${href})`,
      `![label](${href})`,
      `<${href}>`,
      `[label]\n\n[label]: ${href}`,
      href,
    ])
      expect(hrefs(piecesOf(text).flat()), text).toEqual([])
    expect(read(`[label](${href})`)[0]?.[0]).toContain('[label](')
  })

  it('shows an image as a link, and as its text within a link (AI1)', () => {
    expect(read('![cover](https://a.test/x.png) ![](https://a.test/y.png)')).toEqual([
      ['p(a href=https://a.test/x.png(cover) a href=https://a.test/y.png(https://a.test/y.png))'],
    ])
    expect(read('[![cover](https://a.test/x.png)](https://a.test/)')).toEqual([
      ['p(a href=https://a.test/(cover))'],
    ])
  })
})

test.each(tooDeep)('%s is refused (AI1)', name => {
  expect(() => readMarkdown(hostileMarkdown[name] ?? '')).toThrow(RangeError)
})

testHostileMarkdown(20_000)

it('keeps an ordinary table and a paragraph in one piece', () => {
  const before = '- item\n'.repeat(20)
  const table = `|a|b|c|\n|-|-|-|\n${'|1|2|3|\n'.repeat(30)}`
  const paragraph = 'word '.repeat(190)
  const pieces = read(`${before}\n${table}\n${paragraph}`).map(piece => piece.join(''))
  expect(pieces.filter(piece => /(table|p|tr) (isContinued|continues)/.test(piece))).toEqual([])
  expect(pieces.join('').match(/tr\(/g)).toHaveLength(31)
})

it('continues the numbers, without a second bullet, if a list is divided', () => {
  const items = Array.from({ length: 100 }, (_, index) => `1. ${'word '.repeat(index === 50 ? 800 : 5)}`)
  const pieces = piecesOf(items.join('\n'))
  const numbers: number[] = []
  for (const [list] of pieces) {
    if (typeof list !== 'object') throw new Error('A list is expected')
    for (const [index, item] of list.children.entries())
      if (typeof item === 'object' && item.isContinued !== true) numbers.push((list.start ?? 1) + index)
  }
  expect(pieces.length).toBeGreaterThan(3)
  expect(numbers).toEqual(items.map((_, index) => index + 1))
})

it('names the language in each piece of long code', () => {
  const pieces = piecesOf(`\`\`\`ts\n${'const a = 1\n'.repeat(400)}\`\`\``)
  expect(pieces.length).toBeGreaterThan(1)
  const blocks = pieces.flatMap(elementsOf).filter(({ tag }) => tag === 'pre')
  expect(new Set(blocks.map(({ language }) => language))).toEqual(new Set(['ts']))
})

function hrefs(nodes: readonly MarkdownNode[]): string[] {
  return elementsOf(nodes).flatMap(({ href }) => (href === undefined ? [] : [href]))
}
