import { failed, ok, type Result, type SendFailure } from '@parley/model'
import type { BodyContent } from '../body/body-content.ts'
import { buildContent } from '../body/build-content.ts'
import { acceptFields } from '../body/content-type-of.ts'
import { preparationFailure } from '../preparation-failure.ts'
import type { FrameRequest, RenderedRequest } from '../rendered-request.ts'

/** Frames a request whose content is its body: as most kinds are. */
export const frameContent: FrameRequest = async (rendered, ports) =>
  ok({ rendered, content: () => contentOf(rendered, ports), fields: acceptFields(rendered.body) })

/** Returns the content; none if it is in the URL, where it is checked as well. */
export async function contentOf(
  { body, bodyParams, settings }: RenderedRequest,
  ports: Parameters<FrameRequest>[1],
): Promise<Result<BodyContent, SendFailure>> {
  if (bodyParams === undefined) return buildContent(body, settings, ports)
  if (body.type === 'graphql' && (body.uploads ?? []).length > 0)
    return failed(preparationFailure('invalidRequest', 'UPLOAD_WITH_GET', ''))
  return withoutContent(await buildContent(body, settings, ports))
}

/** Returns no content in place of what is sent in another way. */
export function withoutContent(checked: Result<BodyContent, SendFailure>): Result<BodyContent, SendFailure> {
  return checked.ok ? ok({ parts: null, contentType: null, outline: { kind: 'none' } }) : checked
}
