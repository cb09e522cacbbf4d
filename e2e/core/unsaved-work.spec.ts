import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { newWindow } from '../support/browser-windows.ts'
import { newRequest, openRequest, savedTabs, typeUrl, urlField } from '../support/page-parts.ts'
import { section, strip } from '../support/rooms/unsaved-work.ts'
import { runParleyIn } from '../support/running-parley.ts'
import { expect, test } from '../support/test.ts'

test('unsaved tabs are restored after the server and the browser are killed', async ({ browser }) => {
  const environment = { PARLEY_HOME: await mkdtemp(join(tmpdir(), 'parley-unsaved-')) }
  const first = await runParleyIn(environment)
  const context = await browser.newContext()
  const page = await newWindow(context)
  await page.goto(first.address)
  await page.getByRole('treeitem', { name: 'Bookshop API', exact: true }).click({ button: 'right' })
  await page.getByRole('menuitem', { name: 'Run', exact: true }).click()
  await page.getByRole('textbox', { name: 'Retries', exact: true }).fill('7')
  await page.getByRole('checkbox', { name: 'Send Echo' }).uncheck()
  const data = { name: 'users.csv', mimeType: 'text/csv', buffer: Buffer.from('name\nAnn\n') }
  await page.locator('input[type=file]').setInputFiles(data)
  await openRequest(page, 'Echo')
  await newRequest(page, 'http://never-saved.test/')
  await section(page, 'Headers').click()
  const isKept = savedTabs(page, 'X-Typed-Last')
  await page
    .getByRole('grid', { name: 'Headers' })
    .getByRole('textbox', { name: 'Key' })
    .last()
    .fill('X-Typed-Last')
  await isKept
  const names = await strip(page).getByRole('tab').allTextContents()
  await first.kill()
  await context.close()

  const second = await runParleyIn(environment)
  const again = await (await browser.newContext()).newPage()
  await again.goto(second.address)
  await expect(urlField(again)).toHaveText('http://never-saved.test/')
  await expect(strip(again).getByRole('tab')).toHaveText(names)
  await expect(strip(again).getByRole('tab', { selected: true })).toHaveAccessibleDescription(
    'Unsaved changes',
  )
  await expect(section(again, 'Headers')).toHaveAttribute('aria-selected', 'true')
  await expect(
    again.getByRole('grid', { name: 'Headers' }).getByRole('textbox', { name: 'Key' }).nth(0),
  ).toHaveValue('X-Typed-Last')
  await strip(again).getByRole('tab', { name: 'Echo' }).click()
  await expect(urlField(again)).toContainText('/echo')
  await strip(again).getByRole('tab', { name: 'Run: Bookshop API' }).click()
  await expect(again.getByRole('cell', { name: 'Ann' })).toBeVisible()
  await expect(again.getByRole('textbox', { name: 'Retries', exact: true })).toHaveValue('7')
  await expect(again.getByRole('checkbox', { name: 'Send Echo' })).not.toBeChecked()
  await again.context().close()
  await second.stop()
  await rm(environment.PARLEY_HOME, { recursive: true, force: true })
})

test('a reload restores typed text, and asks nothing once it is stored', async ({ ownParleyPage: page }) => {
  const isKept = savedTabs(page, 'typed.test')
  await typeUrl(page, 'http://typed.test/')
  await isKept
  await page.reload()
  await expect(urlField(page)).toHaveText('http://typed.test/')
  await expect(strip(page).getByRole('tab')).toHaveCount(1)
})

test('unsaved variables are restored after a reload, and can then be saved', async ({
  ownParleyPage: page,
}) => {
  await page.getByRole('navigation', { name: 'Sidebar' }).getByRole('tab', { name: 'Environments' }).click()
  await page.getByRole('button', { name: 'Workspace', exact: true }).click()
  const table = page.getByRole('grid', { name: 'Variables' })
  const isKept = savedTabs(page, 'typedOnly')
  await table.getByRole('textbox', { name: 'Name' }).last().fill('typedOnly')
  await isKept
  await page.reload()
  const names = table.getByRole('textbox', { name: 'Name' })
  await expect
    .poll(() => names.evaluateAll(all => all.map(one => Reflect.get(one, 'value'))))
    .toContain('typedOnly')
  const tab = strip(page).getByRole('tab', { name: 'Workspace', exact: true })
  await expect(tab).toHaveAttribute('aria-selected', 'true')
  await expect(tab).toHaveAttribute('aria-description', 'Unsaved changes')
  await page.keyboard.press('ControlOrMeta+s')
  await expect(tab).not.toHaveAttribute('aria-description', 'Unsaved changes')
})
