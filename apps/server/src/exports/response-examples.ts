import { describeLocked, type FileBodyStore, type Locked } from '@parley/appdata'
import { exampleWithoutCredentials, languageOf } from '@parley/convert'
import { fillStrings, SecretHider, type WithheldValue } from '@parley/engine'
import { contentOf, hideInContent, sentCredentials } from '@parley/interchange'
import { draftOf, formatSize, type Response, type Result } from '@parley/model'
import { typedSecrets } from '@parley/workspace'
import type { NotDone, ReadExample } from '../contract/index.ts'
import type { SendHistory } from '../send-history.ts'
import { type SentSecrets, secretsOfSend } from '../sends/secrets-of-send.ts'
import type { EndedSend, Sends } from '../sends/sends.ts'

/** The services that {@link ResponseExamples} uses. */
export interface ResponseExamplesParts extends SentSecrets {
  readonly sends: Pick<Sends, 'ended'>
  readonly history: Pick<SendHistory, 'read' | 'secretsOf'>
  readonly bodies: FileBodyStore
  /** Returns the secrets of all files and variables on this device, with their values. */
  knownSecrets(): Promise<Result<readonly WithheldValue[], Locked>>
}

/** The largest body that an example has: it is part of the request's file, which is read and saved whole. */
const maximumBodyBytes = 1024 * 1024

/** Turns responses into examples of their requests, for the files of those requests. */
export class ResponseExamples {
  readonly #parts: ResponseExamplesParts

  constructor(parts: ResponseExamplesParts) {
    this.#parts = parts
  }

  /** Returns an ended send as an example: secrets are replaced with their names, in the response as well. */
  async read(sendId: string): Promise<ReadExample> {
    const ended = await this.#ended(sendId)
    if ('sentence' in ended) return ended
    const { request, outcome } = ended
    const response = outcome.state === 'answered' ? outcome.exchange.response : outcome.response
    const sent = outcome.state === 'answered' ? outcome.exchange.request : (outcome.attempt?.request ?? null)
    const draft = draftOf(request)
    if (response === null || draft === null) return nothingThere
    const known = await this.#parts.knownSecrets()
    if (!known.ok) return { state: 'failed', ...describeLocked(known.failure) }
    const left = await secretsOfSend(sendId, this.#parts)
    const secrets = [
      ...known.value,
      ...left,
      ...typedSecrets(request),
      ...(sent === null ? [] : sentCredentials(sent)),
    ]
    const hider = new SecretHider(secrets)
    const { method, url, headers, params, pathParams, body } = draft
    const { statusCode, reasonPhrase } = response
    const { text, leftOut } = await this.#textOf(response, secrets)
    const shown = fillStrings(
      { method, url, headers, params, pathParams, body },
      { fill: one => hider.hide(one) },
    )
    return {
      state: 'read',
      example: exampleWithoutCredentials({
        name: `${statusCode} ${reasonPhrase}`.trim(),
        request: shown,
        response: {
          statusCode,
          reasonPhrase,
          headers: response.headers
            .filter(({ name }) => !name.startsWith(':'))
            .map(({ name, value }) => ({ name, value: hider.hide(value) })),
          ...(text === null ? {} : { body: { type: bodyTypeOf(response.content.mediaType), data: text } }),
        },
      }),
      leftOut,
    }
  }

  async #ended(sendId: string): Promise<EndedSend | NotDone> {
    const known = this.#parts.sends.ended(sendId)
    if (known !== null) return known
    const entry = await this.#parts.history.read(sendId)
    if (!entry.ok) return { state: 'failed', ...describeLocked(entry.failure) }
    return entry.value ?? nothingThere
  }

  async #textOf(
    response: Response,
    secrets: readonly WithheldValue[],
  ): Promise<{ readonly text: string | null; readonly leftOut: string | null }> {
    const { content } = response
    const { handle, charset } = content
    if (content.decodedBytes === 0) return { text: null, leftOut: null }
    const sizeBytes = (handle === '' ? null : this.#parts.bodies.sizeBytes(handle)) ?? 0
    if (sizeBytes > maximumBodyBytes)
      return {
        text: null,
        leftOut: `The body has ${formatSize(sizeBytes)}; examples can have up to ${formatSize(maximumBodyBytes)}.`,
      }
    const bytes = await this.#parts.bodies.read(handle, 0, sizeBytes)
    if (bytes === null) return { text: null, leftOut: 'The body is no longer stored.' }
    const shown = hideInContent(contentOf(bytes, charset), response, secrets)
    return shown?.encoding === 'text'
      ? { text: shown.text, leftOut: null }
      : { text: null, leftOut: 'The body is not text.' }
  }
}

const nothingThere: NotDone = {
  state: 'failed',
  sentence: 'This response is no longer stored.',
  nextStep: 'Send the request again.',
}

function bodyTypeOf(mediaType: string): 'json' | 'xml' | 'html' | 'text' {
  const language = languageOf(mediaType)
  return language === 'json' || language === 'xml' || language === 'html' ? language : 'text'
}
