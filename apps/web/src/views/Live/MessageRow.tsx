import { formatSize, revealInvisible } from '@parley/model'
import type { LiveRow } from '@parley/server/contract'
import { Activity, ArrowDown, ArrowUp, CircleAlert, CornerDownLeft, Flag, Plug } from 'lucide-react'
import { memo } from 'react'
import { classNames } from '../../components/class-names.ts'
import { millisecondsLabel } from '../../workbench/history-days.ts'
import styles from './EventRow.module.css'
import { PreviewText } from './EventRow.tsx'

/** What is not a message of a side, but about the connection. */
const notes: Readonly<Record<string, { readonly label: string; readonly icon: typeof Plug } | undefined>> = {
  connection: { label: '', icon: Plug },
  close: { label: 'Close', icon: Plug },
  ping: { label: 'Ping', icon: Activity },
  pong: { label: 'Pong', icon: Activity },
  failure: { label: '', icon: CircleAlert },
  metadata: { label: '', icon: Plug },
  end: { label: '', icon: CornerDownLeft },
  status: { label: '', icon: Flag },
}

/** A message of a WebSocket or a gRPC call: who sent it, its type in a subscription, the beginning of its data, its size, and when. */
export const MessageRow = memo(function MessageRow({ row }: { readonly row: LiveRow }) {
  const { type, preview, time, direction, sizeBytes } = row
  const note = notes[type]
  const Icon = note?.icon ?? (direction === 'sent' ? ArrowUp : ArrowDown)
  return (
    <>
      <Icon
        size={14}
        strokeWidth={1.75}
        className={classNames(styles.icon, note === undefined && styles[direction])}
        role="img"
        aria-label={sideOf(row)}
      />
      {note === undefined && type !== 'text' && type !== 'binary' && (
        <span
          className={classNames(styles.name, type.endsWith('errors') && styles.errors)}
          title={revealInvisible(type)}
        >
          {revealInvisible(type)}
        </span>
      )}
      {note === undefined && type !== 'binary' ? (
        <PreviewText row={row} />
      ) : (
        <span className={classNames(styles.note, type === 'failure' && styles.error)}>
          {revealInvisible(`${note?.label ?? 'Binary message'} ${preview}`.trim())}
        </span>
      )}
      {note?.label !== '' && <span className={styles.size}>{formatSize(sizeBytes)}</span>}
      {time !== null && <time className={styles.time}>{millisecondsLabel(time)}</time>}
    </>
  )
})

/** What is about neither side. */
const sides: Readonly<Record<string, string | undefined>> = {
  connection: 'Connection',
  failure: 'Failure',
  metadata: 'Metadata',
  end: 'End',
  status: 'Status',
}

function sideOf({ type, direction }: LiveRow): string {
  const own = sides[type]
  if (own !== undefined) return own
  return direction === 'sent' ? 'Sent' : 'Received'
}

/** What the head of an opened message says besides its size: `Received 14:36:12.418`. */
export function messageTitle(row: LiveRow): string {
  const label = notes[row.type]?.label ?? ''
  const time = row.time === null ? '' : millisecondsLabel(row.time)
  return [sideOf(row), label.toLowerCase(), time].filter(part => part !== '').join(' ')
}

/** What is read out when a message is sent or arrives. */
export function describeMessage(row: LiveRow): string {
  const { type, preview } = row
  const shown = preview.slice(0, 300).toWellFormed()
  if (sides[type] !== undefined) return shown
  return `${sideOf(row)} ${notes[type]?.label ?? type}: ${shown}`
}
