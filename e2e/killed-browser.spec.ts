import type { Browser, BrowserContext, Page } from '@playwright/test'
import { atNightUnless } from './support/at-night.ts'
import { withBusyProcessors } from './support/busy-processors.ts'
import { typeUrl, urlField } from './support/page-parts.ts'
import { expect, test } from './support/test.ts'

/**
 * Typed text is saved within 500 ms (behaviour, Unsaved work). The page's own timers measure this: on
 * a busy machine a timer is delayed like the journal, so that a tick counts time that the page really had.
 */
const tickMs = 50
const mostTicks = 500 / tickMs

/** The events in the page, in order; `typed` counts the letters after the address. */
interface PageEvent {
  readonly kind: 'typed' | 'tick' | 'sent' | 'answered'
  readonly typed: number
}

const typedAddress = 'http://typed.test/'
const lettersIn = (text: string) => (/http:\/\/typed\.test\/(x*)/.exec(text)?.[1] ?? '').length

/** Reports each typed letter, each message to the journal, its response, and the ticks between them. */
async function watchTyping(context: BrowserContext): Promise<PageEvent[]> {
  const events: PageEvent[] = []
  await context.exposeBinding('reportTyping', (_source, event: PageEvent) => events.push(event))
  await context.addInitScript(
    ({ everyMs }) => {
      const report = (kind: string, text: string) => {
        const typed = (/http:\/\/typed\.test\/(x*)/.exec(text)?.[1] ?? '').length
        Reflect.get(window, 'reportTyping')({ kind, typed })
      }
      const plainFetch = window.fetch
      window.fetch = async (...input) => {
        const request = new Request(...input)
        if (!request.url.endsWith('/rpc/tabs/save')) return plainFetch(request)
        // The message is sent after this moment, so no letter counts as sent too early.
        const body = await request.clone().text()
        report('sent', body)
        const response = await plainFetch(request)
        report('answered', body)
        return response
      }
      document.addEventListener('input', ({ target }) => {
        if (target instanceof HTMLElement) report('typed', target.textContent)
      })
      const tick = () => {
        report('tick', '')
        setTimeout(tick, everyMs)
      }
      setTimeout(tick, everyMs)
    },
    { everyMs: tickMs },
  )
  return events
}

/**
 * Returns the most ticks that a letter waited until it was sent. While another message is pending the journal
 * waits for the server, which does not count as the page's time.
 */
function longestWait(events: readonly PageEvent[]): number {
  const waits: number[] = []
  let sent = 0
  let isUnderWay = false
  for (const { kind, typed } of events) {
    if (kind === 'typed') while (waits.length < typed) waits.push(0)
    if (kind === 'sent') sent = Math.max(sent, typed)
    if (kind === 'sent' || kind === 'answered') isUnderWay = kind === 'sent'
    if (kind === 'tick' && !isUnderWay)
      for (let at = sent; at < waits.length; at += 1) waits[at] = (waits[at] ?? 0) + 1
  }
  return Math.max(0, ...waits)
}

async function killBrowser(browser: Browser): Promise<void> {
  const session = await browser.newBrowserCDPSession()
  const { processInfo } = await session.send('SystemInfo.getProcessInfo')
  const main = processInfo.find(({ type }) => type === 'browser')
  if (main === undefined) throw new Error('The browser has no process')
  const gone = new Promise(resolve => browser.once('disconnected', resolve))
  process.kill(main.id, 'SIGKILL')
  await gone
}

async function typeLetters(page: Page, count: number): Promise<void> {
  await typeUrl(page, typedAddress)
  for (let typed = 0; typed < count; typed += 1) await page.keyboard.press('x')
}

for (const letters of [23, 57])
  test(`a kill of the browser after ${letters} letters on a busy machine loses at most 500 ms of typing (FI3)${atNightUnless(letters === 23)}`, async ({
    playwright,
    launchOptions,
    ownParley,
  }) => {
    const browser = await playwright.chromium.launch(launchOptions)
    const context = await browser.newContext()
    const events = await watchTyping(context)
    const page = await context.newPage()
    await page.goto(ownParley.address)
    await expect(urlField(page)).toBeVisible()
    await withBusyProcessors(async () => {
      await typeLetters(page, letters)
      await killBrowser(browser)
    })
    expect(events.filter(({ kind }) => kind === 'typed').length, 'letters that were seen').toBeGreaterThan(0)
    expect(
      events.some(({ kind }) => kind === 'answered'),
      'the journal was written meanwhile',
    ).toBe(true)
    expect(longestWait(events)).toBeLessThanOrEqual(mostTicks)

    const kept = Math.max(0, ...events.filter(({ kind }) => kind === 'answered').map(({ typed }) => typed))
    const next = await playwright.chromium.launch(launchOptions)
    const again = await next.newPage()
    await again.goto(ownParley.address)
    await expect(urlField(again)).toContainText(typedAddress)
    const restored = lettersIn((await urlField(again).textContent()) ?? '')
    expect(restored, 'what the journal had answered for is there').toBeGreaterThanOrEqual(kept)
    expect(restored).toBeLessThanOrEqual(letters)
    await next.close()
  })

test('a reload right after typing loses no letter on a busy machine (ST5, FI3)', async ({
  ownParleyPage: page,
}) => {
  await withBusyProcessors(async () => {
    for (const letters of [3, 11, 19]) {
      await typeLetters(page, letters)
      await page.reload()
      await expect(urlField(page)).toHaveText(typedAddress + 'x'.repeat(letters))
    }
  })
})
