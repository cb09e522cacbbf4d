import { formatSize, revealInvisible } from '@parley/model'
import type { LiveRow } from '@parley/server/contract'
import { Activity, ArrowDown, ArrowUp, Plug } from 'lucide-react'
import { memo } from 'react'
import { classNames } from '../../components/class-names.ts'
import { secondsLabel } from '../../workbench/history-days.ts'
import styles from './EventRow.module.css'
import { PreviewText } from './EventRow.tsx'

const controlNames: Readonly<Record<string, string | undefined>> = {
  ping: 'Ping',
  pong: 'Pong',
  close: 'Close',
}

/** A message of a WebSocket: who sent it, the beginning of its data, its size, and when. */
export const MessageRow = memo(function MessageRow({ row }: { readonly row: LiveRow }) {
  const { type, preview, time, direction, sizeBytes } = row
  const control = controlNames[type]
  const Icon = iconOf(row)
  return (
    <>
      <Icon
        size={14}
        strokeWidth={1.75}
        className={classNames(styles.icon, control === undefined && styles[direction])}
        role="img"
        aria-label={direction === 'sent' ? 'Sent' : 'Received'}
      />
      {control === undefined && type === 'text' ? (
        <PreviewText row={row} />
      ) : (
        <span className={styles.preview}>{revealInvisible(`${control ?? 'Binary'} ${preview}`.trim())}</span>
      )}
      <span className={styles.size}>{formatSize(sizeBytes)}</span>
      {time !== null && <time className={styles.time}>{secondsLabel(time)}</time>}
    </>
  )
})

function iconOf({ type, direction }: LiveRow) {
  if (type === 'close') return Plug
  if (type === 'ping' || type === 'pong') return Activity
  return direction === 'sent' ? ArrowUp : ArrowDown
}

/** What is read out when a message is sent or arrives. */
export function describeMessage({ type, direction, preview }: LiveRow): string {
  const side = direction === 'sent' ? 'Sent' : 'Received'
  return `${side} ${controlNames[type] ?? type}: ${preview.slice(0, 300).toWellFormed()}`
}
