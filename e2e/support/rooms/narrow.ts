import type { Locator, Page } from '@playwright/test'

export const tabsOf = (page: Page, label: 'Request' | 'Response'): Locator =>
  page.getByRole('tablist', { name: label, exact: true })
