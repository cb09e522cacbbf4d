import { useEffect, useMemo } from 'react'
import { useStore } from 'zustand'
import type { Suggest } from '../../../components/fields/suggestion.ts'
import { useBodyTexts } from '../../../wiring/use-stores.ts'
import { type BodyView, bodyTextKey } from '../../../workbench/response/body-texts.ts'
import { suggestExpressionsOf } from '../../../workbench/suggestions/suggest-expressions.ts'
import type { RequestTab } from '../../../workbench/tabs/request-tab.ts'
import { useLatestSend } from './use-latest-send.ts'

/** Returns what suggests expressions over the response that a tab shows; the body's members follow once they are read. */
export function useExpressionSuggestions({ id }: Pick<RequestTab, 'id'>): Suggest {
  const send = useLatestSend(id)
  const bodyTexts = useBodyTexts()
  const response = send.state === 'answered' ? send.exchange.response : null
  const handle = response?.content.handle ?? null
  const view = useMemo<BodyView | null>(
    () => (handle === null ? null : { handle, view: 'pretty', format: 'auto' }),
    [handle],
  )
  useEffect(() => (view === null ? undefined : bodyTexts.follow(view)), [bodyTexts, view])
  const text = useStore(bodyTexts.store, state => (view === null ? undefined : state[bodyTextKey(view)]))
  return useMemo(() => {
    if (response === null) return suggestExpressionsOf(null)
    const isJson = text?.state === 'read' && text.view === 'pretty' && text.format === 'json'
    const jsonLines = isJson ? text.rows.filter(one => one.line !== null).map(one => one.text) : []
    return suggestExpressionsOf({ ...response, jsonLines })
  }, [response, text])
}
