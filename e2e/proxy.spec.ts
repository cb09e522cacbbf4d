import { startHttpProxy, startSocksProxy } from '@parley/testkit'
import { themes } from './support/appearances.ts'
import { demoAddress, responsePane, responseStatus, sendButton } from './support/page-parts.ts'
import { expect, expectAccessible, test } from './support/test.ts'

for (const theme of themes) {
  test.describe(() => {
    test.use({ colorScheme: theme })

    test(`${theme} › sends go through the proxy of the settings, and Timeline names it`, async ({
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
