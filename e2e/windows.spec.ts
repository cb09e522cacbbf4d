import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Sink, startSink } from '@parley/testkit'
import type { Browser, BrowserContext, Page } from '@playwright/test'
import { newRequest, responsePane, responseStatus, sendButton, typeUrl, urlField } from './support/page-parts.ts'
import { type RunningParley, runParleyIn } from './support/running-parley.ts'
import { expect, test } from './support/test.ts'

/** Windows of one browser share one event stream (product decisions, Windows; attacks UI9). */

async function openWindow(context: BrowserContext, { address }: RunningParley): Promise<Page> {
  const page = await context.newPage()
  await page.goto(address)
  await expect(urlField(page)).toBeVisible()
  return page
}

async function openWindows(context: BrowserContext, parley: RunningParley, count: number): Promise<Page[]> {
  const pages: Page[] = []
  while (pages.length < count) pages.push(await openWindow(context, parley))
  return pages
}

/** Sends from a window what no other one sends, waits for the answer, and shows that it went out once. */
async function sendOnce(page: Page, sink: Sink, name: string): Promise<void> {
  await typeUrl(page, `${sink.baseUrl}/${name}`)
  await sendButton(page).click()
  await expect(responseStatus(page)).toContainText('200 OK')
  expect(sink.requests.filter(({ url }) => url === `/${name}`)).toHaveLength(1)
}

/** Each window sends, and each learns of a folder that one of them made. */
async function expectAllWork(pages: readonly Page[], sink: Sink, round: string): Promise<void> {
  for (const [index, page] of pages.entries()) await sendOnce(page, sink, `${round}-${index}`)
}
