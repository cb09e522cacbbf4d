import {
  type AnyBody,
  type BodyByType,
  type HttpBody,
  ok,
  type RawBody,
  type Result,
  type SendFailure,
} from '@parley/model'
import { printJsonInSteps } from '../../basics/format/print-json.ts'
import type { EffectiveSettings } from '../request-context.ts'
import { type BodyContent, textContent } from './body-content.ts'
import { contentTypeOf } from './content-type-of.ts'
import { fileContent } from './file-content.ts'
import { graphQlContent } from './graphql-content.ts'
import { type FormPorts, multipartContent } from './multipart-content.ts'
import { urlEncodedContent } from './url-encoded-content.ts'

/** Builds the content of bodies of one type. */
export interface ContentBuilder<Body extends AnyBody> {
  build(body: Body, settings: BodySettings, ports: FormPorts): BuiltContent | Promise<BuiltContent>
}

/** The settings of a send that change its content. */
export type BodySettings = Pick<EffectiveSettings, 'autoFormatJson'>

type BuiltContent = Result<BodyContent, SendFailure>

/**
 * The content builders of Parley's body types. The types themselves are registered in the model
 * (`bodyTypes`).
 */
export const contentBuilders: {
  readonly [Type in keyof BodyByType]: ContentBuilder<BodyByType[Type]>
} = {
  none: { build: () => ok({ parts: null, contentType: null, outline: { kind: 'none' } }) },
  raw: { build: async (body, { autoFormatJson }) => ok(await rawContent(body, autoFormatJson)) },
  urlEncoded: { build: body => ok(urlEncodedContent(body)) },
  multipart: { build: (body, _, ports) => multipartContent(body, ports) },
  file: { build: (body, _, { files }) => fileContent(body, files) },
  graphql: { build: (body, _, ports) => graphQlContent(body, ports) },
}

/** Returns the content of a body. */
export function buildContent(
  body: HttpBody,
  settings: BodySettings,
  ports: FormPorts,
): Promise<BuiltContent> {
  return buildContentBy(contentBuilders, body, settings, ports)
}

/** Returns the content of a body, using the given builders. */
export async function buildContentBy<Body extends AnyBody>(
  builders: Readonly<Record<string, ContentBuilder<Body>>>,
  body: Body,
  settings: BodySettings,
  ports: FormPorts,
): Promise<BuiltContent> {
  const builder = builders[body.type]
  if (builder === undefined) throw new Error(`No builder is registered for the body type ${body.type}`)
  return await builder.build(body, settings, ports)
}

/**
 * Raw: the text as typed, as UTF-8 (behaviour 2.2). Auto-format JSON on send changes only white space, after
 * variables are filled in. Text that is not JSON then is sent as typed, for example with an unknown
 * `{{name}}` outside quotes, and a notice says so.
 */
async function rawContent(body: RawBody, autoFormatJson: boolean): Promise<BodyContent> {
  const isFormatted = autoFormatJson && body.language === 'json'
  const formatted = isFormatted ? await printJsonInSteps(body.text) : null
  const content = textContent({ kind: 'text', text: formatted ?? body.text }, contentTypeOf(body, ''))
  const isLeftAlone = isFormatted && formatted === null && body.text.trim() !== ''
  return isLeftAlone ? { ...content, notices: [{ code: 'NOT_FORMATTED' }] } : content
}
