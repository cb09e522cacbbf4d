import type { Page } from '@playwright/test'

export const tree = (page: Page) => page.getByRole('tree', { name: 'Collections' })
export const row = (page: Page, name: string) => page.getByRole('treeitem', { name, exact: true })
export const nameField = (page: Page) => page.getByRole('textbox', { name: 'Name', exact: true })
export const tab = (page: Page, name: string) =>
  page.getByRole('tablist', { name: 'Open requests' }).getByRole('tab', { name, exact: true })

/** Returns the names of the rows in order, from one row to another. */
export async function namesBetween(page: Page, first: string, last: string): Promise<readonly string[]> {
  const names = await tree(page)
    .getByRole('treeitem')
    .evaluateAll(items =>
      items
        .toSorted((one, other) => one.getBoundingClientRect().top - other.getBoundingClientRect().top)
        .map(item => item.getAttribute('aria-label') ?? ''),
    )
  return names.slice(names.indexOf(first), names.indexOf(last) + 1)
}
