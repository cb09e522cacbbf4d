import { existsSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { openAppDataFolder } from '@parley/appdata'
import { startDemoApi } from '@parley/testkit/demo-api'
import { canOpenPage, openInBrowser, writeOpeningFile } from './opening/open-page.ts'
import { startServer } from './start-server.ts'

/** Starts the server and the demo API, says where the page is, and opens it. Ends with Ctrl+C. */
async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      port: { type: 'string', default: '0' },
      page: { type: 'string' },
      'no-open': { type: 'boolean', default: false },
      'no-demo': { type: 'boolean', default: false },
    },
  })
  const pageFolder = values.page ?? new URL('../../web/dist', import.meta.url).pathname
  if (!existsSync(pageFolder))
    return stopWith(`The page is not built at ${pageFolder}. Run npm run build first.`)
  const port = Number(values.port)
  if (!Number.isInteger(port) || port < 0 || port > 65_535)
    return stopWith('--port takes a number from 0 to 65535.')
  const appDataFolder = openAppDataFolder()
  const demo = values['no-demo'] ? null : await startDemoApi()
  const server = await startServer({
    port,
    pageFolder,
    appDataFolder,
    demoBaseUrl: demo?.baseUrl ?? null,
    onPageLoaded: () => opening?.remove(),
  })
  const opening = values['no-open'] || !canOpenPage() ? null : writeOpeningFile(appDataFolder, server.address)
  process.stdout.write(`Parley is ready at ${server.address}\n`)
  if (opening) openInBrowser(opening.path)
  const stop = async () => {
    opening?.remove()
    await Promise.all([server.close(), demo?.close()])
    process.exit(0)
  }
  process.once('SIGINT', stop)
  process.once('SIGTERM', stop)
}

function stopWith(sentence: string): void {
  process.stderr.write(`${sentence}\n`)
  process.exitCode = 3
}

await main()
