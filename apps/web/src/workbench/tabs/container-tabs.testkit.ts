import { noRequestDefaults } from '@parley/model'
import type { EditedDefaults } from '@parley/server/contract'

/** The defaults of a collection or folder that sets none, as the page edits them. */
export const noEditedDefaults: EditedDefaults = { ...noRequestDefaults, variables: [] }
