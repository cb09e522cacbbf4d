import type { FileRegistry } from '@parley/protobuf'

/** What files define, kept for as long as they stay as they are, so that not every call compiles them again. */
export interface CompiledDefinitions {
  /**
   * Returns what was compiled; null if nothing was, or a file has changed since.
   * @param asked - what was compiled, such as the names of files
   * @param stampOf - returns the present version of a file
   */
  find(asked: string, stampOf: StampOf): Promise<FileRegistry | null>
  /** @param stamps - the versions of all files that were looked at, also of those that were missing */
  keep(asked: string, stamps: FileStamps, registry: FileRegistry): void
}

/** Returns what another file, or another content of the file, changes; null if there is no such file. */
export type StampOf = (path: string) => Promise<string | null>

/** The versions of files by their paths; null: there was no such file. */
export type FileStamps = ReadonlyMap<string, string | null>

interface CompiledDefinition {
  readonly asked: string
  readonly stamps: FileStamps
  readonly registry: FileRegistry
}

/** A definition of a thousand files takes some ten megabytes. */
const mostDefinitions = 10

/** Keeps definitions while the program runs. */
export function compiledDefinitionsInMemory(): CompiledDefinitions {
  let kept: readonly CompiledDefinition[] = []
  return {
    async find(asked, stampOf) {
      for (const one of kept) {
        if (one.asked !== asked || !(await isAsItWas(one.stamps, stampOf))) continue
        kept = [one, ...kept.filter(other => other !== one)]
        return one.registry
      }
      return null
    },
    keep(asked, stamps, registry) {
      kept = [{ asked, stamps, registry }, ...kept].slice(0, mostDefinitions)
    },
  }
}

async function isAsItWas(stamps: FileStamps, stampOf: StampOf): Promise<boolean> {
  const same = await Promise.all([...stamps].map(async ([path, stamp]) => (await stampOf(path)) === stamp))
  return same.every(Boolean)
}
