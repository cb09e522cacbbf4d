import { lazy, Suspense, useMemo } from 'react'
import { useWorkbench } from '../../wiring/use-stores.ts'
import { tokenSubject } from '../../workbench/request/tokens.ts'
import { inheritedPlaceId, type RequestTab } from '../../workbench/tabs/request-tab.ts'
import { useInheritedAuth } from '../Request/use-inherited-auth.ts'
import { useKnownVariables } from '../Request/use-known-variables.ts'

const AuthorizationSection = lazy(async () => {
  const { AuthorizationSection: Component } = await import('../Authorization/AuthorizationSection.tsx')
  return { default: Component }
})

/** The authorization of a request, which may inherit it. */
export function AuthorizationTab({ tab }: { readonly tab: RequestTab }) {
  const workbench = useWorkbench()
  const parentId = inheritedPlaceId(tab)
  const known = useKnownVariables(tab)
  const inherited = useInheritedAuth(tab)
  const subject = useMemo(() => tokenSubject(parentId, tab.draft), [parentId, tab.draft])
  return (
    <Suspense>
      <AuthorizationSection
        subject="request"
        draftId={tab.draftId}
        auth={tab.draft.auth}
        tokenSubject={subject}
        known={known}
        inherited={inherited}
        onChange={auth => workbench.editDraft(tab.id, draft => ({ ...draft, auth }))}
      />
    </Suspense>
  )
}
