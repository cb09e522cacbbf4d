import type { HttpRequest } from '@parley/model'
import type { OpenedRequest } from '@parley/server/contract'
import { createStore } from 'zustand/vanilla'
import type { ServerClient } from '../../server-client/server-client.ts'
import { isRequestTab, type RequestSource, type RequestTab } from '../tabs/request-tab.ts'
import type { OpenedDocument } from './document.ts'
import { createDocumentCommands } from './document-commands.ts'
import type { DocumentServices } from './document-parts.ts'
import type { DocumentKind, OpenTabs } from './document-tabs.ts'
import { requestDifferences } from './request-differences.ts'

/** The calls that read and write requests. */
export type RequestDocumentCalls = Pick<
  ServerClient['library'],
  'readRequestIfThere' | 'saveRequest' | 'createRequest'
>

export type RequestDocuments = ReturnType<typeof createRequestDocuments>

/** A place in the library. */
export type SavePlace = Pick<RequestSource, 'parentId' | 'path'>

/** Open requests as documents; a new one is saved with a name and a place that the user chooses (behaviour 3). */
export function createRequestDocuments(
  workbench: OpenTabs,
  services: DocumentServices,
  calls: RequestDocumentCalls,
) {
  /** The unsaved new request that needs a name and a place; null: none. */
  const store = createStore<{ readonly placingTabId: string | null }>(() => ({ placingTabId: null }))
  const commands = createDocumentCommands<HttpRequest, RequestTab>(workbench, requestKind(calls), services)

  /** Receives how the Save request dialog ended: whether the request was saved. */
  let endWaiting: (isSaved: boolean) => void = () => {}

  function endPlacing(isSaved: boolean): void {
    store.setState({ placingTabId: null })
    endWaiting(isSaved)
  }

  function askForPlace(tabId: string): Promise<boolean> {
    endWaiting(false)
    store.setState({ placingTabId: tabId })
    return new Promise(resolve => {
      endWaiting = resolve
    })
  }

  return {
    store,
    find: commands.find,
    change: commands.change,
    refresh: commands.refresh,
    /**
     * Saves in place if the request is in a collection, otherwise asks for a name and a place. Resolves to
     * true once it is saved.
     */
    async save(tabId: string | null): Promise<boolean> {
      const tab = commands.find(tabId)
      if (tab === undefined) return false
      return tab.source === null ? askForPlace(tab.id) : commands.save(tab.id)
    },
    /** Resolves to null once it is saved, otherwise to the reason why it is not. */
    async saveHere(tabId: string, name: string, { parentId, path }: SavePlace): Promise<string | null> {
      const tab = commands.find(tabId)
      if (tab === undefined) return null
      const named = { ...tab.draft, name }
      try {
        const created = await calls.createRequest({ parentId, request: named, tabId })
        if (created.state === 'failed') return `${created.sentence} ${created.nextStep}`
        const { id, version } = created
        const source = { requestId: id, parentId, path }
        const place = { source, copiedFrom: null, version, saved: named }
        commands.change(tabId, one => ({ ...one, ...place, draft: { ...one.draft, name } }))
        endPlacing(true)
        return null
      } catch (error) {
        return services.describeError(error)
      }
    },
    stopPlacing: () => endPlacing(false),
  }
}

function requestKind(calls: RequestDocumentCalls): DocumentKind<HttpRequest, RequestTab> {
  return {
    owns: isRequestTab,
    fileId: tab => tab.source?.requestId ?? null,
    async read({ source }) {
      const opened = source === null ? null : await calls.readRequestIfThere({ id: source.requestId })
      return opened && openedDocument(opened)
    },
    async save(tab, request, baseVersion) {
      if (tab.source === null) return notInLibrary
      const saved = await calls.saveRequest({
        id: tab.source.requestId,
        request,
        baseVersion: baseVersion ?? '',
      })
      return saved.state === 'changed' ? { ...saved, theirs: openedDocument(saved.theirs) } : saved
    },
    compare: requestDifferences,
  }
}

const notInLibrary = {
  state: 'failed',
  sentence: 'This request is no longer in the library.',
  nextStep: 'Save it in a new place.',
} as const

function openedDocument({ request, version, file }: OpenedRequest): OpenedDocument<HttpRequest> {
  return { value: request, version, file }
}
