import type { OpenKind } from '@parley/model'
import type { Workbench } from '../../workbench/workbench.ts'
import { focusUrl } from '../Shortcuts/focus-pane.ts'

/** Opens a new request of a kind with the cursor in its URL. */
export function openNewRequest(workbench: Workbench, kind: OpenKind = 'http'): void {
  workbench.newRequestTab(kind)
  focusUrl()
}
