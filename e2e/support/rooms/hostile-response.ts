import type { Page } from '@playwright/test'

export const chooseTab = (page: Page, name: string) =>
  page.getByRole('tablist', { name: 'Response' }).getByRole('tab', { name, exact: true }).click()
