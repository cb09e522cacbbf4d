import { createHash } from 'node:crypto'
import { relative } from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { compressFiles } from './compress-files.ts'
import { listLicences } from './list-licences.ts'

const licences = listLicences()

/**
 * The page's build. It must run under a Content-Security-Policy without `unsafe-inline`, so nothing is
 * inlined: no script, no `data:` font, no preload polyfill.
 */
// biome-ignore lint/style/noDefaultExport: Vite reads its configuration from the default export.
export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), compressFiles(), licences.page],
  css: { modules: { generateScopedName: scopedName } },
  worker: { format: 'es', plugins: () => [licences.worker()] },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 1_200,
    rolldownOptions: {
      treeshake: { propertyReadSideEffects: false },
      // What a start loads is one file, which compresses better than many, however other parts share its modules.
      output: { codeSplitting: { groups: [{ name: 'start', tags: ['$initial'] }] } },
    },
    // The first versions with `light-dark()`, on which the tokens rest.
    target: ['chrome125', 'firefox128', 'safari18'],
  },
})

/** Names a class after its module; Vite's own names end with the line as well, which the first script has no room for. */
function scopedName(name: string, file: string): string {
  const path = relative(import.meta.dirname, file.split('?')[0] ?? file)
  return `${name}_${createHash('sha256').update(path).digest('base64url').slice(0, 4)}`
}
