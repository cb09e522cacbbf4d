import { fileURLToPath } from 'node:url'

/** In the package, the other programs and the page are next to this one; otherwise they are where each is built. */
const isBundled = !import.meta.url.endsWith('.ts')
const pathOf = (bundled: string, source: string) =>
  fileURLToPath(new URL(isBundled ? bundled : source, import.meta.url))

/** The paths of the programs that are started as processes of their own, and of the page. */
export const packagedProgram = {
  server: pathOf('./server/dist/main.js', '../../../server/src/main.ts'),
  desktop: pathOf('./desktop/dist/main.js', '../../../desktop/src/main.ts'),
  page: pathOf('./page', '../../../web/dist'),
}
