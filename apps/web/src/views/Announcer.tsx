import { useStore } from 'zustand'
import { useAppModel } from '../app-model.ts'
import { formatDuration, formatSize } from '../workbench/format-quantity.ts'
import type { SendState } from '../workbench/request-tab.ts'
import styles from './Announcer.module.css'

/** Tells a screen reader the outcome of a send, once per answer and never the ticking clock. */
export function Announcer() {
  const { workbench } = useAppModel()
  const latest = useStore(workbench.store, state => {
    const tab = state.tabs.find(candidate => candidate.id === state.latestOutcomeTabId)
    return tab?.send ?? null
  })
  const text = latest === null ? '' : describeOutcome(latest)
  return (
    <div className={styles.announcer} aria-live="polite">
      {latest !== null && 'sendId' in latest && <span key={latest.sendId}>{text}</span>}
    </div>
  )
}

function describeOutcome(send: SendState): string {
  if (send.state === 'failed') return 'Request failed'
  if (send.state !== 'answered') return ''
  const { response, timings } = send.exchange
  const size = formatSize(response.headerBytes + response.content.wireBytes)
  return `${response.statusCode} ${response.reasonPhrase}, ${formatDuration(timings.totalMs)}, ${size}`
}
