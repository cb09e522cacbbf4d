import type { Page } from '@playwright/test'
import { openRequest, responsePane, sendButton } from './support/page-parts.ts'
import { awaiting } from './support/sentences.ts'
import { expect, test } from './support/test.ts'

/** Returns the names of running animations. */
const moving = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    document
      .getAnimations()
      .filter(one => one.playState === 'running' && Number(one.effect?.getComputedTiming().duration) > 0)
      .map(one => (one instanceof CSSTransition ? one.transitionProperty : one.id || 'animation')),
  )

test('nothing moves by itself if the system requests less motion', async ({ parleyPage: page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.getByRole('button', { name: 'Method' }).click()
  await expect(page.getByRole('listbox', { name: 'Methods' })).toBeVisible()
  expect(await moving(page)).toEqual([])
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Settings', exact: true }).click()
  await expect(page.getByRole('dialog', { name: 'Settings' })).toBeVisible()
  expect(await moving(page)).toEqual([])
  await page.keyboard.press('Escape')
  await openRequest(page, 'Slow response')
  await sendButton(page).click()
  await expect(responsePane(page).getByText(awaiting)).toBeVisible()
  expect(await moving(page)).toEqual([])
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  expect(await moving(page)).not.toEqual([])
  await page.keyboard.press('Escape')
})
