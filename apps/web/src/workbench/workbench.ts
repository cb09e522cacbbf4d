import type { Assertion, MultipartPart, Row, SetVariableAction } from '@parley/model'
import { createStore } from 'zustand/vanilla'
import type { WindowContext } from '../window/window-context.ts'
import { closingCommands } from './commands/closing-commands.ts'
import { draftCommands } from './commands/draft-commands.ts'
import { openingCommands } from './commands/opening-commands.ts'
import { previewCommands } from './commands/preview-commands.ts'
import type { SendCalls } from './commands/send-calls.ts'
import { sendCommands } from './commands/send-commands.ts'
import { showingCommands } from './commands/showing-commands.ts'
import { isDeepEqual } from './deep-equal.ts'
import { createRowHistory } from './request/row-history.ts'
import { noClosing, type WorkbenchState } from './workbench-state.ts'

type WorkbenchWindow = Pick<WindowContext, 'newId' | 'now' | 'after' | 'nextFrame' | 'describeError'>

export type Workbench = ReturnType<typeof createWorkbench>

/** The headless workbench: open requests, their drafts and sends, and the commands on them. */
export function createWorkbench(sends: SendCalls, window: WorkbenchWindow) {
  const store = createStore<WorkbenchState>(() => ({
    tabs: [],
    activeTabId: null,
    closingTabId: null,
    closing: noClosing,
  }))
  const preview = previewCommands(store, sends)
  return {
    store,
    /** The undo histories of the tables of all tabs. */
    rowHistory: createRowHistory<Row>(isSameRow),
    partHistory: createRowHistory<MultipartPart>(isDeepEqual),
    assertionHistory: createRowHistory<Assertion>(isDeepEqual),
    actionHistory: createRowHistory<SetVariableAction>(isDeepEqual),
    ...preview,
    ...openingCommands(store, window, preview),
    ...closingCommands(store, sends, window),
    ...showingCommands(store, preview),
    ...draftCommands(store, window),
    ...sendCommands(store, sends, window),
  }
}

/** The URL text of an unticked param is invisible to the user. */
function isSameRow({ urlText: _left, ...left }: Row, { urlText: _right, ...right }: Row): boolean {
  return isDeepEqual(left, right)
}
