import { corpusPairs } from '@parley/testkit/graphql-corpus'
import { expect, test } from 'vitest'
import { testCorpusQueries } from './corpus-queries.testkit.ts'
import { findDefinition } from './describe-name.ts'
import { loadSchema } from './load-schema.ts'

test('reads an introspection of 50 MB (GQ1)', () => {
  // A million descriptions in 2,000 types.
  const field = (name: string) => ({
    name,
    description: `What ${name} is.`,
    args: [],
    isDeprecated: false,
    type: { kind: 'SCALAR', name: 'Int' },
  })
  const types = Array.from({ length: 2_000 }, (_, at) => ({
    kind: 'OBJECT',
    name: at === 0 ? 'Query' : `T${at}`,
    interfaces: [],
    fields: Array.from({ length: 200 }, (__, index) => field(`field${at}of${index}`)),
  }))
  const scalars = ['Int', 'String', 'Boolean'].map(name => ({ kind: 'SCALAR', name }))
  const whole = {
    __schema: { queryType: { name: 'Query' }, types: [...types, ...scalars], directives: [] },
  }
  const text = JSON.stringify({ data: whole })
  expect(text.length).toBeGreaterThan(50_000_000)
  const loaded = loadSchema({ format: 'introspection', text })
  if ('problem' in loaded) throw new Error(loaded.problem.message)
  expect(findDefinition('{ field0of199 }', 4, loaded.schema)?.fieldName).toBe('field0of199')
})

testCorpusQueries(corpusPairs)
