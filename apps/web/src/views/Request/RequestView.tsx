import { kindOfDraft } from '@parley/model'
import { useEffect, useRef } from 'react'
import { ErrorBoundary } from '../../components/ErrorBoundary.tsx'
import { useWorkbench } from '../../wiring/use-stores.ts'
import { isConversation } from '../../workbench/request/request-kind.ts'
import type { RequestTab } from '../../workbench/tabs/request-tab.ts'
import { RequestPane } from '../RequestPane/RequestPane.tsx'
import { ResponsePane } from '../ResponsePane/ResponsePane.tsx'
import { Split } from '../Shell/Split.tsx'
import { NameRow } from './NameRow.tsx'
import { UrlRow } from './UrlRow.tsx'
import { useUndoReplacement } from './use-undo-replacement.ts'

export interface RequestViewProps {
  readonly tab: RequestTab
}

/** An open request: its name, URL, request pane and response pane. */
export function RequestView({ tab }: RequestViewProps) {
  const element = useRef<HTMLDivElement>(null)
  const { send } = tab
  const isConnected = send.state === 'awaiting' && (isConversation(send.response) || send.call === 'open')
  useCancelOnEscape(element, !isConnected)
  useUndoReplacement(element, tab.id)
  return (
    <div ref={element} className="pane column">
      <NameRow tab={tab} />
      <Split
        head={<UrlRow tab={tab} />}
        kind={kindOfDraft(tab.draft)}
        first={
          <ErrorBoundary subject="The request pane" resetKey={tab.id}>
            <RequestPane tab={tab} />
          </ErrorBoundary>
        }
        second={
          <ErrorBoundary subject="The response pane" resetKey={tab.id}>
            <ResponsePane tab={tab} />
          </ErrorBoundary>
        }
      />
    </div>
  )
}

/** A WebSocket or a gRPC call that takes messages is ended by its button only. Esc cancels while the focus is in the request or response, unless the focused element uses Esc itself. */
function useCancelOnEscape(element: { readonly current: HTMLElement | null }, isEnabled: boolean): void {
  const workbench = useWorkbench()
  useEffect(() => {
    if (!isEnabled) return
    function handleKeyDown(event: KeyboardEvent) {
      if (event.key !== 'Escape' || event.defaultPrevented) return
      const isInside = event.target instanceof Node && element.current?.contains(event.target) === true
      if ((isInside || event.target === document.body) && workbench.cancelActiveSend()) event.preventDefault()
    }
    document.addEventListener('keydown', handleKeyDown)
    return () => document.removeEventListener('keydown', handleKeyDown)
  }, [workbench, element, isEnabled])
}
