import { mask } from '@parley/engine'
import { descriptorOf } from '@parley/model'
import type { Library } from '../../library/library.ts'
import type { ServerClient } from '../../server-client/server-client.ts'
import { entryBadge } from '../entry-badge.ts'
import type { History } from '../history.ts'

/** A URL that was sent, or that a saved request has. */
export interface UsedUrl {
  /** The method, or the kind where that says more. */
  readonly method: string
  readonly url: string
}

/** Where used URLs come from. */
export interface UrlSources {
  readonly history: Pick<History, 'listAll'>
  readonly library: Pick<Library, 'idsByUrl'>
  readonly requests: Pick<ServerClient['library'], 'readRequestIfThere'>
}

/** As many as the list shows without scrolling. */
const mostSuggested = 8
/** What is shorter is part of nearly every URL. */
const fewestCharacters = 2
/** Longer URLs are neither looked at nor offered. */
const longestUrl = 2_000

/**
 * Returns the URLs that contain a typed text, each once: those of the history, the latest first, then those of saved
 * requests. A URL with a masked part is none that could be sent again.
 */
export async function suggestUrls(
  { history, library, requests }: UrlSources,
  typed: string,
): Promise<readonly UsedUrl[]> {
  const wanted = typed.trim().toLowerCase()
  if (wanted.length < fewestCharacters || wanted.length > longestUrl) return []
  const found = new Map<string, UsedUrl>()
  const add = (method: string, url: string) => {
    const isOffered = url !== typed && url.length <= longestUrl && !url.includes(mask)
    if (!isOffered || found.has(url) || !url.toLowerCase().includes(wanted)) return
    if (found.size < mostSuggested) found.set(url, { method, url })
  }
  for (const entry of await history.listAll()) add(entryBadge(entry), entry.url)
  if (found.size < mostSuggested) {
    const ids = [...(await library.idsByUrl(wanted))].slice(0, mostSuggested)
    const read = await Promise.all(ids.map(id => requests.readRequestIfThere({ id }).catch(() => null)))
    for (const opened of read)
      if (opened !== null)
        add(descriptorOf(opened.request).badge ?? opened.request.method, opened.request.url)
  }
  return [...found.values()]
}
