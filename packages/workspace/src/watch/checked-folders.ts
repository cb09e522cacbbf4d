/**
 * Remembers outside of a workspace which of its folders were read whole without damage: their paths, each with a text that is
 * another one once a file in it changes. Provided by the host.
 */
export interface CheckedFolders {
  load(): Promise<ReadonlyMap<string, string>>
  write(folders: ReadonlyMap<string, string>): Promise<void>
}

/** For a host that remembers nothing. */
export const noCheckedFolders: CheckedFolders = {
  load: async () => new Map(),
  write: async () => {},
}
