import type { EditedShare } from '@parley/server/contract'
import { type Compare, fields, listField, under } from './difference.ts'
import { headerWords } from './request-differences.ts'
import { variableDifferences } from './variable-differences.ts'

/** The variables and headers in which two versions of an environment, or of what is shared, differ. */
export const shareDifferences: Compare<EditedShare> = fields(
  under('variables', variableDifferences),
  under('headers', listField(headerWords)),
)
