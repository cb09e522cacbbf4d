import { atNightUnless } from './support/at-night.ts'
import { newRequest, responsePane, sendButton, typeUrl } from './support/page-parts.ts'
import { testFirstSend } from './support/rooms/first-send.ts'
import { awaiting, nothingSent } from './support/sentences.ts'
import { serveLater } from './support/serve-bytes.ts'
import { expect, expectAccessible, test } from './support/test.ts'

const sizes = [
  { width: 1440, height: 900 },
  { width: 1024, height: 700 },
]
const looks = sizes.flatMap(viewport =>
  (['dark', 'light'] as const).map(colorScheme => ({ viewport, colorScheme })),
)

for (const { viewport, colorScheme } of looks) {
  test.describe(`${viewport.width}×${viewport.height}, ${colorScheme}${atNightUnless((colorScheme === 'dark') === (viewport.width === 1440))}`, () => {
    test.use({ viewport, colorScheme })

    // This look is tested in `core`.
    if (colorScheme !== 'dark' || viewport.width !== 1024) testFirstSend()

    test('every request tab is accessible', async ({ parleyPage: page }) => {
      const tabs = page.getByRole('tablist', { name: 'Request', exact: true })
      for (const name of ['Params', 'Headers', 'Cookies', 'Body', 'Authorization', 'Script']) {
        await tabs.getByRole('tab', { name, exact: true }).click()
        await expect(tabs.getByRole('tab', { name, exact: true })).toHaveAttribute('aria-selected', 'true')
        await expectAccessible(page)
      }
    })

    test('waiting, cancelling and failing are accessible and stay in place', async ({ parleyPage: page }) => {
      const silent = await serveLater()
      await newRequest(page, silent.url)
      const before = await responsePane(page).boundingBox()
      await sendButton(page).click()
      await expect(responsePane(page).getByText(awaiting)).toBeVisible()
      await expectAccessible(page)
      expect(await responsePane(page).boundingBox()).toEqual(before)
      await responsePane(page).getByRole('button', { name: 'Cancel' }).click()
      await expect(responsePane(page).getByText(nothingSent)).toBeVisible()
      await typeUrl(page, 'http://127.0.0.1:9/')
      await sendButton(page).click()
      await expect(responsePane(page).getByText('Request failed')).toBeVisible()
      await expect(responsePane(page)).toContainText(
        'Nothing is listening at 127.0.0.1:9. Is the server running?',
      )
      await expectAccessible(page)
      expect(await responsePane(page).boundingBox()).toEqual(before)
      silent.close()
    })
  })
}
