import { revealInvisible } from '@parley/model'
import type { LiveRow } from '@parley/server/contract'
import { memo } from 'react'
import { secondsLabel } from '../../workbench/history-days.ts'
import { type PreviewToken, previewTokens } from '../../workbench/live/preview-tokens.ts'
import styles from './EventRow.module.css'

/** How much of its data a row shows, in characters. */
const shownCharacters = 300

const colours: Readonly<Record<PreviewToken['kind'], string | undefined>> = {
  key: styles.key,
  string: styles.string,
  number: styles.number,
  word: styles.word,
  other: undefined,
}

/** An event of a stream: its ID, its name, the beginning of its data, and when it arrived. */
export const EventRow = memo(function EventRow({ row }: { readonly row: LiveRow }) {
  const { id, type, time } = row
  return (
    <>
      <span className={styles.id}>{revealInvisible(id ?? '')}</span>
      <span className={styles.name} title={revealInvisible(type)}>
        {revealInvisible(type)}
      </span>
      <PreviewText row={row} />
      {time !== null && <time className={styles.time}>{secondsLabel(time)}</time>}
    </>
  )
})

/** The beginning of the data of a message, coloured as JSON. */
export function PreviewText({ row: { preview, isComplete } }: { readonly row: LiveRow }) {
  return (
    <span className={styles.preview}>
      {!isComplete && <span className={styles.incomplete}>incomplete </span>}
      {previewTokens(revealInvisible(preview.slice(0, shownCharacters).toWellFormed())).map(
        ({ text, kind }, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the tokens of a message never change.
          <span key={at} className={colours[kind]}>
            {text}
          </span>
        ),
      )}
    </span>
  )
}

/** What is read out when an event arrives. */
export function describeEvent({ id, type, preview }: LiveRow): string {
  return `${type}${id === null ? '' : ` ${id}`}: ${preview.slice(0, shownCharacters).toWellFormed()}`
}
