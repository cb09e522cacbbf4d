import { type GeneratedFields, generatedFields } from '../../workbench/request/generated-fields.ts'
import type { RequestTab } from '../../workbench/tabs/request-tab.ts'
import { useInherited } from './use-inherited.ts'
import { useKnownVariables } from './use-known-variables.ts'

/** Returns the fields that the send will add to a request, as far as the page knows them. */
export function useGeneratedFields(tab: RequestTab): GeneratedFields {
  const known = useKnownVariables(tab)
  return generatedFields(tab.draft, known, useInherited(tab))
}
