import { formatSize, type HeaderField, type Response, revealInvisible } from '@parley/model'
import { Copy } from 'lucide-react'
import { IconButton } from '../../components/buttons/IconButton.tsx'
import { useVirtualRows } from '../../components/lists/use-virtual-rows.ts'
import { urlsInField } from '../../workbench/response/urls-in-text.ts'
import styles from './ResponseHeaders.module.css'
import { TextWithUrls, useUrlClicks } from './TextWithUrls.tsx'
import { useResponseRowMenu } from './use-response-row-menu.tsx'

export interface ResponseHeadersProps {
  readonly response: Response
  /** Of a gRPC call: its metadata, or the trailers that have a tab of their own. Absent: all of a response of HTTP. */
  readonly part?: 'metadata' | 'trailers'
  /** Where the response came from, as far as that is known. */
  readonly targetUri?: string
}

type HeaderRow =
  | { readonly kind: 'field'; readonly field: HeaderField }
  | { readonly kind: 'heading'; readonly text: string }

const rowHeight = 30

/** All headers in the received order, including duplicates, followed by trailers. */
export function ResponseHeaders({ response, part, targetUri = '' }: ResponseHeadersProps) {
  const { headers, trailers, interim, headerBytes } = partOf(response, part)
  const rows = rowsOf({ headers, trailers, interim })
  const { scroller, indexes, before, after, measure } = useVirtualRows<HTMLElement>(rows.length, rowHeight)
  const links = useUrlClicks(scroller)
  const rowMenu = useResponseRowMenu(index => {
    const row = rows[index]
    if (row?.kind !== 'field') return null
    return { ...row.field, urls: urlsInField(row.field, targetUri).map(({ url }) => url) }
  })
  const words = wordsFor[part ?? 'headers']
  const text = [...headers, ...trailers].map(field => `${field.name}: ${field.value}`).join('\n')
  return (
    <>
      <div className={styles.toolbar}>
        <span>
          {headers.length} {headers.length === 1 ? words.one : words.many}
          {headerBytes > 0 && `, ${formatSize(headerBytes)}`}
        </span>
        <IconButton
          label={`Copy ${words.all}`}
          size="small"
          onPress={() => void navigator.clipboard.writeText(text).catch(() => undefined)}
        >
          <Copy size={14} strokeWidth={1.75} aria-hidden="true" />
        </IconButton>
      </div>
      <section
        ref={scroller}
        className={styles.scroller}
        aria-label={words.list}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a list that scrolls must take the arrow keys.
        tabIndex={0}
        {...links}
        {...rowMenu.handlers}
      >
        <div className={styles.list} style={{ paddingTop: before, paddingBottom: after }}>
          {indexes.map(index => {
            const row = rows[index]
            return (
              row !== undefined && (
                <div key={index} ref={measure} data-index={index}>
                  {row.kind === 'heading' ? (
                    <h2 className={styles.group}>{row.text}</h2>
                  ) : (
                    <FieldRow field={row.field} targetUri={targetUri} />
                  )}
                </div>
              )
            )
          })}
        </div>
      </section>
      {rowMenu.menu}
    </>
  )
}

const wordsFor = {
  headers: { one: 'header', many: 'headers', all: 'headers', list: 'Response headers' },
  metadata: { one: 'field', many: 'fields', all: 'metadata', list: 'Response metadata' },
  trailers: { one: 'trailer', many: 'trailers', all: 'trailers', list: 'Response trailers' },
} as const

type Shown = Pick<Response, 'headers' | 'trailers' | 'interim' | 'headerBytes'>

function partOf(response: Response, part: ResponseHeadersProps['part']): Shown {
  if (part === undefined) return response
  if (part === 'metadata') return { ...response, trailers: [] }
  return { headers: response.trailers, trailers: [], interim: [], headerBytes: 0 }
}

function rowsOf({ headers, trailers, interim }: Omit<Shown, 'headerBytes'>): readonly HeaderRow[] {
  const fieldRows = (fields: readonly HeaderField[]) =>
    fields.map(field => ({ kind: 'field', field }) as const)
  const heading = (text: string) => ({ kind: 'heading', text }) as const
  return [
    ...fieldRows(headers),
    ...(trailers.length > 0 ? [heading('Trailers, which came after the body')] : []),
    ...fieldRows(trailers),
    ...interim.flatMap(one => [
      heading(`Interim response ${revealInvisible(`${one.statusCode} ${one.reasonPhrase}`.trim())}`),
      ...fieldRows(one.headers),
    ]),
  ]
}

interface FieldRowProps {
  readonly field: HeaderField
  readonly targetUri: string
}

function FieldRow({ field, targetUri }: FieldRowProps) {
  const { name, value } = field
  return (
    <dl className={styles.row}>
      <dt title={name}>{revealInvisible(name)}</dt>
      <dd>
        <TextWithUrls text={value} urls={urlsInField(field, targetUri)} />
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
    </dl>
  )
}
