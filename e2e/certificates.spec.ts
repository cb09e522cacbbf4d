import type { Locator, Page } from '@playwright/test'
import { newRequest, responsePane, responseStatus, sendButton } from './support/page-parts.ts'
import { servers, start, testException } from './support/rooms/certificates.ts'
import { expect, expectAccessible, expectAccessibleInThemes, test } from './support/test.ts'

test.afterEach(async () => {
  for (const server of servers.splice(0)) await server.close()
})

testException({ inSettings: true })

async function openCertificates(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: 'Settings', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Settings' })
  await dialog.getByRole('tab', { name: 'Certificates' }).click()
  return dialog
}

async function pick(page: Page, button: Locator, name: string, text: string): Promise<void> {
  const chooser = page.waitForEvent('filechooser')
  await button.click()
  await (await chooser).setFiles({ name, mimeType: 'application/x-pem-file', buffer: Buffer.from(text) })
}

test('a CA and a client certificate are added, used and removed', async ({ ownParleyPage: page }) => {
  const { url, port, authorityCertificatePem, clientIdentity } = await start({
    certificate: 'valid',
    clientCertificate: 'required',
  })
  const dialog = await openCertificates(page)
  const authorities = dialog.getByRole('region', { name: 'CA certificates' })
  await pick(page, authorities.getByRole('button', { name: 'Add CA certificate' }), 'ca.pem', 'no PEM')
  await expect(authorities.getByRole('alert')).toContainText(
    'The file contains no certificate in PEM format.',
  )
  const add = authorities.getByRole('button', { name: 'Add CA certificate' })
  await pick(page, add, 'ca.pem', authorityCertificatePem)
  await expect(authorities.getByRole('button', { name: 'Remove ca.pem' })).toBeVisible()
  const clients = dialog.getByRole('region', { name: 'Client certificates' })
  await clients.getByRole('button', { name: 'Add client certificate' }).click()
  await expect(clients.getByRole('alert')).toContainText('Select the files of the certificate.')
  await clients.getByRole('textbox', { name: 'Host' }).fill(`127.0.0.1:${port}`)
  const { certificatePem, privateKeyPem } = clientIdentity
  const selectKey = clients.getByRole('button', { name: 'Select private key' })
  await pick(page, clients.getByRole('button', { name: 'Select certificate' }), 'c.pem', certificatePem)
  await pick(page, selectKey, 'k.pem', 'nonsense')
  await clients.getByRole('button', { name: 'Add client certificate' }).click()
  await expect(clients.getByRole('alert')).toContainText(
    'The client certificate cannot be used: its key file has no private key in PEM form.',
  )
  await pick(page, selectKey, 'k.pem', privateKeyPem)
  await clients.getByRole('button', { name: 'Add client certificate' }).click()
  await expect(clients.getByRole('switch', { name: `Use for 127.0.0.1:${port}` })).toBeChecked()
  await expect(clients.getByRole('alert')).toHaveCount(0)
  await expectAccessibleInThemes(page)
  await page.keyboard.press('Escape')
  await newRequest(page, url)
  await sendButton(page).click()
  await expect(responsePane(page)).toContainText('Testkit client')
  await openCertificates(page)
  await clients.getByRole('button', { name: `Remove 127.0.0.1:${port}` }).click()
  await expect(clients.getByRole('switch')).toHaveCount(0)
  await page.keyboard.press('Escape')
  await sendButton(page).click()
  await expect(responsePane(page)).toContainText('Request failed')
})

test('without verification every server is trusted, and a warning shows meanwhile', async ({
  ownParleyPage: page,
}) => {
  const { url } = await start({ certificate: 'expired' })
  const dialog = await openCertificates(page)
  await dialog.getByRole('switch', { name: 'Disable SSL Verification' }).press('Space')
  await expect(dialog.getByRole('alert')).toContainText('No certificate is verified')
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  const warning = page.getByRole('button', { name: 'SSL verification off' })
  await expect(warning).toBeVisible()
  await newRequest(page, url)
  await sendButton(page).click()
  await expect(responseStatus(page)).toContainText('200 OK')
  await warning.click()
  await expect(dialog.getByRole('tab', { name: 'Certificates' })).toBeFocused()
  await dialog.getByRole('switch', { name: 'Disable SSL Verification' }).press('Space')
  await page.keyboard.press('Escape')
  await expect(warning).toHaveCount(0)
})
