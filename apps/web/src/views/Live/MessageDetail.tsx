import { formatSize, revealInvisible } from '@parley/model'
import { Copy, Download, RotateCw, X } from 'lucide-react'
import { useCallback, useEffect, useRef, useState } from 'react'
import { useStore } from 'zustand'
import { IconButton } from '../../components/buttons/IconButton.tsx'
import { SegmentedControl } from '../../components/buttons/SegmentedControl.tsx'
import { copyBody, copySelection, downloadBody } from '../../server-client/body-actions.ts'
import { useBodies, useBodyTexts } from '../../wiring/use-stores.ts'
import type { OpenedMessageState } from '../../workbench/live/opened-message.ts'
import { createBodySearch } from '../../workbench/response/body-search.ts'
import { type BodyView, bodyTextKey } from '../../workbench/response/body-texts.ts'
import { BodyTextView } from '../ResponsePane/body/BodyTextView.tsx'
import { FindBar } from '../ResponsePane/body/FindBar.tsx'
import { HexBody } from '../ResponsePane/body/HexBody.tsx'
import type { ResponseTextHandle } from '../ResponsePane/body/ResponseText.tsx'
import styles from './MessageDetail.module.css'

export interface MessageDetailProps {
  readonly opened: Exclude<OpenedMessageState, { state: 'none' }>
  /** What a message is called: `Event`. */
  readonly noun: string
  readonly onClose: () => void
  /** Sends the message again; absent: it cannot be sent. Resolves with a message for the user. */
  readonly onResend?: (() => Promise<string>) | undefined
}

const views = [
  { value: 'pretty', label: 'Pretty' },
  { value: 'raw', label: 'Raw' },
] as const

/** A message beside the list: its data as formatted JSON, as text, or as bytes. */
export function MessageDetail({ opened, noun, onClose, onResend }: MessageDetailProps) {
  const bodies = useBodies()
  const [view, setView] = useState<BodyView['view']>('pretty')
  const [report, setReport] = useState('')
  const { row } = opened
  const shown: BodyView | null =
    opened.state === 'made' && opened.sizeBytes > 0 ? { handle: opened.handle, view, format: 'auto' } : null
  const run = (action: Promise<string>) => void action.then(setReport)
  return (
    <section className={styles.detail} aria-label={noun}>
      <header className={styles.head}>
        <h2 className={styles.name}>{revealInvisible(row.type)}</h2>
        <span className={styles.facts}>
          {[
            ...(row.id === null || row.id === '' ? [] : [`id ${revealInvisible(row.id)}`]),
            ...(row.isComplete ? [] : ['incomplete']),
            ...(opened.state === 'made' ? [formatSize(opened.sizeBytes)] : []),
          ].join(' · ')}
        </span>
        <span className={styles.report} role="status">
          {report}
        </span>
        <SegmentedControl
          label={`View of the ${noun.toLowerCase()}`}
          value={view}
          choices={views}
          onChange={setView}
        />
        {onResend !== undefined && (
          <IconButton label={`Send ${noun.toLowerCase()} again`} size="small" onPress={() => run(onResend())}>
            <RotateCw size={14} strokeWidth={1.75} aria-hidden="true" />
          </IconButton>
        )}
        <IconButton
          label={`Copy ${noun.toLowerCase()}`}
          size="small"
          isDisabled={shown === null}
          onPress={() => shown !== null && run(copyBody(bodies, shown))}
        >
          <Copy size={14} strokeWidth={1.75} aria-hidden="true" />
        </IconButton>
        <IconButton
          label={`Download ${noun.toLowerCase()}`}
          size="small"
          isDisabled={shown === null}
          onPress={() => shown !== null && run(downloadBody(bodies, shown.handle))}
        >
          <Download size={14} strokeWidth={1.75} aria-hidden="true" />
        </IconButton>
        <IconButton label={`Close ${noun.toLowerCase()}`} size="small" onPress={onClose}>
          <X size={14} strokeWidth={1.75} aria-hidden="true" />
        </IconButton>
      </header>
      {opened.state === 'failed' && (
        <p className={styles.note} role="alert">
          {opened.reason}
        </p>
      )}
      {opened.state === 'made' && shown === null && (
        <p className={styles.note}>The {noun.toLowerCase()} has no data.</p>
      )}
      {opened.state === 'made' && shown !== null && (
        <MessageData
          key={opened.handle}
          view={shown}
          sizeBytes={opened.sizeBytes}
          label={`${noun} data`}
          onReport={setReport}
        />
      )}
    </section>
  )
}

interface MessageDataProps {
  readonly view: BodyView
  readonly sizeBytes: number
  readonly label: string
  readonly onReport: (report: string) => void
}

function MessageData({ view, sizeBytes, label, onReport }: MessageDataProps) {
  const bodies = useBodies()
  const bodyTexts = useBodyTexts()
  const [search] = useState(() =>
    createBodySearch({
      find: input => bodies.find(input),
      after: (delayMs, callback) => void setTimeout(callback, delayMs),
    }),
  )
  const isFinding = useStore(search.store, state => state.isOpen)
  const key = bodyTextKey(view)
  const body = useStore(bodyTexts.store, state => state[key])
  const text = useRef<ResponseTextHandle>(null)
  const copySelected = useCallback(
    (selected: Promise<string>) => void copySelection(selected).then(onReport),
    [onReport],
  )
  const readView = body?.state === 'read' ? body.view : null
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key says all that a view is.
  useEffect(() => bodyTexts.follow(view), [bodyTexts, key])
  // biome-ignore lint/correctness/useExhaustiveDependencies: a text that was formatted meanwhile is searched again.
  useEffect(() => search.setBody(view), [search, key, readView])
  if (body?.state === 'read' && !body.isText)
    return <HexBody content={{ handle: view.handle, decodedBytes: sizeBytes }} search={search} />
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: a shortcut for everything in it.
    <div
      className={styles.data}
      onKeyDown={event => {
        if (!(event.ctrlKey || event.metaKey) || event.key !== 'f') return
        event.preventDefault()
        search.open()
      }}
    >
      {isFinding && <FindBar search={search} onClose={() => text.current?.focus()} />}
      <BodyTextView
        ref={text}
        view={view}
        body={body}
        isWrapped
        search={search}
        label={label}
        onCopy={copySelected}
      />
    </div>
  )
}
