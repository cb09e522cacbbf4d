import { type Item, maximumFolderDepth, type RequestDefaults } from '@parley/model'
import type { ImportLog } from '../import-log.ts'
import { entriesOf, isObject, type JsonValue, listOf, member, textMember, textOf } from '../json-value.ts'
import { newDefaults, newFolder, newScripts } from '../new-entities.ts'
import { thunderAuth, thunderRequest, thunderRows } from './thunder-request.ts'
import { thunderScript } from './thunder-tests.ts'

/** Converts the flat lists of folders and requests of a collection, whose entries name their folder. */
export function thunderItems(collection: JsonValue, log: ImportLog): readonly Item[] {
  return new ThunderItems(collection, log).in('', baseUrlOf(collection, ''), 0)
}

/** Converts what requests inherit from a collection or folder; other settings are named. */
export function thunderDefaults(owner: JsonValue, log: ImportLog): RequestDefaults {
  const settings = member(owner, 'settings')
  for (const [name, value] of [...entriesOf(settings), ...entriesOf(member(settings, 'options'))])
    if (!readSettings.has(name) && !isBlank(value)) log.loss('SETTING_NOT_SUPPORTED', name)
  return newDefaults({
    auth: thunderAuth(member(settings, 'auth'), log),
    headers: thunderRows(listOf(member(settings, 'headers'))),
    scripts: newScripts('', thunderScript(listOf(member(settings, 'tests')), log), log),
  })
}

/** Compares entries by their positions. */
export function bySortNumber(left: JsonValue, right: JsonValue): number {
  return Number(textMember(left, 'sortNum')) - Number(textMember(right, 'sortNum'))
}

const readSettings: ReadonlySet<string> = new Set(['auth', 'headers', 'tests', 'options', 'baseUrl'])

function isBlank(value: JsonValue): boolean {
  if (isObject(value)) return entriesOf(value).every(([, one]) => isBlank(one))
  return ['', 'false', '[]'].includes(textOf(value))
}

/** Returns the URL that the requests of a collection or folder begin with. */
function baseUrlOf(owner: JsonValue, inherited: string): string {
  const settings = member(owner, 'settings')
  return textMember(member(settings, 'options'), 'baseUrl') || textMember(settings, 'baseUrl') || inherited
}

class ThunderItems {
  readonly #log: ImportLog
  readonly #folders: ReadonlySet<JsonValue>
  readonly #byId: ReadonlyMap<string, JsonValue>
  /** The folders and requests by the folder that they are in; an empty ID for the collection. */
  readonly #children = new Map<string, JsonValue[]>()
  /** For each folder that was looked at, whether it can be reached from the collection. */
  readonly #rooted = new Map<string, boolean>()

  constructor(collection: JsonValue, log: ImportLog) {
    this.#log = log
    const folders = listOf(member(collection, 'folders')).filter(isObject)
    this.#folders = new Set(folders)
    this.#byId = new Map(
      folders.map(one => [textMember(one, '_id'), one] as const).filter(([id]) => id !== ''),
    )
    const requests = listOf(member(collection, 'requests')).filter(isObject)
    for (const one of [...folders, ...requests].sort(bySortNumber)) {
      const container = textMember(one, 'containerId')
      const place = this.#isRooted(container) ? container : ''
      const siblings = this.#children.get(place)
      if (siblings === undefined) this.#children.set(place, [one])
      else siblings.push(one)
    }
  }

  in(folderId: string, baseUrl: string, depth: number): readonly Item[] {
    return (this.#children.get(folderId) ?? []).flatMap(one =>
      this.#log.within(textMember(one, 'name'), (): readonly Item[] =>
        this.#folders.has(one)
          ? this.#folder(one, baseUrlOf(one, baseUrl), depth)
          : [thunderRequest(one, this.#log, baseUrl)],
      ),
    )
  }

  #folder(folder: JsonValue, baseUrl: string, depth: number): readonly Item[] {
    const id = textMember(folder, '_id')
    const items = (innerDepth: number) =>
      this.#byId.get(id) === folder ? this.in(id, baseUrl, innerDepth) : []
    // Folders deeper than a workspace allows are dissolved into their parent.
    if (depth + 1 >= maximumFolderDepth) return items(depth)
    this.#log.count('folders')
    const defaults = thunderDefaults(folder, this.#log)
    return [newFolder(textMember(folder, 'name'), { defaults, items: items(depth + 1) })]
  }

  /** Returns whether a folder exists and is not, by a circle of folders, inside itself. */
  #isRooted(id: string): boolean {
    const path = new Set<string>()
    let at = id
    while (this.#byId.has(at) && !this.#rooted.has(at) && !path.has(at)) {
      path.add(at)
      at = textMember(this.#byId.get(at), 'containerId')
    }
    const isRooted = !path.has(at) && (this.#rooted.get(at) ?? true)
    for (const one of path) this.#rooted.set(one, isRooted)
    return this.#byId.has(id) && isRooted
  }
}
