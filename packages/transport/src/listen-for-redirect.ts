import { timingSafeEqual } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { RedirectListener } from '@parley/engine'
import { failed, ok, type Result } from '@parley/model'
import { type RedirectWords, redirectPage, redirectPagePolicy } from './redirect-page.ts'

/** How long a sign-in may take. */
const defaultTimeoutMs = 5 * 60_000

export interface RedirectListenerOptions {
  /** The redirect URI of the sign-in; empty: a free port of 127.0.0.1 (RFC 8252 §7.3). */
  readonly callbackUrl: string
  /** The `state` that the redirect must contain. */
  readonly state: string
  readonly timeoutMs?: number
}

/**
 * Listens on 127.0.0.1 for the one redirect that ends a sign-in. What comes with another `state`, or to
 * another path or host, ends nothing well: a wrong `state` ends the sign-in, all else is a 404. The
 * browser is shown a fixed page; nothing of the redirect is in it (attacks HT13).
 */
export async function listenForRedirect({
  callbackUrl,
  state,
  timeoutMs = defaultTimeoutMs,
}: RedirectListenerOptions): Promise<Result<RedirectListener, string>> {
  const callback = parseCallback(callbackUrl)
  if (callback === null)
    return failed(`The Callback URL ${callbackUrl} does not lead to this computer over http`)
  const redirect = Promise.withResolvers<Result<ReadonlyMap<string, string>, string>>()
  let isOver = false
  const end = (result: Result<ReadonlyMap<string, string>, string>) => {
    isOver = true
    redirect.resolve(result)
  }
  const server = createServer((request, response) => {
    const parameters = parametersOf(request, callback, port)
    if (parameters === null || isOver) return answer(response, 404, pages.unknown)
    if (!isSame(parameters.get('state') ?? '', state)) {
      end(failed('The redirect does not belong to this sign-in: its state does not match'))
      return answer(response, 400, pages.foreign)
    }
    end(ok(parameters))
    answer(response, 200, parameters.has('error') ? pages.refused : pages.done)
  })
  const started = await listen(server, callback.port)
  if (!started.ok) return started
  const port = started.value
  const timer = setTimeout(() => end(failed('Nobody signed in within 5 minutes')), timeoutMs)
  return ok({
    redirectUri: callbackUrl === '' ? `http://127.0.0.1:${port}${callback.path}` : callbackUrl,
    redirected(signal) {
      const cancel = () => end(failed('The sign-in was cancelled'))
      if (signal.aborted) cancel()
      signal.addEventListener('abort', cancel, { once: true })
      return redirect.promise
    },
    close() {
      clearTimeout(timer)
      end(failed('The sign-in was ended'))
      return new Promise(resolve => {
        server.close(() => resolve())
        // The page that was just answered still has to reach the browser.
        server.closeIdleConnections()
      })
    },
  })
}

interface Callback {
  readonly path: string
  /** 0: a free one. */
  readonly port: number
}

function parseCallback(callbackUrl: string): Callback | null {
  if (callbackUrl === '') return { path: '/callback', port: 0 }
  if (!URL.canParse(callbackUrl)) return null
  const { protocol, hostname, port, pathname } = new URL(callbackUrl)
  const isHere = protocol === 'http:' && (hostname === '127.0.0.1' || hostname === 'localhost')
  return isHere ? { path: pathname, port: Number(port || 80) } : null
}

function listen(server: ReturnType<typeof createServer>, port: number): Promise<Result<number, string>> {
  return new Promise(resolve => {
    server.once('error', () => resolve(failed(`Port ${port} of the Callback URL is in use on this computer`)))
    server.listen(port, '127.0.0.1', () => {
      const address = server.address()
      resolve(ok(typeof address === 'object' && address !== null ? address.port : port))
    })
  })
}

/**
 * Returns the parameters of a sign-in's redirect, or null if it is none. A repeated name makes it invalid
 * (RFC 6749 §3.1).
 */
function parametersOf(
  { method, url = '', headers }: IncomingMessage,
  { path }: Callback,
  port: number,
): ReadonlyMap<string, string> | null {
  const hosts = [`127.0.0.1:${port}`, `localhost:${port}`, ...(port === 80 ? ['127.0.0.1', 'localhost'] : [])]
  const base = `http://127.0.0.1:${port}`
  if (method !== 'GET' || !hosts.includes(headers.host ?? '') || !URL.canParse(url, base)) return null
  const { pathname, searchParams } = new URL(url, base)
  const names = [...searchParams.keys()]
  if (pathname !== path || new Set(names).size !== names.length) return null
  return searchParams.has('code') || searchParams.has('error') || searchParams.has('state')
    ? new Map(searchParams)
    : null
}

function isSame(given: string, expected: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)]
  return a.length === b.length && timingSafeEqual(a, b)
}

const pages = {
  unknown: { title: 'There is nothing here', nextStep: 'Start the sign-in in Parley.' },
  foreign: { title: 'Parley did not start this sign-in', nextStep: 'Start it again in Parley.' },
  refused: { title: 'You are not signed in', nextStep: 'Close this tab. Parley says why.' },
  done: { title: 'You are signed in', nextStep: 'Close this tab and continue in Parley.' },
} as const satisfies Readonly<Record<string, RedirectWords>>

function answer(response: ServerResponse, statusCode: number, words: RedirectWords): void {
  response.writeHead(statusCode, {
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Security-Policy': redirectPagePolicy,
    'Cache-Control': 'no-store',
    'Referrer-Policy': 'no-referrer',
    'X-Content-Type-Options': 'nosniff',
    Connection: 'close',
  })
  response.end(redirectPage(words))
}
