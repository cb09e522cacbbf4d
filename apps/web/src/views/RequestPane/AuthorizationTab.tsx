import { useMemo } from 'react'
import { useWorkbench } from '../../wiring/use-stores.ts'
import { tokenSubject } from '../../workbench/request/tokens.ts'
import { inheritedPlaceId, type RequestTab } from '../../workbench/tabs/request-tab.ts'
import { AuthorizationSection } from '../Authorization/AuthorizationSection.tsx'
import { useInherited } from '../Request/use-inherited.ts'
import { useKnownVariables } from '../Request/use-known-variables.ts'

/** The authorization of a request, which may inherit it. */
export function AuthorizationTab({ tab }: { readonly tab: RequestTab }) {
  const workbench = useWorkbench()
  const parentId = inheritedPlaceId(tab)
  const known = useKnownVariables(tab)
  const inherited = useInherited(tab)
  const subject = useMemo(() => tokenSubject(parentId, tab.draft), [parentId, tab.draft])
  return (
    <AuthorizationSection
      subject="request"
      draftId={tab.draftId}
      auth={tab.draft.auth}
      tokenSubject={subject}
      known={known}
      inherited={inherited}
      onChange={auth => workbench.editDraft(tab.id, draft => ({ ...draft, auth }))}
    />
  )
}
