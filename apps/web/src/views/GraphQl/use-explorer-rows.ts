import { useCallback, useEffect, useRef, useState } from 'react'
import { useStore } from 'zustand'
import type { ExplorerRow } from '../../graphql/explorer/explorer-rows.ts'
import { useGraphQlEditing, useGraphQlLanguage, useGraphQlSchemas } from '../../wiring/use-stores.ts'

interface ReadRows {
  readonly from: number
  readonly rows: readonly ExplorerRow[]
  readonly total: number
  readonly isReadOnly: boolean
  /** The expanded rows that the answer is for. */
  readonly expanded: readonly string[]
}

const noRows: ReadRows = { from: 0, rows: [], total: 0, isReadOnly: false, expanded: [] }

/** The pause in typing after which the ticks follow the query. */
const restMs = 150

/** Returns the rows of the explorer around those that are seen; the worker makes them. */
export function useExplorerRows(tabId: string, query: string, from: number, count: number) {
  const language = useGraphQlLanguage()
  const editing = useGraphQlEditing()
  const schemas = useGraphQlSchemas()
  const cursor = useStore(editing.store, state => state.tabs[tabId]?.cursor ?? 0)
  const expanded = useStore(editing.store, () => editing.of(tabId).expanded)
  const revision = useStore(schemas.store, state => state.revision)
  const [read, setRead] = useState<ReadRows>(noRows)
  const typed = useRef({ query, cursor })

  const ask = useCallback(
    (view: { readonly from: number; readonly count: number; readonly find?: string }, lane: string) =>
      language.call(
        'explorerRows',
        { ...typed.current, position: typed.current.cursor, expanded, ...view },
        lane,
      ),
    [language, expanded],
  )

  // biome-ignore lint/correctness/useExhaustiveDependencies: another schema has other rows.
  useEffect(() => {
    const isTyped = typed.current.query !== query || typed.current.cursor !== cursor
    let isUnmounted = false
    const readRows = async () => {
      typed.current = { query, cursor }
      const outcome = await ask({ from, count }, 'rows')
      if (!isUnmounted && 'answer' in outcome) setRead({ ...outcome.answer, from, expanded })
    }
    const timer = setTimeout(() => void readRows(), isTyped ? restMs : 0)
    return () => {
      isUnmounted = true
      clearTimeout(timer)
    }
  }, [ask, expanded, from, count, query, cursor, revision])

  /** Returns the number of a row; null if the tree does not have it. */
  const indexOf = useCallback(
    async (rowId: string) => {
      const outcome = await ask({ from: 0, count: 0, find: rowId }, 'find')
      return 'answer' in outcome ? outcome.answer.foundAt : null
    },
    [ask],
  )
  return {
    total: read.total,
    isReadOnly: read.isReadOnly,
    /** Whether the rows are those of what is expanded now. */
    isCurrent: read.expanded === expanded,
    rowAt: (index: number): ExplorerRow | null => read.rows[index - read.from] ?? null,
    indexOf,
  }
}
