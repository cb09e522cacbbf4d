import type { Page } from '@playwright/test'

export const strip = (page: Page) => page.getByRole('tablist', { name: 'Open requests' })

export const section = (page: Page, name: string) =>
  page.getByRole('tablist', { name: 'Request' }).getByRole('tab', { name })
