import type { BrowserContext, Page } from '@playwright/test'

/**
 * Opens a page in a browser window of its own. `context.newPage()` opens a tab, and Chromium draws a tab that is
 * behind another one once a second, which slows down every action that waits for a frame.
 */
export async function newWindow(context: BrowserContext): Promise<Page> {
  const [first] = context.pages()
  const browser = context.browser()
  if (first === undefined || browser === null) return context.newPage()
  const id = await contextIdOf(context, first)
  const opened = context.waitForEvent('page')
  const session = await browser.newBrowserCDPSession()
  await session.send('Target.createTarget', {
    url: 'about:blank',
    newWindow: true,
    ...(id !== undefined && { browserContextId: id }),
  })
  await session.detach()
  return opened
}

async function contextIdOf(context: BrowserContext, page: Page): Promise<string | undefined> {
  const session = await context.newCDPSession(page)
  const { targetInfo } = await session.send('Target.getTargetInfo')
  await session.detach()
  return targetInfo.browserContextId
}
