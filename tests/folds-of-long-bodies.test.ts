import { json } from '@codemirror/lang-json'
import { xml } from '@codemirror/lang-xml'
import { waitFor } from '@parley/testkit'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { keep, receivedAs, texts, useBodies } from '../apps/server/src/bodies/body-texts.testkit.ts'
import type { ReceivedBody } from '../apps/server/src/bodies/body-texts.ts'
import { foldsOfEditor, foldsOfServer } from './folds-of-long-bodies.testkit.ts'

useBodies()

const word = fc.string({
  unit: fc.constantFrom('a', '"', '\\', '[', '{', ',', ']', 'é', '😀', ' '),
  maxLength: 8,
})
const jsonValue = fc.letrec(tie => ({
  value: fc.oneof(
    { maxDepth: 4 },
    fc.oneof(word, fc.integer(), fc.constant(null)),
    fc.array(tie('value'), { maxLength: 5 }),
    fc.dictionary(word, tie('value'), { maxKeys: 5 }),
  ),
})).value
const xmlName = fc.constantFrom('a', 'b', 'item')
const xmlElement = fc.letrec<{ element: string }>(tie => ({
  element: fc.oneof(
    { depthSize: 'medium' },
    fc.constantFrom(
      '<e/>',
      '<t>1 &lt; 2</t>',
      '<q a="> <b>" c=\'</x>\'/>',
      '<!-- <a> - -->',
      '<c><![CDATA[ <a> ]] ]]></c>',
      '<?go <a> ?>',
      '<m>text <i>in</i> text</m>',
    ),
    fc
      .tuple(
        xmlName,
        fc.constantFrom('', ' k="v"', '\n  k="v"\n  l="]>"'),
        fc.array(tie('element'), { maxLength: 7 }),
      )
      .map(([name, attributes, children]) => `<${name}${attributes}>${children.join('')}</${name}>`),
  ),
})).element

test('the folds of long JSON are those of the editor', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(jsonValue, { minLength: 1, maxLength: 25 }), async value => {
      const { lines, folds } = await foldsOfServer(JSON.stringify(value), 'application/json')
      expect(folds).toEqual(foldsOfEditor(lines, json()))
    }),
    { numRuns: 12, endOnFailure: true },
  )
})

test('the folds of long XML are those of the editor', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(xmlElement, { minLength: 1, maxLength: 60 }), async elements => {
      const body = `<?xml version="1.0"?><!DOCTYPE r [<!ENTITY e "]>">]><r>${elements.join('')}</r>`
      const { lines, folds } = await foldsOfServer(body, 'application/xml')
      expect(folds).toEqual(foldsOfEditor(lines, xml()))
    }),
    { numRuns: 12, endOnFailure: true },
  )
})

test('a body that is still arriving, was cut off, or is not valid in its format has no folds', async () => {
  const folding = async (body: string, received: ReceivedBody) => {
    const view = { handle: await keep(Buffer.from(body)), view: 'pretty', format: 'json' } as const
    const { starts } = await waitFor(async () => {
      const found = await texts.readFoldStarts({ ...view, firstRow: 0, maxRows: 100 }, received)
      return found?.isWhole ? found : null
    }, 'the folds')
    return { starts, fold: await texts.readFold({ ...view, row: 0 }, received) }
  }
  const nothing = { starts: [], fold: null }
  const body = '[1, [2, 3]]'
  expect(await folding(body, receivedAs('application/json', '', true))).toEqual(nothing)
  expect(await folding(body, receivedAs('application/json', '', false, false))).toEqual(nothing)
  expect(await folding('[1, [2, 3', receivedAs('application/json'))).toEqual(nothing)
  expect((await folding(body, receivedAs('application/json'))).starts).toHaveLength(2)
})
