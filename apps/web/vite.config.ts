import { globSync } from 'node:fs'
import { relative } from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { compressFiles } from './compress-files.ts'
import { leaveOutFileFormats } from './leave-out-file-formats.ts'
import { listLicences } from './list-licences.ts'

const licences = listLicences()
const modules = globSync('src/**/*.module.css', { cwd: import.meta.dirname }).sort()

/**
 * The page's build. It must run under a Content-Security-Policy without `unsafe-inline`, so nothing is
 * inlined: no script, no `data:` font, no preload polyfill.
 */
// biome-ignore lint/style/noDefaultExport: Vite reads its configuration from the default export.
export default defineConfig({
  root: import.meta.dirname,
  plugins: [leaveOutFileFormats(), react(), compressFiles(), licences.page],
  css: { modules: { generateScopedName: scopedName } },
  worker: { format: 'es', plugins: () => [licences.worker()] },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    assetsInlineLimit: 0,
    modulePreload: {
      polyfill: false,
      // The first script lists what it preloads with each part: the styles, which must be there before it is shown. Scripts need
      // no list, as the server is near.
      resolveDependencies: (_, names, { hostType }) =>
        hostType === 'html' ? names : names.filter(name => name.endsWith('.css')),
    },
    chunkSizeWarningLimit: 1_200,
    rolldownOptions: {
      treeshake: { propertyReadSideEffects: false },
      // What a start loads is one file, which compresses better than many, however other parts share its modules.
      output: {
        codeSplitting: {
          groups: [
            { name: 'start', tags: ['$initial'] },
            { name: 'icons', test: /lucide-react/ },
          ],
        },
        // It names all other files, with as short a hash as there may be.
        chunkFileNames: 'assets/[name]-[hash:7].js',
        assetFileNames: 'assets/[name]-[hash:7][extname]',
      },
    },
    // The first versions with `light-dark()`, on which the tokens rest.
    target: ['chrome125', 'firefox128', 'safari18'],
  },
})

/**
 * Names a class after its module, as short as it can be: the first script contains the names of its classes, and has no room
 * for Vite's own, which end with a hash and a line.
 */
function scopedName(name: string, file: string): string {
  const index = modules.indexOf(relative(import.meta.dirname, file.split('?')[0] ?? file))
  return `${name}_${index.toString(36)}`
}
