import { libraryPackages } from '../../shared/script-libraries.ts'
import { addNote } from '../core/add-note.ts'
import { view } from '../core/run-state.ts'

// Captured before any script runs, because a script could replace it.
const OwnError = Error

/** Creates the exports of a package when it is first required. */
type LoadLibrary = () => unknown

const loaders = new Map<string, LoadLibrary>()

/** Makes a package known to `require`, which is only possible while the image is created. */
export function defineLibrary(name: string, load: LoadLibrary): void {
  loaders.set(name, load)
}

/** Makes a library a global of every script. */
export function defineGlobal(name: string, value: unknown): void {
  Object.defineProperty(globalThis, name, { value, writable: true, configurable: true })
}

/**
 * `require` of scripts: returns one of the bundled packages if the setting allows it (behaviour,
 * Libraries in scripts).
 * @throws for everything else, with what to do instead
 */
export function requireLibrary(name: unknown): unknown {
  const wanted = String(name).replace(/^node:/, '')
  const known = libraryPackages.find(one => one.name === wanted)
  if (!view().allowsRequire) throw new OwnError(`require is not supported. ${instead(wanted)}`)
  const load = loaders.get(wanted)
  if (load === undefined)
    throw new OwnError(
      known === undefined
        ? `require of ${wanted} is not supported. Bundled are ${libraryPackages.map(one => one.name).join(', ')}`
        : `require of ${wanted} is only possible with its name as text: require('${wanted}')`,
    )
  return load()
}

function instead(wanted: string): string {
  const known = libraryPackages.find(one => one.name === wanted)
  if (known === undefined) return `No package ${wanted} is bundled`
  const setting = 'turn on Settings → Editor → Bundled libraries by require (--script-libraries in runs)'
  return known.global === null
    ? `To use ${wanted}, ${setting}`
    : `Use the global ${known.global}, or ${setting}`
}

/** Returns an object whose unknown members leave a note, so that nothing that Node has is silently missing. */
export function partOfModule(name: string, members: Readonly<Record<string, unknown>>): object {
  return new Proxy(
    { ...members },
    {
      get(target, key, receiver) {
        if (typeof key === 'string' && !(key in target) && key !== 'then')
          addNote(`require('${name}').${key}`, 'is not supported')
        return Reflect.get(target, key, receiver)
      },
    },
  )
}
