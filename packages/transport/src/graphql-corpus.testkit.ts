import { graphQlOperations, isSubscription, mergedResponse } from '@parley/engine'
import { type Response, row } from '@parley/model'
import { answeringSchema, expectedAnswer, requiredVariables } from '@parley/testkit/answering-schema'
import { startGraphQlServer } from '@parley/testkit/graphql'
import type { CorpusPair } from '@parley/testkit/graphql-corpus'
import { describe, expect, test } from 'vitest'
import { startEngine } from './send-through-engine.testkit.ts'

/** Defines a test for each pair of a query and its schema. */
export function testPairs(pairs: readonly CorpusPair[]): void {
  describe.each(pairs)('$name', ({ query, schema: described }) => {
    test('is sent and answered as its schema says', async () => {
      const schema = answeringSchema(described)
      const operations = graphQlOperations(query)
      const operationName = operations.find(({ name }) => name !== null)?.name ?? null
      const variables = requiredVariables(schema, query, operationName)
      const body = { type: 'graphql', query, variables: JSON.stringify(variables) } as const
      // The server refuses a query with deferred parts if its response may not have parts.
      const headers = query.includes('@defer') ? [row('Accept', 'multipart/mixed, application/json')] : []
      const server = await startGraphQlServer(schema)
      const engine = startEngine()
      const { response } = await engine.exchange({ method: 'POST', url: server.url, body, headers })
      const text = engine.bodyText(response)
      if (isSubscription(body)) {
        const results = [...text.matchAll(/^data: (\{.*\})$/gm)].map(([, data = '']) => JSON.parse(data))
        expect(results).toHaveLength(2)
        for (const result of results) expect(result.data).toBeTruthy()
      } else {
        const answered = JSON.parse(mergedResponse(contentTypeOf(response), text))
        const expected = await expectedAnswer(schema, query, { operationName, variableValues: variables })
        expect(answered.data ?? null).toEqual(expected.data)
        expect(answered.errors?.length ?? 0).toBe(expected.errorCount)
      }
      expect(server.received).toHaveLength(1)
      engine.close()
      await server.close()
    })
  })
}

function contentTypeOf({ headers }: Pick<Response, 'headers'>): string {
  return headers.find(({ name }) => name.toLowerCase() === 'content-type')?.value ?? ''
}
