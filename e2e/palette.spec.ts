import type { Locator, Page } from '@playwright/test'
import { urlField } from './support/page-parts.ts'
import { field, option, palette, search } from './support/rooms/palette.ts'
import { searchOrRun } from './support/sentences.ts'
import { expect, expectAccessible, test } from './support/test.ts'

const tab = (page: Page, name: string) =>
  page.getByRole('tablist', { name: 'Open requests' }).getByRole('tab', { name, exact: true })

test('requests, folders, environments, commands, settings and history are found in one place', async ({
  ownParleyPage: page,
}) => {
  await page.getByRole('button', { name: searchOrRun }).click()
  await expect(field(page)).toBeFocused()
  await expect(palette(page).getByRole('group', { name: 'Open tabs' })).toBeVisible()
  await expect(palette(page).getByRole('group', { name: 'Commands' })).toBeVisible()
  await page.keyboard.type('add a book')
  await expect(palette(page).getByRole('option')).toHaveCount(1)
  await expect(option(page, 'Add a book')).toHaveAttribute('aria-selected', 'true')
  await expectAccessible(page)
  await page.keyboard.press('Enter')
  await expect(palette(page)).toHaveCount(0)
  await expect(tab(page, 'Add a book')).toHaveAttribute('aria-selected', 'true')

  // Ctrl+Enter sends the request that it opens, which is then in the history.
  await search(page, 'list books')
  await expect(option(page, 'List books')).toBeVisible()
  await page.keyboard.press('ControlOrMeta+Enter')
  await expect(page.getByRole('region', { name: 'Response' })).toContainText('200 OK')
  await search(page, '/books')
  await expect(palette(page).getByRole('group', { name: 'History' }).getByRole('option')).toHaveCount(1)
  await page.keyboard.press('Escape')
  await expect(palette(page)).toHaveCount(0)

  await search(page, 'every kind')
  await palette(page)
    .getByRole('group', { name: 'Collections and folders' })
    .getByRole('option', { name: 'Responses of every kind', exact: true })
    .click()
  await expect(tab(page, 'Responses of every kind')).toHaveAttribute('aria-selected', 'true')
})

test('commands and settings run from it, environments are chosen with @', async ({ ownParleyPage: page }) => {
  await search(page, '>new http tab')
  await expect(option(page, 'New HTTP tab')).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('Enter')
  await expect(palette(page)).toHaveCount(0)
  await expect(urlField(page)).toBeFocused()

  await search(page, '>run collection')
  await page.keyboard.press('Enter')
  await expect(tab(page, 'Run: Bookshop API')).toHaveAttribute('aria-selected', 'true')

  await search(page, '>certificates')
  await expect(option(page, 'Certificates')).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('Enter')
  const settings = page.getByRole('dialog', { name: 'Settings' })
  await expect(settings.getByRole('tab', { name: 'Certificates' })).toHaveAttribute('aria-selected', 'true')
  await expect(settings.getByRole('tab', { name: 'Certificates' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(settings).toHaveCount(0)

  await search(page, '>new environment')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('grid', { name: 'Variables' })).toBeVisible()
  await search(page, '@new')
  await expect(palette(page).getByRole('group')).toHaveCount(1)
  await expect(option(page, 'New environment')).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'Environment: New environment' })).toBeVisible()

  await search(page, 'no such thing')
  await expect(palette(page).getByText('Nothing matches “no such thing”')).toBeVisible()
})

test('a command whose whole name is typed comes before requests that contain it', async ({
  ownParleyPage: page,
}) => {
  await page.getByRole('treeitem', { name: 'Get a book', exact: true }).click()
  await page.keyboard.press('F2')
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Import settings of books')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('treeitem', { name: 'Import settings of books' })).toBeVisible()
  await search(page, 'import')
  await expect(option(page, 'Import')).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.type(' settings')
  await expect(option(page, 'Import settings of books')).toHaveAttribute('aria-selected', 'true')
})

/** What is typed, the option that is found first, and what shows that it has run. */
const foundByOtherWords: readonly (readonly [typed: string, name: string, shown: (page: Page) => Locator])[] =
  [
    ['gtbk', 'Get a book', page => tab(page, 'Get a book')],
    ['books?author', 'List books', page => tab(page, 'List books')],
    ['insecure', 'Disable SSL Verification', page => settingOf(page, 'Disable SSL Verification')],
    ['font', 'Font size', page => settingOf(page, 'Font size')],
    ['http://127.0.0.1:9/a?b=c', 'Open http://127.0.0.1:9/a?b=c', page => tab(page, '/a')],
    ['clear hist', 'Clear History', page => page.getByRole('alertdialog', { name: 'Clear History?' })],
    ['dark', 'Use dark theme', page => page.locator('[data-theme="dark"]')],
  ]

const settingOf = (page: Page, name: string) =>
  page
    .getByRole('dialog', { name: 'Settings' })
    .getByLabel(name, { exact: true })
    .and(page.locator(':focus, :has(:focus)'))

test('it finds letters, URLs and settings by other words, and what was used last first', async ({
  ownParleyPage: page,
}) => {
  for (const [typed, name, shown] of foundByOtherWords) {
    await search(page, typed)
    await expect(option(page, name).first()).toHaveAttribute('aria-selected', 'true')
    await page.keyboard.press('Enter')
    await expect(shown(page).first()).toBeVisible()
    await page.keyboard.press('Escape')
  }
  await search(page, '')
  const used = palette(page).getByRole('group', { name: 'Recently used' }).getByRole('option')
  await expect(used.first()).toHaveAccessibleName('Use dark theme')
  await expectAccessible(page)
})

test('the open request is copied as cURL', async ({ ownParleyPage: page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.getByRole('treeitem', { name: 'List books', exact: true }).click()
  await search(page, 'curl')
  await expect(option(page, 'Copy as cURL')).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Copied as cURL')).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(/^curl .*\/books/s)
})

test('favourites are marked in the sidebar and come first', async ({ ownParleyPage: page }) => {
  const first = palette(page).getByRole('group').first()
  for (const item of ['Add to favourites', 'Remove from favourites']) {
    await page.getByRole('treeitem', { name: 'Echo', exact: true }).click({ button: 'right' })
    await page.getByRole('menuitem', { name: item }).click()
    await page.getByRole('button', { name: searchOrRun }).click()
    if (item.startsWith('Add')) {
      await expect(first).toHaveAccessibleName('Favourites')
      await expect(first.getByRole('option')).toHaveText([/Echo/])
    } else await expect(first).toHaveAccessibleName('Open tabs')
    await page.keyboard.press('Escape')
    await expect(palette(page)).toHaveCount(0)
  }
})
