import type { Notice, Response } from '@parley/model'
import { useState } from 'react'
import { useAppModel } from '../../app-model.ts'
import { KeyHint } from '../../components/KeyHint.tsx'
import { SectionTabs } from '../../components/SectionTabs.tsx'
import { type BodyDisplay, newBodyDisplay } from '../../workbench/body-display.ts'
import { type RequestTab, type SendState, shownSend } from '../../workbench/request-tab.ts'
import { AwaitingView } from './AwaitingView.tsx'
import { FailedView, UnsentView } from './FailedView.tsx'
import { ResponseBody } from './ResponseBody.tsx'
import { ResponseHeaders } from './ResponseHeaders.tsx'
import { ResponseMeta } from './ResponseMeta.tsx'
import styles from './ResponsePane.module.css'

export interface ResponsePaneProps {
  readonly tab: RequestTab
}

/** Idle → awaiting → answered or failed (spec 3). Tabs and splitter never move. */
export function ResponsePane({ tab }: ResponsePaneProps) {
  const { workbench } = useAppModel()
  const [display, setDisplay] = useState(() => newBodyDisplay('pretty'))
  const send = shownSend(tab.send)
  const response = responseOf(send)
  return (
    <section className={styles.pane} aria-label="Response" data-pane="response">
      {send.state === 'awaiting' && (
        <div className={styles.bar} role="progressbar" aria-label="Awaiting response">
          <span />
        </div>
      )}
      <SectionTabs
        label="Response"
        tabs={[
          { id: 'body', label: 'Body' },
          { id: 'headers', label: 'Headers', count: response?.headers.length ?? 0 },
        ]}
        selected={tab.responseSection}
        onSelect={section => workbench.chooseResponseSection(tab.id, section)}
        end={<ResponseMeta key={tab.id} send={send} />}
      >
        <ResponseContent
          tab={tab}
          send={send}
          response={response}
          display={display}
          onDisplayChange={setDisplay}
        />
      </SectionTabs>
    </section>
  )
}

interface ResponseContentProps {
  readonly tab: RequestTab
  readonly send: SendState
  readonly response: Response | null
  readonly display: BodyDisplay
  readonly onDisplayChange: (display: BodyDisplay) => void
}

function ResponseContent({ tab, send, response, display, onDisplayChange }: ResponseContentProps) {
  const { workbench } = useAppModel()
  if (tab.responseSection === 'headers' && response !== null) return <ResponseHeaders response={response} />
  if (send.state === 'idle') return <IdleView />
  if (send.state === 'unsent') {
    return <UnsentView reason={send.reason} onRetry={() => void workbench.sendTab(tab.id)} />
  }
  if (send.state === 'awaiting') {
    return <AwaitingView key={send.sendId} send={send} onCancel={workbench.cancelActiveSend} />
  }
  if (send.state === 'failed') {
    return (
      <FailedView
        failure={send.failure}
        receivedBytes={send.response?.content.decodedBytes ?? 0}
        onRetry={() => void workbench.sendTab(tab.id)}
      />
    )
  }
  if (response === null) return null
  const notices = send.state === 'answered' ? send.exchange.notices : []
  return (
    <>
      {send.state === 'cancelled' && <p className={styles.notice}>Cancelled, body incomplete</p>}
      {notices.map(notice => (
        <NoticeLine key={notice.code} notice={notice} />
      ))}
      <ResponseBody
        content={response.content}
        isGrowing={false}
        display={display}
        onDisplayChange={onDisplayChange}
      />
    </>
  )
}

function IdleView() {
  return (
    <div className={styles.hold}>
      <p className={styles.idle}>
        Send the request to see the response, with <KeyHint keys="Ctrl Enter" />
        <span className={styles.hidden}>Ctrl Enter</span>
      </p>
    </div>
  )
}

function NoticeLine({ notice }: { readonly notice: Notice }) {
  const names = notice.names.map(name => `{{${name}}}`).join(', ')
  return <p className={styles.notice}>Sent as typed, no value known for {names}</p>
}

function responseOf(send: SendState): Response | null {
  if (send.state === 'answered') return send.exchange.response
  return 'response' in send ? send.response : null
}
