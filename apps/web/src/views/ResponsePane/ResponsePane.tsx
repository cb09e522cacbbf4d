import type { Response } from '@parley/model'
import { lazy, memo, type ReactNode, Suspense, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { useStore } from 'zustand'
import { SectionTabs } from '../../components/tabs/SectionTabs.tsx'
import { useLive, useSettings, useWorkbench } from '../../wiring/use-stores.ts'
import { stopLabelOf } from '../../workbench/request/request-kind.ts'
import { type BodyDisplay, newBodyDisplay } from '../../workbench/response/body-display.ts'
import { chosenSection, eventSessionOf, shownSection } from '../../workbench/response/response-sections.ts'
import { timelineOfSend } from '../../workbench/response/timeline.ts'
import { emptyTestsText } from '../../workbench/sending/script-errors.ts'
import { type RequestTab, responseOf, type SendState, shownSend } from '../../workbench/tabs/request-tab.ts'
import { ExplainButton } from '../Assistant/ExplainButton.tsx'
import { AwaitingView } from './AwaitingView.tsx'
import { loadResponseBody } from './body/load-response-body.ts'
import { type ReadGraphQlErrors, useGraphQlErrors } from './graphql/use-graphql-errors.ts'
import { IdleView } from './IdleView.tsx'
import { ResponseMeta } from './meta/ResponseMeta.tsx'
import styles from './ResponsePane.module.css'
import { responseTabs } from './response-tabs.ts'
import { useRestoredFocus } from './use-restored-focus.ts'

const ResponseBody = lazy(async () => {
  const { ResponseBody: Component } = await loadResponseBody()
  return { default: Component }
})

const EventsView = lazy(async () => {
  const { EventsView: Component } = await import('../Live/EventsView.tsx')
  return { default: Component }
})

const CallMessagesView = lazy(async () => {
  const { CallMessagesView: Component } = await import('../Live/MessagesView.tsx')
  return { default: Component }
})

const CallStatusDetail = lazy(async () => {
  const { CallStatusDetail: Component } = await import('../Grpc/CallStatusDetail.tsx')
  return { default: Component }
})

const WebSocketSection = lazy(async () => {
  const { WebSocketSection: Component } = await import('./WebSocketSection.tsx')
  return { default: Component }
})

const ResponseTimeline = lazy(async () => {
  const { ResponseTimeline: Component } = await import('./ResponseTimeline.tsx')
  return { default: Component }
})

const UnsentView = lazy(async () => {
  const { UnsentView: Component } = await import('./Failure.tsx')
  return { default: Component }
})

const ResponseFoot = lazy(async () => {
  const { ResponseFoot: Component } = await import('./ResponseFoot.tsx')
  return { default: Component }
})

const NoStreamFoot = lazy(async () => {
  const { NoStreamFoot: Component } = await import('./ResponseFoot.tsx')
  return { default: Component }
})

const EarlierFoot = lazy(async () => {
  const { EarlierFoot: Component } = await import('./ResponseFoot.tsx')
  return { default: Component }
})

const FailedView = lazy(async () => {
  const { FailedView: Component } = await import('./FailedView.tsx')
  return { default: Component }
})

const ResponseHeaders = lazy(async () => {
  const { ResponseHeaders: Component } = await import('./ResponseHeaders.tsx')
  return { default: Component }
})

const ResponseCookies = lazy(async () => {
  const { ResponseCookies: Component } = await import('./ResponseCookies.tsx')
  return { default: Component }
})

const TestResults = lazy(async () => {
  const { TestResults: Component } = await import('./TestResults.tsx')
  return { default: Component }
})

const GraphQlErrors = lazy(async () => {
  const { GraphQlErrors: Component } = await import('./graphql/GraphQlErrors.tsx')
  return { default: Component }
})

/** The parts of a tab that the pane shows. */
type AnsweredTab = Pick<
  RequestTab,
  'id' | 'draft' | 'send' | 'responseSection' | 'responseFilter' | 'bodyDisplay'
>

export interface ResponsePaneProps {
  readonly tab: AnsweredTab
}

/**
 * The states of spec 3: idle, awaiting, answered or failed. Tabs and splitter never move. It renders only
 * when its own part of a tab changes, so that typing in the request does not wait for it.
 */
export const ResponsePane = memo(
  ShownResponse,
  ({ tab: before }, { tab: after }) =>
    before.id === after.id &&
    before.send === after.send &&
    before.responseSection === after.responseSection &&
    before.responseFilter === after.responseFilter &&
    before.bodyDisplay === after.bodyDisplay &&
    before.draft.scripts === after.draft.scripts &&
    stopLabelOf(before.draft) === stopLabelOf(after.draft) &&
    before.draft.stream === after.draft.stream &&
    (before.draft.webSocket === undefined) === (after.draft.webSocket === undefined) &&
    (before.draft.grpc === undefined) === (after.draft.grpc === undefined),
)

function ShownResponse({ tab }: ResponsePaneProps) {
  const workbench = useWorkbench()
  const settings = useSettings()
  const firstView = useStore(settings.store, state => state.settings.editor.defaultResponseView)
  const display = tab.bodyDisplay ?? newBodyDisplay(firstView)
  const send = shownSend(tab.send)
  const response = responseOf(send)
  const isCall = tab.draft.grpc !== undefined
  const sessionId = useEventSession(send)
  const hasEvents = sessionId !== null
  const eventCounter = useMemo(
    () => sessionId !== null && <EventCount sessionId={sessionId} countsSent={isCall} />,
    [sessionId, isCall],
  )
  const graphQl = useGraphQlErrors(send)
  const section = shownSection(tab.responseSection, hasEvents, isCall)
  const isStoppedAbove = send.state === 'awaiting' && stopLabelOf(tab.draft) !== null
  const pane = useRef<HTMLElement>(null)
  const { rememberFocus, restoreFocus } = useRestoredFocus(pane)
  return (
    <section
      ref={pane}
      className={styles.pane}
      aria-label="Response"
      data-pane="response"
      onFocus={rememberFocus}
    >
      {send.state === 'awaiting' && !hasEvents && (
        <div className={styles.bar} role="progressbar" aria-label="Awaiting response">
          <span />
        </div>
      )}
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
          end={<MetaAndExplain tabId={tab.id} send={send} graphQl={graphQl} />}
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
            {hasFoot(send, response, hasEvents) && !isStoppedAbove && (
              <ResponseFoot
                send={send}
                hasNotices={section !== 'timeline'}
                onCancel={workbench.cancelActiveSend}
                onRetry={() => void workbench.sendTab(tab.id)}
              />
            )}
            {tab.draft.stream !== undefined && sessionId === null && send.state === 'answered' && (
              <NoStreamFoot />
            )}
          </Suspense>
          {'earlier' in send && (
            <Suspense>
              <EarlierFoot send={send} onShowLatest={() => workbench.showLatest(tab.id)} />
            </Suspense>
          )}
        </SectionTabs>
      )}
    </section>
  )
}

interface MetaAndExplainProps {
  readonly tabId: string
  readonly send: SendState
  readonly graphQl: ReadGraphQlErrors
}

/** The status row, with Explain at its end for a status of 400 or more (spec 3). */
function MetaAndExplain({ tabId, send, graphQl }: MetaAndExplainProps) {
  return (
    <>
      <ResponseMeta key={tabId} send={send} graphQlErrorCount={graphQl.response?.errorCount ?? 0} />
      {send.state === 'answered' && send.exchange.response.statusCode >= 400 && (
        <ExplainButton tabId={tabId} about="response" />
      )}
    </>
  )
}

/** Of a gRPC call that failed before the server answered there may be messages of the user. */
function hasFoot(send: SendState, response: Response | null, hasMessages: boolean): boolean {
  if (response !== null) return true
  return hasMessages && send.state === 'failed' && send.failure.kind !== 'cancelled'
}

/** Whether the pane has the messages of a WebSocket, or their place: all that a WebSocket has that was not refused. */
function isMessages({ draft }: AnsweredTab, send: SendState, response: Response | null): boolean {
  if (response !== null) return response.webSocket !== undefined
  return draft.webSocket !== undefined && (send.state === 'idle' || send.state === 'awaiting')
}

/** Returns the session whose events are shown: also after a last response that is no event stream any more. */
function useEventSession(send: SendState): string | null {
  const live = useLive()
  const sessionId = 'sendId' in send ? send.sendId : null
  const isKnown = useStore(live.store, ({ counts }) => sessionId !== null && counts[sessionId] !== undefined)
  return isKnown ? sessionId : eventSessionOf(send)
}

interface EventCountProps {
  readonly sessionId: string
  /** Whether messages of the user count. */
  readonly countsSent: boolean
}

/** How many events or messages a stream has had; nothing before the first one. */
function EventCount({ sessionId, countsSent }: EventCountProps) {
  const live = useLive()
  const count = useStore(live.store, ({ counts }) => {
    const { received = 0, sent = 0 } = counts[sessionId] ?? {}
    return countsSent ? received + sent : received
  })
  return count > 0 && count
}

/**
 * Calls back once the code of a view is loaded. Until then the previous view is hidden in its place, and
 * keeps the focus if it had it.
 */
function Revealed({ onReveal }: { readonly onReveal: () => void }) {
  useLayoutEffect(onReveal)
  return null
}

interface ResponseSectionViewProps {
  readonly tab: AnsweredTab
  readonly send: SendState
  readonly response: Response | null
  /** Of the events; null: there are none. */
  readonly sessionId: string | null
  readonly display: BodyDisplay
  readonly onDisplayChange: (display: BodyDisplay) => void
  readonly onBodyShown: () => void
  readonly graphQl: ReadGraphQlErrors
}

function ResponseSectionView(props: ResponseSectionViewProps) {
  const { tab, send, response, sessionId, display, onDisplayChange, onBodyShown, graphQl } = props
  const workbench = useWorkbench()
  const timeline = timelineOfSend(send)
  if (tab.responseSection === 'timeline' && timeline !== null) return <ResponseTimeline timeline={timeline} />
  const isCall = tab.draft.grpc !== undefined
  if (isCall && tab.responseSection === 'events' && sessionId !== null)
    return <CallMessagesView key={sessionId} sessionId={sessionId} tabId={tab.id} />
  if (response === null) return <WithoutResponse tab={tab} send={send} />
  if (tab.responseSection === 'events' && sessionId !== null)
    return <EventsView key={sessionId} sessionId={sessionId} tabId={tab.id} />
  switch (tab.responseSection) {
    case 'headers':
      return (
        <ResponseHeaders
          key={isCall ? 'metadata' : 'headers'}
          response={response}
          {...(isCall && { part: 'metadata' })}
        />
      )
    case 'trailers':
      return <ResponseHeaders key="trailers" response={response} part="trailers" />
    case 'cookies':
      return <ResponseCookies response={response} targetUri={targetUriOf(send)} />
    case 'tests':
      return <TestsView tab={tab} send={send} />
    case 'timeline':
      return <MutedText text="The timeline appears when the response is complete." />
    case 'events':
    case 'body':
      return (
        <>
          {response.grpc !== undefined && <CallStatusDetail state={response.grpc} />}
          <BelowErrors
            handle={response.content.handle}
            graphQl={graphQl}
            onGoTo={position => workbench.goToQuery(tab.id, position)}
          >
            <ResponseBody
              key={tab.id}
              content={response.content}
              isOfTab
              isGrowing={send.state === 'awaiting'}
              display={display}
              onDisplayChange={onDisplayChange}
              onShown={onBodyShown}
              filter={tab.responseFilter}
              onFilterChange={filter => workbench.filterResponses(tab.id, filter)}
            />
          </BelowErrors>
        </>
      )
  }
}

interface BelowErrorsProps {
  readonly handle: string
  readonly graphQl: ReadGraphQlErrors
  readonly onGoTo: (position: { readonly line: number; readonly column: number }) => void
  readonly children: ReactNode
}

/**
 * The body below the errors of a GraphQL response. A new body appears with them, as they would move it later; a body that
 * was shown while it grew has them below it, for the same reason.
 */
function BelowErrors({ handle, graphQl: { response, isReading }, onGoTo, children }: BelowErrorsProps) {
  const [shownHandle, setShownHandle] = useState('')
  const [lateHandle, setLateHandle] = useState('')
  if (!isReading && shownHandle !== handle) setShownHandle(handle)
  if (isReading && shownHandle === handle && lateHandle !== handle) setLateHandle(handle)
  const errors = response !== null && response.errorCount > 0 && (
    <GraphQlErrors response={response} onGoTo={onGoTo} />
  )
  const isLate = lateHandle === handle
  return (
    <>
      {!isLate && errors}
      <div className={styles.belowErrors} data-held={(isReading && shownHandle !== handle) || undefined}>
        {children}
      </div>
      {isLate && errors}
    </>
  )
}

/** A failed test, or a script that crashed. */
function TestsView({ tab, send }: { readonly tab: AnsweredTab; readonly send: SendState }) {
  const workbench = useWorkbench()
  const empty = emptyTestsText({ draft: tab.draft, send })
  if (empty !== null || send.state !== 'answered') return <MutedText text={empty ?? ''} />
  return (
    <TestResults
      key={send.sendId}
      tabId={tab.id}
      report={send.tests}
      onGoToLine={(error, line) => workbench.goToScriptLine(tab.id, error.phase, line)}
    />
  )
}

function WithoutResponse({ tab, send }: { readonly tab: AnsweredTab; readonly send: SendState }) {
  const workbench = useWorkbench()
  const retry = () => void workbench.sendTab(tab.id)
  switch (send.state) {
    case 'awaiting':
      return <AwaitingView key={send.sendId} send={send} onCancel={workbench.cancelActiveSend} />
    case 'failed':
      return (
        <FailedView
          failure={send.failure}
          attempt={send.attempt}
          tabId={tab.id}
          onRetry={retry}
          onOpenTimeline={() => workbench.chooseResponseSection(tab.id, 'timeline')}
        />
      )
    case 'unsent':
      return <UnsentView reason={send.reason} onRetry={retry} />
  }
  return tab.responseSection === 'tests' ? (
    <TestsView tab={tab} send={send} />
  ) : (
    <IdleView words="Send the request to see the response, with" />
  )
}

function MutedText({ text }: { readonly text: string }) {
  return (
    <div className={styles.hold}>
      <p className={styles.idle}>{text}</p>
    </div>
  )
}

/** Where the response came from, as far as that is known. */
function targetUriOf(send: SendState): string {
  if (send.state === 'awaiting') return send.targetUri
  return timelineOfSend(send)?.request?.targetUri ?? ''
}
