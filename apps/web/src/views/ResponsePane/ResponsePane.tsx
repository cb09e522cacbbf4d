import { descriptorOf, type Response } from '@parley/model'
import { memo, Suspense, useContext, useMemo, useRef } from 'react'
import { useStore } from 'zustand'
import { lazyPart } from '../../components/lazy-part.tsx'
import { SectionTabs } from '../../components/tabs/SectionTabs.tsx'
import { useSettings, useWorkbench } from '../../wiring/use-stores.ts'
import { idleHintOf, isConversation, stopLabelOf } from '../../workbench/request/request-kind.ts'
import { newBodyDisplay } from '../../workbench/response/body-display.ts'
import { chosenSection, shownSection } from '../../workbench/response/response-sections.ts'
import { timelineOfSend } from '../../workbench/response/timeline.ts'
import { responseOf, type SendState, shownSend } from '../../workbench/tabs/request-tab.ts'
import { ExplainButton } from '../Assistant/ExplainButton.tsx'
import { PaneContext } from '../Request/pane-context.ts'
import { Revealed } from '../Shortcuts/Revealed.tsx'
import { useRestoredFocus } from '../Shortcuts/use-restored-focus.ts'
import { type ReadGraphQlErrors, useGraphQlErrors } from './graphql/use-graphql-errors.ts'
import { EventCount, useEventSession } from './meta/EventCount.tsx'
import { ResponseMeta } from './meta/ResponseMeta.tsx'
import styles from './ResponsePane.module.css'
import { type AnsweredTab, ResponseSectionView } from './ResponseSectionView.tsx'
import { responseTabs } from './response-tabs.ts'

const WebSocketSection = lazyPart(async () => (await import('./WebSocketSection.tsx')).WebSocketSection)

const ResponseFoot = lazyPart(async () => (await import('./ResponseFoot.tsx')).ResponseFoot)

const NoStreamFoot = lazyPart(async () => (await import('./ResponseFoot.tsx')).NoStreamFoot)

const EarlierResponses = lazyPart(
  async () => (await import('./meta/EarlierResponses.tsx')).EarlierResponses,
  'nothing',
)

const EarlierFoot = lazyPart(async () => (await import('./ResponseFoot.tsx')).EarlierFoot)

const RepeatFoot = lazyPart(async () => (await import('./RepeatFoot.tsx')).RepeatFoot)

/** The room of a long status with Explain and the earlier responses, so that it is whole beside the tabs. */
const statusWidthPx = 272

export interface ResponsePaneProps {
  readonly tab: AnsweredTab
}

/**
 * The response of the latest send, or what became of it (behaviour 3). Tabs and splitter never move. It renders only
 * when its own part of a tab changes, so that typing in the request does not wait for it.
 */
export const ResponsePane = memo(
  ShownResponse,
  ({ tab: before }, { tab: after }) =>
    before.id === after.id &&
    before.source === after.source &&
    before.send === after.send &&
    before.repeat === after.repeat &&
    before.responseSection === after.responseSection &&
    before.responseFilter === after.responseFilter &&
    before.bodyDisplay === after.bodyDisplay &&
    before.draft.scripts === after.draft.scripts &&
    stopLabelOf(before.draft) === stopLabelOf(after.draft) &&
    idleHintOf(before.draft) === idleHintOf(after.draft) &&
    descriptorOf(before.draft) === descriptorOf(after.draft),
)

function ShownResponse({ tab }: ResponsePaneProps) {
  const workbench = useWorkbench()
  const settings = useSettings()
  const firstView = useStore(settings.store, state => state.settings.editor.defaultResponseView)
  const display = tab.bodyDisplay ?? newBodyDisplay(firstView)
  const send = shownSend(tab.send)
  const response = responseOf(send)
  const { callsMethods: isCall = false, pane: ofKind } = descriptorOf(tab.draft)
  const sessionId = useEventSession(send)
  const hasEvents = sessionId !== null
  const eventCounter = useMemo(
    () => sessionId !== null && <EventCount sessionId={sessionId} countsSent={isCall} />,
    [sessionId, isCall],
  )
  const graphQl = useGraphQlErrors(send)
  const section = shownSection(tab.responseSection, hasEvents, isCall)
  const hasTimeline = section === 'timeline' && timelineOfSend(send) !== null
  const isStoppedAbove = send.state === 'awaiting' && stopLabelOf(tab.draft) !== null
  const pane = useRef<HTMLElement>(null)
  const beside = useContext(PaneContext)
  const label = beside === null ? 'Response' : `Response of ${beside.name}`
  const restoreFocus = useRestoredFocus(pane)
  return (
    <section ref={pane} className={styles.pane} aria-label={label} data-pane="response">
      {send.state === 'awaiting' && !hasEvents && <AwaitingBar />}
      {isMessages(tab, send, response) ? (
        <Suspense>
          <Revealed onReveal={restoreFocus} />
          <WebSocketSection tab={tab} send={send} response={response} />
        </Suspense>
      ) : (
        <SectionTabs
          label="Response"
          tabs={responseTabs({ response, send, eventCounter, isCall })}
          selected={section}
          onSelect={section => workbench.chooseResponseSection(tab.id, chosenSection(section, hasEvents))}
          end={<MetaAndExplain tab={tab} send={send} graphQl={graphQl} />}
          endWidthPx={statusWidthPx}
          isEndBelowWhenNarrow
        >
          <Suspense>
            <Revealed onReveal={restoreFocus} />
            <ResponseSectionView
              tab={{ ...tab, responseSection: section }}
              send={send}
              response={response}
              sessionId={sessionId}
              display={display}
              onDisplayChange={next => workbench.displayResponses(tab.id, next)}
              onBodyShown={restoreFocus}
              graphQl={graphQl}
            />
          </Suspense>
          <Suspense>
            {hasFoot(send, response, hasEvents || hasTimeline) && !isStoppedAbove && (
              <ResponseFoot
                send={send}
                hasNotices={section !== 'timeline'}
                onCancel={workbench.cancelActiveSend}
                onRetry={() => void workbench.sendTab(tab.id)}
              />
            )}
            {ofKind.shows === 'events' && sessionId === null && send.state === 'answered' && <NoStreamFoot />}
          </Suspense>
          <Suspense>
            {'earlier' in send && <EarlierFoot send={send} tabId={tab.id} />}
            {tab.repeat != null && <RepeatFoot repeat={tab.repeat} />}
          </Suspense>
        </SectionTabs>
      )}
    </section>
  )
}

function AwaitingBar() {
  return (
    <div className={styles.bar} role="progressbar" aria-label="Awaiting response">
      <span />
    </div>
  )
}

interface MetaAndExplainProps {
  readonly tab: AnsweredTab
  readonly send: SendState
  readonly graphQl: ReadGraphQlErrors
}

/** The status row, with Explain for a status of 400 or more (behaviour 3), and the earlier responses at its end. */
function MetaAndExplain({ tab, send, graphQl }: MetaAndExplainProps) {
  return (
    <>
      <ResponseMeta key={tab.id} send={send} graphQlErrorCount={graphQl.response?.errorCount ?? 0} />
      {send.state === 'answered' && send.exchange.response.statusCode >= 400 && (
        <ExplainButton tabId={tab.id} about="response" />
      )}
      <span className={styles.earlier}>
        <Suspense>
          <EarlierResponses tab={tab} />
        </Suspense>
      </span>
    </>
  )
}

/** A send that failed before the server answered may have content: its Timeline, or messages of the user to a gRPC method. */
function hasFoot(send: SendState, response: Response | null, hasContent: boolean): boolean {
  if (response !== null) return true
  return hasContent && send.state === 'failed' && send.failure.kind !== 'cancelled'
}

/** Whether the pane has the messages of a WebSocket, or their place: all that a WebSocket has that was not refused. */
function isMessages({ draft }: AnsweredTab, send: SendState, response: Response | null): boolean {
  if (response !== null) return isConversation(response)
  const { callsMethods, pane } = descriptorOf(draft)
  return pane.shows === 'messages' && !callsMethods && (send.state === 'idle' || send.state === 'awaiting')
}
