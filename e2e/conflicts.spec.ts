import { existsSync, readFileSync, renameSync, rmSync } from 'node:fs'
import type { Locator, Page } from '@playwright/test'
import { atNightUnless } from './support/at-night.ts'
import { newWindow } from './support/browser-windows.ts'
import { openRequest, typeUrl, urlField } from './support/page-parts.ts'
import { change, conflictOf, fieldRow, fileOf, makeConflict, side, tab } from './support/rooms/conflicts.ts'
import { keepDisk } from './support/sentences.ts'
import { expect, expectAccessible, expectAccessibleInThemes, test } from './support/test.ts'

test.describe(() => {
  test.use({ viewport: { width: 1024, height: 700 } })

  test('both versions show field by field, and a choice is saved and undone', async ({
    ownParley,
    ownParleyPage: page,
  }) => {
    const file = await makeConflict(page, ownParley)
    const theirs = readFileSync(file, 'utf8')
    const dialog = conflictOf(page, 'Get a book')
    await expect(dialog).toContainText(
      /Another program saved Books\/Get a book\.yml at \d\d:\d\d while you were editing it\. 2 fields differ\./,
    )
    const [url, header] = [fieldRow(dialog, 'URL'), fieldRow(dialog, 'Header Accept')]
    await expect(url).toContainText('/books/1')
    await expect(url).toContainText('/books/2')
    await expect(header).toContainText('not there')
    // Fields that only one side changed are taken from that side.
    await expect(side(url, 'Yours, unsaved')).toBeChecked()
    await expect(side(header, 'On disk')).toBeChecked()
    await expectAccessibleInThemes(page)
    const box = await dialog.boundingBox()
    expect(box?.width).toBe(860)
    expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(700)

    await dialog.getByRole('button', { name: 'Save this choice' }).click()
    await expect(tab(page, 'Get a book')).not.toHaveAttribute('aria-description', 'Unsaved changes')
    await expect(urlField(page)).toHaveText('{{baseUrl}}/books/1')
    expect(readFileSync(file, 'utf8')).toMatch(/books\/1[\s\S]*Accept/)
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(tab(page, 'Get a book')).toHaveAttribute('aria-description', 'Unsaved changes')
    await expect(urlField(page)).toHaveText('{{baseUrl}}/books/1')
    await expect.poll(() => readFileSync(file, 'utf8')).toBe(theirs)
    await page.keyboard.press('ControlOrMeta+s')
    await dialog.getByRole('button', { name: keepDisk }).click()
    await expect(urlField(page)).toHaveText('{{baseUrl}}/books/2')
    // The URL editor's own undo gives way to the undo of the whole draft.
    await urlField(page).click()
    await page.keyboard.press('ControlOrMeta+z')
    await expect(urlField(page)).toHaveText('{{baseUrl}}/books/1')
    await expect(tab(page, 'Get a book')).toHaveAttribute('aria-description', 'Unsaved changes')
  })
})

const typedFields: Readonly<Record<string, (page: Page) => Promise<Locator>>> = {
  URL: async page => {
    await urlField(page).press('End')
    return urlField(page)
  },
  body: async page => {
    await page
      .getByRole('tablist', { name: 'Request', exact: true })
      .getByRole('tab', { name: 'Body' })
      .click()
    await page.getByRole('radiogroup', { name: 'Body type' }).getByRole('radio', { name: 'Raw' }).click()
    const body = page.getByRole('textbox', { name: 'Request body', exact: true })
    await body.click()
    return body
  },
}

for (const [field, focus] of Object.entries(typedFields))
  test(`a conflict that comes while the ${field} is typed waits for a pause, and takes no key${atNightUnless(field === 'URL')}`, async ({
    ownParley,
    ownParleyPage: page,
  }) => {
    await openRequest(page, 'Get a book')
    const typed = await focus(page)
    const words = 'the quick brown fox jumps over the lazy dog'
    const typing = typed.pressSequentially(words, { delay: 60 })
    await expect(typed).toContainText('the quick')
    // The body of the file differs as well, so that either field conflicts.
    change(
      fileOf(ownParley, 'Books', 'Get a book.yml'),
      /( +)url: .*/,
      "$1url: '{{baseUrl}}/books/2'\n$1body:\n$1  type: text\n$1  data: theirs",
    )
    await typing
    await expect(conflictOf(page, 'Get a book')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(typed).toContainText(words)
    await expect(typed).toBeFocused()
  })

test('long texts are compared line by line in a bounded area, and secrets are masked', async ({
  ownParley,
  ownParleyPage: page,
}) => {
  await page.setViewportSize({ width: 1024, height: 700 })
  const file = fileOf(ownParley, 'Books', 'Get a book.yml')
  await openRequest(page, 'Get a book')
  await page.getByRole('tablist', { name: 'Request' }).getByRole('tab', { name: 'Script' }).click()
  await page.getByRole('textbox', { name: 'Pre Request script' }).click()
  await page.keyboard.insertText(Array.from({ length: 200 }, (_, line) => `console.log(${line})`).join('\n'))
  change(file, 'auth: inherit', 'auth:\n    type: bearer\n    token: canary-9f2e')
  const dialog = conflictOf(page, 'Get a book')
  await expect(fieldRow(dialog, 'Authorization')).toContainText('2 lines')
  await expect(fieldRow(dialog, 'Pre Request script')).toContainText('200 lines')
  await expect(dialog.getByRole('textbox', { name: 'Pre Request script, yours' })).toContainText(
    'console.log(7)',
  )
  await expect(dialog.getByRole('textbox', { name: 'Authorization, on disk' })).toContainText('Token: ••••••')
  await expect(dialog).not.toContainText('canary-9f2e')
  await expect(dialog.getByRole('button', { name: 'Save this choice' })).toBeInViewport({ ratio: 1 })
  await expectAccessible(page)
})

test('dragging a request does not affect a neighbour with unsaved changes, which can be saved (Order)', async ({
  ownParley,
  ownParleyPage: page,
}) => {
  const file = fileOf(ownParley, 'Books', 'List books.yml')
  await openRequest(page, 'List books')
  await typeUrl(page, '{{baseUrl}}/books?typed')
  const row = (name: string) => page.getByRole('treeitem', { name, exact: true })
  const before = readFileSync(file, 'utf8')
  const isRead = page.waitForResponse(response => response.url().includes('readRequestIfThere'))
  const box = await row('List books').boundingBox()
  await row('Get a book').dragTo(row('List books'), {
    targetPosition: { x: 60, y: (box?.height ?? 0) * 0.2 },
  })
  await expect.poll(() => readFileSync(file, 'utf8')).not.toBe(before)
  await isRead
  await expect(tab(page, 'List books')).toHaveAttribute('aria-description', 'Unsaved changes')
  await page.keyboard.press('ControlOrMeta+s')
  await expect(tab(page, 'List books')).not.toHaveAttribute('aria-description', 'Unsaved changes')
  await expect(page.getByRole('alertdialog')).toHaveCount(0)
  await expect(urlField(page)).toHaveText('{{baseUrl}}/books?typed')
  expect(readFileSync(file, 'utf8')).toContain('books?typed')
  await expect(row('List books')).toBeVisible()
  const names = await page.getByRole('treeitem').allTextContents()
  const at = (name: string) => names.findIndex(one => one.includes(name))
  expect(at('Get a book')).toBeLessThan(at('List books'))
})

test('a file that another window saved is not attributed to another program', async ({
  ownParley,
  ownParleyPage: page,
}) => {
  await openRequest(page, 'Get a book')
  await typeUrl(page, '{{baseUrl}}/books/1')
  const other = await newWindow(page.context())
  await other.goto(ownParley.address)
  await openRequest(other, 'Get a book')
  await typeUrl(other, '{{baseUrl}}/books/2')
  await other.keyboard.press('ControlOrMeta+s')
  await page.bringToFront()
  await expect(conflictOf(page, 'Get a book')).toContainText(
    /^Get a book was changed on diskBooks\/Get a book\.yml was saved elsewhere in Parley at \d\d:\d\d while/,
  )
})

test('a conflict ends when the file is deleted, and what was typed stays unsaved', async ({
  ownParley,
  ownParleyPage: page,
}) => {
  rmSync(await makeConflict(page, ownParley))
  await expect(page.locator('[data-dialog]')).toHaveCount(0)
  await expect(tab(page, 'Get a book')).toHaveAttribute('aria-description', 'Unsaved changes')
  await expect(urlField(page)).toHaveText('{{baseUrl}}/books/1')
  await page.keyboard.press('ControlOrMeta+s')
  await expect(page.getByRole('dialog', { name: 'Save request' })).toBeVisible()
})

test('a reload during a conflict loses nothing, and the question is asked again', async ({
  ownParley,
  ownParleyPage: page,
}) => {
  const file = await makeConflict(page, ownParley)
  const dialog = conflictOf(page, 'Get a book')
  await page.reload()
  await expect(fieldRow(dialog, 'URL')).toContainText('/books/1')
  await expect(fieldRow(dialog, 'URL')).toContainText('/books/2')
  await dialog.getByRole('button', { name: 'Keep mine' }).click()
  await expect(tab(page, 'Get a book')).not.toHaveAttribute('aria-description', 'Unsaved changes')
  expect(readFileSync(file, 'utf8')).toContain('/books/1')
})

/** The ways to close a tab whose file was changed while another tab was shown. */
const closings: Readonly<Record<string, (page: Page) => Promise<void>>> = {
  'the middle button': page => tab(page, 'Get a book').click({ button: 'middle' }),
  'Close all of All tabs': async page => {
    await page.getByRole('button', { name: 'All tabs' }).click()
    await page.getByRole('button', { name: 'Close all' }).click()
  },
  'Close Others': async page => {
    await tab(page, 'List books').click({ button: 'right' })
    await page.getByRole('menuitem', { name: 'Close Others' }).click()
  },
}

for (const [way, close] of Object.entries(closings)) {
  test(`a changed tab whose file was changed too is closed by ${way} with one question at a time${atNightUnless(way === 'Close Others')}`, async ({
    ownParley,
    ownParleyPage: page,
  }) => {
    const file = fileOf(ownParley, 'Books', 'Get a book.yml')
    await openRequest(page, 'Get a book')
    await typeUrl(page, '{{baseUrl}}/books/1')
    await openRequest(page, 'List books')
    const isRead = page.waitForResponse(response => response.url().includes('readRequestIfThere'))
    change(file, '/books/1204', '/books/2')
    await isRead
    await close(page)
    const dialogs = page.locator('[data-dialog]')
    await expect(dialogs).toHaveCount(1)
    await expect(page.getByRole('alertdialog')).toHaveCount(1)
    const closing = page.getByRole('alertdialog', { name: 'Save changes to Get a book?' })
    // Whichever question comes first, both are answered one after the other.
    await expect(page.getByRole('alertdialog').locator(':focus')).toHaveCount(1)
    if (await conflictOf(page, 'Get a book').isVisible()) {
      await page.keyboard.press('Escape')
      await expect(closing).toBeVisible()
    }
    await closing.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(dialogs).toHaveCount(1)
    await conflictOf(page, 'Get a book').getByRole('button', { name: 'Keep mine' }).click()
    await expect(tab(page, 'Get a book')).toHaveCount(0)
    await expect(dialogs).toHaveCount(0)
    expect(readFileSync(file, 'utf8')).toContain('/books/1')
    await expect(page.getByRole('button', { name: 'All tabs' })).toBeEnabled()
    await page.getByRole('button', { name: 'All tabs' }).click()
    await expect(page.getByRole('dialog', { name: 'All tabs' })).toBeVisible()
  })
}

test('a request with unsaved changes follows its file when another program renames it, and saves there', async ({
  ownParley,
  ownParleyPage: page,
}) => {
  const [file, renamed] = ['Get a book.yml', 'One book.yml'].map(name => fileOf(ownParley, 'Books', name))
  if (file === undefined || renamed === undefined) throw new Error('There are two names.')
  await openRequest(page, 'Get a book')
  await typeUrl(page, '{{baseUrl}}/books/typed')
  const isRead = page.waitForResponse(response => response.url().includes('readRequestIfThere'))
  renameSync(file, renamed)
  await isRead
  await page.keyboard.press('ControlOrMeta+s')
  await expect.poll(() => readFileSync(renamed, 'utf8')).toContain('/books/typed')
  await expect(tab(page, 'Get a book')).not.toHaveAttribute('aria-description', 'Unsaved changes')
  await expect(page.getByRole('alertdialog')).toHaveCount(0)
  expect(existsSync(file)).toBe(false)
})
