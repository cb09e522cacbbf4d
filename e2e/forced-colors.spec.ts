import type { Locator, Page } from '@playwright/test'
import { openRequest, responseStatus, sendButton } from './support/page-parts.ts'
import { makeEnvironment } from './support/rooms/environments.ts'
import { expect, expectAccessible, test } from './support/test.ts'

/** What a user of forced colours sees of an element: nothing but borders, outlines and the system's colours. */
const look = (element: Locator) =>
  element.evaluate(one => {
    const { backgroundColor, color, outlineStyle, outlineWidth } = getComputedStyle(one)
    return {
      backgroundColor,
      color,
      hasRing: outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 1,
    }
  })

async function expectDifferent(chosen: Locator, other: Locator): Promise<void> {
  expect((await look(chosen)).backgroundColor).not.toBe((await look(other)).backgroundColor)
}

async function expectRing(page: Page, name: string): Promise<void> {
  const ringed = await page.evaluate(() => {
    const focused = document.activeElement
    const candidates = [
      focused,
      focused?.querySelector('[data-active]'),
      focused?.closest('[data-focus-visible]'),
    ]
    return candidates.some(one => one != null && getComputedStyle(one).outlineStyle !== 'none')
  })
  expect(ringed, `${name} shows the focus`).toBe(true)
}

test('in forced colours the focus, what is chosen, switches and dialogs can be seen', async ({
  ownParleyPage: page,
}) => {
  await page.emulateMedia({ forcedColors: 'active' })
  await openRequest(page, 'Echo')
  await sendButton(page).click()
  await expect(responseStatus(page)).toContainText('200 OK')
  await expectAccessible(page)

  const tab = (name: string | RegExp) => page.getByRole('tab', { name })
  await expectDifferent(tab('Echo'), tab('List books'))
  await expectDifferent(tab('Collections'), tab('History'))
  await expectDifferent(tab(/^Body/).last(), tab(/^Headers/).last())
  const view = page.getByRole('radiogroup', { name: 'View' }).locator('label')
  await expectDifferent(view.filter({ hasText: 'Pretty' }), view.filter({ hasText: 'Raw' }))
  const row = (name: string) => page.getByRole('treeitem', { name, exact: true })
  await expectDifferent(row('Echo'), row('List books'))

  for (let stop = 0; stop < 25; stop += 1) {
    await page.keyboard.press('Tab')
    await expectRing(page, `stop ${stop}`)
  }

  await page.keyboard.press('Control+Comma')
  const dialog = page.getByRole('dialog', { name: 'Settings' })
  expect((await look(dialog)).hasRing).toBe(true)
  await dialog.getByRole('tab', { name: 'General' }).click()
  const track = dialog
    .getByRole('switch')
    .first()
    .locator('xpath=ancestor::label')
    .locator('span > span')
    .first()
  const before = await look(track.locator('xpath=..'))
  await dialog.getByRole('switch').first().press('Space')
  await expect
    .poll(async () => (await look(track.locator('xpath=..'))).backgroundColor)
    .not.toBe(before.backgroundColor)
  await expectAccessible(page)

  await page.keyboard.press('Escape')
  await makeEnvironment(page, 'Staging')
  const environment = page.getByRole('navigation').getByRole('button', { name: 'Staging', exact: true })
  await expect(environment).toHaveAttribute('aria-current', 'true')
  const badge = await look(environment.locator('[data-text="Active"]'))
  expect(badge.color).toBe((await look(environment)).color)
  expect(badge.backgroundColor, 'the badge has the ground of its row').toBe('rgba(0, 0, 0, 0)')
})
