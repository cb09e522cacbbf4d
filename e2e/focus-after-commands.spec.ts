import type { Locator, Page } from '@playwright/test'
import { type ShortcutCommand, shortcuts } from '../apps/web/src/workbench/settings/keymap.ts'
import { atNightUnless } from './support/at-night.ts'
import {
  newRequest,
  openRequest,
  responsePane,
  responseStatus,
  sendButton,
  urlField,
} from './support/page-parts.ts'
import { activeTab, dialog, pressAndType, typed } from './support/rooms/focus-after-commands.ts'
import { searchOrRun } from './support/sentences.ts'
import { expect, test } from './support/test.ts'

/** What has the focus after a command, and whether text that is typed right after its keys goes there. */
interface Afterwards {
  readonly focus: (page: Page) => Locator
  readonly isTyped?: boolean
  /** What shows once a command is done that takes a while. */
  readonly shows?: (page: Page) => Locator
  /** Whether its keys take back what it did. */
  readonly isToggle?: boolean
  /** Where the command needs another state than a saved request with a response and the focus in its URL. */
  readonly prepare?: (page: Page) => Promise<void>
}

/** The focus after each command that has keys. A new command without an entry does not compile. */
const afterwards: Readonly<Record<ShortcutCommand, Afterwards>> = {
  send: { focus: urlField },
  stop: { focus: urlField },
  save: { focus: urlField },
  search: { focus: page => dialog(page, searchOrRun).getByRole('combobox'), isTyped: true },
  newTab: { focus: urlField, isTyped: true },
  closeTab: { focus: urlField },
  reopenTab: { focus: urlField },
  nextTab: { focus: urlField },
  previousTab: { focus: urlField },
  rename: { focus: page => page.getByRole('textbox', { name: 'Name', exact: true }), isTyped: true },
  duplicate: { focus: urlField, shows: page => activeTab(page).and(page.getByTitle(/copy/i)) },
  find: { focus: page => responsePane(page).getByRole('textbox', { name: 'Find' }), isTyped: true },
  // Only an editor has it.
  replace: { focus: urlField },
  focusUrl: {
    focus: urlField,
    prepare: page => responsePane(page).getByRole('tab', { name: 'Body', exact: true }).click(),
  },
  toggleSidebar: { focus: urlField, isToggle: true },
  toggleLayout: { focus: urlField, isToggle: true },
  nextPane: { focus: page => responsePane(page).getByRole('tab', { selected: true }) },
  previousPane: { focus: page => page.getByRole('tree', { name: 'Collections' }) },
  generateCode: { focus: page => dialog(page, 'Generate Code').getByRole('option', { selected: true }) },
  openSettings: { focus: page => dialog(page, 'Settings').getByRole('tab', { name: 'General' }) },
}

const textOf = (place: Locator) =>
  place.evaluate(element => (element instanceof HTMLInputElement ? element.value : element.textContent))

/** Opens a saved request with a response beside another one, and focuses its URL. */
async function start(page: Page): Promise<void> {
  for (const name of ['Echo', 'Get a book']) await openRequest(page, name)
  await sendButton(page).click()
  await expect(responseStatus(page)).toContainText('200 OK')
  await urlField(page).click()
}

for (const round of ['the first time', 'again'] as const) {
  test(`every command leaves the focus where its table says, ${round}${atNightUnless(round === 'the first time')}`, async ({
    ownParleyPage: page,
  }) => {
    test.slow()
    for (const { command } of shortcuts) {
      await test.step(command, async () => {
        const { focus, isTyped = false, isToggle = false, prepare, shows } = afterwards[command]
        await start(page)
        await prepare?.(page)
        const url = await textOf(urlField(page))
        await pressAndType(page, command, isTyped ? typed : '')
        if (shows !== undefined) await expect(shows(page)).toBeVisible()
        await expect(focus(page), command).toBeFocused()
        if (isTyped) await expect.poll(() => textOf(focus(page)), command).toMatch(new RegExp(`${typed}$`))
        if (isTyped && command !== 'newTab') expect(await textOf(urlField(page))).toBe(url)
        if (isToggle) await pressAndType(page, command, '')
        await page.keyboard.press('Escape')
        await expect(page.getByRole('dialog')).toHaveCount(0)
      })
      // What a command opens is loaded again.
      if (round === 'the first time') await page.reload()
    }
  })
}

test('text that is typed right after Save on a new request becomes its name', async ({
  ownParleyPage: page,
}) => {
  await newRequest(page, 'http://new.test/')
  await pressAndType(page, 'save', 'Typed early')
  const name = dialog(page, 'Save request').getByRole('textbox', { name: 'Request name' })
  await expect(name).toBeFocused()
  await expect(name).toHaveValue('Typed early')
  await expect(urlField(page)).toHaveText('http://new.test/')
})

test('keys that edit and a paste arrive as well where a command leads', async ({ ownParleyPage: page }) => {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.evaluate(() => navigator.clipboard.writeText('/pasted'))
  await openRequest(page, 'Echo')
  await pressAndType(page, 'newTab', 'http://b.test')
  await page.keyboard.press('ControlOrMeta+v')
  await page.keyboard.press('Home')
  await page.keyboard.press('Delete')
  await page.keyboard.type('H')
  await page.keyboard.press('Tab')
  await expect(sendButton(page)).toBeFocused()
  await expect(urlField(page)).toHaveText('Http://b.test/pasted')

  await pressAndType(page, 'search', 'xdd a')
  for (const key of ['Home', 'Delete', 'a', 'End', ' ', 'b', 'Shift+ArrowLeft', 'ArrowLeft', 'ArrowRight'])
    await page.keyboard.press(key)
  const searched = dialog(page, searchOrRun).getByRole('combobox')
  await expect(searched).toHaveValue('add a b')
})

test('typing goes on at once in the tab that a command leads to', async ({ ownParleyPage: page }) => {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.evaluate(() => navigator.clipboard.writeText('/pasted'))
  await newRequest(page, 'http://a.test')
  await newRequest(page, 'http://b.test')
  await pressAndType(page, 'previousTab', '')
  await urlField(page).press('End')
  await pressAndType(page, 'nextTab', '')
  await urlField(page).press('End')
  await pressAndType(page, 'previousTab', '/typed')
  await page.keyboard.press('ControlOrMeta+v')
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.type('-')
  await expect(urlField(page)).toHaveText('http://a.test/typed/paste-d')
  await pressAndType(page, 'nextTab', '')
  await expect(urlField(page)).toHaveText('http://b.test')
})

test('a list of suggestions that is about to open does no harm in the tab that a command leads to', async ({
  ownParleyPage: page,
}) => {
  await newRequest(page, 'http://a.test')
  await newRequest(page, '')
  await page.keyboard.type('{{')
  await expect(page.getByRole('listbox')).toBeVisible()
  await page.keyboard.press('Escape')
  await page.clock.install()
  await page.clock.pauseAt(Date.now() + 60_000)
  await urlField(page).press('b')
  await pressAndType(page, 'previousTab', '')
  await expect(urlField(page)).toHaveText('http://a.test')
  // The list would have opened by now; an error of the page fails the test.
  await page.clock.runFor(1000)
  await page.clock.resume()
  await urlField(page).press('End')
  await page.keyboard.type('/{{')
  await expect(page.getByRole('listbox')).toBeVisible()
})

/** Pages that the palette opens, by what is typed, and what has the focus then. */
const opened: readonly (readonly [typed: string, focus: (page: Page) => Locator])[] = [
  ['Run Collection', page => page.getByRole('region', { name: 'Options' })],
  ['Load test', page => page.getByRole('region', { name: 'Options' })],
  [
    'Workspace variables',
    page =>
      page.getByRole('tablist', { name: 'Workspace', exact: true }).getByRole('tab', { selected: true }),
  ],
  ['Global variables', page => page.getByRole('textbox', { name: 'Name', exact: true }).first()],
  [
    'Responses of every kind',
    page => page.locator('[data-pane="request"]').getByRole('tab', { selected: true }).first(),
  ],
]

test('the focus follows what the palette opens', async ({ ownParleyPage: page }) => {
  for (const [text, focus] of opened) {
    await openRequest(page, 'Get a book')
    await urlField(page).click()
    await pressAndType(page, 'search', text)
    await dialog(page, searchOrRun)
      .getByRole('option', { name: new RegExp(`^${text}`) })
      .first()
      .click()
    await expect(focus(page), text).toBeFocused()
  }
})

test('the focus is on the copy that is duplicated while its name is typed', async ({
  ownParleyPage: page,
}) => {
  await openRequest(page, 'Get a book')
  await urlField(page).click()
  await pressAndType(page, 'rename', '')
  await expect(page.getByRole('textbox', { name: 'Name', exact: true })).toBeFocused()
  await pressAndType(page, 'duplicate', '')
  await expect(activeTab(page).and(page.getByTitle(/copy/i))).toBeFocused()
})
