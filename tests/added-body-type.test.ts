import type { HttpBody } from '@parley/model'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  buildContentBy,
  type ContentBuilder,
  contentBuilders,
} from '../packages/engine/src/prepare/body/build-content.ts'
import { ObjectReader } from '../packages/model/src/opencollection/object-reader.ts'
import type { ReadProblem } from '../packages/model/src/opencollection/read-problem.ts'
import { readBody, writeBody } from '../packages/model/src/opencollection/requests/body.ts'
import type { OpenCollectionValue } from '../packages/model/src/opencollection/value.ts'
import type { BodyTypeDescriptor } from '../packages/model/src/request/body-types/body-type-descriptor.ts'
import {
  type BodyTypeRegistry,
  bodyTypes,
  mediaTypeOfBody,
} from '../packages/model/src/request/body-types/body-types.ts'

/** One JSON value a line: a body type that Parley does not have. */
interface LinesBody {
  readonly type: 'lines'
  readonly lines: readonly string[]
}

const linesType: BodyTypeDescriptor<LinesBody> = {
  label: 'Lines',
  empty: { type: 'lines', lines: [] },
  mediaType: () => 'application/x-ndjson',
  file: {
    schemaTypes: [],
    read: () => ({ type: 'lines', lines: [] }),
    write: ({ lines }) => ({ type: 'text', data: lines.join('\n') }),
    extension: {
      read: extension => ({ type: 'lines', lines: extension.texts('lines') }),
      write: ({ lines }) => ({ type: 'lines', lines }),
    },
  },
}

type Body = HttpBody | LinesBody

const types: BodyTypeRegistry<Body> = { ...bodyTypes, lines: linesType }

const builders: Readonly<Record<string, ContentBuilder<Body>>> = {
  ...contentBuilders,
  lines: {
    build: (body: LinesBody) => {
      const bytes = new TextEncoder().encode(`${body.lines.join('\n')}\n`)
      const contentType = mediaTypeOfBody(body, types)
      const parts = [{ kind: 'bytes', bytes }] as const
      return { ok: true, value: { parts, contentType, outline: { kind: 'text', text: '' } } } as const
    },
  },
}

const read = (value: OpenCollectionValue, extension: OpenCollectionValue | undefined) =>
  readBody<Body>(
    new ObjectReader(value, [], []),
    new ObjectReader(extension, [], []),
    types,
    bodyTypes.none.empty,
  )

test('an added body type is written to files and read again, with the nearest body of the schema beside it', () => {
  const line = fc.string({ unit: fc.constantFrom('{', '}', '"', 'a', '1', ':'), minLength: 1 })
  fc.assert(
    fc.property(fc.array(line, { minLength: 1 }), lines => {
      const { value, extension } = writeBody<Body>({ type: 'lines', lines }, types)
      expect(value).toEqual({ type: 'text', data: lines.join('\n') })
      expect(read(value, extension)).toEqual({ type: 'lines', lines })
    }),
  )
})

test('a text that was changed in the file wins over the added type in its extension', () => {
  const { extension } = writeBody<Body>({ type: 'lines', lines: ['1'] }, types)
  expect(read({ type: 'text', data: '2' }, extension)).toEqual({ type: 'raw', language: 'text', text: '2' })
})

test('a type in the extension that is no text is reported once', () => {
  const problems: ReadProblem[] = []
  const extension = new ObjectReader({ type: 1 }, ['extension'], problems)
  const body = new ObjectReader({ type: 'text', data: 'x' }, [], problems)
  expect(readBody<Body>(body, extension, types, bodyTypes.none.empty)).toMatchObject({ text: 'x' })
  expect(problems).toHaveLength(1)
})

test('an added body type is sent by its builder, and the others by theirs', async () => {
  const ports = {
    files: { lengthBytes: () => Promise.reject(new Error('reads no file')) },
    random: { uuid: () => '', integer: () => 0 },
  }
  const build = (body: Body) => buildContentBy(builders, body, { autoFormatJson: false }, ports)
  const lines = await build({ type: 'lines', lines: ['1', '2'] })
  expect(lines).toMatchObject({ value: { contentType: 'application/x-ndjson' } })
  const [part] = (lines.ok && lines.value.parts) || []
  expect(part?.kind === 'bytes' && new TextDecoder().decode(part.bytes)).toBe('1\n2\n')
  expect(await build({ type: 'raw', language: 'json', text: '1' })).toMatchObject({
    value: { contentType: 'application/json' },
  })
})

test('the picker offers all types of the registry by their labels', () => {
  expect(Object.values(bodyTypes).map(({ label }) => label)).toEqual([
    'None',
    'Raw',
    'Form-data',
    'URL Encoded',
    'GraphQL',
    'Binary',
  ])
  expect(Object.entries(bodyTypes).every(([type, { empty }]) => empty.type === type)).toBe(true)
})
