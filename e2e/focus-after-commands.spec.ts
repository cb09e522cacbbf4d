import type { Locator, Page } from '@playwright/test'
import { type ShortcutCommand, shortcuts } from '../apps/web/src/workbench/settings/keymap.ts'
import {
  newRequest,
  openRequest,
  responsePane,
  responseStatus,
  sendButton,
  urlField,
} from './support/page-parts.ts'
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

const dialog = (page: Page, name: string) => page.getByRole('dialog', { name, exact: true })
const activeTab = (page: Page) =>
  page.getByRole('tablist', { name: 'Open requests' }).getByRole('tab', { selected: true })

/** The focus after each command that has keys. A new command without an entry does not compile. */
const afterwards: Readonly<Record<ShortcutCommand, Afterwards>> = {
  send: { focus: urlField },
  stop: { focus: urlField },
  save: { focus: urlField },
  search: { focus: page => dialog(page, 'Search or run a command').getByRole('combobox'), isTyped: true },
  newTab: { focus: urlField, isTyped: true },
  closeTab: { focus: urlField },
  reopenTab: { focus: urlField },
  nextTab: { focus: urlField },
  previousTab: { focus: urlField },
  rename: { focus: page => page.getByRole('textbox', { name: 'Name', exact: true }), isTyped: true },
  duplicate: { focus: urlField, shows: page => activeTab(page).and(page.getByTitle(/copy/i)) },
  find: { focus: page => responsePane(page).getByRole('textbox', { name: 'Find' }), isTyped: true },
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

const typed = 'qx7'

/** Presses the keys of a command, and types without waiting in between. */
async function pressAndType(page: Page, command: ShortcutCommand, text: string): Promise<void> {
  const { keys } = shortcuts.find(one => one.command === command) ?? { keys: [] }
  await page.keyboard.press((keys.at(-1) ?? '').replace('Mod', 'ControlOrMeta'))
  await page.keyboard.type(text)
}

const textOf = (place: Locator) =>
  place.evaluate(element => (element instanceof HTMLInputElement ? element.value : element.textContent))

/** Opens a saved request with a response, and focuses its URL. */
async function start(page: Page): Promise<void> {
  for (const name of ['Echo', 'Get a book']) {
    await openRequest(page, name)
    await sendButton(page).click()
    await expect(responseStatus(page)).toContainText('200 OK')
  }
  await urlField(page).click()
}

for (const round of ['the first time', 'again'] as const) {
  test(`every command leaves the focus where its table says, ${round}`, async ({ ownParleyPage: page }) => {
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

test('keys that are typed before a dialog is loaded arrive in their order', async ({
  ownParleyPage: page,
}) => {
  await openRequest(page, 'Echo')
  await urlField(page).click()
  await pressAndType(page, 'search', 'add a bxok')
  for (const key of ['Backspace', 'Backspace', 'Backspace', 'o', 'o', 'k', 'Enter'])
    await page.keyboard.press(key)
  await expect(activeTab(page)).toHaveAttribute('aria-label', 'Add a book')
})
