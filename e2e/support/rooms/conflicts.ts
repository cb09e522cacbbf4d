import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Locator, Page } from '@playwright/test'
import { openRequest, typeUrl } from '../page-parts.ts'
import type { OpenParley } from '../running-parley.ts'
import { expect } from '../test.ts'

export const tab = (page: Page, name: string) =>
  page.getByRole('tablist', { name: 'Open requests' }).getByRole('tab', { name, exact: true })
export const conflictOf = (page: Page, name: string) =>
  page.getByRole('alertdialog', { name: `${name} was changed on disk` })
export const fieldRow = (dialog: Locator, name: string) => dialog.getByRole('row', { name })
export const side = (row: Locator, name: 'Yours, unsaved' | 'On disk') =>
  row.getByRole('radio', { name: new RegExp(name) })
export const fileOf = (parley: OpenParley, ...path: readonly string[]) =>
  join(parley.home, 'workspaces/bookshop/Bookshop API', ...path)

/** Changes a file like another program. */
export function change(file: string, from: string | RegExp, to: string): void {
  const before = readFileSync(file, 'utf8')
  const after = before.replace(from, to)
  expect(after).not.toBe(before)
  writeFileSync(file, after)
}

/** Changes the URL both here and on disk, and a header only on disk. */
export async function makeConflict(page: Page, parley: OpenParley): Promise<string> {
  const file = fileOf(parley, 'Books', 'Get a book.yml')
  await openRequest(page, 'Get a book')
  await typeUrl(page, '{{baseUrl}}/books/1')
  change(
    file,
    /( +)url: .*\n/,
    "$1url: '{{baseUrl}}/books/2'\n$1headers:\n$1  - name: Accept\n$1    value: application/json\n",
  )
  await expect(conflictOf(page, 'Get a book')).toBeVisible()
  return file
}
