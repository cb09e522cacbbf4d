import type { Page } from '@playwright/test'
import { responsePane } from '../page-parts.ts'

export const errorList = (page: Page) => responsePane(page).getByRole('list', { name: 'GraphQL errors' })
