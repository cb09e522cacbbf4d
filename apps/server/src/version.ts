import manifest from '../package.json' with { type: 'json' }

/** The version of this Parley. */
export const version: string = manifest.version
