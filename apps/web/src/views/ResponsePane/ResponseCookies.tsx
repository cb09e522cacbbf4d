import {
  describeCookieRefusal,
  parseSetCookie,
  type ReceivedCookie,
  type Response,
  revealInvisible,
} from '@parley/model'
import type { ReactNode } from 'react'
import { classNames } from '../../components/class-names.ts'
import { useVirtualRows } from '../../components/lists/use-virtual-rows.ts'
import { type SetCookie, setCookiesOf } from '../../workbench/response/set-cookies.ts'
import styles from './ResponseCookies.module.css'
import { useResponseRowMenu } from './use-response-row-menu.tsx'

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
  const cookies = setCookiesOf(response, targetUri)
  if (cookies.length === 0) return <p className="middle">The response sets no cookies.</p>
  return <CookieTable label="Response cookies" cookies={cookies} />
}

export interface CookieTableProps<Cookie extends SetCookie> {
  readonly label: string
  readonly cookies: readonly Cookie[]
  /** What set a cookie, in a column of its own; absent: there is none. */
  readonly renderSetter?: (cookie: Cookie) => ReactNode
}

/** Cookies in a table. One is parsed when its row is rendered. */
export function CookieTable<Cookie extends SetCookie>(props: CookieTableProps<Cookie>) {
  const { label, cookies, renderSetter } = props
  const { scroller, isVirtual, indexes, before, after, measure } = useVirtualRows<HTMLElement>(
    cookies.length,
    rowHeight,
  )
  const rowMenu = useResponseRowMenu(index => {
    const cookie = cookies[index]
    if (cookie === undefined) return { name: '', value: '', urls: [] }
    const { name, value } = parseSetCookie(cookie.text, cookie.origin)
    return { name, value, urls: [] }
  })
  return (
    <section
      ref={scroller}
      className="scroller ring-inside"
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a table that scrolls must take the arrow keys.
      tabIndex={0}
      {...rowMenu.handlers}
    >
      <table
        // Columns that adapt to the visible rows would move while scrolling.
        className={classNames(styles.table, isVirtual && styles.fixed)}
        aria-label={label}
        aria-rowcount={isVirtual ? cookies.length + 1 : undefined}
      >
        <thead>
          <tr aria-rowindex={isVirtual ? 1 : undefined}>
            {columns.map(name => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
            {renderSetter !== undefined && <th scope="col">Set by</th>}
          </tr>
        </thead>
        <Gap height={before} />
        {indexes.map(index => {
          const cookie = cookies[index]
          return (
            cookie !== undefined && (
              <tbody key={index} ref={measure} data-index={index}>
                <CookieRow
                  cookie={parseSetCookie(cookie.text, cookie.origin)}
                  rowIndex={isVirtual ? index + 2 : undefined}
                  setter={renderSetter?.(cookie)}
                />
              </tbody>
            )
          )
        })}
        <Gap height={after} />
      </table>
      {rowMenu.menu}
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
  /** What set it; undefined: there is no column for that. */
  readonly setter: ReactNode
}

function CookieRow({ cookie, rowIndex, setter }: CookieRowProps) {
  const { domain, path, expires, maxAge, sameSite, refusal } = cookie
  const lifetime = maxAge === null ? 'Session' : ''
  return (
    <>
      <tr aria-rowindex={rowIndex} className={refusal === null ? undefined : styles.refused}>
        <th scope="row" className="ring-inside" tabIndex={0}>
          {revealInvisible(cookie.name)}
        </th>
        <td>{revealInvisible(cookie.value)}</td>
        <td>{domain === null ? <MutedText text="This host" /> : revealInvisible(domain)}</td>
        <td>{path === null ? <MutedText text="Default" /> : revealInvisible(path)}</td>
        <td>{expires === null ? <MutedText text={lifetime} /> : revealInvisible(expires)}</td>
        <td>{maxAge ?? ''}</td>
        <td>{cookie.isHttpOnly ? 'Yes' : ''}</td>
        <td>{cookie.isSecure ? 'Yes' : ''}</td>
        <td>{sameSite ?? ''}</td>
        <td>{cookie.isPartitioned ? 'Yes' : ''}</td>
        {setter !== undefined && <td>{setter}</td>}
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
