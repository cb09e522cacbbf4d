import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { GrpcAnswers } from '../grpc-answers.ts'
import { shopDescriptors } from '../shop-proto.testkit.ts'
import { withElement, withField, withKey, withoutRow, withValue } from './edit-form.ts'
import { type FormRow, messageForm } from './form-rows.ts'
import type { MessageShape } from './message-shape.ts'

let shape: MessageShape

beforeAll(async () => {
  const answers = new GrpcAnswers()
  answers.load('k', await shopDescriptors())
  answers.reply({ version: 0, name: 'setSchema', question: { key: 'k', format: 'descriptorSet', text: '' } })
  const reply = answers.reply({ version: 1, name: 'messageShape', question: 'shop.Books/Add' })
  shape = (reply as unknown as { answer: MessageShape }).answer
})

function rowsOf(text: string): readonly FormRow[] {
  const form = messageForm(shape, text)
  if (!('rows' in form)) throw new Error(form.problem)
  return form.rows
}

function rowAt(text: string, path: string): FormRow {
  const row = rowsOf(text).find(one => one.path === path)
  if (row === undefined) throw new Error(`no row ${path}`)
  return row
}

const shown = (text: string) =>
  rowsOf(text)
    .filter(({ node }) => node !== null)
    .map(({ path, depth, control, value }) => `${depth} ${path} ${control} ${value}`.trimEnd())

test('each field has a row with its type, comment and oneof', () => {
  const rows = rowsOf('')
  expect(rows.map(({ path, control, field }) => [path, control, field?.typeText])).toEqual([
    ['id', 'number', 'int64'],
    ['kind', 'enum', '.shop.Kind'],
    ['price', 'message', '.shop.Price'],
    ['offers', 'list', 'repeated .shop.Price'],
    ['kinds', 'map', 'map<string, .shop.Kind>'],
    ['inStock', 'bool', 'bool'],
    ['printed', 'text', '.google.protobuf.Timestamp'],
    ['shop', 'text', 'string, one of seller'],
    ['person', 'text', 'string, one of seller'],
    ['sequel', 'message', '.shop.Book'],
  ])
  expect(rows[0]?.field?.description).toBe('Counted from 1.')
  expect(rows[5]?.field?.isDeprecated).toBe(true)
  expect(shape.enums.get('shop.Kind')).toEqual(['KIND_NONE', 'KIND_NOVEL', 'KIND_OLD'])
})

test('what is set is shown below its field, whichever name it has', () => {
  const text = `{"in_stock": true, "price": {"cents": "5"}, "offers": [{}, {"cents": 1e3}],
    "kinds": {"a": "KIND_NOVEL", "b": 2}, "id": {{id}}, "sequel": {"sequel": {"shop": "x"}}}`
  expect(shown(text)).toEqual([
    '0 id number {{id}}',
    '0 price message',
    '1 price.cents number 5',
    '0 offers list 2',
    '1 offers.0 message',
    '1 offers.1 message',
    '2 offers.1.cents number 1e3',
    '0 kinds map 2',
    '1 kinds.0 enum KIND_NOVEL',
    '1 kinds.1 enum 2',
    '0 inStock bool true',
    '0 sequel message',
    '1 sequel.sequel message',
    '2 sequel.sequel.shop text x',
  ])
})

test('what does not fit, twice or unknown is shown as it is written', () => {
  const text =
    '{"id": 1, "id": 2, "shop": 3, "price": [], "offers": {}, "nothing": {"a": [1.0]}, "inStock": {{x}}}'
  expect(shown(text)).toEqual([
    '0 id number 1',
    '0 price raw []',
    '0 offers raw {}',
    '0 inStock raw {{x}}',
    '0 shop raw 3',
    '0 id raw 2',
    '0 nothing raw {"a": [1.0]}',
  ])
})

test.each([
  ['{', 'noJson'],
  ['{"id": 1} {}', 'noJson'],
  ['[]', 'noObject'],
  ['{{all}}', 'noObject'],
  [' '.repeat(70_000), 'tooLong'],
])('%j has no form', (text, problem) => {
  expect(messageForm(shape, text)).toEqual({ problem })
})

test('of many rows the first are shown', () => {
  const form = messageForm(shape, `{"offers": [${Array(10_000).fill('{}').join()}]}`)
  expect(form).toMatchObject({ isCut: true })
  expect('rows' in form && form.rows.length).toBe(5_000)
})

test.each([
  // A number keeps its text, and its quotes.
  ['{"id": 1, "nothing": 1.0}', 'id', '12345678901234567890', '{"id": 12345678901234567890, "nothing": 1.0}'],
  ['{"id": "1"}', 'id', '2', '{"id": "2"}'],
  ['{"id": 1}', 'id', '-', '{"id": "-"}'],
  ['{"id": "-"}', 'id', '-5', '{"id": -5}'],
  ['{"id": 1}', 'id', '{{id}}', '{"id": {{id}}}'],
  ['{"id": 1, "shop": "x"}', 'id', '', '{"shop": "x"}'],
  ['{}', 'id', '', '{}'],
  ['', 'id', '7', '{\n  "id": 7\n}'],
  ['{}', 'shop', 'a"b', '{\n  "shop": "a\\"b"\n}'],
  ['{"id": 1}', 'shop', '', '{"id": 1, "shop": ""}'],
  ['{\n    "id": 1\n}', 'shop', 'x', '{\n    "id": 1,\n    "shop": "x"\n}'],
  ['{"id": 1,"kind": 2}', 'shop', 'x', '{"id": 1,"kind": 2, "shop": "x"}'],
  ['{"inStock": false}', 'inStock', 'true', '{"inStock": true}'],
  ['{"kind": 2}', 'kind', 'KIND_NOVEL', '{"kind": "KIND_NOVEL"}'],
  // The other one of the oneof gives up its place.
  ['{"person": "p", "id": 1}', 'shop', 's', '{"shop": "s", "id": 1}'],
  ['{\n  "sequel": {}\n}', 'sequel.id', '1', '{\n  "sequel": {\n    "id": 1\n  }\n}'],
])('in %j %s becomes %j', (text, path, typed, expected) => {
  expect(withValue(text, rowAt(text, path), typed)).toBe(expected)
})

test.each([
  ['{}', 'kind', '{\n  "kind": "KIND_NONE"\n}'],
  ['{}', 'price', '{\n  "price": {}\n}'],
  ['{}', 'printed', '{\n  "printed": "1970-01-01T00:00:00Z"\n}'],
  ['{}', 'offers', '{\n  "offers": []\n}'],
  ['{"shop": ""}', 'person', '{"person": ""}'],
])('in %j %s is ticked', (text, path, expected) => {
  const added = withField(text, rowAt(text, path), shape)
  expect(added).toBe(expected)
  expect(withField(added, rowAt(added, path), shape)).toBe(added)
})

test.each([
  ['{"id": 1}', 'id', '{}'],
  ['{"id": 1, "kind": 2, "shop": "x"}', 'id', '{"kind": 2, "shop": "x"}'],
  ['{"id": 1, "kind": 2, "shop": "x"}', 'kind', '{"id": 1, "shop": "x"}'],
  ['{"id": 1, "kind": 2, "shop": "x"}', 'shop', '{"id": 1, "kind": 2}'],
  ['{"offers": [{}, {"cents": 1}]}', 'offers.0', '{"offers": [{"cents": 1}]}'],
  ['{"offers": [ {} ]}', 'offers.0', '{"offers": []}'],
  ['{"kinds": {"a": 1, "b": 2}}', 'kinds.1', '{"kinds": {"a": 1}}'],
])('from %j %s is removed', (text, path, expected) => {
  expect(withoutRow(text, rowAt(text, path))).toBe(expected)
})

test('items and entries are added and named', () => {
  expect(withElement('{}', rowAt('{}', 'offers'), shape)).toBe('{\n  "offers": [{}]\n}')
  const one = '{"offers": [{"cents": 1}], "kinds": {"1": 2}}'
  expect(withElement(one, rowAt(one, 'offers'), shape)).toContain('[{"cents": 1}, {}]')
  const two = withElement(one, rowAt(one, 'kinds'), shape)
  expect(two).toContain('{"1": 2, "2": "KIND_NONE"}')
  expect(withKey(two, rowAt(two, 'kinds.1'), 'x "y"')).toContain('{"1": 2, "x \\"y\\"": "KIND_NONE"}')
})

test('whatever is edited, the text stays JSON and all other rows stay as they are', () => {
  const texts = [
    '{"price": {"cents": 1}, "offers": [{}, {"currency": "x"}], "kinds": {"a": 1}, "shop": "s", "unknown": [1.50]}',
    '{\n  "id": 1,\n  "sequel": {\n    "price": {}\n  }\n}',
    '',
  ]
  fc.assert(
    fc.property(fc.constantFrom(...texts), fc.nat(), fc.string(), (text, number, typed) => {
      const rows = rowsOf(text)
      const row = rows[number % rows.length]
      if (row === undefined || row.control === 'raw') return
      const isValue = ['text', 'number', 'bool', 'enum'].includes(row.control)
      const edited = isValue ? withValue(text, row, typed) : withField(text, row, shape)
      const valuesOf = (of: string) =>
        rowsOf(of)
          .filter(one => one.path !== row.path && one.node !== null)
          .filter(({ path, field }) => field?.oneof == null || !path.startsWith(row.path))
          .map(({ path, value }) => [path, value])
      const isOfOneof = row.field?.oneof != null
      if (!isOfOneof) expect(valuesOf(edited)).toEqual(valuesOf(text))
      if (row.control === 'text') expect(rowAt(edited, row.path).value).toBe(typed)
    }),
  )
})
