import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { test as base, expect } from '@playwright/test'
import type { Theme } from '../appearances.ts'
import { expectAccessible } from '../test.ts'

/** The report of a run, opened from the disk like a reader would, with hostile names in it. */
const test = base.extend<{ reportUrl: string }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright requires a pattern here.
  async reportUrl({}, use) {
    const folder = mkdtempSync(join(tmpdir(), 'parley-report-'))
    const schema = 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json'
    const request = { method: 'GET', url: 'http://127.0.0.1:1/x' }
    const failing = `pm.test('<img src=x onerror=alert(1)>', () => { throw new Error('no') })`
    const item = [
      { name: 'Down </script><b>bold</b>', request },
      { name: 'Throws', request, event: [{ listen: 'prerequest', script: { exec: [failing, 'nope()'] } }] },
      {
        name: 'Left out',
        request,
        event: [{ listen: 'prerequest', script: { exec: ['pm.execution.skipRequest()'] } }],
      },
    ]
    writeFileSync(join(folder, 'c.json'), JSON.stringify({ info: { name: 'Shop', schema }, item }))
    const args = ['apps/cli/dist/parley.js', 'run', join(folder, 'c.json'), '--script-order']
    try {
      execFileSync(process.execPath, [...args, '-r', `html=${join(folder, 'r.html')}`])
    } catch {
      // The command exits with 2, as the requests fail.
    }
    await use(pathToFileURL(join(folder, 'r.html')).href)
    rmSync(folder, { recursive: true })
  },
})

/** Tests the report in a theme. */
export function testReport(colorScheme: Theme): void {
  test(`the HTML report shows what failed, ${colorScheme}`, async ({ browser, reportUrl }) => {
    const context = await browser.newContext({ colorScheme })
    const page = await context.newPage()
    const faults: string[] = []
    page.on('console', message => faults.push(message.text()))
    page.on('pageerror', error => faults.push(error.message))
    page.on('dialog', dialog => faults.push(dialog.message()))
    await page.goto(reportUrl)
    await expect(page).toHaveTitle('Failed: Shop')
    await expect(page.getByRole('heading', { name: 'Shop' })).toBeVisible()
    await expect(
      page.getByText('3 requests: 0 passed, 2 failed (1 without a response), 1 skipped'),
    ).toBeVisible()
    await expect(page.getByText('Down </script><b>bold</b>')).toBeVisible()
    await expect(page.getByText('Nothing is listening at 127.0.0.1:1.')).toBeVisible()
    await expect(page.getByText('Script error: ReferenceError: nope is not defined')).toBeVisible()
    const skipped = page.getByText('Left out')
    await expect(skipped).toBeVisible()
    await page.getByRole('radio', { name: 'Failures' }).focus()
    await page.keyboard.press('Space')
    await expect(skipped).toBeHidden()
    await expectAccessible(page)
    expect(faults).toEqual([])
    await context.close()
  })
}
