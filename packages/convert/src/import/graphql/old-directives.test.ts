import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { corpus as corpusNeed, needs } from '@parley/testkit/needs'
import { describe, expect, test } from 'vitest'
import { importDocument } from '../import-document.ts'
import { schemaOfIntrospection } from './build-graphql-schema.ts'

const nonNull = { kind: 'NON_NULL', name: null, ofType: { kind: 'SCALAR', name: 'Boolean', ofType: null } }

/** Returns the response of a server with one directive. */
function answer(directive: object) {
  const text = { kind: 'SCALAR', name: 'String', ofType: null }
  const field = { name: 'a', args: [], type: text, isDeprecated: false }
  return {
    data: {
      __schema: {
        queryType: { name: 'Query' },
        types: [
          { kind: 'OBJECT', name: 'Query', fields: [field], interfaces: [] },
          { kind: 'SCALAR', name: 'String' },
          { kind: 'SCALAR', name: 'Boolean' },
        ],
        directives: [directive],
      },
    },
  }
}

const locationsOf = (directive: object) => {
  const [found] = schemaOfIntrospection(answer(directive)).getDirectives()
  return found?.locations
}

describe('a directive of a server that names no locations', () => {
  const args = [{ name: 'if', type: nonNull }]

  test.each([
    [{ onOperation: true }, ['QUERY', 'MUTATION', 'SUBSCRIPTION']],
    [{ onFragment: true }, ['FRAGMENT_DEFINITION', 'FRAGMENT_SPREAD', 'INLINE_FRAGMENT']],
    [{ onField: true, onFragment: false }, ['FIELD']],
    [
      { onOperation: false, onFragment: true, onField: true },
      ['FRAGMENT_DEFINITION', 'FRAGMENT_SPREAD', 'INLINE_FRAGMENT', 'FIELD'],
    ],
  ])('has those of %j', (flags, expected) => {
    expect(locationsOf({ name: 'own', args, ...flags })).toEqual(expected)
  })

  test('has those of the specification, or every one', () => {
    expect(locationsOf({ name: 'skip', args })).toEqual(['FIELD', 'FRAGMENT_SPREAD', 'INLINE_FRAGMENT'])
    expect(locationsOf({ name: 'own', args })).toContain('FIELD_DEFINITION')
  })

  test('keeps those that it names', () => {
    expect(locationsOf({ name: 'own', args, locations: ['FIELD'], onOperation: true })).toEqual(['FIELD'])
  })
})

const old = fileURLToPath(
  new URL(
    '../../../../../../shared/corpus/graphql-live/introspection/apollographql+apollo-kotlin/libraries/apollo-gradle-plugin/testProjects/convertSchema/schemas/schema-october-2015-spec.json',
    import.meta.url,
  ),
)

describe('a schema of 2015 (../shared/corpus)', needs(existsSync(old), corpusNeed), () => {
  test('is imported', () => {
    expect(importDocument(readFileSync(old))).toMatchObject({ ok: true, value: { format: 'graphQl' } })
  })
})
