import {
  type CookieOrigin,
  describeCookieRefusal,
  parseSetCookie,
  type ReceivedCookie,
  type Response,
  revealInvisible,
} from '@parley/model'
import { classNames } from '../../components/class-names.ts'
import { useVirtualRows } from '../../components/lists/use-virtual-rows.ts'
import { hostOf } from '../../workbench/response/host-of.ts'
import styles from './ResponseCookies.module.css'
import { setCookieValues } from './set-cookie-values.ts'

const rowHeight = 30

const columns = [
  'Name',
  'Value',
  'Domain',
  'Path',
  'Expires',
  'Max-Age',
  'HttpOnly',
  'Secure',
  'SameSite',
  'Partitioned',
] as const

export interface ResponseCookiesProps {
  readonly response: Response
  /** Where the response came from. */
  readonly targetUri: string
}

/** Every cookie that the server set, with its flags (behaviour 2.3). */
export function ResponseCookies({ response, targetUri }: ResponseCookiesProps) {
  const texts = setCookieValues(response)
  if (texts.length === 0) return <p className="middle">The response sets no cookies.</p>
  return <CookieTable texts={texts} targetUri={targetUri} />
}

interface CookieTableProps {
  readonly texts: readonly string[]
  readonly targetUri: string
}

/** A cookie is parsed when its row is rendered. */
function CookieTable({ texts, targetUri }: CookieTableProps) {
  const origin: CookieOrigin = {
    host: hostOf(targetUri).replace(/:\d*$/, '').toLowerCase(),
    isSecure: /^https:/i.test(targetUri),
  }
  const { scroller, isVirtual, indexes, before, after, measure } = useVirtualRows<HTMLElement>(
    texts.length,
    rowHeight,
  )
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a table that scrolls must take the arrow keys.
    <section ref={scroller} className="scroller ring-inside" aria-label="Response cookies" tabIndex={0}>
      <table
        // Columns that adapt to the visible rows would move while scrolling.
        className={classNames(styles.table, isVirtual && styles.fixed)}
        aria-label="Response cookies"
        aria-rowcount={isVirtual ? texts.length + 1 : undefined}
      >
        <thead>
          <tr aria-rowindex={isVirtual ? 1 : undefined}>
            {columns.map(name => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <Gap height={before} />
        {indexes.map(index => (
          <tbody key={index} ref={measure} data-index={index}>
            <CookieRow
              cookie={parseSetCookie(texts[index] ?? '', origin)}
              rowIndex={isVirtual ? index + 2 : undefined}
            />
          </tbody>
        ))}
        <Gap height={after} />
      </table>
    </section>
  )
}

/** Fills the space of rows that are not rendered. */
function Gap({ height }: { readonly height: number }) {
  if (height <= 0) return null
  return (
    <tbody aria-hidden="true">
      <tr>
        <td colSpan={columns.length} className={styles.gap} style={{ height }} />
      </tr>
    </tbody>
  )
}

interface CookieRowProps {
  readonly cookie: ReceivedCookie
  /** Its number among all rows, including the head, if not all rows are rendered. */
  readonly rowIndex: number | undefined
}

function CookieRow({ cookie, rowIndex }: CookieRowProps) {
  const { domain, path, expires, maxAge, sameSite, refusal } = cookie
  const lifetime = maxAge === null ? 'Session' : ''
  return (
    <>
      <tr aria-rowindex={rowIndex} className={refusal === null ? undefined : styles.refused}>
        <th scope="row">{revealInvisible(cookie.name)}</th>
        <td>{revealInvisible(cookie.value)}</td>
        <td>{domain === null ? <MutedText text="This host" /> : revealInvisible(domain)}</td>
        <td>{path === null ? <MutedText text="Default" /> : revealInvisible(path)}</td>
        <td>{expires === null ? <MutedText text={lifetime} /> : revealInvisible(expires)}</td>
        <td>{maxAge ?? ''}</td>
        <td>{cookie.isHttpOnly ? 'Yes' : ''}</td>
        <td>{cookie.isSecure ? 'Yes' : ''}</td>
        <td>{sameSite ?? ''}</td>
        <td>{cookie.isPartitioned ? 'Yes' : ''}</td>
      </tr>
      {refusal !== null && (
        <tr>
          <td colSpan={columns.length} className={styles.reason}>
            {describeCookieRefusal(refusal)}
          </td>
        </tr>
      )}
    </>
  )
}

function MutedText({ text }: { readonly text: string }) {
  return <span className={styles.quiet}>{text}</span>
}
