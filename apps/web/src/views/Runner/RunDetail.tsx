import { describeSendFailure, kindOrMethod, type Response, revealInvisible, shownName } from '@parley/model'
import type { RunInfo, ShownRunResult } from '@parley/server/contract'
import { useState } from 'react'
import { useStore } from 'zustand'
import { Button } from '../../components/buttons/Button.tsx'
import { MethodBadge } from '../../components/MethodBadge.tsx'
import { SectionTabs } from '../../components/tabs/SectionTabs.tsx'
import { findEntry } from '../../library/find-entry.ts'
import { useLibrary, useRunPages, useSettings } from '../../wiring/use-stores.ts'
import { type BodyDisplay, newBodyDisplay } from '../../workbench/response/body-display.ts'
import { setCookieValues } from '../../workbench/response/set-cookie-values.ts'
import { timelineOfSend } from '../../workbench/response/timeline.ts'
import { failureTitle } from '../../workbench/response/timeline-events.ts'
import type { RunTab } from '../../workbench/runs/run-tab.ts'
import { sendOfResult } from '../../workbench/runs/send-of-result.ts'
import { hasFailure } from '../../workbench/sending/script-errors.ts'
import { responseOf, type SendState } from '../../workbench/tabs/request-tab.ts'
import { ExplainRunButton } from '../Assistant/ExplainRunButton.tsx'
import { ResponseBody } from '../ResponsePane/body/ResponseBody.tsx'
import { MetaContent } from '../ResponsePane/meta/MetaContent.tsx'
import { ResponseCookies } from '../ResponsePane/ResponseCookies.tsx'
import { ResponseHeaders } from '../ResponsePane/ResponseHeaders.tsx'
import paneStyles from '../ResponsePane/ResponsePane.module.css'
import { RequestAsSent, ResponseTimeline } from '../ResponsePane/ResponseTimeline.tsx'
import { TestResults } from '../ResponsePane/tests/TestResults.tsx'
import { keepFocus } from '../Shortcuts/focus-pane.ts'
import { DataRow, RowValues } from './RunDataRow.tsx'
import styles from './RunDetail.module.css'

export interface RunDetailProps {
  readonly tab: RunTab
  readonly run: RunInfo
}

type DetailSection = 'tests' | 'body' | 'headers' | 'cookies' | 'request' | 'timeline'

/** The chosen request of a run: its tests and its whole exchange. */
export function RunDetail({ tab, run }: RunDetailProps) {
  const runPages = useRunPages()
  const chosen = useStore(runPages.store, state => state.chosen[tab.id])
  /** Null until the user chooses one. */
  const [section, setSection] = useState<DetailSection | null>(null)
  const isOfRun = chosen?.runId === run.runId
  return (
    <section className={styles.pane} aria-label="Request of the run" data-pane="response">
      {isOfRun && chosen.problem !== null && (
        <p className={styles.hold} role="alert">
          {chosen.problem}
        </p>
      )}
      {!isOfRun && <p className={styles.hold}>Select a request to see its tests, request and response.</p>}
      {isOfRun && chosen.problem === null && chosen.shown !== null && (
        <ShownResult
          shown={chosen.shown}
          section={section ?? firstSection(chosen.shown)}
          onSection={setSection}
          runId={run.runId}
        />
      )}
    </section>
  )
}

/** A request without tests shows its body. */
function firstSection({ result }: ShownRunResult): DetailSection {
  const { tests, outcome } = result
  const isTested = tests.results.length + tests.scriptErrors.length > 0
  return isTested || outcome === null ? 'tests' : 'body'
}

interface ShownResultProps {
  readonly runId: string
  readonly shown: ShownRunResult
  readonly section: DetailSection
  readonly onSection: (section: DetailSection) => void
}

function ShownResult({ runId, shown, section, onSection }: ShownResultProps) {
  const { result } = shown
  const send = sendOfResult(runId, shown)
  const response = responseOf(send)
  // The tab that few need leaves the room of the others alone.
  const cookieCount = response === null ? 0 : setCookieValues(response).length
  return (
    <>
      <div className="toolbar">
        <MethodBadge method={kindOrMethod(result)} />
        <span className="unseen">{result.method}</span>
        <h2 className={styles.name} dir="auto" title={result.url}>
          {shownName(result.name)}
        </h2>
        {result.sends > 1 && (
          <span className={styles.sends}>Sent {result.sends.toLocaleString('en')} times</span>
        )}
        <RequestCommands runId={runId} result={result} />
      </div>
      <RowValues runId={runId} result={result} />
      <SectionTabs
        label="Result"
        tabs={[
          {
            id: 'tests',
            label: 'Test Results',
            count: result.tests.results.length,
            fault: result.tests.scriptErrors.length > 0 ? 'Script error' : undefined,
            isAlarming: hasFailure(result.tests),
          },
          { id: 'body', label: 'Body' },
          { id: 'headers', label: 'Headers', count: response?.headers.length ?? 0 },
          ...(cookieCount > 0 || section === 'cookies'
            ? [{ id: 'cookies', label: 'Cookies', count: cookieCount } as const]
            : []),
          { id: 'request', label: 'Request' },
          { id: 'timeline', label: 'Timeline' },
        ]}
        selected={section}
        onSelect={onSection}
        end={
          <div className={paneStyles.meta} role="status">
            <MetaContent send={send} graphQlErrorCount={0} />
          </div>
        }
        isEndBelowWhenNarrow
      >
        <SectionView shown={shown} send={send} response={response} section={section} />
      </SectionTabs>
    </>
  )
}

interface RequestCommandsProps {
  readonly runId: string
  readonly result: ShownRunResult['result']
}

/** Renders nothing if the request is no longer in the library. */
function RequestCommands({ runId, result }: RequestCommandsProps) {
  const { id, index, status } = result
  const library = useLibrary()
  const entry = useStore(library.store, state => findEntry(state.tree, id))
  if (entry === null) return null
  return (
    <>
      <Button size="small" onPress={() => void library.openRequest(entry).then(keepFocus)}>
        Open request
      </Button>
      {(status === 'failed' || status === 'error') && (
        <ExplainRunButton entry={entry} run={{ runId, index }} />
      )}
    </>
  )
}

interface SectionViewProps {
  readonly shown: ShownRunResult
  readonly send: SendState
  readonly response: Response | null
  readonly section: DetailSection
}

function SectionView({ shown, send, response, section }: SectionViewProps) {
  const { result } = shown
  const failure = result.outcome?.ok === false ? result.outcome.failure.failure : null
  if (section === 'tests') {
    const isEmpty = result.tests.results.length + result.tests.scriptErrors.length === 0
    if (!isEmpty)
      return <TestResults key={result.index} requestId={result.id} report={result.tests} onGoToLine={null} />
    return <p className={styles.hold}>{emptyTestsWords(shown)}</p>
  }
  const timeline = timelineOfSend(send)
  if (section === 'request') {
    const request = timeline?.request ?? null
    return request === null ? (
      <NoExchange shown={shown} />
    ) : (
      <RequestAsSent before={<DataRow result={result} />} url={result.url} request={request} />
    )
  }
  if (section === 'timeline') {
    return timeline === null ? <NoExchange shown={shown} /> : <ResponseTimeline timeline={timeline} />
  }
  if (response === null || (failure !== null && section === 'body' && response.content.handle === ''))
    return <NoExchange shown={shown} />
  if (section === 'headers') return <ResponseHeaders response={response} />
  if (section === 'cookies')
    return <ResponseCookies response={response} targetUri={timeline?.request?.targetUri ?? result.url} />
  return <BodyOf shown={shown} response={response} />
}

function BodyOf({ shown, response }: Pick<ShownResultProps, 'shown'> & { readonly response: Response }) {
  const settings = useSettings()
  const firstView = useStore(settings.store, state => state.settings.editor.defaultResponseView)
  const [chosen, setChosen] = useState<BodyDisplay | null>(null)
  const [filter, setFilter] = useState<string | null>(null)
  if (response.content.handle === '') return <p className={styles.hold}>{missingWords(shown)}</p>
  return (
    <ResponseBody
      content={response.content}
      isGrowing={false}
      display={chosen ?? newBodyDisplay(firstView)}
      onDisplayChange={setChosen}
      filter={filter}
      onFilterChange={setFilter}
    />
  )
}

/** Says why there is no exchange to show. */
function NoExchange({ shown }: { readonly shown: ShownRunResult }) {
  const { outcome, skipped, status } = shown.result
  if (skipped !== null)
    return (
      <p className={styles.hold}>
        {skipped === 'LIVE_STREAM'
          ? 'A live stream, which a run does not wait for. Open the request to follow it, or set a limit for runs on its Settings tab.'
          : 'Its pre-request script skipped it.'}
      </p>
    )
  if (status === 'cancelled') return <p className={styles.hold}>It was cancelled with the run.</p>
  if (outcome === null || outcome.ok) return <p className={styles.hold}>There is no response.</p>
  const { failure } = outcome.failure
  const { sentence, nextStep } = describeSendFailure(failure)
  return (
    <div className={styles.hold}>
      <h3>{failureTitle(failure)}</h3>
      <p>{revealInvisible(`${sentence} ${nextStep}`)}</p>
      <p className={styles.code}>{failure.code}</p>
    </div>
  )
}

function emptyTestsWords({ result }: ShownRunResult): string {
  if (result.skipped !== null) return 'It was not sent.'
  if (result.outcome?.ok === false) return 'There was no response to test. The Body tab says why.'
  return 'No tests defined'
}

function missingWords({ missingBody }: ShownRunResult): string {
  const words = {
    notKept: 'The body was not kept. Choose Keep response bodies: All under Options, and run again.',
    tooLarge: 'The body is larger than 10 MB and was not kept.',
    noRoom: 'A run keeps up to 1,000 bodies and 100 MB in all; this one was not kept.',
    lost: 'The file of this body no longer exists.',
  }
  return missingBody === null ? 'The response has no body.' : words[missingBody]
}
