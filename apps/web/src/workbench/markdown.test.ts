import { expect, it } from 'vitest'
import { readMarkdown } from './markdown.ts'

it('reads headings, paragraphs, lists, quotes, code and rules', () => {
  const text =
    '# Books\nAll `of` **them**\nand *more*.\n\n- one\n- two\n  goes on\n\n1. first\n\n> said\n\n```\n# code\n```\n---'
  expect(readMarkdown(text)).toEqual([
    { kind: 'heading', level: 1, spans: [{ kind: 'text', text: 'Books' }] },
    {
      kind: 'paragraph',
      spans: [
        { kind: 'text', text: 'All ' },
        { kind: 'code', text: 'of' },
        { kind: 'text', text: ' ' },
        { kind: 'strong', text: 'them' },
        { kind: 'text', text: '\nand ' },
        { kind: 'emphasis', text: 'more' },
        { kind: 'text', text: '.' },
      ],
    },
    {
      kind: 'list',
      isOrdered: false,
      items: [[{ kind: 'text', text: 'one' }], [{ kind: 'text', text: 'two\ngoes on' }]],
    },
    { kind: 'list', isOrdered: true, items: [[{ kind: 'text', text: 'first' }]] },
    { kind: 'quote', spans: [{ kind: 'text', text: 'said' }] },
    { kind: 'code', text: '# code' },
    { kind: 'rule' },
  ])
})

it.each(['javascript:alert(1)', 'data:text/html,x', 'file:///etc/passwd', '//evil.test', 'parley:x'])(
  'makes no link of %s',
  href => {
    const text = `[label](${href})`
    expect(readMarkdown(text)).toEqual([{ kind: 'paragraph', spans: [{ kind: 'text', text }] }])
  },
)

it('links to the web, images too', () => {
  expect(readMarkdown('![cover](https://a.test/x.png)')).toEqual([
    { kind: 'paragraph', spans: [{ kind: 'link', text: 'cover', href: 'https://a.test/x.png' }] },
  ])
})

it('leaves HTML as text, and reads what is never closed', () => {
  expect(readMarkdown('<img src=x onerror=alert(1)>')).toMatchObject([
    { spans: [{ kind: 'text', text: '<img src=x onerror=alert(1)>' }] },
  ])
  expect(readMarkdown('```\nopen')).toEqual([{ kind: 'code', text: 'open' }])
  expect(readMarkdown('**['.repeat(10_000))).toHaveLength(1)
  expect(readMarkdown('# a\n'.repeat(100_000))).toHaveLength(1)
})
