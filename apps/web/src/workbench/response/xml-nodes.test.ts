import { printXml } from '@parley/engine/printers'
import { expect, it } from 'vitest'
import { attributePieces, mostXmlNodes, readXmlNodes, shownXmlRows } from './xml-nodes.ts'

/** The nodes as indented lines. */
function linesOf(text: string): readonly string[] | undefined {
  return readXmlNodes(text)?.nodes.map(
    ({ kind, depth, name, attributes, text: own, end }) =>
      `${'  '.repeat(depth)}${[kind, name, attributes, own, `→${end}`].filter(part => part !== '').join(' ')}`,
  )
}

it('reads elements, attributes, texts, comments and instructions', () => {
  const text = `\ufeff<?xml version="1.0"?>
    <!-- books -->
    <shop xmlns:x="urn:x">
      <x:book id='1' note="a > b">The &lt;Left&gt; Hand</x:book>
      <empty/><p>one <b>two</b> three</p>
      <![CDATA[ <raw> ]]>
    </shop>`
  expect(linesOf(text)).toEqual([
    'instruction <?xml version="1.0"?> →1',
    'comment <!-- books --> →2',
    'element shop xmlns:x="urn:x" →10',
    `  element x:book id='1' note="a > b" The &lt;Left&gt; Hand →4`,
    '  element empty →5',
    '  element p →9',
    '    text one →7',
    '    element b two →8',
    '    text three →9',
    '  cdata <![CDATA[ <raw> ]]> →10',
  ])
})

it('expands no entity', () => {
  const bomb = `<!DOCTYPE a [<!ENTITY b "${'c'.repeat(100)}"><!ENTITY d SYSTEM "file:///etc/passwd">]><a>&b;&d;</a>`
  expect(readXmlNodes(bomb)?.nodes.at(-1)).toMatchObject({ name: 'a', text: '&b;&d;' })
})

it.each([
  '',
  'text',
  '<a>',
  '</a>',
  '<a></b>',
  '<a><b></a></b>',
  '<a',
  '<a/> text',
  '<!-- x',
  '<>',
  '{"a":1}',
])('is null for %s, as the printer is', text => {
  expect(readXmlNodes(text)).toBeNull()
  expect(printXml(text)).toBeNull()
})

it('reads 100,000 nodes at most, however deep they are', () => {
  const wide = readXmlNodes(`<a>${'<b/>'.repeat(200_000)}</a>`)
  expect([wide?.nodes.length, wide?.isCut, wide?.nodes[0]?.end]).toEqual([mostXmlNodes, true, mostXmlNodes])
  const deep = readXmlNodes('<a>'.repeat(200_000))
  expect([deep?.nodes.length, deep?.nodes.at(-1)?.depth]).toEqual([mostXmlNodes, mostXmlNodes - 1])
})

it('hides what is in a closed element', () => {
  const { nodes } = readXmlNodes('<a><b><c/><d/></b><e/></a>') ?? { nodes: [] }
  const namesWithout = (...closed: number[]) =>
    shownXmlRows(nodes, new Set(closed)).map(index => nodes[index]?.name)
  expect(namesWithout()).toEqual(['a', 'b', 'c', 'd', 'e'])
  expect(namesWithout(1)).toEqual(['a', 'b', 'e'])
  expect(namesWithout(0, 1)).toEqual(['a'])
})

it('separates the values of attributes from their names', () => {
  const valuesOf = (attributes: string) =>
    attributePieces(attributes).flatMap(({ text, isValue }) => (isValue ? [text] : []))
  expect(valuesOf(`a="1 = 2" b = 'x"y' c`)).toEqual(['"1 = 2"', `'x"y'`])
  const odd = `a="open b=c`
  expect(
    attributePieces(odd)
      .map(({ text }) => text)
      .join(''),
  ).toBe(odd)
})
