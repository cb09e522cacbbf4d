import { descriptorOf, type Response } from '@parley/model'
import { lazyPart } from '../../components/lazy-part.tsx'
import { useWorkbench } from '../../wiring/use-stores.ts'
import { idleHintOf } from '../../workbench/request/request-kind.ts'
import type { BodyDisplay } from '../../workbench/response/body-display.ts'
import { timelineOfSend } from '../../workbench/response/timeline.ts'
import { notSentErrorOf } from '../../workbench/sending/script-errors.ts'
import type { RequestTab, SendState } from '../../workbench/tabs/request-tab.ts'
import { AwaitingView } from './AwaitingView.tsx'
import { loadResponseBody } from './body/load-response-body.ts'
import { BelowErrors } from './graphql/BelowErrors.tsx'
import type { ReadGraphQlErrors } from './graphql/use-graphql-errors.ts'
import { IdleView, MutedText } from './IdleView.tsx'

const ResponseBody = lazyPart(async () => (await loadResponseBody()).ResponseBody)

const EventsView = lazyPart(async () => (await import('../Live/EventsView.tsx')).EventsView)

const CallMessagesView = lazyPart(async () => (await import('../Live/MessagesView.tsx')).CallMessagesView)

const CallStatusDetail = lazyPart(async () => (await import('../Grpc/CallStatusDetail.tsx')).CallStatusDetail)

const ResponseTimeline = lazyPart(async () => (await import('./ResponseTimeline.tsx')).ResponseTimeline)

const UnsentView = lazyPart(async () => (await import('./Failure.tsx')).UnsentView)

const NotSentView = lazyPart(async () => (await import('./NotSentView.tsx')).NotSentView)

const FailedView = lazyPart(async () => (await import('./FailedView.tsx')).FailedView)

const ResponseHeaders = lazyPart(async () => (await import('./ResponseHeaders.tsx')).ResponseHeaders)

const ResponseCookies = lazyPart(async () => (await import('./ResponseCookies.tsx')).ResponseCookies)

const TestsView = lazyPart(async () => (await import('./tests/TestsView.tsx')).TestsView)

/** The parts of a tab that the pane shows. */
export type AnsweredTab = Pick<
  RequestTab,
  'id' | 'source' | 'draft' | 'send' | 'repeat' | 'responseSection' | 'responseFilter' | 'bodyDisplay'
>

export interface ResponseSectionViewProps {
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

/** What the selected tab of a response shows. */
export function ResponseSectionView(props: ResponseSectionViewProps) {
  const { tab, send, response, sessionId, display, onDisplayChange, onBodyShown, graphQl } = props
  const workbench = useWorkbench()
  const timeline = timelineOfSend(send)
  if (tab.responseSection === 'timeline' && timeline !== null) return <ResponseTimeline timeline={timeline} />
  const { callsMethods: isCall } = descriptorOf(tab.draft)
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
          targetUri={targetUriOf(send)}
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
              tabId={tab.id}
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
  const scriptError = notSentErrorOf(send)
  if (scriptError !== null)
    return (
      <NotSentView
        error={scriptError}
        notes={(send.state === 'idle' && send.notes) || []}
        onRetry={retry}
        onGoToLine={line => workbench.goToScriptLine(tab.id, scriptError.phase, line)}
      />
    )
  return tab.responseSection === 'tests' ? (
    <TestsView tab={tab} send={send} />
  ) : (
    <IdleView words={idleHintOf(tab.draft)} />
  )
}

/** Where the response came from, as far as that is known. */
function targetUriOf(send: SendState): string {
  if (send.state === 'awaiting') return send.targetUri
  return timelineOfSend(send)?.request?.targetUri ?? ''
}
