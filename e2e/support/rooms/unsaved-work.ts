import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { newWindow } from '../browser-windows.ts'
import { newRequest, openRequest, savedTabs, urlField } from '../page-parts.ts'
import { runParleyIn } from '../running-parley.ts'
import { expect, test } from '../test.ts'

export const strip = (page: Page) => page.getByRole('tablist', { name: 'Open requests' })

export const section = (page: Page, name: string) =>
  page.getByRole('tablist', { name: 'Request' }).getByRole('tab', { name })

/** Another tab with unsaved work. */
export interface UnsavedTab {
  readonly fill: (page: Page) => Promise<void>
  readonly expectRestored: (page: Page) => Promise<void>
}

/** Tests that requests and another tab, if there is one, outlive a crash of the server and the browser. */
export function testKilled(more?: UnsavedTab): void {
  test('unsaved tabs are restored after the server and the browser are killed', async ({ browser }) => {
    const environment = { PARLEY_HOME: await mkdtemp(join(tmpdir(), 'parley-unsaved-')) }
    const first = await runParleyIn(environment)
    const context = await browser.newContext()
    const page = await newWindow(context)
    await page.goto(first.address)
    await more?.fill(page)
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
    await more?.expectRestored(again)
    await again.context().close()
    await second.stop()
    await rm(environment.PARLEY_HOME, { recursive: true, force: true })
  })
}
