import { useWorkbench } from '../../wiring/use-stores.ts'
import { withDocs } from '../../workbench/request/with-docs.ts'
import type { RequestTab } from '../../workbench/tabs/request-tab.ts'
import { DocsPane } from '../Docs/DocsPane.tsx'

/** The docs of a request of any kind. */
export function RequestDocs({ tab }: { readonly tab: RequestTab }) {
  const workbench = useWorkbench()
  return (
    <DocsPane
      id={`${tab.draftId}/docs`}
      docs={tab.draft.docs ?? ''}
      hint="What this request is for"
      onEdit={docs => workbench.editDraft(tab.id, draft => withDocs(draft, docs))}
    />
  )
}
