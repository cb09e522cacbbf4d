import { appendFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Locator, Page } from '@playwright/test'
import type { OpenParley } from '../running-parley.ts'
import { expect } from '../test.ts'

export const examples = `examples:
  - name: Twenty books
    request:
      url: '{{baseUrl}}/books?limit=20'
      method: GET
      params:
        - name: limit
          value: '20'
          type: query
    response:
      status: 200
      statusText: OK
      headers:
        - name: Content-Type
          value: application/json
      body:
        type: json
        data: '[]'
  - name: No token
    request:
      url: '{{baseUrl}}/books'
      method: GET
    response:
      status: 401
      statusText: Unauthorized
      body:
        type: json
        data: '{ "error": "unauthorized" }'
`

export const fileOf = (parley: OpenParley) =>
  join(parley.home, 'workspaces/bookshop/Bookshop API/Books/Get a book.yml')
export const node = (page: Page, name: string): Locator => page.getByRole('treeitem', { name, exact: true })
export const openTab = (page: Page, name: string): Locator =>
  page.getByRole('tablist', { name: 'Open requests' }).getByRole('tab', { name, exact: true })
export const fold = (page: Page): Locator =>
  node(page, 'Get a book').getByRole('button', { name: /examples/ })

/** A request with two examples, which show. */
export async function addExamples(page: Page, parley: OpenParley): Promise<string> {
  const file = fileOf(parley)
  appendFileSync(file, examples)
  await fold(page).click()
  await expect(node(page, 'No token')).toBeVisible()
  return file
}
