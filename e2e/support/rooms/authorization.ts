import { join } from 'node:path'
import { type Sink, startSink } from '@parley/testkit'
import type { Page } from '@playwright/test'
import { authorizationTab, chooseType, sentTo } from '../authorization-parts.ts'
import { newRequest } from '../page-parts.ts'
import { test as base, expect } from '../test.ts'

export const collectionFolder = (home: string) => join(home, 'workspaces', 'bookshop', 'Bookshop API')

/** Tests with a server that notes the requests that it gets. */
export const test = base.extend<{ readonly sink: Sink }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures from the pattern.
  async sink({}, use) {
    const sink = await startSink()
    await use(sink)
    await sink.close()
  },
})

/** A form, and what it sends. */
export interface Form {
  readonly type: string
  readonly fill: (page: Page) => Promise<void>
  /** The header fields or target that the request must be sent with. */
  readonly sent: RegExp
}

/** Tests that a form is sent. */
export function testForm({ type, fill, sent }: Form): void {
  test(`${type} is sent as its form says`, async ({ parleyPage: page, sink }) => {
    await newRequest(page, sink.url)
    await chooseType(page, type)
    await fill(page)
    await expect(authorizationTab(page)).toHaveAttribute('aria-description', 'Has content')
    expect((await sentTo(sink, page)).fields).toMatch(sent)
  })
}
