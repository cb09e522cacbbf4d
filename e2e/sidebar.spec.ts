import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Locator, Page } from '@playwright/test'
import { newWindow } from './support/browser-windows.ts'
import { arrowTo } from './support/by-keyboard.ts'
import { openRequest, typeUrl, urlField } from './support/page-parts.ts'
import { nameField, namesBetween, row, tab, tree } from './support/rooms/sidebar.ts'
import { expect, expectAccessible, test } from './support/test.ts'

const toast = (page: Page) => page.getByRole('region', { name: 'Notifications' })

async function openMenu(page: Page, name: string): Promise<void> {
  await row(page, name).click({ button: 'right' })
  await expect(page.getByRole('menu')).toBeVisible()
}

async function choose(page: Page, name: string): Promise<void> {
  await page.getByRole('menuitem', { name, exact: true }).click()
}

test('a request and a folder are added in a collection, named and found on disk', async ({
  ownParley,
  ownParleyPage: page,
}) => {
  await openMenu(page, 'Books')
  await choose(page, 'New folder')
  await expect(nameField(page)).toBeFocused()
  await page.keyboard.type('Shelves')
  await page.keyboard.press('Enter')
  await expect(row(page, 'Shelves')).toBeVisible()
  await expect(tree(page)).toBeFocused()
  await openMenu(page, 'Shelves')
  await page.getByRole('menuitem', { name: 'Add', exact: true }).click()
  await choose(page, 'HTTP')
  await expect(nameField(page)).toBeFocused()
  await page.keyboard.type('List shelves')
  await page.keyboard.press('Enter')
  await expect(tab(page, 'List shelves')).toHaveAttribute('aria-selected', 'true')
  await expect(row(page, 'List shelves')).toHaveAttribute('aria-level', '4')
  const file = join(ownParley.home, 'workspaces/bookshop/Bookshop API/Books/Shelves/List shelves.yml')
  await expect.poll(() => existsSync(file)).toBe(true)
  await expect(urlField(page)).toBeFocused()
  await page.keyboard.insertText('http://localhost/shelves')
  await page.keyboard.press('ControlOrMeta+s')
  await expect.poll(() => readFileSync(file, 'utf8')).toContain('http://localhost/shelves')
})

test('Add, GraphQL with the keyboard alone', async ({ ownParleyPage: page }) => {
  await row(page, 'Get a book').click()
  await tree(page).focus()
  await arrowTo(page, row(page, 'Bookshop API'), 'ArrowUp')
  await page.keyboard.press('Shift+F10')
  await expect(page.getByRole('menuitem', { name: 'Open', exact: true })).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await expect(page.getByRole('menuitem', { name: 'Add', exact: true })).toBeFocused()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowDown')
  await expect(page.getByRole('menuitem', { name: 'GraphQL', exact: true })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(nameField(page)).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(tree(page)).toBeFocused()
  await expect(tab(page, 'Untitled request')).toHaveAttribute('aria-selected', 'true')
  await expect(page.getByRole('button', { name: 'Method' })).toHaveAttribute('aria-description', 'POST')
})

test('an invalid name stays in the field with the reason', async ({ ownParley, ownParleyPage: page }) => {
  await row(page, 'Echo').click()
  await expect(tab(page, 'Echo')).toHaveAttribute('aria-selected', 'true')
  // An open tab would read the file that is damaged below.
  await page.keyboard.press('Alt+w')
  await expect(tab(page, 'Echo')).toHaveCount(0)
  await tree(page).focus()
  await page.keyboard.press('F2')
  await expect(nameField(page)).toBeFocused()
  await page.keyboard.press('Delete')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alert')).toHaveText('A name has at least one character.')
  writeFileSync(join(ownParley.home, 'workspaces/bookshop/Bookshop API/Echo.yml'), '<<<<<<< HEAD\ninfo:\n')
  await page.keyboard.type('My own name')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alert').filter({ hasText: 'YAML' })).toBeVisible()
  await expect(nameField(page)).toHaveValue('My own name')
  await page.keyboard.press('Escape')
  await expect(nameField(page)).toBeHidden()
})

test('Ctrl+D duplicates the request of the active tab with its unsaved changes, and a row of the sidebar', async ({
  ownParleyPage: page,
}) => {
  await openRequest(page, 'Get a book')
  await urlField(page).click()
  await page.keyboard.press('End')
  await page.keyboard.insertText('?typed=1')
  await page.keyboard.press('ControlOrMeta+d')
  const copy = tab(page, 'Get a book copy')
  await expect(copy).toHaveAttribute('aria-selected', 'true')
  await expect(copy).toHaveAttribute('aria-description', 'Unsaved changes')
  await expect(urlField(page)).toContainText('?typed=1')
  await row(page, 'Books').hover()
  await row(page, 'Books').getByRole('button', { name: 'More actions' }).click()
  await choose(page, 'Duplicate')
  await expect(row(page, 'Books copy')).toBeVisible()
})

test('a deleted request stays in its tab, unsaved, and is restored from Recently deleted', async ({
  ownParleyPage: page,
}) => {
  await openRequest(page, 'Get a book')
  await tree(page).focus()
  await arrowTo(page, row(page, 'Books'), 'ArrowUp')
  await page.keyboard.press('Delete')
  const question = page.getByRole('alertdialog', { name: 'Delete Books?' })
  await expect(question).toContainText(
    'removed from Bookshop API. You can restore it from Recently deleted for 7 days.',
  )
  await question.getByRole('button', { name: 'Delete' }).click()
  await expect(row(page, 'Books')).toBeHidden()
  await expect(tab(page, 'Get a book')).toHaveAttribute('aria-description', 'Unsaved changes')
  await expect(page.getByText('Deleted from Bookshop API / Books. Save to keep it.')).toBeVisible()
  await expect(urlField(page)).toContainText('/books/')
  await page.keyboard.press('ControlOrMeta+s')
  await expect(page.getByRole('dialog', { name: 'Save request' })).toBeVisible()
  await page.keyboard.press('Escape')

  await page.getByRole('navigation').getByRole('button', { name: 'More actions' }).first().click()
  await choose(page, 'Recently deleted')
  await expect(page.getByRole('button', { name: 'Restore Books' })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Restore Books' }).click()
  await expect(page.getByText('What you delete can be restored from here for 7 days.')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(row(page, 'Books')).toBeVisible()
  await expect(tab(page, 'Get a book')).not.toHaveAttribute('aria-description', 'Unsaved changes')
})

test('the message after a deletion restores what was deleted', async ({ ownParleyPage: page }) => {
  await row(page, 'Books').click({ button: 'right' })
  await choose(page, 'Delete')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await expect(row(page, 'Books')).toBeHidden()
  await page.getByRole('button', { name: 'Restore', exact: true }).click()
  await expect(row(page, 'Books')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Restore', exact: true })).toBeHidden()
})

test('after a deletion the focus is on the row that is in its place', async ({ ownParleyPage: page }) => {
  const active = page.locator('[role="treeitem"][data-active]')
  await row(page, 'Get a book').click()
  await tree(page).focus()
  await page.keyboard.press('ArrowDown')
  const next = await active.getAttribute('aria-label')
  await page.keyboard.press('ArrowUp')
  await expect(active).toHaveAttribute('aria-label', 'Get a book')
  await page.keyboard.press('Delete')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await expect(row(page, 'Get a book')).toHaveCount(0)
  await expect(tree(page)).toBeFocused()
  await expect(active).toHaveAttribute('aria-label', next ?? '')
})

test('another window sees a rename and a deletion of its open requests', async ({
  ownParley,
  ownParleyPage: page,
}) => {
  const other = await newWindow(page.context())
  await other.goto(ownParley.address)
  await openRequest(other, 'Get a book')
  // A browser draws a hidden window slowly.
  await page.bringToFront()
  await row(page, 'Get a book').click({ button: 'right' })
  await choose(page, 'Rename')
  await expect(nameField(page)).toBeFocused()
  await page.keyboard.type('One book')
  await page.keyboard.press('Enter')
  await expect(tab(other, 'One book')).not.toHaveAttribute('aria-description', 'Unsaved changes')
  await openMenu(page, 'One book')
  await choose(page, 'Delete')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await expect(tab(other, 'One book')).toHaveAttribute('aria-description', 'Unsaved changes')
  await expect(other.getByText('Deleted from Bookshop API / Books.')).toBeVisible()
})

/** Drags like a mouse, to a relative height of the target. */
async function dragTo(source: Locator, target: Locator, share: number): Promise<void> {
  const box = await target.boundingBox()
  await source.dragTo(target, { targetPosition: { x: 60, y: (box?.height ?? 0) * share } })
}

test('dragging reorders and moves, and Undo and Ctrl+Z revert it', async ({ ownParleyPage: page }) => {
  const before = await namesBetween(page, 'Books', 'Echo')
  await dragTo(row(page, 'Get a book'), row(page, 'List books'), 0.2)
  await expect(toast(page)).toContainText('Get a book is now in Books.')
  await expect
    .poll(() => namesBetween(page, 'Books', 'List books'))
    .toEqual(['Books', 'Get a book', 'List books'])
  await toast(page).getByRole('button', { name: 'Undo' }).click()
  await expect.poll(() => namesBetween(page, 'Books', 'Echo')).toEqual(before)

  await dragTo(row(page, 'Get a book'), row(page, 'Bookshop API'), 0.5)
  await expect(row(page, 'Get a book')).toHaveAttribute('aria-level', '2')
  await tree(page).focus()
  await page.keyboard.press('ControlOrMeta+z')
  await expect.poll(() => namesBetween(page, 'Books', 'Echo')).toEqual(before)
})

test('without collections the sidebar says what to do next', async ({ ownParleyPage: page }) => {
  await openMenu(page, 'Bookshop API')
  await choose(page, 'Delete')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText('No collections yet')).toBeVisible()
  await page.getByRole('button', { name: 'New collection', exact: true }).last().click()
  await expect(nameField(page)).toBeFocused()
  await page.keyboard.type('Mine')
  await page.keyboard.press('Enter')
  await expect(row(page, 'Mine')).toBeVisible()
  await expectAccessible(page)
})

test('Settings, Data and backups shows where data is stored, and restores what was deleted', async ({
  ownParley,
  ownParleyPage: page,
}) => {
  await openMenu(page, 'Books')
  await choose(page, 'Delete')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await expect(row(page, 'Books')).toBeHidden()
  await page.keyboard.press('ControlOrMeta+,')
  const dialog = page.getByRole('dialog', { name: 'Settings' })
  await dialog.getByRole('tab', { name: 'Data and backups' }).click()
  await expect(dialog.getByText(ownParley.home, { exact: true })).toBeVisible()
  await expect(dialog.getByText(join(ownParley.home, 'workspaces/bookshop'), { exact: true })).toBeVisible()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Restore Books' }).click()
  await expect(dialog.getByText('What you delete can be restored from here for 7 days.')).toBeVisible()

  await dialog.getByRole('button', { name: 'Back up', exact: true }).click()
  await expect(dialog.getByText(/^The copy is in .*backups/)).toBeVisible()
  const backups = dialog.getByRole('list', { name: 'Backups' }).getByRole('listitem')
  await expect(backups).toHaveCount(1)
  await expectAccessible(page)
  await backups.getByRole('button', { name: /^Delete bookshop of Today/ }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await expect(backups).toHaveCount(0)

  await dialog.getByRole('tab', { name: 'Appearance' }).click()
  await dialog.getByText('Compact', { exact: true }).click()
  await dialog.getByRole('tab', { name: 'Data and backups' }).click()
  await dialog.getByRole('button', { name: 'Reset settings' }).click()
  await page
    .getByRole('alertdialog', { name: 'Reset settings?' })
    .getByRole('button', { name: 'Reset' })
    .click()
  await dialog.getByRole('tab', { name: 'Appearance' }).click()
  await expect(dialog.getByRole('radio', { name: 'Comfortable' })).toBeChecked()
  await page.keyboard.press('Escape')
  await expect(row(page, 'Books')).toBeVisible()
})

test('the filter finds requests by their URL as well, also one that was saved a moment ago', async ({
  ownParleyPage: page,
}) => {
  await openRequest(page, 'Get a book')
  await typeUrl(page, '{{baseUrl}}/Unusual-Path/1204')
  await page.keyboard.press('ControlOrMeta+s')
  const filter = page.getByRole('textbox', { name: 'Filter collections' })
  await filter.fill('unusual-path')
  await expect(row(page, 'Get a book')).toBeVisible()
  await expect(row(page, 'Books')).toBeVisible()
  await expect(row(page, 'List books')).toHaveCount(0)
  await filter.fill('unusual-path/9')
  await expect(page.getByText('Nothing matches “unusual-path/9”')).toBeVisible()
})

for (const [where, hidden] of [
  ['in sight', -10],
  ['partly out of sight', 10],
] as const)
  test(`a row that is ${where} does not move between the clicks of a double click`, async ({
    ownParleyPage: page,
  }) => {
    await page.setViewportSize({ width: 1024, height: 500 })
    await expect(row(page, 'List books')).toBeVisible()
    // In one task, as the page gets to know of a scroll only with its next frame.
    const before = await tree(page).evaluate((element, hiddenPx) => {
      element.scrollTop = element.scrollHeight
      const rows = [...element.querySelectorAll<HTMLElement>('[role="treeitem"]')]
      const last = rows.find(one => one.getAttribute('aria-label') === 'Stock ticker')
      if (last === undefined) throw new Error('The row does not exist')
      element.scrollTop -=
        element.getBoundingClientRect().bottom - last.getBoundingClientRect().bottom + hiddenPx
      ;(element as HTMLElement).focus()
      last.click()
      return element.scrollTop
    }, hidden)
    await expect(tab(page, 'Stock ticker')).toHaveAttribute('aria-selected', 'true')
    expect(before).toBeGreaterThan(0)
    expect(await tree(page).evaluate(element => element.scrollTop)).toBe(before)
  })

const waysToOpen: Readonly<Record<string, (page: Page) => Promise<void>>> = {
  'with the palette': async page => {
    await page.keyboard.press('ControlOrMeta+k')
    await page.keyboard.type('Stock ticker')
    await expect(page.getByRole('option', { selected: true })).toContainText('Stock ticker')
    await page.keyboard.press('Enter')
  },
  'by its tab': page => tab(page, 'Stock ticker').click(),
  'by closing the tab beside it': page => page.keyboard.press('Control+w'),
  'by a reload': async page => {
    await tab(page, 'Stock ticker').click()
    await page.reload()
  },
}

for (const [way, open] of Object.entries(waysToOpen))
  test(`the row of a request that is opened ${way} comes in sight`, async ({ ownParleyPage: page }) => {
    await page.setViewportSize({ width: 1024, height: 500 })
    await openRequest(page, 'Stock ticker')
    await expect(tab(page, 'Stock ticker')).toHaveAttribute('aria-selected', 'true')
    await tree(page).evaluate(element => element.scrollTo(0, 0))
    await openRequest(page, 'List books')
    await expect(tab(page, 'List books')).toHaveAttribute('aria-selected', 'true')
    await tree(page).evaluate(element => element.scrollTo(0, 0))
    await expect(row(page, 'Stock ticker')).not.toBeInViewport()
    await open(page)
    await expect(tab(page, 'Stock ticker')).toHaveAttribute('aria-selected', 'true')
    await expect(row(page, 'Stock ticker')).toBeInViewport({ ratio: 1 })
    // The user scrolls as before.
    await tree(page).evaluate(element => element.scrollTo(0, 0))
    await expect(row(page, 'List books')).toBeInViewport()
    await row(page, 'Books').click()
    await expect(row(page, 'Books')).toBeInViewport()
  })

for (const [opening, open] of [
  [
    'a right click',
    async (page: Page) => row(page, 'Image').click({ button: 'right', position: { x: 60, y: 10 } }),
  ],
  [
    'More actions',
    async (page: Page) => row(page, 'Image').getByRole('button', { name: 'More actions' }).click(),
  ],
] as const)
  test(`the menu of a row opens at the row with ${opening}, which is marked`, async ({
    ownParleyPage: page,
  }) => {
    await row(page, 'Image').hover()
    await open(page)
    await expect(page.getByRole('menu')).toBeVisible()
    const [rowBox, menuBox] = [
      await row(page, 'Image').boundingBox(),
      await page.getByRole('menu').boundingBox(),
    ]
    if (rowBox === null || menuBox === null) throw new Error('The row or its menu is not visible')
    const gap = Math.max(menuBox.y - (rowBox.y + rowBox.height), rowBox.y - (menuBox.y + menuBox.height))
    expect(gap).toBeLessThan(12)
    await expect(row(page, 'Image')).toHaveAttribute('data-menu', 'true')
    await page.keyboard.press('Escape')
    await expect(row(page, 'Image')).not.toHaveAttribute('data-menu')
  })

test('after Undo in a notice the focus stays on the page', async ({ ownParleyPage: page }) => {
  await row(page, 'Get a book').click()
  await tree(page).focus()
  await page.keyboard.press('Alt+ArrowUp')
  await toast(page).getByRole('button', { name: 'Undo' }).focus()
  await page.keyboard.press('Enter')
  await expect(toast(page).getByRole('button')).toHaveCount(0)
  await expect(page.locator('body')).not.toBeFocused()
})

test('what is folded stays folded after a reload', async ({ ownParleyPage: page }) => {
  await row(page, 'Books').click()
  await expect(row(page, 'Books')).toHaveAttribute('aria-expanded', 'false')
  await page.reload()
  await expect(row(page, 'Books')).toHaveAttribute('aria-expanded', 'false')
  await expect(row(page, 'List books')).toHaveCount(0)
})

test('a double click near the end of the sidebar opens the folder that was clicked', async ({
  ownParleyPage: page,
}) => {
  await page.setViewportSize({ width: 1024, height: 420 })
  const tree = page.getByRole('tree', { name: 'Collections' })
  await tree.evaluate(element => element.scrollTo(0, element.scrollHeight))
  // The last folder, whose row exists once the list has followed.
  await row(page, 'Checks').dblclick()
  await expect(page.getByRole('tab', { name: 'Checks', exact: true })).toHaveAttribute(
    'aria-selected',
    'true',
  )
  expect(await tree.evaluate(element => element.scrollTop)).toBeGreaterThan(0)
})

test('the sidebar names its active row, which exists wherever it is scrolled', async ({
  parleyPage: page,
}) => {
  await page.setViewportSize({ width: 1024, height: 420 })
  const tree = page.getByRole('tree', { name: 'Collections' })
  await tree.focus()
  await page.keyboard.press('Home')
  await tree.evaluate(element => element.scrollTo(0, element.scrollHeight))
  await expect
    .poll(() =>
      tree.evaluate(element => {
        const id = element.getAttribute('aria-activedescendant') ?? ''
        return document.getElementById(id)?.getAttribute('aria-posinset') ?? null
      }),
    )
    .toBe('1')
  await expectAccessible(page)
})

test('the sidebar keeps its section and its place while it is closed or the window is narrow', async ({
  parleyPage: page,
}) => {
  const history = page.getByRole('tab', { name: 'History', exact: true })
  await page.setViewportSize({ width: 1440, height: 360 })
  // The rows may not be there yet.
  const scroll = () =>
    tree(page).evaluate(element => {
      element.scrollTo(0, 50)
      return element.scrollTop
    })
  await expect.poll(scroll).toBe(50)
  await page.keyboard.press('ControlOrMeta+b')
  await expect(tree(page)).toBeHidden()
  await page.keyboard.press('F6')
  await expect(page.locator('[data-pane="request"] :focus')).toHaveCount(1)
  await page.keyboard.press('ControlOrMeta+b')
  await expect.poll(() => tree(page).evaluate(element => element.scrollTop)).toBe(50)
  await expect(tree(page).getByRole('treeitem').first()).toBeAttached()
  // The event of scrolling comes with the next frame, when it may be closed.
  const toggle = await page.getByRole('button', { name: 'Toggle sidebar' }).elementHandle()
  await tree(page).evaluate((element, button) => {
    element.scrollTo(0, 30)
    if (button instanceof HTMLElement) button.click()
  }, toggle)
  await expect(tree(page)).toBeHidden()
  await page.keyboard.press('ControlOrMeta+b')
  await expect.poll(() => tree(page).evaluate(element => element.scrollTop)).toBe(30)
  await history.click()
  await page.setViewportSize({ width: 1000, height: 700 })
  await expect(history).toBeHidden()
  await page.setViewportSize({ width: 1440, height: 900 })
  await expect(history).toHaveAttribute('aria-selected', 'true')
})
