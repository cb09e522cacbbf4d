import type { Page } from '@playwright/test'
import { expect, test } from './support/test.ts'

const tree = (page: Page) => page.getByRole('tree', { name: 'Collections' })
const sidebar = (page: Page) => page.getByRole('navigation', { name: 'Sidebar' })
const openSidebarMenu = (page: Page) =>
  sidebar(page).getByRole('button', { name: 'More actions', exact: true }).first().click()

const waysToCollapse: Readonly<Record<string, (page: Page) => Promise<void>>> = {
  'the menu of the sidebar': async page => {
    await openSidebarMenu(page)
    await page.getByRole('menuitem', { name: 'Collapse all', exact: true }).click()
  },
  'the palette': async page => {
    await page.keyboard.press('ControlOrMeta+k')
    await page.keyboard.type('Collapse all')
    await page.keyboard.press('Enter')
  },
}

for (const [way, collapse] of Object.entries(waysToCollapse))
  test(`all collections are collapsed by ${way}, and the keyboard goes on in the tree`, async ({
    ownParleyPage: page,
  }) => {
    const rows = tree(page).getByRole('treeitem')
    await expect(rows.nth(3)).toBeVisible()
    await collapse(page)
    await expect(rows).toHaveCount(1)
    await expect(rows).toHaveAttribute('aria-expanded', 'false')
    await expect(tree(page)).toBeFocused()
    await page.reload()
    await expect(rows).toHaveCount(1)
    await tree(page).focus()
    await page.keyboard.press('ArrowRight')
    await expect(rows.nth(1)).toHaveAttribute('aria-expanded', 'false')
  })

test('the open request is marked by what it is folded into, and revealed; all expands again', async ({
  ownParleyPage: page,
}) => {
  const open = tree(page).getByRole('treeitem', { selected: true })
  const rows = tree(page).getByRole('treeitem')
  await expect(open).toHaveAccessibleName('List books')
  const all = await rows.count()
  await waysToCollapse['the palette']?.(page)
  await expect(rows).toHaveCount(1)
  await expect(rows).toHaveAttribute('data-holds-open', 'true')
  await sidebar(page).getByRole('tab', { name: 'History', exact: true }).click()
  await page.getByRole('tab', { name: 'List books', exact: true }).click({ button: 'right' })
  await page.getByRole('menuitem', { name: 'Reveal in Sidebar' }).click()
  await expect(open).toHaveAccessibleName('List books')
  await expect(tree(page)).toBeFocused()
  await openSidebarMenu(page)
  await page.getByRole('menuitem', { name: 'Expand all', exact: true }).click()
  await expect(rows).toHaveCount(all)
})

test('a button of the sidebar opens Import', async ({ ownParleyPage: page }) => {
  await page.getByRole('button', { name: 'Import', exact: true }).click()
  await expect(page.getByRole('dialog', { name: 'Import' })).toBeVisible()
})

test('what is folded and unfolded just before a reload stays so', async ({ ownParleyPage: page }) => {
  const collection = tree(page).getByRole('treeitem').first()
  for (const state of ['false', 'true', 'false']) {
    await collection.click()
    await expect(collection).toHaveAttribute('aria-expanded', state)
    await page.reload()
    await expect(collection).toHaveAttribute('aria-expanded', state)
  }
})
