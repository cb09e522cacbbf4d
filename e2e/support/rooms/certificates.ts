import { startTlsServer, type TlsServer } from '@parley/testkit'
import { newRequest, responsePane, responseStatus, sendButton } from '../page-parts.ts'
import { expect, expectAccessible, test } from '../test.ts'

export const servers: TlsServer[] = []

export async function start(options: Parameters<typeof startTlsServer>[0]): Promise<TlsServer> {
  const server = await startTlsServer(options)
  servers.push(server)
  return server
}

/** Tests that an exception lets a certificate through, and what the settings show of it if they are looked at. */
export function testException({ inSettings }: { readonly inSettings: boolean }): void {
  test('a certificate that cannot be verified is shown with its cause, and an exception allows it', async ({
    ownParleyPage: page,
  }) => {
    const { url, port } = await start({ certificate: 'selfSigned' })
    await newRequest(page, url)
    await sendButton(page).click()
    const pane = responsePane(page)
    await expect(pane).toContainText('Request failed')
    await expect(pane).toContainText(`The certificate of 127.0.0.1:${port} is self-signed.`)
    await expect(pane).toContainText('DEPTH_ZERO_SELF_SIGNED_CERT')
    await expect(pane).toContainText('CN=127.0.0.1')
    await expectAccessible(page)
    await pane.getByRole('button', { name: `Always trust 127.0.0.1:${port}` }).click()
    await expect(responseStatus(page)).toContainText('200 OK')
    if (!inSettings) return
    const dialog = page.getByRole('dialog', { name: 'Settings' })
    await page.getByRole('button', { name: 'Settings', exact: true }).click()
    await expect(dialog.getByRole('tab', { name: 'General' })).toBeFocused()
    await dialog.getByRole('tab', { name: 'Certificates' }).click()
    const exceptions = dialog.getByRole('region', { name: 'Exceptions' })
    await expect(exceptions).toContainText(`127.0.0.1:${port}`)
    await exceptions.getByRole('button', { name: `Remove 127.0.0.1:${port}` }).click()
    await expect(exceptions).toHaveCount(0)
    await page.keyboard.press('Escape')
    await sendButton(page).click()
    await expect(pane).toContainText('Request failed')
    await pane.getByRole('button', { name: 'Open Settings → Certificates' }).click()
    await expect(dialog.getByRole('tab', { name: 'Certificates' })).toBeFocused()
  })
}
