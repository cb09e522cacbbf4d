import type { Locator, Page } from '@playwright/test'

export const strip = (page: Page): Locator => page.getByRole('tablist', { name: 'Open requests' })
export const names = (page: Page) =>
  strip(page)
    .getByRole('tab')
    .evaluateAll(tabs => tabs.map(tab => tab.getAttribute('aria-label')))
