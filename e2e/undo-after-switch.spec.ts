import type { Locator, Page } from '@playwright/test'
import { openRequest, urlField } from './support/page-parts.ts'
import { expect, test } from './support/test.ts'

const section = (page: Page, name: string) =>
  page.getByRole('tablist', { name: 'Request', exact: true }).getByRole('tab', { name, exact: true })
const openTab = (page: Page, name: string) =>
  page.getByRole('tablist', { name: 'Open requests' }).getByRole('tab', { name, exact: true })

interface Editor {
  readonly request: string
  readonly show: (page: Page) => Promise<Locator>
}

/** Every editor that owns its text. */
const editors: Readonly<Record<string, Editor>> = {
  URL: { request: 'Add a book', show: async page => urlField(page) },
  body: {
    request: 'Add a book',
    async show(page) {
      await section(page, 'Body').click()
      return page.getByRole('textbox', { name: 'Request body', exact: true })
    },
  },
  script: {
    request: 'Add a book',
    async show(page) {
      await section(page, 'Script').click()
      await page.getByRole('radio', { name: 'Post Response', exact: true }).click()
      return page.getByRole('textbox', { name: 'Post Response script', exact: true })
    },
  },
  query: {
    request: 'Books by GraphQL',
    async show(page) {
      await section(page, 'Body').click()
      return page.getByRole('textbox', { name: 'Query', exact: true })
    },
  },
  message: {
    request: 'Message echo',
    async show(page) {
      await section(page, 'Message').click()
      return page.getByRole('textbox', { name: 'Message', exact: true })
    },
  },
}

const switches: Readonly<Record<string, (page: Page, request: string) => Promise<void>>> = {
  'another tab': async (page, request) => {
    await openTab(page, 'List books').click()
    await expect(openTab(page, 'List books')).toHaveAttribute('aria-selected', 'true')
    await openTab(page, request).click()
  },
  'another section': async page => {
    await section(page, 'Headers').click()
    await expect(section(page, 'Headers')).toHaveAttribute('aria-selected', 'true')
  },
}

for (const [name, { request, show }] of Object.entries(editors))
  for (const [place, leave] of Object.entries(switches))
    test(`what was typed in the ${name} can be undone and repeated after a switch to ${place}`, async ({
      ownParleyPage: page,
    }) => {
      await openRequest(page, request)
      const editor = await show(page)
      await editor.click()
      await page.keyboard.press('ControlOrMeta+End')
      await page.keyboard.type('typed-first')
      await expect(editor).toContainText('typed-first')
      await leave(page, request)
      const shown = await show(page)
      await expect(shown).toContainText('typed-first')
      await shown.click()
      await page.keyboard.press('ControlOrMeta+z')
      await expect(shown).not.toContainText('typed-first')
      await page.keyboard.press('ControlOrMeta+Shift+Z')
      await expect(shown).toContainText('typed-first')
    })
