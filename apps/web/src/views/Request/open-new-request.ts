import type { Workbench } from '../../workbench/workbench.ts'
import { focusUrl } from '../Shortcuts/focus-pane.ts'

/** Opens an empty request with the cursor in its URL. */
export function openNewRequest(workbench: Workbench): void {
  workbench.newRequestTab()
  focusUrl()
}

/** Opens a request with a GraphQL body (spec 1), with the cursor in its URL. */
export function openNewGraphQlRequest(workbench: Workbench): void {
  workbench.newGraphQlTab()
  focusUrl()
}
