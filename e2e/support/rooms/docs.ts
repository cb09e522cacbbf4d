import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Locator, Page } from '@playwright/test'
import type { OpenParley } from '../running-parley.ts'
import { expect } from '../test.ts'

export const docs = (page: Page): Locator => page.getByRole('region', { name: 'Docs' })

/** Adds a collection to the workspace on disk. */
export function addCollection({ home }: OpenParley, name: string, text: string): void {
  const folder = join(home, 'workspaces', 'bookshop', name)
  mkdirSync(folder, { recursive: true })
  const values = { opencollection: '1.0.0', info: { name }, docs: text }
  writeFileSync(join(folder, 'opencollection.yml'), JSON.stringify(values))
}

/** Opens the page of a collection and waits until its docs are completely drawn. */
export async function openDocs(page: Page, name: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Filter collections' }).fill(name)
  await page.getByRole('treeitem', { name, exact: true }).click({ button: 'right' })
  await page.getByRole('menuitem', { name: 'Open', exact: true }).click()
  await expect(docs(page)).toHaveAttribute('aria-busy', 'false')
}
