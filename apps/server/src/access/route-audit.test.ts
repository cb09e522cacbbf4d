import { getRequestListener } from '@hono/node-server'
import { Hono } from 'hono'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../start-test-server.testkit.ts'
import { publicPaths } from './access-rules.ts'
import { auditRoutes, procedurePaths } from './audit-routes.testkit.ts'
import { createGuardedServer } from './guarded-server.ts'

let running: TestServer
let earlierToken: string

beforeAll(async () => {
  const earlier = await startTestServer()
  earlierToken = earlier.server.token
  await earlier.close()
  running = await startTestServer()
})

afterAll(() => running.close())

test('no route or procedure responds without the token (LS1, LS2, LS5, LS9)', async () => {
  const { server, port } = running
  expect(server.token).not.toBe(earlierToken)
  const findings = await auditRoutes({ port, token: server.token, earlierToken, routes: server.routes })
  expect(findings).toEqual([])
})

test('exactly four paths are public, and only by GET', () => {
  expect(publicPaths).toEqual([
    { path: '/', isPrefix: false },
    { path: '/assets/', isPrefix: true },
    { path: '/ticket/', isPrefix: true },
    { path: '/found-again/', isPrefix: true },
  ])
})

test('the audit covers every route and procedure', () => {
  const paths = running.server.routes.map(({ method, path }) => `${method} ${path}`)
  expect(paths).toEqual([
    'ALL /*',
    'GET /',
    'GET /assets/*',
    'GET /ticket/:id',
    'GET /found-again/:nonce',
    'GET /found-again/:nonce/:proof',
    'POST /picked-files',
    'POST /rpc/*',
    'POST /rpc/*',
  ])
  expect(procedurePaths()).toEqual([
    '/rpc/session/describe',
    '/rpc/session/remember',
    '/rpc/library/readTree',
    '/rpc/library/readTreeChanges',
    '/rpc/library/findByUrl',
    '/rpc/library/readRequest',
    '/rpc/library/readRequestIfThere',
    '/rpc/library/saveRequest',
    '/rpc/library/createRequest',
    '/rpc/library/createFolder',
    '/rpc/library/createCollection',
    '/rpc/library/rename',
    '/rpc/library/duplicate',
    '/rpc/library/move',
    '/rpc/library/undoMove',
    '/rpc/library/remove',
    '/rpc/library/listDeleted',
    '/rpc/library/restore',
    '/rpc/library/readContainer',
    '/rpc/library/readContainerIfThere',
    '/rpc/library/saveContainer',
    '/rpc/workspaces/list',
    '/rpc/workspaces/open',
    '/rpc/workspaces/create',
    '/rpc/workspaces/backUp',
    '/rpc/workspaces/listBackups',
    '/rpc/workspaces/removeBackup',
    '/rpc/tabs/claim',
    '/rpc/tabs/save',
    '/rpc/tabs/listUnsaved',
    '/rpc/imports/start',
    '/rpc/imports/write',
    '/rpc/imports/cancel',
    '/rpc/exports/start',
    '/rpc/exports/mintTicket',
    '/rpc/runs/plan',
    '/rpc/runs/start',
    '/rpc/runs/cancel',
    '/rpc/runs/list',
    '/rpc/runs/readPlanned',
    '/rpc/runs/readRows',
    '/rpc/runs/readResult',
    '/rpc/runs/remove',
    '/rpc/loads/plan',
    '/rpc/loads/export',
    '/rpc/loads/start',
    '/rpc/loads/read',
    '/rpc/schemas/find',
    '/rpc/schemas/fetch',
    '/rpc/schemas/cancel',
    '/rpc/schemas/takeFile',
    '/rpc/schemas/files',
    '/rpc/schemas/follow',
    '/rpc/schemas/keepUsable',
    '/rpc/schemas/unfollow',
    '/rpc/schemas/mintTicket',
    '/rpc/settings/write',
    '/rpc/proxy/setPassword',
    '/rpc/proxy/test',
    '/rpc/assistant/compose',
    '/rpc/assistant/ask',
    '/rpc/assistant/retry',
    '/rpc/assistant/read',
    '/rpc/assistant/stop',
    '/rpc/assistant/clear',
    '/rpc/assistant/hasKey',
    '/rpc/assistant/setKey',
    '/rpc/assistant/test',
    '/rpc/agents/report',
    '/rpc/agents/read',
    '/rpc/variables/list',
    '/rpc/variables/count',
    '/rpc/variables/open',
    '/rpc/variables/save',
    '/rpc/variables/findSecret',
    '/rpc/variables/permissionsOfFiles',
    '/rpc/variables/overridden',
    '/rpc/variables/acknowledgeOverridden',
    '/rpc/variables/setScriptAccess',
    '/rpc/environments/create',
    '/rpc/environments/rename',
    '/rpc/environments/duplicate',
    '/rpc/environments/remove',
    '/rpc/environments/activate',
    '/rpc/auth/readInherited',
    '/rpc/auth/tokenState',
    '/rpc/auth/readToken',
    '/rpc/auth/clearToken',
    '/rpc/auth/getNewAccessToken',
    '/rpc/auth/cancelSignIn',
    '/rpc/certificates/addClient',
    '/rpc/certificates/addAuthority',
    '/rpc/certificates/remove',
    '/rpc/sessionValues/set',
    '/rpc/sessionValues/undoSet',
    '/rpc/sessionValues/remove',
    '/rpc/sessionValues/clear',
    '/rpc/code/prepare',
    '/rpc/sends/start',
    '/rpc/sends/cancel',
    '/rpc/sends/resume',
    '/rpc/sends/readExample',
    '/rpc/sends/release',
    '/rpc/sends/allowSecret',
    '/rpc/sends/giveSecrets',
    '/rpc/live/rows',
    '/rpc/live/message',
    '/rpc/live/export',
    '/rpc/live/hideSecrets',
    '/rpc/live/send',
    '/rpc/live/resend',
    '/rpc/live/ping',
    '/rpc/live/end',
    '/rpc/live/cancel',
    '/rpc/bodies/readText',
    '/rpc/bodies/readRows',
    '/rpc/bodies/readFoldStarts',
    '/rpc/bodies/readFold',
    '/rpc/bodies/find',
    '/rpc/bodies/filter',
    '/rpc/bodies/readTable',
    '/rpc/bodies/readBytes',
    '/rpc/bodies/mintTicket',
    '/rpc/bodies/openPlayback',
    '/rpc/bodies/closePlayback',
    '/rpc/history/list',
    '/rpc/history/read',
    '/rpc/history/remove',
    '/rpc/history/clear',
    '/rpc/desktop/show',
    '/rpc/desktop/saveTicket',
    '/rpc/desktop/saveText',
    '/rpc/desktop/showDownload',
    '/rpc/updates/check',
    '/rpc/updates/cancel',
    '/rpc/appData/describe',
    '/rpc/appData/dismissRecovery',
    '/rpc/files/release',
    '/rpc/events/subscribe',
    '/rpc/events/leave',
  ])
})

/** Audits a server built in the same way with one more route, guarded or not. */
async function auditAppWith(isGuarded: boolean, isDeclaredPublic: boolean): Promise<readonly string[]> {
  const app = new Hono()
  app.get('/leak', context => context.text('everything'))
  const extra = isDeclaredPublic ? [{ path: '/leak', isPrefix: false }] : []
  const rules = { host: '', token: 'T'.repeat(43), publicPaths: [...publicPaths, ...extra] }
  const listener = getRequestListener(app.fetch)
  const server = createGuardedServer(rules, listener)
  if (!isGuarded) server.removeAllListeners('request').on('request', listener)
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  rules.host = `127.0.0.1:${port}`
  const routes = app.routes.map(({ method, path }) => ({ method, path }))
  const findings = await auditRoutes({ port, token: rules.token, earlierToken, routes }, publicPaths, [])
  await new Promise(resolve => server.close(resolve))
  return findings.filter(finding => finding.startsWith('GET /leak'))
}

test('the audit reports a route that is public without being in the list', async () => {
  const findings = await auditAppWith(true, true)
  expect(findings).toContain('GET /leak: no token was answered with 200')
  expect(findings).toContain('GET /leak: the token of an earlier launch was answered with 200')
})

test('the audit reports a route outside of the guard', async () => {
  const findings = await auditAppWith(false, false)
  expect(findings).toContain('GET /leak: Host “evil.test” was answered with 200')
  expect(findings).toContain('GET /leak: Origin “null” was answered with 200')
  expect(findings).toContain('GET /leak: Sec-Fetch-Site cross-site was answered with 200')
  expect(findings).toContain('GET /leak: /assets/.. in front was answered with 200')
})

test('the audit accepts a route behind the guard', async () => {
  expect(await auditAppWith(true, false)).toEqual([])
})
