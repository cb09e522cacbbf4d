import { type CorpusPair, isCorpusPresent } from '@parley/testkit/graphql-corpus'
import { corpus, needs } from '@parley/testkit/needs'
import type { GraphQLSchema } from 'graphql'
import { describe, expect, it } from 'vitest'
import { diagnoseQuery } from '../language/diagnose-query.ts'
import { listOperations } from '../language/list-operations.ts'
import { loadSchema } from '../language/load-schema.ts'
import { applyEdits } from '../language/text-range.ts'
import { type ExplorerRow, explorerRows } from './explorer-rows.ts'
import { toggleRow } from './toggle-row.ts'

/** Ticks or unticks a row and returns the new text, or the code of the problem. */
export function toggleIn(of: GraphQLSchema, query: string, rowId: string, position = 0): string {
  const toggled = toggleRow(of, { query, position, rowId })
  return 'problem' in toggled ? toggled.problem.code : applyEdits(query, toggled.edits)
}

/** The rows of an operation down to a depth, at most some hundred. */
function rowsOf(of: GraphQLSchema, query: string, position: number): readonly ExplorerRow[] {
  let expanded: readonly string[] = ['query', 'mutation', 'subscription']
  for (let depth = 0; depth < 3; depth += 1) {
    const { rows } = explorerRows(of, { query, position, expanded, from: 0, count: 150 })
    expanded = rows.filter(({ isExpandable }) => isExpandable).map(({ id }) => id)
  }
  return explorerRows(of, { query, position, expanded, from: 0, count: 250 }).rows
}

/** Tests the explorer with queries of other projects. */
export function testCorpusExplorer(pairs: readonly CorpusPair[]): void {
  describe.each(pairs)('corpus: $name', needs(isCorpusPresent, corpus), ({ query, schema: text }) => {
    const loaded = loadSchema(text)
    if ('problem' in loaded) throw new Error(loaded.problem.message)
    const of = loaded.schema
    const operations = (listOperations(query) ?? []).slice(0, 2)

    it('each tick leaves a valid query, and unticking it restores the text', () => {
      for (const { from: position, kind } of operations) {
        const all = rowsOf(of, query, position).filter(({ id }) => id.startsWith(kind))
        const states = new Map(all.map(({ id, state }) => [id, state]))
        for (const { id, state } of all.filter((_, at) => at % Math.ceil(all.length / 40) === 0)) {
          if (state !== 'unticked') continue
          const ticked = toggleIn(of, query, id, position)
          if (/^[A-Z_]+$/.test(ticked)) {
            expect(ticked).toBe('FIELD_CONFLICTS')
            continue
          }
          const errors = diagnoseQuery(ticked, of).filter(({ severity }) => severity === 'error')
          expect(errors, ticked).toEqual([])
          const steps = id.split('/')
          const added = steps
            .map((_, at) => steps.slice(0, at + 1).join('/'))
            .find(one => (states.get(one) ?? 'ticked') !== 'ticked')
          const unticked = toggleIn(of, ticked, added ?? id, position)
          // The keyword that the variables needed stays.
          const withKeyword = `${query.slice(0, position)}query ${query.slice(position)}`
          expect([query, withKeyword], `${id}\n${ticked}`).toContain(unticked)
        }
      }
    })

    it('unticking each row keeps all other text', () => {
      for (const { from: position } of operations) {
        const ticked = rowsOf(of, query, position).filter(({ state }) => state === 'ticked')
        for (const { id } of ticked.filter((_, at) => at % Math.ceil(ticked.length / 30) === 0)) {
          const unticked = toggleIn(of, query, id, position)
          if (unticked === 'LAST_FIELD') continue
          expect(listOperations(unticked), unticked).not.toBeNull()
          expect(query.split('\n').filter(line => !unticked.includes(line)).length).toBeLessThan(
            query.split('\n').length,
          )
          expect(commentsOf(unticked).every(comment => query.includes(comment))).toBe(true)
        }
      }
    })
  })
}

function commentsOf(text: string): readonly string[] {
  return text.match(/#[^\n"]*/g) ?? []
}
