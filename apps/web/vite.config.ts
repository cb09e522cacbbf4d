import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

/**
 * The page's build. It must run under a Content-Security-Policy without `unsafe-inline`, so nothing is
 * inlined: no script, no `data:` font, no preload polyfill.
 */
// biome-ignore lint/style/noDefaultExport: Vite reads its configuration from the default export.
export default defineConfig({
  root: import.meta.dirname,
  plugins: [react()],
  worker: { format: 'es' },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 1_000,
    rolldownOptions: { treeshake: { propertyReadSideEffects: false } },
    // The first versions with `light-dark()`, on which the tokens rest.
    target: ['chrome125', 'firefox128', 'safari18'],
  },
})
