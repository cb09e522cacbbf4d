import { formatSize, revealInvisible } from '@parley/model'
import { Columns2, Copy, Download, RotateCw, X } from 'lucide-react'
import { useCallback, useEffect, useRef, useState } from 'react'
import { useStore } from 'zustand'
import { IconButton } from '../../components/buttons/IconButton.tsx'
import { SegmentedControl } from '../../components/buttons/SegmentedControl.tsx'
import { classNames } from '../../components/class-names.ts'
import { copyBody, copySelection, downloadBody, readWholeBody } from '../../server-client/body-actions.ts'
import { after } from '../../window/window-context.ts'
import { useBodies, useBodyTexts, useCompare, useLive } from '../../wiring/use-stores.ts'
import { compareMessage } from '../../workbench/live/compare-messages.ts'
import type { OpenedMessageState } from '../../workbench/live/opened-message.ts'
import { createBodySearch } from '../../workbench/response/body-search.ts'
import { type BodyView, bodyTextKey } from '../../workbench/response/body-texts.ts'
import { BodyTextView } from '../ResponsePane/body/BodyTextView.tsx'
import { FindBar } from '../ResponsePane/body/FindBar.tsx'
import { HexBody } from '../ResponsePane/body/HexBody.tsx'
import type { ResponseTextHandle } from '../ResponsePane/body/ResponseText.tsx'
import { useFind } from '../Shortcuts/find-in-pane.ts'
import styles from './MessageDetail.module.css'

/** How a message is called. */
export interface MessageTitle {
  readonly name: string
  /** Whether the name is a text of the server. */
  readonly isCode: boolean
  /** The name with what distinguishes it from other messages. */
  readonly label: string
}

export interface MessageDetailProps {
  readonly opened: Exclude<OpenedMessageState, { state: 'none' }>
  /** What a message is called: `Event`. */
  readonly noun: string
  /** Of the message, within its session. */
  readonly sessionId: string
  /** What its head says, as code if it is a text of the server. */
  readonly title: MessageTitle
  readonly onClose: () => void
  /** Sends the message again; absent: it cannot be sent. Resolves with a message for the user. */
  readonly onResend?: (() => Promise<string>) | undefined
}

const views = [
  { value: 'pretty', label: 'Pretty' },
  { value: 'raw', label: 'Raw' },
] as const

/** A message beside the list: its data as formatted JSON, as text, or as bytes. */
export function MessageDetail(props: MessageDetailProps) {
  const { opened, noun, title } = props
  const [view, setView] = useState<BodyView['view']>('pretty')
  const [report, setReport] = useState('')
  const { row } = opened
  const shown: BodyView | null =
    opened.state === 'made' && opened.sizeBytes > 0 ? { handle: opened.handle, view, format: 'auto' } : null
  const facts = [
    ...(row.id === null || row.id === '' ? [] : [`id ${revealInvisible(row.id)}`]),
    ...(row.isComplete ? [] : ['incomplete']),
    ...(opened.state === 'made' ? [formatSize(row.sizeBytes)] : []),
  ]
  return (
    <section className={styles.detail} aria-label={noun}>
      <header className={styles.head}>
        <h2 className={classNames(styles.name, title.isCode && styles.code)}>{title.name}</h2>
        <span className={styles.facts}>{facts.join(' · ')}</span>
        <span className={styles.report} role="status">
          {report}
        </span>
        <SegmentedControl
          label={`View of the ${noun.toLowerCase()}`}
          value={view}
          choices={views}
          onChange={setView}
        />
        <MessageActions {...props} shown={shown} onReport={setReport} />
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

interface MessageActionsProps extends MessageDetailProps {
  /** Null for a message without data. */
  readonly shown: BodyView | null
  readonly onReport: (report: string) => void
}

function MessageActions(props: MessageActionsProps) {
  const { opened, noun, sessionId, title, onClose, onResend, shown, onReport } = props
  const bodies = useBodies()
  const compare = useCompare()
  const live = useLive()
  const word = noun.toLowerCase()
  const icon = { size: 14, strokeWidth: 1.75, 'aria-hidden': true } as const
  const run = (action: (view: BodyView) => Promise<string>) => () => {
    if (shown !== null) void action(shown).then(onReport)
  }
  const compareShown = (view: BodyView) => {
    const read = () => readWholeBody(bodies, { ...view, view: 'pretty' })
    const message = { key: `${sessionId} ${opened.row.number}`, label: title.label, read }
    return compareMessage(compare, message, live.ports.describeError)
  }
  const actions = [
    { label: `Compare ${word}`, Icon: Columns2, onPress: run(compareShown) },
    { label: `Copy ${word}`, Icon: Copy, onPress: run(view => copyBody(bodies, view)) },
    { label: `Download ${word}`, Icon: Download, onPress: run(view => downloadBody(bodies, view.handle)) },
  ]
  return (
    <>
      {onResend !== undefined && (
        <IconButton label={`Send ${word} again`} size="small" onPress={() => void onResend().then(onReport)}>
          <RotateCw {...icon} />
        </IconButton>
      )}
      {actions.map(({ label, Icon, onPress }) => (
        <IconButton key={label} label={label} size="small" isDisabled={shown === null} onPress={onPress}>
          <Icon {...icon} />
        </IconButton>
      ))}
      <IconButton label={`Close ${word}`} size="small" onPress={onClose}>
        <X {...icon} />
      </IconButton>
    </>
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
      after,
    }),
  )
  const isFinding = useStore(search.store, state => state.isOpen)
  const key = bodyTextKey(view)
  const body = useStore(bodyTexts.store, state => state[key])
  const text = useRef<ResponseTextHandle>(null)
  const element = useFind(() => {
    search.open()
    return true
  })
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
    <div ref={element} className={styles.data} data-finds="">
      {isFinding && <FindBar search={search} onClose={() => text.current?.focus()} />}
      <BodyTextView
        ref={text}
        view={view}
        body={body}
        isWrapped
        search={search}
        label={label}
        commands={{ copy: copySelected, report: onReport }}
      />
    </div>
  )
}
