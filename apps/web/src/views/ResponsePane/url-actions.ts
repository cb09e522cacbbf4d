import { revealInvisible } from '@parley/model'
import type { MenuAction } from '../../components/menus/ActionMenu.tsx'

/** More URLs of one row are not offered. */
const mostUrls = 5
const shownCharacters = 60

/** An entry of a menu that opens a URL, by its number. */
export type UrlActionId = `open:${number}`

/** Returns the entries of a menu that open URLs. */
export function urlActions(urls: readonly string[]): readonly MenuAction<UrlActionId>[] {
  return urls.slice(0, mostUrls).map((url, at) => ({
    id: `open:${at}`,
    label: `Open ${shortened(url)} in a new tab`,
    startsGroup: at === 0,
  }))
}

function shortened(url: string): string {
  return revealInvisible(url.length > shownCharacters ? `${url.slice(0, shownCharacters)}…` : url)
}
