import { oc, type } from '@orpc/contract'
import * as z from 'zod'
import { id, sequence, windowId } from './contract-inputs.ts'
import type { ClaimedTabs, TabsSaved } from './messages.ts'

const length = z.int().min(0)

const textEdit = z.strictObject({ at: length, removed: length, inserted: z.string(), of: length })

const unsavedTab = z.strictObject({ entryId: id.nullable(), words: z.string().max(500) })

const reportedTab = z.strictObject({
  tabId: id,
  requestId: id.nullable(),
  view: z.string().max(2000),
  draft: z.discriminatedUnion('state', [
    z.strictObject({ state: z.literal('none') }),
    z.strictObject({ state: z.literal('unchanged') }),
    z.strictObject({ state: z.literal('changed'), content: z.string(), id: id.optional() }),
    z.strictObject({ state: z.literal('edited'), after: id, id, edit: textEdit }),
  ]),
  unsaved: unsavedTab.exactOptional(),
})

/** The calls for the tabs of a window. */
export const tabContract = {
  /**
   * Called when a page has loaded in a window. Returns the open tabs that no other window shows; they
   * belong to the window from then on. `after`: the sequence number of the tabs that the window's previous
   * page sent when it closed. `gone`: windows that lost their stream and will not return, as their browser no longer has
   * them, or `all` that lost it.
   */
  claim: oc
    .input(
      z.strictObject({
        windowId,
        sequence,
        after: sequence.nullable(),
        gone: z.union([z.array(windowId).max(1000), z.literal('all')]).exactOptional(),
      }),
    )
    .output(type<ClaimedTabs & { readonly workspaceFolder: string }>()),
  /**
   * Saves all tabs of a window, with the unsaved work that changed; `isLast`: the window closes or reloads.
   */
  save: oc
    .input(
      z.strictObject({
        windowId,
        sequence,
        isLast: z.boolean(),
        workspaceFolder: z.string().max(4096),
        tabs: z.array(reportedTab).max(10_000),
        activeTabId: id.nullable(),
      }),
    )
    .output(type<TabsSaved>()),
  /**
   * Returns what windows show and have not saved of the files at these paths and of variables, in words: the command line
   * and agents name it, as they use what is saved.
   */
  listUnsaved: oc
    .input(z.strictObject({ paths: z.array(z.string().max(4096)).max(100_000) }))
    .output(type<{ readonly unsaved: readonly string[] }>()),
}
