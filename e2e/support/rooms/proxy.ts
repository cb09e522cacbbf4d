import { startHttpProxy } from '@parley/testkit'
import type { Theme } from '../appearances.ts'
import { atNightUnless } from '../at-night.ts'
import { responsePane, responseStatus, sendButton } from '../page-parts.ts'
import { expect, expectAccessible, test } from '../test.ts'

/** Tests sends through the proxy of the settings, in a theme. */
export function testProxy(theme: Theme): void {
  test.describe(() => {
    test.use({ colorScheme: theme })

    test(`${theme} › sends go through the proxy of the settings, and Timeline names it${atNightUnless(theme === 'light')}`, async ({
      ownParleyPage: page,
    }) => {
      const proxy = await startHttpProxy({ user: { name: 'ann', password: 'secret' } })
      await page.getByRole('button', { name: 'Settings', exact: true }).click()
      const dialog = page.getByRole('dialog', { name: 'Settings' })
      await dialog.getByRole('tab', { name: 'Proxy' }).click()
      await dialog.getByRole('switch', { name: 'Enable Proxy' }).press('Space')
      await dialog.getByRole('textbox', { name: 'Host' }).fill('127.0.0.1')
      await dialog.getByRole('textbox', { name: 'Port' }).fill(String(proxy.port))
      await dialog.getByRole('textbox', { name: 'Username' }).fill('ann')
      await dialog.getByRole('button', { name: 'Test Connection' }).click()
      await expect(dialog.getByRole('status')).toContainText('rejected this username and password')
      await expectAccessible(page)
      await dialog.getByLabel('Password').fill('secret')
      await dialog.getByRole('button', { name: 'Test Connection' }).click()
      await expect(dialog.getByRole('status')).toContainText('Connected in')
      await expect(dialog.getByRole('textbox', { name: 'Bypass' })).toHaveValue('localhost,127.0.0.1')
      await dialog.getByRole('textbox', { name: 'Bypass' }).fill('')
      await page.keyboard.press('Escape')
      await sendButton(page).click()
      await expect(responseStatus(page)).toContainText('200 OK')
      expect(proxy.requestLines.at(-1)).toMatch(/^GET http:\/\/127\.0\.0\.1:\d+\/v1\/books/)
      await responsePane(page).getByRole('tab', { name: 'Timeline' }).click()
      await expect(responsePane(page)).toContainText(`through the proxy http://127.0.0.1:${proxy.port}`)
      await expect(responsePane(page)).not.toContainText('YW5uOnNlY3JldA')
      await proxy.close()
      await responsePane(page).getByRole('tab', { name: 'Body' }).click()
      await sendButton(page).click()
      await expect(responsePane(page)).toContainText(
        `Nothing is listening at the proxy 127.0.0.1:${proxy.port}`,
      )
    })
  })
}
