import {
  type CookieOrigin,
  describeCookieRefusal,
  parseSetCookie,
  type ReceivedCookie,
  type Response,
  revealInvisible,
} from '@parley/model'
import { hostOf } from '../../workbench/host-of.ts'
import { countOf } from '../../workbench/timeline.ts'
import styles from './ResponseCookies.module.css'

/** Beyond this a response is an attack, and a table of all its rows would freeze the page. */
const shownCookies = 500

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

/** Every cookie that the server set, with its flags (spec 2.3). */
export function ResponseCookies({ response, targetUri }: ResponseCookiesProps) {
  const origin: CookieOrigin = {
    host: hostOf(targetUri).replace(/:\d*$/, '').toLowerCase(),
    isSecure: /^https:/i.test(targetUri),
  }
  const texts = setCookieValues(response)
  const cookies = texts.slice(0, shownCookies).map(text => parseSetCookie(text, origin))
  if (cookies.length === 0) return <p className={styles.hold}>The response sets no cookies.</p>
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a table that scrolls must take the arrow keys.
    <section className={styles.scroller} aria-label="Response cookies" tabIndex={0}>
      <table className={styles.table} aria-label="Response cookies">
        <thead>
          <tr>
            {columns.map(name => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {cookies.map((cookie, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: cookies repeat, and never move.
            <CookieRow key={index} cookie={cookie} />
          ))}
        </tbody>
      </table>
      {texts.length > shownCookies && (
        <p className={styles.more}>{countOf(texts.length - shownCookies, 'more cookie')}</p>
      )}
    </section>
  )
}

/** The values of all Set-Cookie fields, each of which sets one cookie. */
export function setCookieValues({ headers }: Response): readonly string[] {
  return headers.filter(({ name }) => name.toLowerCase() === 'set-cookie').map(({ value }) => value)
}

function CookieRow({ cookie }: { readonly cookie: ReceivedCookie }) {
  const { domain, path, expires, maxAge, sameSite, refusal } = cookie
  const lifetime = maxAge === null ? 'Session' : ''
  return (
    <>
      <tr className={refusal === null ? undefined : styles.refused}>
        <th scope="row">{revealInvisible(cookie.name)}</th>
        <td>{revealInvisible(cookie.value)}</td>
        <td>{domain === null ? <Quiet text="This host" /> : revealInvisible(domain)}</td>
        <td>{path === null ? <Quiet text="Default" /> : revealInvisible(path)}</td>
        <td>{expires === null ? <Quiet text={lifetime} /> : revealInvisible(expires)}</td>
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

function Quiet({ text }: { readonly text: string }) {
  return <span className={styles.quiet}>{text}</span>
}
