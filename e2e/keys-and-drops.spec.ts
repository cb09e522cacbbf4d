import type { Locator, Page } from '@playwright/test'
import { atNightUnless } from './support/at-night.ts'
import { newRequest, openRequest, typeUrl, urlField } from './support/page-parts.ts'
import { openEcho } from './support/rooms/body-types.ts'
import { makeEnvironment } from './support/rooms/environments.ts'
import { key, openTable, rowsOf, value } from './support/rooms/tables.ts'
import { expect, test } from './support/test.ts'

/** Presses a key as an input method does, in what has the focus. Both ways in which browsers say so. */
async function composeKey(page: Page, name: string): Promise<void> {
  await page.evaluate(pressed => {
    for (const { isComposing, keyCode } of [
      { isComposing: true, keyCode: 229 },
      { isComposing: false, keyCode: 229 },
    ]) {
      const options = { key: pressed, code: pressed, isComposing, keyCode, bubbles: true, cancelable: true }
      document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', options))
    }
  }, name)
}

const composedKeys = ['Enter', 'Escape', 'Tab', 'ArrowDown', 'ArrowUp', 'ArrowLeft', 'ArrowRight']

const section = (page: Page, name: string) =>
  page.getByRole('tablist', { name: 'Request', exact: true }).getByRole('tab', { name, exact: true })

/** Places with a handler of keys, and what has the focus there. Each returns what must not change. */
const composing: Readonly<Record<string, (page: Page) => Promise<Locator>>> = {
  async 'a rename'(page) {
    await page.getByRole('treeitem', { name: 'List books', exact: true }).click()
    await page.keyboard.press('F2')
    return page.getByRole('textbox', { name: 'Name', exact: true })
  },
  async 'a cell of a table'(page) {
    await newRequest(page, 'http://h.test/?a=1&b=2')
    const params = await openTable(page, 'Params')
    await value(params, 0).focus()
    return value(params, 0)
  },
  async 'the palette'(page) {
    await page.keyboard.press('ControlOrMeta+k')
    await page.keyboard.type('List')
    return page.getByRole('combobox', { name: 'Search or run a command' })
  },
  async 'the method picker'(page) {
    await newRequest(page, 'http://h.test/')
    await page.getByRole('button', { name: 'Method' }).click()
    return page.getByRole('textbox', { name: 'Search or type a method' })
  },
  async 'the environment picker'(page) {
    await page.getByRole('button', { name: /^Environment: / }).click()
    return page.getByRole('listbox', { name: 'Environment' })
  },
  async 'a filter'(page) {
    const filter = page.getByRole('textbox', { name: 'Filter collections' })
    await filter.fill('List')
    return filter
  },
  async 'a dialog'(page) {
    await newRequest(page, 'http://h.test/')
    await page.keyboard.press('ControlOrMeta+s')
    return page.getByRole('dialog', { name: 'Save request' }).getByRole('textbox').first()
  },
}

for (const [place, open] of Object.entries(composing)) {
  test(`a composition keeps its keys in ${place}${atNightUnless(place === 'the palette' || place === 'a cell of a table')}`, async ({
    parleyPage: page,
  }) => {
    const focused = await open(page)
    await expect(focused).toBeFocused()
    const text = await focused.evaluate(element => ('value' in element ? element.value : element.textContent))
    for (const name of composedKeys) await composeKey(page, name)
    await expect(focused).toBeFocused()
    expect(
      await focused.evaluate(element => ('value' in element ? element.value : element.textContent)),
    ).toBe(text)
  })
}

test('Esc gives back one cell, and the focus stays in the table', async ({ parleyPage: page }) => {
  await newRequest(page, 'http://h.test/')
  const headers = await openTable(page, 'Headers')
  await key(headers, 0).focus()
  await page.keyboard.type('client_id')
  await page.keyboard.press('Tab')
  await page.keyboard.type('typed by hand')
  await page.keyboard.press('Escape')
  expect(await rowsOf(headers)).toEqual(['client_id: '])
  await expect(value(headers, 0)).toBeFocused()
  await page.keyboard.press('ControlOrMeta+z')
  await expect(value(headers, 0)).toHaveValue('typed by hand')
  await page.keyboard.press('Escape')
  await expect(value(headers, 0)).toHaveValue('typed by hand')
})

test('Esc closes a list of suggestions before it gives back a cell, also in Path', async ({
  parleyPage: page,
}) => {
  await typeUrl(page, 'http://h.test/:id/x')
  await section(page, 'Params').click()
  const path = page.getByRole('grid', { name: 'Path' }).getByRole('textbox')
  await path.fill('1')
  await page.keyboard.press('Tab')
  await path.focus()
  await page.keyboard.type('{{')
  await expect(page.getByRole('listbox', { name: 'Variables' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('listbox', { name: 'Variables' })).toHaveCount(0)
  await expect(path).toHaveValue('1{{')
  await page.keyboard.press('Escape')
  await expect(path).toHaveValue('1')
  await expect(path).toBeFocused()
})

test('Esc gives back a cell of an environment and leaves its name', async ({ parleyPage: page }) => {
  await makeEnvironment(page, 'Keys')
  const variables = page.getByRole('grid', { name: 'Variables' })
  await variables.getByRole('textbox', { name: 'Name' }).first().focus()
  await page.keyboard.type('token')
  await page.keyboard.press('Tab')
  await page.keyboard.type('abc')
  await page.keyboard.press('Escape')
  await expect(variables.getByRole('textbox', { name: 'Name' }).first()).toHaveValue('token')
  await expect(value(variables, 0)).toHaveValue('')
  await expect(value(variables, 0)).toBeFocused()
})

/** The kinds of editors, each with a text in it. */
const editors: Readonly<Record<string, (page: Page) => Promise<Locator>>> = {
  async 'the URL'(page) {
    await newRequest(page, 'http://h.test/')
    return urlField(page)
  },
  async 'a body'(page) {
    await openEcho(page, 'Raw')
    return page.locator('.cm-content').nth(1)
  },
  async 'a script'(page) {
    await newRequest(page, 'http://h.test/')
    await section(page, 'Script').click()
    return page.getByRole('textbox', { name: 'Pre Request script' })
  },
  async 'a query'(page) {
    await page.getByRole('button', { name: 'New request', exact: true }).click()
    await page.getByRole('menuitem', { name: /^GraphQL/ }).click()
    return page.getByRole('textbox', { name: 'Query' })
  },
  async 'a message'(page) {
    await page.getByRole('button', { name: 'New request', exact: true }).click()
    await page.getByRole('menuitem', { name: /^WebSocket/ }).click()
    return page.getByRole('textbox', { name: 'Message', exact: true })
  },
  async 'a cell'(page) {
    await newRequest(page, 'http://h.test/')
    return key(await openTable(page, 'Headers'), 0)
  },
}

test('rows that are dropped on docs type nothing', async ({ parleyPage: page }) => {
  await page.getByRole('treeitem', { name: 'Bookshop API', exact: true }).click({ button: 'right' })
  await page.getByRole('menuitem', { name: 'Open', exact: true }).click()
  await page.getByRole('radio', { name: 'Write' }).click({ force: true })
  const docs = page.getByRole('textbox', { name: 'Docs' })
  const before = await textOf(docs)
  await page.getByRole('treeitem', { name: 'Get a book', exact: true }).dragTo(docs)
  expect(await textOf(docs)).toBe(before)
})

const textOf = (editor: Locator) =>
  editor.evaluate(element => ('value' in element ? element.value : element.textContent))

for (const [name, open] of Object.entries(editors)) {
  test(`rows and tabs that are dropped on ${name} type nothing, text from outside does${atNightUnless(name === 'a body' || name === 'a cell')}`, async ({
    parleyPage: page,
  }) => {
    await openRequest(page, 'List books')
    const editor = await open(page)
    await expect(editor).toBeVisible()
    const before = await textOf(editor)
    const tab = page.getByRole('tablist', { name: 'Open requests' }).getByRole('tab', { name: 'List books' })
    await page.getByRole('treeitem', { name: 'Get a book', exact: true }).dragTo(editor)
    await tab.dragTo(editor)
    expect(await textOf(editor)).toBe(before)
    // A text that is dragged from elsewhere, here from a part of the page that is only text.
    await page.evaluate(() => {
      const source = document.createElement('p')
      source.textContent = 'from-outside'
      source.id = 'outside'
      source.draggable = true
      source.style.cssText = 'position: fixed; top: 0; left: 0; z-index: 1000'
      source.addEventListener('dragstart', event => event.dataTransfer?.setData('text/plain', 'from-outside'))
      document.body.append(source)
    })
    await page.locator('#outside').dragTo(editor)
    await expect.poll(() => textOf(editor)).toContain('from-outside')
    await page.evaluate(() => document.querySelector('#outside')?.remove())
    // A file may be read into the editor, and never replaces the page.
    const dataTransfer = await page.evaluateHandle(() => {
      const files = new DataTransfer()
      files.items.add(new File(['from-a-file'], 'a.txt', { type: 'text/plain' }))
      return files
    })
    await editor.dispatchEvent('drop', { dataTransfer })
    await expect.poll(() => textOf(editor)).toContain('from-outside')
  })
}
