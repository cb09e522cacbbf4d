import {
  formatDuration,
  type HeaderField,
  revealInvisible,
  type SentRequest,
  type TlsInfo,
} from '@parley/model'
import type { ReactNode } from 'react'
import { classNames } from '../../components/class-names.ts'
import { noticeLine, type PhaseBar, phaseBars, type Timeline } from '../../workbench/response/timeline.ts'
import { countOf, timelineEvents } from '../../workbench/response/timeline-events.ts'
import styles from './ResponseTimeline.module.css'

/**
 * Above this number a request is shown only in part, because a list of all its fields would freeze the page.
 */
const shownFields = 1_000

export interface ResponseTimelineProps {
  readonly timeline: Timeline
}

/** How the send went: its phases, what happened, the connection and the request as sent. */
export function ResponseTimeline({ timeline }: ResponseTimelineProps) {
  const { request, connection, response } = timeline
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must take the arrow keys.
    <section className={styles.scroller} aria-label="Timeline" tabIndex={0}>
      <ul className={styles.phases} aria-label="Phases">
        {phaseBars(timeline).map(phase => (
          <Phase key={phase.label} phase={phase} />
        ))}
      </ul>
      <ol className={styles.events} aria-label="Events">
        {timelineEvents(timeline).map(({ atMs, text, isFailure }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: events never move.
          <li key={index} className={classNames(isFailure && 'danger')}>
            <span className={styles.at}>{atMs === null ? '' : formatDuration(atMs)}</span>
            <span>{revealInvisible(text)}</span>
          </li>
        ))}
      </ol>
      {timeline.notices.map((notice, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: notices never move, and codes repeat.
        <p key={index} className={styles.notice}>
          {revealInvisible(noticeLine(notice))}
        </p>
      ))}
      {connection?.tls != null && <Certificates tls={connection.tls} />}
      {request !== null && <RequestParts request={request} />}
      {response?.interim.map((interim, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: interim responses never move.
        <Part key={index} title="Interim response">
          <Fields first={`${interim.statusCode} ${interim.reasonPhrase}`.trim()} fields={interim.headers} />
        </Part>
      ))}
    </section>
  )
}

export interface RequestAsSentProps {
  /** Shown above it: where its values came from. */
  readonly before?: ReactNode
  readonly url: string
  readonly request: SentRequest
}

/** What was sent, with its whole URL. */
export function RequestAsSent({ before, url, request }: RequestAsSentProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must take the arrow keys.
    <section className={styles.scroller} aria-label="Request" tabIndex={0}>
      {before}
      <Part title="URL">
        <p className={styles.fields}>{revealInvisible(url)}</p>
      </Part>
      <RequestParts request={request} />
    </section>
  )
}

function RequestParts({ request }: { readonly request: SentRequest }) {
  return (
    <>
      <Part title="Request as sent">
        <Fields first={request.requestLine} fields={request.headers} />
      </Part>
      {request.leftOut.length > 0 && (
        <Part title="Left out, because HTTP/2 does not allow it">
          <Fields fields={request.leftOut} />
        </Part>
      )}
    </>
  )
}

function Phase({ phase }: { readonly phase: PhaseBar }) {
  const { label, durationMs, start, length, isMain } = phase
  return (
    <li>
      <span className={styles.label}>{label}</span>
      <span className={styles.track} aria-hidden="true">
        {durationMs !== null && (
          <span
            className={classNames(styles.bar, isMain && styles.main)}
            style={{ left: `${start * 100}%`, width: `${length * 100}%` }}
          />
        )}
      </span>
      <span className={styles.duration}>{durationMs === null ? '–' : formatDuration(durationMs)}</span>
    </li>
  )
}

function Certificates({ tls }: { readonly tls: TlsInfo }) {
  return (
    <Part title={countOf(tls.certificates.length, 'certificate')}>
      {tls.certificates.map((certificate, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a chain never moves.
        <dl key={index} className={styles.facts}>
          <dt>Subject</dt>
          <dd>{revealInvisible(certificate.subject)}</dd>
          <dt>Issuer</dt>
          <dd>{revealInvisible(certificate.issuer)}</dd>
          <dt>Valid</dt>
          <dd>
            {certificate.validFrom} to {certificate.validTo}
          </dd>
        </dl>
      ))}
    </Part>
  )
}

/** A part of what was sent, with its heading. */
export function Part({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <div className={styles.part}>
      <h2>{title}</h2>
      {children}
    </div>
  )
}

interface FieldsProps {
  readonly first?: string
  readonly fields: readonly HeaderField[]
}

/** Names and values, one a line. */
export function Fields({ first, fields }: FieldsProps) {
  return (
    <div className={styles.fields}>
      {first !== undefined && <p>{revealInvisible(first)}</p>}
      {fields.slice(0, shownFields).map(({ name, value }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: headers repeat, and never move.
        <p key={index}>
          <span className={styles.name}>{revealInvisible(name)}:</span> {revealInvisible(value)}
        </p>
      ))}
      {fields.length > shownFields && <p>{countOf(fields.length - shownFields, 'more header')}</p>}
    </div>
  )
}
