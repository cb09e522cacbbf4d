import type { HttpBindings } from '@hono/node-server'
import { ORPCError, onError } from '@orpc/server'
import { RPCHandler } from '@orpc/server/fetch'
import type { FileBodyStore } from '@parley/appdata'
import { becauseOf, describeFileError, failureCodeOf } from '@parley/files'
import { type Context, Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import * as z from 'zod'
import type { FoundAgain } from './access/found-again.ts'
import { refusalHeaders } from './access/response-policies.ts'
import { compressed } from './compressed.ts'
import { logFault } from './log-fault.ts'
import type { PageFiles } from './page-files.ts'
import type { PickedFiles } from './picked-files/picked-files.ts'
import { createRouter } from './procedures/router.ts'
import type { Services } from './procedures/services.ts'
import { redeemTicket } from './tickets/ticket-response.ts'

/**
 * The maximum size of a call, which may carry a whole draft with its body; larger calls are refused unread.
 */
export const maxCallBytes = 64 * 1024 * 1024

export interface RouteServices extends Services {
  readonly page: PageFiles
  readonly bodies: FileBodyStore
  readonly foundAgain: FoundAgain
  /** Called when the page has loaded; what was needed to open it can be deleted. */
  onPageLoaded(): void
}

/**
 * Creates every route of the server. Only `access/access-rules.ts` lists what is public without the token; a
 * test checks these routes against that list.
 */
export function createRoutes(services: RouteServices): Hono<{ Bindings: HttpBindings }> {
  const calls = new RPCHandler(createRouter(services), {
    clientInterceptors: [
      onError(error => {
        if (!(error instanceof ORPCError)) logFault('a call', error)
      }),
    ],
  })
  const routes = new Hono<{ Bindings: HttpBindings }>()
  routes.use(async (context, next) => {
    if (context.req.method === 'HEAD')
      return context.body(null, 405, { ...refusalHeaders, Allow: 'GET, POST' })
    await next()
    if (context.res.status < 400) return
    for (const [name, value] of Object.entries(refusalHeaders)) context.res.headers.set(name, value)
  })
  routes.onError((error, context) => {
    logFault('a route', error)
    return context.text('A bug in Parley stopped this call.\n', 500)
  })
  routes.get('/', () => {
    services.onPageLoaded()
    return services.page.index()
  })
  routes.get('/assets/*', context => {
    const acceptEncoding = context.req.header('accept-encoding') ?? ''
    return services.page.asset(context.req.path, acceptEncoding) ?? context.notFound()
  })
  routes.get('/ticket/:id', context => {
    const request = {
      range: context.req.header('range') ?? null,
      ifRange: context.req.header('if-range') ?? null,
      abort: () => void context.env.outgoing.destroy(),
    }
    return redeemTicket(context.req.param('id'), services.tickets, services, request) ?? context.notFound()
  })
  routes.get('/found-again/:nonce', context => {
    const answer = services.foundAgain.prove(context.req.param('nonce'))
    return answer === null ? context.notFound() : context.json(answer, 200, { 'Cache-Control': 'no-store' })
  })
  routes.get('/found-again/:nonce/:proof', context => {
    const token = services.foundAgain.tokenFor(context.req.param('nonce'), context.req.param('proof'))
    return token === null ? context.notFound() : context.json({ token }, 200, { 'Cache-Control': 'no-store' })
  })
  routes.post('/picked-files', context =>
    receiveFile(context, services.pickedFiles, windowId => services.windows.expect(windowId)),
  )
  const tooLarge = bodyLimit({
    maxSize: maxCallBytes,
    onError: context =>
      context.json({ code: 'CALL_TOO_LARGE', message: 'A call can have at most 64 MB.' }, 413),
  })
  routes.post('/rpc/*', tooLarge, async context => {
    if (!isJson(context.req.header('content-type'))) return context.text('Calls are JSON.', 415)
    const { matched, response } = await calls.handle(context.req.raw, { prefix: '/rpc', context: {} })
    return matched ? compressed(response, context.req.header('accept-encoding') ?? '') : context.notFound()
  })
  return routes
}

/** Whether the content is JSON. A call without input has no content and no type. */
function isJson(contentType: string | undefined): boolean {
  return contentType === undefined || /^application\/json(;|$)/i.test(contentType)
}

/** The query parameters of an upload; its content is the file. */
const uploadSchema = z.strictObject({
  /** A random ID, chosen once by the page for each window. */
  windowId: z.uuid(),
  /** The name as the browser reports it. */
  name: z.string().max(4096),
})

/**
 * Receives a picked file of any size piece by piece. It is not a procedure of the contract, because
 * procedures read their input as a whole; the access rules apply to it as well.
 */
async function receiveFile(
  context: Context,
  pickedFiles: PickedFiles,
  expectWindow: (windowId: string) => void,
): Promise<Response> {
  if (context.req.header('content-type') !== 'application/octet-stream')
    return context.text('A file is sent as application/octet-stream.\n', 415)
  const upload = uploadSchema.safeParse(context.req.query())
  if (!upload.success) return context.text('An upload names its window and its file.\n', 400)
  expectWindow(upload.data.windowId)
  try {
    const content = context.req.raw.body ?? emptyContent()
    return context.json(await pickedFiles.add(upload.data.windowId, upload.data.name, content))
  } catch (error) {
    const code = failureCodeOf(error)
    const description = describeFileError(code)
    if (description !== null)
      return context.text(
        `The file could not be stored for sending${becauseOf(code)}. ${description.nextStep}\n`,
        507,
      )
    if (!context.req.raw.signal.aborted) logFault('an upload', error)
    return context.text('The file could not be read to its end. Select it again.\n', 500)
  }
}

async function* emptyContent(): AsyncGenerator<Uint8Array> {}
