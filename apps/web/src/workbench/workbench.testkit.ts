import { createTestWindow } from '../window/window-context.testkit.ts'
import type { SendCalls } from './commands/send-calls.ts'
import { createWorkbench } from './workbench.ts'

/** Sends that begin and of which nothing more is heard. */
const silentSends: SendCalls = {
  start: async () => undefined,
  cancel: async () => undefined,
  resume: async () => ({ state: 'unknown' }),
  release: () => {},
  downloadBody: () => {},
}

/** A workbench without a server. */
export function createTestWorkbench(sends: Partial<SendCalls> = {}, window = createTestWindow()) {
  return createWorkbench({ ...silentSends, ...sends }, window)
}
