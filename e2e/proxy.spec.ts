import { startSocksProxy } from '@parley/testkit'
import { demoAddress, responseStatus, sendButton } from './support/page-parts.ts'
import { testProxy } from './support/rooms/proxy.ts'
import { expect, test } from './support/test.ts'

testProxy('dark')

test('each type is tested separately, and hosts in Bypass are reached directly', async ({
  ownParleyPage: page,
}) => {
  const proxy = await startSocksProxy()
  const demoPort = new URL(await demoAddress(page)).port
  await page.getByRole('button', { name: 'Settings', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Settings' })
  await dialog.getByRole('tab', { name: 'Proxy' }).click()
  await dialog.getByRole('switch', { name: 'Enable Proxy' }).press('Space')
  const outcome = dialog.getByRole('status')
  await dialog.getByRole('button', { name: 'Test Connection' }).click()
  await expect(outcome).toContainText('The proxy has no host or port')
  await dialog.getByRole('textbox', { name: 'Host' }).fill('127.0.0.1')
  await dialog.getByRole('textbox', { name: 'Port' }).fill(demoPort)
  await dialog.getByRole('button', { name: 'Test Connection' }).click()
  await expect(outcome).toContainText('closed the connection without answering')
  await dialog.getByRole('radio', { name: 'System Proxy' }).click()
  await expect(dialog).toContainText('It does not detect proxies (WPAD)')
  await dialog.getByRole('radio', { name: 'SOCKS5' }).click()
  await dialog.getByRole('textbox', { name: 'Port' }).fill(String(proxy.port))
  await dialog.getByRole('button', { name: 'Test Connection' }).click()
  await expect(outcome).toContainText('Connected in')
  await page.keyboard.press('Escape')
  await sendButton(page).click()
  await expect(responseStatus(page)).toContainText('200 OK')
  expect(proxy.destinations).toEqual(['parley.invalid:443'])
  await proxy.close()
})

test('the fields of a proxy have one height, and each label is level with its field', async ({
  parleyPage: page,
}) => {
  await page.getByRole('button', { name: 'Settings', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Settings' })
  await dialog.getByRole('tab', { name: 'Proxy' }).click()
  const sizes = await Promise.all(
    ['Host', 'Port', 'Username', 'Password', 'Bypass'].map(async name => {
      const field = await dialog.getByLabel(name, { exact: true }).boundingBox()
      const label = await dialog.getByText(name, { exact: true }).boundingBox()
      const middle = (box: typeof field) => (box === null ? Number.NaN : box.y + box.height / 2)
      return { name, height: field?.height, isLevel: Math.abs(middle(field) - middle(label)) <= 1 }
    }),
  )
  const [{ height } = { height: 0 }] = sizes
  expect(sizes).toEqual(sizes.map(({ name }) => ({ name, height, isLevel: true })))
})
