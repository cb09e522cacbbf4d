import type { Plugin } from 'vite'

/** The modules of the model with which descriptors of schemes and body types read and write the files of workspaces. */
const fileFormats = [
  'authorization/schemes/oauth2-file.ts',
  'opencollection/requests/multipart.ts',
  'opencollection/row.ts',
  'opencollection/scheme-fields.ts',
  'opencollection/stream-limits.ts',
]

/**
 * Leaves modules out of the page that only the server calls, but whose descriptors the page has as well, as its start would
 * have to load them. What they export throws. Fails the build if anything outside the model imports them.
 */
export function leaveOutFileFormats(): Plugin {
  return {
    name: 'leave-out-file-formats',
    enforce: 'pre',
    async resolveId(source, importer, options) {
      const resolved = await this.resolve(source, importer, { ...options, skipSelf: true })
      if (resolved !== null && isFileFormat(resolved.id) && !pathOf(importer ?? '').includes(model))
        this.error(`${importer} cannot import ${source} (apps/web/leave-out-file-formats.ts)`)
      return resolved
    },
    transform(code, id) {
      if (!isFileFormat(id)) return null
      const names = [...code.matchAll(/^export (?:function|const) (\w+)/gm)].map(([, name]) => name)
      const lines = [
        "const leftOut = () => { throw new Error('Only the server reads and writes files of workspaces') }",
        ...names.map(name => `export { leftOut as ${name} }`),
      ]
      return { code: lines.join('\n'), map: null }
    },
  }
}

const model = '/packages/model/src/'

const pathOf = (id: string) => id.replaceAll('\\', '/')

function isFileFormat(id: string): boolean {
  return fileFormats.some(name => pathOf(id).endsWith(`${model}${name}`))
}
