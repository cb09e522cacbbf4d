import { expect, test } from 'vitest'
import { memoryIo } from '../io/run-in-process.testkit.ts'
import { readBody } from './read-body.ts'

const { io } = memoryIo()

test.each([
  ['a=b', { kind: 'text', name: 'a', value: 'b' }],
  ['a=', { kind: 'text', name: 'a', value: '' }],
  ['a=b=c;d\n"e"', { kind: 'text', name: 'a', value: 'b=c;d\n"e"' }],
  ['a={};type=application/json', { kind: 'text', name: 'a', value: '{}', contentType: 'application/json' }],
  ['a=@b c.png', { kind: 'file', name: 'a', filePaths: ['b c.png'] }],
  ['a=@./b;c.png', { kind: 'file', name: 'a', filePaths: ['./b;c.png'] }],
  [
    'a=@b;type=text/plain; charset=utf-8',
    { kind: 'file', name: 'a', filePaths: ['b'], contentType: 'text/plain; charset=utf-8' },
  ],
  ['a=b;type=', { kind: 'text', name: 'a', value: 'b;type=' }],
  ['a=x@b', { kind: 'text', name: 'a', value: 'x@b' }],
])('the form field %j', async (field, part) => {
  expect(await readBody({ form: [field] }, io)).toEqual({
    type: 'multipart',
    parts: [{ ...part, enabled: true }],
  })
})

test.each([
  ['', 'no “=”'],
  ['a', 'no “=”'],
  ['@file', 'no “=”'],
  ['=b', 'no name'],
])('the form field %j has %s', async (field, missing) => {
  expect(await readBody({ form: ['a=b', field] }, io)).toBe(
    `The form field “${field}” has ${missing}. Write it as name=value or name=@file.`,
  )
})

test('a long form field is read in linear time', async () => {
  // Otherwise this takes hours.
  const value = ';type=;'.repeat(100_000)
  expect(await readBody({ form: [`a=${value}`] }, io)).toMatchObject({ parts: [{ name: 'a', value }] })
})

test.each([
  [{ data: '', json: '' }, '--data or --json'],
  [{ data: '', form: ['a=b'] }, '--data or --form'],
  [{ json: '', file: '' }, '--json or --file'],
  [{ data: '', dataRaw: '' }, '--data or --data-raw'],
  [{ form: ['a=b'], file: 'x' }, '--form or --file'],
])('%j exclude each other', async (options, names) => {
  expect(await readBody(options, io)).toBe(`Give either ${names}, not both.`)
})
