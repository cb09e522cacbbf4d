import type { CookieJar } from '@parley/engine'
import { parseSetCookie } from '@parley/model'
import { CookieJar as Jar } from 'tough-cookie'

/** A jar with nothing in it, in memory alone (RFC 6265; domains that are public suffixes are refused). */
export function createCookieJar(): CookieJar {
  const jar = new Jar(undefined, { allowSpecialUseDomain: true, rejectPublicSuffixes: true })
  return {
    pairsFor: targetUri => jar.getCookiesSync(targetUri).map(cookie => cookie.cookieString()),
    store(targetUri, setCookies) {
      const { hostname, protocol } = new URL(targetUri)
      const origin = { host: hostname.toLowerCase(), isSecure: protocol === 'https:' }
      for (const text of setCookies) {
        // Prefixes, lengths and the rest that newer rules ask for are those of the Cookies tab.
        if (parseSetCookie(text, origin).refusal !== null) continue
        // A server must not be able to fill the memory of a run.
        if (storedIn(jar, targetUri) < maximumCookiesOfHost)
          jar.setCookieSync(text, targetUri, { ignoreError: true })
      }
    },
  }
}

const maximumCookiesOfHost = 180

function storedIn(jar: Jar, targetUri: string): number {
  return jar.getCookiesSync(targetUri, { allPaths: true }).length
}
