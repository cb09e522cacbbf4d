import { graphQlOperations } from '@parley/engine'
import { type CorpusPair, isCorpusPresent } from '@parley/testkit/graphql-corpus'
import { corpus, needs } from '@parley/testkit/needs'
import { describe, expect, it } from 'vitest'
import { completeQuery } from './complete-query.ts'
import { findDefinition } from './describe-name.ts'
import { diagnoseQuery } from './diagnose-query.ts'
import { listOperations } from './list-operations.ts'
import { loadSchema } from './load-schema.ts'

/** Tests that queries of other projects are understood with their schemas. */
export function testCorpusQueries(pairs: readonly CorpusPair[]): void {
  describe.each(pairs)('corpus: $name', needs(isCorpusPresent, corpus), ({ query, schema: text }) => {
    const loaded = loadSchema(text)
    if ('problem' in loaded) throw new Error(loaded.problem.message)

    it('has no error', () => {
      expect(diagnoseQuery(query, loaded.schema).filter(({ severity }) => severity === 'error')).toEqual([])
    })

    it('has the operations that its send is decided by', () => {
      const operations = listOperations(query)?.map(({ name, kind }) => ({ name, kind }))
      expect(graphQlOperations(query)).toEqual(operations)
    })

    it('suggests each field that it has', () => {
      let fields = 0
      for (const { index, 0: name } of query.matchAll(/[A-Za-z_]\w*/g)) {
        const definition = findDefinition(query, index, loaded.schema)
        if (definition?.fieldName == null) continue
        const list = completeQuery(query, index + 1, loaded.schema)?.suggestions ?? []
        expect(list.map(({ label }) => label)).toContain(name)
        fields += 1
        if (fields === 20) break
      }
    })
  })
}
