import type { Locator, Page } from '@playwright/test'
import { newRequest, urlField } from '../page-parts.ts'
import { expect, test } from '../test.ts'

type TableName = 'Params' | 'Headers' | 'Cookies'

export const key = (table: Locator, row: number) => table.getByRole('textbox', { name: 'Key' }).nth(row)
export const value = (table: Locator, row: number) => table.getByRole('textbox', { name: 'Value' }).nth(row)

/** Returns keys and values of the rows, without the empty last one. */
export async function rowsOf(table: Locator): Promise<string[]> {
  const keys = await table.getByRole('textbox', { name: 'Key' }).all()
  const rows: string[] = []
  for (const [index, field] of keys.slice(0, -1).entries())
    rows.push(`${await field.inputValue()}: ${await value(table, index).inputValue()}`)
  return rows
}

export async function openTable(page: Page, name: TableName): Promise<Locator> {
  await page
    .getByRole('tablist', { name: 'Request', exact: true })
    .getByRole('tab', { name, exact: true })
    .click()
  return page.getByRole('grid', { name })
}

/** Tests the keys of a table of a request. */
export function testRows(name: TableName): void {
  test(`${name}: rows are typed, moved, unticked and removed by keyboard, and each step is undone`, async ({
    parleyPage: page,
  }) => {
    await newRequest(page, 'http://h.test/')
    const table = await openTable(page, name)
    await key(table, 0).focus()
    for (const text of ['a', '1', 'b', '2', 'c', '3']) {
      await page.keyboard.type(text)
      await page.keyboard.press('Tab')
    }
    expect(await rowsOf(table)).toEqual(['a: 1', 'b: 2', 'c: 3'])
    await expect(key(table, 3)).toBeFocused()

    await page.keyboard.press('ArrowUp')
    await expect(key(table, 2)).toBeFocused()
    await page.keyboard.press('Alt+ArrowUp')
    expect(await rowsOf(table)).toEqual(['a: 1', 'c: 3', 'b: 2'])
    await expect(key(table, 1)).toBeFocused()

    await page.keyboard.press('Home')
    await page.keyboard.press('ArrowLeft')
    const tick = table.getByRole('checkbox', { name: 'Send c' })
    await expect(tick).toBeFocused()
    await page.keyboard.press('Space')
    await expect(tick).not.toBeChecked()

    await page.keyboard.press('ControlOrMeta+Backspace')
    expect(await rowsOf(table)).toEqual(['a: 1', 'b: 2'])

    await page.keyboard.press('ControlOrMeta+z')
    expect(await rowsOf(table)).toEqual(['a: 1', 'c: 3', 'b: 2'])
    await expect(tick).not.toBeChecked()
    await page.keyboard.press('ControlOrMeta+z')
    await expect(tick).toBeChecked()
    await page.keyboard.press('ControlOrMeta+z')
    expect(await rowsOf(table)).toEqual(['a: 1', 'b: 2', 'c: 3'])
    await page.keyboard.press('ControlOrMeta+Shift+z')
    expect(await rowsOf(table)).toEqual(['a: 1', 'c: 3', 'b: 2'])
    for (let step = 0; step < 8; step += 1) await page.keyboard.press('ControlOrMeta+z')
    expect(await rowsOf(table)).toEqual([])
    if (name === 'Params') await expect(urlField(page)).toHaveText('http://h.test/')
  })
}
