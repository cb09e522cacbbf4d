import type { CookieJar } from '@parley/engine'
import { parseSetCookie } from '@parley/model'
import type { CookieJar as Jar } from 'tough-cookie'

/**
 * Creates an empty cookie jar that exists only in memory (RFC 6265). Domains that are public suffixes are
 * refused; their long list is loaded with the first cookie.
 */
export function createCookieJar(): CookieJar {
  let jar: Jar | null = null
  return {
    pairsFor: targetUri => jar?.getCookiesSync(targetUri).map(cookie => cookie.cookieString()) ?? [],
    async store(targetUri, setCookies) {
      const { CookieJar: NewJar } = await import('tough-cookie')
      jar ??= new NewJar(undefined, { allowSpecialUseDomain: true, rejectPublicSuffixes: true })
      storeIn(jar, targetUri, setCookies)
    },
  }
}

function storeIn(jar: Jar, targetUri: string, setCookies: readonly string[]): void {
  const { hostname, protocol } = new URL(targetUri)
  const origin = { host: hostname.toLowerCase(), isSecure: protocol === 'https:' }
  for (const text of setCookies) {
    // The Cookies tab applies the same rules for prefixes, lengths and other limits.
    if (parseSetCookie(text, origin).refusal !== null) continue
    // A server must not be able to fill the memory of a run.
    if (storedIn(jar, targetUri) < maximumCookiesOfHost)
      jar.setCookieSync(text, targetUri, { ignoreError: true })
  }
}

const maximumCookiesOfHost = 180

function storedIn(jar: Jar, targetUri: string): number {
  return jar.getCookiesSync(targetUri, { allPaths: true }).length
}
