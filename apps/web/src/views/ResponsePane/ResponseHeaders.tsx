import { formatSize, type Response, revealInvisible } from '@parley/model'
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
        <dl className={styles.list}>
          {fields.slice(0, shownFields).map((field, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: headers repeat, and never move.
            <div key={index} className={styles.row}>
              <dt title={field.name}>{revealInvisible(field.name)}</dt>
              <dd>{revealInvisible(field.value)}</dd>
            </div>
          ))}
        </dl>
        {fields.length > shownFields && (
          <p className={styles.more}>
            {(fields.length - shownFields).toLocaleString('en')} more. Copy headers takes all of them.
          </p>
        )}
      </section>
    </>
  )
}
