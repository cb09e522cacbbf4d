import { type GeneratedFields, generatedFields } from '../workbench/generated-fields.ts'
import type { RequestTab } from '../workbench/request-tab.ts'
import { useInheritedAuth } from './use-inherited-auth.ts'
import { useKnownVariables } from './use-known-variables.ts'

/** What the send will add to a request, by what the page knows of it. */
export function useGeneratedFields(tab: RequestTab): GeneratedFields {
  const known = useKnownVariables(tab)
  return generatedFields(tab.draft, known, useInheritedAuth(tab))
}
