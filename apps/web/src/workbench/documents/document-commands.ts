import type { OpenTab } from '../tabs/request-tab.ts'
import { createAskWhichVersion } from './ask-which-version.ts'
import type { Decision } from './conflicts.ts'
import { type DocumentTab, hasChanges, type OpenedDocument } from './document.ts'
import type { DocumentServices } from './document-parts.ts'
import { createDocumentTabs, type DocumentKind, type OpenTabs } from './document-tabs.ts'
import { createSaveDocument } from './save-document.ts'

/**
 * Saves the open documents of one kind and keeps them up to date with their files. What was typed is never
 * lost: if both a draft and its file were changed, the user decides, and can undo the decision.
 */
export function createDocumentCommands<Value, Tab extends OpenTab & DocumentTab<Value>>(
  workbench: OpenTabs,
  kind: DocumentKind<Value, Tab>,
  services: DocumentServices,
) {
  const { queue, conflicts } = services
  const open = createDocumentTabs(workbench, kind)
  const saveOver = createSaveDocument(open, kind, services)
  /** Versions of files that would undo a tab's own changes. */
  const differing = new Map<string, OpenedDocument<Value>>()
  /** The version that the user was asked about last. */
  const asked = new Map<string, string | null>()
  const ask = createAskWhichVersion({ ...services, open, kind, saveOver, noteAsked: asked.set.bind(asked) })

  /** Takes over the current version of a file. Call within the queue. */
  function receive(tabId: string, theirs: OpenedDocument<Value>): void {
    if (open.takeOver(tabId, theirs)) {
      differing.delete(tabId)
      conflicts.withdraw(tabId)
    } else differing.set(tabId, theirs)
    askAboutShown()
  }

  function askAboutShown(): void {
    const tab = open.find(workbench.getState().activeTabId)
    const theirs = tab === undefined ? undefined : differing.get(tab.id)
    if (tab === undefined || theirs === undefined) return
    differing.delete(tab.id)
    const isSettled = !hasChanges(tab) || tab.version === theirs.version
    if (!isSettled && asked.get(tab.id) !== theirs.version) void ask(tab.id, theirs)
  }
  workbench.subscribe(({ activeTabId }, before) => {
    if (activeTabId !== before.activeTabId) askAboutShown()
  })

  /** Resolves to true once the draft is saved. If the file has changed, the user is asked first. */
  async function save(tabId: string): Promise<boolean> {
    const asked = conflicts.join(tabId)
    if (asked !== null) return isSavedBy(await asked, tabId)
    const saved = await queue.run(() => saveOver(tabId, open.find(tabId)?.version ?? null))
    if (saved.state !== 'asked') return saved.state === 'saved'
    return isSavedBy(await ask(tabId, saved.theirs), tabId)
  }

  /** A conflict that ended by itself no longer keeps the draft from being saved. */
  const isSavedBy = (decision: Decision, tabId: string) =>
    decision === 'withdrawn' ? save(tabId) : decision === 'saved'

  return {
    ...open,
    receive,
    save,
    /** Reads the file of a tab again, and takes over what loses nothing. */
    refresh: (tabId: string): Promise<void> =>
      queue.run(async () => {
        const opened = await readPresent(kind, () => open.find(tabId))
        if (opened !== null) receive(tabId, opened)
      }),
  }
}

/** Reads the file of a tab; null if the tab has none, or another one by now, or if it cannot be read. */
async function readPresent<Value, Tab extends OpenTab & DocumentTab<Value>>(
  kind: DocumentKind<Value, Tab>,
  find: () => Tab | undefined,
): Promise<OpenedDocument<Value> | null> {
  const tab = find()
  const fileId = tab === undefined ? null : kind.fileId(tab)
  // If it cannot be read, the next save of the tab reports that.
  const opened = tab === undefined || fileId === null ? null : await kind.read(tab).catch(() => null)
  const present = find()
  // Meanwhile the tab may have lost its file.
  return present !== undefined && kind.fileId(present) === fileId ? opened : null
}
