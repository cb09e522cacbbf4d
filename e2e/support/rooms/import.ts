import type { Page } from '@playwright/test'
import { expect } from '../test.ts'

export const dialog = (page: Page) => page.getByRole('dialog', { name: 'Import', exact: true })
export const report = (page: Page) => dialog(page).getByRole('region', { name: 'Import report' })
export const button = (page: Page, name: string) => dialog(page).getByRole('button', { name, exact: true })

export async function openImport(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Workspace: / }).click()
  await page.getByRole('menuitem', { name: 'Import' }).click()
  await expect(dialog(page)).toBeVisible()
}

export const postman = JSON.stringify({
  info: { name: 'Shop <img src=x onerror=alert(1)>' },
  item: [
    {
      name: 'Read me',
      request: { url: 'http://a.test/read', auth: { type: 'edgegrid' } },
      event: [{ listen: 'test', script: { exec: ['const x = require("fs")'] } }],
    },
  ],
})
