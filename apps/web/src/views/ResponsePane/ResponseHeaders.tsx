import { formatSize, type HeaderField, type Response, revealInvisible } from '@parley/model'
import { Copy } from 'lucide-react'
import { IconButton } from '../../components/IconButton.tsx'
import styles from './ResponseHeaders.module.css'

/** Beyond this a response is an attack, and a list of all its rows would freeze the page. */
const shownFields = 1_000

export interface ResponseHeadersProps {
  readonly response: Response
}

/** Every header as it came, in its order and with its duplicates; trailers after them. */
export function ResponseHeaders({ response }: ResponseHeadersProps) {
  const { headers, trailers, headerBytes } = response
  const fields = [...headers, ...trailers]
  const shownHeaders = headers.slice(0, shownFields)
  const shownTrailers = trailers.slice(0, shownFields)
  const count = headers.length
  const text = fields.map(field => `${field.name}: ${field.value}`).join('\n')
  return (
    <>
      <div className={styles.toolbar}>
        <span>
          {count} {count === 1 ? 'header' : 'headers'}, {formatSize(headerBytes)}
        </span>
        <IconButton
          label="Copy headers"
          size="small"
          onPress={() => void navigator.clipboard.writeText(text).catch(() => undefined)}
        >
          <Copy size={14} strokeWidth={1.75} aria-hidden="true" />
        </IconButton>
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a list that scrolls must take the arrow keys. */}
      <section className={styles.scroller} aria-label="Response headers" tabIndex={0}>
        <FieldRows fields={shownHeaders} />
        {shownTrailers.length > 0 && (
          <>
            <h2 className={styles.group}>Trailers, which came after the body</h2>
            <FieldRows fields={shownTrailers} />
          </>
        )}
        {response.interim.map((interim, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: interim responses never move.
          <div key={index}>
            <h2 className={styles.group}>
              Interim response {revealInvisible(`${interim.statusCode} ${interim.reasonPhrase}`.trim())}
            </h2>
            <FieldRows fields={interim.headers.slice(0, shownFields)} />
          </div>
        ))}
        {headers.length > shownFields && (
          <p className={styles.more}>
            {(headers.length - shownFields).toLocaleString('en')} more. Copy headers takes all of them.
          </p>
        )}
      </section>
    </>
  )
}

function FieldRows({ fields }: { readonly fields: readonly HeaderField[] }) {
  return (
    <dl className={styles.list}>
      {fields.map(({ name, value }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: headers repeat, and never move.
        <div key={index} className={styles.row}>
          <dt title={name}>{revealInvisible(name)}</dt>
          <dd>
            {revealInvisible(value)}
            <span className={styles.copy}>
              <IconButton
                label={`Copy ${revealInvisible(name)}`}
                size="small"
                onPress={() => void navigator.clipboard.writeText(value).catch(() => undefined)}
              >
                <Copy size={14} strokeWidth={1.75} aria-hidden="true" />
              </IconButton>
            </span>
          </dd>
        </div>
      ))}
    </dl>
  )
}
